import { describe, expect, test } from 'vitest';
import { buildAabbTree } from '../../../src/hierarchy/aabb-tree.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import { refit } from '../../../src/hierarchy/refit.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { escapes, exactly, reaches } from './exact-containment.ts';
import { hardSoups, wavySheet } from './soups.ts';

describe.each([
  ['obb', buildObbTree],
  ['aabb', buildAabbTree],
] as const)('%s tree', (_, build) => {
  for (const { name, mesh } of hardSoups(4)) {
    test(`contains its triangles, exactly: ${name} (seed 4)`, () => {
      const tree = build(mesh);
      expect(validate(tree)).toEqual([]);
      expect(escapes(tree)).toEqual([]);
      for (let o = 0; o < tree.leaves.length; o += 10) {
        for (let v = o; v < o + 9; v += 3) expect(reaches(tree.radius, [...tree.leaves.subarray(v, v + 3)], tree.leaves[o + 9])).toBe(true);
      }
    });
  }

  test('refit follows a deformation, exactly (seed 5)', () => {
    const random = new Random(5);
    for (const { mesh } of hardSoups(5)) {
      const tree = build(mesh);
      const size = Math.max(...mesh.positions.map(Math.abs)) || 1;
      refit(
        tree,
        mesh.positions.map((x, i) => 0.5 * (x + (i % 3) * 0.1 * size + 0.2 * size * random.range(-1, 1))),
      );
      expect(validate(tree)).toEqual([]);
      expect(escapes(tree)).toEqual([]);
    }
  });

  test('is the same to the last bit when built again', () => {
    const mesh = wavySheet(12);
    expect(build(mesh).nodes).toEqual(build(mesh).nodes);
  });

  test('lives where the allocator says', () => {
    const buffer = new SharedArrayBuffer(1 << 16);
    const tree = build(wavySheet(4), { allocate: () => ({ buffer, offset: 128 }) });
    expect(tree.nodes.buffer).toBe(buffer);
    expect(validate(tree)).toEqual([]);
  });
});

describe('obb tree', () => {
  test('fits a turned box closely', () => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 3 : -3, i & 2 ? 2 : -2, i & 4 ? 1 : -1]);
    const positions = corners.flatMap(([x, y, z]) => [0.8 * x - 0.6 * y + 5, 0.6 * x + 0.8 * y, z]);
    const faces = [0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7, 5];
    const { nodes } = buildObbTree(new TriangleMesh(positions, faces));
    const half = [...nodes.subarray(3, 6)].sort();
    expect(half[0] * half[1] * half[2]).toBeLessThan(6.2);
    expect([...nodes.subarray(0, 3)].map((x) => Math.round(x * 1e6) / 1e6 + 0)).toEqual([5, 0, 0]);
  });

  test('ρ bounds the corners of every box, exactly', () => {
    const tree = buildObbTree(wavySheet(6, 1, [3, 4, 5]));
    for (let o = 0; o < tree.nodes.length; o += 16) {
      for (let corner = 0; corner < 8; corner++) {
        const [u, v] = [tree.nodes.subarray(o + 6, o + 9), tree.nodes.subarray(o + 9, o + 12)];
        const w = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const sign = (bit: number): number => (corner & bit ? 1 : -1);
        const x = [0, 1, 2].map(
          (k) =>
            tree.nodes[o + k] +
            sign(1) * tree.nodes[o + 3] * u[k] +
            sign(2) * tree.nodes[o + 4] * v[k] +
            sign(4) * tree.nodes[o + 5] * w[k],
        );
        expect(reaches(tree.nodes[o + 14], x, 0)).toBe(true);
      }
    }
  });
});

describe('aabb tree', () => {
  test('boxes without radius are exact', () => {
    const mesh = wavySheet(5);
    const { nodes } = buildAabbTree(mesh);
    for (let k = 0; k < 3; k++) {
      const along = [...mesh.positions].filter((_, i) => i % 3 === k);
      expect(nodes[k]).toBe(Math.min(...along));
      expect(nodes[3 + k]).toBe(Math.max(...along));
    }
  });

  test('boxes with radius are outside by an ulp or two', () => {
    const { nodes } = buildAabbTree(new TriangleMesh([0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3], undefined, { radius: 0.7 }));
    for (let k = 0; k < 3; k++) {
      const exact = exactly([0.1, 0.2, 0.3][k]) + exactly(0.7);
      expect(exactly(nodes[3 + k]) >= exact).toBe(true);
      expect(Number(exactly(nodes[3 + k]) - exact) / Number(exact)).toBeLessThan(1e-15);
    }
  });
});
