import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/contact/deformation.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { Scene, type SceneFirstContactOptions, type SceneMotions, type SceneOptions } from '../../../src/index.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { c2a } from '../../../src/methods/index.ts';
import { restMotion, rigidMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { type LinkOptions, Robot } from '../../../src/robot/robot.ts';
import { PosedLinks, robotPath } from '../../../src/robot/robot-path.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { linkBodies } from '../../../src/scene/content/link-bodies.ts';
import { partOf, standingBodies } from '../../../src/scene/content/obstacles.ts';
import { libraryScene, linkSoup, randomRobot } from '../../property/random-robots.ts';
import { add, times, turned } from '../../support/brute-force.ts';
import { BruteScene, type SceneSpec } from '../../support/brute-scene.ts';
import { rounds, roundsUntil } from '../../support/rounds.ts';
import { EACH_METHOD } from './scene-methods.ts';

/** An answer without what depends on the clock. */
const timeless = ({ stats, ...rest }: SceneFirstContact): object => ({ ...rest, stats: { ...stats, stages: undefined } });

const X: Vec3 = [1, 0, 0];
const slide: LinkOptions['joint'] = { type: 'prismatic', axis: X };

/** A ball of radius 0.5 that slides along x. */
const ball = (name: string, position: Vec3 = [0, 0, 0]): Robot =>
  new Robot({ name, base: { position }, links: [{ name: 'tip', joint: slide, shapes: [{ shape: sphere(0.5) }] }] });

/** The plane x = at, as a square of 4 units. */
const wall = (at: number, name = 'wall'): TriangleMesh =>
  new TriangleMesh([at, -2, -2, at, 2, -2, at, 2, 2, at, -2, 2], [0, 1, 2, 0, 2, 3], { name });

describe('the bodies of links', () => {
  const shapes = [
    { shape: sphere(0.5), pose: { position: [1, 0, 0] as Vec3 } },
    { shape: capsule([0, 0, 0], [0, 1, 0], 0.25) },
    { shape: box(1), pose: { position: [0, 0, 2] as Vec3, quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const } },
  ];

  test('one shape in the frame of its link is taken as it is', () => {
    const mesh = box(1);
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'a', shapes: [{ shape: mesh }] }, { name: 'b' }, { name: 'c', shapes: [{ shape: mesh, pose: {} }] }],
    });
    expect(linkBodies(robot).map(({ link, mesh: own }) => [link, own === mesh])).toEqual([
      [0, true],
      [2, true],
    ]);
    expect(linkBodies(robot)).toBe(linkBodies(robot));
  });

  test('surfaces and solids are joined apart, moved into the frame of the link', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', shapes }] });
    const [surfaces, solids] = linkBodies(robot).map(({ mesh }) => mesh);
    expect([surfaces.solid, surfaces.triangleCount, [...(surfaces.radii ?? [])]]).toEqual([false, 2, [0.5, 0.25]]);
    expect([...surfaces.positions]).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect([solids.solid, solids.triangleCount, solids.radii]).toEqual([true, 12, null]);
    for (let v = 0; v < 8; v++) {
      const corner = turned([0, 0, Math.SQRT1_2, Math.SQRT1_2], [...box(1).positions.subarray(3 * v, 3 * v + 3)] as unknown as Vec3);
      for (let k = 0; k < 3; k++) expect(solids.positions[3 * v + k]).toBeCloseTo(corner[k] + (k === 2 ? 2 : 0), 14);
    }
  });

  test.each(EACH_METHOD)("%s: shapes of one link or of links fixed to it: the same answer (seed 'shapes')", (_, method) => {
    const random = new Random('shapes');
    const seen = new Set<string>();
    for (const round of roundsUntil(() => seen.size === 3, 60, 20)) {
      const parts = Array.from({ length: 3 }, (_, i) => ({
        shape: i === 2 ? box(random.range(0.1, 0.5)) : linkSoup(random, `s${i}`, 4, random.pick([0, 0.1])),
        pose: { position: times(random.direction(), random.next()), quaternion: random.quaternion() },
      }));
      const joint: LinkOptions['joint'] = { type: 'revolute', axis: random.direction() };
      const one: LinkOptions[] = [{ name: 'a', joint, shapes: parts }];
      const apart: LinkOptions[] = [
        { name: 'a', joint },
        ...parts.map(({ shape: mesh, pose }, i) => ({
          name: `p${i}`,
          parent: 'a',
          joint: { type: 'fixed' as const, origin: pose },
          shapes: [{ shape: mesh }],
        })),
      ];
      const obstacle = { name: 'o', shape: linkSoup(random, 'o', 6, 0), pose: { position: times(random.direction(), 1) } };
      const motion = [[0], [random.range(-6, 6)]];
      const [a, b] = [one, apart].map((links) =>
        new Scene({ robots: [new Robot({ name: 'r', links })], obstacles: [obstacle] }).firstContact(
          { r: motion },
          { method, tolerance: 1e-5 },
        ),
      );
      seen.add(a.status);
      expect(b.status, `round ${round}`).toBe(a.status);
      expect(Math.abs(b.time - a.time), `round ${round}`).toBeLessThan(1e-3);
    }
    expect([...seen].sort()).toEqual(['contact', 'free', 'overlap']);
  });
});

