import { describe, expect, test } from 'vitest';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { refit } from '../../../src/hierarchy/refit.ts';
import { DEEPEST } from '../../../src/hierarchy/split-triangles.ts';
import { LEAF_STRIDE } from '../../../src/hierarchy/triangle-tree.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { escapes, reaches, rhoReaches } from './exact-containment.ts';
import { hardSoups, wavySheet } from './soups.ts';

describe.each(['rss', 'lss', 'pss'] as const)('%s tree', (volume) => {
  for (const { name, mesh } of hardSoups(1)) {
    test(`contains its triangles, exactly: ${name} (seed 1)`, () => {
      const tree = buildSweptSphereTree(mesh, { volume });
      expect(validate(tree)).toEqual([]);
      expect(escapes(tree)).toEqual([]);
      for (let node = 0; node < tree.nodeCount; node++) {
        const o = 16 * node;
        expect(rhoReaches(tree.nodes, o)).toBe(true);
        if (volume !== 'rss') expect(tree.nodes[o + 10]).toBe(0);
        if (volume === 'pss') expect(tree.nodes[o + 9]).toBe(0);
        expect(tree.nodes[o + 15]).toBe(0);
        expect(tree.nodes[o + 14]).toBeCloseTo(
          (tree.nodes[o + 9] + 2 * tree.nodes[o + 11]) * (tree.nodes[o + 10] + 2 * tree.nodes[o + 11]),
        );
      }
      for (let o = 0; o < tree.leaves.length; o += LEAF_STRIDE) {
        for (let v = o; v < o + 9; v += 3) expect(reaches(tree.radius, [...tree.leaves.subarray(v, v + 3)], tree.leaves[o + 9])).toBe(true);
      }
    });
  }
});

