/*
 * Stage 2: of the pairs that stage 1 left, which cannot meet because the volume swept by the link's capsule keeps away?
 * [Redon et al. 2004, §4.2], made conservative: there a tessellated boundary is drawn, may miss contacts by its error,
 * and meets no obstacle that is wholly inside. Here the ruled surface of the axis is tested instead of the boundary:
 * the swept volume is all within the radius of it, so what is inside the volume is near the surface like anything else
 * it touches.
 * Guarantee: a culled pair keeps more than the clearance on all of the interval. A solid object is only culled when
 * some point of the skeleton is proven outside it: the volume is connected and does not meet the surface, so all of it
 * is.
 * Two links are compared at the same times only, part by part of the interval.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { distanceError, SEPARATION_DISTANCE, SEPARATION_SIZE, triangleDistance } from '../../geometry/triangle-triangle.ts';
import { NODE_CHILD, NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { InputError } from '../../math/input-error.ts';
import { PairList } from '../../math/pair-list.ts';
import { length, subtract } from '../../math/vec3.ts';
import { STATE_P, STATE_SIZE } from '../../motion/motion.ts';
import { placeCorners } from '../../motion/place-corners.ts';
import type { MovingLink } from './dynamic-bvh.ts';
import { type LineSweptSphere, lineSweptSphere } from './line-swept-sphere.ts';
import type { ObjectBoxes } from './object-boxes.ts';
import { RuledSkeleton } from './ruled-skeleton.ts';

/**
 * A way to do stage 2. Both `cull` functions take the culled pairs out of the list and keep the order of the others.
 */
export interface SweptVolumeTest {
  /** A new interval of time, or new motions of the links. `rounding` bounds what the objects' states are off. */
  begin(times: Float64Array, clearance: number, rounding: number): void;
  /** (link, object) */
  cull(candidates: PairList): void;
  /** (link, link) */
  cullPairs(candidates: PairList): void;
}

export interface SkeletonOptions {
  /** ε of eq. 11 as part of the capsule's radius, or of an eighth of a slender one's length. Default 1/4. */
  readonly tolerance?: number;
  /** Most strips a skeleton, a power of two. Default 64. */
  readonly mostStrips?: number;
  /** Parts of the interval whose derivatives are bounded apart, a power of two. Default 1: more
   * strips cost less than more bounds, unless these are wide. */
  readonly slices?: number;
  /** Node tests a pair at most; what is not decided by then stays. Default 4,096. */
  readonly mostTests?: number;
  /** Where it is late, what is left stays. Default: none. */
  readonly budget?: Budget;
}

/** Rounding of gaps as part of all lengths that take part [docs/notes/rounding.md, "Gaps"]. */
const GAP_ERROR: number = 2 ** -42;
/** Shorter vectors have no reliable length. */
const SMALLEST: number = 2 ** -400;

/** Units of the budget for the bounds of a link at a time, and for a test of two volumes or a skeleton's tree. */
const BOUND_UNITS = 4;
const TEST_UNITS = 32;

export class SkeletonCulling implements SweptVolumeTest {
  /** Work since `begin`. */
  nodeTests = 0;
  triangleTests = 0;
  strips = 0;
  private readonly links: readonly MovingLink[];
  private readonly objects: ObjectBoxes;
  private readonly capsules: readonly LineSweptSphere[];
  /** Made for links that are near something. */
  private readonly skeletons: Map<number, RuledSkeleton> = new Map();
  private readonly mostStrips: number;
  private readonly swept: Uint8Array;
  /** Links whose skeletons are being made. */
  private readonly fresh: Int32Array;
  /** ε of each link. */
  private readonly tolerances: Float64Array;
  private readonly slices: number;
  private readonly mostTests: number;
  private readonly budget: Budget;
  private readonly times: Float64Array = new Float64Array(2);
  private clearance = 0;
  private rounding = 0;
  private testsLeft = 0;
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly world: Float64Array = new Float64Array(STATE_SIZE);
  private readonly corners: Float64Array = new Float64Array(27);
  private readonly separation: Float64Array = new Float64Array(SEPARATION_SIZE);
  private readonly gaps: Float64Array = new Float64Array(2);
  private readonly stack: PairList = new PairList();

  constructor(links: readonly MovingLink[], objects: ObjectBoxes, options: SkeletonOptions = {}) {
    const { mostStrips = 64, slices = 1, tolerance = 0.25 } = options;
    requirePower('mostStrips', mostStrips);
    requirePower('slices', slices);
    this.links = links;
    this.objects = objects;
    this.capsules = links.map(({ mesh }) => lineSweptSphere(mesh));
    this.tolerances = Float64Array.from(this.capsules, ({ p, q, radius }) => tolerance * Math.max(radius, length(subtract(q, p)) / 8));
    this.slices = slices;
    this.mostTests = options.mostTests ?? 4096;
    this.budget = options.budget ?? NO_LIMITS;
    this.mostStrips = mostStrips;
    this.swept = new Uint8Array(links.length);
    this.fresh = new Int32Array(links.length);
    this.world[0] = this.world[4] = this.world[8] = 1;
  }

