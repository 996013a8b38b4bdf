import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { BODY_RADIUS } from '../surface.ts';
import type { RigidQuery } from './rigid-scene.ts';

export interface LongMotionOptions {
  readonly seed: string;
  readonly count: number;
  /** This part of the motions ends within aimRadius of B's centre; the others fly past it. */
  readonly aimed: number;
  readonly aimRadius: number;
  /** Whether A may start at this pose. Default: its bounding sphere is clear of B's. */
  readonly mayStart?: (pose: Required<Pose>) => boolean;
}

const FARTHEST_START = 3 * BODY_RADIUS;
/** Motions that fly past keep at least this far from centre to centre. */
const PASSING_DISTANCE = 1.2 * BODY_RADIUS;
/** The bounding spheres of all motions overlap by at least this much on the way, so that none is free for a trivial reason. */
const SPHERE_OVERLAP = 0.1 * BODY_RADIUS;
/** |q0 · q1| below this is close to a half turn, where the shortest arc is ambiguous. */
const HALF_TURN_GUARD = 0.02;
const MAX_DRAWS = 10_000;

/**
 * Long random motions of A from one random configuration to another, B at rest at the origin
 * [Tang et al. 2013, §6.1]. Both bodies have bounding radius BODY_RADIUS about their origins.
 */
export function longMotions({ seed, count, aimed, aimRadius, mayStart }: LongMotionOptions): RigidQuery[] {
  const random = new Random(seed);
  const nearestStart = (mayStart ? 1.1 : 2.01) * BODY_RADIUS;
  const outside = () => scaled(random.direction(), random.range(nearestStart, FARTHEST_START));
  // The largest of three uniform numbers is distributed like the distance from the centre of a ball.
  const nearB = () => scaled(random.direction(), aimRadius * Math.max(random.next(), random.next(), random.next()));
  const queries: RigidQuery[] = [];
  for (let id = 0; id < count; id++) {
    const atB = random.next() < aimed;
    for (let draw = 0; queries.length === id; draw++) {
      if (draw === MAX_DRAWS) throw new Error(`long motions, seed ${seed}: no admissible motion found`);
      const pose0 = { position: outside(), quaternion: random.quaternion() };
      const pose1 = { position: atB ? nearB() : outside(), quaternion: random.quaternion() };
      if (Math.abs(dot(pose0.quaternion, pose1.quaternion)) < HALF_TURN_GUARD) continue;
      const approach = closestApproach(pose0.position, pose1.position);
      if (approach > 2 * BODY_RADIUS - SPHERE_OVERLAP || (!atB && approach < PASSING_DISTANCE)) continue;
      if (mayStart && !mayStart(pose0)) continue;
      queries.push({ id, pose0, pose1 });
    }
  }
  return queries;
}

/** Smallest distance to the origin on the straight way. */
function closestApproach(from: Vec3, to: Vec3): number {
  const v: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const t = Math.min(1, Math.max(0, -dot3(from, v) / dot3(v, v)));
  const p: Vec3 = [from[0] + t * v[0], from[1] + t * v[1], from[2] + t * v[2]];
  return Math.sqrt(dot3(p, p));
}

function dot(a: Quat, b: Quat): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

function dot3(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scaled(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}
