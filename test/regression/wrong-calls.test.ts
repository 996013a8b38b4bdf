import { expect, test } from 'vitest';
import { type ConvexDecomposer, ConvexHierarchy, convexBox, convexHull, decompose } from '../../src/convex/index.ts';
import {
  box,
  DragLoop,
  heightField,
  heldMotion,
  InputError,
  inverseKinematics,
  type LinkOptions,
  MotionChecker,
  occupancyGrid,
  Robot,
  type RobotOptions,
  restMotion,
  Scene,
  type SceneFirstContactOptions,
  type SceneMotions,
  type SceneOptions,
  TriangleMesh,
  toolPath,
  withinTolerance,
} from '../../src/index.ts';
import { bindPath, type Files, parseMesh, readCell, readUrdf } from '../../src/io/index.ts';
import { Constraints, plan, planOnLines, Roadmap, timed } from '../../src/plan/index.ts';
import { recordProof } from '../../src/prove/index.ts';
import { StepQuery } from '../../src/soft/index.ts';
import { JointStream, ToolQuery } from '../../src/tool/index.ts';
import { ProvenWorld as World } from '../support/proven-world.ts';

// Calls that a newcomer got wrong: the message says what would be right.

const crate = box(1);
const made = (): Scene =>
  new Scene({
    bodies: [{ name: 'crate', shape: box([1, 1, 1]) }],
    obstacles: [{ name: 'wall', shape: box([1, 1, 1]), pose: { position: [5, 0, 0] } }],
  });
const POSE = { position: [0, 0, 0] } as const;

test('a pose where a motion is due', () => {
  expect(() => made().firstContact({ crate: POSE } as unknown as SceneMotions)).toThrow(/'crate' is given a pose; restMotion\(pose\)/);
  expect(made().firstContact({ crate: restMotion(POSE) }).status).toBe('free');
});

test('a drag without a distance to keep, or with none', () => {
  const crate = new DragLoop(made(), { crate: POSE }).move({ crate: { position: [9, 0, 0] } }).places.crate as {
    position: readonly number[];
  };
  // half an edge of each less, and a thousandth of the radius of the crate
  expect(crate.position[0]).toBeCloseTo(4 - 1e-3 * Math.sqrt(0.75), 5);
  expect(() => new DragLoop(made(), { crate: POSE }, { keep: 0 })).toThrow(/keep must be a length above 0, got 0/);
});

test('a list of files in place of what reads them', async () => {
  await expect(readUrdf([] as unknown as Files, 'a.urdf')).rejects.toThrow(/or \{ read\(path\) \} of your own/);
});

test('a small limit of work that the caller chose is not the fault of the file', () => {
  const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  expect(() => parseMesh(obj, 'a.obj', { maxWork: 3 })).toThrow(/limit of 3 units that was set; raise the limit, maxWork: \d+/);
  expect(() => parseMesh(obj, 'a.obj', { maxWork: 3 })).not.toThrow(/repeats|copies/);
});

test('options where a function is due', async () => {
  const files: Files = { read: async () => new TextEncoder().encode('{ "format": "inbetween-cell/1" }') };
  await expect(readCell(files, 'cell.json', {} as typeof readUrdf)).rejects.toThrow(
    /read must be a function, as readUrdf is; options come after it/,
  );
  expect(() => decompose(box(1), {} as ConvexDecomposer)).toThrow(/needs a function that cuts up the mesh; options come after it, got {}/);
  expect(() => decompose({} as typeof crate, () => [])).toThrow(/needs a mesh, got {}/);
});

const cube = { shape: box(1) };
const o = { name: 'o', ...cube };
test.each<[string, SceneOptions]>([
  ['two obstacles', { obstacles: [o, o] }],
  ['two obstacles of one mesh name and none of their own', { obstacles: [cube, { shape: box(2) }] }],
  ['an obstacle and a body', { bodies: [o], obstacles: [o] }],
  ['an obstacle and a soft body', { soft: [o], obstacles: [o] }],
])('%s of one name, of which one rule would free both', (_, options) => {
  expect(() => new Scene(options)).toThrow(/two robots, bodies or obstacles are named '(o|box)'; give each a name of its own/);
});

test('what holds its content under no key, or counts by halves', () => {
  expect(() => new Scene(Promise.resolve({}) as SceneOptions)).toThrow(/got a Promise/);
  expect(() => made().firstContact({}, new Map([['clearance', 9]]) as SceneFirstContactOptions)).toThrow(/got a Map/);
  expect(() => made().firstContact({}, { maxIterations: 1.5 })).toThrow(/maxIterations: must be a whole number ≥ 0, got 1.5/);
});

