import { convexHull } from '../../src/convex/hull/convex-hull.ts';
import { convexBox, convexPrism, convexSphere } from '../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import type { WorldBody } from '../../src/world/world-options.ts';
import { ProvenWorld as World } from '../support/proven-world.ts';

/** Times, normals, points and last places of bodies tossed on a floor, which bounce where they touch. */
export function tossedBodies(seed: string, count: number): number[] {
  const random = new Random(seed);
  const bodies: WorldBody[] = [{ name: 'floor', shape: convexBox([20, 20, 1], [0, 0, -0.5]), fixed: true }];
  for (let i = 0; i < count; i++) {
    const points = Array.from({ length: 36 }, () => random.range(-0.3, 0.3));
    const shape = [convexPrism(7, 0.3, 0.1), convexSphere(0.25), convexHull(points)][i % 3];
    const position: Vec3 = [random.range(-1, 1), random.range(-1, 1), 0.6 + 0.7 * i];
    const angularVelocity = random.direction().map((x) => 8 * x) as unknown as Vec3;
    bodies.push({ name: `${i}`, shape, pose: { position, quaternion: random.quaternion() }, angularVelocity });
  }
  const world = new World({ bodies, gravity: [0, 0, -9.81], tolerance: 1e-4 });
  const numbers: number[] = [];
  world.advance(1.5, ({ time, a, b, normal, speed, contacts, gap }) => {
    numbers.push(time, ...gap, ...normal, ...contacts.flatMap(({ pointA, pointB }) => [...pointA, ...pointB]));
    const away = (name: string, sign: number) => {
      const { velocity, angularVelocity } = world.state(name);
      const push = sign * (0.05 + 0.6 * speed);
      return {
        velocity: velocity.map((v, k) => v + push * normal[k]) as unknown as Vec3,
        angularVelocity: angularVelocity.map((w) => -0.5 * w) as unknown as Vec3,
      };
    };
    return { ...(a === 'floor' ? {} : { [a]: away(a, -1) }), ...(b === 'floor' ? {} : { [b]: away(b, 1) }) };
  });
  for (const name of world.names) numbers.push(...world.state(name).position, ...world.state(name).quaternion);
  return numbers;
}
