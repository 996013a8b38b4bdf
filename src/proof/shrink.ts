/**
 * The same proof with fewer leaves and shorter numbers. Leaves of siblings, and those that follow one another, become
 * one where a direction of theirs, or the sum, separates both; a leaf goes on to the first time of fewer bits, and
 * takes the direction before or one of smaller numbers, where that holds. Each is judged as the checker judges it, and
 * cut in time only a little. What is told shorter was proven; what was not proven before is told as it was.
 *
 * A leaf may always begin later than it was told to: so what comes behind one that is made longer stays true.
 */
import { BITS, fixedUp, integers, ONE } from './fixed.ts';
import type { Gaps } from './gaps.ts';
import { judgeLeaf, Work } from './leaf.ts';
import { Problem } from './problem.ts';
import type { Question } from './question.ts';
import { bytes, index, number, parsed, type Row, rowOf } from './record.ts';
import { Malformed } from './shape.ts';
import { STEP_PROOF } from './step-check.ts';
import { exactTime } from './stream.ts';

/** Pieces of time that a joined leaf may be cut into. */
const PIECES = 2;
/** Siblings with more leaves than this, together, are left alone. */
const MOST_JOINED = 8;
/** Largest components that are tried for a direction. */
const SIZES: readonly number[] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 48, 127];

/** As every engine has it. */
declare const btoa: (text: string) => string;

/** Bits of times that are tried, fewest first: bytes count, and what can be compressed. */
const FEW_BITS: readonly bigint[] = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 12n, 16n, 24n, 32n];

type Direction = readonly number[];
type Nodes = readonly [number, number];

/** Apart along a direction up to a time; null: to the end. */
interface Leaf {
  readonly n: Direction;
  readonly to: bigint | null;
}

/** Two nodes from a time on: leaves one after the other, then nothing more, or children. */
interface Entry {
  readonly nodes: Nodes;
  leaves: Leaf[];
  /** Children of a (0) or b (1); null: the last leaf goes to the end. */
  split: { readonly side: 0 | 1; readonly parts: readonly [Entry, Entry] } | null;
  /** Nothing is proven of what is left. */
  readonly isOpen: boolean;
}

/**
 * Gives the lines of a shorter proof of the same. Lines that are no proof, or one of a step of deforming meshes, are an
 * InputError; that the proof holds is not looked at: check what comes out.
 *
 * @example
 * ```ts
 * const lines: string[] = [];
 * for await (const line of shrinkProof(text.trimEnd().split('\n'))) lines.push(line);
 * ```
 */
export async function* shrinkProof(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  const file = new ShrunkFile();
  let number = 0;
  for await (const line of lines) {
    number++;
    let shorter: string;
    try {
      shorter = file.take(line);
    } catch (error) {
      throw error instanceof Malformed ? new ShrinkInputError(error.message, number) : error;
    }
    yield shorter;
  }
}

/** An InputError by its name, as another copy of the package has it: the checker imports nothing. */
class ShrinkInputError extends Error {
  override readonly name = 'InputError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(`line ${line}: shrinkProof: ${message}`);
    this.line = line;
  }
}

class ShrunkFile {
  private problem: Problem | null = null;
  private frames: Question['frames'] | null = null;
  private gaps: Gaps | null = null;
  private until: bigint = ONE;

  take(line: string): string {
    const row = parsed(line);
    const { problem } = this;
    if (problem === null) {
      if (row.kind === STEP_PROOF) throw new Malformed('a proof of a step of deforming meshes is not shrunk');
      if (row.kind !== 'inbetween-proof/1') throw new Malformed('this is no inbetween-proof/1');
      this.problem = new Problem(number(row.clearance, 'clearance', 0));
    } else if (row.kind === 'shape') problem.shape(row);
    else if (row.kind === 'frame') problem.frame(row);
    else if (row.kind === 'closure') problem.closure(row);
    else if (row.kind === 'body') problem.body(row);
    else if (row.kind === 'phase') problem.phase(row, 0);
    else if (row.kind === 'pair') problem.pair(row);
    else if (row.kind === 'untested') problem.leaveOut(row);
    else if (row.kind === 'segment') {
      this.until = exactTime(number(row.until ?? 1, 'until', 0, 1));
      ({ frames: this.frames, gaps: this.gaps } = problem.segment(row));
    } else if (row.kind === 'proof') return this.shrunk(problem, row);
    return line;
  }

  private gapOf({ bodies }: Problem, body: number): bigint {
    const { frame, shape } = bodies[body];
    return this.gaps?.of(frame, shape).up ?? 0n;
  }

