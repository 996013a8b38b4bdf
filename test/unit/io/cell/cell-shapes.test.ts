import { describe, expect, test } from 'vitest';
import { parseCell, readCell } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { inspectMesh } from '../../../../src/mesh/inspect-mesh.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { octomapBytes } from '../map/write-octomap.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

const CONTENT: Record<string, Uint8Array> = {
  'dir/arm.urdf': bytes(
    '<robot name="arm"><link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>',
  ),
  'dir/scan.xyz': bytes('x y z radius\n1000 0 0 10\n0 1000 0 20\n'),
  'dir/bare.xyz': bytes('1 0 0\n0 1 0\n'),
  'dir/bad.xyz': bytes('1 0 0\n0 one 0\n'),
  'dir/room.bt': octomapBytes([0, 0, 0, 0, 0, 0, 0, 2], 2 ** -12),
  'dir/maps/hall.yaml': bytes('image: hall.pgm\nresolution: 0.5\norigin: [1, 2, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.196\n'),
  'dir/maps/hall.pgm': bytes('P5 2 1 255\n\0\xcd'),
  'dir/yard.csv': bytes('0,1\n2,3\n'),
};

const files = {
  read: async (path: string) => {
    if (CONTENT[path] === undefined) throw new InputError('no such file', { file: path });
    return CONTENT[path];
  },
};

const cellText = (...obstacles: readonly object[]): string =>
  `{ "format": "inbetween-cell/1", "robot": { "urdf": "arm.urdf" },\n"obstacles": [\n${obstacles.map((shape, i) => JSON.stringify({ name: `o${i}`, ...shape })).join(',\n')}] }`;

function read(...obstacles: readonly object[]) {
  CONTENT['dir/cell.json'] = bytes(cellText(...obstacles));
  return readCell(files, 'dir/cell.json');
}

test('shapes that sensors give, with their files', async () => {
  const cell = await read(
    { cloud: { file: 'scan.xyz', radius: 'file', scale: 0.001 } },
    { cloud: { file: 'scan.xyz', radius: 0.5, scale: 0.001 } },
    { octomap: 'room.bt', scale: 2 },
    { floorMap: { file: 'maps/hall.yaml', height: 3, unknown: 'free' } },
    { floorMap: { file: 'maps/hall.yaml', height: 3 } },
    { heightField: { file: 'yard.csv', spacing: 2, base: -1, scale: 0.5 } },
    {
      heightField: {
        heights: [
          [0, 1],
          [2, 3],
        ],
        spacing: [2, 2],
        origin: [1, 1],
        scale: 0.5,
      },
    },
  );
  const [own, even, room, walls, unknown, yard, inline] = cell.obstacles.map(({ shape }) => shape);
  expect([[...own.positions], [...(own.radii ?? [])]]).toEqual([
    [1, 0, 0, 0, 1, 0],
    [0.01, 0.02],
  ]);
  expect([...(even.radii ?? [])]).toEqual([0.5, 0.5]);
  expect(inspectMesh(room)).toMatchObject({ volume: 4096, bounds: { min: [0, 0, 0], max: [16, 16, 16] } });
  expect(inspectMesh(walls).bounds).toEqual({ min: [1, 2, 0], max: [1.5, 2.5, 3] });
  expect(inspectMesh(unknown).bounds).toEqual({ min: [1, 2, 0], max: [2, 2.5, 3] });
  expect(inspectMesh(yard).bounds).toEqual({ min: [0, 0, -1], max: [2, 2, 1.5] });
  expect([yard.solid, inline.solid, inline.name]).toEqual([true, false, 'o6']);
  expect([...inline.positions]).toEqual([1, 1, 0, 3, 1, 0.5, 1, 3, 1, 3, 3, 1.5]);
  expect(cell.warnings).toEqual([]);
  expect(() => new Scene({ robots: cell.robots, obstacles: cell.obstacles })).not.toThrow();
});

test('a cloud read alike is read once, and one without radius is warned about', async () => {
  const cell = await read({ cloud: { file: 'bare.xyz' } }, { cloud: { file: 'bare.xyz' } }, { cloud: { file: 'bare.xyz', radius: 0.1 } });
  const [a, b, c] = cell.obstacles.map(({ shape }) => shape);
  expect(a).toBe(b);
  expect(a).not.toBe(c);
  expect(cell.warnings).toEqual([expect.stringMatching(/^dir\/bare\.xyz: the points have radius 0.*radius: 0\.71 on$/)]);
});

