/**
 * Leaves: over [t₀, t₁] two sets of triangles are more than c apart along a direction n. With S a lower bound on how
 * far
 * beyond c they are at an instant, D = KΔ²/2, K ≥ |n|·(what corners bend by):
 *
 *   S₀ > 0, S₁ > 0, and |S₀ − S₁| ≥ D or 2D(S₀ + S₁) > D² + (S₀ − S₁)²   ⇒   apart on all of it [docs/proof.md, "The
 *   leaf"]
 *
 * Where that fails, time is cut in halves. And streams of leaves, run by a stack that covers all triangles and all
 * time.
 */
import { abs, BITS, rootUp } from './fixed.ts';
import type { ProofWatch } from './proof-watch.ts';
import type { Question } from './question.ts';
import { Support } from './shape.ts';
import { offAlong } from './tubes.ts';

/** A leaf is cut into so many pieces of time at most, none of them below 2⁻⁶⁰. */
const MOST_PIECES = 4096;
const SHORTEST = 0x1000000000000000n;

export type Judgement = 'proven' | 'refuted' | 'undecided';

/**
 * Units of docs/proof-format.md, "Work": for a piece of time and each frame in its chains, for a frame at an instant,
 * for a box.
 */
const PIECE = 50;
export const BOUND = 5;
export const FRAME_UNITS = 20;
const BOX = 4;

/** Counts leaves, the pieces of time that they took, and work in units that are the same on every machine. */
export class Work {
  leaves = 0;
  pieces = 0;
  /** Units of what a share of a proof has for its own, and of what every share does. */
  own = 0;
  shared = 0;
  /** Receives every leaf, whichever share it belongs to; null: not needed. */
  readonly watch: ProofWatch | null;
  /** Pieces and units that are allowed. */
  private readonly maxPieces: number;
  maxUnits: number;
  private readonly share: readonly [number, number];

  constructor(maxPieces: number, maxUnits: number, share: readonly [number, number] = [0, 1], watch: ProofWatch | null = null) {
    this.maxPieces = maxPieces;
    this.maxUnits = maxUnits;
    this.share = share;
    this.watch = watch;
  }

  /** Whether it is for this checker to check: of several that share a proof one is. */
  isMine(number: number): boolean {
    return number % this.share[1] === this.share[0];
  }

  get isSpent(): boolean {
    return this.pieces > this.maxPieces || this.own + this.shared > this.maxUnits;
  }
}

/** Everything along one direction is in units of 2⁻²⁴⁰ times its length. */
class Leaf {
  private readonly question: Question;
  private readonly nodes: readonly [number, number];
  private readonly n: readonly bigint[];
  /** |n| from above, and the sum of its components. */
  private readonly length: bigint;
  private readonly sum: bigint;

  constructor(question: Question, nodes: readonly [number, number], n: readonly bigint[]) {
    this.question = question;
    this.nodes = nodes;
    this.n = n;
    this.length = rootUp((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) << (2n * BITS));
    this.sum = abs(n[0]) + abs(n[1]) + abs(n[2]);
  }

