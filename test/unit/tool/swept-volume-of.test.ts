import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion, rotationMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { sweptVolumeOf } from '../../../src/tool/swept-volume-of.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { bruteMotion } from '../../support/brute-force.ts';
import { hook, randomSpec, randomTool, sweptPoint } from './random-sweeps.ts';

/** Enclosed volume of a closed mesh, by the divergence theorem, about its first vertex. */
function volume({ positions, indices }: TriangleMesh): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((e) => positions[3 * indices[i + k] + e] - positions[e]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

describe('swept volume', () => {
  test('contains every point of the tool at every time (seed 71)', () => {
    const random = new Random(71);
    for (let n = 0; n < 80; n++) {
      const tool = randomTool(random, 1);
      const spec = randomSpec(random, 1);
      const swept = sweptVolumeOf(tool, libraryMotion(spec), { steps: 1 + random.integer(12) });
      const brute = bruteMotion(spec);
      for (let k = 0; k < 40; k++) expect(swept.contains(sweptPoint(random, tool, brute, random.next())), `#${n} ${spec.kind}`).toBe(true);
    }
  });

  test('along poses it contains the motions between them (seed 72)', () => {
    const random = new Random(72);
    const poses: Pose[] = Array.from({ length: 5 }, (_, i) => ({
      position: [i, random.range(-1, 1), 0] as const,
      quaternion: random.quaternion(),
    }));
    const tool = hook(0.3);
    const swept = sweptVolumeOf(tool, poses, { steps: 4 });
    expect(swept.boxes.length).toBe(4 * 4 * 2);
    for (let i = 0; i < 4; i++) {
      const brute = bruteMotion({ kind: 'in-between', from: poses[i], to: poses[i + 1] });
      for (let k = 0; k < 100; k++) expect(swept.contains(sweptPoint(random, tool, brute, random.next()))).toBe(true);
    }
    expect(swept.contains([0, 0, 10])).toBe(false);
    expect(() => sweptVolumeOf(tool, [{}])).toThrow(InputError);
    expect(() => sweptVolumeOf(tool, rigidMotion(poses[0], poses[1]), { steps: 0 })).toThrow(/steps/);
  });

  test('more steps leave less room: towards the sector of a turning cylinder', () => {
    // A quarter turn of a cylinder about its own middle: two sectors, R² (π/2) · 2 r, and half a tool on each side.
    const tool = cylinder(0.05, 2);
    const motion = rotationMotion({}, [1, 0, 0], Math.PI / 2);
    const shares = [2, 8, 32].map((steps) => {
      const swept = sweptVolumeOf(tool, motion, { steps });
      const random = new Random(73);
      let inside = 0;
      for (let k = 0; k < 20000; k++) {
        const x: Vec3 = [random.range(-0.1, 0.1), random.range(-1.2, 1.2), random.range(-1.2, 1.2)];
        if (swept.contains(x)) inside++;
      }
      return (inside / 20000) * 0.2 * 2.4 * 2.4;
    });
    expect(shares[1]).toBeLessThan(shares[0]);
    expect(shares[2]).toBeLessThan(shares[1]);
    const sectors = (Math.PI / 2) * 0.1 + 0.1 * 0.1 * 2;
    expect(shares[2]).toBeGreaterThan(0.9 * (Math.PI / 2) * 0.1);
    expect(shares[2]).toBeLessThan(1.4 * sectors);
  });

  test('the mesh is closed, turned outward, and clipped: its corners are on planes of its box (seed 74)', () => {
    const random = new Random(74);
    for (let n = 0; n < 40; n++) {
      const tool = cylinder(random.range(0.1, 0.3), random.range(1, 3));
      const swept = sweptVolumeOf(tool, translationMotion({ quaternion: random.quaternion() }, [1, random.range(-1, 1), 0.5]), {
        steps: 1,
      });
      const mesh = swept.mesh();
      const [box] = swept.boxes;
      const whole = 8 * box.half[0] * box.half[1] * box.half[2];
      expect(volume(mesh)).toBeGreaterThan(0.2 * whole);
      expect(volume(mesh)).toBeLessThan(0.98 * whole);
      const edges = new Map<string, number>();
      for (let i = 0; i < mesh.indices.length; i++) {
        const a = mesh.indices[i];
        const b = mesh.indices[i % 3 === 2 ? i - 2 : i + 1];
        edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + 1);
      }
      for (const [edge, times] of edges) {
        expect(times).toBe(1);
        expect(edges.get(edge.split(' ').reverse().join(' '))).toBe(1);
      }
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const gaps = Array.from({ length: 10 }, (_, p) => {
          const [nx, ny, nz, d] = box.planes.subarray(4 * p, 4 * p + 4);
          return nx * mesh.positions[v] + ny * mesh.positions[v + 1] + nz * mesh.positions[v + 2] - d;
        });
        expect(Math.max(...gaps)).toBeLessThan(1e-12);
        expect(gaps.filter((gap) => Math.abs(gap) < 1e-12).length).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