const limits = { lower: -1, upper: 1, velocity: 1, acceleration: 1 };
const links: readonly LinkOptions[] = [
  { name: 'base', shapes: [{ shape: box(0.1) }] },
  {
    name: 'arm',
    parent: 'base',
    joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits },
    shapes: [{ shape: box(0.1, [1, 0, 0]) }],
  },
];
const robotWith = (more: object): Robot => new Robot({ name: 'r', links, ...more } as RobotOptions);
const robot = robotWith({ groups: [{ name: 'all', joints: ['turn'] }] });
const cell = new Scene({ robots: [robot] });
const upright = new Constraints(cell, [{ link: 'arm', axis: [0, 0, 1], tolerance: 1 }]);
const world = (mass: object): World => new World({ bodies: [{ name: 'a', shape: convexBox(1), mass: mass as never }] });
const inertia = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const goal = { link: 'arm', pose: { position: [1, 0, 0] } } as const;
// biome-ignore lint/suspicious/noSparseArray: what is asked
const hole: never = [,] as never;
// biome-ignore lint/suspicious/noSparseArray: what is asked
const half: never = ['base', ,] as never;
const map: never = new Map([['turn', 1]]) as never;

test.each<[string, () => unknown, RegExp]>([
  // holes, which `every` and `forEach` pass over
  ['a hole among links', () => robotWith({ links: [...links, ...hole] }), /links\[2\] is missing/],
  ['a hole among shapes', () => robotWith({ links: [{ name: 'a', shapes: hole }] }), /link 'a': shapes\[0\] is missing/],
  ['a hole among pairs of links', () => robotWith({ allowed: hole }), /allowed\[0\] is missing/],
  ['a hole among states', () => robotWith({ states: hole }), /states\[0\] is missing/],
  ['a hole among obstacles', () => new Scene({ obstacles: hole }), /obstacles\[0\] is missing/],
  ['half a pair', () => new Scene({ robots: [robot], allowed: [half] }), /a pair\[1\] is missing/],
  ['half a pair that arrives', () => cell.firstContact({ r: [0] }, { arrive: [half] }), /arrive: must be a list of pairs of names/],
  ['a hole among names', () => new Scene({}).addObstacle({ name: 'o', shape: crate }, { allowed: hole }), /allowed\[0\] is missing/],
  ['a hole among holds', () => heldMotion([{ by: 'arm' }, ...hole]), /heldMotion\[1\] is missing/],
  ['a hole among what it is laid onto', () => heldMotion([{ by: 'arm', onto: hole }]), /onto\[0\] is missing/],
  ['a hole among moves', () => toolPath(robot, { link: 'arm', from: [0], moves: hole }), /moves\[0\] is missing/],
  ['a hole among bodies of a step', () => new StepQuery(hole), /bodies\[0\] is missing/],
  ['a hole among constraints', () => new Constraints(cell, hole), /constraints\[0\] is missing/],
  ['a hole among limits of a stream', () => new JointStream(1, { limits: hole }), /limits\[0\] is missing/],
  ['a hole in an inertia', () => world({ mass: 1, inertia: [...inertia.slice(0, 8), ...hole] }), /inertia must be nine numbers/],
  ['a hole in a centre', () => world({ mass: 1, inertia, centre: [0, 0, ...hole] }), /centre must be three numbers/],
  ['a hole among free axes', () => inverseKinematics(robot, { ...goal, free: hole }), /free must be a list of some of/],
  ['a hole among sides', () => cell.distanceAt({ r: [0] }, 0, { allowed: [half] }), /allowed.*must be an object|\[1\] is missing/],
  // what stands under no key
  ['a Map for a configuration', () => robot.configuration(map), /entries by name, got a Map/],
  ['a Map for a state', () => new MotionChecker(cell) && cell.isFree(map), /entries by name, got a Map/],
  ['a Map for motions', () => cell.firstContact(map), /motions: must be an object with entries by name, got a Map/],
  ['a number for motions', () => made().firstContact(5 as never), /motions: must be .* got 5/],
  ['a Map for places', () => new DragLoop(made(), map), /places must be .* got a Map/],
  ['a Map for steps', () => new StepQuery([{ shape: crate }]).firstContact(map), /step: motions must be .* got a Map/],
  ['a list for motions of bodies', () => new Scene({ bodyMotions: [] as never }), /bodyMotions must be an object/],
  // words for numbers and flags, null for what is left out
  ['a word for solid', () => new TriangleMesh(crate.positions, crate.indices, { solid: 'false' as never }), /solid must be true or false/],
  ['a word for posable', () => robotWith({ posable: 'no' }), /posable must be true or false/],
  ['a word for clip', () => new ToolQuery({ shape: crate }, { shape: crate }, { clip: 'no' as never }), /clip must be true or false/],
  ['a word for a tolerance', () => withinTolerance({ shape: crate }, { shape: crate }, '1' as never), /tolerance: must be a number/],
  ['words for an inertia', () => world({ mass: 1, inertia: inertia.map(String) }), /inertia must be nine numbers/],
  ['a word for a volume', () => world({ mass: 1, inertia, volume: '1' }), /volume must be a number/],
  ['words for spacings', () => heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: ['1', '1'] as never }), /spacing must be/],
  ['words for cells', () => occupancyGrid([1], { size: [1, 1, 1], cell: ['1', '1', '1'] as never }), /cell must be/],
  ['no value in a cell', () => occupancyGrid([1, Number.NaN], { size: [2, 1, 1], cell: 1, threshold: 1 }), /cell 1 is NaN/],
  ['no number in a state', () => upright.holds(['1' as never]), /number 0 of the state is '1'/],
  ['a word in a state', () => upright.holdsAlong([0], ['1'] as never), /number 0 of the state is '1'/],
  ['null for a state', () => upright.project(null as never), /a state has 1 numbers, got null/],
  ['null for a place', () => restMotion({ position: null as never }), /position must be three numbers/],
  ['null for an axis', () => robotWith({ links: [{ name: 'a', joint: { type: 'revolute', axis: null } }] }), /axis must be three numbers/],
  ['null for limits', () => timed(robot.path([[0], [1]]), null as never), /timed: limits must be an object/],
  // names
  [
    'a number for the name of a mesh',
    () => new TriangleMesh(crate.positions, crate.indices, { name: 5 as never }),
    /name must be a text, got 5/,
  ],
  ['a list for the name of a body', () => made().addObstacle({ name: [] as never, shape: crate }), /name must be a text/],
  ['null for the name of a hull', () => convexHull(crate.positions, { name: null as never }), /name must be a text, got null/],
  ['null for the name of pieces', () => new ConvexHierarchy([convexBox(1)], { name: null as never }), /name must be a text, got null/],
  [
    'an object for the name of a joint',
    () => robotWith({ links: [{ name: 'a', joint: { name: {}, type: 'fixed' } }] }),
    /name must be a text, got \{\}/,
  ],
  ['a word for a list of joints', () => robotWith({ groups: [{ name: 'g', joints: '' }] }), /joints of group 'g' must be a list/],
  [
    'null for what may be touched',
    () => robot.attach({ name: 'x', to: 'arm', shape: crate, touches: null as never }),
    /touches must be a list/,
  ],
  ['a flag for inputs', () => recordProof(() => {}, { inputs: true as never }), /inputs must be a list/],
  ['no scene', () => new MotionChecker({} as never), /the scene must be an object with robots/],
  ['no scene for constraints', () => new Constraints(null as never, []), /the scene must be an object with robots/],
  [
    'null for the points of a path',
    () => bindPath(robot, { file: 'p', jointNames: null, points: null as never, kind: 'path' }),
    /points must be a list/,
  ],
])('%s', (_, call, words) => {
  expect(call).toThrow(InputError);
  expect(call).toThrow(words);
});

test('the same of plans', async () => {
  const wrong: readonly [Promise<unknown>, RegExp][] = [
    [plan(cell, { from: [0], to: [1], moving: hole }), /moving\[0\] is missing/],
    [plan(cell, { from: [0], to: { anyOf: hole } }), /anyOf\[0\] is missing/],
    [plan(cell, { from: [0], to: [1], through: hole }), /through\[0\] is missing/],
    [plan(cell, { from: [0], to: [1], bounds: { turn: [-1, 1, 2] as never } }), /bounds of 'turn' must be \[low, high\]/],
    [Roadmap.build(cell, { states: 1, seed: Number.NaN }), /seed must be a text or a finite number, got NaN/],
    [planOnLines(cell, null as never, { link: 'arm' }), /plan: must be an object/],
  ];
  for (const [answer, words] of wrong) await expect(answer).rejects.toThrow(words);
});