  private shrunk(problem: Problem, line: Row): string {
    const row = rowOf(line, 'proof', 'kind pair frame stream leave? arrive? near?');
    const pair = problem.pairs[index(row.pair, 'pair', problem.pairs.length)];
    if (this.frames === null) throw new Malformed('a proof stands before its segment');
    const question: Question = {
      frames: this.frames,
      a: problem.bodies[pair.a],
      b: problem.bodies[pair.b],
      seenFrom: index(row.frame, 'frame', problem.frameCount, -1),
      clearance: fixedUp(pair.clearance),
      gap: this.gaps === null ? 0n : this.gapOf(problem, pair.a) + this.gapOf(problem, pair.b),
      until: this.until,
    };
    const from = exactTime(number(row.leave ?? 0, 'leave', 0, 1));
    const to = row.arrive === undefined ? this.until : exactTime(number(row.arrive, 'arrive', 0, 1));
    const stream = from < to ? new Shrinker(question, to).run(bytes(row.stream, 'stream'), from) : row.stream;
    return JSON.stringify({ ...row, stream });
  }
}

class Shrinker {
  private readonly question: Question;
  private readonly until: bigint;
  private view: DataView = new DataView(new ArrayBuffer(0));
  private at = 0;
  /** The direction before: while reading, then while writing. */
  private before: Direction | null = null;
  private readonly out: number[] = [];

  constructor(question: Question, until: bigint) {
    this.question = question;
    this.until = until;
  }

  run(stream: Uint8Array, from: bigint): string {
    this.view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
    const root = this.read([0, 0]);
    if (this.at !== stream.length) throw new Malformed('a stream goes on when its pair is proven');
    this.join(root, from);
    this.before = null;
    this.write(root, from);
    return btoa(Array.from(this.out, (byte) => String.fromCharCode(byte)).join(''));
  }

  private take(size: number): number {
    if (this.at + size > this.view.byteLength) throw new Malformed('a stream ends before its pair is proven');
    this.at += size;
    return this.at - size;
  }

  private read(nodes: Nodes): Entry {
    const { view, question } = this;
    const leaves: Leaf[] = [];
    for (;;) {
      const code = view.getUint8(this.take(1));
      if (code === 0x40) return { nodes, leaves, split: null, isOpen: true };
      const what = code & 3;
      if (what > 1) {
        const side = what === 2 ? 0 : 1;
        const shape = (side === 0 ? question.a : question.b).shape;
        if (shape.isLeaf(nodes[side])) throw new Malformed('a stream splits a single triangle');
        const [first, second] = shape.children(nodes[side]);
        const parts = [first, second].map((child) => this.read(side === 0 ? [child, nodes[1]] : [nodes[0], child]));
        return { nodes, leaves, split: { side, parts: [parts[0], parts[1]] }, isOpen: false };
      }
      const n = this.readDirection(code);
      const wide = (code >> 4) & 3;
      leaves.push({ n, to: what === 0 ? null : this.readTime(wide) });
      if (what === 0) return { nodes, leaves, split: null, isOpen: false };
    }
  }

  private readDirection(code: number): Direction {
    const { view } = this;
    const wide = (code >> 2) & 3;
    if (code > 127) this.before = [0, 1, 2].map(() => number(view.getFloat64(this.take(8), true), 'direction'));
    else if (wide < 3) {
      const o = this.take(3 << wide);
      const one = (k: number) =>
        wide === 0 ? view.getInt8(o + k) : wide === 1 ? view.getInt16(o + 2 * k, true) : view.getInt32(o + 4 * k, true);
      this.before = [one(0), one(1), one(2)];
    }
    if (this.before === null) throw new Malformed('a leaf has no direction');
    return this.before;
  }

  private readTime(wide: number): bigint {
    const { view } = this;
    const o = this.take(1 << wide);
    if (wide === 3) return exactTime(view.getFloat64(o, true));
    const count = wide === 0 ? view.getUint8(o) : wide === 1 ? view.getUint16(o, true) : view.getUint32(o, true);
    return BigInt(count) << (BITS - BigInt(8 << wide));
  }

  /** From below: what two children prove is proven of their parent, where few directions do. */
  private join(entry: Entry, from: bigint): void {
    if (entry.split === null) return;
    const reached = entry.leaves.at(-1)?.to ?? from;
    const { parts } = entry.split;
    for (const part of parts) this.join(part, reached);
    if (parts.some(({ split, isOpen }) => split !== null || isOpen)) return;
    const count = parts[0].leaves.length + parts[1].leaves.length;
    if (count > MOST_JOINED) return;
    const joined = this.cover(entry.nodes, parts, reached, count - 1);
    if (joined === null) return;
    entry.leaves = entry.leaves.concat(joined);
    entry.split = null;
  }

  /** Fewer leaves of two nodes in place of those of their parts; null: there are none. */
  private cover(nodes: Nodes, parts: readonly [Entry, Entry], from: bigint, most: number): Leaf[] | null {
    const ends = [...new Set(parts.flatMap(({ leaves }) => leaves.flatMap(({ to }) => (to === null ? [] : [to]))))];
    ends.sort((x, y) => (x < y ? 1 : -1));
    const out: Leaf[] = [];
    let t = from;
    for (;;) {
      const [one, other] = parts.map(({ leaves }) => (leaves.find(({ to }) => to === null || to > t) as Leaf).n);
      const tried = [one, other, sum(one, other)];
      const later = [null, ...ends.filter((end) => end > t)];
      const found = firstOf(later, (to) => {
        const n = tried.find((direction) => this.holds(nodes, direction, t, to));
        return n === undefined ? null : { n, to };
      });
      if (found === null || out.length >= most) return null;
      out.push(found);
      if (found.to === null) return out;
      t = found.to;
    }
  }

