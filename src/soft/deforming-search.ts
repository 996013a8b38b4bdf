/**
 * First contact of a deforming body, its vertices moving linearly, with a body under any motion: best-first over pairs
 * of boxes and swept spheres in space and time, as contact/methods/best-first.ts does it for two rigid ones.
 * Guarantee: that of docs/guarantee.md. Every pair of triangles is covered by an entry whose key is a proven free time.
 */
import type { Budget } from '../contact/budget.ts';
import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import { type Outcome, undecided } from '../contact/outcome.ts';
import { KEY_POPPED, KEY_PUSHED, PairQueue } from '../contact/pair-queue.ts';
import { type Approach, StartRule } from '../contact/start-rule.ts';
import { NODE_CHILD, NODE_L0, NODE_L1, NODE_R, NODE_RHO } from '../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { type Motion, STATE_P, STATE_SIZE, STATE_TIME } from '../motion/motion.ts';
import { placeCorners } from '../motion/place-corners.ts';
import type { MovingBoxes } from './moving-boxes.ts';
import {
  measureSoftLeaves,
  SOFT_DISTANCE,
  SOFT_REST,
  SOFT_RHO,
  SOFT_RIGID,
  SOFT_SIZE,
  SOFT_STEP,
  SOFT_TARGET,
  SOFT_TIME,
  SOFT_VELOCITY,
  stepBoxNode,
  stepSoftLeaves,
} from './soft-gap.ts';

const BOX = 6;
/**
 * A pair that gained more than this of the motion is looked at again before it is split, and put back if it gains
 * WORTH.
 */
const FAR = 0.02;
const WORTH = 0.005;

export interface DeformingStats {
  nodes: number;
  triangles: number;
  poses: number;
  iterations: number;
}

/**
 * One deforming body against one other; owns its scratch. Leaves of the outcome: a triangle of the deforming mesh, a
 * leaf of the tree.
 */
export class DeformingSearch implements Approach {
  readonly start: StartRule = new StartRule();
  readonly stats: DeformingStats = { nodes: 0, triangles: 0, poses: 0, iterations: 0 };
  readonly leaf: Float64Array = new Float64Array(SOFT_SIZE);
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  clearance = 0;
  rounding = 0;
  fastest = 0;
  tree: SweptSphereTree | null = null;
  boxes: MovingBoxes | null = null;
  /** A radius for every triangle of the deforming mesh; null: all 0. */
  private radii: Float64Array | null = null;
  private widest = 0;
  private motion: Motion | null = null;
  private readonly queue: PairQueue = new PairQueue();
  private placedAt = Number.NaN;

  /** boxes: relative to `reference`, as are the motion's states. */
  begin(
    tree: SweptSphereTree,
    motion: Motion,
    boxes: MovingBoxes,
    radii: Float64Array | null,
    reference: Float64Array,
    clearance: number,
    tolerance: number,
  ): void {
    this.tree = tree;
    this.motion = motion;
    this.boxes = boxes;
    this.radii = radii;
    this.widest = 0;
    if (radii !== null) for (let i = 0; i < radii.length; i++) this.widest = Math.max(this.widest, radii[i]);
    this.reference.set(reference);
    this.clearance = clearance;
    this.placedAt = Number.NaN;
    this.place(0);
    const way = motion.travel(tree.radius);
    this.fastest = way + boxes.way;
    const { state } = this;
    const away = Math.abs(state[STATE_P]) + Math.abs(state[STATE_P + 1]) + Math.abs(state[STATE_P + 2]);
    // every length that is added up or turned; docs/notes/rounding.md, "Gaps"
    const lengths = 2 * boxes.size + boxes.way + away + tree.radius + way + motion.lever + clearance + this.widest;
    this.rounding = (ADDING + TURNING * (1 + motion.turn)) * lengths + SMALLEST;
    this.start.begin(this, 0, tolerance);
    const { stats } = this;
    stats.nodes = stats.triangles = stats.poses = stats.iterations = 0;
  }

  /** True when the scene is so small that squares of its lengths underflow: then nothing can be proven. */
  get vanishing(): boolean {
    return this.rounding < 4 * SMALLEST;
  }

  /** Leaves the answer in outcome; contacts from `until` on do not matter: then it is free at `until`. */
  run(budget: Budget, until: number, outcome: Outcome): void {
    this.search(budget, until, outcome, null, null);
  }

