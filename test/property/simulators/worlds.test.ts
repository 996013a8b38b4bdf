import { describe, expect, test } from 'vitest';
import { distance } from '../../../src/contact/placed-query.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { add, cross, norm, times, turned } from '../../support/brute-force.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { rounds } from '../../support/rounds.ts';
import { randomHull } from '../../unit/convex/placed-hulls.ts';
import { pairName, parted, poseNow, randomBodies, randomShape, scaledBody, touching } from './random-worlds.ts';

const seeds = (usual: number): number[] => Array.from({ length: rounds(usual, 2) }, (_, seed) => seed);
const power = (random: Random, from: number, to: number): number => 10 ** random.range(from, to);

describe('a bullet of any speed and a wall of any thinness', () => {
  test("a ball: never late, and early only as the tolerance explains (seed 'bullet')", () => {
    const random = new Random('bullet');
    for (let round = 0; round < rounds(40); round++) {
      // a wall of edge 1, 12 orders of magnitude of thickness and of speed
      const thickness = power(random, -12, 0);
      const radius = power(random, -6, 0);
      const speed = power(random, -6, 6);
      const wallAt = random.quaternion();
      const n = turned(wallAt, [1, 0, 0]);
      const aside = turned(wallAt, [0, random.range(-0.2, 0.2), random.range(-0.2, 0.2)]);
      const far = random.range(0.1, 3) + 2 * radius + thickness;
      // a slanted way that ends at `aside` in the middle plane of the wall
      const slant = random.next() < 0.5 ? n : add(n, times(cross(n, random.direction()), 0.15 / far));
      const wall: WorldBody = { name: 'wall', shape: convexBox([thickness, 1, 1]), fixed: true, pose: { quaternion: wallAt } };
      const bullet: WorldBody = {
        name: 'bullet',
        shape: convexSphere(radius),
        pose: { position: add(aside, times(slant, far)) },
        velocity: times(slant, -speed),
        angularVelocity: times(random.direction(), random.pick([0, speed])),
      };
      const exact = (far - thickness / 2 - radius) / speed;
      const world = new World({ bodies: random.next() < 0.5 ? [wall, bullet] : [bullet, wall] });
      const { events } = world.advance(2 * (far / speed) + (4 * radius) / speed);
      expect(
        events.map(({ status }) => status),
        `round ${round}`,
      ).toEqual(['contact']);
      // positions are doubles of about the size of `far`, times of about `exact`
      const tolerance = 1e-6 * Math.min(radius, Math.SQRT1_2 + thickness) + 2e-11 * (1 + far);
      expect(events[0].time, `round ${round}`).toBeLessThanOrEqual(exact + (1e-13 * (1 + far)) / speed);
      expect(events[0].time, `round ${round}`).toBeGreaterThanOrEqual(exact - (1.01 * tolerance) / speed);
    }
  });

  test("any shape, spinning: told between its outer and its inner sphere, within the tolerance of touching (seed 'spinning bullet')", () => {
    const random = new Random('spinning bullet');
    for (let round = 0; round < rounds(20); round++) {
      const thickness = power(random, -12, 0);
      const size = power(random, -5, 0);
      const speed = power(random, -6, 6);
      const shape = random.pick([
        () => convexBox([size, size, size / 2]),
        () => convexPrism(6, size, size),
        () => convexBox([size, size / 20, size / 20]),
        () => randomHull(random, 12, [size, size, size]),
      ])();
      const far = 2 * size + thickness + random.range(0.1, 2);
      const spin = random.pick([0, 1, 20]) * (speed / far);
      const wall: WorldBody = { name: 'wall', shape: convexBox([thickness, 9, 9]), fixed: true };
      const pose = { position: [far, random.range(-1, 1), random.range(-1, 1)] as Vec3, quaternion: random.quaternion() };
      const bullet: WorldBody = { name: 'bullet', shape, pose, velocity: [-speed, 0, 0], angularVelocity: times(random.direction(), spin) };
      const world = new World({ bodies: [wall, bullet] });
      let gap = Number.NaN;
      const events: WorldEvent[] = [];
      world.advance((3 * far) / speed, (event) => {
        events.push(event);
        if (events.length > 1) return undefined;
        gap = distance({ shape: (wall.shape as typeof shape).mesh }, { shape: shape.mesh, pose: poseNow(world, 'bullet') }).distance;
        return undefined;
      });
      // the tail may swing back into the wall after the head has left it
      expect(new Set(events.map(({ status }) => status)), `round ${round}`).toEqual(new Set(['contact']));
      // the wall is large: rounding of its corners is what doubles can tell
      const tolerance = 1e-6 * shape.reach + 2e-9;
      expect(gap, `round ${round}`).toBeGreaterThan(0);
      expect(gap, `round ${round}`).toBeLessThanOrEqual(1.01 * tolerance);
      // its origin, inside of it, would be in the wall
      expect(events[0].time).toBeLessThan((far - thickness / 2) / speed);
      expect(events[0].time).toBeGreaterThanOrEqual((far - thickness / 2 - shape.reach - 1.01 * tolerance) / speed);
    }
  });

  test("bullets fast and slow at one wall at once: all told, in the order of arrival (seed 'many bullets')", () => {
    const random = new Random('many bullets');
    const wall: WorldBody = { name: 'wall', shape: convexBox([1e-9, 100, 100]), fixed: true };
    const bullets = Array.from({ length: 100 }, (_, k): WorldBody & { at: number } => {
      const speed = power(random, -6, 6);
      const x = random.range(0.5, 2) * (random.next() < 0.5 ? -1 : 1);
      const position: Vec3 = [x, Math.floor(k / 10) - 5, (k % 10) - 5];
      const velocity: Vec3 = [-Math.sign(x) * speed, 0, 0];
      return { name: `${k}`, shape: convexSphere(0.01), pose: { position }, velocity, at: (Math.abs(x) - 0.5e-9 - 0.01) / speed };
    });
    const world = new World({ bodies: [wall, ...bullets.map(({ at, ...body }) => body)] });
    const { events } = world.advance(1e7);
    const order = [...bullets].sort((p, q) => p.at - q.at);
    expect(events.map(({ b }) => b)).toEqual(order.map(({ name }) => name));
    events.forEach(({ time, status }, k) => {
      expect(status).toBe('contact');
      expect(time).toBeLessThanOrEqual(order[k].at * (1 + 1e-12));
      expect(time).toBeGreaterThan(order[k].at * (1 - 1e-6));
    });
  });
});