  begin(times: Float64Array, clearance: number, rounding: number): void {
    this.times[0] = times[0];
    this.times[1] = times[1];
    this.clearance = clearance;
    this.rounding = rounding;
    this.swept.fill(0);
    this.nodeTests = this.triangleTests = this.strips = 0;
  }

  cull(candidates: PairList): void {
    this.drop(candidates, 1);
  }

  cullPairs(candidates: PairList): void {
    this.drop(candidates, 2);
  }

  /** `links`: how many of the two of a candidate are links; the other is an object. */
  private drop(candidates: PairList, links: 1 | 2): void {
    const { budget } = this;
    this.sweepNamed(candidates, links);
    if (budget.late) return;
    const { pairs, count } = candidates;
    candidates.clear();
    for (let k = 0; k < 2 * count; k += 2) {
      const a = pairs[k];
      const b = pairs[k + 1];
      if (budget.isLate(TEST_UNITS) || !(links === 1 ? this.objectApart(a, b) : this.linksApart(a, b))) candidates.push(a, b);
    }
  }

  /** The skeleton of a link over the interval, made at the first call after `begin`. */
  skeletonOf(link: number): RuledSkeleton {
    if (this.swept[link] === 0) {
      this.fresh[0] = link;
      this.sweepLinks(1);
    }
    return this.skeleton(link);
  }

  private skeleton(link: number): RuledSkeleton {
    let skeleton = this.skeletons.get(link);
    if (skeleton === undefined) {
      skeleton = new RuledSkeleton(this.mostStrips);
      this.skeletons.set(link, skeleton);
    }
    return skeleton;
  }

  /** The skeletons of all links that candidates name; `width` numbers of each pair are links. */
  private sweepNamed({ pairs, count }: PairList, width: number): void {
    const { fresh, swept } = this;
    let n = 0;
    for (let k = 0; k < 2 * count; k++) {
      if (k % 2 >= width || swept[pairs[k]] !== 0) continue;
      swept[pairs[k]] = 1;
      fresh[n++] = pairs[k];
    }
    this.sweepLinks(n);
  }

  /** Time by time, all links at each: links of a chain share what is computed for it. Late, they stay as they are. */
  private sweepLinks(count: number): void {
    const { fresh, links, capsules, slices, budget } = this;
    const skeletons: RuledSkeleton[] = [];
    for (let j = 0; j < count; j++) {
      this.swept[fresh[j]] = 1;
      skeletons.push(this.skeleton(fresh[j]));
      skeletons[j].start(capsules[fresh[j]], this.times, slices);
    }
    for (let k = 0; k < slices; k++)
      for (let j = 0; j < count; j++) {
        if (budget.isLate(BOUND_UNITS)) return;
        skeletons[j].boundSlice(links[fresh[j]].motion, k);
      }
    let most = 1;
    for (let j = 0; j < count; j++) {
      const skeleton = skeletons[j];
      skeleton.chooseStrips(this.tolerances[fresh[j]]);
      most = Math.max(most, skeleton.strips);
      this.strips += skeleton.strips;
    }
    // All numbers of strips are powers of two: those of the fewest are among those of the most.
    for (let i = 0; i <= most; i++) {
      for (let j = 0; j < count; j++) {
        const each = most / skeletons[j].strips;
        if (i % each !== 0) continue;
        if (budget.isLate(BOUND_UNITS)) return;
        skeletons[j].sample(links[fresh[j]].motion, i / each);
      }
    }
    for (let j = 0; j < count; j++) {
      if (budget.isLate(TEST_UNITS)) return;
      skeletons[j].finish();
    }
  }

  private objectApart(link: number, object: number): boolean {
    const skeleton = this.skeletonOf(link);
    if (!skeleton.bounded) return false;
    const { frame, clearance, rounding } = this;
    const { tree, state } = this.objects.objects[object];
    const place = Math.abs(state[STATE_P]) + Math.abs(state[STATE_P + 1]) + Math.abs(state[STATE_P + 2]);
    frame[PAD] = clearance + rounding + GAP_ERROR * (skeleton.reach + tree.radius + place + clearance) + SMALLEST;
    if (!this.surfacesApart(skeleton, tree, state)) return false;
    return !tree.mesh.solid || this.leavesObject(skeleton, object);
  }

  /** Is some corner of the skeleton surely not inside the solid? */
  leavesObject({ leaves, strips, bow }: RuledSkeleton, object: number): boolean {
    const slack = bow + this.rounding;
    for (let o = 0; o < 2 * LEAF_STRIDE * strips; o += LEAF_STRIDE) {
      for (let v = o; v < o + 9; v += 3) {
        if (this.objects.surelyOutside(object, leaves[v], leaves[v + 1], leaves[v + 2], slack)) return true;
      }
    }
    return false;
  }

