/**
 * Two bodies under their motions, placed at one instant at a time: the state, scratch and rounding bound that every
 * method of first contact shares. One pose per distinct instant; everything is relative to where b starts, so that a
 * scene far from the world's origin loses nothing.
 */

import { NODE_R, NODE_RHO } from '../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { apartAt } from '../math/vec3.ts';
import { type Motion, STATE_A0, STATE_A1, STATE_OMEGA, STATE_P, STATE_SIZE, STATE_TIME } from '../motion/motion.ts';
import { RelativeMotion } from '../motion/relative-motion.ts';
import { RigidMotion, restMotion } from '../motion/rigid-motion.ts';
import { MANY_TURNS } from '../motion/spin.ts';
import { type Budget, NO_LIMITS } from './budget.ts';
import { TurningWholes } from './many-turns/profile/turning-wholes.ts';
import { SpinningPair, spinOf } from './many-turns/spinning-pair.ts';
import type { Stats } from './result.ts';
import { DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from './triangle-gap.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, setFrame, stepVolumes } from './volume-gap.ts';

/*
 * How much rounding can move anything, relative to lengths [docs/notes/rounding.md, "Gaps"]: turning acts on the
 * bodies' extent and their distance at that instant, adding up a position acts on every length and way of the motion.
 */
export const TURNING: number = 2 ** -42;
export const ADDING: number = 2 ** -47;

/** Lengths below this have no squares: nearer distances cannot be compared. */
export const SMALLEST: number = 2 ** -400;

const REST_AT_ORIGIN: RigidMotion = restMotion();
const ORIGIN: Float64Array = new Float64Array(3);

/** Slots of a pair's clock: where the bodies are placed, where to place them next, … */
export const CLOCK_PLACED = 0;
export const CLOCK_NEXT = 1;
/** … and for a search: of when the frame of its nodes is. A variable that lives from entry to entry would be boxed. */
export const CLOCK_FRAMED = 2;

export class MovingPair {
  readonly treeA: SweptSphereTree;
  readonly treeB: SweptSphereTree;
  readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  readonly stateA: Float64Array = new Float64Array(STATE_SIZE);
  readonly stateB: Float64Array = new Float64Array(STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  /**
   * Unit axes of rotation in the bodies' own frames, null vectors where there is none; placed anew for motions whose
   * axes change.
   */
  readonly axisA: Float64Array = new Float64Array(3);
  readonly axisB: Float64Array = new Float64Array(3);
  /** What looks at single instants may take; the searches are given theirs. */
  budget: Budget = NO_LIMITS;
  readonly stats: Stats = { method: '', nodes: 0, triangles: 0, poses: 0, iterations: 0, steps: 0, frontNodes: 0 };
  /** Motion of a as b sees it, where they move together. */
  readonly relative: RelativeMotion = new RelativeMotion();
  /** One of the bodies turns more than once: steps that end within a turn are lengthened by `outlast`. */
  spins = false;
  private spinning: SpinningPair | undefined;
  private wholes: TurningWholes | undefined;
  /** The search goes on in b's frame. */
  together = false;
  private worldA: Motion | undefined;
  private worldB: Motion | undefined;
  /** The motions the bodies are placed by. */
  motionA: Motion | undefined;
  motionB: Motion | undefined;
  /** The CLOCK slots; the rest is a method's own. Times go through memory, which boxes no double. */
  readonly clock: Float64Array = Float64Array.of(Number.NaN, 0, 0, 0);
  /** The leaves that `leaf` is about where the bodies are placed; −1: none. */
  private measuredA = -1;
  private measuredB = -1;
  clearance = 0;
  /** Set for methods that use only the gap of a node pair and their own step. */
  gapOnly = false;
  /** ε: bound on the error of every distance and step while the bodies' extents meet. */
  rounding = 0;
  /** The same at the placed instant, larger while the bodies are far apart. */
  roundingNow = 0;
  /** Added to the clearance in node gaps, beside rounding. */
  extra = 0;
  /** What ε grows by with the distance of the bodies' origins, and what it is beside that. */
  turning = 0;
  adding = 0;
  /** Neither body turns, nor leaves its straight way, nor changes its speed. */
  straight = false;
  /** Bound on how fast the distance can change, per unit of time. */
  fastest = 0;

  constructor(treeA: SweptSphereTree, treeB: SweptSphereTree) {
    this.treeA = treeA;
    this.treeB = treeB;
  }

  /** Starts on new motions; all that the search says is then about these. */
  begin(motionA: Motion, motionB: Motion, clearance: number): void {
    const { stats } = this;
    stats.nodes = stats.triangles = stats.poses = stats.iterations = stats.steps = stats.frontNodes = 0;
    this.clearance = clearance;
    this.worldA = motionA;
    this.worldB = motionB;
    motionB.startPosition(this.reference, 0);
    this.together = this.moveTogether(motionA, motionB);
    if (this.together) this.use(this.relative, REST_AT_ORIGIN);
    else this.use(motionA, motionB);
    this.spins = Math.max(spinOf(motionA), spinOf(motionB)) > MANY_TURNS;
    if (this.spins) this.beginSpins(false);
  }

  /** `late`: in a search that has become long, what turns by parts of a turn is looked at as what turns often. */
  beginSpins(late: boolean): boolean {
    this.spinning ??= new SpinningPair();
    this.spinning.forget();
    this.spinning.begin(this.worldA as Motion, this.worldB as Motion, this.treeA.radius, this.treeB.radius, 0, late);
    this.spins = this.spinning.active;
    return this.spins;
  }

  /** How long the bodies are apart as wholes from the placed instant on, where they turn about one axis; 0: unknown. */
  stepOfWholes(): number {
    const { treeA, treeB, together, stateA, stateB, frame, roundingNow } = this;
    this.wholes ??= new TurningWholes();
    const t = this.clock[CLOCK_PLACED];
    const a = this.worldA as Motion;
    const b = this.worldB as Motion;
    const pad = frame[PAD];
    const placedA = together ? null : stateA;
    const placedB = together ? null : stateB;
    const step = this.wholes.step(a, b, treeA, treeB, t, this.reference, placedA, placedB, pad, roundingNow, this.budget);
    this.stats.nodes += this.wholes.work;
    return step;
  }

  /** How long a turn of the faster body takes, where one of them turns more than once; otherwise 0. */
  get turnTime(): number {
    return this.spins ? (this.spinning as SpinningPair).turnTime : 0;
  }

  /** Lengthens the step of two nodes in a slot of the frame where they are apart over whole turns. */
  outlast(a: number, b: number, slot: number): void {
    const { frame, treeA, treeB, roundingNow } = this;
    const spinning = this.spinning as SpinningPair;
    if (!(frame[slot] < spinning.enough)) return;
    this.placeSpins(spinning);
    spinning.stepNodes(treeA.nodes, a << 4, treeB.nodes, b << 4, frame[PAD], roundingNow);
    this.lengthen(frame, slot, spinning);
  }

  /** The same for leaves, in leaf[LEAF_STEP]. */
  outlastLeaves(la: number, lb: number, reserve: Float64Array): void {
    const { leaf, treeA, treeB, roundingNow } = this;
    const spinning = this.spinning as SpinningPair;
    if (!(leaf[LEAF_STEP] < spinning.enough)) return;
    this.placeSpins(spinning);
    const pad = this.clearance + reserve[0] + roundingNow;
    spinning.stepLeaves(treeA.leaves, la * LEAF_STRIDE, treeB.leaves, lb * LEAF_STRIDE, pad, roundingNow);
    this.lengthen(leaf, LEAF_STEP, spinning);
  }

  private lengthen(steps: Float64Array, slot: number, spinning: SpinningPair): void {
    this.stats.nodes += spinning.tests;
    spinning.tests = 0;
    if (spinning.step[0] > steps[slot]) steps[slot] = spinning.step[0];
  }

  private placeSpins(spinning: SpinningPair): void {
    const { together, stateA, stateB } = this;
    spinning.place(this.clock[CLOCK_PLACED], this.reference, together ? null : stateA, together ? null : stateB);
  }

  /** From now on the bodies are placed in the world, also where the search went on in b's frame. */
  returnToWorld(): void {
    if (!this.together) return;
    const { rounding, fastest } = this;
    this.together = false;
    this.use(this.worldA as Motion, this.worldB as Motion);
    this.rounding = Math.max(rounding, this.rounding);
    this.fastest = fastest;
  }

  /** True when the bodies move far less against each other than in the world: then b's frame is the better one. */
  private moveTogether(a: Motion, b: Motion): boolean {
    if (!(a instanceof RigidMotion && b instanceof RigidMotion) || a.still || b.still) return false;
    const { relative, treeA, treeB } = this;
    relative.between(a, b, this.reference);
    const bend = a.turn * a.travel(treeA.radius) + b.turn * b.travel(treeB.radius);
    return 2 * relative.travel(treeA.radius) <= a.travel(treeA.radius) + b.travel(treeB.radius) && 2 * relative.bend(treeA.radius) <= bend;
  }

  private use(motionA: Motion, motionB: Motion): void {
    this.motionA = motionA;
    this.motionB = motionB;
    this.clock[CLOCK_PLACED] = Number.NaN;
    const { stateA, stateB, treeA, treeB, clearance } = this;
    const extent = treeA.radius + treeB.radius;
    this.fastest = motionA.travel(treeA.radius) + motionB.travel(treeB.radius);
    this.extra = 0;
    this.placeAt(0);
    const worldA = this.worldA as Motion;
    const worldB = this.worldB as Motion;
    const ways = worldA.travel(treeA.radius) + worldB.travel(treeB.radius) + worldA.lever + worldB.lever;
    // a relative state has the errors of two
    this.turning = (this.together ? 2 : 1) * TURNING * (1 + worldA.turn + worldB.turn);
    this.adding = ADDING * (apartAt(stateA, stateB, STATE_P) + extent + ways) + this.turning * (extent + clearance) + SMALLEST;
    this.rounding = this.adding + this.turning * (extent + clearance);
    this.pad();
    writeBodyAxis(stateA, this.axisA);
    writeBodyAxis(stateB, this.axisB);
    this.straight = motionA.turn === 0 && motionB.turn === 0 && fliesStraight(stateA) && fliesStraight(stateB);
  }

  /** True when the scene is so small that squares of its lengths underflow: then nothing can be proven. */
  get vanishing(): boolean {
    return this.rounding < 4 * SMALLEST;
  }

  /** The instant at which the bodies are placed. */
  get time(): number {
    return this.clock[CLOCK_PLACED];
  }

  placeAt(t: number): void {
    this.clock[CLOCK_NEXT] = t;
    this.place();
  }

  /** Places both bodies at the time in clock[CLOCK_NEXT], if they are not there yet. */
  place(): void {
    const t = this.clock[CLOCK_NEXT];
    if (t === this.clock[CLOCK_PLACED]) return;
    const motionA = this.motionA as Motion;
    const motionB = this.motionB as Motion;
    const fresh = !(this.clock[CLOCK_PLACED] >= 0);
    this.clock[CLOCK_PLACED] = t;
    this.measuredA = -1;
    const { stateA, stateB } = this;
    stateA[STATE_TIME] = t;
    stateB[STATE_TIME] = t;
    if (fresh || !motionA.still) motionA.writeState(this.reference, stateA);
    if (fresh || !motionB.still) motionB.writeState(this.together ? ORIGIN : this.reference, stateB);
    this.frame[REST] = this.gapOnly ? -1 : 1 - t;
    // where a₁ = 0 no point accelerates along ω, whatever its distance: the axis stays
    if (this.gapOnly && stateA[STATE_A1] !== 0) writeBodyAxis(stateA, this.axisA);
    if (this.gapOnly && stateB[STATE_A1] !== 0) writeBodyAxis(stateB, this.axisB);
    this.pad();
    this.stats.poses++;
  }

  /** What node gaps leave out at the placed instant. */
  private pad(): void {
    this.roundingNow = this.adding + this.turning * apartAt(this.stateA, this.stateB, STATE_P);
    this.frame[PAD] = this.clearance + this.extra + this.roundingNow;
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

  /**
   * Certified step of two nodes, in the frame of whichever is set, into frame[STEP]; 0: may touch now, Infinity: never.
   */
  stepFromA(a: number, b: number): void {
    this.stats.nodes++;
    stepVolumes(this.frame, this.treeA.nodes, a << 4, this.treeB.nodes, b << 4, 1);
  }

  stepFromB(a: number, b: number): void {
    this.stats.nodes++;
    stepVolumes(this.frame, this.treeB.nodes, b << 4, this.treeA.nodes, a << 4, 1);
  }

  /** After a step: certified lower bound on the nodes' distance beyond the pad; ≤ 0 when they may touch. */
  nodeGap(): number {
    const gap = this.frame[GAP];
    return gap > 0 ? (gap / this.frame[LENGTH]) * (1 - 2 ** -50) : 0;
  }

  /** Distance of two leaves (numbers) at the placed instant, within ε; also in leaf[DISTANCE]. */
  leafDistance(la: number, lb: number): number {
    this.measure(la, lb);
    return this.leaf[DISTANCE];
  }

  measure(la: number, lb: number): void {
    this.stats.triangles++;
    if (la === this.measuredA && lb === this.measuredB) return;
    this.measuredA = la;
    this.measuredB = lb;
    measureLeaves(this.leaf, this.treeA.leaves, la * LEAF_STRIDE, this.stateA, this.treeB.leaves, lb * LEAF_STRIDE, this.stateB);
  }

  /**
   * After measure: certified step until the leaves may be within clearance + reserve, into leaf[LEAF_STEP]; a, b: their
   * nodes.
   */
  stepOfLeaves(a: number, la: number, b: number, lb: number, reserve: Float64Array): void {
    const { treeA, treeB, leaf } = this;
    this.stats.steps++;
    leaf[RHO_A] = treeA.nodes[(a << 4) + NODE_RHO] + treeA.nodes[(a << 4) + NODE_R];
    leaf[RHO_B] = treeB.nodes[(b << 4) + NODE_RHO] + treeB.nodes[(b << 4) + NODE_R];
    leaf[TARGET] =
      treeA.leaves[la * LEAF_STRIDE + LEAF_RADIUS] +
      treeB.leaves[lb * LEAF_STRIDE + LEAF_RADIUS] +
      this.clearance +
      reserve[0] +
      this.roundingNow;
    leaf[LEAF_REST] = 1 - this.clock[CLOCK_PLACED];
    stepLeaves(leaf, this.stateA, this.stateB);
    if (this.spins) this.outlastLeaves(la, lb, reserve);
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

/** Whether a body that does not turn keeps its velocity, placed at the start of its motion: ω = 0, a₀ = a₁ = 0. */
export function fliesStraight(state: Float64Array): boolean {
  const spin = state[STATE_OMEGA] !== 0 || state[STATE_OMEGA + 1] !== 0 || state[STATE_OMEGA + 2] !== 0;
  return !spin && state[STATE_A0] === 0 && state[STATE_A1] === 0;
}
