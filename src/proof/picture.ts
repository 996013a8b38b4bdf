/**
 * How a proof covers time, for people to look at: for every pair the stretches of its leaves, and at some instants the
 * plane between the two sets of the narrowest leaf in force. Drawn from what was checked, in doubles; proves nothing.
 */

import { BITS, fixed } from './fixed.ts';
import type { CoveredTime, ProofView, SeparatingDisc } from './proof-view.ts';
import type { ProofPlace, ProofWatch } from './proof-watch.ts';
import type { Question } from './question.ts';
import { type Shape, Support } from './shape.ts';

/** Pairs of more leaves are drawn by the narrowest leaf in each of so many parts of the path. */
const EXACT = 32;
const PARTS = 120;
/** Instants of discs. */
const INSTANTS = 160;
/** Leaves that are held one by one, and pairs of more leaves than that: memory stays as it is beyond. */
const MOST_HELD = 100_000;
const MOST_BUSY = 1000;
/** Boxes that are opened for one side of a disc. */
const MOST_OPENED = 5000;

interface Seen {
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly segment: number;
  readonly question: Question;
  readonly nodes: readonly [number, number];
  readonly n: readonly bigint[];
}

interface Busy {
  /** By part: the narrowest width; 0: nothing. */
  readonly narrowest: Float64Array;
  /** By instant. */
  readonly seen: (Seen | undefined)[];
}

interface Row {
  readonly names: readonly [string, string];
  leaves: number;
  narrowest: number;
  held: Seen[];
  busy: Busy | null;
}

/** Watches a check, and tells afterwards what there is to draw. */
export class ProofPicture implements ProofWatch {
  private readonly rows: Row[] = [];
  private segments = 1;
  private segment = 0;
  private row: Row | null = null;
  private held = 0;
  private busy = 0;

  pair({ segment, segments, pair, names }: ProofPlace): void {
    this.segments = segments;
    this.segment = segment;
    this.rows[pair] ??= { names, leaves: 0, narrowest: Infinity, held: [], busy: null };
    this.row = this.rows[pair];
  }

  leaf(question: Question, nodes: readonly [number, number], n: readonly bigint[], t0: bigint, t1: bigint): void {
    const { row, segment } = this;
    if (row === null) return;
    const [from, to] = [segment + numberOf(t0), segment + numberOf(t1)];
    const seen = { from, to, number: row.leaves++, segment, question, nodes, n };
    row.narrowest = Math.min(row.narrowest, to - from);
    if (row.busy !== null) return this.note(row.busy, seen);
    if (row.leaves <= EXACT) {
      if (this.held++ < MOST_HELD) row.held.push(seen);
      return;
    }
    if (this.busy >= MOST_BUSY || row.held.length < EXACT) return;
    this.busy++;
    row.busy = { narrowest: new Float64Array(PARTS), seen: [] };
    for (const one of [...row.held, seen]) this.note(row.busy, one);
    this.held -= row.held.length;
    row.held = [];
  }

  /** What there is to draw: at most so many pairs, and discs of the first so many of them. */
  view(most = 24, drawn = 8): ProofView {
    const { rows, segments } = this;
    const times = Array.from({ length: INSTANTS + 1 }, (_, k) => (k * segments) / INSTANTS);
    const shown = rows
      .filter(({ held, busy }) => held.length > 0 || busy !== null)
      .sort((one, other) => other.leaves - one.leaves || one.narrowest - other.narrowest)
      .slice(0, most);
    return {
      segments,
      times,
      pairs: shown.map(({ names: [a, b], leaves, held, busy }, i) => ({
        a,
        b,
        leaves,
        boxes: busy === null ? exactBoxes(held) : this.joined(busy.narrowest),
        discs: i < drawn ? times.map((time, k) => discAt(busy === null ? narrowestAt(held, time) : busy.seen[k], time)) : [],
      })),
      more: rows.length - shown.length,
    };
  }

