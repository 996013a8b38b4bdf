import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenEngine } from '../../../../src/cli/batch/engine.ts';
import { fileNameOf } from '../../../../src/cli/batch/proof-folder.ts';
import type { Answerer } from '../../../../src/node/job/answerer.ts';
import { type ChunkAnswer, NO_PART } from '../../../../src/node/job/chunk.ts';
import { answerBytes, readAnswer } from '../../../../src/node/queue/answer-bytes.ts';
import { verifyProof } from '../../../../src/proof/index.ts';
import { Shape } from '../../../../src/proof/shape.ts';
import { base64 } from '../../proof/small-proof.ts';
import { writeRailCell } from '../check/small-cell.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { capturedBatch, hereEngine } from './captured-batch.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
  folder.write('cube.obj', CUBE_OBJ);
  folder.write('cubes.json', SMALL_SCENE);
  folder.write('rail/edges.csv', '0,0,0.6,0\n0,0,1.5,0\n0.85,0,0,0\n');
});
afterAll(() => folder.remove());

const rail = (name: string) => folder.path(`rail/${name}`);
const PATHS = ['free.csv', 'hit.csv', 'stuck.csv', 'tail.csv', 'timed.csv', 'missing.csv'];

test('a proof of every item, with the answers as they are without; bodies travel once a chunk', async () => {
  const proofs = folder.path('honest');
  const answers: ChunkAnswer[] = [];
  const asked = { proof: proofs, verify: true };
  const { code, lines, stderr } = await capturedBatch(
    cell,
    PATHS.map(rail),
    asked,
    tampered((answer) => answers.push(answer) > 0 && answer),
  );
  expect(lines).toEqual((await capturedBatch(cell, PATHS.map(rail))).lines);
  expect(code).toBe(2);
  expect(stderr).toContain(`5 proofs in ${proofs}: 5 proven, 0 not decided, 1 item without`);
  expect(readdirSync(proofs)).toHaveLength(5);
  for (const { id, status, time } of lines.slice(0, 5)) {
    const text = gunzipSync(readFileSync(`${proofs}/${fileNameOf(id as string)}.proof.gz`)).toString();
    expect(await verifyProof(text.trimEnd().split('\n'))).toMatchObject({ result: 'proven', status, time });
  }
  const [{ proofs: first }] = answers;
  const [, bodies, , , again] = first?.parts ?? [];
  expect(again).toBe(bodies);
});

test('motions and queries of two bodies, with and without a start in contact', async () => {
  const motions = await capturedBatch(cell, [], {
    motions: [rail('edges.csv')],
    proof: folder.path('motions'),
    verify: true,
    start: 'leaving',
  });
  expect(motions.lines.map(({ status }) => status)).toEqual(['free', 'contact', 'free']);
  expect(motions.stderr).toContain('3 proven, 0 not decided');
  for (const start of ['strict', 'leaving'] as const) {
    const { lines, stderr } = await capturedBatch(folder.path('cubes.json'), [], {
      proof: folder.path(`pairs-${start}`),
      verify: true,
      start,
    });
    expect(new Set(lines.map(({ status }) => status)).size).toBeGreaterThan(1);
    expect(stderr).toContain(`${lines.length} proven, 0 not decided`);
  }
});

/** Somebody between the workers and this machine. */
function tampered(change: (answer: ChunkAnswer) => ChunkAnswer | false): OpenEngine {
  return async (wishes) => {
    const engine = await hereEngine(wishes);
    const answerer: Answerer = {
      ...engine.answerer,
      answer: async (chunk, subject) => {
        const own = await engine.answerer.answer(chunk, subject);
        return readAnswer(answerBytes(change(own) || own), chunk.ids.length);
      },
    };
    return { ...engine, answerer };
  };
}

const edited = (answer: ChunkAnswer, from: RegExp, to: string): ChunkAnswer => ({
  ...answer,
  lines: new TextEncoder().encode(new TextDecoder().decode(answer.lines).replace(from, to)),
  codes: new Uint8Array(answer.codes.length),
});

