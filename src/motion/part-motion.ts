import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_BASE,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
  STATE_V,
} from './motion.ts';
import { RigidMotion } from './rigid-motion.ts';
import { SPIN_BEND, SPIN_DRIFT, SPIN_SPEED, SPIN_SPEED_OF_RHO, SPIN_TIME } from './spin.ts';

/**
 * A stretch of another motion as a motion of its own: t runs from 0 to 1 while the other one goes from `from` to `to`,
 * 0 ≤ from ≤ to ≤ 1. With s = from + t·span every velocity is span times, every acceleration span² times the other's;
 * bounds from t to the end of the stretch are those of the other one to its end. Enclosures are derived from states.
 */
export class PartMotion implements Motion {
  readonly still: boolean;
  readonly turn: number;
  readonly lever: number;
  readonly writeSpin?: (reference: Float64Array, out: Float64Array) => void;
  readonly whole: Motion;
  readonly from: number;
  readonly to: number;
  private readonly span: number;

  constructor(whole: Motion, from: number, to: number) {
    this.whole = whole;
    this.from = from;
    this.to = to;
    // a bound on rates: rounded up
    this.span = from === to ? 0 : (to - from) * (1 + 2 ** -50);
    this.still = whole.still || from === to;
    this.lever = whole.lever;
    // at constant rates a part turns by its share; of others no more is known than that it is no more than the whole
    this.turn = whole instanceof RigidMotion ? whole.turn * this.span : this.still ? 0 : whole.turn;
    if (whole.writeSpin !== undefined) this.writeSpin = (reference, out) => this.writePartOfSpin(reference, out);
  }

  private writePartOfSpin(reference: Float64Array, out: Float64Array): void {
    const { whole, from, to, span } = this;
    const t = out[SPIN_TIME];
    out[SPIN_TIME] = Math.min(to, from + t * (to - from));
    whole.writeSpin?.(reference, out);
    out[SPIN_TIME] = t;
    for (let k = 0; k < 3; k++) out[SPIN_DRIFT + k] *= span;
    out[SPIN_SPEED] *= span;
    out[SPIN_SPEED_OF_RHO] *= span;
    out[SPIN_BEND] *= span * span;
  }

  writeState(reference: Float64Array, out: Float64Array): void {
    const { whole, from, to, span } = this;
    const t = out[STATE_TIME];
    out[STATE_TIME] = Math.min(to, from + t * (to - from));
    whole.writeState(reference, out);
    out[STATE_TIME] = t;
    for (let k = 0; k < 3; k++) {
      out[STATE_OMEGA + k] *= span;
      out[STATE_V + k] *= span;
      out[STATE_BASE + k] *= span;
    }
    out[STATE_KAPPA] *= span;
    out[STATE_A0] *= span * span;
    out[STATE_A1] *= span * span;
  }

  travel(rho: number): number {
    return this.whole.travel(rho) * this.span;
  }

  startPosition(out: Float64Array, offset: number): void {
    if (this.from === 0) return this.whole.startPosition(out, offset);
    const state = new Float64Array(STATE_SIZE);
    state[STATE_TIME] = this.from;
    this.whole.writeState(WORLD, state);
    for (let k = 0; k < 3; k++) out[offset + k] = state[STATE_P + k];
  }
}

const WORLD = new Float64Array(3);

/** The motion itself where the part is all of it. */
export function partOfMotion(motion: Motion, from: number, to: number): Motion {
  return from === 0 && to === 1 ? motion : new PartMotion(motion, from, to);
}
