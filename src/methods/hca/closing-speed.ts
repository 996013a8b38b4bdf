/**
 * How fast can two bodies of a scene come nearer along a direction n, from an instant on? Σ of the directional bounds
 * of links [robot/directional-bound.ts], of Lemma 4.1 of [Tang et al. 2013] for bodies that move by themselves, and 0
 * for what stands still.
 */
import { LENGTH, S } from '../../contact/volume-gap.ts';
import { STATE_A0, STATE_A1, STATE_BASE, STATE_DELTA, STATE_OMEGA } from '../../motion/motion.ts';
import type { View } from '../../scene/pairs/view.ts';
import { ALONG, type DirectionalBound, SINCE, SPEED, type SpeedTable, WITHIN } from '../culling/directional-bound.ts';

/** One body of a pair: as it moves against the other one. */
export interface ClosingSide {
  readonly view: View;
  /** Bound on the speed of a link in a direction; null: the body is no link. */
  readonly bound: DirectionalBound | null;
  readonly table: SpeedTable | null;
}

/**
 * Places in `numbers`: n, unit, from a to b, in the world; how far points of a and b are from their origins; from when
 * on; out: the speed.
 */
export const UNIT = 0;
export const RHOS = 3;
export const INSTANT = 5;
export const CLOSING = 6;
/** n in the ancestor's frame. */
const TURNED = 7;

export class ClosingSpeed {
  readonly numbers: Float64Array = new Float64Array(10);

  /** n from the s that stepVolumes left in the frame of node f of a body turned by R; sign: −1 where that is b. */
  setDirection(frame: Float64Array, nodes: Float64Array, f: number, R: Float64Array, sign: number): void {
    const { numbers } = this;
    const unit = sign / frame[LENGTH];
    const p = frame[S] * unit;
    const q = frame[S + 1] * unit;
    const r = frame[S + 2] * unit;
    const ux = nodes[f];
    const uy = nodes[f + 1];
    const uz = nodes[f + 2];
    const vx = nodes[f + 3];
    const vy = nodes[f + 4];
    const vz = nodes[f + 5];
    const x = p * ux + q * vx + r * (uy * vz - uz * vy);
    const y = p * uy + q * vy + r * (uz * vx - ux * vz);
    const z = p * uz + q * vz + r * (ux * vy - uy * vx);
    numbers[UNIT] = R[0] * x + R[1] * y + R[2] * z;
    numbers[UNIT + 1] = R[3] * x + R[4] * y + R[5] * z;
    numbers[UNIT + 2] = R[6] * x + R[7] * y + R[8] * z;
  }

  /**
   * Σ of both bodies' bounds for all times from the instant on. C: the state of the ancestor in whose frame n is kept,
   * null: the world.
   */
  add(a: ClosingSide, A: Float64Array, b: ClosingSide, B: Float64Array, C: Float64Array | null): void {
    const { numbers } = this;
    const x = numbers[UNIT];
    const y = numbers[UNIT + 1];
    const z = numbers[UNIT + 2];
    for (let k = 0; k < 3; k++) numbers[TURNED + k] = C === null ? numbers[UNIT + k] : C[k] * x + C[3 + k] * y + C[6 + k] * z;
    numbers[CLOSING] = 0;
    this.addSpeed(a, A, 1, RHOS);
    this.addSpeed(b, B, -1, RHOS + 1);
  }

  private addSpeed({ view, bound, table }: ClosingSide, state: Float64Array, sign: number, rho: number): void {
    const { numbers: own } = this;
    if (view.still) return;
    if (bound !== null && table !== null) {
      const { numbers } = bound;
      numbers[ALONG] = sign * own[TURNED];
      numbers[ALONG + 1] = sign * own[TURNED + 1];
      numbers[ALONG + 2] = sign * own[TURNED + 2];
      numbers[WITHIN] = own[rho];
      numbers[SINCE] = own[INSTANT];
      bound.write(table);
      own[CLOSING] += numbers[SPEED];
    } else if (state[STATE_A0] === 0 && state[STATE_A1] === 0) {
      // Lemma 4.1
      const x = sign * own[UNIT];
      const y = sign * own[UNIT + 1];
      const z = sign * own[UNIT + 2];
      const cx = y * state[STATE_OMEGA + 2] - z * state[STATE_OMEGA + 1];
      const cy = z * state[STATE_OMEGA] - x * state[STATE_OMEGA + 2];
      const cz = x * state[STATE_OMEGA + 1] - y * state[STATE_OMEGA];
      own[CLOSING] +=
        x * state[STATE_BASE] +
        y * state[STATE_BASE + 1] +
        z * state[STATE_BASE + 2] +
        Math.sqrt(cx * cx + cy * cy + cz * cz) * (own[rho] + state[STATE_DELTA]);
    } else own[CLOSING] += view.lambda0 + view.lambda1 * own[rho];
  }
}
