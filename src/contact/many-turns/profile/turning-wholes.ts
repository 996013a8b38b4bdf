/**
 * Two bodies that turn against each other about one axis, as a shaft in its bore: how long are they apart as wholes,
 * whatever the angle? Bounds on speed end every step after the width of the air, and volumes around nodes stick out
 * further than the air; the leaves themselves, revolved, are apart by all of it.
 *
 * Guarantee: from the placed instant to a step later they keep more than the pad apart. The axes of both, as many as
 * they have, must be one line; by what they are not, places in its half-plane are off, 2δ for each: in the pad.
 * While everything else moves, a gap closes by at most τ (|drift| + speed) + ½ τ² bend [motion/spin.ts]. Rounding as
 * of rings: 3ε of the pair and 2⁻⁴⁴ of all lengths [docs/notes/slow-questions.md, "Profiles"].
 */
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { STATE_P, STATE_SIZE } from '../../../motion/motion.ts';
import {
  SPIN_AXES,
  SPIN_AXIS_SIZE,
  SPIN_BEND,
  SPIN_COUNT,
  SPIN_DRIFT,
  SPIN_FROM,
  SPIN_ROUND_UP,
  SPIN_SIZE,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
} from '../../../motion/spin.ts';
import type { Budget } from '../../budget.ts';
import { type Spinning, writeSpinOf, writeStateOf } from '../spinning-pair.ts';
import { ProfileGap } from './profile-gap.ts';

/** Turning by less, in radians, is motion as any other. */
const LEAST_TURN: number = 2 ** -10;
/** Axes are one line when the sine between them is below this. */
const ASKEW: number = 2 ** -20;
/** Share of the lengths that sums may be off by. */
const ROUNDING: number = 2 ** -44;
/** A gap is of use that lasts for this part of what is left. */
const USEFUL = 1 / 8;
/** Multiple of the smaller radius: bodies that come nearer by more than that beside turning are not looked at. */
const PASSING = 2;
/** 1 − 2⁻³⁰: a root only proposes a step; minutely shortened it can be proven. */
const SHORTEN: number = 1 - 2 ** -30;

export class TurningWholes {
  /** Leaves revolved and tests, of the last look. */
  work = 0;
  private readonly gap: ProfileGap = new ProfileGap();
  private readonly spinA: Float64Array = new Float64Array(SPIN_SIZE);
  private readonly spinB: Float64Array = new Float64Array(SPIN_SIZE);
  private readonly ownA: Float64Array = new Float64Array(STATE_SIZE);
  private readonly ownB: Float64Array = new Float64Array(STATE_SIZE);
  /** The axis, relative to a's origin, and two directions across it. */
  private readonly axis: Float64Array = new Float64Array(12);
  private readonly matrix: Float64Array = new Float64Array(12);
  /** By how much the axes are not one line. */
  private askew = 0;

  /** States: at t, or null: the bodies are asked. pad, rounding: as of gaps of nodes. Infinity: to the end; 0: late. */
  step(
    a: Spinning,
    b: Spinning,
    treeA: SweptSphereTree,
    treeB: SweptSphereTree,
    t: number,
    reference: Float64Array,
    stateA: Float64Array | null,
    stateB: Float64Array | null,
    pad: number,
    rounding: number,
    budget: Budget,
  ): number {
    const { spinA, spinB, gap } = this;
    this.work = 0;
    if (!(Math.max(a.turn, b.turn) > LEAST_TURN)) return 0;
    const A = stateA ?? this.ownA;
    const B = stateB ?? this.ownB;
    if (stateA === null) writeStateOf(a, t, reference, A);
    if (stateB === null) writeStateOf(b, t, reference, B);
    spinA[SPIN_FROM] = spinB[SPIN_FROM] = LEAST_TURN;
    writeSpinOf(a, t, reference, treeA.radius, spinA);
    writeSpinOf(b, t, reference, treeB.radius, spinB);
    const size = this.findAxis(A, B, treeA.radius + treeB.radius);
    if (!(size < Infinity)) return 0;
    const whole = pad + 2 * rounding + ROUNDING * size + this.askew;
    const closing = this.closingSpeed(treeA.radius, treeB.radius);
    // what flies past as well as turns gains no step that is worth a look at all leaves
    if (closing > PASSING * Math.min(treeA.radius, treeB.radius)) return 0;
    const bend = 0.5 * (spinA[SPIN_BEND] + spinB[SPIN_BEND]) * SPIN_ROUND_UP;
    const rest = 1 - t;
    const soon = USEFUL * rest;
    const enough = (whole + rest * (closing + bend * rest)) * SPIN_ROUND_UP;
    const little = whole + soon * (closing + bend * soon);
    this.place(A, A);
    if (!gap.a.layOut(treeA.leaves, treeA.leafCount, this.matrix, budget)) return 0;
    this.place(B, A);
    if (!gap.b.layOut(treeB.leaves, treeB.leafCount, this.matrix, budget)) return 0;
    const found = gap.find(little, enough, budget);
    this.work = treeA.leafCount + treeB.leafCount + gap.tests;
    if (found === 0) return 0;
    if (found >= enough) return Infinity;
    // concave in τ: one evaluation proves all before it
    const left = found - whole;
    const root = Math.sqrt(closing * closing + 4 * bend * left);
    const tau = (SHORTEN * (2 * left)) / (closing + root);
    return left - tau * (closing + bend * tau) >= 0 ? tau : 0;
  }

