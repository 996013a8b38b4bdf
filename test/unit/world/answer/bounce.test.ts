import { describe, expect, test } from 'vitest';
import { convexBox, convexCapsule, convexHull, convexSphere } from '../../../../src/convex/index.ts';
import { InputError, translationMotion } from '../../../../src/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { bounce, type WorldBody, type WorldEvent, type WorldOptions } from '../../../../src/world/index.ts';
import { ProvenWorld as World } from '../../../support/proven-world.ts';

// gravity 10, so that a fall of 5 takes a second
const GRAVITY: Vec3 = [0, 0, -10];
const FLOOR: WorldBody = { name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true };
const falling = (body: WorldBody, more: WorldOptions = {}): World =>
  new World({ bodies: [FLOOR, body], gravity: GRAVITY, tolerance: 1e-6, ...more });
const flying = (...bodies: WorldBody[]): World => new World({ bodies, tolerance: 1e-9 });

const expectVector = (found: Vec3, wanted: readonly number[], digits = 6): void => {
  found.forEach((x, k) => {
    expect(x).toBeCloseTo(wanted[k], digits);
  });
};

describe('a ball on a floor', () => {
  const ball: WorldBody = { name: 'ball', shape: convexSphere(0.5), pose: { position: [0, 0, 5.5] } };

  test('leaves with the restitution of its speed', () => {
    for (const e of [0.3, 0.8, 1]) {
      const world = falling(ball);
      world.advance(1 + 1e-6, bounce(e));
      expect(world.state('ball').velocity[2]).toBeCloseTo(10 * e, 4);
    }
  });

  test('without loss it bounces on and on', () => {
    const world = falling(ball);
    let told = 0;
    world.advance(40, (event, it) => {
      told++;
      return bounce(1)(event, it);
    });
    expect(told).toBe(20);
    expect(world.state('ball').position[2]).toBeCloseTo(5.5, 3);
  });

  test('sliding in, it leaves rolling: 5/7 of its speed where friction holds, μ (1 + e) of its fall where it does not', () => {
    const slides = { ...ball, velocity: [3, 0, 0] as const };
    const held = falling(slides);
    held.advance(1 + 1e-6, bounce(0.5, 1));
    expectVector(held.state('ball').velocity, [(5 / 7) * 3, 0, 5], 4);
    expectVector(held.state('ball').angularVelocity, [0, ((5 / 7) * 3) / 0.5, 0], 4);
    const slips = falling(slides);
    slips.advance(1 + 1e-6, bounce(0.5, 0.01));
    expectVector(slips.state('ball').velocity, [3 - 0.01 * 1.5 * 10, 0, 5], 4);
    expectVector(slips.state('ball').angularVelocity, [0, (2.5 * 0.01 * 1.5 * 10) / 0.5, 0], 4);
  });
});

describe('balls that meet', () => {
  const ball = (name: string, x: number, y: number, more: Partial<WorldBody> = {}): WorldBody => ({
    name,
    shape: convexSphere(0.5),
    pose: { position: [x, y, 0] },
    ...more,
  });

  test('billiard: of two equal ones the struck leaves along the line of centres, the other across it', () => {
    // the centres meet at 30° to the way
    const world = flying(ball('cue', -3, 0, { velocity: [2, 0, 0] }), ball('eight', 0, 0.5));
    world.advance(3, bounce(1));
    const speed = 2 * Math.cos(Math.PI / 6);
    expectVector(world.state('eight').velocity, [speed * Math.cos(Math.PI / 6), speed * 0.5, 0]);
    expectVector(world.state('cue').velocity, [2 - speed * Math.cos(Math.PI / 6), -speed * 0.5, 0]);
  });

  test('head on, by mass: momentum stays, the speed of parting is the restitution of that of meeting', () => {
    const [m, n, e] = [3, 1, 0.6];
    const world = flying(ball('a', -3, 0, { velocity: [2, 0, 0], mass: m }), ball('b', 0, 0, { mass: n }));
    world.advance(3, bounce(e, 0.5));
    const [a, b] = ['a', 'b'].map((name) => world.state(name).velocity[0]);
    expect(m * a + n * b).toBeCloseTo(m * 2, 8);
    expect(b - a).toBeCloseTo(e * 2, 8);
  });

  test('they weigh their volume by default', () => {
    const world = flying(ball('a', -3, 0, { velocity: [2, 0, 0], shape: convexSphere(1) }), ball('b', 0, 0));
    world.advance(3, bounce(0));
    expect(world.state('b').velocity[0]).toBeCloseTo((2 * 8) / 9, 8);
  });

  test("Newton's cradle: the last one flies", () => {
    const row = [0, 1, 2, 3].map((x) => ball(`ball ${x}`, x, 0));
    const world = new World({ bodies: [ball('first', -3, 0, { velocity: [2, 0, 0] }), ...row], tolerance: 1e-6 });
    world.advance(3, bounce(1));
    expect(world.state('ball 3').velocity[0]).toBeCloseTo(2, 4);
    for (const name of ['first', 'ball 0', 'ball 1', 'ball 2']) expect(world.state(name).velocity[0]).toBeCloseTo(0, 4);
  });

  test('without weight, inelastic balls between two others do not collapse', () => {
    const bodies = [ball('a', -4, 0, { velocity: [1, 0, 0] }), ball('b', 0, 0), ball('c', 4, 0, { velocity: [-1, 0, 0] })];
    const world = new World({ bodies, tolerance: 1e-6 });
    const { complete } = world.advance(20, bounce(0.05), { maxIterations: 20_000 });
    expect(complete).toBe(true);
    expect(world.state('a').position[0]).toBeLessThan(world.state('b').position[0] - 1);
    expect(world.state('b').position[0]).toBeLessThan(world.state('c').position[0] - 1);
  });
});

