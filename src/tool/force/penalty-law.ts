/**
 * The force of one contact from its depth: F = k δ^p + c δ̇, never pulling, per unit of area; δ̇ is the rate of the
 * depth itself, which is 0 before contact, so that F is continuous where contact begins. F never falls with δ: its
 * potential is convex and a step that minimises it is stable at any stiffness.
 */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';

export interface PenaltyOptions {
  /**
   * k: newtons per square metre and metre^p of depth. With p = 1, k times the volume of interpenetration is the force.
   */
  readonly stiffness: number;
  /** p. 1 linear (default), 1.5 as between round bodies (Hertz), 2 progressive. */
  readonly exponent?: 1 | 1.5 | 2;
  /** c: newtons per square metre and metre per second of depth rate. Default 0. */
  readonly damping?: number;
  /** Coefficient of Coulomb friction. Default 0. */
  readonly friction?: number;
  /**
   * Below this speed (m/s) friction grows in proportion instead. Default: a hundredth of the tool's thickness a second.
   */
  readonly slipSpeed?: number;
}

export class PenaltyLaw {
  readonly stiffness: number;
  readonly exponent: 1 | 1.5 | 2;
  readonly damping: number;
  readonly friction: number;
  readonly slipSpeed: number;

  constructor(options: PenaltyOptions, thickness: number) {
    const { stiffness, exponent = 1, damping = 0, friction = 0, slipSpeed = thickness / 100 } = options;
    if (exponent !== 1 && exponent !== 1.5 && exponent !== 2)
      throw new InputError(`exponent must be 1, 1.5 or 2, got ${shownValue(exponent)}`);
    this.stiffness = checkedNumber(stiffness, 'stiffness', false);
    this.exponent = exponent;
    this.damping = checkedNumber(damping, 'damping', true);
    this.friction = checkedNumber(friction, 'friction', true);
    this.slipSpeed = checkedNumber(slipSpeed, 'slipSpeed', false);
  }

  /** Force per area. `before`: the depth at the start of the step, ≤ 0 outside. */
  force(depth: number, before: number, dt: number): number {
    if (!(depth > 0)) return 0;
    const rate = (depth - Math.max(before, 0)) / dt;
    return Math.max(0, this.stiffness * this.power(depth) + this.damping * rate);
  }

  /** dF/dδ, 0 where nothing pushes. */
  slope(depth: number, before: number, dt: number): number {
    if (!(this.force(depth, before, dt) > 0)) return 0;
    const { stiffness: k, exponent: p } = this;
    const spring = p === 1 ? k : p === 2 ? 2 * k * depth : 1.5 * k * Math.sqrt(depth);
    return spring + this.damping / dt;
  }

  /** ∫ F dδ from `onset`, below which nothing pushes. */
  potential(depth: number, before: number, onset: number, dt: number): number {
    return depth > onset ? this.primitive(depth, before, dt) - this.primitive(onset, before, dt) : 0;
  }

  /** The depth from which on the law pushes: 0, or more when a damped contact recedes. */
  onset(before: number, dt: number): number {
    const c = this.damping / dt;
    if (c === 0 || !(before > 0)) return 0;
    const k = this.stiffness;
    // k δ + c (δ − δ₀) = 0
    if (this.exponent === 1) return (c * before) / (k + c);
    // k δ² + c (δ − δ₀) = 0
    if (this.exponent === 2) return (2 * c * before) / (c + Math.sqrt(c * c + 4 * k * c * before));
    // k s³ + c (s² − δ₀) = 0, s = √δ; from above, where it is convex, Newton falls on the root
    let s = Math.sqrt(before);
    for (let i = 0; i < 64; i++) {
      const next = s - (k * s * s * s + c * (s * s - before)) / (3 * k * s * s + 2 * c * s);
      if (!(next < s && next > 0)) break;
      s = next;
    }
    return s * s;
  }

  private power(depth: number): number {
    return this.exponent === 1 ? depth : this.exponent === 2 ? depth * depth : depth * Math.sqrt(depth);
  }

  private primitive(depth: number, before: number, dt: number): number {
    const rate = depth / 2 - Math.max(before, 0);
    return depth * ((this.stiffness * this.power(depth)) / (this.exponent + 1) + (this.damping / dt) * rate);
  }
}

export function checkedNumber(value: number, what: string, zero: boolean): number {
  if (typeof value !== 'number' || !(zero ? value >= 0 : value > 0) || !(value < Number.POSITIVE_INFINITY)) {
    throw new InputError(`${what} must be a finite number ${zero ? '≥' : '>'} 0, got ${shownValue(value)}`);
  }
  return value;
}
