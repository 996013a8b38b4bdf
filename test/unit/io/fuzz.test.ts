import { describe, expect, test } from 'vitest';
import { parseMesh, parseRigidScene } from '../../../src/io/index.ts';
import { MESH_FORMATS } from '../../../src/io/mesh/mesh-format.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { objText, offText, POLYGONS, plyBytes, stlBytes, stlText, TETRAHEDRON } from './mesh/write-mesh.ts';

// Damaged files are read or refused with an InputError that names the file; nothing else may happen, and soon.

const bytes = (text: string) => new TextEncoder().encode(text);
const SCENE = `{"format":"ccd-scene/1","name":"s","meshA":"a.obj","meshB":"a.obj","poseB":{"q":[0,0,0,1],"t":[0,0,0]},"touch":0.01,"queries":[
{"id":0,"trajectory":1,"q0":[0,0,0,1],"t0":[1,2,3],"q1":[0.6,0,0,0.8],"t1":[0,0,1e3],"ref":{"collide":true,"lo":0.25,"hi":0.26,"d0":1}}]}`;

const FILES: Record<string, Uint8Array> = {
  'grouped.obj': bytes(`# head\no a\n${objText(POLYGONS)}g b\nf 1/2/3 2//3 -1 \\\n 4\n`),
  'text.stl': bytes(stlText(TETRAHEDRON)),
  'binary.stl': stlBytes(TETRAHEDRON, 'solid'),
  'text.ply': plyBytes(POLYGONS, 'ascii'),
  'little.ply': plyBytes(POLYGONS, 'binary_little_endian'),
  'big.ply': plyBytes(POLYGONS, 'binary_big_endian', { coordinate: 'float', count: 'int', index: 'ushort' }),
  'a.off': bytes(offText(POLYGONS)),
  unnamed: bytes(offText(TETRAHEDRON)),
  'scene.json': bytes(SCENE),
};

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Whether it was read; throws what is not an InputError of this file. */
function survives(source: Uint8Array, file: string): boolean {
  try {
    if (file === 'scene.json') parseRigidScene(source, file);
    else parseMesh(source, file);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.file === file) return false;
    throw error;
  }
}

describe.each(Object.keys(FILES))('%s', (file) => {
  const original = FILES[file];

  test('the original is read', () => {
    expect(survives(original, file)).toBe(true);
  });

  test('cut short anywhere', () => {
    let refused = 0;
    for (let length = 0; length < original.length; length++) if (!survives(original.subarray(0, length), file)) refused++;
    expect(refused).toBeGreaterThan(original.length / 2);
  });

  test('up to 8 bytes changed, 1,500 times, seed 7', () => {
    const random = numbers(7);
    const tempting = bytes('0123456789-+.eE/ \n\r\t#\\\0\xff nafo');
    let refused = 0;
    for (let run = 0; run < 1500; run++) {
      const damaged = original.slice();
      for (let n = 1 + Math.floor(random() * 8); n > 0; n--) {
        const at = Math.floor(random() * damaged.length);
        damaged[at] = random() < 0.5 ? Math.floor(random() * 256) : tempting[Math.floor(random() * tempting.length)];
      }
      if (!survives(damaged, file)) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('parts repeated, removed and swapped, 500 times, seed 8', () => {
    const random = numbers(8);
    for (let run = 0; run < 500; run++) {
      const [a, b, c] = [random(), random(), random()].map((r) => Math.floor(r * original.length)).sort((x, y) => x - y);
      const [head, left, right, tail] = [original.subarray(0, a), original.subarray(a, b), original.subarray(b, c), original.subarray(c)];
      const kind = run % 3;
      const parts = kind === 0 ? [head, left, left, right, tail] : kind === 1 ? [head, right, tail] : [head, right, left, tail];
      survives(Uint8Array.from(parts.flatMap((part) => [...part])), file);
    }
  });

  test('random bytes behind its first 20, 300 times, seed 9', () => {
    const random = numbers(9);
    for (let run = 0; run < 300; run++) {
      const noise = Uint8Array.from({ length: Math.floor(random() * 300) }, () => random() * 256);
      survives(Uint8Array.from([...original.subarray(0, Math.floor(random() * 20)), ...noise]), file);
    }
  });
});

test('long runs of one byte do not take quadratic time', () => {
  for (const extension of [...MESH_FORMATS, 'none']) {
    for (const byte of [0, 10, 13, 32, 35, 47, 48, 92, 118, 255]) {
      survives(new Uint8Array(1_000_000).fill(byte), `run.${extension}`);
      survives(Uint8Array.from([...bytes('v 0 0 0\nf '), ...new Uint8Array(300_000).fill(byte)]), `run.${extension}`);
    }
  }
});
