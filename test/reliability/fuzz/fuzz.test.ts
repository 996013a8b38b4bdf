import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withBundle } from '../../../scripts/reliability/bundle.mjs';
import { Child, fuzz, replay } from '../../../scripts/reliability/fuzzing.mjs';
import { Random } from '../../../src/math/random.ts';
import { rounds } from '../../support/rounds.ts';
import { ALL_QUESTIONS } from '../questions/all-questions.ts';
import { SEED_FILES } from '../questions/seed-files.ts';
import { caseOfText, textOfCase } from './case-text.ts';
import { type Fault, judged, signatureOf } from './fault.ts';
import { minimised } from './minimise.ts';

/** Some seconds of `npm run fuzz`, the same cases every time: dear kinds are asked less often. */
const COUNTS: Readonly<Record<string, number>> = {
  pairs: 8,
  clouds: 8,
  swept: 8,
  robots: 6,
  soft: 20,
  elementary: 80,
  convex: 20,
  worlds: 8,
  carriers: 6,
  tool: 20,
  forecast: 10,
  plan: 10,
  inverse: 20,
  timing: 8,
};
const FILES = 60;
const SEED = 'npm test';

describe.each(ALL_QUESTIONS)(`$kind (seed '${SEED}')`, (question) => {
  test('nothing is thrown but an InputError, and nothing contradicts the answers', async () => {
    const faults: string[] = [];
    let answered = 0;
    const count = rounds(COUNTS[question.kind] ?? FILES);
    for (let i = 0; i < count; i++) {
      const verdict = await judged(question, question.make(new Random(`${SEED} ${question.kind} ${i}`)));
      if (verdict.fate === 'answered') answered++;
      if (verdict.fate === 'fault') faults.push(`case ${i}: ${verdict.fault.what}: ${verdict.fault.message}`);
    }
    expect(faults).toEqual([]);
    // questions that are all refused would show nothing
    expect(answered).toBeGreaterThan(0);
  });
});

describe('files as they are', () => {
  const files = Object.entries(SEED_FILES).flatMap(([kind, seeds]) => seeds.map(([file, content], i) => ({ kind, i, file, content })));
  test.each(files)('$kind $i is read', async ({ kind, file, content }) => {
    const question = ALL_QUESTIONS.find((one) => one.kind === kind)!;
    const verdict = await judged(question, { file, content });
    expect(verdict).toEqual({ fate: 'answered' });
  });
});

describe('faults that were found once', () => {
  const folder = new URL('../faults/', import.meta.url);
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const content = caseOfText(readFileSync(new URL(name, folder), 'utf8')) as { kind: string; fault: Fault; case: unknown };
      return { name, kind: content.kind, text: textOfCase(content.case) };
    });

  // in a process of their own, because some of them hung or ended it
  test(`are none now (${found.length} files of test/reliability/faults)`, async () => {
    if (found.length === 0) return;
    const now = await withBundle('test/reliability/fuzz/fuzz-child.ts', (program) => replay(program, found), { platform: 'node' });
    expect(found.flatMap(({ name }, i) => (now[i] === null ? [] : [{ name, ...now[i] }]))).toEqual([]);
  });
});

describe('the fuzzer', () => {
  test('finds faults that were planted, kills what hangs, survives what dies, and makes the cases small', async () => {
    const kinds = ['sound', 'throws', 'doubtful', 'dies', 'endless'];
    const { rows, faults } = await withBundle(
      'test/reliability/fuzz/planted-child.ts',
      (program) => fuzz({ program, kinds, seed: 'planted', casesEach: 6, limitSeconds: 0.5, slice: 1000 }),
      { platform: 'node' },
    );
    expect(rows.map(({ next }) => next)).toEqual([6, 6, 6, 6, 6]);
    expect(rows.map((row) => row.faults > 0)).toEqual([false, true, true, true, true]);
    const what = Object.fromEntries(faults.map(({ kind, fault }) => [kind, fault.what]));
    expect(what).toEqual({ throws: 'thrown', doubtful: 'contradicted', dies: 'death', endless: 'hang' });
    const small = Object.fromEntries(faults.map(({ kind, text }) => [kind, (JSON.parse(text) as { content: string }).content]));
    expect(small.throws).toBe('ab');
    expect(small.doubtful).toBe('cd');
    expect(small.dies.length).toBeLessThan(40);
    expect(small.dies).toContain('ef');
  });

  test('who is late itself takes nobody for hanging who has answered', async () => {
    const wrong = await withBundle(
      'test/reliability/fuzz/planted-child.ts',
      async (program) => {
        const child = new Child(program, 60);
        await child.tell({ do: 'kinds' }, () => true);
        child.limit = 0.02;
        const answered = child.tell({ do: 'kinds' }, () => true);
        const begun = performance.now();
        while (performance.now() - begun < 1000);
        const fault = await answered;
        await child.stop();
        return fault;
      },
      { platform: 'node' },
    );
    expect(wrong).toBeNull();
  });

  test('makes plain data small, and leaves what matters', async () => {
    const given = {
      list: [3.25, 1, 7.125, 9, 2],
      name: 'long name',
      inner: {
        deep: [
          [1, 2],
          [0.123456, 5],
        ],
      },
    };
    const small = await minimised(given, async ({ list, inner }) => list.includes(9) && inner.deep.flat().some((x) => x > 4), 1000);
    expect(small).toEqual({ list: [9], name: '', inner: { deep: [[5]] } });
  });

  test('a fault is known by its words and place, not by its numbers', () => {
    const fault = (message: string): string => signatureOf({ what: 'thrown', message });
    expect(fault('RangeError: 17 of "a" in 2.5e-3\nread < parse')).toBe(fault("RangeError: 4 of 'bcd' in 1\nread < other"));
    expect(fault('RangeError: 17\nread')).not.toBe(fault('RangeError: 17\nwrite'));
  });

  test('cases survive being written', () => {
    const given = { a: [0, -0, 1e-300, 'x\n\u0000ÿ'], b: { c: [[1.5, -2]], d: null } };
    expect(caseOfText(textOfCase(given))).toEqual(given);
  });
});
