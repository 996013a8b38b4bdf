import { describe, expect, test } from 'vitest';
import { type FloorMapOptions, readFloorMap } from '../../../../src/io/index.ts';
import { floorSquares } from '../../../../src/io/map/floor-squares.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { inspectMesh } from '../../../../src/mesh/inspect-mesh.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';

const YAML = 'image: map.pgm\nresolution: 0.5\norigin: [-1, -2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
const text = (words: string): Uint8Array => Uint8Array.from(words, (c) => c.charCodeAt(0));

/** P5 of one byte a pixel. */
const pgm = (width: number, pixels: readonly number[]): Uint8Array =>
  Uint8Array.from([...text(`P5\n# made by hand\n${width} ${pixels.length / width}\n255\n`), ...pixels]);

async function read(yaml: string, image: Uint8Array | string, options: Partial<FloorMapOptions> = {}): Promise<TriangleMesh> {
  const content: Record<string, Uint8Array> = {
    'maps/map.yaml': text(yaml),
    'maps/map.pgm': typeof image === 'string' ? text(image) : image,
  };
  const files = {
    read: async (path: string) => {
      if (content[path] === undefined) throw new InputError('no such file', { file: path });
      return content[path];
    },
  };
  return readFloorMap(files, 'maps/map.yaml', { height: 2, unknown: 'free', ...options });
}

const facts = async (...given: Parameters<typeof read>) => {
  const { closed, oriented, volume, bounds } = inspectMesh(await read(...given));
  return { closed, oriented, volume, min: bounds.min, max: bounds.max };
};

test('rows run from the top, the origin is the lower left corner, dark is occupied', async () => {
  // black at the top left, and at the lower right
  const mesh = await facts(YAML, pgm(3, [0, 254, 254, 254, 254, 0]));
  expect(mesh).toEqual({ closed: true, oriented: true, volume: 1, min: [-1, -2, 0], max: [0.5, -1, 2] });
  const top = await facts(YAML, pgm(3, [0, 254, 254, 254, 254, 254]));
  expect([top.min, top.max]).toEqual([
    [-1, -1.5, 0],
    [-0.5, -1, 2],
  ]);
});

test('P2, 16 bits, a white that is not 255', async () => {
  const wanted = await facts(YAML, pgm(2, [0, 254, 254, 0]));
  expect(await facts(YAML, 'P2 2 2 255\n0 254 # a comment\n254 0')).toEqual(wanted);
  expect(await facts(YAML, 'P2\n2 2\n1\n0 1\n1 0\n')).toEqual(wanted);
  expect(await facts(YAML, text('P5 2 2 65535 \0\0\xff\xff\xff\xff\0\0'))).toEqual(wanted);
});

describe('what counts', () => {
  /** Volume in cells, of pixels 0, 50, 100, 205, 254. */
  const cells = async (yaml: string, unknown: 'free' | 'occupied') =>
    (await facts(yaml, pgm(5, [0, 50, 100, 205, 254]), { unknown, height: 4 })).volume ?? 0;

  test.each([
    ['trinary', YAML, 2, 4],
    ['scale', `${YAML}mode: scale\n`, 2, 4],
    ['negated', YAML.replace('negate: 0', 'negate: 1'), 2, 4],
    // 0, 50 and 100 are shares of a hundred; 205 and 254 are unknown
    ['raw', `${YAML}mode: raw\n`, 1, 4],
    ['wide thresholds', YAML.replace('0.65', '0.6').replace('0.196', '0.2'), 3, 3],
  ])('%s', async (_what, yaml, free, occupied) => {
    expect(await cells(yaml, 'free')).toBe(free);
    expect(await cells(yaml, 'occupied')).toBe(occupied);
  });

  test('what is unknown may be there, unless told', async () => {
    expect((await facts(YAML, pgm(2, [205, 254]), { unknown: undefined })).volume).toBe(0.5);
    await expect(read(YAML, pgm(2, [205, 254]))).rejects.toThrow(/^maps\/map\.pgm: no cell is occupied/);
  });
});

test('turned by the yaw about the lower left corner, and scaled', async () => {
  const mesh = await read(YAML.replace('-2, 0]', '-2, 1.5707963267948966]'), pgm(3, [0, 0, 254, 0, 0, 254]), { scale: 1000, height: 7 });
  const { bounds, volume, closed, oriented } = inspectMesh(mesh);
  expect(closed && oriented && mesh.solid).toBe(true);
  // two cells along x become two along y, to the left of which is −x
  const wanted = [-2000, -2000, 0, -1000, -1000, 7];
  [...bounds.min, ...bounds.max].forEach((x, k) => {
    expect(Math.abs(x - wanted[k])).toBeLessThan(1e-9);
  });
  expect(volume).toBeCloseTo(7e6, 3);
});