  /** Depth first, the nearer child first: what is not apart shows early. */
  private surfacesApart(skeleton: RuledSkeleton, tree: SweptSphereTree, state: Float64Array): boolean {
    const { stack, frame, world, gaps } = this;
    const strips = skeleton.nodes;
    const { nodes } = tree;
    this.testsLeft = this.mostTests;
    frame[REST] = -1;
    setFrame(frame, strips, 0, world, state);
    this.measure(strips, 0, nodes, 0, 0);
    if (gaps[0] > 0) return true;
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      const a = stack.pairs[2 * stack.count];
      const b = stack.pairs[2 * stack.count + 1];
      const childA = strips[(a << 4) + NODE_CHILD];
      const childB = nodes[(b << 4) + NODE_CHILD];
      if (childA < 0 && childB < 0) {
        if (!this.leafApart(strips, a << 4, tree, -1 - childB, state)) return false;
        continue;
      }
      if (this.testsLeft <= 0) return false;
      if (splitsA(strips, a, nodes, b)) {
        setFrame(frame, nodes, b << 4, state, world);
        this.measure(nodes, b, strips, childA, 0);
        this.measure(nodes, b, strips, childA + 1, 1);
        const near = gaps[0] <= gaps[1] ? 0 : 1;
        if (!(gaps[1 - near] > 0)) stack.push(childA + 1 - near, b);
        if (!(gaps[near] > 0)) stack.push(childA + near, b);
      } else {
        setFrame(frame, strips, a << 4, world, state);
        this.measure(strips, a, nodes, childB, 0);
        this.measure(strips, a, nodes, childB + 1, 1);
        const near = gaps[0] <= gaps[1] ? 0 : 1;
        if (!(gaps[1 - near] > 0)) stack.push(a, childB + 1 - near);
        if (!(gaps[near] > 0)) stack.push(a, childB + near);
      }
    }
    return true;
  }

  /** Proven distance beyond the pad of node f, whose frame is set, and node m; not above 0: may be nearer. */
  private measure(nf: Float64Array, f: number, nm: Float64Array, m: number, to: number): void {
    const { frame } = this;
    this.nodeTests++;
    this.testsLeft--;
    stepVolumes(frame, nf, f << 4, nm, m << 4, 1);
    this.gaps[to] = frame[GAP] > 0 && frame[LENGTH] > SMALLEST ? frame[GAP] / frame[LENGTH] : -1;
  }

  /** The strip's rectangle against the triangle itself, where the triangle's own rectangle was too large. */
  private leafApart(strips: Float64Array, o: number, tree: SweptSphereTree, leaf: number, state: Float64Array): boolean {
    const { corners, separation } = this;
    const l0 = strips[o + NODE_L0];
    const l1 = strips[o + NODE_L1];
    for (let k = 0; k < 3; k++) {
      const start = strips[o + NODE_CORNER + k];
      const u = l0 * strips[o + k];
      const v = l1 * strips[o + NODE_U1 + k];
      corners[k] = corners[9 + k] = start;
      corners[3 + k] = start + u;
      corners[6 + k] = corners[12 + k] = start + u + v;
      corners[15 + k] = start + v;
    }
    placeCorners(tree.leaves, LEAF_STRIDE * leaf, state, corners, 18);
    const within = strips[o + NODE_R] + tree.leaves[LEAF_STRIDE * leaf + LEAF_RADIUS] + this.frame[PAD];
    for (let half = 0; half < 18; half += 9) {
      this.triangleTests++;
      triangleDistance(corners, half, corners, 18, separation, 0);
      if (!(separation[SEPARATION_DISTANCE] - 2 * distanceError(corners, half, corners, 18) > within * (1 + 2 ** -50))) return false;
    }
    return true;
  }

  /** Both trees halve the same interval of time, so that only nodes that share their times are compared. */
  private linksApart(a: number, b: number): boolean {
    const A = this.skeletonOf(a);
    const B = this.skeletonOf(b);
    if (!(A.bounded && B.bounded)) return false;
    const { frame, gaps, stack, world, clearance } = this;
    frame[PAD] = clearance + this.rounding + GAP_ERROR * (A.reach + B.reach + clearance) + SMALLEST;
    frame[REST] = -1;
    this.testsLeft = this.mostTests;
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      const i = stack.pairs[2 * stack.count];
      const j = stack.pairs[2 * stack.count + 1];
      setFrame(frame, A.nodes, i << 4, world, world);
      this.measure(A.nodes, i, B.nodes, j, 0);
      if (gaps[0] > 0) continue;
      const childI = A.nodes[(i << 4) + NODE_CHILD];
      const childJ = B.nodes[(j << 4) + NODE_CHILD];
      if ((childI < 0 && childJ < 0) || this.testsLeft <= 0) return false;
      stack.push(childI < 0 ? i : childI + 1, childJ < 0 ? j : childJ + 1);
      stack.push(childI < 0 ? i : childI, childJ < 0 ? j : childJ);
    }
    return true;
  }
}

function requirePower(what: string, n: number): void {
  let power = 1;
  while (power < n && power < 2 ** 20) power *= 2;
  if (power !== n) throw new InputError(`localisation: ${what} must be a power of two up to 2^20, got ${n}`);
}
