import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { byPython, PROOF_EXAMPLES as FOLDER, hasPython } from './by-python.ts';
import { formatCorners } from './format-corners.ts';
import { hostileProofs } from './hostile-proofs.ts';
import { brokenLeaves, hostileLines, leafMutants, type Mutant, structuralMutants } from './proof-mutants.ts';
import { threeCubes } from './small-proof.ts';

const textOf = ({ lines }: Mutant): string[] => lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));

const examples = [
  ...readFileSync(new URL('../../../docs/proof-format.md', import.meta.url), 'utf8').matchAll(/```jsonl\n([\s\S]*?)\n```/g),
];
const mutants: readonly Mutant[] = [
  ...examples.map(([, text], k) => ({ name: `example ${k}`, lines: text.split('\n') })),
  { name: 'valid', lines: threeCubes() },
  ...structuralMutants(threeCubes(), new Random(9)),
  ...leafMutants(threeCubes(), new Random(10), 150),
  ...hostileLines(),
  ...hostileProofs(),
  { name: 'open', lines: threeCubes().map((line) => (line.kind === 'proof' ? { ...line, stream: 'QA==' } : line)) },
];

describe('mutants of leaves (seed 11)', () => {
  test('are rejected wherever sampling finds them false', async () => {
    let [broken, proven] = [0, 0];
    for (const mutant of leafMutants(threeCubes(), new Random(11), 120)) {
      const { result } = await verifyProof(textOf(mutant));
      const found = brokenLeaves(mutant.lines, mutant.line);
      if (found > 0) expect(result, mutant.name).not.toBe('proven');
      if (found > 0) broken++;
      if (result === 'proven') proven++;
    }
    // both kinds are there
    expect(Math.min(broken, proven)).toBeGreaterThan(20);
  });
});

describe('files at the corners of the format', () => {
  test('get the result of the page from both checkers', async () => {
    const corners = formatCorners();
    const wanted = corners.map(({ name, result }) => `${name}: ${result}`);
    const own = await Promise.all(
      corners.map(async ({ name, lines }) => `${name}: ${(await verifyProof(textOf({ name, lines }))).result}`),
    );
    expect(own).toEqual(wanted);
    if (hasPython) expect(byPython(corners.map(textOf)).map((result, k) => `${corners[k].name}: ${result}`)).toEqual(wanted);
  });
});

describe('verify.py', () => {
  test('is no translation: few of its functions have a namesake in the other checker', () => {
    const plain = (name: string) => name.replace(/_/g, '').toLowerCase();
    const folder = new URL('../../../src/proof/', import.meta.url);
    const source = readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    const others = new Set(
      [...source.matchAll(/(?:function\*? |class |^ {2}(?:static |get |\*)?)([A-Za-z]\w*)(?= ?[(<{])/gm)].map(([, name]) => plain(name)),
    );
    const own = [...readFileSync(join(FOLDER, 'verify.py'), 'utf8').matchAll(/^ *(?:def|class) ([a-zA-Z]\w*)/gm)].map(([, name]) =>
      plain(name),
    );
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((name) => others.has(name)).length / own.length).toBeLessThan(0.3);
  });
});

// without Python there is nothing to compare with
describe.skipIf(!hasPython)('the checker in Python', () => {
  test('says the same of every proof and mutant', async () => {
    const other = byPython(mutants.map(textOf));
    const own = await Promise.all(mutants.map(async (mutant) => (await verifyProof(textOf(mutant))).result));
    expect(mutants.map(({ name }, k) => `${name}: ${other[k]}`)).toEqual(mutants.map(({ name }, k) => `${name}: ${own[k]}`));
    expect(new Set(own)).toEqual(new Set(['proven', 'refuted', 'malformed', 'undecided']));
  });

  test('names in a file steer no terminal, and say nothing else than what was found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'python-'));
    const lines = (examples[1][1] as string).replace('"ball"', '"\\ud800\\nproven: free\\u001b[1m"').split('\n');
    const run = (text: string, ...options: string[]) => {
      writeFileSync(join(folder, 'a.proof'), text);
      return spawnSync('python3', [join(FOLDER, 'verify.py'), join(folder, 'a.proof'), ...options], { encoding: 'utf8' });
    };
    const proven = run(lines.join('\n'), '--proof-only');
    const alone = run(lines.join('\n'));
    const refuted = run(lines.join('\n').replace('"clearance":0.25', '"clearance":1'));
    rmSync(folder, { recursive: true });
    // without a work cell the problem is not compared
    expect([proven.status, alone.status, refuted.status]).toEqual([0, 3, 1]);
    expect(proven.stdout).toContain('clearance 0.25, tolerance 0.015625');
    for (const { stdout } of [proven, alone, refuted]) {
      expect(stdout).not.toContain('\u001b');
      expect(stdout).not.toContain('\nproven');
    }
  });
});
