import { expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';
import { type OccupancyGridOptions, occupancyGrid, type VoxelLevel, voxelMesh } from '../../../src/mesh/voxels.ts';

test('one cell is a box', () => {
  const mesh = occupancyGrid([0, 1], { size: [2, 1, 1], cell: [1, 2, 4], origin: [10, 0, -1] });
  expect(inspectMesh(mesh)).toMatchObject({
    triangles: 12,
    vertices: 8,
    closed: true,
    oriented: true,
    manifold: true,
    volume: 8,
    bounds: { min: [11, 0, -1], max: [12, 2, 3] },
  });
  expect([mesh.solid, mesh.name]).toEqual([true, 'grid']);
});

test('between neighbours there is no face', () => {
  expect(occupancyGrid(new Uint8Array(27).fill(1), { size: [3, 3, 3], cell: 1 }).triangleCount).toBe(2 * 54);
});

test('x runs fastest, then y, then z', () => {
  const values = new Array(24).fill(false);
  values[1 + 2 * 2 + 3 * 6] = true;
  expect(inspectMesh(occupancyGrid(values, { size: [2, 3, 4], cell: 1 })).bounds).toEqual({ min: [1, 2, 3], max: [2, 3, 4] });
});

test('which values count', () => {
  const cells = (options: Partial<OccupancyGridOptions>) =>
    inspectMesh(occupancyGrid([-1, 0, 50, 65, 100], { size: [5, 1, 1], cell: 1, ...options })).volume;
  expect(cells({})).toBe(4);
  expect(cells({ threshold: 65 })).toBe(2);
  expect(cells({ threshold: 0 })).toBe(4);
  expect(cells({ threshold: -1 })).toBe(5);
});

test('random grids are closed and turned outwards, and hold what is occupied, seed 1', () => {
  const random = new Random(1);
  for (let i = 0; i < 60; i++) {
    const size = [1 + random.integer(7), 1 + random.integer(7), 1 + random.integer(7)] as const;
    const share = random.next();
    const values = Uint8Array.from({ length: size[0] * size[1] * size[2] }, () => (random.next() < share ? 1 : 0));
    values[random.integer(values.length)] = 1;
    const { closed, oriented, volume } = inspectMesh(occupancyGrid(values, { size, cell: 0.5, origin: [-3, 5, 100] }));
    expect([closed, oriented, volume]).toEqual([true, true, values.reduce((sum, value) => sum + value) / 8]);
  }
});

test('cells of several sizes: each closed, volumes added, corners from the same numbers, seed 2', () => {
  const random = new Random(2);
  for (let i = 0; i < 20; i++) {
    let cells = 0;
    const levels: VoxelLevel[] = [1, 2, 8, 1024].map((step, level) => {
      const taken = new Set<string>();
      for (let n = 0; n < 30; n++) taken.add([0, 1, 2].map(() => step * random.integer(4) + 8192 * level).join());
      cells += taken.size * step * step * step;
      return { step, keys: [...taken].flatMap((key) => key.split(',').map(Number)) };
    });
    const mesh = voxelMesh(levels, (k) => k / 1024, 'levels');
    const { closed, oriented, volume } = inspectMesh(mesh);
    expect([closed, oriented, mesh.name]).toEqual([true, true, 'levels']);
    expect(Math.abs((volume ?? 0) - cells / 2 ** 30)).toBeLessThan(1e-9);
    expect(mesh.positions.every((x) => Number.isInteger(1024 * x))).toBe(true);
  }
});

test.each<[string, unknown, unknown, RegExp]>([
  ['nothing occupied', [0, 0], { size: [2, 1, 1], cell: 1 }, /^grid: no cell is occupied/],
  ['values for others', [1], { size: [2, 1, 1], cell: 1 }, /^grid: 1 values for 2 × 1 × 1 cells/],
  ['no values', null, { size: [2, 1, 1], cell: 1 }, /^grid: undefined values/],
  ['two sizes', [1], { size: [1, 1], cell: 1 }, /size must be three counts/],
  ['a size of 0', [], { size: [0, 1, 1], cell: 1 }, /size must be three counts/],
  ['a cell of 0', [1], { size: [1, 1, 1], cell: 0 }, /cell must be one or three lengths > 0, got 0/],
  ['cells of two', [1], { size: [1, 1, 1], cell: [1, 1] }, /cell must be/],
  ['no cell', [1], { size: [1, 1, 1] }, /cell must be/],
  ['an origin of NaN', [1], { size: [1, 1, 1], cell: 1, origin: [0, Number.NaN, 0] }, /origin must be three finite numbers/],
  ['a threshold in words', [1], { size: [1, 1, 1], cell: 1, threshold: 'high' }, /threshold must be a number, got 'high'/],
  ['a misspelt key', [1], { size: [1, 1, 1], cells: 1 }, /unknown key 'cells'/],
])('%s', (_what, values, options, says) => {
  expect(() => occupancyGrid(values as number[], options as OccupancyGridOptions)).toThrow(InputError);
  expect(() => occupancyGrid(values as number[], options as OccupancyGridOptions)).toThrow(says);
});
