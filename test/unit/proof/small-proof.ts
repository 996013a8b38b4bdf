/**
 * Proofs of small scenes, found without the library: whatever leaf the checker itself takes is written. Slow, and only for
 * bodies that are well apart; for tests of the checker and of mutants.
 */
import { ONE } from '../../../src/proof/fixed.ts';
import { judgeLeaf, Work } from '../../../src/proof/leaf.ts';
import type { Pose } from '../../../src/proof/motion.ts';
import { Problem } from '../../../src/proof/problem.ts';
import type { Question } from '../../../src/proof/question.ts';
import type { Row } from '../../../src/proof/record.ts';
import { exactTime } from '../../../src/proof/stream.ts';

export type Line = Record<string, unknown>;

export function base64(data: Float64Array | Uint32Array | Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** The cube [−1, 1]³ times a size, triangles turned outwards. */
export function cubeLine(size = 1): Line {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1, i & 2, i & 4].map((bit) => (bit === 0 ? -size : size))).flat();
  // biome-ignore format: one side a line
  const triangles = [
    0, 2, 1, 1, 2, 3,
    4, 5, 6, 5, 7, 6,
    0, 1, 4, 1, 5, 4,
    2, 6, 3, 3, 6, 7,
    0, 4, 2, 2, 4, 6,
    1, 3, 5, 3, 7, 5,
  ];
  return { kind: 'shape', corners: base64(new Float64Array(corners)), triangles: base64(new Uint32Array(triangles)) };
}

const STILL = [0, 0, 0, 1];

export const HEADER: Line = {
  kind: 'inbetween-proof/1',
  by: 'test',
  question: 'firstContact',
  segments: 1,
  clearance: 0,
  tolerance: 1e-6,
  inputs: [],
};

/** What the lines before the segments say. */
export function problemOf(lines: readonly Line[]): Problem {
  const read = new Problem((lines[0] as { clearance: number }).clearance);
  for (const line of lines) {
    if (line.kind === 'shape') read.shape(line as Row);
    if (line.kind === 'frame') read.frame(line as Row);
    if (line.kind === 'body') read.body(line as Row);
    if (line.kind === 'pair') read.pair(line as Row);
    if (line.kind === 'untested') read.leaveOut(line as Row);
  }
  return read;
}

/** Lines up to the pairs and those of segments, with what proves each pair, and the verdict behind them. */
export function proved(problem: readonly Line[], segments: readonly Line[], verdict: Line = { kind: 'verdict', status: 'free' }): Line[] {
  const read = problemOf(problem);

  const out = [...problem];
  for (const segment of segments) {
    const { frames } = read.segment(segment as Row);
    const until = exactTime((segment.until as number | undefined) ?? 1);
    out.push(segment);
    read.pairs.forEach(({ a, b, clearance }, pair) => {
      const [a0, b0] = [read.bodies[a], read.bodies[b]];
      const question = { frames, a: a0, b: b0, seenFrom: -1, clearance: BigInt(clearance * 2 ** 120), gap: 0n, until };
      out.push({ kind: 'proof', pair, frame: -1, stream: base64(Uint8Array.from(streamOf(question, until))) });
    });
  }
  return [...out, verdict];
}

/** Three cubes near one another, two of them moving, one of them turning: leaves to t, splits of both. */
export function threeCubes(): Line[] {
  const bodies = ['a', 'b', 'c'].map((name, k) => ({ kind: 'body', name, shape: 0, frame: k - 1, solid: 'winding' }));
  return proved(
    [
      { ...HEADER, segments: 2, inputs: [{ name: 'cell.json', sha256: 'ab'.repeat(32) }] },
      cubeLine(),
      { kind: 'frame', parent: -1, moves: 'free' },
      { kind: 'frame', parent: 0, at: [0, 0, 6, ...STILL], moves: 'revolute', axis: [0, 0, 1], value: 0 },
      ...bodies,
      { kind: 'pair', a: 0, b: 1 },
      { kind: 'untested', a: [0], b: [2], by: 'test', why: 'far apart' },
      { kind: 'pair', a: 1, b: 2 },
    ],
    [
      { kind: 'segment', values: [{ line: [0, 1] }], motions: [{ between: [-3, 0, 0, ...STILL, -2.2, 2.6, 0, ...STILL] }] },
      { kind: 'segment', values: [{ line: [1, 3] }], motions: [{ between: [-2.2, 2.6, 0, ...STILL, 2.2, 2.6, 0, 0, 0, 1, 1] }] },
    ],
  );
}

function streamOf(question: Question, until: bigint): number[] {
  const bytes: number[] = [];
  const work = new Work(1e9, Infinity);
  const prove = (nodes: readonly [number, number], t0: bigint, level: number): void => {
    for (const n of directions(question, nodes, t0)) {
      const signed = n.map((x) => x & 255);
      const big = n.map(BigInt);
      if (judgeLeaf(question, nodes, big, t0, until, work) === 'proven') {
        bytes.push(0, ...signed);
        return;
      }
      const grid = Number((t0 * 256n) / ONE) + 64;
      const t = (BigInt(grid) * ONE) / 256n;
      if (t < until && grid < 256 && judgeLeaf(question, nodes, big, t0, t, work) === 'proven') {
        bytes.push(1, ...signed, grid);
        prove(nodes, t, level);
        return;
      }
    }
    const { a, b } = question;
    const side = a.shape.isLeaf(nodes[0]) || (level % 2 === 1 && !b.shape.isLeaf(nodes[1])) ? 1 : 0;
    if ((side === 0 ? a : b).shape.isLeaf(nodes[side])) throw new Error('too near for this prover');
    bytes.push(2 + side);
    for (const child of (side === 0 ? a : b).shape.children(nodes[side]))
      prove(side === 0 ? [child, nodes[1]] : [nodes[0], child], t0, level + 1);
  };
  prove([0, 0], 0n, 0);
  return bytes;
}

/** From centre to centre at first, then along axes and diagonals. */
function directions({ frames, a, b, seenFrom }: Question, nodes: readonly [number, number], t: bigint): number[][] {
  const [x, y] = [a, b].map(({ shape, frame }, k) => placed(shape.boxOf(nodes[k]), frames.poseAt(frame, seenFrom, t)));
  const d = y.map((one, k) => one - x[k]);
  const length = Math.hypot(...d) || 1;
  const all = [d.map((one) => Math.round((100 * one) / length))];
  for (const i of [-1, 0, 1])
    for (const j of [-1, 0, 1]) for (const k of [-1, 0, 1]) if (i !== 0 || j !== 0 || k !== 0) all.push([i, j, k]);
  return all.filter((n) => n.some((one) => one !== 0));
}

function placed(box: readonly bigint[], { R, p }: Pose): number[] {
  const middle = [0, 1, 2].map((k) => Number(box[k] + box[3 + k]) / 2 ** 121);
  return [0, 3, 6].map((i, k) => [0, 1, 2].reduce((sum, j) => sum + (Number(R[i + j]) / 2 ** 120) * middle[j], Number(p[k]) / 2 ** 120));
}
