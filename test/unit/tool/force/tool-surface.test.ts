import { describe, expect, test } from 'vitest';
import { torusLike } from '../../../../scenes/surface.ts';
import { pointTriangleDistance } from '../../../../src/geometry/point-triangle.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { cylinder } from '../../../../src/mesh/cylinder.ts';
import { box, capsule } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { PROBE_DEPTH, PROBE_OUT, PROBE_POINT, PROBE_SIZE, ToolSurface } from '../../../../src/tool/force/tool-surface.ts';
import { toolTips } from '../../../../src/tool/force/tool-tips.ts';

const NONE = new Float64Array(3);

function torus(): TriangleMesh {
  const { points, triangles } = torusLike(20, 10, (i, j) => {
    const [u, v] = [(2 * Math.PI * i) / 20, (2 * Math.PI * j) / 10];
    const r = 2 + 0.7 * Math.cos(v);
    return [r * Math.cos(u), r * Math.sin(u), 0.7 * Math.sin(v)];
  });
  return new TriangleMesh(points.flat(), triangles.flat(), { name: 'torus', solid: true });
}

function corners(mesh: TriangleMesh, t: number): Float64Array {
  return Float64Array.from({ length: 9 }, (_, i) => mesh.positions[3 * mesh.indices[3 * t + Math.floor(i / 3)] + (i % 3)]);
}

/** Distance by the certified kernel over all triangles; inside by the sum of solid angles. */
function bruteDepth(mesh: TriangleMesh, p: Float64Array): number {
  const out = new Float64Array(5);
  let least = Infinity;
  let angle = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const c = corners(mesh, t);
    pointTriangleDistance(p, 0, c, 0, out, 0);
    least = Math.min(least, out[3]);
    const [a, b, d] = [0, 3, 6].map((k) => [c[k] - p[0], c[k + 1] - p[1], c[k + 2] - p[2]]);
    const [la, lb, ld] = [a, b, d].map((x) => Math.hypot(...x));
    const dot = (x: number[], y: number[]) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    const det = a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) + a[2] * (b[0] * d[1] - b[1] * d[0]);
    angle += 2 * Math.atan2(det, la * lb * ld + dot(a, b) * ld + dot(b, d) * la + dot(d, a) * lb);
  }
  return Math.abs(angle) > 2 * Math.PI ? least : -least;
}

describe('depth in a tool', () => {
  test.each([
    ['box', box([1, 2, 3])],
    ['cylinder', cylinder(1, 3, { segments: 12 })],
    ['torus', torus()],
  ] as const)('%s: against all triangles and the winding number, seed tool-surface-1', (_name, mesh) => {
    const random = new Random('tool-surface-1');
    const surface = new ToolSurface(mesh);
    const out = new Float64Array(PROBE_SIZE);
    let inside = 0;
    for (let i = 0; i < 800; i++) {
      const p = Float64Array.from([random.range(-3, 3), random.range(-3, 3), random.range(-1.7, 1.7)]);
      surface.probe(p, 0, NONE, 0, out);
      const depth = bruteDepth(mesh, p);
      expect(out[PROBE_DEPTH]).toBeCloseTo(depth, 12);
      // the way out leads to the surface point
      for (let k = 0; k < 3; k++) expect(p[k] + out[PROBE_DEPTH] * out[PROBE_OUT + k]).toBeCloseTo(out[PROBE_POINT + k], 12);
      expect(Math.hypot(out[PROBE_OUT], out[PROBE_OUT + 1], out[PROBE_OUT + 2])).toBeCloseTo(1, 12);
      if (depth > 0) inside++;
    }
    expect(inside).toBeGreaterThan(40);
  });

  test('an inside-out mesh has the same inside', () => {
    const { positions, indices } = box(2);
    const turned = new ToolSurface(new TriangleMesh(positions, Array.from(indices).reverse()));
    const out = new Float64Array(PROBE_SIZE);
    turned.probe(Float64Array.of(0.9, 0, 0), 0, NONE, 0, out);
    expect(out[PROBE_DEPTH]).toBeCloseTo(0.1, 15);
    expect(out[PROBE_OUT]).toBeCloseTo(1, 15);
  });

  test('a capsule is exact', () => {
    const surface = new ToolSurface(capsule([0, 0, 0], [0, 0, 2], 0.5));
    const out = new Float64Array(PROBE_SIZE);
    surface.probe(Float64Array.of(0.3, 0, 1), 0, NONE, 0, out);
    expect(Array.from(out)).toEqual([0.2, 1, 0, 0, 0.5, 0, 1]);
    surface.probe(Float64Array.of(0, 0, 3), 0, NONE, 0, out);
    expect(Array.from(out.subarray(0, 4))).toEqual([-0.5, 0, 0, 1]);
  });

  test('with a hint the way out is through faces turned like it', () => {
    const surface = new ToolSurface(cylinder(1, 4, { segments: 32 }));
    const out = new Float64Array(PROBE_SIZE);
    const p = Float64Array.of(0.9, 0, -1.5);
    surface.probe(p, 0, NONE, 0, out);
    expect(out[PROBE_OUT]).toBeGreaterThan(0.99);
    surface.probe(p, 0, Float64Array.of(0, 0, -1), 0, out);
    expect(out[PROBE_DEPTH]).toBeCloseTo(0.5, 12);
    expect(Array.from(out.subarray(PROBE_OUT, PROBE_OUT + 3), (x) => x + 0)).toEqual([0, 0, -1]);
    // outside a hint changes nothing
    surface.probe(Float64Array.of(2, 0, 0), 0, Float64Array.of(0, 0, -1), 0, out);
    expect(out[PROBE_OUT]).toBeGreaterThan(0.99);
  });

  test('what encloses nothing is refused', () => {
    expect(() => new ToolSurface(new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]))).toThrow(InputError);
    const mixed = Array.from(box(1).indices);
    [mixed[0], mixed[1]] = [mixed[1], mixed[0]];
    expect(() => new ToolSurface(new TriangleMesh(box(1).positions, mixed))).toThrow(/turning alike/);
  });
});

describe('tips', () => {
  test('roots lie inside, the way there too; thickness of a cylinder is its diameter', () => {
    for (const mesh of [cylinder(0.5, 4), torus(), box([1, 2, 3])]) {
      const surface = new ToolSurface(mesh);
      const { tips, roots } = toolTips(surface);
      expect(tips.length).toBe(mesh.positions.length);
      for (let i = 0; i < tips.length; i += 3) {
        for (const s of [0.1, 0.5, 1]) {
          const p = Float64Array.from([0, 1, 2], (k) => tips[i + k] + s * (roots[i + k] - tips[i + k]));
          expect(bruteDepth(mesh, p)).toBeGreaterThan(0);
        }
      }
    }
    expect(toolTips(new ToolSurface(cylinder(0.5, 4))).thickness).toBeCloseTo(1, 6);
    expect(toolTips(new ToolSurface(torus())).thickness).toBeGreaterThan(0.7);
  });
});