  private closingSpeed(rhoA: number, rhoB: number): number {
    const { spinA: a, spinB: b } = this;
    const x = a[SPIN_DRIFT] - b[SPIN_DRIFT];
    const y = a[SPIN_DRIFT + 1] - b[SPIN_DRIFT + 1];
    const z = a[SPIN_DRIFT + 2] - b[SPIN_DRIFT + 2];
    const speed = a[SPIN_SPEED] + a[SPIN_SPEED_OF_RHO] * rhoA + b[SPIN_SPEED] + b[SPIN_SPEED_OF_RHO] * rhoB;
    return (Math.sqrt(x * x + y * y + z * z) + speed) * SPIN_ROUND_UP;
  }

  /** The line of all axes. Returns the sum of all lengths that matter, Infinity where there is no such line. */
  private findAxis(A: Float64Array, B: Float64Array, extent: number): number {
    const { spinA, spinB, axis } = this;
    const first = spinA[SPIN_COUNT] > 0 ? spinA : spinB;
    this.askew = 0;
    if (!(first[SPIN_COUNT] > 0)) return Infinity;
    let away = 0;
    let apart = 0;
    for (let k = 0; k < 3; k++) {
      axis[k] = first[SPIN_AXES + k] - A[STATE_P + k];
      axis[3 + k] = first[SPIN_AXES + 3 + k];
      away += Math.abs(axis[k]);
      apart += Math.abs(B[STATE_P + k] - A[STATE_P + k]);
    }
    this.writeAcross();
    const size = 2 * (extent + away + apart);
    const fits = this.compareAxes(spinA, A, size) && this.compareAxes(spinB, A, size);
    return fits ? size : Infinity;
  }

  /** Adds how far axes of a body are off the line: 2δ, δ ≤ s (|y − c| + |cᵢ − c|) + distance of cᵢ from the line. */
  private compareAxes(spin: Float64Array, A: Float64Array, size: number): boolean {
    const { axis: k } = this;
    for (let i = 0; i < spin[SPIN_COUNT]; i++) {
      const o = SPIN_AXES + SPIN_AXIS_SIZE * i;
      const x = spin[o] - A[STATE_P] - k[0];
      const y = spin[o + 1] - A[STATE_P + 1] - k[1];
      const z = spin[o + 2] - A[STATE_P + 2] - k[2];
      const s = crossLength(spin[o + 3], spin[o + 4], spin[o + 5], k[3], k[4], k[5]);
      if (!(s < ASKEW)) return false;
      this.askew += 4 * (s * (size + Math.sqrt(x * x + y * y + z * z)) + crossLength(x, y, z, k[3], k[4], k[5]));
    }
    return true;
  }

  /** Two unit directions across the axis and each other. */
  private writeAcross(): void {
    const { axis: k } = this;
    const x = Math.abs(k[3]);
    const y = Math.abs(k[4]);
    const z = Math.abs(k[5]);
    const least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    const next = (least + 1) % 3;
    const last = (least + 2) % 3;
    const unit = 1 / Math.sqrt(k[3 + next] * k[3 + next] + k[3 + last] * k[3 + last]);
    k[6 + least] = 0;
    k[6 + next] = k[3 + last] * unit;
    k[6 + last] = -k[3 + next] * unit;
    k[9] = k[4] * k[8] - k[5] * k[7];
    k[10] = k[5] * k[6] - k[3] * k[8];
    k[11] = k[3] * k[7] - k[4] * k[6];
  }

  /** From a body's own coordinates to height and the two across. */
  private place(S: Float64Array, A: Float64Array): void {
    const { axis: k, matrix } = this;
    const x = S[STATE_P] - A[STATE_P] - k[0];
    const y = S[STATE_P + 1] - A[STATE_P + 1] - k[1];
    const z = S[STATE_P + 2] - A[STATE_P + 2] - k[2];
    for (let row = 0; row < 3; row++) {
      const u = k[3 + 3 * row];
      const v = k[4 + 3 * row];
      const w = k[5 + 3 * row];
      for (let c = 0; c < 3; c++) matrix[4 * row + c] = u * S[c] + v * S[3 + c] + w * S[6 + c];
      matrix[4 * row + 3] = u * x + v * y + w * z;
    }
  }
}

/** |x × y| */
function crossLength(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  return Math.sqrt(x * x + y * y + z * z);
}
