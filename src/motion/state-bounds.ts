/**
 * Bounds on a motion over intervals of time from its state at their middle m: some ten times cheaper than intervals of
 * sines, and no wider where they are used to first and second order about the middle. With κ, δ, a₀, a₁ as in motion.ts
 * and h half the width:
 *
 *   Ṙ = [ω]R, |R̈| ≤ |ω|κ + a₁;  |p̈| ≤ |ω|κδ + a₀:   Ṙ(t) ∈ Ṙ(m) ± |R̈|h,  R(t) ∈ R(m) ± h (|Ṙ(m)| + ½ |R̈|h),  p and
 *   ṗ alike
 *
 * R̈ turns any unit vector into half the difference of the accelerations of two opposite points, over ρ: the bound is
 * what is left for ρ → ∞.
 * Guarantee: encloses the exact motion, if states err by no more than docs/notes/rounding.md, "Poses", derives for
 * rigid ones; a relative one errs by up to the pair's rounding more). StateBounds assumes that a state's bounds hold on
 * all of [0, 1] and that |ω| = κ or 0; LaterBounds only what motion.ts says.
 */
import { BallisticMotion } from './ballistic-motion.ts';
import {
  type IntervalMotion,
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
} from './motion.ts';
import { RelativeMotion } from './relative-motion.ts';
import { RigidMotion } from './rigid-motion.ts';

/** 512 u, more than twice what each number errs by relative to the angle, and to the ways and lengths below. */
const STATE_ERROR = 2 ** -44;
/** Pays for the roundings of a radius. */
const GROW: number = 1 + 2 ** -46;

/** Places in `bends`: bounds on |R̈| and |p̈|. */
const TURN = 0;
const WAY = 1;

export class StateBounds implements IntervalMotion {
  protected readonly state: Float64Array = new Float64Array(STATE_SIZE);
  protected readonly bends: Float64Array = new Float64Array(2);
  /** R row by row and p; rate R and p. */
  private readonly values: Float64Array = new Float64Array(24);
  protected readonly motion: Motion;
  protected readonly reference: Float64Array;
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
    const turnBend = 0.5 * this.bends[TURN] * h;
    const turnError = STATE_ERROR * (1 + theta);
    const wayBend = 0.5 * this.bends[WAY] * h;
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
    const turnBend = this.bends[TURN] * h;
    const wayBend = this.bends[WAY] * h;
    for (let i = 0; i < 12; i++) store(values[12 + i], i < 9 ? turnBend + turnError : wayBend + wayError, out, o + 2 * i);
  }

  writeBend(times: Float64Array, out: Float64Array, o: number): void {
    const { theta } = this;
    this.place(times);
    const turnError = theta === 0 ? 0 : STATE_ERROR * theta * (1 + theta + theta * theta);
    const wayError = theta === 0 ? 0 : STATE_ERROR * 4 * (1 + theta) * this.lengths;
    for (let i = 0; i < 12; i++) store(0, i < 9 ? this.bends[TURN] + turnError : this.bends[WAY] + wayError, out, o + 2 * i);
  }

  /** The state at the middle, and its rate. */
  protected place(times: Float64Array): void {
    const { state, values } = this;
    const m = 0.5 * (times[0] + times[1]);
    if (state[STATE_TIME] === m) return;
    state[STATE_TIME] = m;
    this.motion.writeState(this.reference, state);
    this.bends[TURN] = state[STATE_KAPPA] * state[STATE_KAPPA] + state[STATE_A1];
    this.bends[WAY] = state[STATE_KAPPA] * state[STATE_KAPPA] * state[STATE_DELTA] + state[STATE_A0];
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

/**
 * For motions whose states bound only what comes after them: accelerations are bounded by the state at the start of the
 * interval.
 */
export class LaterBounds extends StateBounds {
  private readonly first: Float64Array = new Float64Array(STATE_SIZE);

  protected override place(times: Float64Array): void {
    super.place(times);
    const { first, state, bends } = this;
    if (times[0] === state[STATE_TIME]) first.set(state);
    else {
      first[STATE_TIME] = times[0];
      this.motion.writeState(this.reference, first);
    }
    const x = first[STATE_OMEGA];
    const y = first[STATE_OMEGA + 1];
    const z = first[STATE_OMEGA + 2];
    const turning = Math.sqrt(x * x + y * y + z * z) * first[STATE_KAPPA];
    bends[TURN] = turning + first[STATE_A1];
    bends[WAY] = turning * first[STATE_DELTA] + first[STATE_A0];
  }
}

/** What the motion says of itself over intervals of time, or what its states imply; ours say more. */
export function encloseMotion(motion: Motion, reference: Float64Array): IntervalMotion {
  if (motion.enclose !== undefined) return motion.enclose(reference);
  const hold = motion instanceof RigidMotion || motion instanceof RelativeMotion || motion instanceof BallisticMotion;
  return new (hold ? StateBounds : LaterBounds)(motion, reference);
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
