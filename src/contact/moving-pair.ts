/**
 * Two bodies under their motions, placed at one instant at a time: the state, scratch and rounding bound that every
 * method of first contact shares. One pose per distinct instant; everything is relative to where b starts, so that a
 * scene far from the world's origin loses nothing.
 */
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { type Motion, STATE_OMEGA, STATE_P, STATE_SIZE } from '../motion/motion.ts';
import { approachLeaves, approachVolumes, baseSpeed, leafReach, nodeReach } from './approach-bound.ts';
import type { Stats } from './result.ts';
import { DISTANCE, LEAF_SIZE, LEAF_STEP, measureLeaves, stepLeaves } from './triangle-gap.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, STEP, setFrame, stepVolumes } from './volume-gap.ts';

/*
 * How much rounding can move anything, relative to lengths [docs/notes/rounding.md, "Gaps"]: turning acts on the bodies'
 * extent and their distance at that instant, adding up a position acts on every length and way of the motion.
 */
const TURNING: number = 2 ** -42;
const ADDING: number = 2 ** -47;

export class MovingPair {
  readonly treeA: SweptSphereTree;
  readonly treeB: SweptSphereTree;
  readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  readonly stateA: Float64Array = new Float64Array(STATE_SIZE);
  readonly stateB: Float64Array = new Float64Array(STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  /** Unit axes of rotation in the bodies' own frames, null vectors where there is none. */
  readonly axisA: Float64Array = new Float64Array(3);
  readonly axisB: Float64Array = new Float64Array(3);
  readonly stats: Stats = { method: '', nodes: 0, triangles: 0, poses: 0, iterations: 0, steps: 0, frontNodes: 0 };
  motionA: Motion | undefined;
  motionB: Motion | undefined;
  time = Number.NaN;
  clearance = 0;
  /** Set for methods that use only the gap of a node pair and their own step. */
  gapOnly = false;
  /** ε: bound on the error of every distance and step while the bodies' extents meet. */
  rounding = 0;
  /** The same at the placed instant, larger while the bodies are far apart. */
  roundingNow = 0;
  /** Added to the clearance in node gaps, beside rounding. */
  extra = 0;
  private turning = 0;
  private adding = 0;
  /** Bound on how fast the distance can change, per unit of time. */
  fastest = 0;

  constructor(treeA: SweptSphereTree, treeB: SweptSphereTree) {
    this.treeA = treeA;
    this.treeB = treeB;
  }

  begin(motionA: Motion, motionB: Motion, clearance: number): void {
    this.motionA = motionA;
    this.motionB = motionB;
    this.clearance = clearance;
    this.time = Number.NaN;
    const { stats, reference, stateA, treeA, treeB } = this;
    stats.nodes = stats.triangles = stats.poses = stats.iterations = stats.steps = stats.frontNodes = 0;
    motionB.startPosition(reference, 0);
    motionA.startPosition(stateA, 0);
    const x = stateA[0] - reference[0];
    const y = stateA[1] - reference[1];
    const z = stateA[2] - reference[2];
    const extent = treeA.radius + treeB.radius;
    this.fastest = motionA.travel(treeA.radius) + motionB.travel(treeB.radius);
    this.turning = TURNING * (1 + motionA.turn + motionB.turn);
    this.adding = ADDING * (Math.sqrt(x * x + y * y + z * z) + extent + this.fastest) + this.turning * (extent + clearance);
    this.rounding = this.adding + this.turning * (extent + clearance);
    this.extra = 0;
    this.placeAt(0);
    writeBodyAxis(this.stateA, this.axisA);
    writeBodyAxis(this.stateB, this.axisB);
  }

  /** Places both bodies at t. */
  placeAt(t: number): void {
    if (t === this.time) return;
    const motionA = this.motionA as Motion;
    const motionB = this.motionB as Motion;
    const fresh = Number.isNaN(this.time);
    if (fresh || !motionA.still) motionA.stateAt(t, this.reference, this.stateA, 0);
    if (fresh || !motionB.still) motionB.stateAt(t, this.reference, this.stateB, 0);
    this.time = t;
    this.frame[REST] = this.gapOnly ? -1 : 1 - t;
    const { stateA, stateB } = this;
    const x = stateA[STATE_P] - stateB[STATE_P];
    const y = stateA[STATE_P + 1] - stateB[STATE_P + 1];
    const z = stateA[STATE_P + 2] - stateB[STATE_P + 2];
    this.roundingNow = this.adding + this.turning * Math.sqrt(x * x + y * y + z * z);
    this.frame[PAD] = this.clearance + this.extra + this.roundingNow;
    this.stats.poses++;
  }

  /** Lemma 4.1's step of two nodes, after frameOnB and stepFromB. */
  approachFromB(a: number, b: number): number {
    this.stats.steps++;
    const reachA = nodeReach(this.treeA.nodes, a << 4, this.axisA);
    const reachB = nodeReach(this.treeB.nodes, b << 4, this.axisB);
    const base = baseSpeed(this.frame, this.treeB.nodes, b << 4, this.stateB, this.stateA);
    return approachVolumes(this.frame, 1 - this.time, reachB, reachA, base);
  }

  approachFromA(a: number, b: number): number {
    this.stats.steps++;
    const reachA = nodeReach(this.treeA.nodes, a << 4, this.axisA);
    const reachB = nodeReach(this.treeB.nodes, b << 4, this.axisB);
    const base = baseSpeed(this.frame, this.treeA.nodes, a << 4, this.stateA, this.stateB);
    return approachVolumes(this.frame, 1 - this.time, reachA, reachB, base);
  }

  /** Lemma 4.2's step of two leaves, after leafDistance, until they may be within clearance + reserve. */
  approachLeaves(la: number, lb: number, reserve: number): number {
    this.stats.steps++;
    const { treeA, treeB } = this;
    const target = treeA.leaves[la * 10 + 9] + treeB.leaves[lb * 10 + 9] + this.clearance + reserve + this.roundingNow;
    const reachA = leafReach(treeA.leaves, la * 10, this.axisA);
    const reachB = leafReach(treeB.leaves, lb * 10, this.axisB);
    return approachLeaves(this.leaf, this.stateA, reachA, this.stateB, reachB, target, 1 - this.time);
  }

  /** Node gaps leave out `extra` more from now on, for this instant too. */
  widen(extra: number): void {
    this.extra = extra;
    this.frame[PAD] = this.clearance + extra + this.roundingNow;
  }

  /** Puts b into the frame of node a (an index) of A. */
  frameOnA(a: number): void {
    setFrame(this.frame, this.treeA.nodes, a << 4, this.stateA, this.stateB);
  }

  frameOnB(b: number): void {
    setFrame(this.frame, this.treeB.nodes, b << 4, this.stateB, this.stateA);
  }

  /** Certified step of two nodes, in the frame of whichever is set; 0: may touch now, Infinity: never. */
  stepFromA(a: number, b: number): number {
    this.stats.nodes++;
    if (!this.gapOnly) this.stats.steps++;
    stepVolumes(this.frame, this.treeA.nodes, a << 4, this.treeB.nodes, b << 4);
    return this.frame[STEP];
  }

  stepFromB(a: number, b: number): number {
    this.stats.nodes++;
    if (!this.gapOnly) this.stats.steps++;
    stepVolumes(this.frame, this.treeB.nodes, b << 4, this.treeA.nodes, a << 4);
    return this.frame[STEP];
  }

  /** After a step: certified lower bound on the nodes' distance beyond the pad; ≤ 0 when they may touch. */
  nodeGap(): number {
    const gap = this.frame[GAP];
    return gap > 0 ? (gap / this.frame[LENGTH]) * (1 - 2 ** -50) : 0;
  }

  /** Distance of two leaves (numbers) at the placed instant, within ε. */
  leafDistance(la: number, lb: number): number {
    this.stats.triangles++;
    measureLeaves(this.leaf, this.treeA.leaves, la * 10, this.stateA, this.treeB.leaves, lb * 10, this.stateB);
    return this.leaf[DISTANCE];
  }

  /** After leafDistance: certified step until the leaves may be within clearance + reserve; a, b: their nodes. */
  leafStep(a: number, la: number, b: number, lb: number, reserve: number): number {
    const { treeA, treeB } = this;
    const rhoA = treeA.nodes[(a << 4) + 12] + treeA.nodes[(a << 4) + 11];
    const rhoB = treeB.nodes[(b << 4) + 12] + treeB.nodes[(b << 4) + 11];
    const target = treeA.leaves[la * 10 + 9] + treeB.leaves[lb * 10 + 9] + this.clearance + reserve + this.roundingNow;
    stepLeaves(this.leaf, this.stateA, rhoA, this.stateB, rhoB, target, 1 - this.time);
    return this.leaf[LEAF_STEP];
  }
}

/** Rᵀω / |ω| */
function writeBodyAxis(state: Float64Array, out: Float64Array): void {
  const x = state[STATE_OMEGA];
  const y = state[STATE_OMEGA + 1];
  const z = state[STATE_OMEGA + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let i = 0; i < 3; i++) out[i] = length > 0 ? (state[i] * x + state[3 + i] * y + state[6 + i] * z) / length : 0;
}