describe('long and flat things', () => {
  test('a rod hit at its end turns about a point at a sixth of its length', () => {
    const length = 2;
    const rod: WorldBody = { name: 'rod', shape: convexBox([0.02, length, 0.02]) };
    const pebble: WorldBody = { name: 'pebble', shape: convexSphere(0.01), pose: { position: [-1, length / 2 - 1e-3, 0] } };
    const world = flying({ ...rod, mass: 3 }, { ...pebble, velocity: [1, 0, 0], mass: 0.001 });
    world.advance(1.5, bounce(1));
    const { velocity, angularVelocity } = world.state('rod');
    // v − ω·d = 0 at d = I / (m·arm) from the middle: L/6 for a thin rod
    expect(-velocity[0] / angularVelocity[2] / length).toBeCloseTo(1 / 6, 2);
    // hit at its end, it yields like a fourth of its mass: impulse 2 v · m (M/4) / (m + M/4)
    expect(velocity[0]).toBeCloseTo((2 * 0.001 * 0.75) / 0.751 / 3, 5);
  });

  test('a box that lands flat bounces flat, its four corners at once', () => {
    const world = falling({ name: 'box', shape: convexBox([2, 1, 0.5]), pose: { position: [0, 0, 5.25] } });
    let points = 0;
    world.advance(1 + 1e-6, (event, it) => {
      points = event.contacts.length;
      return bounce(0.5, 0.4)(event, it);
    });
    expect(points).toBe(4);
    expectVector(world.state('box').velocity, [0, 0, 5], 4);
    expectVector(world.state('box').angularVelocity, [0, 0, 0]);
  });

  test('a block that slides stops after v² / 2μg, and sleeps', () => {
    const [v, mu] = [2, 0.4];
    const block: WorldBody = { name: 'block', shape: convexBox([0.4, 0.4, 0.1]), pose: { position: [0, 0, 0.05 + 1e-5] } };
    const world = falling({ ...block, velocity: [v, 0, 0] }, { tolerance: 1e-5 });
    world.advance(3, bounce(0, mu));
    const { position, velocity, angularVelocity, acceleration } = world.state('block');
    expect(position[0]).toBeCloseTo((v * v) / (2 * mu * 10), 2);
    expectVector(position, [position[0], 0, 0.05], 3);
    expect([...velocity, ...angularVelocity, ...acceleration]).toEqual(Array(9).fill(0));
  });

  test('on a slope it sleeps where friction holds, and slides by g (sin − μ cos) where it does not', () => {
    const [sin, cos] = [0.6, 0.8];
    const slope = { ...FLOOR, pose: { quaternion: [0, Math.sqrt((1 - cos) / 2), 0, Math.sqrt((1 + cos) / 2)] as const } };
    const start = 0.05 + 1e-5;
    const block: WorldBody = {
      name: 'block',
      shape: convexBox([0.4, 0.4, 0.1]),
      pose: { position: [sin * start, 0, cos * start], quaternion: slope.pose.quaternion },
    };
    const run = (mu: number): World => {
      const world = new World({ bodies: [slope, block], gravity: GRAVITY, tolerance: 1e-5 });
      world.advance(1, bounce(0, mu));
      return world;
    };
    const way = (world: World): number => {
      const [x, , z] = world.state('block').position;
      return x * cos - z * sin;
    };
    expect(Math.abs(way(run(1)))).toBeLessThan(0.01);
    expect(run(1).state('block').acceleration).toEqual([0, 0, 0]);
    expect(way(run(0.25))).toBeCloseTo(0.5 * 10 * (sin - 0.25 * cos), 1);
  });
});