describe('at the same instant', () => {
  test('twelve balls reach the one in the middle together: all are told, at one time', () => {
    const golden = (1 + Math.sqrt(5)) / 2;
    const directions = [-1, 1].flatMap((s) =>
      [-golden, golden].flatMap((t): Vec3[] => [
        [0, s, t],
        [s, t, 0],
        [t, 0, s],
      ]),
    );
    const bodies: WorldBody[] = directions.map((d, k) => {
      const u = times(d, 1 / norm(d));
      return { name: `${k}`, shape: convexSphere(0.25), pose: { position: times(u, 3) }, velocity: times(u, -1) };
    });
    const world = new World({ bodies: [...bodies, { name: 'middle', shape: convexSphere(0.5) }], tolerance: 1e-7 });
    const events: WorldEvent[] = [];
    world.advance(3, (event) => {
      events.push(event);
      const name = event.a === 'middle' ? event.b : event.a;
      return { [name]: { velocity: times(world.state(name).velocity, -1) } };
    });
    expect(events.map(({ a, b }) => (a === 'middle' ? b : a)).sort()).toEqual(directions.map((_, k) => `${k}`).sort());
    for (const { time, status } of events) {
      expect(status).toBe('contact');
      expect(time).toBeLessThanOrEqual(2.25 + 1e-14);
      expect(time).toBeGreaterThan(2.25 - 1.01e-7);
    }
    expect(world.state('middle').position).toEqual([0, 0, 0]);
  });

  test('a grid of cubes lands together, flat: 64 contacts of four corners, one time to the last digits', () => {
    const cubes = Array.from({ length: 64 }, (_, k): WorldBody => {
      const position: Vec3 = [2 * (k % 8), 2 * Math.floor(k / 8), 5.5];
      return { name: `${k}`, shape: convexBox(1), pose: { position } };
    });
    const floor: WorldBody = { name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true };
    const { events } = new World({ bodies: [floor, ...cubes], gravity: [0, 0, -10], tolerance: 1e-8 }).advance(1.1);
    expect(events).toHaveLength(64);
    for (const { time, contacts } of events) {
      expect(Math.abs(time - events[0].time)).toBeLessThan(1e-12);
      expect(contacts).toHaveLength(4);
    }
    expect(events[0].time).toBeLessThanOrEqual(1);
    expect(events[0].time).toBeGreaterThan(1 - 1.01e-9);
  });

  test('a cube between two that come from both sides', () => {
    const cube = (name: string, x: number, speed: number): WorldBody => ({
      name,
      shape: convexBox(1),
      pose: { position: [x, 0, 0] },
      velocity: [speed, 0, 0],
    });
    const { events } = new World({ bodies: [cube('left', -3, 1), cube('middle', 0, 0), cube('right', 3, -1)] }).advance(2.4);
    expect(events.map(({ a, b }) => pairName(a, b)).sort()).toEqual(['left and middle', 'middle and right']);
    expect(Math.abs(events[0].time - events[1].time)).toBeLessThan(1e-12);
  });
});

