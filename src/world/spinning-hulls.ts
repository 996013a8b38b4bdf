/**
 * Two convex bodies of which one turns many times: how long are they apart whatever its angle is? By the rings that the
 * boxes around them sweep [contact/many-turns/spinning-pair.ts].
 * Guarantee: as there, for paths whose spins are known; 0 for all others.
 */
import { stepBoxes } from '../contact/many-turns/spinning-boxes.ts';
import { SpinningPair } from '../contact/many-turns/spinning-pair.ts';
import type { ConvexPolyhedron } from '../convex/convex-polyhedron.ts';
import type { BodyRecord } from './world-body.ts';
import { PathMotion } from './world-path.ts';

const ORIGIN = new Float64Array(3);

export class SpinningHulls {
  private readonly spinning: SpinningPair = new SpinningPair();
  private readonly motionA: PathMotion = new PathMotion();
  private readonly motionB: PathMotion = new PathMotion();
  private readonly boxA: Float64Array;
  private readonly boxB: Float64Array;
  private readonly radii: number;

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.boxA = boxAround(a);
    this.boxB = boxAround(b);
    this.radii = a.radius + b.radius;
  }

  /** Which part of the next `duration` seconds they keep more than `keep` apart; both are placed now. */
  step(a: BodyRecord, b: BodyRecord, duration: number, keep: number, rounding: number): number {
    const { spinning, boxA, boxB } = this;
    const motionA = this.motionA.begin(a.path, a.state, duration);
    const motionB = this.motionB.begin(b.path, b.state, duration);
    spinning.begin(motionA, motionB, a.hull.reach, b.hull.reach);
    if (!spinning.active) return 0;
    spinning.place(0, ORIGIN, a.state, b.state);
    stepBoxes(spinning, boxA, 0, boxB, 0, keep + this.radii + rounding, rounding);
    return Math.min(1, spinning.step[0]);
  }
}

/** A node of an OBB-tree [hierarchy/obb-tree.ts] around the corners, sides along the axes of the body's frame. */
function boxAround({ positions, reach }: ConvexPolyhedron): Float64Array {
  const node = new Float64Array(16);
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    node[k] = 0.5 * (low + high);
    // rounding of the middle and of both ends
    node[3 + k] = 0.5 * (high - low) + 2 ** -51 * (Math.abs(low) + Math.abs(high));
  }
  node[6] = node[10] = 1;
  node[14] = 2 * reach;
  return node;
}