  private holds(nodes: Nodes, n: Direction, from: bigint, to: bigint | null): boolean {
    if (n.every((x) => x === 0)) return false;
    return judgeLeaf(this.question, nodes, integers(n), from, to ?? this.until, new Work(PIECES, Number.POSITIVE_INFINITY)) === 'proven';
  }

  /** In order, each leaf as long and as short as it can be told; from: when what was told before ends. */
  private write(entry: Entry, from: bigint): void {
    const { nodes, leaves, split } = entry;
    let t = from;
    for (let k = 0; k < leaves.length; k++) {
      const { n, to } = leaves[k];
      // one that was told before went on beyond it
      if (to !== null && to <= t) continue;
      const end = this.farthest(entry, k, t);
      this.writeLeaf(this.shortest(nodes, n, t, end), end);
      if (end === null) return;
      t = end;
    }
    if (split === null) {
      this.out.push(0x40);
      return;
    }
    this.out.push(split.side === 0 ? 2 : 3);
    for (const part of split.parts) this.write(part, t);
  }

  /** Up to where a leaf holds: the ends of those behind it, or a time of fewer bits. */
  private farthest({ nodes, leaves, split, isOpen }: Entry, k: number, from: bigint): bigint | null {
    const { n, to } = leaves[k];
    if (to === null) return null;
    const behind = leaves.slice(k + 1).map((leaf) => leaf.to);
    const ends = [...(split !== null || isOpen ? [null] : []), ...behind.reverse()];
    const joined = ends.find((end) => this.holds(nodes, n, from, end));
    if (joined !== undefined) return joined;
    const next = leaves.at(k + 1)?.to ?? this.until;
    for (const bits of FEW_BITS) {
      const unit = 1n << (BITS - bits);
      const round: bigint = ((to + unit - 1n) / unit) * unit;
      if (round === to) break;
      if (round < next && this.holds(nodes, n, from, round)) return round;
    }
    return to;
  }

  /** The direction before, or the same one in smaller numbers. */
  private shortest(nodes: Nodes, n: Direction, from: bigint, to: bigint | null): Direction {
    const { before } = this;
    if (before !== null && (same(n, before) || this.holds(nodes, before, from, to))) return before;
    const most = largestOf(n);
    for (const size of SIZES) {
      const round = n.map((x) => Math.round((size / most) * x));
      if (this.holds(nodes, round, from, to)) return round;
    }
    return n;
  }

  private writeLeaf(n: Direction, to: bigint | null): void {
    const { out, before } = this;
    const isKnown = before !== null && same(n, before);
    const most = largestOf(n);
    const isWhole = n.every(Number.isInteger) && most < 2 ** 31;
    const width = isKnown ? 3 : isWhole ? (most < 128 ? 0 : most < 32_768 ? 1 : 2) : 0;
    const time = to === null ? 0 : ([0, 1, 2].find((wide) => to % (1n << (BITS - BigInt(8 << wide))) === 0n) ?? 3);
    out.push((to === null ? 0 : 1) | (width << 2) | (time << 4) | (isKnown || isWhole ? 0 : 0x80));
    if (!isKnown)
      for (const x of n) this.put(isWhole ? 1 << width : 8, (view) => (isWhole ? setWhole(view, x, width) : view.setFloat64(0, x, true)));
    if (to !== null)
      this.put(1 << time, (view) =>
        time === 3 ? view.setFloat64(0, Number(to) / 2 ** 120, true) : setWhole(view, Number(to >> (BITS - BigInt(8 << time))), time),
      );
    this.before = n;
  }

  private put(size: number, set: (view: DataView) => void): void {
    const room = new DataView(new ArrayBuffer(8));
    set(room);
    for (let i = 0; i < size; i++) this.out.push(room.getUint8(i));
  }
}

/** A whole number in 2^width bytes; of negative ones the two's complement. */
function setWhole(view: DataView, x: number, width: number): void {
  if (width === 0) view.setUint8(0, x);
  else if (width === 1) view.setUint16(0, x, true);
  else view.setUint32(0, x, true);
}

function largestOf(n: Direction): number {
  return Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2]));
}

function same(a: Direction, b: Direction): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** In the middle of two directions, as whole numbers. */
function sum(a: Direction, b: Direction): Direction {
  const [p, q] = [a, b].map((n) => Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
  return a.map((x, k) => Math.round(2 ** 14 * (x / p + b[k] / q)));
}

/** What is found of the first item of which anything is. */
function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
