import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { hostileLines, structuralMutants } from './proof-mutants.ts';
import { base64, cubeLine, HEADER, type Line, proved, threeCubes } from './small-proof.ts';

const FREE: Line = { kind: 'frame', parent: -1, moves: 'free' };
const check = (lines: readonly (Line | string)[]) =>
  verifyProof(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))));
const resultOf = async (lines: readonly (Line | string)[]) => (await check(lines)).result;
const STILL = [0, 0, 0, 1];

/** Two cubes, one of which goes from one pose to another; n = (1, 0, 0) all the way. */
function cubes(
  between: readonly number[],
  more: Partial<{ clearance: number; solid: string; stream: number[]; frame: number; until: number; verdict: Line }> = {},
): Line[] {
  const { clearance = 0, solid, stream = [0, 1, 0, 0], frame = -1, until, verdict = { kind: 'verdict', status: 'free' } } = more;
  const filled = solid === undefined ? {} : { solid };
  return [
    { ...HEADER, clearance },
    cubeLine(),
    FREE,
    { kind: 'body', name: 'a', shape: 0, frame: 0, ...filled },
    { kind: 'body', name: 'b', shape: 0, frame: -1, ...filled },
    { kind: 'pair', a: 0, b: 1 },
    { kind: 'segment', motions: [{ between }], ...(until === undefined ? {} : { until }) },
    { kind: 'proof', pair: 0, frame, stream: base64(Uint8Array.from(stream)) },
    verdict,
  ];
}

describe('examples of docs/proof-format.md', () => {
  const page = readFileSync(new URL('../../../docs/proof-format.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```jsonl\n([\s\S]*?)\n```/g)].map(([, text]) => text.split('\n'));

  test('all are proven: four of rigid bodies and joints, one of a step', async () => {
    const found = await Promise.all(examples.map((lines) => verifyProof(lines)));
    expect(found.map(({ result, status, time, leaves }) => ({ result, status, time, leaves }))).toEqual([
      { result: 'proven', status: 'free', time: 1, leaves: 1 },
      { result: 'proven', status: 'contact', time: 0.810546875, leaves: 2 },
      { result: 'proven', status: 'free', time: 1, leaves: 2 },
      { result: 'proven', status: 'free', time: 1, leaves: 1 },
      { result: 'proven', status: 'contact', time: 0.5, leaves: 2 },
    ]);
    expect(found.map(({ followed }) => followed)).toEqual([0, 0, 0, 1, 0]);
    expect(found[1].witness).toEqual(['ball', 'wall']);
    const between = [{ a: ['tip', 'post'], b: ['hub'] }];
    expect(found[2].untested).toEqual([{ by: 'srdf', why: 'adjacent', pairs: 2, between }]);
  });

  test('of the loop: errors as the page has them, and none below what is left out', async () => {
    const [u, v] = [Math.cos(0.25) - (1 - 0.25 ** 2 / 2), 0.25 - Math.sin(0.25)];
    expect([u, v].map((x) => x.toFixed(5))).toEqual([(0.25 ** 4 / 24).toFixed(5), (0.25 ** 3 / 6 - 0.25 ** 5 / 120).toFixed(5)]);
    const told = (errors: readonly number[]) =>
      verifyProof(examples[3].map((line) => line.replace('0.000244140625', `${errors[0]}`).replace('0.00390625', `${errors[1]}`)));
    expect((await told([1.2 * u, 1.2 * v])).result).toBe('proven');
    for (const errors of [
      [0.99 * u, 2 * v],
      [2 * u, 0.99 * v],
    ])
      expect((await told(errors)).result).toBe('refuted');
  });

  test('and nothing of them can be left out', async () => {
    for (const lines of examples) for (let i = 0; i < lines.length; i++) expect(await resultOf(lines.toSpliced(i, 1))).not.toBe('proven');
  });
});

describe('leaves', () => {
  test('a motion that ends a little before the other body is free; one that goes on is not', async () => {
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -2 - 2 ** -40, 0, 0, ...STILL]))).toBe('proven');
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -2 + 2 ** -40, 0, 0, ...STILL]))).toBe('refuted');
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -2, 0, 0, ...STILL]))).not.toBe('proven');
  });

  test('clearance counts', async () => {
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -3.0001, 0, 0, ...STILL], { clearance: 1 }))).toBe('proven');
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -2.9999, 0, 0, ...STILL], { clearance: 1 }))).toBe('refuted');
  });

  test('a cube that turns between two poses at which it is apart is not', async () => {
    // quarter turn at a distance that its edge, √2 from the axis, does not pass
    const turning = (x: number) => cubes([x, 0, 0, ...STILL, x, 0, 0, 0, 0, 1, 1]);
    expect(await resultOf(turning(-1 - Math.SQRT2 - 1e-9))).toBe('proven');
    expect(await resultOf(turning(-1 - Math.SQRT2 + 1e-9))).toBe('refuted');
  });

  test('a direction of the body that turns is another one', async () => {
    const half = [-5, 0, 0, ...STILL, -2.5, 0, 0, 0, 0, 1, 1];
    expect(await resultOf(cubes(half))).toBe('proven');
    expect(await resultOf(cubes(half, { frame: 0 }))).toBe('refuted');
  });

  test('what is not claimed is not proven', async () => {
    expect(await resultOf(cubes([-5, 0, 0, ...STILL, -4, 0, 0, ...STILL], { stream: [0x40] }))).toBe('undecided');
  });
});

