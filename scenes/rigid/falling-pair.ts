// Short coherent steps near contact: A falls towards B, bounces, rolls and settles, as in the bunny dynamics benchmark of
// [Tang et al. 2013, §6.1]. Each step is one query; a step that would run into B is kept as it is (that is the colliding query),
// and the next step goes on from just before the contact. Not physics: no mass, no friction, a pull to B's centre.

import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { BODY_RADIUS, sixDecimals } from '../surface.ts';
import type { RigidQuery } from './rigid-scene.ts';

export interface FallingPairOptions {
  readonly seed: string;
  readonly count: number;
  /** Distance of A at this pose from B, at most 0 in overlap. */
  readonly clearance: (pose: Required<Pose>) => number;
  /** A bouncing step starts at least this far away. */
  readonly margin: number;
}

const STEPS_PER_TRAJECTORY = 60;
/** Steps that start farther away are not interesting. */
const NEAR = 12;
const FIRST_SPEED = 3;
const PULL = 0.4;
const TOP_SPEED = 8;
/** Radians a step. */
const SPIN = 0.05;
/** After so many steps without any way to go A lies still, and a new trajectory begins. */
const SETTLED = 6;
const RESTITUTION = 0.35;

export function fallingPair({ seed, count, clearance, margin }: FallingPairOptions): RigidQuery[] {
  const random = new Random(seed);
  const queries: RigidQuery[] = [];
  for (let trajectory = 0; queries.length < count; trajectory++) {
    if (trajectory > 100 + 10 * count) throw new Error(`falling pair, seed ${seed}: the bodies do not meet`);
    const away = random.direction();
    let pose: Required<Pose> = { position: along([0, 0, 0], away, 2.01 * BODY_RADIUS), quaternion: random.quaternion() };
    let velocity = along([0, 0, 0], away, -FIRST_SPEED);
    let spin = along([0, 0, 0], random.direction(), SPIN * random.next());
    let start = clearance(pose);
    let blocked = 0;
    for (let step = 0; step < STEPS_PER_TRAJECTORY && queries.length < count; step++) {
      velocity = along(velocity, pose.position, -PULL / length(pose.position));
      if (length(velocity) > TOP_SPEED) velocity = along([0, 0, 0], velocity, TOP_SPEED / length(velocity));
      const end = moved(pose, velocity, spin, 1);
      if (start < NEAR) queries.push({ id: queries.length, pose0: pose, pose1: end, trajectory });
      const stuck = pose;
      const stop = lastClear(pose, velocity, spin, clearance, margin);
      pose = stop.pose;
      start = stop.clearance;
      if (!stop.hit) continue;
      blocked = pose === stuck ? blocked + 1 : 0;
      if (blocked === SETTLED) break;
      const normal = gradient(pose, clearance);
      const approach = velocity[0] * normal[0] + velocity[1] * normal[1] + velocity[2] * normal[2];
      if (approach < 0) velocity = along(velocity, normal, -(1 + RESTITUTION) * approach);
      velocity = along([0, 0, 0], velocity, 0.9);
      spin = along(along([0, 0, 0], spin, 0.6), random.direction(), SPIN * random.next());
    }
  }
  return queries;
}

/** The pose at the end of the step, or the last one found before the clearance falls below the margin. */
function lastClear(
  pose: Required<Pose>,
  velocity: Vec3,
  spin: Vec3,
  clearance: (pose: Required<Pose>) => number,
  margin: number,
): { pose: Required<Pose>; clearance: number; hit: boolean } {
  const speed = length(velocity) + length(spin) * BODY_RADIUS;
  let clear = { pose, clearance: clearance(pose), hit: false };
  let t = 0;
  while (t < 1) {
    // Half the way that the clearance allows: it may be an estimate.
    const next = Math.min(1, t + Math.max(0.5 * clear.clearance, margin) / speed);
    const candidate = moved(pose, velocity, spin, next);
    const gap = clearance(candidate);
    if (gap < margin) return { ...clear, hit: true };
    clear = { pose: candidate, clearance: gap, hit: false };
    t = next;
  }
  return clear;
}

/** Pose after the fraction t of a step, rounded so that engines agree. */
function moved({ position, quaternion }: Required<Pose>, velocity: Vec3, spin: Vec3, t: number): Required<Pose> {
  const [x, y, z] = along(position, velocity, t);
  const angle = length(spin) * t;
  const s = angle > 0 ? Math.sin(angle / 2) / length(spin) : 0;
  const turned = product([spin[0] * s, spin[1] * s, spin[2] * s, Math.cos(angle / 2)], quaternion).map(nineDecimals);
  const norm = Math.sqrt(turned.reduce((sum, c) => sum + c * c, 0));
  return {
    position: [sixDecimals(x), sixDecimals(y), sixDecimals(z)],
    quaternion: [turned[0] / norm, turned[1] / norm, turned[2] / norm, turned[3] / norm],
  };
}

/** Unit direction in which A gains clearance fastest; by central differences, so coarse at kinks. */
function gradient({ position, quaternion }: Required<Pose>, clearance: (pose: Required<Pose>) => number): Vec3 {
  const h = 0.01;
  const at = (dx: number, dy: number, dz: number) =>
    clearance({ position: [position[0] + dx, position[1] + dy, position[2] + dz], quaternion });
  const g: Vec3 = [at(h, 0, 0) - at(-h, 0, 0), at(0, h, 0) - at(0, -h, 0), at(0, 0, h) - at(0, 0, -h)].map(nineDecimals) as unknown as Vec3;
  const size = length(g);
  return size > 0 ? [g[0] / size, g[1] / size, g[2] / size] : along([0, 0, 0], position, 1 / length(position));
}

function nineDecimals(x: number): number {
  return Math.round(x * 1e9) / 1e9;
}

function product([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** from + scale · direction */
function along(from: Vec3, direction: Vec3, scale: number): Vec3 {
  return [from[0] + scale * direction[0], from[1] + scale * direction[1], from[2] + scale * direction[2]];
}

function length(a: Vec3): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}