describe('faults name the cell, its line, and the file', () => {
  test.each<[string, object, RegExp]>([
    ['no such cloud', { cloud: { file: 'no.pcd' } }, /^dir\/cell\.json, line 3: obstacle 'o0': cloud: dir\/no\.pcd: no such file/],
    [
      'a broken cloud',
      { cloud: { file: 'bad.xyz' } },
      /^dir\/cell\.json, line 3: obstacle 'o0': cloud: dir\/bad\.xyz, line 2: y should be a number, got "one"/,
    ],
    ['radii that are not there', { cloud: { file: 'bare.xyz', radius: 'file' } }, /cloud: dir\/bare\.xyz: has no radius of each point/],
    ['a broken map', { octomap: 'bad.xyz' }, /octomap: dir\/bad\.xyz, line 1: is no OctoMap/],
    ['no such floor', { floorMap: { file: 'no.yaml', height: 1 } }, /floorMap: dir\/no\.yaml: no such file/],
    ['a base above', { heightField: { file: 'yard.csv', spacing: 1, base: 1 } }, /heightField: .*base must lie below all heights/],
    [
      'a base above those given',
      {
        heightField: {
          heights: [
            [0, 1],
            [2, 3],
          ],
          spacing: 1,
          base: 1,
        },
      },
      /line 3: obstacle 'o0': heightField: base must lie below/,
    ],
  ])('%s', async (_what, shape, says) => {
    await expect(read(shape)).rejects.toThrow(InputError);
    await expect(read(shape)).rejects.toThrow(says);
  });

  test.each<[string, object, RegExp]>([
    ['a cloud as text', { cloud: 'scan.pcd' }, /^cell\.json, line 3: obstacle 'o0': cloud should be an object/],
    ['a cloud without file', { cloud: { radius: 1 } }, /cloud\.file is missing/],
    ['a negative radius', { cloud: { file: 'a', radius: -1 } }, /cloud\.radius should be a number ≥ 0, or "file"/],
    ['a scale of 0', { cloud: { file: 'a', scale: 0 } }, /cloud\.scale should be a number > 0/],
    ['a scale beside the cloud', { cloud: { file: 'a' }, scale: 2 }, /obstacle 'o0': scale is no known key/],
    ['a misspelt key', { cloud: { file: 'a', radios: 1 } }, /cloud\.radios is no known key; is 'radius' meant/],
    ['a solid map', { octomap: 'a.bt', solid: true }, /solid is no known key/],
    ['a floor without height', { floorMap: { file: 'a' } }, /floorMap\.height is missing/],
    [
      'an unknown that is neither',
      { floorMap: { file: 'a', height: 1, unknown: 'maybe' } },
      /floorMap\.unknown should be "free" or "occupied"/,
    ],
    [
      'heights twice',
      { heightField: { file: 'a', heights: [], spacing: 1 } },
      /heightField should have either a file or heights, but has both/,
    ],
    ['no heights', { heightField: { spacing: 1 } }, /heightField should have either a file or heights, but has neither/],
    ['one row', { heightField: { heights: [[1, 2]], spacing: 1 } }, /heights should be at least two rows/],
    ['one column', { heightField: { heights: [[1], [2]], spacing: 1 } }, /heights\[0\] should be at least two heights/],
    [
      'rows of two lengths',
      {
        heightField: {
          heights: [
            [1, 2],
            [3, 4, 5],
          ],
          spacing: 1,
        },
      },
      /heights\[1\] has 3 heights, the first row 2/,
    ],
    ['a spacing of 0', { heightField: { file: 'a', spacing: [1, 0] } }, /heightField\.spacing should be one or two lengths > 0/],
    ['two shapes', { cloud: { file: 'a' }, octomap: 'b' }, /should have one of .*, but has cloud and octomap/],
  ])('%s', (_what, shape, says) => {
    expect(() => parseCell(cellText(shape), 'cell.json')).toThrow(InputError);
    expect(() => parseCell(cellText(shape), 'cell.json')).toThrow(says);
  });
});
