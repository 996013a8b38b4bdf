import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { writeHermite } from '../../../src/robot/hermite.ts';

/** Value, first and second derivative of c₁t + c₂t² + … */
function jet(c: Float64Array, degree: number, t: number): [number, number, number] {
  const jet: [number, number, number] = [0, 0, 0];
  for (let k = 1; k <= degree; k++) {
    jet[0] += c[k] * t ** k;
    jet[1] += k * c[k] * t ** (k - 1);
    if (k > 1) jet[2] += k * (k - 1) * c[k] * t ** (k - 2);
  }
  return jet;
}

test('the polynomial between two points has their places, velocities and accelerations, seed hermite', () => {
  const random = new Random('hermite');
  const any = (): number => random.range(-3, 3);
  for (let i = 0; i < 100; i++) {
    const [way, p, q, e, f] = [any(), any(), any(), any(), any()];
    const out = new Float64Array(8).fill(9);
    expect(writeHermite(out, 1, way, p, q, e, f)).toBe(5);
    const quintic = out.subarray(1);
    const ends = [...jet(quintic, 5, 0), ...jet(quintic, 5, 1)];
    [0, p, e, way, q, f].forEach((value, k) => {
      expect(ends[k]).toBeCloseTo(value, 11);
    });
    out.fill(9);
    expect(writeHermite(out, 1, way, p, q, null, null)).toBe(3);
    const cubic = [...jet(out.subarray(1), 3, 0).slice(0, 2), ...jet(out.subarray(1), 3, 1).slice(0, 2)];
    [0, p, way, q].forEach((value, k) => {
      expect(cubic[k]).toBeCloseTo(value, 11);
    });
    // and what stands around is somebody else's
    expect([out[0], out[1], out[5]]).toEqual([9, 9, 9]);
  }
});
