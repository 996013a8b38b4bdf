import { describe, expect, test } from 'vitest';
import { box } from '../../../../src/mesh/primitives.ts';
import { interval } from '../../../../src/methods/index.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { timed } from '../../../../src/plan/timing/timed.ts';
import { limitFindings } from '../../../../src/robot/limit-findings.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { Scene } from '../../../../src/scene/scene.ts';

/** A cube of 0.1 that slides in the plane: joint space is what one sees. */
function gantry(name: string, z = 0): Robot {
  const limits = { velocity: 1, acceleration: 2 };
  return new Robot({
    name,
    base: { position: [0, 0, z] },
    links: [
      { name: 'x', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0], limits } },
      { name: 'y', parent: 'x', joint: { name: 'y', type: 'prismatic', axis: [0, 1, 0], limits }, shapes: [{ shape: box(0.1) }] },
    ],
  });
}

const robot = gantry('gantry');
const corner = robot.path([
  [0, 0],
  [1, 0],
  [1, 1],
]);
/** A post inside the corner, whose own corner is `gap` diagonally away from the two straight ways of the cube. */
const withPost = (gap: number): Scene =>
  new Scene({
    robots: [robot],
    obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [1 - 0.05 - gap - 0.1, 0.05 + gap + 0.1, 0] } }],
  });

describe('corners that are cut', () => {
  test.each([
    ['nothing near', 1, {}, []],
    ['a post that the largest cut hits', 0.01, {}, [1]],
    ['a post that leaves no cut', 1e-5, {}, [1]],
    ['with jerk', 0.01, { jerk: 20 }, [1]],
  ])('%s', (_, gap, limits, shrunk) => {
    const scene = withPost(gap);
    const result = timed(corner, limits, { scene });
    expect(result.status).toBe('certified');
    expect(result.certificate?.status).toBe('free');
    expect(result.shrunk).toEqual(shrunk);
    // asked again, another way, and at instants
    const motions = { gantry: result.trajectory };
    expect(scene.firstContact(motions, { method: interval }).status).toBe('free');
    for (let i = 0; i <= 50; i++) expect(scene.distanceAt(motions, (result.trajectory.segments * i) / 50).gap[1]).toBeGreaterThan(0);
    expect(limitFindings(result.trajectory)).toEqual([]);
  });

  test('cut by as much as before, the post would be hit; stopping at the corner is slower', () => {
    const free = timed(corner, {}, { radius: Infinity });
    expect(free.status).toBe('uncertified');
    expect(withPost(0.01).firstContact({ gantry: free.trajectory }).status).toBe('contact');
    const near = timed(corner, {}, { scene: withPost(0.01) });
    const nearest = timed(corner, {}, { scene: withPost(1e-5) });
    expect(near.seconds).toBeGreaterThan(free.seconds);
    expect(nearest.blends).toEqual([]);
    expect(nearest.seconds).toBeCloseTo(3, 10);
  });

  test('a clearance is kept', () => {
    const scene = withPost(0.04);
    const [loose, kept] = [timed(corner, {}, { scene }), timed(corner, {}, { scene, clearance: 0.03 })];
    expect([loose.status, kept.status]).toEqual(['certified', 'certified']);
    expect(kept.seconds).toBeGreaterThan(loose.seconds);
    expect(scene.clearance({ gantry: kept.trajectory }).gap[0]).toBeGreaterThanOrEqual(0.03);
  });

  test('waypoints beside a straight way, left out at first, are passed where leaving them out hits', () => {
    const path = robot.path([
      [0, 0],
      [0.5, -0.00001],
      [1, 0],
      [1, 1],
    ]);
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.5, 0.149996, 0] } }] });
    expect(scene.firstContact({ gantry: path }).status).toBe('free');
    const { status, trajectory } = timed(path, {}, { scene, radius: 0.2 });
    expect(status).toBe('certified');
    expect(trajectory.waypoints.some((q) => q[1] < -0.000004)).toBe(true);
    expect(timed(path, {}, { radius: 0.2 }).trajectory.waypoints.every((q) => q[1] >= 0)).toBe(true);
  });
});

describe('what is not certified says so', () => {
  test('a polyline that hits', () => {
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.5, 0.1, 0] } }] });
    const { status, certificate, seconds } = timed(corner, {}, { scene });
    expect(status).toBe('contact');
    expect(certificate?.pair?.map(({ body }) => body)).toEqual(['gantry', 'post']);
    expect(certificate?.seconds).toBeLessThan(seconds);
  });

  test('a start in contact, a budget that runs out', () => {
    const inside = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box(0.2) }] });
    expect(timed(corner, {}, { scene: inside }).status).toBe('overlap');
    const { status, certificate } = timed(corner, {}, { scene: withPost(0.01), maxIterations: 1 });
    expect([status, certificate?.reason]).toEqual(['unresolved', 'iterations']);
  });

  test('a path that stands, in contact or not', () => {
    const stand = robot.path([
      [0, 0],
      [0, 0],
    ]);
    expect(timed(stand, {}, { scene: withPost(1) }).status).toBe('certified');
    const inside = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box(0.2) }] });
    expect(timed(stand, {}, { scene: inside }).status).toBe('overlap');
  });
});

describe('others that move', () => {
  const scene = new Scene({ robots: [robot], bodies: [{ name: 'cart', shape: box(0.1) }] });
  const crossing = (from: number) =>
    bodyTrajectory([
      { time: from, pose: { position: [0.5, 1, 0] } },
      { time: from + 2, pose: { position: [0.5, -1, 0] } },
    ]);

  test('by seconds: what comes later is free', () => {
    // the cube is at 0.5 after 0.75 s, the cart crosses after `from` + 1 s
    expect(timed(corner, {}, { scene, motions: { cart: crossing(-0.25) } }).status).toBe('contact');
    expect(timed(corner, {}, { scene, motions: { cart: crossing(3) } }).status).toBe('certified');
    expect(() => timed(corner, {}, { scene, motions: { gantry: corner } })).toThrow("motions has 'gantry'");
  });
});

describe('several robots', () => {
  test('run on one clock, waypoint by waypoint', () => {
    const [low, high] = [gantry('low'), gantry('high', 1)];
    const paths = [
      low.path([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
      high.path([
        [0, 0],
        [0, 0.1],
        [0, 0],
      ]),
    ];
    const scene = new Scene({ robots: [low, high] });
    const result = timed(paths, {}, { scene });
    expect(result.status).toBe('certified');
    expect(Object.keys(result.trajectories)).toEqual(['low', 'high']);
    expect(result.trajectories.low.times).toEqual(result.trajectories.high.times);
    expect(result.joints.map(({ joint }) => joint).sort()).toEqual(['high/y', 'low/x', 'low/y']);
    for (const trajectory of Object.values(result.trajectories)) expect(limitFindings(trajectory)).toEqual([]);
    expect(timed({ low: paths[0], high: paths[1] }, {}, { scene }).seconds).toBe(result.seconds);
    expect(() =>
      timed([
        paths[0],
        high.path([
          [0, 0],
          [1, 1],
        ]),
      ]),
    ).toThrow("'high' has 2 waypoints, that of 'low' has 3");
  });
});
