/**
 * How far apart are two bodies made of convex pieces? d(A, B) = min d(Aᵢ, Bⱼ) [Mirtich 1997, eq. 7], without asking all
 * pairs: two hulls that are not closer than the best pair so far are not unwrapped. Trackers of visited pairs of hulls
 * are kept from call to call, and the closest pair of pieces of the last call is asked first.
 * Guarantee: the answer is that of asking every pair of pieces, up to the rounding of the trackers; of equal pairs any.
 * A single polyhedron is a hierarchy of one.
 */
import { Exclusive } from '../../math/exclusive.ts';
import { ConvexHierarchy, NO_PIECE } from '../convex-hierarchy.ts';
import { ConvexPolyhedron } from '../convex-polyhedron.ts';
import { type ConvexTracker, TRACK_DOUBLES } from '../convex-tracker.ts';

/** Makes what measures a pair: `(a, b) => new VClip(a, b)`. */
export type TrackerFactory = (a: ConvexPolyhedron, b: ConvexPolyhedron) => ConvexTracker;

interface Kept {
  readonly tracker: ConvexTracker;
  lastCall: number;
}

const KEPT_DEFAULT = 512;

/**
 * How far apart are two bodies made of convex pieces? The answer of asking every pair of pieces, up to the rounding of
 * the trackers, without asking all: hulls that are not closer than the best pair so far are not unwrapped. Features are
 * kept from call to call. A single polyhedron is a hierarchy of one.
 */
export class HierarchyTracker {
  /** The first body. */
  readonly a: ConvexHierarchy;
  /** The second body. */
  readonly b: ConvexHierarchy;
  /** As of a ConvexTracker, for the closest pair of pieces: cores, radius not counted. */
  readonly out: Float64Array = new Float64Array(TRACK_DOUBLES);
  /** True where the cores of two pieces meet. */
  overlap = false;
  /**
   * Distance of the bodies, radii counted, in the unit of length: below 0 where they overlap. After `apart` that was
   * true: no more than that.
   */
  gap = 0;
  /** Number of the piece of a that is closest. */
  pieceA = 0;
  /** Number of the piece of b that is closest. */
  pieceB = 0;
  /** What of that piece of a is closest: 0 a vertex, 1 an edge, 2 a face. */
  kindA = 0;
  /** The number of that vertex, edge or face of a's piece. */
  indexA = 0;
  /** What of that piece of b is closest: 0 a vertex, 1 an edge, 2 a face. */
  kindB = 0;
  /** The number of that vertex, edge or face of b's piece. */
  indexB = 0;
  /** Feature updates or iterations of all trackers in the last call. */
  steps = 0;
  /** Pairs of hulls or pieces measured in the last call. */
  measured = 0;
  /** Pairs of hulls unwrapped in the last call. */
  unwrapped = 0;
  private readonly make: TrackerFactory;
  private readonly most: number;
  private readonly kept = new Map<number, Kept>();
  private call = 0;
  private readonly guard: Exclusive = new Exclusive('HierarchyTracker');
  /** The nodes of the closest pieces of the last call, or −1. */
  private lastA = -1;
  private lastB = -1;
  /** Pairs of hulls to open, and their gaps. */
  private readonly nodesA: number[] = [];
  private readonly nodesB: number[] = [];
  private readonly gaps: number[] = [];
  /** The least gap of pairs that were put aside because it was large enough. */
  private aside = Infinity;

  /**
   * Tracks two bodies by trackers that `make` makes; `kept`: how many of them to keep from call to call, default 512.
   */
  constructor(
    a: ConvexHierarchy | ConvexPolyhedron,
    b: ConvexHierarchy | ConvexPolyhedron,
    make: TrackerFactory,
    kept: number = KEPT_DEFAULT,
  ) {
    this.a = a instanceof ConvexPolyhedron ? new ConvexHierarchy([a], { name: a.name }) : a;
    this.b = b instanceof ConvexPolyhedron ? new ConvexHierarchy([b], { name: b.name }) : b;
    this.make = make;
    this.most = kept;
  }

  /** Measures the distance for two placements (rotation row by row, then position), starting from the last answer. */
  track(A: Float64Array, B: Float64Array): void {
    this.search(A, B, Infinity, -Infinity);
  }

  /**
   * Whether the bodies, radii counted, are farther apart than `distance` (default 0): stops at the first hulls that
   * are. Where it is false, the answer is that of one pair of pieces that is not; where it is true, only `gap` is up to
   * date.
   */
  apart(A: Float64Array, B: Float64Array, distance = 0): boolean {
    this.search(A, B, distance, distance);
    if (this.gap <= distance) return false;
    this.gap = this.aside;
    return true;
  }

  /** Forgets the features of the calls before; the next one starts from nothing. */
  reset(): void {
    this.kept.clear();
    this.lastA = this.lastB = -1;
  }