describe('swept-sphere tree', () => {
  test('is the same to the last bit when built again', () => {
    for (const { mesh } of hardSoups(2)) {
      const a = buildSweptSphereTree(mesh);
      const b = buildSweptSphereTree(mesh);
      expect(a.nodes).toEqual(b.nodes);
      expect(a.triangles).toEqual(b.triangles);
      expect(a.radius).toBe(b.radius);
    }
  });

  test('scales to the last bit by powers of two', () => {
    const one = buildSweptSphereTree(wavySheet(9));
    for (const scale of [2 ** 20, 2 ** -20, 2 ** 200, 2 ** -200]) {
      const other = buildSweptSphereTree(
        new TriangleMesh(
          one.mesh.positions.map((x) => scale * x),
          one.mesh.indices,
        ),
      );
      expect(other.triangles).toEqual(one.triangles);
      for (let i = 0; i < one.nodes.length; i++) {
        const k = i % 16;
        const factor = k >= 6 && k <= 12 ? scale : k === 14 ? scale * scale : 1;
        expect(other.nodes[i]).toBe(factor * one.nodes[i]);
      }
    }
  });

  test('fits tightly: little above the smallest possible volume around simple shapes', () => {
    // A flat square of 32 triangles, turned out of the axes: its rectangle and no thickness.
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i <= 4; i++) {
      for (let j = 0; j <= 4; j++) {
        const [x, y] = [i / 4, j / 4];
        positions.push(0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, 2 + 0.5 * x);
        if (i < 4 && j < 4) indices.push(5 * i + j, 5 * i + j + 1, 5 * i + j + 5, 5 * i + j + 1, 5 * i + j + 6, 5 * i + j + 5);
      }
    }
    const { nodes } = buildSweptSphereTree(new TriangleMesh(positions, indices));
    expect(nodes[11]).toBeLessThan(1e-12);
    expect(nodes[9] * nodes[10]).toBeLessThan(1.12 * Math.sqrt(1.25));
    expect(nodes[14]).toBeLessThan(1.12 * Math.sqrt(1.25));
  });

  test('the volume of a triangle is the rectangle on its longest edge', () => {
    const { nodes } = buildSweptSphereTree(new TriangleMesh([0, 0, 0, 4, 0, 0, 1, 0, 2]));
    expect([...nodes.subarray(0, 11)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 4, 2]);
    expect(nodes[11]).toBeLessThan(2e-14);
    expect(nodes[13]).toBe(-1);
  });

  test('a sphere is exact up to rounding', () => {
    const tree = buildSweptSphereTree(new TriangleMesh([1, 2, 3, 1, 2, 3, 1, 2, 3], undefined, { radius: 0.5 }));
    expect([...tree.nodes.subarray(6, 11)]).toEqual([1, 2, 3, 0, 0]);
    expect(tree.nodes[11]).toBeGreaterThanOrEqual(0.5);
    expect(tree.nodes[11]).toBeLessThan(0.5 + 1e-14);
  });

  test('inflation is about 10^-14 of the coordinates, not more', () => {
    for (const shift of [0, 1e6]) {
      const flat = wavySheet(8, 1, [shift, 0, 0]);
      for (let i = 2; i < flat.positions.length; i += 3) flat.positions[i] = 0;
      const { nodes } = buildSweptSphereTree(flat);
      for (let o = 0; o < nodes.length; o += 16) expect(nodes[o + 11]).toBeLessThan(4e-14 * (1 + 0.1 * shift));
    }
  });

  test('stays shallow where splits are lopsided', () => {
    const positions: number[] = [];
    for (let i = 0; i < 900; i++) {
      const x = 2 ** (-i % 300);
      positions.push(x, 0, 0, x, x * 1e-3, 0, x, 0, x * 1e-3);
    }
    const tree = buildSweptSphereTree(new TriangleMesh(positions));
    expect(tree.depth).toBeLessThanOrEqual(DEEPEST);
    expect(validate(tree)).toEqual([]);
    const same = buildSweptSphereTree(new TriangleMesh(new Array(9 * 1024).fill(3)));
    expect(same.depth).toBe(10);
  });

  test('refit follows a deformation, exactly (seed 3)', () => {
    const random = new Random(3);
    for (const { mesh } of hardSoups(3)) {
      const tree = buildSweptSphereTree(mesh);
      const shape = tree.triangles.slice();
      const size = Math.max(...mesh.positions.map(Math.abs)) || 1;
      const moved = mesh.positions.map((x, i) => 0.5 * (x + (i % 3) * 0.1 * size + 0.2 * size * random.range(-1, 1)));
      refit(tree, moved);
      expect(tree.triangles).toEqual(shape);
      expect(tree.mesh.positions).toEqual(moved);
      expect(validate(tree)).toEqual([]);
      expect(escapes(tree)).toEqual([]);
    }
  });

  test('refit to the same positions changes nothing', () => {
    const tree = buildSweptSphereTree(wavySheet(7));
    const before = tree.nodes.slice();
    refit(tree, tree.mesh.positions);
    expect(tree.nodes).toEqual(before);
  });

  test('refit refuses bad positions and leaves the tree alone', () => {
    const tree = buildSweptSphereTree(wavySheet(3));
    const before = tree.nodes.slice();
    const bad = tree.mesh.positions.slice();
    bad[5] = Number.NaN;
    expect(() => refit(tree, bad)).toThrow(InputError);
    expect(() => refit(tree, bad)).toThrow(/vertex 1 has coordinate z = NaN/);
    expect(() => refit(tree, bad.subarray(3))).toThrow(InputError);
    expect(tree.nodes).toEqual(before);
    expect(validate(tree)).toEqual([]);
  });

  test('lives where the allocator says', () => {
    const shared = new SharedArrayBuffer(1 << 16);
    const tree = buildSweptSphereTree(wavySheet(4), { allocate: () => ({ buffer: shared, offset: 64 }) });
    expect(tree.nodes.buffer).toBe(shared);
    expect(tree.nodes.byteOffset).toBe(64);
    expect(tree.triangles.buffer).toBe(shared);
    expect(validate(tree)).toEqual([]);
    for (const offset of [4, -8, 1.5, Number.NaN, 1 << 16]) {
      expect(() => buildSweptSphereTree(wavySheet(4), { allocate: () => ({ buffer: shared, offset }) })).toThrow(InputError);
    }
    expect(() => buildSweptSphereTree(wavySheet(40), { allocate: () => ({ buffer: shared, offset: 0 }) })).toThrow(/needs \d+ bytes/);
  });

  test('refuses an unknown volume', () => {
    expect(() => buildSweptSphereTree(wavySheet(2), { volume: 'box' as 'rss' })).toThrow(InputError);
  });

  test('takes at most 300 bytes a triangle besides mesh and leaves', () => {
    const tree = buildSweptSphereTree(wavySheet(20));
    expect(tree.nodes.byteLength + tree.triangles.byteLength).toBeLessThanOrEqual(300 * tree.leafCount);
  });
});
