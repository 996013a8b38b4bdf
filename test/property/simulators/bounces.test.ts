import { describe, expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import { massProperties } from '../../../src/world/answer/mass-properties.ts';
import type { BodyMass } from '../../../src/world/body-mass.ts';
import type { Answer } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import { add, cross, dot, minus, norm, times, turned } from '../../support/brute-force.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { rounds } from '../../support/rounds.ts';
import { type NamedBody, randomBodies } from './random-worlds.ts';

// What the answers of `bounce` do to energy, momentum and speeds, judged by the states of the world alone.

const GRAVITY: Vec3 = [0, 0, -10];
const FLOOR: NamedBody = { name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true };

/** Bodies about their centres of mass, which random hulls are not, and what they weigh. */
function centred(body: NamedBody, random: Random): NamedBody {
  const { shape } = body;
  const properties = massProperties(shape, { density: random.pick([0.1, 1, 10]) });
  return { ...body, mass: { mass: properties.mass, inertia: properties.inertia } };
}

interface Motion {
  readonly energy: number;
  readonly momentum: Vec3;
  readonly spin: Vec3;
}

/** Kinetic energy, momentum and angular momentum about the origin of some bodies now. */
function motionOf(world: World, names: readonly string[]): Motion {
  let energy = 0;
  let momentum: Vec3 = [0, 0, 0];
  let spin: Vec3 = [0, 0, 0];
  for (const name of names) {
    const { fixed, mass: given } = world.body(name);
    if (fixed || typeof given !== 'object') continue;
    const { position, quaternion, velocity, angularVelocity } = world.state(name);
    const [x, y, z, w] = quaternion;
    const own = turned([-x, -y, -z, w], angularVelocity);
    const m = given.inertia;
    const turning = [0, 3, 6].map((k) => m[k] * own[0] + m[k + 1] * own[1] + m[k + 2] * own[2]) as unknown as Vec3;
    energy += 0.5 * (given.mass * dot(velocity, velocity) + dot(own, turning));
    momentum = add(momentum, times(velocity, given.mass));
    spin = add(spin, add(times(cross(position, velocity), given.mass), turned(quaternion, turning)));
  }
  return { energy, momentum, spin };
}

/** How fast the two points of each contact approach now. */
function approaches(world: World, { a, b, contacts }: WorldEvent): number[] {
  const [p, q] = [world.state(a), world.state(b)];
  return contacts.map(({ point, normal }) => {
    const [u, v] = [p, q].map((s) => add(s.velocity, cross(s.angularVelocity, minus(point, s.position))));
    return dot(normal, minus(u, v));
  });
}

const SEED = 'bounces';
/** Far more than is needed: contacts that come ever faster fail, and do not hang. */
const BUDGET = { maxIterations: 200_000 };

describe(`random contacts without weight (seed '${SEED}')`, () => {
  const random = new Random(SEED);
  const worlds = Array.from({ length: rounds(24, 8) }, () => ({
    bodies: randomBodies(random, 8, 1).map((body) => centred(body, random)),
    restitution: random.pick([0, 0.3, 0.8, 1]),
    friction: random.pick([0, 0.2, 1, 5]),
  }));

  test('energy is never above that of the start, momentum and angular momentum stay, and nothing approaches where it touched', () => {
    let told = 0;
    let patches = 0;
    let lossless = 0;
    for (const { bodies, restitution, friction } of worlds) {
      const world = new World({ bodies, tolerance: 1e-3 });
      const answer = bounce(restitution, friction);
      const all = bodies.map(({ name }) => name);
      const start = motionOf(world, all).energy;
      const { complete } = world.advance(
        2,
        (event): Answer => {
          if (event.status !== 'contact') return undefined;
          const names = [event.a, event.b];
          const before = motionOf(world, names);
          const turning = Math.max(...names.map((name) => dot(world.state(name).angularVelocity, world.state(name).angularVelocity)));
          const light = Math.min(...names.map((name) => (world.body(name).mass as BodyMass).mass));
          const hopped = light * 1.25e-3 * 2 * turning;
          const changes = answer(event, world) as Exclude<Answer, 'stop' | 'hold' | null | undefined>;
          for (const name in changes) world.set(name, changes[name]);
          const after = motionOf(world, names);
          told++;
          if (event.contacts.length > 1) patches++;
          expect(motionOf(world, all).energy).toBeLessThanOrEqual(start * (1 + 1e-10));
          // a hop aside: out of the tolerance, for what rolls into the other
          expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-10) + hopped);
          if (restitution === 1 && friction === 0 && event.contacts.length === 1) {
            lossless++;
            expect(after.energy).toBeGreaterThanOrEqual(before.energy * (1 - 1e-9));
          }
          const size = Math.sqrt(before.energy) + norm(before.momentum) + norm(before.spin);
          expect(norm(minus(after.momentum, before.momentum))).toBeLessThan(1e-11 * size);
          expect(norm(minus(after.spin, before.spin))).toBeLessThan(1e-10 * size);
          for (const speed of approaches(world, event)) expect(speed).toBeLessThan(1e-5 * event.speed);
          return undefined;
        },
        BUDGET,
      );
      expect(complete).toBe(true);
    }
    expect(told).toBeGreaterThan(200);
    expect(patches).toBeGreaterThan(0);
    expect(lossless).toBeGreaterThan(0);
  });

  test('in another unit of length, mass and time, powers of two: the same world', () => {
    for (const { bodies, restitution, friction } of worlds.slice(0, rounds(8, 3))) {
      const [length, mass, time] = [2 ** 10, 2 ** -20, 2 ** 3];
      const larger = bodies.map((body): NamedBody => {
        const { pose = {}, velocity = [0, 0, 0], angularVelocity = [0, 0, 0], mass: given } = body;
        if (typeof given !== 'object') throw new Error('has a mass');
        const { shape } = body;
        const scaled = Object.assign(Object.create(Object.getPrototypeOf(shape)), shape, {
          positions: shape.positions.map((x) => x * length),
          planes: shape.planes.map((x, k) => (k % 4 === 3 ? x * length : x)),
          radius: shape.radius * length,
          reach: shape.reach * length,
        });
        return {
          ...body,
          shape: scaled,
          pose: { ...pose, position: times(pose.position ?? [0, 0, 0], length) },
          velocity: times(velocity, length / time),
          angularVelocity: times(angularVelocity, 1 / time),
          mass: {
            mass: given.mass * mass,
            inertia: given.inertia.map((x) => x * mass * length * length) as unknown as typeof given.inertia,
          },
        };
      });
      const [here, there] = [new World({ bodies, tolerance: 2 ** -10 }), new World({ bodies: larger, tolerance: 1 })];
      expect(here.advance(1.5, bounce(restitution, friction), BUDGET).complete).toBe(true);
      there.advance(1.5 * time, bounce(restitution, friction), BUDGET);
      for (const { name } of bodies) {
        expect(there.state(name).position.map((x) => x / length)).toEqual(here.state(name).position);
        expect(there.state(name).velocity.map((x) => (x / length) * time)).toEqual(here.state(name).velocity);
      }
    }
  });
});

