import { expect, test } from 'vitest';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { Random } from '../../../src/math/random.ts';
import { shrinkProof, verifyProof } from '../../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../../src/prove/index.ts';
import { body, randomPair } from '../../property/random-pairs.ts';
import { libraryScene, randomScene } from '../../property/random-robots.ts';
import { byPython, hasPython } from './by-python.ts';
import { hostileLines, leafMutants } from './proof-mutants.ts';
import { type Line, threeCubes } from './small-proof.ts';

async function shrunk(lines: readonly string[]): Promise<string[]> {
  const out: string[] = [];
  for await (const line of shrinkProof(lines)) out.push(line);
  return out;
}

const textOf = (lines: readonly (Line | string)[]) => lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
const problemOf = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('{"kind":"proof"'));
const bytesOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + (/"stream":"(.*)"/.exec(line)?.[1].length ?? 0), 0);

/** Proofs of pairs and robots, with a radius and a clearance here and there. */
function recordedProofs(seed: number): string[][] {
  const random = new Random(seed);
  return Array.from({ length: 14 }, (_, round) => {
    const texts: string[] = [];
    const proof: ProofRecorder = recordProof((text) => texts.push(text));
    if (round < 10) {
      const { a, b } = randomPair(random, { radius: round % 3 === 0 ? 0.05 : 0 });
      new PairQuery(body(a), body(b)).firstContact({}, { proof, clearance: round % 4 === 0 ? 0.01 : 0 });
    } else {
      const { scene, motions } = libraryScene(randomScene(random));
      scene.firstContact(motions, { proof });
    }
    return texts.join('').trimEnd().split('\n');
  });
}

test('what is shrunk proves the same, by fewer leaves and bytes; both checkers say so (seed 3507)', async () => {
  const proofs = recordedProofs(3507);
  const short: string[][] = [];
  const sums = { leaves: 0, left: 0, bytes: 0, bytesLeft: 0 };
  for (const [k, lines] of proofs.entries()) {
    const out = await shrunk(lines);
    short.push(out);
    const before = await verifyProof(lines);
    const after = await verifyProof(out);
    expect(after, `proof ${k}`).toEqual({
      ...before,
      work: after.work,
      maxWork: after.maxWork,
      leaves: after.leaves,
      pieces: after.pieces,
    });
    expect(after.leaves).toBeLessThanOrEqual(before.leaves);
    expect(problemOf(out)).toEqual(problemOf(lines));
    sums.leaves += before.leaves;
    sums.left += after.leaves;
    sums.bytes += bytesOf(lines);
    sums.bytesLeft += bytesOf(out);
  }
  expect(sums.left).toBeLessThan(0.6 * sums.leaves);
  expect(sums.bytesLeft).toBeLessThan(0.5 * sums.bytes);
  if (hasPython) expect(byPython(short)).toEqual(byPython(proofs));
});

test('again there is hardly anything to gain, and it stays proven', async () => {
  const [, lines] = recordedProofs(3508);
  const once = await shrunk(lines);
  const twice = await shrunk(once);
  expect((await verifyProof(twice)).result).toBe('proven');
  expect(twice.join('').length).toBeLessThanOrEqual(once.join('').length);
});

test('what is not proven is not made up: leaves that are false, and what is left open', async () => {
  let refuted = 0;
  for (const { lines } of leafMutants(threeCubes(), new Random(11), 40)) {
    const before = (await verifyProof(textOf(lines))).result;
    if (before === 'malformed') continue;
    const after = (await verifyProof(await shrunk(textOf(lines)))).result;
    // a false leaf may be one that another one makes needless
    if (before === 'proven') expect(after).toBe('proven');
    else if (after === 'refuted') refuted++;
  }
  expect(refuted).toBeGreaterThan(0);
  const open = threeCubes().map((line) => (line.kind === 'proof' ? { ...line, stream: 'QA==' } : line));
  expect(await shrunk(textOf(open))).toEqual(textOf(open));
});

test('lines that are none of a proof are errors, none of them unclear', async () => {
  let thrown = 0;
  for (const { lines } of hostileLines())
    await shrunk(textOf(lines)).catch((error: Error) => {
      thrown++;
      expect(error.message).not.toMatch(/undefined|not a function|Cannot|stack/);
    });
  expect(thrown).toBeGreaterThan(5);
});

test('lines that are no proof, or one of a step, are an InputError that names the line', async () => {
  const header = { kind: 'inbetween-step-proof/1', by: 'x', question: 'step', clearance: 0, tolerance: 1, inputs: [] };
  await expect(shrunk(textOf([header]))).rejects.toMatchObject({ name: 'InputError' });
  await expect(shrunk(textOf([header]))).rejects.toThrow('line 1: shrinkProof: a proof of a step of deforming meshes is not shrunk');
  await expect(shrunk(['{'])).rejects.toMatchObject({ name: 'InputError' });
  const [first, ...rest] = threeCubes();
  const broken = rest.map((line) => (line.kind === 'proof' ? { ...line, stream: '?' } : line));
  await expect(shrunk(textOf([first, ...broken]))).rejects.toMatchObject({ name: 'InputError' });
});
