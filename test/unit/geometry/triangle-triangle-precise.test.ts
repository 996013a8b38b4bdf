import { describe, expect, test } from 'vitest';
import { DISTANCE_ERROR, FRAME_SIZE, loadFrame } from '../../../src/geometry/pair-frame.ts';
import { separatePrecisely } from '../../../src/geometry/triangle-triangle-precise.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { FAMILIES, seeded } from './triangle-families.ts';

const frame = new Float64Array(FRAME_SIZE);

describe.each(Object.entries(FAMILIES))('%s', (name, draw) => {
  test(`the distance by itself, without what comes before it, is the exact one, seed ${name.length}`, () => {
    const random = seeded(name.length);
    for (let i = 0; i < 25; i++) {
      const { a, b } = draw(random);
      const shown = `[${a}], [${b}]`;
      loadFrame(a, 0, b, 0, frame);
      separatePrecisely(a, 0, b, 0, frame);
      const [scale, largest] = [frame[54], frame[53]];
      const error = DISTANCE_ERROR * largest;
      const truth = exactDistance(a, b) * scale;
      expect(Math.abs(frame[48] - truth), shown).toBeLessThanOrEqual(error);
      // its points lie on the triangles, and are as far apart
      const own = (t: Float64Array): number[] => Array.from(t, (x, k) => (x - a[k % 3]) * scale);
      const point = (o: number): number[] => [0, 1, 2, 0, 1, 2, 0, 1, 2].map((k) => frame[o + k]);
      expect(exactDistance(own(a), point(42)), shown).toBeLessThanOrEqual(error);
      expect(exactDistance(own(b), point(45)), shown).toBeLessThanOrEqual(error);
      expect(Math.abs(exactDistance(point(42), point(45)) - frame[48]), shown).toBeLessThanOrEqual(error);
      // and the direction goes from the one to the other
      const n = [...frame.subarray(49, 52)];
      if (frame[48] > 1e-6 * largest) {
        expect(Math.hypot(...n)).toBeCloseTo(1, 9);
        const along = n.reduce((sum, x, k) => sum + x * (frame[45 + k] - frame[42 + k]), 0);
        expect(along / frame[48], shown).toBeCloseTo(1, 6);
      }
    }
  });
});