  private note({ narrowest, seen }: Busy, leaf: Seen): void {
    const width = leaf.to - leaf.from;
    const part = PARTS / this.segments;
    for (let k = Math.floor(leaf.from * part); k < Math.min(PARTS, Math.ceil(leaf.to * part)); k++)
      if (narrowest[k] === 0 || width < narrowest[k]) narrowest[k] = width;
    const instant = INSTANTS / this.segments;
    for (let k = Math.ceil(leaf.from * instant); k <= Math.min(INSTANTS, leaf.to * instant); k++) {
      const other = seen[k];
      if (other === undefined || width < other.to - other.from) seen[k] = leaf;
    }
  }

  /** Neighbouring parts of one width are one box. */
  private joined(narrowest: Float64Array): CoveredTime[] {
    const boxes: [number, number, number][] = [];
    const part = this.segments / PARTS;
    for (const [k, width] of narrowest.entries()) {
      const last = boxes.at(-1);
      if (width === 0) continue;
      if (last !== undefined && last[2] === width && last[1] === k * part) last[1] = (k + 1) * part;
      else boxes.push([k * part, (k + 1) * part, width]);
    }
    return boxes;
  }
}

/** Wide ones first, so that narrow ones are drawn over them. */
function exactBoxes(held: readonly Seen[]): CoveredTime[] {
  return held.map(({ from, to }): CoveredTime => [from, to, to - from]).sort((one, other) => other[2] - one[2]);
}

function narrowestAt(held: readonly Seen[], time: number): Seen | undefined {
  return held
    .filter(({ from, to }) => from <= time && time <= to)
    .reduce<Seen | undefined>((best, one) => (best === undefined || one.to - one.from < best.to - best.from ? one : best), undefined);
}

function numberOf(x: bigint): number {
  return Number(x) * 2 ** -120;
}

/** The plane in the middle between both sets, near the middles of their boxes. */
function discAt(seen: Seen | undefined, time: number): SeparatingDisc | null {
  if (seen === undefined) return null;
  const { question, nodes, n, segment, number } = seen;
  const { frames, a, b, seenFrom } = question;
  const t = fixed(Math.max(0, Math.min(1, time - segment)));
  const given = n.map(Number);
  const long = Math.sqrt(dot(given, given));
  const normal = given.map((x) => x / long);
  const sets = [a, b].map(({ shape, frame }, side) => {
    const { R, p } = frames.poseAt(frame, seenFrom, t);
    const m = [0, 1, 2].map((k) => R[k] * n[0] + R[k + 3] * n[1] + R[k + 6] * n[2]);
    const far = farthest(shape, nodes[side], side === 0 ? m : m.map((x) => -x)) / long;
    const [turned, place] = [R.map(numberOf), p.map(numberOf)];
    const box = shape.boxOf(nodes[side]).map(numberOf);
    const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
    const sides = [0, 1, 2].map((k) => box[k + 3] - box[k]);
    const size = Math.sqrt(dot(sides, sides)) / 2 + numberOf(shape.radius(nodes[side]));
    return {
      along: dot(normal, place) + (side === 0 ? far : -far) + (side === 0 ? 1 : -1) * numberOf(shape.radius(nodes[side])),
      middle: moved(turned, middle, place),
      size,
    };
  });
  const level = (sets[0].along + sets[1].along) / 2;
  const between = sets[0].middle.map((x, k) => (x + sets[1].middle[k]) / 2);
  const off = level - dot(normal, between);
  const centre = between.map((x, k) => x + off * normal[k]);
  const { R, p } = frames.poseAt(seenFrom, -1, t);
  const turned = R.map(numberOf);
  const [x, y, z] = moved(turned, centre, p.map(numberOf));
  const [nx, ny, nz] = moved(turned, normal, [0, 0, 0]);
  return [x, y, z, nx, ny, nz, Math.max(Math.min(sets[0].size, sets[1].size), Math.abs(sets[1].along - sets[0].along) / 2), number];
}

/** The largest m·x over the corners of a node, in lengths times |n|; from above where too many boxes are open. */
function farthest(shape: Shape, node: number, m: readonly bigint[]): number {
  const support = new Support(shape, node, m, 0n);
  for (let opened = 0; opened < MOST_OPENED && !support.isExact; opened++) support.open();
  return numberOf(support.value >> BITS);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function moved(R: readonly number[], x: readonly number[], p: readonly number[]): number[] {
  return [0, 3, 6].map((i, k) => R[i] * x[0] + R[i + 1] * x[1] + R[i + 2] * x[2] + p[k]);
}
