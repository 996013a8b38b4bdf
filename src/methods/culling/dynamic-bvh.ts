/*
 * Stage 1: which links may come near which objects, and near which other links, over an interval of time? Each link's
 * capsule is swept in interval arithmetic into a box along the world's axes, and the boxes of all links stand in a
 * binary tree refitted bottom-up; this tree is tested against that of the environment [Redon et al. 2004, §4.1].
 * Guarantee: a (link, object) pair not listed keeps more than `margin` on all of the interval, and so does a pair of
 * links; every operation is rounded outward, and a bound that overflowed lists the pair.
 * Deviations: the interval of time may be cut into slices and the box be the hull of theirs, because the width of
 * interval products grows with the square of the motion; links are paired with links too, for self-contact.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import { aabbsOverlap } from '../../geometry/box-overlap.ts';
import { hull } from '../../math/interval.ts';
import { PairList } from '../../math/pair-list.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { applyToPoint, POSE_SIZE } from '../../motion/interval-pose.ts';
import type { IntervalMotion } from '../../motion/motion.ts';
import { type LineSweptSphere, lineSweptSphere } from './line-swept-sphere.ts';
import { mergeBoxes, type ObjectBoxes } from './object-boxes.ts';

/** A moving mesh. The motion may be exchanged between queries. */
export interface MovingLink {
  readonly mesh: TriangleMesh;
  motion: IntervalMotion;
}

/** Slots of `moved` behind the two ends' intervals: the range of both along one axis. */
const MOVED_LOW = 12;
const MOVED_HIGH = 13;

/** Units of the budget for the bounds of a link over a slice. */
const BOUND_UNITS = 4;

export class DynamicBvh {
  readonly links: readonly MovingLink[];
  readonly capsules: readonly LineSweptSphere[];
  /** Per node: min x y z, max x y z of all that its links sweep, enlarged by the margin. */
  readonly boxes: Float64Array;
  /** Per node: first of two adjacent children, or −1 − link. */
  readonly child: Int32Array;
  /** Node of each link. */
  readonly nodeOf: Int32Array;
  /** Box tests of the queries since the last `sweep`. */
  boxTests = 0;
  private readonly pose: Float64Array = new Float64Array(POSE_SIZE);
  private readonly slice: Float64Array = new Float64Array(2);
  /** p and q of every link. */
  private readonly ends: Float64Array;
  /** Boxes of both ends, and the hull of one coordinate. */
  private readonly moved: Float64Array = new Float64Array(14);
  private readonly stack: PairList = new PairList();

  /** Neighbours in the list are neighbours in the tree: links in the order of their chain share small boxes. */
  constructor(links: readonly MovingLink[]) {
    this.links = links;
    this.capsules = links.map(({ mesh }) => lineSweptSphere(mesh));
    this.ends = Float64Array.from(this.capsules.flatMap(({ p, q }) => [...p, ...q]));
    this.child = new Int32Array(Math.max(0, 2 * links.length - 1));
    this.nodeOf = new Int32Array(links.length);
    this.boxes = new Float64Array(6 * this.child.length);
    if (links.length > 0) this.plant(0, 0, links.length, 1);
  }

  /** Halves the run of links below a node; returns the next unused node. */
  private plant(node: number, from: number, to: number, unused: number): number {
    if (to - from === 1) {
      this.child[node] = -1 - from;
      this.nodeOf[from] = node;
      return unused;
    }
    const middle = (from + to) >> 1;
    this.child[node] = unused;
    const next = this.plant(unused, from, middle, unused + 2);
    return this.plant(unused + 1, middle, to, next);
  }

