import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../src/cloud/point-cloud.ts';
import { InputError } from '../../src/math/input-error.ts';
import { box } from '../../src/mesh/primitives.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import { Robot } from '../../src/robot/robot.ts';
import { DragLoop } from '../../src/scene/drag/drag-loop.ts';
import { heldMotion } from '../../src/scene/holding/held-motion.ts';
import { Scene } from '../../src/scene/scene.ts';

// Wanted contact excused bumps before it from stretches, motions of a scene's bodies were dropped, and names forgave too much.

const at = (x: number) => ({ position: [x, 0, 0] as const });
const arm = new Robot({
  name: 'arm',
  links: [{ name: 'grip', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.1) }] }],
});
const body = { name: 'b', shape: box(0.2) };

describe('stretches of pairs that may touch at the end', () => {
  const scene = new Scene({ bodies: [body], obstacles: [{ name: 'end', shape: box(0.2, [2, 0, 0]) }], tolerance: 1e-6 });
  const there = rigidMotion(at(0), at(2));
  const back = rigidMotion(at(2), at(0));

  test('a bump before the last approach is one', () => {
    const found = scene.contactIntervals({ b: [there, back, there] }, { arrive: [['b', 'end']], byPair: true });
    expect(found.complete).toBe(true);
    const stretch = { from: expect.closeTo(0.9, 5), to: expect.closeTo(1.1, 2) };
    expect(found.intervals).toMatchObject([stretch]);
    expect(found.pairs).toEqual([{ a: { body: 'b' }, b: { body: 'end' }, intervals: [stretch] }]);
    expect(scene.contactIntervals({ b: there }, { arrive: [['b', 'end']], byPair: true })).toEqual({
      intervals: [],
      pairs: [],
      complete: true,
    });
  });

  test('of something that is taken later', () => {
    const parts = new Scene({ robots: [arm], bodies: [{ name: 'part', shape: box(0.1), pose: at(1) }], tolerance: 1e-6 });
    const motions = { arm: arm.path([[0], [0.95], [0], [0.9], [2]]), part: heldMotion([{ by: 'grip', from: 3 }]) };
    expect(parts.firstContact(motions)).toMatchObject({ status: 'contact', time: expect.closeTo(0.9 / 0.95, 4) });
    const { intervals } = parts.contactIntervals(motions);
    expect(intervals).toMatchObject([{ from: expect.closeTo(0.9 / 0.95, 4), to: expect.closeTo(1 + 0.05 / 0.95, 2) }]);
  });

  test('one that starts in contact may leave it and come back', () => {
    const options = { start: 'leaving', arrive: [['b', 'end']] } as const;
    expect(scene.firstContact({ b: [back, there] }, options)).toMatchObject({
      status: 'free',
      arrivals: [{ time: expect.closeTo(1.9, 4) }],
    });
  });

  test('pairs of a stretch that goes on when something is taken', () => {
    const parts = new Scene({
      robots: [arm],
      bodies: [{ name: 'part', shape: box(0.1), pose: { position: [1, 0.1, 0] } }],
      obstacles: [
        { name: 'rail', shape: box([4, 0.02, 0.2]), pose: { position: [2.8, -0.05, 0] } },
        { name: 'post', shape: box(0.1), pose: { position: [1.5, 0.1, 0] } },
      ],
    });
    const [interval] = parts.contactIntervals({ arm: arm.path([[0], [1], [2]]), part: heldMotion([{ by: 'grip', from: 1 }]) }).intervals;
    expect(interval.pairs.map(([a, b]) => `${a.link} ${b.body}`)).toEqual(expect.arrayContaining(['grip rail', 'part post']));
  });
});

describe('how the bodies of a scene move', () => {
  const carrying = new Scene({
    robots: [arm],
    bodies: [{ name: 'part', shape: box(0.2), pose: { position: [0, 0.16, 0] } }],
    obstacles: [{ name: 'wall', shape: box(0.1, [2, 0.2, 0]) }],
    bodyMotions: { part: heldMotion([{ by: 'grip' }]) },
  });

  test('counts for planners too', () => {
    expect(carrying.firstContact({ arm: arm.path([[0], [3]]) }).status).toBe('contact');
    expect(carrying.motionIsFree([0], [3])).toBe(false);
    expect(carrying.motionIsFree([0], [1])).toBe(true);
  });

  test('is not dropped by whoever drags', () => {
    expect(() => new DragLoop(carrying, { arm: [0] }, { keep: 0.001 })).toThrow(InputError);
    expect(() => new DragLoop(carrying, { arm: [0] }, { keep: 0.001 })).toThrow(/the scene moves 'part' by itself/);
  });
});

describe('names', () => {
  const way = { b: rigidMotion(at(0), at(2)) };

  test("'*' is a name like any", () => {
    const obstacles = [
      { name: '*', shape: box(0.2, [5, 0, 0]) },
      { name: 'w', shape: box(0.2, [1, 0, 0]) },
    ];
    expect(new Scene({ bodies: [body], obstacles, allowed: [['b', '*']] }).firstContact(way).status).toBe('contact');
    expect(() => new Scene({ bodies: [body], obstacles: obstacles.slice(1) }).firstContact(way, { leave: [['b', '*']] })).toThrow(
      /'\*' is no link, body or obstacle/,
    );
  });

  test('one of a link and of an obstacle is refused where it would mean both', () => {
    const obstacles = [{ name: 'grip', shape: box(0.2, [1, 0, 0]) }];
    expect(() => new Scene({ robots: [arm], bodies: [body], obstacles, allowed: [['b', 'grip']] })).toThrow(
      /is a link and something else too/,
    );
    expect(() => new Scene({ robots: [arm], obstacles: [{ name: 'arm', shape: box(1) }] })).toThrow(
      /two robots, bodies or obstacles are named 'arm'/,
    );
  });

  test('an obstacle that comes needs one, and forgives only what it says', () => {
    const scene = new Scene({ bodies: [body] });
    expect(() => scene.addObstacle({ shape: box(1) })).toThrow(/needs a name of its own/);
    const w = { name: 'w', shape: box(0.2, [1, 0, 0]) };
    scene.addObstacle(w, { allowed: ['b'] });
    expect(scene.firstContact(way).status).toBe('free');
    scene.addObstacle(w);
    expect(scene.firstContact(way).status).toBe('contact');
    scene.addObstacle(w, { allowed: ['b'] });
    scene.removeObstacle('w');
    scene.addObstacle(w);
    expect(scene.firstContact(way).status).toBe('contact');
  });

  test('rules may go on naming what is gone', () => {
    const obstacles = [{ name: 'w', shape: box(0.2, [1, 0, 0]) }];
    const scene = new Scene({ bodies: [body], obstacles, clearance: { pairs: [['b', 'w', 0.1]] } });
    scene.removeObstacle('w');
    expect(scene.firstContact(way).status).toBe('free');
  });
});

test('what JSON makes of NaN is no point at the origin', () => {
  expect(() => pointCloud([null, null, null] as never)).toThrow(/point 0 is/);
  expect(pointCloud([null, null, null, 1, 2, 3] as never, { invalid: 'skip' }).vertexCount).toBe(1);
  expect(() => pointCloud([0, 0, 0], { radius: null as never })).toThrow(/radius must be a number or one per point, got null/);
});
