import { describe, expect, test } from 'vitest';
import { buildMesh, meshMeter } from '../../../../src/io/mesh/build-mesh.ts';
import {
  type Affine,
  affineOf,
  compose,
  IDENTITY,
  isPinched,
  MeshAssembly,
  X_UP_TO_Z_UP,
  Y_UP_TO_Z_UP,
} from '../../../../src/io/mesh/mesh-assembly.ts';
import { WorkMeter } from '../../../../src/io/work-meter.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';

const randomAffine = (random: Random): Affine => Array.from({ length: 12 }, () => random.range(-2, 2));

function applied(m: Affine, [x, y, z]: readonly number[]): number[] {
  return [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
}

/** Six times the volume that the triangles enclose: positive where they look outwards. */
function sixVolumes({ positions: p, indices }: Pick<TriangleMesh, 'positions' | 'indices'>): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...p.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)]);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

/** By Sarrus. */
function volumeFactor([a, b, c, , d, e, f, , g, h, i]: Affine): number {
  return a * e * i + b * f * g + c * d * h - c * e * g - b * d * i - a * f * h;
}

const part = (): { positions: Float64Array; indices: Uint32Array } => {
  const { positions, indices } = box([1, 2, 3]);
  return { positions: positions.slice(), indices: indices.slice() };
};

describe('parts in their places', () => {
  test('one transform after the other is both, and none is none, seed mesh-assembly-1', () => {
    const random = new Random('mesh-assembly-1');
    for (let i = 0; i < 50; i++) {
      const [a, b] = [random.pick([randomAffine(random), IDENTITY]), random.pick([randomAffine(random), IDENTITY])];
      const x = random.direction();
      const both = applied(compose(a, b), x);
      applied(a, applied(b, x)).forEach((value, k) => {
        expect(both[k]).toBeCloseTo(value, 12);
      });
    }
    expect(affineOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 1])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([affineOf([...IDENTITY, 0, 0, 0.1, 1]), affineOf([...IDENTITY, 0, 0, 0, 2])]).toEqual([null, null]);
  });

  test('a box holds as much as its transform says, outside stays outside in mirrors too, seed mesh-assembly-2', () => {
    const random = new Random('mesh-assembly-2');
    let mirrored = 0;
    for (let i = 0; i < 50; i++) {
      const assembly = new MeshAssembly('a.glb', new WorkMeter());
      const places = [randomAffine(random), randomAffine(random)];
      for (const place of places) assembly.place(part(), place);
      const mesh = assembly.build({});
      const expected = places.reduce((sum, place) => sum + 36 * Math.abs(volumeFactor(place)), 0);
      if (places.some((place) => volumeFactor(place) < 0)) mirrored++;
      expect(sixVolumes(mesh)).toBeCloseTo(expected, 9);
      expect([mesh.vertexCount, mesh.triangleCount]).toEqual([2 * (part().positions.length / 3), 2 * (part().indices.length / 3)]);
    }
    expect(mirrored).toBeGreaterThan(10);
    expect(new MeshAssembly('a.glb', new WorkMeter()).isEmpty).toBe(true);
  });

  test('what is up becomes z without a mirror', () => {
    expect([applied(Y_UP_TO_Z_UP, [0, 1, 0]), applied(X_UP_TO_Z_UP, [1, 0, 0])]).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect([volumeFactor(Y_UP_TO_Z_UP), volumeFactor(X_UP_TO_Z_UP)]).toEqual([1, 1]);
  });

  test('copies beyond the work that is allowed, and places beyond what doubles hold, are refused', () => {
    const assembly = new MeshAssembly('a.glb', new WorkMeter(1000));
    const many = (): void => {
      for (let i = 0; i < 100; i++) assembly.place(part(), IDENTITY);
    };
    expect(many).toThrow(/takes more work/);
    const far = new MeshAssembly('a.glb', new WorkMeter());
    far.place(part(), [1e91, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    expect(() => far.build({})).toThrow(/a\.glb.*put in its place, vertex 0 has coordinate x/);
  });

  test('two corners at one place pinch a triangle, two numbers of one place too', () => {
    const p = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0);
    expect([isPinched(p, 0, 1, 2), isPinched(p, 0, 1, 1), isPinched(p, 3, 0, 1), isPinched(p, 1, 3, 2)]).toEqual([false, true, true, true]);
  });
});

describe('what options do to a mesh', () => {
  const built = (options: Parameters<typeof buildMesh>[3]): TriangleMesh => {
    const { positions, indices } = part();
    return buildMesh(positions, indices, 'a.stl', options, new WorkMeter());
  };

  test('a scale multiplies the volume, and a mirror leaves the outside outside', () => {
    for (const scale of [2, -2, [1, 2, 3], [-1, 2, 3], [-1, -2, 3], [-1, -2, -3]] as const) {
      const [x, y, z] = typeof scale === 'number' ? [scale, scale, scale] : scale;
      expect(sixVolumes(built({ scale }))).toBe(36 * Math.abs(x * y * z));
    }
    for (const scale of [0, NaN, Infinity, [1, 2], [1, 0, 1]]) expect(() => built({ scale: scale as number })).toThrow(InputError);
    expect(() => built({ scale: 1e91 })).toThrow(/scaled, vertex 0 has coordinate x/);
  });

  test('welding gives equal places one number, in order, and moves no triangle', () => {
    const { positions, indices } = box([1, 2, 3]);
    const soup = Float64Array.from([...indices].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
    const numbers = Uint32Array.from(indices, (_, k) => k);
    const welded = buildMesh(soup.slice(), numbers.slice(), 'a.stl', { weld: true }, new WorkMeter());
    expect(welded.vertexCount).toBe(8);
    const corners = [...welded.indices].flatMap((v) => [...welded.positions.subarray(3 * v, 3 * v + 3)]);
    expect(corners).toEqual([...soup]);
    // numbered as they first appear
    const seen = [...welded.indices].filter((v, k, all) => all.indexOf(v) === k);
    expect(seen).toEqual(seen.map((_, k) => k));
    expect(buildMesh(soup.slice(), numbers.slice(), 'a.stl', { weld: false }, new WorkMeter(), true).vertexCount).toBe(numbers.length);
  });

  test('a misspelt option is refused, and a mesh is called after its file', () => {
    expect(() => meshMeter({ Scale: 2 } as object)).toThrow(InputError);
    expect([built({}).name, built({ name: 'crate' }).name]).toEqual(['a.stl', 'crate']);
  });
});
