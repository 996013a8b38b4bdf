/**
 * How close counts as contact, pair by pair, given how the motion starts: τ′ = min(τ, (d(0) − c)/2) with the pair's own
 * d(0), as contact/start-rule.ts for one pair. Only pairs that start within c + 2τ need a record; for all others τ′ =
 * τ.
 * With `leaving`, pairs that start within c + τ are exempt until they are proven apart.
 */
import { TURNING } from '../../contact/moving-pair.ts';
import { FINEST, OVERLAP, SHARPNESS } from '../../contact/start-rule.ts';
import type { PairDistances } from '../pairs/clearance-rules.ts';
import { NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import { roomFor, type ScenePairs } from '../pairs/scene-pairs.ts';
import type { View } from '../pairs/view.ts';
import type { SceneOutcome } from './scene-outcome.ts';

/** Covers the rounding of distances. */
const SPHERES: number = 1 + 2 ** -20;

/** How far the middles of two spheres must be apart, as computed, so that these certainly do not meet. */
export function sphereReach(a: View, b: View, radii: number): number {
  const rounding = 2 * (a.adding + b.adding) + 4 * TURNING * (1 + a.turn + b.turn) * (a.radius + b.radius);
  return (radii + rounding) * SPHERES;
}

/** Flags of pairs. */
const ORDINARY = 0;
const NEAR = 1;
export const EXEMPT = 2;

/**
 * Places in `numbers`, of the pair settled last: ε, distance that is contact, how far inside leaves are advanced, τ′,
 * whether provable.
 */
export const EPSILON = 0;
export const LIMIT = 1;
export const RESERVE = 2;
export const EFFECTIVE = 3;
export const PROVABLE = 4;

/** A pair that starts near its contact. */
export interface StartRecord {
  readonly pair: number;
  distance: number;
  leafA: number;
  leafB: number;
  epsilon: number;
  overlaps: boolean;
  /** What is inside the other body, a solid: a triangle of one side. */
  readonly inside?: { readonly side: 0 | 1; readonly triangle: number };
  /** With 'leaving': path time at which it was proven apart; null: not yet. Undefined: judged normally. */
  left: number | null | undefined;
}

/** What is known of the numbers of pairs. */
export type NumberedPairs = Pick<ScenePairs, 'count' | 'listsAll' | 'topFrom' | 'isTop'>;

/** Which pairs are let leave where they start in contact. */
export const NONE_LEAVE = (): boolean => false;
export const ALL_LEAVE = (): boolean => true;

export class StartPairs {
  /** True while the start is being looked at. */
  open = false;
  /** 2τ: pairs nearer than this beyond the clearance bear on τ′. */
  concern = 0;
  flags: Uint8Array;
  /** The distance that each pair keeps, by its number; what a segment adds to it stands in the views. */
  clearances: Float64Array;
  readonly numbers: Float64Array = new Float64Array(5);
  readonly records: Map<number, StartRecord> = new Map();
  /** Pairs with a solid whose volumes meet at the start: one may be inside the other. */
  readonly solids: number[] = [];
  /**
   * The budget ran out while it was looked for when a pair leaves: then nothing beyond the segment's start is known.
   */
  gaveUp = false;
  /** A pair of which that could not be decided, or −1. */
  doubtful = -1;
  private distances: number | PairDistances = 0;
  private tolerance = 0;
  private leaving: (pair: number) => boolean = NONE_LEAVE;
  private settled = -1;
  private exempt: PairSet = NO_PAIRS;
  private readonly pairs: NumberedPairs;

  constructor(pairs: NumberedPairs) {
    this.pairs = pairs;
    this.flags = new Uint8Array(pairs.listsAll ? pairs.count : 16);
    this.clearances = new Float64Array(this.flags.length);
  }

  /** A new query begins; `open`: at the start of its path. */
  begin(distances: number | PairDistances, tolerance: number, leaving: (pair: number) => boolean, open: boolean, exempt: PairSet): void {
    const { flags, pairs, clearances } = this;
    if (typeof distances !== 'number') {
      clearances.fill(distances.most);
      for (let pair = 0; pair < pairs.topFrom; pair++) clearances[pair] = distances.of(pair);
    } else if (distances !== this.distances) clearances.fill(distances);
    this.distances = distances;
    if (this.exempt === NO_PAIRS && pairs.listsAll) for (const pair of this.records.keys()) flags[pair] = ORDINARY;
    else flags.fill(ORDINARY);
    if (exempt !== NO_PAIRS && pairs.listsAll) for (let pair = 0; pair < pairs.topFrom; pair++) if (exempt.has(pair)) flags[pair] = EXEMPT;
    this.exempt = exempt;
    this.records.clear();
    this.solids.length = 0;
    this.doubtful = -1;
    this.gaveUp = false;
    this.open = open;
    this.tolerance = tolerance;
    this.leaving = leaving;
    this.concern = 2 * tolerance;
    this.settled = -1;
  }

  /** Makes room for a pair that is met, where not all have numbers from the beginning, and marks it if it is exempt. */
  admit(pair: number): void {
    const { pairs, distances } = this;
    if (pairs.listsAll) return;
    this.flags = roomFor(this.flags, pairs);
    this.clearances = roomFor(this.clearances, pairs);
    this.clearances[pair] = typeof distances !== 'number' && pairs.isTop(pair) ? distances.most : this.clearanceOf(pair);
    if (this.flags[pair] === ORDINARY && !this.pairs.isTop(pair) && this.exempt.has(pair)) this.flags[pair] = EXEMPT;
  }

  /** New bounds hold: another segment. */
  nextSegment(): void {
    this.settled = -1;
  }

  /** True when the outermost spheres of two bodies stay more than the clearance and what concerns the start apart. */
  neverMeet(pair: number, a: View, b: View): boolean {
    return this.spheresApart(pair, a, b, a.way, b.way);
  }

  /** The same at the start of the segment only. */
  areApart(pair: number, a: View, b: View): boolean {
    return this.spheresApart(pair, a, b, 0, 0);
  }

  private spheresApart(pair: number, a: View, b: View, wayA: number, wayB: number): boolean {
    const A = a.sphere;
    const B = b.sphere;
    const x = A[0] - B[0];
    const y = A[1] - B[1];
    const z = A[2] - B[2];
    const reach = sphereReach(a, b, A[3] + B[3] + wayA + wayB + this.distance(pair, a, b) + this.concern);
    return x * x + y * y + z * z > reach * reach && reach > 2 ** -400;
  }

  /** Two bodies whose volumes may meet at the start. */
  enter(pair: number, a: View, b: View): void {
    if (this.flags[pair] !== EXEMPT && (a.mesh.solid || b.mesh.solid)) this.solids.push(pair);
  }

  /** The distance that a pair of two bodies keeps, met or not. */
  clearanceOf(pair: number): number {
    return typeof this.distances === 'number' ? this.distances : this.distances.of(pair);
  }

  /** How far apart the two of a pair must stay in the segment at hand. */
  distance(pair: number, a: View, b: View): number {
    return this.clearances[pair] + (a.tube + b.tube);
  }

  /** ε and limits of a pair, into numbers. */
  settle(pair: number, a: View, b: View): void {
    if (pair === this.settled) return;
    this.settled = pair;
    const { numbers } = this;
    const clearance = this.distance(pair, a, b);
    const epsilon = a.adding + b.adding + 2 * TURNING * (1 + a.turn + b.turn) * (a.radius + b.radius + clearance);
    numbers[EPSILON] = epsilon;
    let tolerance = this.tolerance;
    if (this.flags[pair] === NEAR) {
      const record = this.records.get(pair) as StartRecord;
      if (record.left === undefined) tolerance = Math.min(tolerance, (record.distance - record.epsilon - clearance) / 2);
    }
    const finest = FINEST * epsilon;
    const fastest = a.way + b.way;
    const usable = Math.max(finest, Math.min(tolerance / 2, SHARPNESS * fastest));
    numbers[LIMIT] = clearance + usable - epsilon;
    numbers[RESERVE] = usable / 2;
    numbers[EFFECTIVE] = tolerance;
    numbers[PROVABLE] = tolerance >= finest ? 1 : 0;
  }

  /** Takes note of two leaves met at the start, after settle. */
  observe(pair: number, distance: number, leafA: number, leafB: number): void {
    const epsilon = this.numbers[EPSILON];
    const clearance = this.clearances[pair];
    if (!(distance <= clearance + this.concern + 2 * epsilon)) return;
    let record = this.records.get(pair);
    if (record === undefined) {
      record = { pair, distance: Infinity, leafA, leafB, epsilon, overlaps: false, left: undefined };
      this.records.set(pair, record);
      this.flags[pair] = NEAR;
    }
    if (!(distance < record.distance)) return;
    record.distance = distance;
    record.leafA = leafA;
    record.leafB = leafB;
    record.overlaps = distance <= clearance + OVERLAP * epsilon;
    // nothing more needs to be known of it at the start
    if (record.overlaps) this.flags[pair] = EXEMPT;
    this.settled = -1;
  }

  /** A part of one body is inside the other, a solid. */
  observeInside(pair: number, epsilon: number, side: 0 | 1, triangle: number): void {
    const inside = { side, triangle };
    this.records.set(pair, { pair, distance: 0, leafA: -1, leafB: -1, epsilon, overlaps: true, left: undefined, inside });
    this.flags[pair] = EXEMPT;
  }

  isNear({ pair, distance, epsilon }: StartRecord): boolean {
    return distance - epsilon <= this.clearances[pair] + this.tolerance;
  }

  /** How far apart a pair must be proven to have left, and not to count as overlap at once. */
  apart({ pair, epsilon }: StartRecord): number {
    return this.clearances[pair] + Math.max(this.tolerance, (OVERLAP + 2) * epsilon);
  }

  /** Nothing is near at the start, as somebody else has proven. */
  pass(): void {
    this.open = false;
  }

  /** The start is over; true: the outcome is settled by it. */
  close(outcome: SceneOutcome): boolean {
    this.open = false;
    this.settled = -1;
    let first: StartRecord | undefined;
    for (const record of this.records.values()) {
      if ((record.overlaps || this.isNear(record)) && this.leaving(record.pair)) {
        record.left = null;
        this.flags[record.pair] = EXEMPT;
      } else if (record.overlaps && (first === undefined || record.distance < first.distance)) first = record;
    }
    outcome.time = 0;
    if (first === undefined) {
      outcome.status = 'unresolved';
      outcome.reason = 'precision';
      outcome.pair = this.doubtful;
      return this.doubtful >= 0;
    }
    outcome.status = 'overlap';
    outcome.pair = first.pair;
    outcome.leafA = first.leafA;
    outcome.leafB = first.leafB;
    return true;
  }

  /** An exempt pair was proven apart: judged normally from now on. */
  leave(pair: number, time: number): void {
    const record = this.records.get(pair) as StartRecord;
    record.left = time;
    this.flags[pair] = NEAR;
    this.settled = -1;
  }
}
