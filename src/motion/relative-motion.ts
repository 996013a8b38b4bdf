/**
 * The motion of body A as seen from body B, for two bodies that move together: their own motions may be long and fast
 * while they hardly move against each other. With W = ω_A − ω_B, D = p_A − p_B, a point at ρ⃗ from A's origin moves in
 * B's frame with
 *
 *   ẏ = Δv − ω_B × D + W × ρ⃗
 *   ÿ = Δp̈ − 2 ω_B × Δv + ω_B × (ω_B × D) + W × (ω_A × ρ⃗) − ω_B × (W × ρ⃗)
 *
 * so |ÿ| ≤ a₀ + a₁ρ, a₁ = |W|(θ_A + θ_B), and nothing remains of either where the bodies move as one. Bounds hold for
 * all of [0, 1]; rounding is at most twice that of a single body's state [docs/notes/rounding.md, "Poses"].
 */
import { apartAt } from '../math/vec3.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_BASE,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
  STATE_V,
} from './motion.ts';
import type { RigidMotion } from './rigid-motion.ts';

export class RelativeMotion implements Motion {
  still = false;
  turn = 0;
  readonly lever = 0;
  /** Bound on the speed of A's origin in B's frame. */
  private speed = 0;
  private a0 = 0;
  private a1 = 0;
  private a: RigidMotion | undefined;
  private b: RigidMotion | undefined;
  private readonly stateA: Float64Array = new Float64Array(STATE_SIZE);
  private readonly stateB: Float64Array = new Float64Array(STATE_SIZE);

  /** Prepares the motion of a against b; `reference` as for both their states. */
  between(a: RigidMotion, b: RigidMotion, reference: Float64Array): void {
    const { stateA: A, stateB: B } = this;
    this.a = a;
    this.b = b;
    A[STATE_TIME] = B[STATE_TIME] = 0;
    a.writeState(reference, A);
    b.writeState(reference, B);
    const spin = apartAt(A, B, STATE_OMEGA);
    const thetaA = A[STATE_KAPPA];
    const thetaB = B[STATE_KAPPA];
    // circles of the origins about screw axes cancel only where they are the same
    const together = a.circlesWith(b);
    const circling = together ? 0 : thetaA * A[STATE_DELTA] + thetaB * B[STATE_DELTA];
    const bending = together ? 0 : thetaA * thetaA * A[STATE_DELTA] + thetaB * thetaB * B[STATE_DELTA];
    const drift = apartAt(A, B, STATE_BASE) + circling;
    const farthest = apartAt(A, B, STATE_P) + drift;
    this.turn = spin * ROUND_UP;
    this.speed = (drift + thetaB * farthest) * ROUND_UP;
    this.a0 = (bending + 2 * thetaB * drift + thetaB * thetaB * farthest) * ROUND_UP;
    this.a1 = spin * (thetaA + thetaB) * ROUND_UP;
    this.still = this.turn === 0 && this.speed === 0;
  }

  writeState(reference: Float64Array, out: Float64Array): void {
    const { stateA: A, stateB: B } = this;
    A[STATE_TIME] = B[STATE_TIME] = out[STATE_TIME];
    (this.a as RigidMotion).writeState(reference, A);
    (this.b as RigidMotion).writeState(reference, B);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) out[3 * i + j] = B[i] * A[j] + B[3 + i] * A[3 + j] + B[6 + i] * A[6 + j];
    }
    const dx = A[STATE_P] - B[STATE_P];
    const dy = A[STATE_P + 1] - B[STATE_P + 1];
    const dz = A[STATE_P + 2] - B[STATE_P + 2];
    const ox = B[STATE_OMEGA];
    const oy = B[STATE_OMEGA + 1];
    const oz = B[STATE_OMEGA + 2];
    intoFrame(B, dx, dy, dz, out, STATE_P);
    intoFrame(B, A[STATE_OMEGA] - ox, A[STATE_OMEGA + 1] - oy, A[STATE_OMEGA + 2] - oz, out, STATE_OMEGA);
    const vx = A[STATE_V] - B[STATE_V] - (oy * dz - oz * dy);
    const vy = A[STATE_V + 1] - B[STATE_V + 1] - (oz * dx - ox * dz);
    const vz = A[STATE_V + 2] - B[STATE_V + 2] - (ox * dy - oy * dx);
    intoFrame(B, vx, vy, vz, out, STATE_V);
    out[STATE_KAPPA] = 0;
    out[STATE_DELTA] = 0;
    out[STATE_A0] = this.a0;
    out[STATE_A1] = this.a1;
    out[STATE_BASE] = out[STATE_BASE + 1] = out[STATE_BASE + 2] = 0;
  }

  travel(rho: number): number {
    return (this.speed + this.turn * rho) * ROUND_UP;
  }

  /** Bound on the acceleration of points within rho of A's origin. */
  bend(rho: number): number {
    return this.a0 + this.a1 * rho;
  }

  startPosition(out: Float64Array, offset: number): void {
    const state = new Float64Array(STATE_SIZE);
    this.writeState(new Float64Array(3), state);
    for (let i = 0; i < 3; i++) out[offset + i] = state[STATE_P + i];
  }
}

/** Pays for the few roundings of each bound. */
const ROUND_UP = 1 + 2 ** -45;

/** R_Bᵀ (x, y, z) */
function intoFrame(B: Float64Array, x: number, y: number, z: number, out: Float64Array, o: number): void {
  out[o] = B[0] * x + B[3] * y + B[6] * z;
  out[o + 1] = B[1] * x + B[4] * y + B[7] * z;
  out[o + 2] = B[2] * x + B[5] * y + B[8] * z;
}
