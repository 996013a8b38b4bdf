/**
 * Bounds on a motion over intervals of time from its state at their middle m: some ten times cheaper than intervals of sines, and no wider
 * where they are used to first and second order about the middle. With κ, δ, a₀, a₁ as in motion.ts and h half the width:
 *
 *   Ṙ = [ω]R, |R̈| ≤ κ² + a₁;  |p̈| ≤ κ²δ + a₀:   Ṙ(t) ∈ Ṙ(m) ± |R̈|h,  R(t) ∈ R(m) ± h (|Ṙ(m)| + ½ |R̈|h),  p and ṗ alike
 *
 * Assumes that the state's bounds on acceleration hold on all of [0, 1], as they do for RigidMotion, RelativeMotion and BallisticMotion. Guarantee: encloses the exact motion;
 * what a rigid state errs by is derived in docs/notes/rounding.md, "Poses", and interval-motion.ts; a relative one errs by up to the pair's rounding more.
 */
import type { IntervalMotion } from '../../motion/interval-motion.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
  STATE_V,
} from '../../motion/motion.ts';

/** 512 u, more than twice what each number errs by relative to the angle, and to the ways and lengths below. */
const STATE_ERROR = 2 ** -44;
/** Pays for the roundings of a radius. */
const GROW: number = 1 + 2 ** -46;

export class StateBounds implements IntervalMotion {
  private readonly state: Float64Array = new Float64Array(STATE_SIZE);
  /** R row by row and p; rate R and p. */
  private readonly values: Float64Array = new Float64Array(24);
  private readonly motion: Motion;
  private readonly reference: Float64Array;
  private readonly theta: number;
  private readonly lengths: number;

  constructor(motion: Motion, reference: Float64Array) {
    this.motion = motion;
    this.reference = reference;
    this.theta = motion.turn;
    this.lengths = motion.travel(0) + motion.lever * Math.max(1, motion.turn);
    this.state[STATE_TIME] = Number.NaN;
  }

  writePose(times: Float64Array, out: Float64Array, o: number): void {
    const { values, state, theta } = this;
    this.place(times);
    const h = halfOf(times);
    const px = Math.abs(state[STATE_P]) + Math.abs(state[STATE_P + 1]) + Math.abs(state[STATE_P + 2]);
    const turnBend = 0.5 * this.turnBend() * h;
    const turnError = STATE_ERROR * (1 + theta);
    const wayBend = 0.5 * this.wayBend() * h;
    const wayError = STATE_ERROR * (px + this.lengths);
    for (let i = 0; i < 12; i++) {
      const bend = i < 9 ? turnBend : wayBend;
      const error = i < 9 ? turnError : wayError;
      store(values[i], h * (Math.abs(values[12 + i]) + bend + error) + error, out, o + 2 * i);
    }
  }

  writeRate(times: Float64Array, out: Float64Array, o: number): void {
    const { values, theta } = this;
    this.place(times);
    const h = halfOf(times);
    const turnError = theta === 0 ? 0 : STATE_ERROR * (1 + theta + theta * theta);
    const wayError = STATE_ERROR * this.lengths;
    const turnBend = this.turnBend() * h;
    const wayBend = this.wayBend() * h;
    for (let i = 0; i < 12; i++) store(values[12 + i], i < 9 ? turnBend + turnError : wayBend + wayError, out, o + 2 * i);
  }

  writeBend(times: Float64Array, out: Float64Array, o: number): void {
    const { theta } = this;
    this.place(times);
    const turnError = theta === 0 ? 0 : STATE_ERROR * theta * (1 + theta + theta * theta);
    const wayError = theta === 0 ? 0 : STATE_ERROR * 4 * (1 + theta) * this.lengths;
    for (let i = 0; i < 12; i++) store(0, i < 9 ? this.turnBend() + turnError : this.wayBend() + wayError, out, o + 2 * i);
  }

  private turnBend(): number {
    const { state } = this;
    return state[STATE_KAPPA] * state[STATE_KAPPA] + state[STATE_A1];
  }

  private wayBend(): number {
    const { state } = this;
    return state[STATE_KAPPA] * state[STATE_KAPPA] * state[STATE_DELTA] + state[STATE_A0];
  }

  /** The state at the middle, and its rate. */
  private place(times: Float64Array): void {
    const { state, values } = this;
    const m = 0.5 * (times[0] + times[1]);
    if (state[STATE_TIME] === m) return;
    state[STATE_TIME] = m;
    this.motion.writeState(this.reference, state);
    const x = state[STATE_OMEGA];
    const y = state[STATE_OMEGA + 1];
    const z = state[STATE_OMEGA + 2];
    for (let j = 0; j < 3; j++) {
      const p = state[j];
      const q = state[3 + j];
      const r = state[6 + j];
      values[j] = p;
      values[3 + j] = q;
      values[6 + j] = r;
      values[12 + j] = y * r - z * q;
      values[15 + j] = z * p - x * r;
      values[18 + j] = x * q - y * p;
      values[9 + j] = state[STATE_P + j];
      values[21 + j] = state[STATE_V + j];
    }
  }
}

function halfOf(times: Float64Array): number {
  const m = 0.5 * (times[0] + times[1]);
  return Math.max(times[1] - m, m - times[0]) * GROW;
}

function store(centre: number, radius: number, out: Float64Array, o: number): void {
  const wide = radius * GROW + 2 ** -52 * Math.abs(centre);
  out[o] = centre - wide;
  out[o + 1] = centre + wide;
}
