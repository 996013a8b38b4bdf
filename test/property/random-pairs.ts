// Random small scenes for property tests: soups of 1 to 60 triangles (degenerate ones among them), and motions of every kind.
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { ballisticMotion } from '../../src/motion/ballistic-motion.ts';
import type { Motion } from '../../src/motion/motion.ts';
import { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../src/motion/rigid-motion.ts';
import {
  add,
  type BruteBody,
  bruteMotion,
  type MotionSpec,
  minus,
  norm,
  placed,
  product,
  times,
  turn,
  turned,
} from '../support/brute-force.ts';

export function libraryMotion(spec: MotionSpec): Motion {
  switch (spec.kind) {
    case 'rest':
      return restMotion(spec.pose);
    case 'translation':
      return translationMotion(spec.pose, spec.displacement);
    case 'rotation':
      return rotationMotion(spec.pose, spec.axis, spec.angle, spec.centre);
    case 'in-between':
      return rigidMotion(spec.from, spec.to);
    case 'screw':
      return screwMotion(spec.from, spec.to);
    case 'ballistic': {
      const { kind, ...flight } = spec;
      return ballisticMotion(flight, 1);
    }
  }
}

export interface SoupOptions {
  readonly most?: number;
  readonly radius?: number;
  /** Share of points and segments among the triangles. */
  readonly degenerate?: number;
}

/** Triangles of all sizes inside a ball of radius 1. */
export function randomSoup(random: Random, name: string, { most = 24, radius = 0, degenerate = 0.1 }: SoupOptions = {}): TriangleMesh {
  const count = 1 + random.integer(most);
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    const size = 0.6 * random.next() * (random.next() < 0.2 ? 0.02 : 1);
    const middle = times(random.direction(), (1 - size) * random.next());
    const a = add(middle, times(random.direction(), size));
    const b = add(middle, times(random.direction(), size));
    const c = add(middle, times(random.direction(), size));
    const shape = random.next();
    if (shape < degenerate / 3) positions.push(...a, ...a, ...a);
    else if (shape < (2 * degenerate) / 3) positions.push(...a, ...b, ...b);
    else if (shape < degenerate) positions.push(...a, ...b, ...times(add(a, b), 0.5));
    else positions.push(...a, ...b, ...c);
  }
  const thick = radius === 0 ? undefined : Array.from({ length: count }, () => radius * random.next());
  return new TriangleMesh(positions, undefined, { name, radius: thick });
}

export function randomVector(random: Random, size: number): Vec3 {
  return times(random.direction(), size * random.next());
}

const KINDS: readonly MotionSpec['kind'][] = ['in-between', 'screw', 'translation', 'rotation'];

/** Starts at a distance in some direction and passes near the middle, or wherever `towards` is. */
export function randomMotion(
  random: Random,
  distance: number,
  towards: Vec3 = [0, 0, 0],
  kind: MotionSpec['kind'] = random.pick(KINDS),
): MotionSpec {
  const position = add(towards, times(random.direction(), distance));
  const from: Pose = { position, quaternion: random.quaternion() };
  const goal = add(towards, randomVector(random, 1.5));
  // through the goal and out on the other side, or not quite there
  const reach = random.range(0.6, 2.2);
  const displacement: Vec3 = [0, 1, 2].map((k) => reach * (goal[k] - position[k])) as unknown as Vec3;
  const angle = random.pick([0, random.range(0, 0.3), random.range(0, Math.PI), Math.PI * (1 - 1e-9)]);
  const quaternion: Quat = product(turn(random.direction(), angle), from.quaternion as Quat);
  switch (kind) {
    case 'rest':
      return { kind, pose: from };
    case 'translation':
      return { kind, pose: from, displacement };
    case 'rotation': {
      const centre = add(position, randomVector(random, distance));
      return { kind, pose: from, axis: random.direction(), angle: random.range(-7, 7), centre: random.next() < 0.8 ? centre : undefined };
    }
    case 'ballistic': {
      // the same way, bent aside, and often up and down again
      const acceleration = times(random.direction(), random.pick([0, random.range(0, 2), random.range(0, 20)]));
      const angularVelocity = times(random.direction(), random.pick([0, angle, random.range(0, 12)]));
      return { kind, pose: from, velocity: add(displacement, times(acceleration, -0.5)), angularVelocity, acceleration };
    }
    default:
      return { kind, from, to: { position: add(position, displacement), quaternion } };
  }
}