  /**
   * Every triangle of the deforming mesh that comes within the tolerance at any time, with the first such time: visit
   * is called once for each. False when the budget ran out or doubles could not tell.
   */
  runAll(budget: Budget, marks: Uint8Array, visit: (triangle: number, time: number) => void): boolean {
    const { start } = this;
    const outcome: Outcome = { status: 'free', time: 1, reason: 'precision', leafA: -1, leafB: -1 };
    start.begin(this, 0, start.effective);
    this.search(budget, Infinity, outcome, marks, visit);
    return outcome.status === 'free';
  }

  /** With marks, one for each triangle that was visited, nobody asks what overlaps at the start. */
  private search(
    budget: Budget,
    until: number,
    outcome: Outcome,
    marks: Uint8Array | null,
    visit: ((triangle: number, time: number) => void) | null,
  ): void {
    const { queue, stats, leaf, start } = this;
    const tree = this.tree as SweptSphereTree;
    const boxes = this.boxes as MovingBoxes;
    const { nodes } = tree;
    const { keys } = queue;
    outcome.leafA = outcome.leafB = -1;
    outcome.status = 'free';
    outcome.time = Math.min(until, 1);
    if (boxes.nodeCount === 0) return;
    queue.clear();
    keys[KEY_POPPED] = 0;
    if (this.vanishing) return this.giveUp(outcome, 'precision');
    queue.pushNow(0, 0);
    let starting = marks === null;
    while (queue.pop()) {
      const t = keys[KEY_POPPED];
      if (t > 0) starting = false;
      if (t >= until) return;
      const a = queue.a;
      const b = queue.b;
      const childA = boxes.child[a];
      if (marks !== null && childA < 0 && marks[-1 - childA] === 1) continue;
      stats.iterations++;
      if (budget.spent()) return this.giveUp(outcome, budget.reason);
      this.place(t);
      const childB = nodes[(b << 4) + NODE_CHILD];
      if (childA < 0 && childB < 0) {
        const triangle = -1 - childA;
        const other = -1 - childB;
        this.measure(triangle, other);
        const distance = leaf[SOFT_DISTANCE];
        if (starting) start.observe(this, distance, triangle, other);
        if (starting ? start.overlaps : start.touches(distance)) {
          if (marks !== null) {
            marks[triangle] = 1;
            visit?.(triangle, t);
            continue;
          }
          outcome.status = starting ? 'overlap' : start.provable ? 'contact' : 'unresolved';
          outcome.reason = 'precision';
          outcome.time = t;
          outcome.leafA = triangle;
          outcome.leafB = other;
          return;
        }
        this.stepLeaves(b, triangle, other);
        const key = t + leaf[SOFT_STEP];
        if (!(key > t)) return this.giveUp(outcome, 'precision');
        if (key < until && key <= 1) {
          keys[KEY_PUSHED] = key;
          queue.pushLater(a, b, false);
        }
        continue;
      }
      leaf[SOFT_TARGET] = this.clearance + this.rounding + this.widest + (starting ? start.concern : 0);
      if (queue.far && marks === null) {
        const step = this.stepNodes(a, b);
        if (step > WORTH) {
          this.push(a, b, t, until);
          continue;
        }
      }
      const splitA = this.splitsBox(a, b);
      const child = splitA ? childA : childB;
      for (let m = child; m < child + 2; m++) {
        this.stepNodes(splitA ? m : a, splitA ? b : m);
        this.push(splitA ? m : a, splitA ? b : m, t, until);
      }
    }
  }

  private push(a: number, b: number, t: number, until: number): void {
    const step = this.leaf[SOFT_STEP];
    if (step === 0) this.queue.pushNow(a, b);
    else if (t + step < until && t + step <= 1) {
      this.queue.keys[KEY_PUSHED] = t + step;
      this.queue.pushLater(a, b, step > FAR);
    }
  }

  /** After `measure`: until when the two triangles certainly stay apart; b: the other's node. */
  private stepLeaves(b: number, triangle: number, other: number): void {
    const { leaf, start, state } = this;
    const { nodes } = this.tree as SweptSphereTree;
    leaf[SOFT_RHO] = nodes[(b << 4) + NODE_RHO] + nodes[(b << 4) + NODE_R];
    leaf[SOFT_TARGET] = this.clearance + start.reserve[0] + this.rounding + this.radiiOf(triangle, other);
    stepSoftLeaves(leaf, state);
  }

