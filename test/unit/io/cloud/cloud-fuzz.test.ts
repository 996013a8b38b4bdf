import { describe, expect, test } from 'vitest';
import { parseCloud, parseHeightField, parseOctomap } from '../../../../src/io/index.ts';
import { parsePgm } from '../../../../src/io/map/parse-pgm.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { octomapBytes, randomOctree } from '../map/write-octomap.ts';
import { plyBytes } from '../mesh/write-mesh.ts';
import { pcdBytes } from './write-cloud.ts';

// Damaged files are read or refused with an InputError that names the file; nothing else may happen, and soon.

const bytes = (text: string) => new TextEncoder().encode(text);
const fields = ['x', 'radius', 'y', '_', 'z'].map((name, k) => ({ name, values: [1, 2.5, 1e-3, 0, 2.5, 2.5].map((x) => x + k) }));
const soup = { positions: [0, 1, 2, 3, 4, 5, 6.5, 7, 8], faces: [] };

const FILES: Record<string, Uint8Array> = {
  'text.pcd': pcdBytes('ascii', fields),
  'binary.pcd': pcdBytes('binary', fields),
  'packed.pcd': pcdBytes('binary_compressed', fields),
  'text.ply': plyBytes(soup, 'ascii'),
  'little.ply': plyBytes(soup, 'binary_little_endian'),
  'a.csv': bytes('# x\nx,y,z,radius\n1,2,3,0.5\nnan,nan,nan,1\n4,5e-1,6,0\n7,8,9.25,1\n'),
  'a.pts': bytes('3\n1 2 3 4\n5 6 7 8\n-1 0 1 255\n'),
  'map.bt': octomapBytes(randomOctree(new Random(4), 5), 0.05),
  'map.pgm': bytes('P5\n# map\n4 2\n127\nabcdefgh'),
  'text.pgm': bytes('P2\n4 2\n127\n1 2 3 4\n5 6 7 127\n'),
  'heights.txt': bytes('0 1 2\n3 4.5 5\n6 7 -8\n'),
  'heights.json': bytes('[[0, 1, 2],\n [3, 4.5, 5]]'),
};

function read(source: Uint8Array, file: string): void {
  if (file.endsWith('.bt')) parseOctomap(source, file);
  else if (file.endsWith('.pgm')) parsePgm(source, file);
  else if (file.startsWith('heights')) parseHeightField(source, file, { spacing: 1 });
  else parseCloud(source, file, { onWarning: () => {} });
}

/** Whether it was read; throws what is not an InputError of this file. */
function survives(source: Uint8Array, file: string): boolean {
  try {
    read(source, file);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.file === file) return false;
    throw error;
  }
}

describe.each(Object.keys(FILES))('%s', (file) => {
  const original = FILES[file];

  test('the original is read, and cut short anywhere it is read or refused', () => {
    expect(survives(original, file)).toBe(true);
    let refused = 0;
    for (let length = 0; length < original.length; length++) if (!survives(original.subarray(0, length), file)) refused++;
    expect(refused).toBeGreaterThan(0);
  });

  test('up to 8 bytes changed, 1,000 times, seed 7', () => {
    const random = new Random(`bytes ${file} 7`);
    const tempting = bytes('0123456789-+.eE/ \n\r\t#,;\\\0\xff nafixyz_');
    let refused = 0;
    for (let run = 0; run < 1000; run++) {
      const damaged = original.slice();
      for (let n = 1 + random.integer(8); n > 0; n--)
        damaged[random.integer(damaged.length)] = random.next() < 0.5 ? random.integer(256) : random.pick(tempting);
      if (!survives(damaged, file)) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('parts repeated, removed and swapped, 300 times, seed 8', () => {
    const random = new Random(`parts ${file} 8`);
    for (let run = 0; run < 300; run++) {
      const [a, b, c] = [0, 1, 2].map(() => random.integer(original.length)).sort((x, y) => x - y);
      const [head, left, right, tail] = [original.subarray(0, a), original.subarray(a, b), original.subarray(b, c), original.subarray(c)];
      const parts = run % 3 === 0 ? [head, left, left, right, tail] : run % 3 === 1 ? [head, right, tail] : [head, right, left, tail];
      survives(Uint8Array.from(parts.flatMap((part) => [...part])), file);
    }
  });

  test('random bytes behind its first 100, 200 times, seed 9', () => {
    const random = new Random(`noise ${file} 9`);
    for (let run = 0; run < 200; run++) {
      const noise = Uint8Array.from({ length: random.integer(300) }, () => random.integer(256));
      survives(Uint8Array.from([...original.subarray(0, random.integer(100)), ...noise]), file);
    }
  });
});

test('long runs of one byte do not take quadratic time', () => {
  for (const file of ['run.pcd', 'run.ply', 'run.xyz', 'run.pts', 'run.bt', 'run.pgm', 'heights.txt', 'run'])
    for (const byte of [0, 10, 13, 32, 35, 44, 48, 59, 91, 92, 110, 255]) {
      survives(new Uint8Array(300_000).fill(byte), file);
      survives(Uint8Array.from([...bytes('1 2 3\n'), ...new Uint8Array(100_000).fill(byte)]), file);
      survives(Uint8Array.from([...bytes('x,y,z\n1,2,3\n'), ...new Uint8Array(100_000).fill(byte)]), file);
      survives(Uint8Array.from([...bytes('VERSION 0.7\nFIELDS '), ...new Uint8Array(100_000).fill(byte)]), file);
    }
});
