import { expect, test } from 'vitest';
import { type Packable, pack, unpack } from '../../../src/batch/packed.ts';
import { packMotions, unpackMotions } from '../../../src/batch/packed-motions.ts';
import { openScene, type PackedScene, packScene } from '../../../src/batch/packed-scene.ts';
import {
  ballisticMotion,
  bodyTrajectory,
  box,
  capsule,
  cylinder,
  heldMotion,
  InputError,
  pointCloud,
  Random,
  Robot,
  restMotion,
  rigidMotion,
  rotationMotion,
  Scene,
  type SceneMotions,
  type SceneOptions,
  screwMotion,
  sphere,
} from '../../../src/index.ts';
import { linearMotion } from '../../../src/soft/index.ts';

function travelled(scene: Scene, withTrees: boolean): Scene {
  const bytes = pack(packScene(scene, withTrees) as unknown as Packable, (count) => new SharedArrayBuffer(count));
  return openScene(unpack(bytes) as PackedScene);
}

/** What both answer about the motions; a copy of these is sent along, as workers get them. */
function expectSame(scene: Scene, motions: SceneMotions): void {
  const expected = scene.firstContact(motions);
  for (const withTrees of [true, false]) {
    const other = travelled(scene, withTrees);
    const sent = structuredClone(packMotions(scene.robots, motions));
    expect(other.firstContact(unpackMotions(other.robots, sent))).toStrictEqual(expected);
  }
}

const AXIS = [0.3, -0.5, 0.7] as const;
const arm = () =>
  new Robot({
    name: 'arm',
    base: { position: [0.1, 0, 0] },
    links: [
      { name: 'base', shapes: [{ shape: box([0.2, 0.2, 0.1]) }] },
      {
        name: 'upper',
        parent: 'base',
        joint: { name: 'shoulder', type: 'revolute', axis: AXIS, origin: { position: [0, 0, 0.1] }, limits: { lower: -3, upper: 3 } },
        shapes: [{ shape: capsule([0, 0, 0], [0, 0, 0.5], 0.05) }, { shape: box(0.1), pose: { position: [0, 0, 0.5] } }],
      },
      {
        name: 'hand',
        parent: 'upper',
        joint: { name: 'slide', type: 'prismatic', axis: [1, 2, 0] },
        shapes: [{ shape: cylinder(0.05, 0.1) }],
      },
      {
        name: 'bit',
        parent: 'hand',
        joint: { name: 'thread', type: 'helical', axis: AXIS, pitch: 0.3, mimic: { joint: 'shoulder', multiplier: 1.5 } },
        shapes: [{ shape: box([0.3, 0.02, 0.02]) }],
      },
    ],
    allowed: [
      { a: 'base', b: 'upper' },
      { a: 'upper', b: 'hand', reason: 'adjacent' },
      { a: 'hand', b: 'bit', reason: 'adjacent' },
    ],
    groups: [{ name: 'all', joints: ['shoulder', 'slide'] }],
    states: [{ name: 'home', values: { shoulder: [0] } }],
    tool: ['hand'],
  });

const cloud = (random: Random) =>
  pointCloud(
    Float64Array.from({ length: 300 }, () => 2 + random.next()),
    { radius: 0.02 },
  );

function sceneOptions(random: Random): SceneOptions {
  const obstacles = Array.from({ length: 8 }, (_, i) => ({
    name: `wall ${i}`,
    shape: i % 3 === 0 ? sphere(0.1) : box([0.1, 0.3, 0.2]),
    pose: { position: [(i % 2 === 0 ? 0.6 : -0.7) + 0.2 * random.next(), random.next() - 0.5, random.next()] as const },
  }));
  const shared = box(0.1);
  const surfaces = [0, 1, 2].map((i) => ({ name: `pipe ${i}`, shape: box([0.05, 0.05, 1], [0.5 + 0.2 * i, 0.3, 0.5], `pipe ${i}`) }));
  return {
    robots: [arm()],
    obstacles: [
      ...obstacles,
      ...surfaces.map(({ name, shape }) => ({ name, shape: Object.assign(shape, { solid: false }) })),
      { name: 'twin a', shape: shared, pose: { position: [0, 1, 0] } },
      { name: 'twin b', shape: shared, pose: { position: [0, -1, 0] } },
      { name: 'cloud', shape: cloud(random) },
    ],
    bodies: [{ name: 'crate', shape: box(0.2), pose: { position: [1, 1, 1] } }],
    allowed: [
      ['arm/hand', 'wall 1'],
      ['crate', 'pipe 0'],
    ],
    clearance: { default: 0.001, tool: 0.002 },
  };
}

