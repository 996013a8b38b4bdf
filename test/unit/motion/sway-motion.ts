/**
 * A motion that the library does not have, written by the rules of docs/guides/first-contact.md: the origin swings along one direction and brakes along another,
 * the body rocks about two axes, the second of which is carried by the first. It begins without turning, and its bounds on acceleration fall with time.
 */
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { MOTION_STATE, type Motion } from '../../../src/motion/motion.ts';

export interface Sway {
  readonly start: Vec3;
  /** start + swing · sin(swingRate · t) + brake · (1 − (1 − t)³) */
  readonly swing: Vec3;
  readonly swingRate: number;
  readonly brake: Vec3;
  /** About z by roll · (1 − cos(rollRate · t)), after that about the turned x by pitch · (1 − cos(pitchRate · t)). */
  readonly roll: number;
  readonly rollRate: number;
  readonly pitch: number;
  readonly pitchRate: number;
}

const length = ([x, y, z]: Vec3): number => Math.sqrt(x * x + y * y + z * z);
/** Pays for the few roundings of a bound. */
const UP = 1 + 2 ** -40;

export function swayPose(s: Sway, t: number): Required<Pose> {
  const sin = Math.sin(s.swingRate * t);
  const braked = 1 - (1 - t) ** 3;
  const a = (s.roll * (1 - Math.cos(s.rollRate * t))) / 2;
  const b = (s.pitch * (1 - Math.cos(s.pitchRate * t))) / 2;
  const quaternion: Quat = [Math.cos(a) * Math.sin(b), Math.sin(a) * Math.sin(b), Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)];
  return { position: s.start.map((x, k) => x + s.swing[k] * sin + s.brake[k] * braked) as unknown as Vec3, quaternion };
}

export function swayMotion(s: Sway): Motion {
  const spin = Math.abs(s.roll * s.rollRate) + Math.abs(s.pitch * s.pitchRate);
  const spinUp =
    Math.abs(s.roll) * s.rollRate ** 2 + Math.abs(s.pitch) * s.pitchRate ** 2 + Math.abs(s.roll * s.rollRate * s.pitch * s.pitchRate);
  const { position, angularVelocity, velocity, baseVelocity, kappa, delta, a0, a1, time } = MOTION_STATE;
  return {
    still: false,
    turn: spin * UP,
    lever: 0,
    travel: (rho) => (length(s.swing) * s.swingRate + 3 * length(s.brake) + spin * rho) * UP,
    startPosition: (out, offset) => void out.set(s.start, offset),
    writeState(reference, out) {
      const t = out[time];
      const pose = swayPose(s, t);
      const roll = s.roll * (1 - Math.cos(s.rollRate * t));
      const pitch = s.pitch * (1 - Math.cos(s.pitchRate * t));
      const [cr, sr, cp, sp] = [Math.cos(roll), Math.sin(roll), Math.cos(pitch), Math.sin(pitch)];
      out.set([cr, -sr * cp, sr * sp, sr, cr * cp, -cr * sp, 0, sp, cp]);
      const rolling = s.roll * s.rollRate * Math.sin(s.rollRate * t);
      const pitching = s.pitch * s.pitchRate * Math.sin(s.pitchRate * t);
      out.set([pitching * cr, pitching * sr, rolling], angularVelocity);
      for (let k = 0; k < 3; k++) {
        out[position + k] = pose.position[k] - reference[k];
        out[velocity + k] = s.swing[k] * s.swingRate * Math.cos(s.swingRate * t) + 3 * s.brake[k] * (1 - t) ** 2;
        out[baseVelocity + k] = out[velocity + k];
      }
      out[kappa] = out[delta] = 0;
      // |R̈| ≤ |ω̇| + |ω|²; the brake pulls by 6 |brake| (1 − t), ever less
      out[a0] = (length(s.swing) * s.swingRate ** 2 + 6 * length(s.brake) * (1 - t)) * UP;
      out[a1] = (spinUp + spin * spin) * UP;
    },
  };
}
