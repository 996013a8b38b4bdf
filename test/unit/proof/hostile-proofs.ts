/** Proofs that take much work for their size, or say other things than they seem to. */
import type { Mutant } from './proof-mutants.ts';
import { base64, cubeLine, HEADER, type Line, threeCubes } from './small-proof.ts';

const FREE: Line = { kind: 'verdict', status: 'free' };
const shape = (corners: readonly number[], triangles: ArrayLike<number>): Line => ({
  kind: 'shape',
  corners: base64(new Float64Array(corners)),
  triangles: base64(Uint32Array.from(triangles)),
});
/** To the end along a direction. */
const along = (...n: readonly number[]): string => base64(Uint8Array.from([0, ...n]));

/** Points that alternate between two places on a plane, of which no box shows how near it is. */
export function zigzag(points: number): Line[] {
  const triangles = Uint32Array.from({ length: 3 * points }, (_, i) => Math.floor(i / 3) % 2);
  return [
    HEADER,
    shape([1, -1, 0, -1, 1, 0], triangles),
    shape([2 ** -10, 2 ** -10, 0], [0, 0, 0]),
    { kind: 'body', name: 'a', shape: 0, frame: -1 },
    { kind: 'body', name: 'b', shape: 1, frame: -1 },
    { kind: 'pair', a: 0, b: 1 },
    { kind: 'segment' },
    { kind: 'proof', pair: 0, frame: -1, stream: along(1, 1, 0) },
    FREE,
  ];
}

/** Bodies of one shape, a closed surface of so many triangles; none of them is tested. */
export function manySolids(bodies: number, triangles: number): Line[] {
  // thin boxes on one another, each of two triangles
  const corners = Array.from({ length: triangles / 2 }, (_, k) => [0, 0, k, 1, 0, k, 0, 1, k]).flat();
  const all = Array.from({ length: triangles / 2 }, (_, k) => [0, 1, 2, 0, 2, 1].map((c) => 3 * k + c)).flat();
  const numbers = Array.from({ length: bodies }, (_, k) => k);
  return [
    HEADER,
    shape(corners, all),
    ...numbers.map((k): Line => ({ kind: 'body', name: `${k}`, shape: 0, frame: -1, solid: 'winding' })),
    { kind: 'untested', a: numbers, b: numbers, by: 'test', why: 'alike' },
    { kind: 'segment' },
    FREE,
  ];
}

/** Points in the box of a solid, none of them inside. */
export function manyParts(points: number): Line[] {
  const places = Array.from({ length: points }, (_, k) => [0.9, 0.9, 0.9 - k / (4 * points)]).flat();
  return [
    HEADER,
    shape([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
    shape(
      places,
      Uint32Array.from({ length: 3 * points }, (_, i) => Math.floor(i / 3)),
    ),
    { kind: 'body', name: 'a', shape: 0, frame: -1, solid: 'winding' },
    { kind: 'body', name: 'b', shape: 1, frame: -1 },
    { kind: 'pair', a: 0, b: 1 },
    { kind: 'segment' },
    { kind: 'proof', pair: 0, frame: -1, stream: along(1, 1, 1) },
    FREE,
  ];
}

/** A joint whose value goes on a little beside where it ended, taken so many times. Only what is far away is tested. */
export function jumps(by: number, times: number, error?: number): Line[] {
  const still = (value: number): Line[] => [
    { kind: 'segment', values: [{ line: [value, value], ...(error === undefined ? {} : { error }) }] },
    { kind: 'proof', pair: 0, frame: -1, stream: along(0, 0, 1) },
  ];
  return [
    { ...HEADER, segments: 2 },
    cubeLine(),
    { kind: 'frame', parent: -1, moves: 'prismatic', axis: [1, 0, 0], value: 0, times },
    { kind: 'frame', parent: -1, at: [0, 0, 9, 0, 0, 0, 1] },
    { kind: 'body', name: 'a', shape: 0, frame: 0 },
    { kind: 'body', name: 'b', shape: 0, frame: 1 },
    { kind: 'pair', a: 0, b: 1 },
    ...still(0),
    ...still(by),
    FREE,
  ];
}

/** What both checkers answer in the same way. */
export function hostileProofs(): Mutant[] {
  const valid = threeCubes();
  const pairs = valid.findIndex(({ kind }) => kind === 'pair');
  const untested = (a: number[], b: number[]): Line[] => valid.toSpliced(pairs, 0, { kind: 'untested', a, b, by: 'x', why: 'y' });
  const frames = (count: number): Line[] => [
    HEADER,
    ...Array.from({ length: count }, (_, k): Line => ({ kind: 'frame', parent: k - 1 })),
    { kind: 'segment' },
    FREE,
  ];
  const named = (name: string): Line[] => valid.map((line) => (line.kind === 'body' ? { ...line, name } : line));
  return [
    { name: 'zigzag', lines: zigzag(300) },
    { name: 'many parts', lines: manyParts(5) },
    { name: 'many solids', lines: manySolids(30, 10) },
    { name: 'a small jump', lines: jumps(2 ** -32, 1) },
    { name: 'a large jump', lines: jumps(2 ** -32, 2 ** 34) },
    { name: 'a jump in a tube', lines: jumps(2 ** -32, 2 ** 34, 2 ** -32) },
    { name: 'no pair that is not tested', lines: untested([0], [0]) },
    { name: 'a body twice in a list', lines: untested([0, 0], [0]) },
    { name: 'a body twice in the other list', lines: untested([0], [0, 0]) },
    { name: '1,000 frames on one another', lines: frames(1000) },
    { name: '1,001 frames on one another', lines: frames(1001) },
    { name: 'more shapes than bodies can have', lines: [HEADER, ...new Array<Line>(20_001).fill(cubeLine()), { kind: 'segment' }, FREE] },
    { name: 'a name of 10,000 units', lines: named('𝄞'.repeat(5000)) },
    { name: 'a name of more', lines: named('𝄞'.repeat(5001)) },
    { name: 'a name that steers', lines: named('\ud800\n\u001b[31m') },
  ];
}
