import { expect, test } from 'vitest';
import { box, cylinder, plane, Robot, type TriangleMesh, type Vec3 } from '../../../../src/index.ts';
import { readCell, unlikeSizes } from '../../../../src/io/index.ts';
import { files } from '../../../../src/node/index.ts';

/** Of two links, whose joints are 0.4 apart. */
function arm(scale = 1): Robot {
  const link = (name: string, parent: string | undefined, z: number) => ({
    name,
    ...(parent === undefined ? {} : { parent }),
    joint: { name: `${name} joint`, type: 'revolute' as const, axis: [0, 0, 1] as Vec3, origin: { position: [0, 0, z] as Vec3 } },
    shapes: [{ shape: cylinder(0.05 * scale, 0.4 * scale) }],
  });
  return new Robot({ name: 'arm', links: [link('upper', undefined, 0), link('lower', 'upper', 0.4)] });
}

const body = (shape: TriangleMesh) =>
  new Robot({ name: 'part', links: [{ name: 'part', joint: { name: 'free', type: 'floating' }, shapes: [{ shape }] }] });

function doubts(robot: Robot, shape: TriangleMesh, position: Vec3 = [1, 0, 0]): string[] {
  return unlikeSizes([robot], [{ name: 'x', shape, pose: { position, quaternion: [0, 0, 0, 1] } }], []);
}

test('a fixture in millimetres, beside the robot and around it', () => {
  const told = /^obstacle 'x' is 100 × 100 × 300, what moves about 0\.8: is it in millimetres\? "scale": 0\.001, or --mesh-scale 0\.001/;
  expect(doubts(arm(), box([100, 100, 300]), [500, 0, 0])).toEqual([expect.stringMatching(told)]);
  expect(doubts(arm(), box([4000, 3000, 2500]), [0, 0, 0])).toHaveLength(1);
});

test('a floor by `plane` is as large as it likes, below the robot and beside it', () => {
  for (const offset of [0, -0.25, -3]) expect(doubts(arm(), plane([0, 0, 1], offset), [0, 0, 0])).toEqual([]);
  expect(doubts(arm(), plane([1, 0, 0], -2, { extent: 10 }), [0, 0, 0])).toEqual([]);
  expect(doubts(arm(), box([2000, 2000, 1000], [0, 0, -500.25]), [0, 0, 0])).toHaveLength(1);
});

test('a part that is scaled twice', () => {
  expect(doubts(arm(), box([1e-4, 1e-4, 3e-4]))).toEqual([
    "obstacle 'x' is 0.0001 × 0.0001 × 0.0003, what moves about 0.8: is it scaled twice?",
  ]);
});

test('where all are in millimetres, some are told', () => {
  const pose = { position: [500, 0, 0] as Vec3, quaternion: [0, 0, 0, 1] as const };
  const obstacles = Array.from({ length: 9 }, (_, i) => ({ name: `part ${i}`, shape: box([100, 100, 300]), pose }));
  const told = unlikeSizes([arm()], obstacles, []);
  expect(told).toHaveLength(4);
  expect(told[3]).toBe('and so are 6 more');
});

test('floors, walls, halls and screws are what they are', () => {
  for (const shape of [box([100, 100, 0.1]), box([0.2, 30, 4]), box([0.01, 0.01, 0.02])]) expect(doubts(arm(), shape)).toEqual([]);
  expect(doubts(arm(), box([60, 40, 12]), [5, 0, 5])).toEqual([]);
  expect(doubts(body(box(0.05)), box([5, 4, 3]), [0, 0, 0])).toEqual([]);
});

test('links in millimetres', () => {
  expect(doubts(arm(1000), box(1))).toEqual([
    expect.stringMatching(/^robot 'arm': link 'upper' is 100 × 100 × 400, where all joints together are 0\.4 apart: is its mesh in milli/),
  ]);
});

test('a free body in millimetres', () => {
  const told = /^'part' is 100 × 100 × 300, and nothing around it is larger than 2: is it in millimetres\? --mesh-scale 0\.001/;
  expect(doubts(body(box([100, 100, 300])), box([2, 0.1, 2]))).toEqual([expect.stringMatching(told)]);
});

test.each(['examples/puma-cell/cell.json', 'examples/two-arms/cell.json'])('%s: no doubt', async (path) => {
  const { robots, obstacles, bodies } = await readCell(files('.'), path);
  expect(unlikeSizes(robots, obstacles, bodies)).toEqual([]);
});