describe('random worlds', () => {
  test.each(seeds(4))("answered: no two bodies ever meet (seed 'answered %d')", (seed) => {
    const random = new Random(`answered ${seed}`);
    const bodies = randomBodies(random, 20, 1);
    const walls = [-1, 1].flatMap((s) =>
      [0, 1, 2].map((k) => {
        const size = [8, 8, 8];
        const centre = [0, 0, 0];
        size[k] = 1;
        centre[k] = s * 4.5;
        const shape = convexBox(size as unknown as Vec3, centre as unknown as Vec3);
        return { name: `wall ${s} ${k}`, shape, fixed: true };
      }),
    );
    const world = new World({ bodies: [...walls, ...bodies], gravity: times(random.direction(), 3), tolerance: 1e-5 });
    const fixed = walls.map(({ name }) => name);
    let contacts = 0;
    for (let t = 0.08; t < 2; t += 0.08) {
      world.advance(t, (event) => {
        expect(event.status).toBe('contact');
        contacts++;
        return parted(world, event, random, fixed);
      });
      expect(touching(world, bodies).least).toBeGreaterThan(0);
      for (const wall of walls) {
        for (const { name, shape } of bodies) {
          const { position, quaternion } = world.state(name);
          expect(distance({ shape: wall.shape.mesh }, { shape: shape.mesh, pose: { position, quaternion } }).distance).toBeGreaterThan(0);
          expect(Math.max(...position.map(Math.abs))).toBeLessThan(4);
        }
      }
    }
    expect(contacts).toBeGreaterThan(40);
  });

  test.each(seeds(4))("let through: whatever dense sampling finds was told before (seed 'through %d')", (seed) => {
    const random = new Random(`through ${seed}`);
    const bodies = randomBodies(random, 20, 1.5);
    const world = new World({ bodies });
    const told = new Map<string, number>();
    let found = 0;
    for (let k = 1; k <= 125; k++) {
      for (const { a, b, time } of world.advance(k * 0.008).events) if (!told.has(pairName(a, b))) told.set(pairName(a, b), time);
      for (const pair of touching(world, bodies).pairs) {
        found++;
        expect(told.get(pair), `${pair} touch at ${world.time}`).toBeLessThanOrEqual(world.time);
      }
    }
    expect(found).toBeGreaterThan(50);
  });

  test.each(seeds(3))("the order of the bodies and the unit of length change nothing (seed 'unit %d')", (seed) => {
    const random = new Random(`unit ${seed}`);
    const bodies = randomBodies(random, 16, 1);
    const unit = power(random, -9, 9);
    const run = (list: typeof bodies, scale: number): [string, number][] => {
      const { events } = new World({ bodies: list, gravity: [0, 0, -scale], tolerance: 1e-7 * scale }).advance(2);
      return events.map(({ a, b, time }) => [pairName(a, b), time]);
    };
    const known = run(bodies, 1);
    const swapped = run([...bodies].reverse(), 1);
    const larger = bodies.map((body) => {
      const positions = body.shape.positions.map((x) => x * unit);
      return scaledBody(body, unit, convexHull(positions, { radius: body.shape.radius * unit }));
    });
    const scaled = run(larger, unit);
    expect(known.length).toBeGreaterThan(5);
    for (const other of [swapped, scaled]) {
      const sorted = (list: [string, number][]): [string, number][] => [...list].sort(([p, s], [q, t]) => (p < q ? -1 : p > q ? 1 : s - t));
      const [ours, theirs] = [sorted(known), sorted(other)];
      expect(theirs.map(([pair]) => pair)).toEqual(ours.map(([pair]) => pair));
      theirs.forEach(([, time], k) => {
        expect(time).toBeCloseTo(ours[k][1], 5);
      });
    }
  });
});

