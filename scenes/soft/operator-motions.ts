/**
 * How an operator moves a tool with a six-axis device: samples as they would come in, and where the tool truly was.
 * The intended way is a line or an arc, covered at a steady speed or in stop and go; the hand trembles at 8 to 12 Hz, which moves the tool
 * too; the device adds noise, jitter, pauses, and quaternions of either sign, which the truth does not know. Lengths in metres.
 */
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { multiply, normalised } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { cross } from '../../src/math/vec3.ts';
import { aboutAxis, unit } from '../placed.ts';

export type OperatorMotionKind = 'straight' | 'curved' | 'hesitating' | 'noisy';
export const OPERATOR_MOTION_KINDS: readonly OperatorMotionKind[] = ['straight', 'curved', 'hesitating', 'noisy'];

export interface OperatorMotionOptions {
  readonly seed: number | string;
  /** Seconds. Default 4. */
  readonly duration?: number;
  /** Samples a second. Default 60. */
  readonly rate?: number;
  /** Metres a second. Default 0.15. */
  readonly speed?: number;
  /** Radius of a curved way, metres. Default 0.4. */
  readonly bend?: number;
  /** Where it starts, and whereto it heads at first. Default: the origin, a random direction. */
  readonly start?: Vec3;
  readonly heading?: Vec3;
  /** Radians a second about a fixed axis, besides the turning along an arc. Default 0.2. */
  readonly spin?: number;
  /** Amplitude of the tremor in metres, and twice as many radians. Default: 0.0005 where noisy, else 0.0001. */
  readonly tremor?: number;
  /** Standard deviation of the device in metres, and in radians. Default: 0.0005 where noisy, else 0.00005. */
  readonly noise?: number;
  /** Spread of the time stamps, as part of the period. Default 0.3. */
  readonly jitter?: number;
  /** Pauses a second of 50 to 200 ms each. Default: 0.5 where noisy, else 0. */
  readonly dropouts?: number;
}

export interface OperatorMotion {
  readonly samples: readonly { readonly time: number; readonly pose: Required<Pose> }[];
  readonly duration: number;
  /** Where the tool was at that second: tremor included, the device's faults not. */
  readonly truth: (time: number) => Required<Pose>;
}

export function operatorMotion(kind: OperatorMotionKind, options: OperatorMotionOptions): OperatorMotion {
  const noisy = kind === 'noisy';
  const { seed, duration = 4, rate = 60, speed = 0.15, bend = 0.4, start = [0, 0, 0], spin = 0.2 } = options;
  const { tremor = noisy ? 5e-4 : 1e-4, noise = noisy ? 5e-4 : 5e-5, jitter = 0.3, dropouts = noisy ? 0.5 : 0 } = options;
  const random = new Random(`operator ${kind} ${seed}`);
  const heading = unit(options.heading ?? random.direction());
  const aside = unit(cross(heading, Math.abs(heading[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  const normal = cross(heading, aside);
  const spinAxis = random.direction();
  const upright = random.quaternion();
  const travelled = kind === 'hesitating' ? stopAndGo(random, duration, speed) : (time: number) => speed * time;
  const shakes = Array.from({ length: 6 }, () => shake(random));

  const truth = (time: number): Required<Pose> => {
    const way = travelled(time);
    const angle = kind === 'curved' ? way / bend : 0;
    const ahead = kind === 'curved' ? bend * Math.sin(angle) : way;
    const off = kind === 'curved' ? bend * (1 - Math.cos(angle)) : 0;
    const [x, y, z, rx, ry, rz] = shakes.map((at) => tremor * at(time));
    const trembling: Vec3 = [x, y, z];
    const position = start.map((p, i) => p + ahead * heading[i] + off * aside[i] + trembling[i]) as [number, number, number];
    const turned = multiply(aboutAxis(normal, angle), multiply(aboutAxis(spinAxis, spin * time), upright));
    return { position, quaternion: normalised(multiply([rx, ry, rz, 1], turned)) };
  };

  const samples: { time: number; pose: Required<Pose> }[] = [];
  let silentUntil = -1;
  for (let i = 0; i <= duration * rate; i++) {
    const time = (i + jitter * random.range(-0.5, 0.5)) / rate;
    const errors = Array.from({ length: 6 }, () => noise * normalNumber(random));
    const sign = random.next() < 0.5 ? -1 : 1;
    if (random.next() < dropouts / rate) silentUntil = time + random.range(0.05, 0.2);
    if (time < silentUntil) continue;
    const { position, quaternion } = truth(time);
    const [x, y, z, w] = normalised(multiply([errors[3] / 2, errors[4] / 2, errors[5] / 2, 1], quaternion));
    const measured: Vec3 = [position[0] + errors[0], position[1] + errors[1], position[2] + errors[2]];
    samples.push({ time, pose: { position: measured, quaternion: [sign * x, sign * y, sign * z, sign * w] } });
  }
  return { samples, duration, truth };
}

/** Three sines between 8 and 12 Hz, at most 1 together. */
function shake(random: Random): (time: number) => number {
  const waves = Array.from({ length: 3 }, () => [2 * Math.PI * random.range(8, 12), random.range(0, 2 * Math.PI)]);
  return (time) => waves.reduce((sum, [rate, phase]) => sum + Math.sin(rate * time + phase) / 3, 0);
}

/** Metres travelled at a time: goes for 0.8 to 1.6 s, slows down within 0.3 s, stands for 0.2 to 0.6 s, and starts again within 0.3 s. */
function stopAndGo(random: Random, duration: number, speed: number): (time: number) => number {
  const phases: { begin: number; end: number; way: number; v0: number; v1: number }[] = [];
  let begin = 0;
  let way = 0;
  const add = (seconds: number, v0: number, v1: number) => {
    phases.push({ begin, end: begin + seconds, way, v0, v1 });
    begin += seconds;
    way += ((v0 + v1) / 2) * seconds;
  };
  while (begin <= duration + 2) {
    add(random.range(0.8, 1.6), speed, speed);
    add(0.3, speed, 0);
    add(random.range(0.2, 0.6), 0, 0);
    add(0.3, 0, speed);
  }
  return (time) => {
    const phase = phases.find(({ end }) => time < end) ?? phases[phases.length - 1];
    const seconds = phase.end - phase.begin;
    const u = (time - phase.begin) / seconds;
    // The speed follows 3u² − 2u³, whose integral is u³ − u⁴/2.
    return phase.way + seconds * (phase.v0 * u + (phase.v1 - phase.v0) * (u * u * u - (u * u * u * u) / 2));
  };
}

/** About normal, standard deviation 1: twelve uniform numbers. */
function normalNumber(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
}
