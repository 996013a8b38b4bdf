/**
 * Streams of leaves, run by a stack of (node, node, time reached): one that ends with an empty stack has covered all
 * triangles of both bodies, and all time. [docs/proof.md, "Coverage"]
 */
import { BITS, integers } from './fixed.ts';
import { type Judgement, judgeLeaf, type Work } from './leaf.ts';
import type { Question } from './question.ts';
import { number } from './record.ts';
import { Malformed } from './shape.ts';

/** Runs a stream over [from, until] to its end; the first leaf that does not hold ends it. */
export function runStream(bytes: Uint8Array, question: Question, from: bigint, until: bigint, work: Work): Judgement {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { a, b } = question;
  const stack: { nodes: readonly [number, number]; t: bigint }[] = [{ nodes: [0, 0], t: from }];
  let n: readonly bigint[] | null = null;
  let at = 0;
  let judgement: Judgement = 'proven';
  const take = (size: number): number => {
    if (at + size > bytes.length) throw new Malformed('a stream ends before its pair is proven');
    at += size;
    return at - size;
  };
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const code = view.getUint8(take(1));
    const [what, wide, timed] = [code & 3, (code >> 2) & 3, (code >> 4) & 3];
    if (code === 0x40) {
      judgement = 'undecided';
      continue;
    }
    const isLong = code > 127;
    if ((code & 64) > 0 || (isLong && wide > 0) || (what > 1 && code > 3) || (what === 0 && timed > 0))
      throw new Malformed(`no operation has the code ${code}`);
    const { nodes, t } = top;
    if (what > 1) {
      const side = what - 2;
      const shape = side === 0 ? a.shape : b.shape;
      if (shape.isLeaf(nodes[side])) throw new Malformed('a stream splits a single triangle');
      const [first, second] = shape.children(nodes[side]);
      stack.push({ nodes: side === 0 ? [second, nodes[1]] : [nodes[0], second], t });
      stack.push({ nodes: side === 0 ? [first, nodes[1]] : [nodes[0], first], t });
      continue;
    }
    if (isLong) n = integers([0, 1, 2].map(() => number(view.getFloat64(take(8), true), 'direction')));
    else if (wide < 3) {
      const o = take(3 << wide);
      const one = (k: number) =>
        wide === 0 ? view.getInt8(o + k) : wide === 1 ? view.getInt16(o + 2 * k, true) : view.getInt32(o + 4 * k, true);
      n = [BigInt(one(0)), BigInt(one(1)), BigInt(one(2))];
    }
    if (n === null || n.every((x) => x === 0n)) throw new Malformed('a leaf has no direction');
    const end = what === 0 ? until : timeAt(view, take(1 << timed), timed);
    if (what === 1 && !(t < end && end < until)) throw new Malformed('a leaf ends before it begins, or not before the end');
    work.leaves++;
    work.watch?.leaf(question, nodes, n, t, end);
    const leaf = work.isMine(work.leaves) ? judgeLeaf(question, nodes, n, t, end, work) : 'proven';
    if (leaf === 'refuted') return leaf;
    if (leaf === 'undecided') judgement = leaf;
    if (work.isSpent) return 'undecided';
    if (what === 1) stack.push({ nodes, t: end });
  }
  if (at !== bytes.length) throw new Malformed('a stream goes on when its pair is proven');
  return judgement;
}

function timeAt(view: DataView, o: number, wide: number): bigint {
  if (wide === 3) return exactTime(view.getFloat64(o, true));
  const count = wide === 0 ? view.getUint8(o) : wide === 1 ? view.getUint16(o, true) : view.getUint32(o, true);
  return BigInt(count) << (BITS - BigInt(8 << wide));
}

/** A time in [0, 1] that is a whole number of units. */
export function exactTime(t: number): bigint {
  const units = t * 2 ** 120;
  if (!(t >= 0 && t <= 1) || !Number.isInteger(units)) throw new Malformed(`${t} is no time in [0, 1] that is a multiple of 2^-120`);
  return BigInt(units);
}
