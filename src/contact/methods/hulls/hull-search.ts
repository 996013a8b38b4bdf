/**
 * First contact of two bodies that look convex: a walk over both as wholes [hull-walk.ts], then a look at the few
 * leaves next to the plane between them. Where these do not touch, or are many, or the start is near, the search over
 * nodes goes on from the time up to which they are proven apart (`start.clear`).
 */
import type { HullPoints } from '../../../hierarchy/hull-points.ts';
import type { Budget } from '../../budget.ts';
import type { MovingPair } from '../../moving-pair.ts';
import { type Outcome, undecided } from '../../outcome.ts';
import type { StartRule } from '../../start-rule.ts';
import { HullWalk, WALK_FREE, WALK_HEIGHT, WALK_NEAR, WALK_SPENT, WALK_TIME } from './hull-walk.ts';
import { LeavesAtPlane } from './leaves-at-plane.ts';
import { NearPairs } from './near-pairs.ts';

/** Roundings ε that listing allows for: distances are off by two, the plane's and the node's by one each. */
const LISTED = 8;

export class HullSearch {
  private readonly walk: HullWalk;
  readonly a: HullPoints;
  readonly b: HullPoints;
  private readonly leavesA: LeavesAtPlane = new LeavesAtPlane();
  private readonly leavesB: LeavesAtPlane = new LeavesAtPlane();
  readonly near: NearPairs = new NearPairs();

  constructor(a: HullPoints, b: HullPoints) {
    this.a = a;
    this.b = b;
    this.walk = new HullWalk(a, b);
  }

  /** True: the outcome says what was found. False: the search goes on from start.clear. */
  search(pair: MovingPair, start: StartRule, tolerance: number, budget: Budget, outcome: Outcome): boolean {
    const { walk } = this;
    const verdict = walk.walk(pair, start, budget);
    if (verdict === WALK_NEAR) return false;
    const time = walk.numbers[WALK_TIME];
    start.clear = time;
    if (verdict === WALK_FREE) {
      outcome.status = 'free';
      outcome.time = 1;
      return true;
    }
    if (verdict === WALK_SPENT) {
      undecided(outcome, time, budget.reason);
      return true;
    }
    return (
      time > start.from &&
      this.list(pair, Math.max(pair.clearance + tolerance, start.limit)) &&
      this.near.touch(pair, start, outcome, false)
    );
  }

  /** The pairs of leaves that may be as near as that where the bodies are placed; false: too many. */
  private list(pair: MovingPair, within: number): boolean {
    const { walk, leavesA, leavesB, near, a, b } = this;
    const { treeA, treeB, stateA, stateB } = pair;
    walk.lookAcross(stateA, stateB);
    const apart = within + a.thickness + b.thickness + LISTED * pair.roundingNow;
    const depth = walk.numbers[WALK_HEIGHT] - apart;
    near.clear();
    const done =
      leavesA.list(a, treeA, stateA, walk.way, 0, walk.farthestOfA() + depth) &&
      leavesB.list(b, treeB, stateB, walk.way, 3, walk.farthestOfB() + depth);
    return done && leavesA.addNear(leavesB, apart, near);
  }
}
