import { describe, expect, test } from 'vitest';
import { parseOctomap, readOctomap } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { inspectMesh } from '../../../../src/mesh/inspect-mesh.ts';
import { type Node, OCTOMAP_HEAD, occupiedLeaves, octomapBytes, randomOctree } from './write-octomap.ts';

/** The one child of a node. */
const only = (child: number, kind: 0 | 1 | 2 | Node): Node => Array.from({ length: 8 }, (_, i) => (i === child ? kind : 0));

test('the eighths of the root', () => {
  for (let child = 0; child < 8; child++) {
    const mesh = parseOctomap(octomapBytes(only(child, 2), 2 ** -5), 'a.bt');
    const low = [0, 1, 2].map((k) => ((child >> k) & 1 ? 0 : -1024));
    expect(inspectMesh(mesh)).toMatchObject({
      triangles: 12,
      closed: true,
      oriented: true,
      volume: 2 ** 30,
      bounds: { min: low, max: low.map((x) => x + 1024) },
    });
    expect([mesh.solid, mesh.name]).toEqual([true, 'a.bt']);
  }
});

test('the finest cell above the origin', () => {
  let node: Node = only(0, 2);
  for (let level = 0; level < 14; level++) node = only(0, node);
  expect(inspectMesh(parseOctomap(octomapBytes(only(7, node), 0.05), 'a.bt')).bounds).toEqual({ min: [0, 0, 0], max: [0.05, 0.05, 0.05] });
  const scaled = parseOctomap(octomapBytes(only(7, node), 0.5), 'a.bt', { scale: 1000, name: 'map' });
  expect(inspectMesh(scaled).bounds.max).toEqual([500, 500, 500]);
  expect(scaled.name).toBe('map');
});

test('random trees: volume, bounds and closedness of their occupied cells, seed 1', () => {
  const random = new Random(1);
  for (let i = 0; i < 40; i++) {
    const root = randomOctree(random);
    const leaves = occupiedLeaves(root);
    const mesh = parseOctomap(octomapBytes(root, 2 ** -6), 'a.bt');
    const { closed, oriented, volume, bounds } = inspectMesh(mesh);
    const cell = 2 ** -6;
    expect(closed && oriented).toBe(true);
    const wanted = leaves.reduce((sum, [, , , step]) => sum + (step * cell) ** 3, 0);
    expect(Math.abs((volume ?? 0) - wanted)).toBeLessThan(1e-9 * wanted);
    expect(bounds.min).toEqual([0, 1, 2].map((k) => Math.min(...leaves.map((leaf) => (leaf[k] - 32768) * cell))));
    expect(bounds.max).toEqual([0, 1, 2].map((k) => Math.max(...leaves.map((leaf) => (leaf[k] + leaf[3] - 32768) * cell))));
  }
});

test('what its head may be like', async () => {
  const root = only(3, 2);
  for (const head of [
    '# Octomap OcTree binary file\nid ColorOcTree\nsize 0\n',
    '# Octomap OcTree binary file\r\nid OcTree\r\n',
    '# Octomap OcTree binary file\n\n  # more\nsize 4000000000000\n',
  ])
    expect(parseOctomap(octomapBytes(root, 0.5, head), 'a.bt').triangleCount).toBe(12);
  const files = { read: async () => octomapBytes(root, 0.5) };
  expect((await readOctomap(files, 'a.bt')).triangleCount).toBe(12);
  await expect(readOctomap('a.bt' as never, 'a.bt')).rejects.toThrow(/readOctomap\(files, path\)/);
  for (const options of [{ scale: 0 }, { scale: '1' }, { unknown: 'free' }])
    expect(() => parseOctomap('', 'a.bt', options as never)).toThrow(InputError);
});

describe('broken', () => {
  let deep: Node = only(0, 2);
  for (let level = 0; level < 16; level++) deep = only(0, deep);
  const good = octomapBytes(only(1, only(2, 2)), 0.5);
  const words = (text: string): Uint8Array => new TextEncoder().encode(text);
  const cases: [what: string, source: Uint8Array | string, says: RegExp][] = [
    ['empty', '', /^a\.bt, line 1: is no OctoMap/],
    ['something else', 'ply\n', /^a\.bt, line 1: is no OctoMap/],
    ['a full one', '# Octomap OcTree file\nid OcTree\n', /^a\.bt, line 1: is a full OctoMap \(\.ot\).*write it as \.bt/],
    ['no data', OCTOMAP_HEAD, /^a\.bt, line 5: the file ends inside its header/],
    ['no resolution', `${OCTOMAP_HEAD}data\n\0\0`, /^a\.bt, line 6: the header has no line res/],
    ['a resolution of 0', `${OCTOMAP_HEAD}res 0\ndata\n\0\0`, /^a\.bt, line 6: the resolution cannot be 0/],
    ['a resolution in words', `${OCTOMAP_HEAD}res fine\ndata\n\0\0`, /^a\.bt, line 6: res should be a number, got "fine"/],
    ['a resolution beyond numbers', octomapBytes(only(1, 2), 1e90), /^a\.bt: cells of 1e\+90 are too large/],
    ['another class', '# Octomap OcTree binary file\nid MyTree\nres 1\ndata\n', /^a\.bt, line 2: holds a tree of the class "MyTree"/],
    ['an unknown line', '# Octomap OcTree binary file\nroot 1\n', /^a\.bt, line 2: "root" is no line/],
    ['cut short', good.subarray(0, -1), new RegExp(`^a\\.bt, byte ${good.length - 1}: the file ends within its tree`)],
    ['no tree', good.subarray(0, -4), new RegExp(`^a\\.bt, byte ${good.length - 4}: the file ends within`)],
    ['left over', Uint8Array.from([...good, 1, 2]), new RegExp(`^a\\.bt, byte ${good.length}: 2 bytes are left over`)],
    ['nothing occupied', octomapBytes(only(1, 1), 1), /^a\.bt, byte \d+: no cell is occupied/],
    ['too deep', octomapBytes(deep, 1), /^a\.bt, byte \d+: a cell is divided more than 16 times/],
    ['ones only', Uint8Array.from([...good.subarray(0, -4), ...words('\xff'.repeat(100))]), /^a\.bt, byte \d+: /],
  ];
  test.each(cases)('%s', (_what, source, says) => {
    expect(() => parseOctomap(source, 'a.bt')).toThrow(InputError);
    expect(() => parseOctomap(source, 'a.bt')).toThrow(says);
  });
});