describe('rest', () => {
  test('a ball comes to rest and is told no more; hit hard it wakes, touched softly it does not', () => {
    const ball: WorldBody = { name: 'ball', shape: convexSphere(0.5), pose: { position: [0, 0, 1] } };
    const world = falling(ball, { tolerance: 1e-5 });
    world.advance(10, bounce(0.5, 0.3));
    expect(world.state('ball').acceleration).toEqual([0, 0, 0]);
    const { events } = world.stats;
    world.advance(100, bounce(0.5, 0.3));
    expect(world.stats.events).toBe(events);
    world.add({
      name: 'soft',
      shape: convexSphere(0.5),
      pose: { position: [1.1, 0, 0.6] },
      velocity: [-1e-4, 0, 0],
      acceleration: [0, 0, 0],
    });
    world.advance(2000, bounce(0.5, 0.3));
    expect(world.stats.events).toBeGreaterThan(events);
    expect(world.state('ball').velocity).toEqual([0, 0, 0]);
    world.remove('soft');
    world.add({ name: 'hard', shape: convexSphere(0.5), pose: { position: [3, 0, 0.6] }, velocity: [-9, 0, 0], acceleration: [0, 0, 0] });
    world.advance(2000.5, bounce(0.5, 0.3));
    expect(world.state('ball').velocity[0]).toBeLessThan(-4);
    expect(world.state('ball').acceleration).toEqual(GRAVITY);
  });

  test('who lies on another wakes when that is struck away', () => {
    const box = (name: string, z: number): WorldBody => ({ name, shape: convexBox(0.2), pose: { position: [0, 0, z] } });
    const world = new World({ bodies: [FLOOR, box('low', 0.11), box('high', 0.35)], gravity: GRAVITY, tolerance: 1e-5 });
    world.advance(3, bounce(0, 0.2));
    expect(world.state('high').position[2]).toBeCloseTo(0.3, 3);
    for (const name of ['low', 'high']) expect(world.state(name).acceleration).toEqual([0, 0, 0]);
    world.add({
      name: 'hammer',
      shape: convexSphere(0.09),
      mass: 10,
      pose: { position: [-2, 0, 0.1] },
      velocity: [12, 0, 0],
      acceleration: [0, 0, 0],
    });
    world.advance(6, bounce(0, 0.2));
    expect(world.state('high').position[2]).toBeLessThan(0.15);
  });

  test('a motion carries what lies on it, and is not moved by it', () => {
    const lift: WorldBody = { name: 'lift', shape: convexBox([2, 2, 0.2]), motion: translationMotion({}, [0, 0, 3]), duration: 3 };
    const box: WorldBody = { name: 'box', shape: convexBox(0.5), pose: { position: [0, 0, 0.36] } };
    const world = new World({ bodies: [lift, box], gravity: GRAVITY, tolerance: 1e-4 });
    world.advance(2.5, bounce(0, 0.5));
    expect(world.state('lift').position[2]).toBeCloseTo(2.5, 9);
    expect(world.state('lift').moves).toBe('given');
    expect(world.state('box').position[2]).toBeCloseTo(2.5 + 0.35, 2);
  });

  test('with a clearance, bodies rest above each other', () => {
    const world = falling({ name: 'box', shape: convexBox(0.5), pose: { position: [0, 0, 1] } }, { clearance: 0.05, tolerance: 1e-4 });
    const seen = new Set<string>();
    world.advance(4, (event, it) => {
      seen.add(event.status);
      return bounce(0.2, 0.5)(event, it);
    });
    expect([...seen]).toEqual(['contact']);
    expect(world.state('box').position[2]).toBeCloseTo(0.25 + 0.05, 3);
    expect(world.state('box').acceleration).toEqual([0, 0, 0]);
  });
});