  /**
   * Puts pairs aside whose gap is above `enough`; ends with the first pieces whose gap is at most `tooClose`, or whose
   * cores meet.
   */
  private search(A: Float64Array, B: Float64Array, enough: number, tooClose: number): void {
    this.guard.enter();
    try {
      this.descend(A, B, enough, tooClose);
      this.trim();
    } finally {
      this.nodesA.length = this.nodesB.length = this.gaps.length = 0;
      this.guard.leave();
    }
  }

  private descend(A: Float64Array, B: Float64Array, enough: number, tooClose: number): void {
    const { nodesA, nodesB, gaps } = this;
    this.call++;
    this.steps = this.measured = this.unwrapped = 0;
    this.overlap = false;
    this.gap = this.aside = Infinity;
    if (this.lastA >= 0) this.visit(this.lastA, this.lastB, A, B, enough);
    if (!this.overlap && this.gap > tooClose) this.visit(0, 0, A, B, enough);
    while (nodesA.length > 0 && !this.overlap && this.gap > tooClose) {
      const i = nodesA.pop() as number;
      const j = nodesB.pop() as number;
      if ((gaps.pop() as number) < this.gap) this.unwrap(i, j, A, B, enough);
    }
  }

  /**
   * Measures the two pairs below a pair; of two inner nodes the one with the larger hull is opened, and the closer pair
   * is looked at first.
   */
  private unwrap(i: number, j: number, A: Float64Array, B: Float64Array, enough: number): void {
    this.unwrapped++;
    const { a, b, nodesA, nodesB, gaps } = this;
    const opensA = b.pieceOf[j] !== NO_PIECE || (a.pieceOf[i] === NO_PIECE && a.sizes[i] >= b.sizes[j]);
    const first = nodesA.length;
    this.visit(opensA ? i + 1 : i, opensA ? j : j + 1, A, B, enough);
    this.visit(opensA ? a.second[i] : i, opensA ? j : b.second[j], A, B, enough);
    if (nodesA.length === first + 2 && gaps[first] < gaps[first + 1]) {
      swapLast(nodesA);
      swapLast(nodesB);
      swapLast(gaps);
    }
  }

  /** Measures a pair of nodes: pieces may be the closest so far, hulls are to be opened unless they are far. */
  private visit(i: number, j: number, A: Float64Array, B: Float64Array, enough: number): void {
    const tracker = this.ask(i, j, A, B);
    const gap = tracker.out[0] - tracker.a.radius - tracker.b.radius;
    if (gap > enough) this.aside = Math.min(this.aside, gap);
    else if (this.a.pieceOf[i] !== NO_PIECE && this.b.pieceOf[j] !== NO_PIECE) {
      if (gap < this.gap || (tracker.overlap && !this.overlap)) this.take(tracker, i, j, gap);
    } else if (gap < this.gap) {
      this.nodesA.push(i);
      this.nodesB.push(j);
      this.gaps.push(gap);
    }
  }

  private take(tracker: ConvexTracker, i: number, j: number, gap: number): void {
    this.gap = gap;
    for (let k = 0; k < TRACK_DOUBLES; k++) this.out[k] = tracker.out[k];
    this.overlap = tracker.overlap;
    this.pieceA = this.a.pieceOf[i];
    this.pieceB = this.b.pieceOf[j];
    this.kindA = tracker.kindA;
    this.indexA = tracker.indexA;
    this.kindB = tracker.kindB;
    this.indexB = tracker.indexB;
    this.lastA = i;
    this.lastB = j;
  }

  /** The tracker of a pair of nodes, up to date. */
  private ask(i: number, j: number, A: Float64Array, B: Float64Array): ConvexTracker {
    const key = i * this.b.hulls.length + j;
    let kept = this.kept.get(key);
    if (kept === undefined) {
      kept = { tracker: this.make(this.a.hulls[i], this.b.hulls[j]), lastCall: 0 };
      this.kept.set(key, kept);
    }
    if (kept.lastCall !== this.call) {
      kept.lastCall = this.call;
      kept.tracker.track(A, B);
      this.steps += kept.tracker.steps;
      this.measured++;
    }
    return kept.tracker;
  }

  /** Drops the trackers that were not asked in this call once there are too many; and the oldest, if all were. */
  private trim(): void {
    if (this.kept.size <= this.most) return;
    for (const [key, { lastCall }] of this.kept) if (lastCall !== this.call) this.kept.delete(key);
    for (const key of this.kept.keys()) {
      if (this.kept.size <= this.most) return;
      this.kept.delete(key);
    }
  }
}

function swapLast(list: number[]): void {
  const last = list[list.length - 1];
  list[list.length - 1] = list[list.length - 2];
  list[list.length - 2] = last;
}