export interface RandomPair {
  readonly a: BruteBody;
  readonly b: BruteBody;
}

/** `kind`: of the motions; default: any that all methods know. */
export function randomPair(random: Random, options: SoupOptions = {}, kind?: MotionSpec['kind']): RandomPair {
  const b: BruteBody = {
    mesh: randomSoup(random, 'b', options),
    motion:
      random.next() < 0.5
        ? { kind: 'rest', pose: { position: randomVector(random, 1), quaternion: random.quaternion() } }
        : randomMotion(random, 0.5, undefined, kind),
  };
  const mesh = randomSoup(random, 'a', options);
  const motion = randomMotion(random, random.range(1.5, 4), undefined, kind);
  return { a: { mesh, motion: random.next() < 0.75 ? aimed(random, mesh, motion, b) : motion }, b };
}

/** The motion shifted so that some point of the mesh meets some point of the other body on the way. */
export function aimed(random: Random, mesh: TriangleMesh, motion: MotionSpec, b: BruteBody): MotionSpec {
  const t = random.range(0.3, 1);
  const from = placed(bruteMotion(motion).at(t, [0, 0, 0]), randomPoint(random, mesh));
  const to = placed(bruteMotion(b.motion).at(t, [0, 0, 0]), randomPoint(random, b.mesh));
  return movedSpec(motion, [0, 0, 0, 1], minus(to, from), 1);
}

function randomPoint(random: Random, { positions, indices }: TriangleMesh): Vec3 {
  const triangle = random.integer(indices.length / 3);
  const [u, v] = [random.next(), random.next()].sort((x, y) => x - y);
  const weights = [u, v - u, 1 - v];
  return [0, 1, 2].map((k) => weights.reduce((sum, w, i) => sum + w * positions[3 * indices[3 * triangle + i] + k], 0)) as unknown as Vec3;
}

/** The body as the library takes it. */
export function body({ mesh, motion }: BruteBody): { shape: TriangleMesh; motion: Motion } {
  return { shape: mesh, motion: libraryMotion(motion) };
}

/** The same motion backwards. */
export function reversed(spec: MotionSpec): MotionSpec {
  switch (spec.kind) {
    case 'rest':
      return spec;
    case 'translation': {
      const position = add(spec.pose.position ?? [0, 0, 0], spec.displacement);
      return { kind: 'translation', pose: { ...spec.pose, position }, displacement: times(spec.displacement, -1) };
    }
    case 'rotation': {
      const { position } = bruteMotion(spec).at(1, [0, 0, 0]);
      const axis = times(spec.axis, 1 / norm(spec.axis));
      const quaternion = product(turn(axis, spec.angle), spec.pose.quaternion ?? [0, 0, 0, 1]);
      return { ...spec, pose: { position, quaternion }, angle: -spec.angle };
    }
    case 'ballistic': {
      const { velocity, angularVelocity, acceleration } = spec;
      const { position } = bruteMotion(spec).at(1, [0, 0, 0]);
      const speed = norm(angularVelocity);
      const q = speed > 0 ? turn(times(angularVelocity, 1 / speed), speed) : ([0, 0, 0, 1] as const);
      const pose = { position, quaternion: product(q, spec.pose.quaternion ?? [0, 0, 0, 1]) };
      return {
        kind: 'ballistic',
        pose,
        velocity: times(add(velocity, acceleration), -1),
        angularVelocity: times(angularVelocity, -1),
        acceleration,
      };
    }
    default:
      return { kind: spec.kind, from: spec.to, to: spec.from };
  }
}