describe('what a body weighs', () => {
  const anvil: WorldBody = { name: 'anvil', shape: convexBox(1, [2, 0, 0]), velocity: [1, 0, 0], pose: { position: [-6, 0, 0] } };
  const post: WorldBody = { name: 'post', shape: convexBox(1), fixed: true };
  const ask =
    (body: WorldBody): (() => unknown) =>
    () =>
      flying(post, body).advance(9, bounce(0.5));

  test('a centre of mass beside the origin is refused, but for a body that is said to be so', () => {
    expect(ask(anvil)).toThrow(InputError);
    expect(ask(anvil)).toThrow(/anvil: the centre of mass is at \[2, 0, 0\].*move its vertices/);
    expect(ask({ ...anvil, mass: 5 })).toThrow(/anvil: the centre of mass/);
    expect(ask({ ...anvil, mass: { mass: 5, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] } })).not.toThrow();
  });

  test('a plate without volume needs a mass and an inertia, and then has them', () => {
    const plate: WorldBody = {
      name: 'plate',
      shape: convexHull([0, -1, -1, 0, 1, -1, 0, 0, 2], { name: 'sheet' }),
      velocity: [-1, 0, 0],
      pose: { position: [4, 0, 0] },
    };
    expect(ask(plate)).toThrow(/sheet: is flat/);
    expect(ask({ ...plate, mass: { mass: 1, inertia: [2, 0, 0, 0, 1, 0, 0, 0, 1] } })).not.toThrow();
  });

  test.each<[string, unknown, RegExp]>([
    ['none', 0, /ball: mass must be a number above 0, or \{ mass, inertia \}, got 0/],
    ['a text', 'heavy', /ball: mass must be a number above 0/],
    ['without inertia', { mass: 1 }, /ball: mass: inertia must be nine numbers/],
    ['too few numbers', { mass: 1, inertia: [1, 1, 1] }, /nine numbers/],
    ['not symmetric', { mass: 1, inertia: [1, 0.5, 0, 0, 1, 0, 0, 0, 1] }, /symmetric/],
    ['none about one axis', { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 0] }, /above 0 about every axis/],
    ['negative', { mass: 1, inertia: [1, 0, 0, 0, -1, 0, 0, 0, -1] }, /above 0 about every axis/],
    ['no centre', { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1], centre: 3 }, /centre must be three numbers/],
  ])('%s is refused', (_, mass, message) => {
    const make = (): unknown => new World({ bodies: [{ name: 'ball', shape: convexSphere(1), mass: mass as never }] });
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  test('what is written into a list after it was given changes nothing', () => {
    const inertia: [number, number, number, number, number, number, number, number, number] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const world = flying(post, { ...anvil, mass: { mass: 5, inertia } });
    inertia.fill(0);
    world.advance(9, bounce(0.5));
    expect(world.state('anvil').velocity[0]).toBeCloseTo(-0.5, 8);
    expect(world.body('anvil').mass).toEqual({ mass: 5, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
  });

  test('numbers that are none are refused', () => {
    expect(() => bounce(1.5)).toThrow(/restitution must be a number from 0 to 1, got 1.5/);
    expect(() => bounce(0.5, -1)).toThrow(/friction must be a number ≥ 0, got -1/);
    expect(() => bounce(0.5)({} as WorldEvent, undefined as never)).toThrow(/needs the world/);
  });

  test('pairs that nothing can push are let through, overlaps that do not go deeper left alone', () => {
    const capsule = convexCapsule([0, 0, -1], [0, 0, 1], 0.3);
    const through: WorldBody = { name: 'through', shape: capsule, motion: translationMotion({ position: [-3, 0, 0] }, [6, 0, 0]) };
    const world = flying(post, through, { name: 'stuck', shape: convexSphere(0.1), pose: { position: [0.2, 0, 0] } });
    const told: string[] = [];
    const { complete } = world.advance(2, (event, it) => {
      told.push(event.status);
      return bounce(0.5)(event, it);
    });
    expect(complete).toBe(true);
    expect(told).toContain('overlap');
    expect(world.state('through').position[0]).toBeCloseTo(3, 9);
  });
});
