import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import type { StepContact, StepSide } from '../../../src/soft/step-result.ts';

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);

/** How fast a comes towards b along the normal, where they touch. */
function closing({ a, b, point, normal, time }: StepContact, before: Float64Array, after: Float64Array): number {
  const corner = (from: Float64Array, v: number): number[] => [...from.subarray(3 * v, 3 * v + 3)];
  const velocity = ({ vertices }: StepSide): number[] => {
    const at = vertices.map((v) => corner(before, v).map((x, k) => (1 - time) * x + time * corner(after, v)[k]));
    const w = minus(point, at[0]);
    let weights = [1];
    if (at.length === 2) {
      const e = minus(at[1], at[0]);
      const s = dot(w, e) / dot(e, e);
      weights = [1 - s, s];
    } else if (at.length === 3) {
      const [e, f] = [minus(at[1], at[0]), minus(at[2], at[0])];
      const [ee, ef, ff, we, wf] = [dot(e, e), dot(e, f), dot(f, f), dot(w, e), dot(w, f)];
      const det = ee * ff - ef * ef;
      const [s, t] = [(ff * we - ef * wf) / det, (ee * wf - ef * we) / det];
      weights = [1 - s - t, s, t];
    }
    return [0, 1, 2].map((k) => vertices.reduce((sum, v, j) => sum + weights[j] * (corner(after, v)[k] - corner(before, v)[k]), 0));
  };
  return dot(normal, minus(velocity(a), velocity(b)));
}

// At the time of contact itself the rounded features may have passed each other: one normal in eight was reversed.
describe('normals of a step point from a to b', () => {
  it('a face falls on a spike: up, wherever it starts; seed 1', () => {
    const random = new Random(1);
    for (let i = 0; i < 500; i++) {
      const height = 0.001 + 0.01 * random.next();
      const face = new TriangleMesh([-1, -1, height, 1, -1, height, 0, 1, height], undefined, { name: 'face' });
      const spike = new TriangleMesh([0, 0, 0, 0.1, 0, -1, 0, 0.1, -1], undefined, { name: 'spike' });
      const fallen = face.positions.map((x, k) => (k % 3 === 2 ? x - 0.02 : x));
      const [contact] = new StepQuery([{ shape: face }, { shape: spike }]).firstContact({
        face: linearMotion(face.positions, fallen),
      }).contacts;
      const up = contact.a.body === 'spike' ? contact.normal : contact.normal.map((x) => 0 - x);
      expect(up[2]).toBeCloseTo(1, 12);
    }
  });

  it('features come nearer along them, seed 5', () => {
    const random = new Random(5);
    let seen = 0;
    for (let i = 0; i < 1500; i++) {
      const before = Float64Array.from({ length: 18 }, () => 2 * random.next() - 1);
      const after = before.map((x) => x + 1.5 * (2 * random.next() - 1));
      const query = new StepQuery([{ shape: new TriangleMesh(before, [0, 1, 2, 3, 4, 5]) }]);
      for (const contact of query.contacts(linearMotion(before, after)).contacts) {
        if (contact.time === 0) continue;
        seen++;
        expect(closing(contact, before, after)).toBeGreaterThan(-1e-9);
        expect(dot(contact.normal, contact.normal as Vec3)).toBeCloseTo(1, 12);
      }
    }
    expect(seen).toBeGreaterThan(1000);
  });
});
