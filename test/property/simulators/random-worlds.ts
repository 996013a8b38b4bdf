// Worlds of convex bodies for property tests, and a look at them that shares nothing with the scheduler: the foundation's distance of meshes.
import { distance } from '../../../src/contact/placed-query.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { convexBox, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import type { World } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { BodyChange, WorldBody } from '../../../src/world/world-options.ts';
import { add, norm, times } from '../../support/brute-force.ts';
import { randomHull } from '../../unit/convex/placed-hulls.ts';

export type NamedBody = WorldBody & { readonly shape: ConvexPolyhedron };

export function randomShape(random: Random): ConvexPolyhedron {
  return random.pick([
    () => convexSphere(random.range(0.1, 0.5)),
    () => convexBox([random.range(0.1, 1), random.range(0.1, 1), random.range(0.01, 0.5)]),
    () => convexPrism(3 + random.integer(10), 0.5, random.range(0.02, 1)),
    () => randomHull(random, 4 + random.integer(16), [0.6, 0.6, 0.6]),
    () => randomHull(random, 8, [0.9, 0.05, 0.05]),
  ])();
}

/** Bodies on a grid, apart from each other, turning anyhow; all fly past the middle, `speed` times in a second. */
export function randomBodies(random: Random, count: number, speed: number): NamedBody[] {
  const side = Math.ceil(Math.cbrt(count));
  return Array.from({ length: count }, (_, i) => {
    const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    const position = cell.map((c) => 2.2 * (c - (side - 1) / 2)) as unknown as Vec3;
    const goal = times(random.direction(), 0.8 * random.next());
    return {
      name: `body ${i}`,
      shape: randomShape(random),
      pose: { position, quaternion: random.quaternion() },
      velocity: times(add(goal, times(position, -1)), speed),
      angularVelocity: times(random.direction(), random.pick([0, 1, 6])),
    };
  });
}

export function scaledBody(body: NamedBody, scale: number, shape: ConvexPolyhedron): NamedBody {
  const { pose = {}, velocity = [0, 0, 0] } = body;
  return {
    ...body,
    shape,
    pose: { ...pose, position: times(pose.position ?? [0, 0, 0], scale) },
    velocity: times(velocity, scale),
  };
}

export function poseNow(world: World, name: string): { position: Vec3; quaternion: Quat } {
  const { position, quaternion } = world.state(name);
  return { position, quaternion };
}

/** The pairs whose surfaces touch now, and the least distance of all. */
export function touching(world: World, bodies: readonly NamedBody[]): { pairs: string[]; least: number } {
  const pairs: string[] = [];
  let least = Infinity;
  const placed = bodies.map(({ name, shape }) => ({ name, shape, pose: poseNow(world, name) }));
  for (let i = 0; i < placed.length; i++) {
    for (let j = i + 1; j < placed.length; j++) {
      const [a, b] = [placed[i], placed[j]];
      const apart = norm(add(a.pose.position, times(b.pose.position, -1))) - a.shape.reach - b.shape.reach;
      if (apart > 0) {
        least = Math.min(least, apart);
        continue;
      }
      const found = distance({ shape: a.shape.mesh, pose: a.pose }, { shape: b.shape.mesh, pose: b.pose });
      if (found.distance <= 0) pairs.push(pairName(a.name, b.name));
      least = Math.min(least, found.distance);
    }
  }
  return { pairs, least };
}

export function pairName(a: string, b: string): string {
  return [a, b].sort().join(' and ');
}

/** The two stop turning and part along the normal, at a random speed; the fixed one stands. */
export function parted(world: World, { a, b, normal }: WorldEvent, random: Random, fixed: readonly string[]): Record<string, BodyChange> {
  const [u, v] = [world.state(a).velocity, world.state(b).velocity];
  const speed = random.range(0.1, 2);
  const [freeA, freeB] = [!fixed.includes(a), !fixed.includes(b)];
  const middle = freeA && freeB ? times(add(u, v), 0.5) : ([0, 0, 0] as const);
  const answer: Record<string, BodyChange> = {};
  if (freeA) answer[a] = { velocity: add(middle, times(normal, -speed)), angularVelocity: [0, 0, 0] };
  if (freeB) answer[b] = { velocity: add(middle, times(normal, speed)), angularVelocity: [0, 0, 0] };
  return answer;
}