test('wide areas are few triangles; cells are neither lost nor doubled, seed 1', async () => {
  const random = new Random(1);
  for (let i = 0; i < 30; i++) {
    const [columns, rows] = [1 + random.integer(40), 1 + random.integer(40)];
    const share = random.pick([0.1, 0.9, 1]);
    const occupied = Uint8Array.from({ length: columns * rows }, () => (random.next() < share ? 1 : 0));
    const covered = new Uint8Array(columns * rows);
    for (const { keys, step } of floorSquares(occupied, columns, rows))
      for (let k = 0; k < keys.length; k += 3)
        for (let x = 0; x < step; x++) for (let y = 0; y < step; y++) covered[(keys[k + 1] + y) * columns + keys[k] + x]++;
    expect(covered).toEqual(occupied);
  }
  expect((await read(YAML, pgm(256, new Array(65536).fill(205)), { unknown: 'occupied' })).triangleCount).toBe(12);
});

describe('broken', () => {
  const image = pgm(2, [0, 254, 254, 254]);
  const cases: [what: string, yaml: string, image: Uint8Array | string, says: RegExp][] = [
    ['an empty file', '', image, /^maps\/map\.yaml, line 1: the file is empty/],
    ['no resolution', YAML.replace(/resolution.*\n/, ''), image, /^maps\/map\.yaml, line 1: resolution is missing/],
    ['a resolution of 0', YAML.replace('0.5', '0'), image, /line 2: resolution should be a number > 0/],
    ['two numbers of origin', YAML.replace(', 0]', ']'), image, /line 3: origin should be 3 finite numbers/],
    ['a misspelt key', `${YAML}negat: 1\n`, image, /line 7: negat is no known key; is 'negate' meant/],
    ['a threshold of 65', YAML.replace('0.65', '65'), image, /line 5: occupied_thresh should be a number from 0 to 1/],
    ['thresholds exchanged', YAML.replace('0.65', '0.1'), image, /line 6: free_thresh is 0\.196, above occupied_thresh 0\.1/],
    ['an unknown mode', `${YAML}mode: grey\n`, image, /line 7: mode should be trinary, scale or raw/],
    ['negate in words', YAML.replace('negate: 0', 'negate: no way'), image, /line 4: negate should be 0 or 1/],
    ['no such image', YAML.replace('map.pgm', 'other.pgm'), image, /^maps\/other\.pgm: no such file/],
    ['a PNG', YAML, '\x89PNG\r\n', /^maps\/map\.pgm, line 1: is no PGM image.*--fmt pgm/],
    ['no width', YAML, 'P5\n', /^maps\/map\.pgm, line 1: the file ends where the width/],
    ['a width of 0', YAML, 'P5 0 1 255\n', /line 1: the width cannot be 0/],
    ['a white of 70000', YAML, 'P5 1 1 70000\n', /line 1: the largest value cannot be 70000/],
    ['4 billion pixels', YAML, 'P5 60000 60000 255\n\0', /^maps\/map\.pgm, byte 19: 60000 × 60000 pixels of 1 bytes, but only 1 are left/],
    ['cut short', YAML, image.subarray(0, -1), /^maps\/map\.pgm, byte \d+: 2 × 2 pixels of 1 bytes, but only 3/],
    ['left over', YAML, Uint8Array.from([...image, 99]), /^maps\/map\.pgm, byte \d+: 1 bytes are left over/],
    ['brighter than white', YAML, 'P5 2 1 100\n\0\x65', /^maps\/map\.pgm, byte 12: pixel 1 is 101, more than 100/],
    ['text: cut short', YAML, 'P2 2 2 255\n0 100 200', /^maps\/map\.pgm, line 2: the file ends where pixel 3/],
    ['text: too many', YAML, 'P2 2 1 255\n0 1 2', /line 2: more values than the 2 pixels/],
    ['text: brighter than white', YAML, 'P2 2 1 9\n0 10', /line 2: pixel 1 is 10; 0 to 9/],
    ['text: a word', YAML, 'P2 2 1 9\n0 x', /line 2: pixel 1 should be an integer, got "x"/],
  ];
  test.each(cases)('%s', async (_what, yaml, given, says) => {
    await expect(read(yaml, given)).rejects.toThrow(InputError);
    await expect(read(yaml, given)).rejects.toThrow(says);
  });

  test('options', async () => {
    for (const options of [{ height: 0 }, { height: '2' }, { height: undefined }, { unknown: 'maybe' }, { scale: -1 }, { heigth: 1 }])
      await expect(read(YAML, image, options as never)).rejects.toThrow(/floor map: /);
    await expect(readFloorMap('map.yaml' as never, 'map.yaml', { height: 1 })).rejects.toThrow(/readFloorMap\(files, path\)/);
  });
});