  /** Boxes over times[0] … times[1], cut into slices, of everything within `margin` of the links. False: it is late. */
  sweep(times: Float64Array, slices: number, margin: number, budget: Budget = NO_LIMITS): boolean {
    const { boxes, child, links, nodeOf, slice } = this;
    this.boxTests = 0;
    // All links of a slice in a row: the motions of a chain share what they compute for it.
    for (let k = 0; k < slices; k++) {
      writeSlice(times, k, slices, slice);
      for (let link = 0; link < links.length; link++) {
        if (budget.isLate(BOUND_UNITS)) return false;
        this.growBox(link, 6 * nodeOf[link], k === 0);
      }
    }
    for (let link = 0; link < links.length; link++) {
      const reach = (this.capsules[link].radius + margin) * (1 + 2 ** -52);
      const o = 6 * nodeOf[link];
      for (let i = 0; i < 3; i++) {
        const low = boxes[o + i] - reach;
        const high = boxes[o + 3 + i] + reach;
        boxes[o + i] = low - (2 ** -52 * Math.abs(low) + 2 ** -1074);
        boxes[o + 3 + i] = high + (2 ** -52 * Math.abs(high) + 2 ** -1074);
      }
    }
    for (let node = child.length - 1; node >= 0; node--) {
      const c = child[node];
      if (c >= 0) mergeBoxes(boxes, 6 * c, 6 * c + 6, 6 * node);
    }
    return true;
  }

  /** Both ends over the slice; by convexity their hull holds the axis between them. */
  private growBox(link: number, o: number, first: boolean): void {
    const { boxes, pose, ends, moved } = this;
    this.links[link].motion.writePose(this.slice, pose, 0);
    applyToPoint(pose, 0, ends, 6 * link, moved, 0);
    applyToPoint(pose, 0, ends, 6 * link + 3, moved, 6);
    for (let k = 0; k < 3; k++) {
      hull(moved, 2 * k, moved, 6 + 2 * k, moved, MOVED_LOW);
      boxes[o + k] = first ? moved[MOVED_LOW] : Math.min(boxes[o + k], moved[MOVED_LOW]);
      boxes[o + 3 + k] = first ? moved[MOVED_HIGH] : Math.max(boxes[o + 3 + k], moved[MOVED_HIGH]);
    }
  }

  /** Whether the boxes of two links meet. */
  meets(a: number, b: number): boolean {
    this.boxTests++;
    return aabbsOverlap(this.boxes, 6 * this.nodeOf[a], this.boxes, 6 * this.nodeOf[b]);
  }

  /** Adds the (link, object) pairs whose boxes meet; without objects, the pairs of links, the smaller number first. */
  collect(objects: ObjectBoxes | null, out: PairList): void {
    const { boxes, child, stack } = this;
    const boxesB = objects === null ? boxes : objects.boxes;
    const childrenB = objects === null ? child : objects.child;
    if (child.length === 0 || childrenB.length === 0) return;
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      const a = stack.pairs[2 * stack.count];
      const b = stack.pairs[2 * stack.count + 1];
      const ca = child[a];
      const cb = childrenB[b];
      if (objects === null && a === b) {
        if (ca < 0) continue;
        stack.push(ca + 1, ca + 1);
        stack.push(ca, ca + 1);
        stack.push(ca, ca);
        continue;
      }
      this.boxTests++;
      if (!aabbsOverlap(boxes, 6 * a, boxesB, 6 * b)) continue;
      if (ca < 0 && cb < 0) out.push(-1 - ca, objects === null ? -1 - cb : objects.order[-1 - cb]);
      else if (cb < 0 || (ca >= 0 && girth(boxes, 6 * a) >= girth(boxesB, 6 * b))) {
        stack.push(ca + 1, b);
        stack.push(ca, b);
      } else {
        stack.push(a, cb + 1);
        stack.push(a, cb);
      }
    }
  }
}

/** The k-th of n parts of an interval of time. Neighbours share their ends to the bit, so nothing is left out. */
export function writeSlice(times: Float64Array, k: number, n: number, out: Float64Array): void {
  const from = times[0];
  const to = times[1];
  out[0] = k === 0 ? from : from + (to - from) * (k / n);
  out[1] = k + 1 === n ? to : from + (to - from) * ((k + 1) / n);
}

/** The sum of a box's sides: what to split first. */
function girth(boxes: Float64Array, o: number): number {
  return boxes[o + 3] - boxes[o] + (boxes[o + 4] - boxes[o + 1]) + (boxes[o + 5] - boxes[o + 2]);
}