/** The scene seen in another frame and another unit: x ↦ scale (q · x + shift). */
export function movedSpec(spec: MotionSpec, q: Quat, shift: Vec3, scale: number): MotionSpec {
  const point = (x: Vec3): Vec3 => times(add(turned(q, x), shift), scale);
  const arrow = (x: Vec3): Vec3 => times(turned(q, x), scale);
  const pose = (p: Pose): Pose => ({ position: point(p.position ?? [0, 0, 0]), quaternion: product(q, p.quaternion ?? [0, 0, 0, 1]) });
  switch (spec.kind) {
    case 'rest':
      return { kind: 'rest', pose: pose(spec.pose) };
    case 'translation':
      return { kind: 'translation', pose: pose(spec.pose), displacement: arrow(spec.displacement) };
    case 'rotation':
      return {
        kind: 'rotation',
        pose: pose(spec.pose),
        axis: turned(q, spec.axis),
        angle: spec.angle,
        centre: spec.centre && point(spec.centre),
      };
    case 'ballistic':
      return {
        kind: 'ballistic',
        pose: pose(spec.pose),
        velocity: arrow(spec.velocity),
        angularVelocity: turned(q, spec.angularVelocity),
        acceleration: arrow(spec.acceleration),
      };
    default:
      return { kind: spec.kind, from: pose(spec.from), to: pose(spec.to) };
  }
}

export function scaledMesh(mesh: TriangleMesh, scale: number): TriangleMesh {
  const radius = mesh.radii === null ? 0 : Array.from(mesh.radii, (r) => r * scale);
  return new TriangleMesh(
    Array.from(mesh.positions, (x) => x * scale),
    mesh.indices,
    { name: mesh.name, solid: mesh.solid, radius },
  );
}

/** Triangles, their corners and the vertices in another order. */
export function shuffledMesh(mesh: TriangleMesh, random: Random): TriangleMesh {
  const order = random.shuffle(Array.from({ length: mesh.vertexCount }, (_, i) => i));
  const place = new Array<number>(order.length);
  order.forEach((old, i) => {
    place[old] = i;
  });
  const positions = order.flatMap((old) => Array.from(mesh.positions.subarray(3 * old, 3 * old + 3)));
  const triangles = random.shuffle(Array.from({ length: mesh.triangleCount }, (_, i) => i));
  const indices = triangles.flatMap((k) => random.shuffle(Array.from(mesh.indices.subarray(3 * k, 3 * k + 3), (v) => place[v])));
  const radius = mesh.radii === null ? 0 : triangles.map((k) => (mesh.radii as Float64Array)[k]);
  return new TriangleMesh(positions, indices, { name: mesh.name, solid: mesh.solid, radius });
}

/** Every triangle in four by the middles of its sides, or in three by a point inside. */
export function splitMesh(mesh: TriangleMesh, random: Random): TriangleMesh {
  const positions: number[] = [];
  const radius: number[] = [];
  for (let k = 0; k < mesh.triangleCount; k++) {
    const [a, b, c] = [0, 1, 2].map((i) => {
      const v = 3 * mesh.indices[3 * k + i];
      return [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]] as Vec3;
    });
    const middle = (p: Vec3, q: Vec3): Vec3 => times(add(p, q), 0.5);
    let parts: Vec3[][];
    if (random.next() < 0.5) {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      parts = [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    } else {
      const u = random.next();
      const v = random.next() * (1 - u);
      const inside = add(add(times(a, u), times(b, v)), times(c, 1 - u - v));
      parts = [
        [a, b, inside],
        [b, c, inside],
        [c, a, inside],
      ];
    }
    for (const part of parts) {
      positions.push(...part.flat());
      radius.push(mesh.radii === null ? 0 : mesh.radii[k]);
    }
  }
  return new TriangleMesh(positions, undefined, { name: mesh.name, radius: mesh.radii === null ? 0 : radius });
}