test('a scene that travelled answers in the same bits, work counted too (seed 5)', () => {
  const random = new Random(5);
  const scene = new Scene(sceneOptions(random));
  const at = () => [3 * random.next() - 1.5, 0.4 * random.next() - 0.2];
  const statuses = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const [robot] = scene.robots;
    const motions = {
      arm: robot.path([at(), at(), at()]),
      crate: [0, 1].map((k) => rigidMotion({ position: [1, 1, 1 + k] }, { position: [1, 1, 2 + k] })),
    };
    statuses.add(scene.firstContact(motions).status);
    expectSame(scene, motions);
  }
  expect(statuses).toContain('contact');
  expect(statuses.size).toBeGreaterThan(1);
});

test('a scene that was changed travels as it is now', () => {
  const scene = new Scene(sceneOptions(new Random(6)));
  scene.moveObstacle('pipe 1', { position: [0.2, 0, 0.1] });
  scene.removeObstacle('wall 1');
  scene.addObstacle({ name: 'late', shape: box(0.1), pose: { position: [0.4, 0.1, 0.6] } }, { allowed: ['crate'] });
  expectSame(scene, {
    arm: [
      [-1, 0],
      [1, 0],
    ],
  });
});

test('every kind of motion travels', () => {
  const bodies = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => ({ name, shape: box(0.2), pose: { position: [0.5 * i, 0, 0] as const } }));
  const scene = new Scene({ robots: [arm()], bodies, obstacles: [{ name: 'floor', shape: box([5, 5, 0.1], [0, 0, -1]) }] });
  const [robot] = scene.robots;
  const spin = rotationMotion({ position: [2, 0, 0] }, [0, 1, 1], 3, [2, 0.1, 0]);
  const trajectory = bodyTrajectory([
    { time: 0.5, pose: { position: [0, 0, 0] } },
    { time: 2.25, pose: { position: [0, 0, -0.5] } },
  ]);
  const timed = robot.trajectory([
    { time: 0, positions: [0, 0], velocities: [0, 0], accelerations: [0, 0] },
    { time: 1.5, positions: [1, 0.1], velocities: [0.1, 0], accelerations: [0, 0] },
    { time: 3, positions: [0, 0], velocities: [0, 0], accelerations: [0, 0] },
  ]);
  expectSame(scene, {
    arm: { shoulder: 0.3 },
    a: ballisticMotion(
      { pose: { position: [0, 0, 0] }, velocity: [0.1, 0, 1], acceleration: [0, 0, -9.81], angularVelocity: [1, 2, 3] },
      0.7,
    ),
    b: screwMotion({ position: [0.5, 0, 0] }, { position: [0.5, 1, -2], quaternion: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }),
    c: spin,
    d: restMotion({ position: [1.5, 0, 0] }),
  });
  expectSame(scene, { arm: timed, a: trajectory });
  const between = scene.between({ arm: timed, a: trajectory }, 1, 3);
  expectSame(scene, between);
  expectSame(scene, { arm: [[0, 0], { shoulder: 1 }, Float32Array.of(0.5, 0)] as never });
  const posable = new Robot({ ...arm().options(), name: 'posed', posable: true });
  const loose = new Scene({ robots: [posable], obstacles: [{ name: 'wall', shape: box(0.3), pose: { position: [0.5, 0, 0.5] } }] });
  const poses = [0, 1].map((k) => posable.links.map((_, i) => ({ position: [0.3 * k, 0.4 * i, 0.1] as const })));
  expectSame(loose, { posed: posable.posed(poses) });
});

test('what is held, and what deforms, travels', () => {
  const part = { name: 'part', shape: box(0.05), pose: { position: [0.1, 0, 0.75] as const } };
  const scene = new Scene({
    robots: [arm()],
    bodies: [part],
    obstacles: [{ name: 'wall', shape: box(0.2), pose: { position: [0.6, 0, 0.3] } }],
  });
  expectSame(scene, {
    arm: [
      [0, 0],
      [0.1, 0],
      [1.2, 0],
    ],
    part: heldMotion([{ by: 'hand', from: 1, touches: ['upper'] }]),
  });
  const cloth = box([1, 1, 0.01], [0, 0, 1], 'cloth');
  const soft = new Scene({ soft: [{ shape: cloth }], obstacles: [{ name: 'table', shape: box(0.5) }] });
  const lower = cloth.positions.map((x, i) => (i % 3 === 2 ? x - 2 : x));
  expectSame(soft, { cloth: linearMotion(cloth.positions, lower) });
});

test('a motion of one’s own, and a path of another robot, are refused', () => {
  const scene = new Scene({ robots: [arm()], bodies: [{ name: 'a', shape: box(1) }] });
  const own = { ...restMotion(), writeState: () => {} };
  expect(() => packMotions(scene.robots, { arm: [0, 0], a: own as never })).toThrow("that of 'a' is code of your own");
  expect(() =>
    packMotions(scene.robots, {
      arm: arm().path([
        [0, 0],
        [1, 0],
      ]),
    }),
  ).toThrow('a path of another robot');
});

test('a packed scene of another format is refused', () => {
  expect(() => openScene({ format: 'inbetween-scene/9' } as never)).toThrow(InputError);
});