const LIES: Readonly<Record<string, (answer: ChunkAnswer) => ChunkAnswer | false>> = {
  'contact told as free': (answer) => edited(answer, /"contact","time":[\d.]+/, '"free","time":2'),
  'a later time': (answer) => edited(answer, /"contact","time":[\d.]+/, '"contact","time":1.35'),
  'left out': (answer) => edited(answer, /"contact"/, '"left out"'),
  'no proofs': ({ proofs: _, ...answer }) => answer,
  'a proof less': (answer) => withParts(answer, (parts) => parts.fill(NO_PART, 3, 6)),
  "another item's proof": (answer) => withParts(answer, (parts) => parts.set(parts.slice(0, 3), 3)),
  'parts in another order': (answer) => withParts(answer, (parts) => parts.reverse()),
};

function withParts(answer: ChunkAnswer, change: (parts: Uint32Array) => void): ChunkAnswer | false {
  if (answer.proofs === undefined) return false;
  const parts = answer.proofs.parts.slice();
  change(parts);
  return { ...answer, proofs: { ...answer.proofs, parts } };
}

test.each(Object.keys(LIES))('%s: found by --verify, and the run ends', async (lie) => {
  const asked = { proof: folder.path(`lies ${lie.length}`), verify: true };
  const run = capturedBatch(cell, ['free.csv', 'hit.csv'].map(rail), asked, tampered(LIES[lie]));
  await expect(run).rejects.toMatchObject({ exitCode: 76, message: expect.stringMatching(/(hit|free)\.csv: /) });
});

/** Whose workers put other lines into the proofs that this machine verifies. */
function planted(change: (lines: readonly Line[]) => readonly Line[]): OpenEngine {
  return async (wishes) => {
    const engine = await hereEngine(wishes);
    const verify: typeof engine.verify = (task, packed) => {
      const path = task.path as string;
      const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
      const changed = change(lines.map((line) => JSON.parse(line)));
      writeFileSync(path, gzipSync(changed.map((line) => `${JSON.stringify(line)}\n`).join('')));
      return engine.verify(task, packed);
    };
    return { ...engine, verify };
  };
}

type Line = Readonly<Record<string, unknown>>;

const floats = (text: unknown) => new Float64Array(Uint8Array.from(Buffer.from(String(text), 'base64')).buffer);
const whole = (text: unknown) => new Uint32Array(Uint8Array.from(Buffer.from(String(text), 'base64')).buffer);

/** Each two triangles of two shapes apart, 255 times one after the other: few bytes when compressed, and much work. */
function endless(a: Shape, b: Shape, direction: readonly number[]): Uint8Array {
  const out: number[] = [];
  const visit = (x: number, y: number): void => {
    const side = a.isLeaf(x) ? (b.isLeaf(y) ? null : b) : a;
    if (side === null) {
      const first = out.length < 100 && !out.includes(1) ? [1, ...direction, 1] : [0x0d, 1];
      out.push(...first);
      for (let t = 2; t < 256; t++) out.push(0x0d, t);
      out.push(0x0c);
      return;
    }
    out.push(side === a ? 2 : 3);
    for (const child of side.children(side === a ? x : y)) visit(side === a ? child : x, side === a ? y : child);
  };
  visit(0, 0);
  return Uint8Array.from(out);
}

test('a proof that asks for more work than is allowed is not decided, and the run goes on', async () => {
  const engine = planted((lines) => {
    const kinds = (kind: string) => lines.filter((line) => line.kind === kind);
    const shapes = kinds('shape').map(
      ({ corners, triangles, cuts, radius = 0 }) =>
        new Shape(floats(corners), whole(triangles), cuts === undefined ? null : Buffer.from(String(cuts), 'base64'), radius as number),
    );
    const [bodies, pairs] = [kinds('body'), kinds('pair')];
    const shapeOf = (body: unknown) => shapes[bodies[body as number].shape as number];
    return lines.map((line) => {
      if (line.kind !== 'proof') return line;
      const { a, b } = pairs[line.pair as number];
      // along the rail, from whichever is behind to the other
      const direction = String(bodies[a as number].name).includes('wall') || String(bodies[b as number].name).includes('tail') ? -1 : 1;
      return { ...line, frame: -1, stream: base64(endless(shapeOf(a), shapeOf(b), [direction & 255, 0, 0])) };
    });
  });
  const asked = { proof: folder.path('endless'), verify: true };
  const { code, stderr } = await capturedBatch(cell, [rail('free.csv')], asked, engine);
  expect(stderr).toContain('0 proven, 1 not decided');
  expect(stderr).toContain('it takes more work than is allowed');
  expect(code).toBe(3);
});