describe('what stands', () => {
  const at = (x: number): { position: Vec3 } => ({ position: [x, 0, 0] });

  test('surfaces in one pose are joined; solids, instances and named ones are not', () => {
    const twice = wall(5);
    const obstacles: Body[] = [
      { name: 'a', shape: wall(1) },
      { name: 'b', shape: wall(2) },
      { name: 'c', shape: wall(3), pose: at(1) },
      { name: 'd', shape: box(1) },
      { name: 'e', shape: twice },
      { name: 'f', shape: twice },
      { name: 'g', shape: wall(4) },
      { name: 'h', shape: sphere(1) },
    ];
    const bodies = standingBodies(obstacles, new Set(['g']));
    expect(bodies.map(({ parts }) => parts.map(({ name }) => name).join(' '))).toEqual(['a b h', 'c', 'd', 'e', 'f', 'g']);
    expect(bodies[0].parts.map(({ first }) => first)).toEqual([0, 2, 4]);
    expect([0, 1, 2, 3, 4].map((triangle) => partOf(bodies[0], triangle))).toEqual([
      { name: 'a', triangle: 0 },
      { name: 'a', triangle: 1 },
      { name: 'b', triangle: 0 },
      { name: 'b', triangle: 1 },
      { name: 'h', triangle: 0 },
    ]);
    expect([...(bodies[0].mesh.radii ?? [])]).toEqual([0, 0, 0, 0, 1]);
  });

  test.each(EACH_METHOD)("%s: joined, apart or behind a tree over all: the same answer (seed 'standing')", (_, method) => {
    const random = new Random('standing');
    const seen = new Set<string>();
    for (let round = 0; round < rounds(60, 20); round++) {
      const count = random.pick([2, 4, 5, 9]);
      const pose = { position: times(random.direction(), 0.1) };
      const meshes = Array.from({ length: count }, (_, i) => {
        const shift = times(random.direction(), random.range(1, 2.5));
        const soup = linkSoup(random, `o${i}`, 4, random.pick([0, 0.1]));
        return new TriangleMesh(
          Array.from(soup.positions, (x, k) => x + shift[k % 3]),
          soup.indices,
          { name: `o${i}`, radius: soup.radii ?? 0 },
        );
      });
      const { options, motion } = randomRobot(random, 'r', { links: 3, kinds: ['path'] });
      const robot = new Robot(options);
      const moves = { r: motion.kind === 'path' ? (motion.waypoints as Record<string, number[]>[]) : [] };
      const ask = (obstacles: Body[], extra: SceneOptions = {}) =>
        new Scene({ robots: [robot], obstacles, self: false, ...extra }).firstContact(moves, { method, tolerance: 1e-5 });
      const joined = ask(meshes.map((mesh, i) => ({ name: `o${i}`, shape: mesh, pose })));
      // a name in an allowed pair keeps its obstacle a body of its own
      const bare = { ...options, name: 'ghost', links: [{ name: 'nothing' }] };
      const names = meshes.map((_, i) => ['nothing', `o${i}`] as const);
      const apart = new Scene({
        robots: [robot, new Robot(bare)],
        obstacles: meshes.map((mesh, i) => ({ name: `o${i}`, shape: mesh, pose })),
        self: false,
        allowed: names,
      }).firstContact({ ...moves, ghost: [] }, { method, tolerance: 1e-5 });
      seen.add(joined.status);
      const what = `round ${round}, ${count} obstacles`;
      expect(apart.status, what).toBe(joined.status);
      expect(Math.abs(apart.time - joined.time), what).toBeLessThan(2e-3);
      if (joined.status === 'contact' && Math.abs(apart.time - joined.time) < 1e-12) {
        expect(apart.pair, what).toEqual(joined.pair);
        expect(
          apart.contacts.map(({ b }) => b),
          what,
        ).toEqual(joined.contacts.map(({ b }) => b));
      }
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  test.each(EACH_METHOD)('%s: one mesh in many places', (_, method) => {
    const mesh = box(1, [0, 0, 0], 'post');
    for (const count of [3, 4, 5, 6, 40]) {
      // a ring of posts around the ball, one of them in its way
      const obstacles = Array.from({ length: count }, (_, i) => {
        const angle = 0.001 + (2 * Math.PI * i) / count;
        return { name: `post ${i}`, shape: mesh, pose: { position: [10 * Math.cos(angle), 10 * Math.sin(angle), 0] as Vec3 } };
      });
      const result = new Scene({ robots: [ball('r')], obstacles }).firstContact({ r: [[0], [0], [20]] }, { method, tolerance: 1e-6 });
      expect(result).toMatchObject({ status: 'contact', pair: [{ body: 'r', link: 'tip' }, { body: 'post 0' }] });
      expect(result.time).toBeCloseTo(1 + (10 * Math.cos(0.001) - 1) / 20, 6);
    }
  });
});

describe.each(EACH_METHOD)('%s', (_, method) => {
  const options: SceneFirstContactOptions = { method, tolerance: 1e-6 };
  const wallAt = (at: number, name?: string): Body => ({ name, shape: wall(at, name) });

  test('names, points and configurations of a contact', () => {
    const scene = new Scene({ robots: [ball('r')], obstacles: [wallAt(9, 'far'), wallAt(3, 'near')] });
    const result = scene.firstContact({ r: [[0], [1], [5]] }, options);
    expect(result).toMatchObject({ status: 'contact', segment: 1, pair: [{ body: 'r', link: 'tip' }, { body: 'near' }] });
    expect(result.time).toBeCloseTo(1.375, 6);
    expect(result.fraction).toBe(result.time - 1);
    expect(result.configurations.r[0]).toBeCloseTo(2.5, 5);
    expect(result.poses[0].position[0]).toBeCloseTo(2.5, 5);
    expect(result.contacts[0]).toMatchObject({ a: { body: 'r', link: 'tip', triangle: 0 }, b: { body: 'near' } });
    expect(result.contacts[0].pointA[0]).toBeCloseTo(3, 5);
    expect(result.contacts[0].normal[0]).toBeCloseTo(1, 9);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  test('the same scene again, after free, contact and overlap: the same bits', () => {
    const scene = new Scene({ robots: [ball('r')], obstacles: [wallAt(3)] });
    const paths = [
      [[0], [1]],
      [[0], [5]],
      [[3], [5]],
      [[0], [2.4], [2.6]],
    ];
    const once = paths.map((r) => scene.firstContact({ r }, options));
    expect(once.map(({ status }) => status)).toEqual(['free', 'contact', 'overlap', 'contact']);
    for (const [i, r] of [...paths.entries()].reverse()) expect(timeless(scene.firstContact({ r }, options))).toEqual(timeless(once[i]));
  });

  test('contact at the very end of a segment, or just beyond its middle', () => {
    const random = new Random('ends');
    const scene = new Scene({ robots: [ball('r')], obstacles: [wallAt(3)] });
    for (let round = 0; round < rounds(120, 40); round++) {
      // stops short of the wall by a part of the tolerance, then goes back
      const short = 1e-6 * random.next() * random.pick([1, 1e-3, 1e-6, 0]);
      const way = random.pick([
        [[0], [2.5 - short], [0]],
        [[0], [1], [2], [2.5 - short], [0]],
        [[0], [2.5 - short], [2.5 - short], [0]],
      ]);
      const result = scene.firstContact({ r: way }, options);
      const what = `short ${short}, ${way.length} waypoints`;
      if (short === 0) expect(result.status, what).toBe('contact');
      if (result.status !== 'contact') continue;
      expect(result.time, what).toBeLessThanOrEqual(way.length - 2);
      const q = result.configurations.r[0];
      expect(2.5 - q, what).toBeLessThanOrEqual(1e-6 + 1e-12);
      expect(result.poses[0].position[0], what).toBeCloseTo(q, 12);
      expect(result.gap?.[1] ?? Infinity, what).toBeLessThanOrEqual(1.001e-6);
      expect(result.contacts[0].pointA[0], what).toBeCloseTo(3, 5);
    }
  });

  test('two robots of equal link names, and allowed pairs by either name', () => {
    const robots = [ball('a', [0, 0, 0]), ball('b', [5, 0, 0])];
    const ask = (allowed: SceneOptions['allowed']) =>
      new Scene({ robots, obstacles: [wallAt(20, 'wall')], allowed }).firstContact({ a: [[0], [30]], b: [[0], [5]] }, options);
    const met = ask([]);
    expect(met).toMatchObject({
      status: 'contact',
      pair: [
        { body: 'a', link: 'tip' },
        { body: 'b', link: 'tip' },
      ],
    });
    // 30 t + 1 = 5 + 5 t
    expect(met.time).toBeCloseTo(4 / 25, 6);
    const passed = ask([['a/tip', 'b/tip']]);
    expect(passed).toMatchObject({ status: 'contact', pair: [{ body: 'a' }, { body: 'wall' }] });
    expect(passed.time).toBeCloseTo(19.5 / 30, 6);
    expect(ask([['tip', 'tip']]).time).toBe(passed.time);
    expect(
      ask([
        ['b/tip', 'a/tip'],
        ['wall', 'a/tip'],
      ]).status,
    ).toBe('free');
    expect(
      ask([
        ['tip', 'wall'],
        ['tip', 'tip'],
      ]).status,
    ).toBe('free');
    expect(ask([['b/tip', 'wall']]).time).toBe(met.time);
  });

  test('links that no joint moves against each other are not tested, self: false tests none', () => {
    const mesh = sphere(0.5);
    const links: LinkOptions[] = [
      { name: 'base', shapes: [{ shape: mesh }] },
      { name: 'post', parent: 'base', joint: { type: 'fixed', origin: { position: [0, 0.6, 0] } }, shapes: [{ shape: mesh }] },
      { name: 'arm', parent: 'post', joint: { type: 'revolute', axis: [0, 0, 1], origin: { position: [3, -0.6, 0] } } },
      { name: 'hand', parent: 'arm', joint: { type: 'fixed', origin: { position: [2, 0, 0] } }, shapes: [{ shape: mesh }] },
      { name: 'thumb', parent: 'arm', joint: { type: 'fixed', origin: { position: [2.5, 0, 0] } }, shapes: [{ shape: mesh }] },
    ];
    const robot = new Robot({ name: 'r', links });
    const path = { r: [[0], [Math.PI]] };
    const hit = new Scene({ robots: [robot] }).firstContact(path, options);
    expect(hit.status).toBe('contact');
    // the thumb comes down from the post's side
    expect(hit.pair?.map(({ link }) => link).sort()).toEqual(['post', 'thumb']);
    expect(new Scene({ robots: [robot], self: false }).firstContact(path, options).status).toBe('free');
    const allowed = ['base', 'post'].flatMap((a) => ['hand', 'thumb'].map((b) => ({ a, b })));
    expect(new Scene({ robots: [new Robot({ name: 'r', links, allowed })] }).firstContact(path, options).status).toBe('free');
    // what the base touches in the world from the start is nobody's concern: neither can move
    const stone: Body = { name: 'stone', shape: sphere(0.2), pose: { position: [-0.6, 0.3, 0] } };
    expect(new Scene({ robots: [robot], self: false, obstacles: [stone] }).firstContact(path, options).status).toBe('free');
  });

  test('moving bodies, alone, against obstacles and robots', () => {
    const bodies = [{ name: 'cart', shape: sphere(0.5), pose: { position: [0, 0, 0] as Vec3 } }];
    const alone = new Scene({ bodies, obstacles: [wallAt(3)] });
    const hit = alone.firstContact({ cart: translationMotion({}, [5, 0, 0]) }, options);
    const pair = firstContact({ shape: sphere(0.5), motion: translationMotion({}, [5, 0, 0]) }, { shape: wall(3) }, { tolerance: 1e-6 });
    expect(hit.status).toBe('contact');
    expect(Math.abs(hit.time - pair.time)).toBeLessThan(1e-6);
    expect(alone.firstContact({}, options)).toMatchObject({ status: 'free', time: 1 });
    const both = new Scene({ bodies, robots: [ball('r', [5, 0, 0])] });
    expect(both.firstContact({ r: [[0], [-10]] }, options).time).toBeCloseTo(0.4, 6);
    expect(
      both.firstContact(
        { r: [0], cart: [translationMotion({}, [2, 0, 0]), translationMotion({ position: [2, 0, 0] }, [4, 0, 0])] },
        options,
      ).time,
    ).toBeCloseTo(1.5, 6);
    expect(
      both.firstContact({ r: [[0], [-2], [-10]], cart: [restMotion(), rigidMotion({}, { position: [0, 9, 0] })] }, options).status,
    ).toBe('free');
  });

  test('a solid swallows what is inside it at the start, and is entered through its surface', () => {
    const make = (mesh: TriangleMesh): Scene => new Scene({ robots: [ball('r')], obstacles: [{ name: 'room', shape: mesh }] });
    const room = box(8, [0, 0, 0], 'room');
    const surface = new TriangleMesh(room.positions, room.indices, { name: 'room' });
    expect(make(room).firstContact({ r: [[0], [1]] }, options)).toMatchObject({ status: 'overlap', time: 0 });
    expect(make(surface).firstContact({ r: [[0], [1]] }, options).status).toBe('free');
    for (const mesh of [room, surface]) expect(make(mesh).firstContact({ r: [[-9], [0]] }, options).time).toBeCloseTo(4.5 / 9, 6);
    expect(make(surface).firstContact({ r: [[0], [4]] }, options).time).toBeCloseTo(3.5 / 4, 6);
    // the link is the solid, and swallows a small obstacle
    const robot = new Robot({ name: 'r', links: [{ name: 'tip', joint: slide, shapes: [{ shape: room }] }] });
    const small: Body = { name: 'pebble', shape: new TriangleMesh([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]) };
    expect(new Scene({ robots: [robot], obstacles: [small] }).firstContact({ r: [[0], [1]] }, options).status).toBe('overlap');
    // and behind the tree over many obstacles
    const more = Array.from({ length: 9 }, (_, i) => ({ name: `far ${i}`, shape: wall(50 + i), pose: { position: [i, 0, 0] as Vec3 } }));
    const crowded = new Scene({ robots: [robot], obstacles: [...more, small] });
    expect(crowded.firstContact({ r: [[0], [1]] }, options)).toMatchObject({ status: 'overlap', time: 0 });
    expect(crowded.firstContact({ r: [[-9], [-3]] }, options).time).toBeCloseTo(5 / 6, 6);
  });

  test('what a solid swallows is named, joined with others or not', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'tip', joint: slide, shapes: [{ shape: box(8) }] }] });
    const pebble: Body = { name: 'pebble', shape: new TriangleMesh([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]) };
    for (const obstacles of [[pebble], [wallAt(50, 'far'), pebble], [pebble, wallAt(50, 'far')]]) {
      const result = new Scene({ robots: [robot], obstacles }).firstContact({ r: [[0], [1]] }, options);
      expect(result).toMatchObject({ status: 'overlap', pair: [{ link: 'tip' }, { body: 'pebble' }] });
    }
  });

  test('links posed by themselves move, whatever joints hold them', () => {
    const mesh = sphere(0.5);
    for (const type of ['fixed', 'revolute'] as const) {
      const links: LinkOptions[] = [
        { name: 'a', joint: { type }, shapes: [{ shape: mesh }] },
        { name: 'b', parent: 'a', joint: { type, origin: { position: [5, 0, 0] } }, shapes: [{ shape: mesh }] },
      ];
      const robot = new Robot({ name: 'r', links, posable: true });
      const ask = (x: number, obstacles: Body[]) =>
        new Scene({ robots: [robot], obstacles }).firstContact(
          {
            r: new PosedLinks(robot, [
              { a: {}, b: { position: [5, 0, 0] } },
              { a: {}, b: { position: [x, 0, 0] } },
            ]),
          },
          options,
        );
      expect(ask(9, [wallAt(7.5)]).time, type).toBeCloseTo(0.5, 6);
      expect(ask(0, []).time, type).toBeCloseTo(0.8, 6);
    }
  });

  test('fixed links are not posed unless the robot says so: they would not be tested', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', shapes: [{ shape: sphere(0.5) }] }] });
    const posed = new PosedLinks(robot, [{ a: {} }, { a: { position: [1, 0, 0] } }]);
    expect(() => new Scene({ robots: [robot] }).firstContact({ r: posed }, options)).toThrow(/'a' is fixed .* posable: true/);
  });

  test('what starts near is listed, with its distance', () => {
    const scene = new Scene({
      robots: [ball('r')],
      obstacles: [wallAt(0.5 + 1e-3, 'near'), { name: 'far', shape: wall(-3), pose: { position: [0, 0, 1] } }],
    });
    const near = scene.firstContact({ r: [[0], [-1]] }, { ...options, tolerance: 2e-3 });
    expect(near.status).toBe('free');
    expect(near.initial).toMatchObject([{ a: { body: 'r', link: 'tip' }, b: { body: 'near' } }]);
    expect(near.initial[0].gap[0]).toBeLessThanOrEqual(1e-3);
    expect(near.initial[0].gap[1]).toBeGreaterThanOrEqual(1e-3 - 1e-15);
    expect(near.initial[0].gap[1] - near.initial[0].gap[0]).toBeLessThan(1e-9);
    expect(near.initial[0].left).toBe(undefined);
    expect(scene.firstContact({ r: [[0], [-1]] }, { ...options, tolerance: 0.5e-3 }).initial).toEqual([]);
    // τ′ = min(τ, d(0)/2)
    const towards = scene.firstContact({ r: [[0], [1]] }, { ...options, tolerance: 2e-3 });
    expect(towards.status).toBe('contact');
    expect(towards.time).toBeGreaterThan(0.49e-3);
    expect(towards.time).toBeLessThanOrEqual(1e-3);
  });

  test.each([0, 0.25])('starts nearer than the tolerance, clearance %d: judged, not given up', (clearance) => {
    const scene = new Scene({ robots: [ball('r')], obstacles: [wallAt(0.75)] });
    for (const gap of [1e-3, 1e-4, 1e-5, 1e-7]) {
      for (const way of [0.01, 1, 64]) {
        const what = `${gap} from contact, moving by ${way}`;
        const at = 0.25 - clearance - gap;
        const near = { ...options, clearance, tolerance: 2e-3 };
        const towards = scene.firstContact({ r: [[at], [at + way]] }, near);
        expect(towards.status, what).toBe('contact');
        expect(towards.time * way, what).toBeGreaterThan(gap / 2 - 1e-9);
        expect(towards.time * way, what).toBeLessThanOrEqual(gap);
        expect(scene.firstContact({ r: [[at], [at - way]] }, near).status, what).toBe('free');
      }
    }
  });

  test('the distance of a pair that starts within the clearance is its distance', () => {
    const mesh = new TriangleMesh([0.5, -2, -2, 0.5, 2, -2, 0.5, 2, 2, 0.05, 0, 0, 0.05, 0.1, 0, 0.05, 0, 0.1], undefined, {
      name: 'steps',
    });
    const point = new TriangleMesh([0, 0, 0], [0, 0, 0], { name: 'point' });
    const robot = new Robot({ name: 'r', links: [{ name: 'tip', joint: slide, shapes: [{ shape: point }] }] });
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'steps', shape: mesh }] });
    for (const start of ['strict', 'leaving'] as const) {
      const { initial } = scene.firstContact({ r: [[0], [-1]] }, { ...options, clearance: 0.6, start });
      expect(initial, start).toHaveLength(1);
      expect(initial[0].gap[0], start).toBeLessThanOrEqual(0.05);
    }
  });

  test('budgets end in unresolved, free until then', () => {
    const random = new Random('budgets');
    let ended = 0;
    for (let round = 0; round < rounds(20, 10); round++) {
      const spec: SceneSpec = {
        robots: [randomRobot(random, 'r', { links: 4 })],
        obstacles: [{ name: 'o', mesh: linkSoup(random, 'o', 8, 0), pose: { position: times(random.direction(), 1.2) } }],
      };
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      const whole = scene.firstContact(motions, options);
      for (const maxIterations of [0, 1, 5, 20, 60]) {
        const result = scene.firstContact(motions, { ...options, maxIterations });
        if (result.status !== 'unresolved') {
          expect(timeless(result)).toEqual(timeless(whole));
          continue;
        }
        ended++;
        expect(result.reason).toBe('iterations');
        expect(result.time).toBeLessThanOrEqual(whole.time);
        expect(judge.violation(result, 0, 1e-6)).toBe(null);
      }
      expect(timeless(scene.firstContact(motions, options))).toEqual(timeless(whole));
    }
    expect(ended).toBeGreaterThan(rounds(20, 10));
  });

  test('far from the origin, in tiny and in huge units', () => {
    for (const unit of [2 ** -60, 1e-9, 1, 1e9, 2 ** 60]) {
      for (const far of [0, 1, 1e6]) {
        const where = times([0.6, -0.8, 0.3], far * unit);
        const robot = new Robot({
          name: 'r',
          base: { position: where },
          links: [{ name: 'tip', joint: slide, shapes: [{ shape: sphere(0.5 * unit) }] }],
        });
        const mesh = new TriangleMesh(
          Array.from(wall(3).positions, (x) => x * unit),
          wall(3).indices,
          { name: 'wall' },
        );
        const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: mesh, pose: { position: where } }] });
        const result = scene.firstContact({ r: [[0], [5 * unit]] }, { method, tolerance: 1e-6 * unit });
        expect(result.status, `${unit} ${far}`).toBe('contact');
        expect(result.time, `${unit} ${far}`).toBeCloseTo(0.5, 6);
        expect(scene.firstContact({ r: [[0], [2.4 * unit]] }, { method, tolerance: 1e-6 * unit }).status).toBe('free');
      }
    }
  });

  test('motionIsFree agrees with firstContact', () => {
    const scene = new Scene({ robots: [ball('r')], obstacles: [wallAt(3)] });
    expect(scene.motionIsFree([0], [2], options)).toBe(true);
    expect(scene.motionIsFree([0], [3], options)).toBe(false);
    expect(scene.motionIsFree([0], [2], { ...options, clearance: 1 })).toBe(false);
    expect(scene.motionIsFree([0], [2], { ...options, maxIterations: 0 })).toBe(false);
    expect(scene.motionIsFree({ tip_joint: 0 }, { tip_joint: 1 }, options)).toBe(true);
  });
});

