import { expect, test } from 'vitest';
import { type ConvexDecomposer, decompose } from '../../src/convex/index.ts';
import { box, DragLoop, restMotion, Scene, type SceneFirstContactOptions, type SceneMotions, type SceneOptions } from '../../src/index.ts';
import { type Files, parseMesh, readCell, readUrdf } from '../../src/io/index.ts';

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
