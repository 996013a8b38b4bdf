/** What all bounds across a plane need that say for how long it keeps two moving bodies apart. */
import { STATE_OMEGA } from './motion.ts';

/** w[o..o + 2] = n × ω, of the direction w[n..n + 2] and a state. */
export function writeTurn(w: Float64Array, n: number, state: Float64Array, o: number): void {
  w[o] = w[n + 1] * state[STATE_OMEGA + 2] - w[n + 2] * state[STATE_OMEGA + 1];
  w[o + 1] = w[n + 2] * state[STATE_OMEGA] - w[n] * state[STATE_OMEGA + 2];
  w[o + 2] = w[n] * state[STATE_OMEGA + 1] - w[n + 1] * state[STATE_OMEGA];
}

/** The least s > 0 with α + β s + γ s² = 0, for α > 0 and γ ≤ 0. */
export function zeroOf(alpha: number, beta: number, gamma: number): number {
  const root = Math.sqrt(beta * beta - 4 * gamma * alpha);
  // of the two forms of the zero the one that subtracts nothing
  if (beta <= 0) return (2 * alpha) / (root - beta);
  return gamma < 0 ? (beta + root) / (-2 * gamma) : Infinity;
}