describe('garbage is an input error', () => {
  const robot = ball('r');
  const scene = new Scene({
    robots: [robot],
    obstacles: [{ name: 'wall', shape: wall(3) }],
    bodies: [{ name: 'b', shape: sphere(1), pose: { position: [0, 9, 0] } }],
  });
  const make = (options: unknown) => (): unknown => new Scene(options as SceneOptions);
  const ask =
    (motions: unknown, options: unknown = {}) =>
    (): unknown =>
      scene.firstContact(motions as SceneMotions, options as SceneFirstContactOptions);
  const r = [[0], [1]];
  const faults: readonly (readonly [string, () => unknown])[] = [
    ['scene null', make(null)],
    ['scene 3', make(3)],
    ['an unknown key', make({ robot: [robot] })],
    ['robots null', make({ robots: null })],
    ['a robot null', make({ robots: [null] })],
    ['a robot that is none', make({ robots: [{ name: 'r', links: [] }] })],
    ['the same robot twice', make({ robots: [robot, robot] })],
    ['a body named as a robot', make({ robots: [robot], bodies: [{ name: 'r', shape: box(1) }] })],
    ['two bodies of one name', make({ bodies: [{ shape: box(1) }, { shape: box(2) }] })],
    ['a body without mesh', make({ bodies: [{ name: 'b' }] })],
    ['a body null', make({ bodies: [null] })],
    ['a body at NaN', make({ bodies: [{ name: 'b', shape: box(1), pose: { position: [0, 0, Number.NaN] } }] })],
    ['obstacles null', make({ obstacles: null })],
    ['an obstacle null', make({ obstacles: [null] })],
    ['an obstacle without mesh', make({ obstacles: [{ name: 'o' }] })],
    ['an obstacle at NaN', make({ obstacles: [{ shape: box(1), pose: { position: [0, 0, Number.NaN] } }] })],
    ['an open solid', make({ obstacles: [{ shape: new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], undefined, { solid: true }) }] })],
    ['allowed that is no list', make({ robots: [robot], allowed: 'tip' })],
    ['allowed null', make({ robots: [robot], allowed: null })],
    ['an allowed pair null', make({ robots: [robot], allowed: [null] })],
    ['an allowed pair of one', make({ robots: [robot], allowed: [['tip']] })],
    ['an allowed pair of an unknown name', make({ robots: [robot], allowed: [['tip', 'top']] })],
    ['self that is no boolean', make({ robots: [robot], self: 'no' })],
    ['motions null', ask(null)],
    ['motions 3', ask(3)],
    ['no motion of the robot', ask({})],
    ['a motion of nobody', ask({ r, x: r })],
    ['a motion of an obstacle', ask({ r, wall: restMotion() })],
    ['null for a robot', ask({ r: null })],
    ['a text for a robot', ask({ r: 'home' })],
    ['an empty path', ask({ r: [] })],
    ['a path of one', ask({ r: [[0]] })],
    ['a path with null', ask({ r: [[0], null] })],
    ['a path with NaN', ask({ r: [[0], [Number.NaN]] })],
    ['the path of another robot', ask({ r: robotPath(ball('r'), r) })],
    ['a rigid motion for a robot', ask({ r: restMotion() })],
    ['a configuration for a body', ask({ r, b: [0] })],
    ['null for a body', ask({ r, b: null })],
    ['no motions for a body', ask({ r, b: [] })],
    ['too many motions for a body', ask({ r, b: [restMotion(), restMotion()] })],
    ['options null', ask({ r }, null)],
    ['an unknown option', ask({ r }, { tolerence: 1 })],
    ['the name of a method', ask({ r }, { method: 'hca' })],
    ['a method for two bodies', ask({ r }, { method: c2a })],
    ['tolerance 0', ask({ r }, { tolerance: 0 })],
    ['tolerance NaN', ask({ r }, { tolerance: Number.NaN })],
    ['a negative clearance', ask({ r }, { clearance: -1 })],
    ['an infinite clearance', ask({ r }, { clearance: Infinity })],
    ['a text as clearance', ask({ r }, { clearance: '1' })],
    ['an unknown start', ask({ r }, { start: 'left' })],
    [
      'nothing with a size and no tolerance',
      () => new Scene({ robots: [new Robot({ name: 'r', links: [{ name: 'a' }] })] }).firstContact({ r: [] }),
    ],
    ['motionIsFree of two robots', () => new Scene({ robots: [ball('a'), ball('b')] }).motionIsFree([0], [1])],
    ['motionIsFree of nothing', () => new Scene({}).motionIsFree([0], [1])],
    ['motionIsFree with null', () => new Scene({ robots: [ball('a')] }).motionIsFree(null as unknown as number[], [1])],
  ];
  test.each(faults)('%s', (_, run) => {
    expect(run).toThrow(InputError);
  });

  test('and leaves the scene as it was', () => {
    expect(ask({ r: [[0], [Number.NaN]] })).toThrow(InputError);
    expect(scene.firstContact({ r }).status).toBe('free');
  });

  test('a motion that asks the scene again is refused', () => {
    const motion = translationMotion({ position: [0, 9, 0] }, X);
    const asking = Object.create(motion, {
      writeState: {
        value: (reference: Float64Array, out: Float64Array) => {
          scene.firstContact({ r });
          motion.writeState(reference, out);
        },
      },
    });
    expect(() => scene.firstContact({ r, b: asking })).toThrow(InputError);
    expect(scene.firstContact({ r }).status).toBe('free');
  });
});

test("joined shapes do not change where things are: the judge and the library agree (seed 'poses')", () => {
  const random = new Random('poses');
  for (let round = 0; round < 50; round++) {
    const pose = { position: times(random.direction(), 2), quaternion: random.quaternion() };
    const mesh = linkSoup(random, 'm', 5, 0);
    const robot = new Robot({ name: 'r', links: [{ name: 'a', shapes: [{ shape: mesh, pose }] }] });
    const [{ mesh: moved }] = linkBodies(robot);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const x = add(turned(pose.quaternion, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]), pose.position);
      for (let k = 0; k < 3; k++) expect(Math.abs(moved.positions[v + k] - x[k])).toBeLessThan(1e-14);
    }
  }
});