describe(`on a floor (seed '${SEED} floor')`, () => {
  test.each([
    [0, 0.5],
    [0.5, 0.4],
    [0.7, 0.1],
  ])(
    'restitution %d, friction %d: all come to rest, none goes through, energy grows by no more than hops lend',
    (restitution, friction) => {
      const random = new Random(`${SEED} floor`);
      for (let round = 0; round < rounds(1); round++) {
        const shapes = randomBodies(random, 8, 0).filter(({ shape }) => shape.radius === 0);
        const bodies = shapes.map((body) => {
          const placed = centred(body, random);
          return { ...placed, pose: { ...placed.pose, position: add(placed.pose?.position ?? [0, 0, 0], [0, 0, 2.5]) } };
        });
        const tolerance = 1e-4;
        const world = new World({ bodies: [FLOOR, ...bodies], gravity: GRAVITY, tolerance });
        const names = bodies.map(({ name }) => name);
        const weights = new Map(names.map((name) => [name, 10 * (world.body(name).mass as BodyMass).mass]));
        const potential = (): number => names.reduce((sum, name) => sum + (weights.get(name) ?? 0) * world.state(name).position[2], 0);
        const start = motionOf(world, names).energy + potential();
        const answer = bounce(restitution, friction);
        const hops = 1.25 * tolerance * names.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
        const seen = new Set<string>();
        const { complete } = world.advance(
          60,
          (event): Answer => {
            seen.add(event.status);
            const changes = answer(event, world) as Exclude<Answer, 'stop' | 'hold' | null | undefined>;
            for (const name in changes) world.set(name, changes[name]);
            expect(motionOf(world, names).energy + potential()).toBeLessThanOrEqual(start * (1 + 1e-10) + hops);
            return undefined;
          },
          { maxIterations: 500_000 },
        );
        expect(complete).toBe(true);
        expect([...seen]).toEqual(['contact']);
        expect(motionOf(world, names).energy + potential()).toBeLessThan(start);
        const moving = names.filter((name) => norm(world.state(name).velocity) > 0);
        expect(moving).toEqual([]);
      }
    },
  );
});
