import { describe, expect, it } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { rigidMotion, screwMotion } from '../../../src/motion/rigid-motion.ts';
import { type LinearMotion, linearMotion } from '../../../src/soft/linear-motion.ts';
import { movedVertices, randomPose, randomTool, sheet } from './random-soft.ts';

/** By all pairs of triangles, at one instant. */
function distanceAt(soft: TriangleMesh, motion: LinearMotion, rigid: TriangleMesh, by: Motion, t: number): number {
  const vertices = motion.positionsAt(t);
  const { position, quaternion } = poseAt(by, t);
  const placed = new Float64Array(rigid.positions.length);
  for (let v = 0; v < placed.length; v += 3) {
    const x = rotate(quaternion, [rigid.positions[v], rigid.positions[v + 1], rigid.positions[v + 2]]);
    for (let k = 0; k < 3; k++) placed[v + k] = x[k] + position[k];
  }
  const corners = (mesh: TriangleMesh, positions: Float64Array, t: number): Float64Array => {
    const out = new Float64Array(9);
    for (let k = 0; k < 9; k++) out[k] = positions[3 * mesh.indices[3 * t + Math.floor(k / 3)] + (k % 3)];
    return out;
  };
  const out = new Float64Array(8);
  let least = Infinity;
  const others = Array.from({ length: rigid.triangleCount }, (_, i) => corners(rigid, placed, i));
  for (let i = 0; i < soft.triangleCount; i++) {
    const a = corners(soft, vertices, i);
    others.forEach((b, j) => {
      triangleDistance(a, 0, b, 0, out, 0);
      least = Math.min(least, out[6] - (soft.radii?.[i] ?? 0) - (rigid.radii?.[j] ?? 0));
    });
  }
  return least;
}

describe.each([1, 2, 3])('a sheet and a rigid body, seed %i', (seed) => {
  const random = new Random(seed);
  const cases = Array.from({ length: 40 }, () => {
    const mesh = sheet(3 + Math.floor(3 * random.next()), random, 0.2);
    const drift: Vec3 = [random.next() - 0.5, random.next() - 0.5, 1.5 * random.next()];
    const motion = linearMotion(mesh.positions, movedVertices(mesh.positions, random, 0.3, drift));
    const make = random.next() < 0.5 ? rigidMotion : screwMotion;
    const by = make(randomPose(random, 0.8, 1.6), randomPose(random, 0.8, 0.2));
    return { mesh, motion, tool: randomTool(random), by, clearance: random.next() < 0.5 ? 0 : 0.1 * random.next() };
  });

  it('free until the time told, and within tolerance then', () => {
    let touched = 0;
    for (const { mesh, motion, tool, by, clearance } of cases) {
      const result = firstContact({ shape: mesh, motion }, { shape: tool, motion: by }, { clearance });
      expect(result.status).not.toBe('unresolved');
      for (let i = 0; i < 24; i++) {
        const t = result.time * (i / 24);
        if (result.status !== 'overlap') expect(distanceAt(mesh, motion, tool, by, t)).toBeGreaterThan(clearance - 1e-12);
      }
      const end = distanceAt(mesh, motion, tool, by, result.time);
      if (result.status === 'free') expect(end).toBeGreaterThan(clearance - 1e-12);
      else {
        touched++;
        expect(end).toBeLessThan(clearance + result.tolerance + 1e-12);
        expect(result.contacts.length).toBeGreaterThan(0);
        expect(result.gap?.[1]).toBeGreaterThan(end - 1e-12);
      }
    }
    expect(touched).toBeGreaterThan(10);
  });

  it('the same with a and b swapped', () => {
    for (const { mesh, motion, tool, by, clearance } of cases.slice(0, 20)) {
      const forth = firstContact({ shape: mesh, motion }, { shape: tool, motion: by }, { clearance });
      const back = firstContact({ shape: tool, motion: by }, { shape: mesh, motion }, { clearance });
      expect([back.status, back.time]).toEqual([forth.status, forth.time]);
      expect(back.contacts.length).toBe(forth.contacts.length);
      for (const { a, b, point, normal } of forth.contacts) {
        const twin = back.contacts.find(
          (other) =>
            other.a.triangle === b.triangle &&
            other.b.triangle === a.triangle &&
            other.point.every((x, k) => Math.abs(x - point[k]) < 1e-9),
        );
        expect([twin?.a.body, twin?.b.body]).toEqual(['tool', 'sheet']);
        for (let k = 0; k < 3; k++) expect(twin?.normal[k]).toBeCloseTo(-normal[k], 9);
      }
    }
  });
});