  private stepNodes(a: number, b: number): number {
    const { boxes, tree, leaf, state } = this;
    this.stats.nodes++;
    const { start, end } = boxes as MovingBoxes;
    stepBoxNode(leaf, start, end, BOX * a, (tree as SweptSphereTree).nodes, b << 4, state);
    return leaf[SOFT_STEP];
  }

  /** As hierarchy/split-rule.ts; which of the two is larger depends on the instant. */
  private splitsBox(a: number, b: number): boolean {
    const { start, end, child } = this.boxes as MovingBoxes;
    const { nodes } = this.tree as SweptSphereTree;
    if (nodes[(b << 4) + NODE_CHILD] < 0) return true;
    if (child[a] < 0) return false;
    const o = BOX * a;
    const t = this.placedAt;
    let size = 0;
    for (let k = o; k < o + 3; k++) size += (1 - t) * (start[k + 3] - start[k]) + t * (end[k + 3] - end[k]);
    return size >= nodes[(b << 4) + NODE_L0] + nodes[(b << 4) + NODE_L1] + 4 * nodes[(b << 4) + NODE_R];
  }

  /** Brings the moving body to t. */
  place(t: number): void {
    const { leaf, state } = this;
    leaf[SOFT_TIME] = t;
    leaf[SOFT_REST] = 1 - t;
    if (t === this.placedAt) return;
    const motion = this.motion as Motion;
    if (!motion.still || Number.isNaN(this.placedAt)) {
      state[STATE_TIME] = t;
      motion.writeState(this.reference, state);
      this.stats.poses++;
    }
    this.placedAt = t;
  }

  /** Both triangles at the placed instant into `leaf`, their distance with the radii taken off into SOFT_DISTANCE. */
  measure(triangle: number, other: number): void {
    const { leaf, reference, boxes, tree, state } = this;
    const { before, after, indices } = boxes as MovingBoxes;
    const t = this.placedAt;
    const u = 1 - t;
    this.stats.triangles++;
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * indices[3 * triangle + corner];
      for (let k = 0; k < 3; k++) {
        const x = before[v + k] - reference[k];
        const y = after[v + k] - reference[k];
        leaf[3 * corner + k] = u * x + t * y;
        leaf[SOFT_VELOCITY + 3 * corner + k] = y - x;
      }
    }
    placeCorners((tree as SweptSphereTree).leaves, other * LEAF_STRIDE, state, leaf, SOFT_RIGID);
    measureSoftLeaves(leaf);
    leaf[SOFT_DISTANCE] -= this.radiiOf(triangle, other);
  }

  softRadius(triangle: number): number {
    return this.radii === null ? 0 : this.radii[triangle];
  }

  radiiOf(triangle: number, other: number): number {
    return this.softRadius(triangle) + (this.tree as SweptSphereTree).leaves[other * LEAF_STRIDE + LEAF_RADIUS];
  }

  /**
   * Calls visit for every two triangles nearer than `within` at the placed instant; false from it, and a budget that is
   * late, end the walk.
   * Measured when visited.
   */
  forTrianglesWithin(within: number, budget: Budget, visit: (triangle: number, other: number) => boolean): void {
    const { queue, leaf } = this;
    const tree = this.tree as SweptSphereTree;
    const boxes = this.boxes as MovingBoxes;
    if (boxes.nodeCount === 0) return;
    queue.clear();
    queue.pushNow(0, 0);
    leaf[SOFT_TARGET] = within + this.rounding + this.widest;
    while (queue.pop()) {
      if (budget.isLate()) return;
      const { a, b } = queue;
      if (this.stepNodes(a, b) > 0) continue;
      const childA = boxes.child[a];
      const childB = tree.nodes[(b << 4) + NODE_CHILD];
      if (childA < 0 && childB < 0) {
        this.measure(-1 - childA, -1 - childB);
        if (leaf[SOFT_DISTANCE] <= within && !visit(-1 - childA, -1 - childB)) return;
        continue;
      }
      const splitA = this.splitsBox(a, b);
      const child = splitA ? childA : childB;
      queue.pushNow(splitA ? child : a, splitA ? b : child);
      queue.pushNow(splitA ? child + 1 : a, splitA ? b : child + 1);
    }
  }

  private giveUp(outcome: Outcome, reason: Outcome['reason']): void {
    undecided(outcome, this.queue.keys[KEY_POPPED], reason);
  }
}