test('a proof of another problem is found out before its leaves', async () => {
  // its leaves are false too: whatever is read first is told
  const engine = planted((lines) => {
    const last = lines.findLastIndex(({ kind }) => kind === 'frame');
    return lines.map((line, k) => {
      if (k === last) return { ...line, at: [5, 5, 5, 0, 0, 0, 1] };
      return line.kind === 'proof' ? { ...line, stream: base64(Uint8Array.of(0, 0, 0, 1)) } : line;
    });
  });
  const run = capturedBatch(cell, [rail('free.csv')], { proof: folder.path('other'), verify: true }, engine);
  await expect(run).rejects.toMatchObject({ exitCode: 76, message: expect.stringContaining('it is about another problem') });
});

test('an error in place of an answer is one in the exit code, whatever is said', async () => {
  const lie = tampered((answer) => ({ ...edited(answer, /"status":"contact"/, '"error":"no time"') }));
  expect(await capturedBatch(cell, [rail('hit.csv')], { proof: folder.path('errors'), verify: true }, lie)).toMatchObject({ code: 2 });
});

test('a code that is better than the answer does not count', async () => {
  const lie = tampered((answer) => edited(answer, /^/, ''));
  expect(await capturedBatch(cell, [rail('hit.csv')], { proof: folder.path('codes'), verify: true }, lie)).toMatchObject({ code: 1 });
});

test('answers whose proofs are no such thing are refused before anybody looks at them', async () => {
  let honest: ChunkAnswer | null = null;
  await capturedBatch(
    cell,
    [rail('free.csv')],
    { proof: folder.path('one') },
    tampered((answer) => {
      honest = answer;
      return answer;
    }),
  );
  const { proofs, ...rest } = honest as unknown as Required<ChunkAnswer>;
  const wrong = [
    { ...proofs, parts: new Uint32Array(0) },
    { ...proofs, parts: Uint32Array.of(0, 1, 99) },
    { ...proofs, parts: Uint32Array.of(NO_PART, 1, 2) },
    { ...proofs, ends: Uint32Array.of(5, 3, proofs.bytes.length) },
    { ...proofs, ends: Uint32Array.of(5, 6, proofs.bytes.length + 1) },
    null,
  ];
  for (const one of wrong) expect(() => readAnswer(answerBytes({ ...rest, proofs: one as typeof proofs }), 1)).toThrow(/proofs|record/);
});

test('what has no proof is refused by name', async () => {
  const asked = { proof: folder.path('none') };
  await expect(capturedBatch(cell, [rail('free.csv')], { ...asked, gpu: true })).rejects.toThrow(
    '--proof: what graphics hardware finds free has no proof',
  );
  await expect(capturedBatch(cell, [rail('free.csv')], { verify: true })).rejects.toThrow('--verify is about proofs');
  const job = folder.write('steps.json', { format: 'inbetween-job/1', frames: ['cube.obj', 'cube.obj'] });
  await expect(capturedBatch(job, [], asked)).rejects.toThrow('--proof: steps are not proven yet');
  expect(existsSync(folder.path('none'))).toBe(false);
});

test('names of files: ids as they are in a URL, told apart where that is not enough', () => {
  expect(fileNameOf('paths/a b.csv:3')).toBe('paths%2Fa%20b.csv%3A3');
  expect(fileNameOf('../*')).toBe('%2E%2E%2F%2A');
  const many = ['A.csv', 'a.csv', `${'x'.repeat(300)}1`, `${'x'.repeat(300)}2`, '\ud800', '\ud801'];
  expect(new Set(many.map((id) => fileNameOf(id).toLowerCase())).size).toBe(many.length);
  expect(Math.max(...many.map((id) => fileNameOf(id).length))).toBeLessThan(240);
});