  judge(t0: bigint, t1: bigint, work: Work): Judgement {
    const { frames, a, b, seenFrom } = this.question;
    const chains = frames.chain(a.frame) + frames.chain(b.frame) + frames.chain(seenFrom);
    if (t1 !== this.question.until) work.own += FRAME_UNITS * chains;
    const pending: [End, End][] = [[this.endAt(t0), this.endAt(t1)]];
    let pieces = 0;
    for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
      pieces++;
      work.pieces++;
      work.own += PIECE + BOUND * chains;
      const [from, to] = piece;
      if (this.holds(from, to, work)) continue;
      if (from.isRefuted || to.isRefuted) return 'refuted';
      if (pieces > MOST_PIECES || to.t - from.t < SHORTEST || work.isSpent) return 'undecided';
      work.own += FRAME_UNITS * chains;
      const middle = this.endAt((from.t + to.t) >> 1n);
      pending.push([middle, to], [from, middle]);
    }
    return 'proven';
  }

  private holds(from: End, to: End, work: Work): boolean {
    const { question, nodes, length } = this;
    const { a, b, frames, seenFrom } = question;
    const [reachA, reachB] = [a, b].map(({ frame, shape }, side) => {
      const [box, all] = [shape.reach(nodes[side]), from.off[side].length > 0 ? shape.farthest : null];
      return frames.reach(frame, seenFrom, all !== null && all < box ? all : box, from.t, to.t);
    });
    const span = to.t - from.t;
    const always = reachA.off + reachB.off;
    const turned = [reachA.turned, reachB.turned];
    if (always > 0n) from.isTube = to.isTube = true;
    const [off0, off1] = [from, to].map(({ off }) =>
      off.reduce((sum, own, side) => own.reduce((all, x, k) => all + least(x, turned[side][k] * length), sum), always * length),
    );
    const D = (((reachA.bent + reachB.bent) * length * span * span) >> (2n * BITS + 1n)) + 1n;
    for (;;) {
      const S0 = from.apart - off0;
      const S1 = to.apart - off1;
      const apart = S0 > S1 ? S0 - S1 : S1 - S0;
      if (S0 > 0n && S1 > 0n && (apart >= D || 2n * D * (S0 + S1) > D * D + apart * apart)) return true;
      // the end that is less far apart first
      const [first, then, least] = S0 < S1 ? [from, to, S0] : [to, from, S1];
      work.own += 2 * BOX;
      if (!first.open() && (least <= 0n || !then.open())) return false;
    }
  }

  /** m = Rᵀn for both sides; n·x = m·x + n·p. */
  private endAt(t: bigint): End {
    const { question, nodes, n, sum, length } = this;
    const { a, b, frames, seenFrom, clearance, gap } = question;
    let level = -(t === 0n ? clearance + gap : clearance) * length;
    let error = 0n;
    const supports = [a, b].map(({ shape, frame }, side) => {
      const { R, p, eR, ep } = frames.poseAt(frame, seenFrom, t);
      const m = [0, 1, 2].map((k) => R[k] * n[0] + R[k + 3] * n[1] + R[k + 6] * n[2]);
      const place = (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) << BITS;
      // corners and boxes are floors: off by √3 units at most
      error += sum * (eR * shape.lever + ((ep + 4n) << BITS));
      level += side === 0 ? -place : place;
      return new Support(shape, nodes[side], side === 0 ? m : m.map((x) => -x), length);
    });
    const off = [a, b].map((side, k) => offAlong(frames, side, nodes[k], seenFrom, n, length, t));
    return new End(
      t,
      supports[0],
      supports[1],
      level - error,
      2n * error + 64n * (length + clearance + a.shape.lever + b.shape.lever),
      off,
    );
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** How far the two sets are apart along n at an instant, less c and the radii: bounded from below, ever closer. */
class End {
  readonly t: bigint;
  isTube: boolean;
  /** How far corners may be off, of both sides, by their turnings. */
  readonly off: readonly (readonly bigint[])[];
  private readonly a: Support;
  private readonly b: Support;
  private readonly level: bigint;
  /** What the bound can be short by when both supports are exact. */
  private readonly doubt: bigint;

  constructor(t: bigint, a: Support, b: Support, level: bigint, doubt: bigint, off: readonly (readonly bigint[])[]) {
    this.t = t;
    this.a = a;
    this.b = b;
    this.level = level;
    this.doubt = doubt;
    this.off = off;
    this.isTube = off.some((own) => own.length > 0);
  }

  get apart(): bigint {
    return this.level - this.a.value - this.b.value;
  }

  open(): boolean {
    const open = [this.a, this.b].filter((support) => !support.isExact);
    for (const support of open) support.open();
    return open.length > 0;
  }

  /** Both supports are those of corners, and what they say is false for sure. */
  get isRefuted(): boolean {
    return !this.isTube && this.a.isExact && this.b.isExact && this.apart + this.doubt <= 0n;
  }
}

export function judgeLeaf(
  question: Question,
  nodes: readonly [number, number],
  n: readonly bigint[],
  t0: bigint,
  t1: bigint,
  work: Work,
): Judgement {
  return new Leaf(question, nodes, n).judge(t0, t1, work);
}
