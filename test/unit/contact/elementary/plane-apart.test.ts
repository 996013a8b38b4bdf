import { describe, expect, it } from 'vitest';
import { KEEP_CLEARANCE, KEEP_TOLERANCE, keep, keepEdgeEdge, keepVertexFace } from '../../../../src/contact/elementary/keep-distance.ts';
import { FREE, HULL_UNTIL, hull, TOUCHES } from '../../../../src/contact/elementary/origin-in-hull.ts';
import { planeKeepsApart } from '../../../../src/contact/elementary/plane-apart.ts';
import { Random } from '../../../../src/math/random.ts';

const SEED = 'plane-apart';
const FINEST = 2 ** -32;

/** Four corners at 0 and at 1: the second pair of them above the first by about `height`, everything moved by `way`. */
function corners(random: Random, height: number, way: number, unit: number): Float64Array {
  const s = new Float64Array(24);
  for (let i = 0; i < 12; i++) s[i] = random.range(-1, 1);
  for (let i = 0; i < 12; i += 3) s[i + 2] = 0.02 * s[i + 2] + (i === 0 ? height : 0);
  for (let i = 0; i < 12; i++) s[12 + i] = s[i] + way * random.range(-1, 1);
  return s.map((x) => x * unit);
}

/** An edge of the second pair of corners into the first: as edges they are above each other. */
function crossed(s: Float64Array, height: number, unit: number): Float64Array {
  for (const end of [0, 12]) for (const i of [0, 3]) s[end + i + 2] = s[end + i + 2] * 0.1 + height * unit;
  return s;
}

const facePlane = (s: Float64Array, c: number, tolerance: number) => {
  const after = s.subarray(12);
  return planeKeepsApart(s, after, 6, 3, s, after, 9, 3, s, after, 0, c, tolerance, FINEST);
};
const edgePlane = (s: Float64Array, c: number, tolerance: number) => {
  const after = s.subarray(12);
  return planeKeepsApart(s, after, 3, 0, s, after, 6, 9, s, after, 6, c, tolerance, FINEST);
};

/** Of the origin's plane at t, from the corners; in plain arithmetic. */
function heightAt(s: Float64Array, edges: boolean, t: number): number {
  const at = (corner: number, k: number) => (1 - t) * s[3 * corner + k] + t * s[12 + 3 * corner + k];
  const from = (a: number, b: number) => [0, 1, 2].map((k) => at(b, k) - at(a, k));
  const [e, f, d] = edges ? [from(0, 1), from(3, 2), from(2, 0)] : [from(1, 2), from(1, 3), from(0, 1)];
  const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
  return Math.abs(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]) / Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2);
}

describe('planeKeepsApart', () => {
  for (const edges of [false, true]) {
    const name = edges ? 'edges' : 'a vertex and a face';
    const plane = edges ? edgePlane : facePlane;

    it(`is only told where the height is kept at every instant, of ${name} (seed ${SEED})`, () => {
      const random = new Random(`${SEED} ${name}`);
      let told = 0;
      for (let i = 0; i < 4000; i++) {
        const unit = [1, 1e-9, 1e9][i % 3];
        const height = random.range(0, 0.6);
        const way = random.range(0, 0.5);
        const s = corners(random, height, way, unit);
        if (edges) crossed(s, height, unit);
        const c = random.range(0, 0.3) * unit;
        const tolerance = 1e-6 * unit;
        if (!plane(s, c, tolerance)) continue;
        told++;
        let least = Infinity;
        for (let n = 0; n <= 50; n++) least = Math.min(least, heightAt(s, edges, n / 50));
        expect(least).toBeGreaterThan(c + tolerance);
      }
      expect(told).toBeGreaterThan(300);
    });

    it(`tells heights from clearances sharply while ${name} stand still`, () => {
      const random = new Random(`${SEED} ${name} still`);
      for (let i = 0; i < 300; i++) {
        const s = corners(random, 0.5, 0, 1);
        if (edges) crossed(s, 0.5, 1);
        const height = heightAt(s, edges, 0);
        const tolerance = 1e-6;
        expect(plane(s, height - 2 * tolerance, tolerance)).toBe(true);
        expect(plane(s, height - tolerance, tolerance)).toBe(false);
        expect(plane(s, height * (1 + 1e-12), 0)).toBe(false);
      }
    });
  }

  it('is not told of a vertex that dips in the middle of the step', () => {
    // the face turns about its edge and the vertex goes along: apart at both ends, coplanar in between
    const s = Float64Array.of(0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(facePlane(s, 0.1, 1e-6)).toBe(false);
  });

  it('says nothing of faces without area, and of coordinates whose squares are out of range', () => {
    const flat = Float64Array.of(0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0);
    expect(facePlane(flat, 0.1, 1e-6)).toBe(false);
    const upright = Float64Array.of(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(facePlane(upright, 0.1, 1e-6)).toBe(true);
    for (const unit of [2 ** 300, 2 ** -400]) {
      const s = upright.map((x) => x * unit);
      expect(facePlane(s, 0.1 * unit, 1e-6 * unit)).toBe(false);
    }
  });
});

describe('tests that keep a distance', () => {
  it(`answer as by the height alone where a vertex stays over the middle of a face (seed ${SEED})`, () => {
    const random = new Random(`${SEED} over`);
    const counts = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const [h0, h1] = [random.range(0.1, 1), random.range(0.1, 1)];
      const s = Float64Array.of(0.3, 0.3, h0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, h1, 0, 0, 0, 1, 0, 0, 0, 1, 0);
      const after = s.subarray(12);
      keep[KEEP_CLEARANCE] = 0.3;
      keep[KEEP_TOLERANCE] = 1e-6;
      hull[HULL_UNTIL] = Infinity;
      const found = keepVertexFace(s, after, 0, s, after, 3, 6, 9);
      expect(found).toBe(Math.min(h0, h1) > 0.3 ? FREE : TOUCHES);
      counts[found]++;
      // as edges: from the vertex along the face's first edge, over that edge's neighbour
      const e = Float64Array.of(-1, 0.3, h0, 1, 0.3, h0, 0, 0, 0, 0, 1, 0, -1, 0.3, h1, 1, 0.3, h1, 0, 0, 0, 0, 1, 0);
      const later = e.subarray(12);
      expect(keepEdgeEdge(e, later, 0, 3, e, later, 6, 9)).toBe(found);
    }
    expect(Math.min(...counts)).toBeGreaterThan(100);
  });
});
