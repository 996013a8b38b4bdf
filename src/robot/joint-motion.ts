/**
 * The motion of every link relative to its parent over t in [0, 1], one block of JOINT_STRIDE doubles a link
 * [Redon et al. 2004, eq. 2-4]:
 *
 *   R(t) = C + cos φ(t) A + sin φ(t) B        φ(t) = Σ fₘ tᵐ, m = 0 … 5
 *   T(t) = Σ sₘ tᵐ                            s₀ = c of eq. 2; the in-between motion has degree 1
 *
 * A = R − uuᵀR, B = [u]×R, C = uuᵀR with R the link's orientation at φ = 0 and u the axis, both in the parent's frame.
 * Joints of every type are this one formula: a fixed joint has A = B = 0, a prismatic one φ = 0, a helical one
 * T = T₀ + (pitch / 2π) φ u, whose slide is a polynomial because its angle is. Angles are not reduced.
 */

export const JOINT_A = 0;
export const JOINT_B = 9;
export const JOINT_C = 18;
/** Unit axis of rotation in the parent's frame. */
export const JOINT_AXIS = 27;
/** f₀ … f₅ */
export const JOINT_ANGLE = 30;
/** s₀ … s₅, three doubles each. */
export const JOINT_PLACE = 36;
/**
 * Upper bounds over [0, 1]: |φ̇|, |φ̈|, |Ṫ|, |T̈|, |T|, |φ|; the last two also of what Horner's rule adds up on the
 * way.
 */
export const JOINT_RATE = 54;
export const JOINT_RATE_CHANGE = 55;
export const JOINT_SPEED = 56;
export const JOINT_SPEED_CHANGE = 57;
export const JOINT_REACH = 58;
export const JOINT_TURNED = 59;
/** Degree of φ and T: 0 for a joint at rest, 1 for the in-between motion, up to 5 for trajectories. */
export const JOINT_DEGREE = 60;
/** The true angle is within so much of φ, the true place within so much of T; 0 where φ and T are what is meant. */
export const JOINT_ANGLE_ERROR = 61;
export const JOINT_PLACE_ERROR = 62;
export const JOINT_STRIDE = 64;

/** The joint motions of one robot; link i at i · JOINT_STRIDE, parents come before their children, −1: the base. */
export interface JointMotions {
  readonly joints: Float64Array;
  readonly parents: Int32Array;
}