describe('solids', () => {
  /** A small cube in a large one. */
  const nested = (solid: Line = { solid: 'winding' }): Line[] => [
    HEADER,
    cubeLine(10),
    cubeLine(0.5),
    FREE,
    { kind: 'body', name: 'box', shape: 0, frame: -1, ...solid },
    { kind: 'body', name: 'part', shape: 1, frame: 0 },
    { kind: 'pair', a: 0, b: 1 },
  ];
  const moves = (x: number): Line => ({ kind: 'segment', motions: [{ between: [x, 0, 0, ...STILL, x + 0.5, 0, 0, ...STILL] }] });

  test('a body that starts inside a solid is not free, inside a surface it is', async () => {
    expect(await resultOf(proved(nested(), [moves(0)]))).toBe('refuted');
    expect(await resultOf(proved(nested({ solid: 'parity' }), [moves(0)]))).toBe('refuted');
    expect(await resultOf(proved(nested({}), [moves(0)]))).toBe('proven');
    expect(await resultOf(proved(nested(), [moves(12)]))).toBe('proven');
  });

  test('the same as a witness of overlap', async () => {
    const overlap = (inside: string, x: number) => [
      ...nested(),
      moves(x),
      { kind: 'verdict', status: 'overlap', witness: { pair: 0, inside } },
    ];
    expect(await resultOf(overlap('b', 0))).toBe('proven');
    expect(await resultOf(overlap('a', 0))).toBe('refuted');
    expect(await resultOf(overlap('b', 12))).toBe('refuted');
  });

  test('a solid is closed', async () => {
    const open = { ...cubeLine(), triangles: base64(new Uint32Array([0, 2, 1])) };
    const lines = cubes([-5, 0, 0, ...STILL, -4, 0, 0, ...STILL], { solid: 'winding' }).map((line) =>
      line.kind === 'shape' ? open : line,
    );
    expect((await check(lines)).why).toContain('not closed');
  });
});

describe('paths', () => {
  const goes = (from: number, to: number): Line => ({
    kind: 'segment',
    motions: [{ between: [from, 0, 0, ...STILL, to, 0, 0, ...STILL] }],
  });

  test('a path does not jump', async () => {
    const [header, ...problem] = cubes([]).slice(0, 6);
    const lines = proved([{ ...header, segments: 2 }, ...problem], [goes(-9, -8), goes(-8, -7)]);
    expect(await resultOf(lines)).toBe('proven');
    const jump = await check(lines.map((line) => (line.kind === 'segment' ? goes(-9, -8) : line)));
    expect(jump.result).toBe('malformed');
    expect(jump.why).toContain('jumps');
  });

  test('what ends early is not free', async () => {
    const lines = cubes([-5, 0, 0, ...STILL, -4, 0, 0, ...STILL], { until: 0.5 });
    expect(await resultOf(lines)).toBe('malformed');
    expect(await check([...lines.slice(0, -1), { kind: 'verdict', status: 'unresolved' }])).toMatchObject({ result: 'proven', time: 0.5 });
  });
});

describe('mutants', () => {
  test('of structure are rejected all', async () => {
    const valid = threeCubes();
    expect(await resultOf(valid)).toBe('proven');
    const mutants = structuralMutants(valid, new Random(8));
    expect(mutants.length).toBeGreaterThan(150);
    for (const { name, lines } of mutants) expect(await resultOf(lines), name).not.toBe('proven');
  });

  test('hostile files end in words', async () => {
    for (const { name, lines } of hostileLines()) {
      const { result, why } = await check(lines);
      expect(result, name).toBe('malformed');
      expect(why, name).not.toBe('');
    }
  });

  test('more work than allowed is not decided', async () => {
    const lines = threeCubes().map((line) => JSON.stringify(line));
    expect(await verifyProof(lines, { maxPieces: 3 })).toMatchObject({ result: 'undecided' });
  });
});