describe('rest', () => {
  const GRAVITY = 10;
  const TOLERANCE = 1e-5;
  const floor: WorldBody = { name: 'floor', shape: convexBox([10, 10, 1], [0, 0, -0.5]), fixed: true };
  const hop = Math.sqrt(2 * GRAVITY * TOLERANCE);

  test.each([
    ['a ball', convexSphere(0.5)],
    ['a cube', convexBox(1)],
    ['a coin', convexPrism(16, 0.5, 0.1)],
  ] as const)('%s makes thousands of hops and never sinks in', (_, shape) => {
    const height = -shape.positions.reduce((least, z, i) => (i % 3 === 2 ? Math.min(least, z) : least), Infinity) + shape.radius;
    const world = new World({
      bodies: [floor, { name: 'body', shape, pose: { position: [0, 0, height + 0.01] } }],
      gravity: [0, 0, -GRAVITY],
      tolerance: TOLERANCE,
    });
    let count = 0;
    world.advance(8, ({ status, gap }) => {
      expect(status).toBe('contact');
      expect(gap[0]).toBeGreaterThan(0);
      expect(world.state('body').position[2]).toBeGreaterThan(height);
      count++;
      return { body: { velocity: [0, 0, hop] } };
    });
    expect(count).toBeGreaterThan(2000);
    expect(world.state('body').position[2]).toBeLessThan(height + 4 * TOLERANCE);
  });

  test('without a hop it sinks towards the floor but never in, until doubles cannot tell: then it is said', () => {
    const world = new World({
      bodies: [floor, { name: 'cube', shape: convexBox(1), pose: { position: [0, 0, 0.6] } }],
      gravity: [0, 0, -GRAVITY],
      tolerance: TOLERANCE,
    });
    const seen: WorldEvent[] = [];
    world.advance(1, (event) => {
      seen.push(event);
      expect(world.state('cube').position[2]).toBeGreaterThan(0.5);
      return event.status === 'contact' ? { cube: { velocity: [0, 0, 0] } } : { cube: { velocity: [0, 0, 0], acceleration: [0, 0, 0] } };
    });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.map(({ status }) => status)).toEqual([...Array(seen.length - 1).fill('contact'), 'overlap']);
    expect(seen[seen.length - 1].gap[1]).toBeLessThan(1e-10);
  });

  test("bodies hop on a floor with walls, thousands of contacts: none sinks into anything (seed 'corner')", () => {
    const random = new Random('corner');
    const walls: WorldBody[] = [
      floor,
      { name: 'wall x', shape: convexBox([1, 10, 10], [-0.5, 0, 5]), fixed: true },
      { name: 'wall y', shape: convexBox([10, 1, 10], [0, -0.5, 5]), fixed: true },
    ];
    const bodies = Array.from({ length: 6 }, (_, k) => ({
      name: `${k}`,
      shape: randomShape(random),
      pose: { position: [1, 1, 1 + 2 * k] as Vec3, quaternion: random.quaternion() },
    }));
    const world = new World({ bodies: [...walls, ...bodies], gravity: [-4, -4, -GRAVITY], tolerance: TOLERANCE });
    let count = 0;
    for (let t = 0.1; t < 4; t += 0.1) {
      world.advance(t, (event) => {
        expect(event.status).toBe('contact');
        count++;
        const { a, b, normal } = event;
        // half of the speed is kept, and the two part at the speed of a hop at least
        const speed = Math.max(hop, 0.3 * event.speed);
        const [u, v] = [world.state(a).velocity, world.state(b).velocity];
        const change = (name: string, old: Vec3, s: number) => ({
          [name]: { velocity: add(times(old, 0.3), times(normal, s)), angularVelocity: [0, 0, 0] as const },
        });
        const parting = (w: Vec3): number => w[0] * normal[0] + w[1] * normal[1] + w[2] * normal[2];
        const isWall = (name: string): boolean => walls.some((wall) => wall.name === name);
        const lacking = (closing: number): number => speed - 0.3 * closing;
        if (isWall(a)) return change(b, v, lacking(parting(v)));
        if (isWall(b)) return change(a, u, -lacking(-parting(u)));
        const rest = lacking(parting(v) - parting(u)) / 2;
        return { ...change(a, u, -rest), ...change(b, v, rest) };
      });
      expect(touching(world, bodies).least).toBeGreaterThan(0);
      for (const wall of walls as typeof bodies) for (const body of bodies) expect(touching(world, [wall, body]).least).toBeGreaterThan(0);
    }
    expect(count).toBeGreaterThan(2000);
  });
});
