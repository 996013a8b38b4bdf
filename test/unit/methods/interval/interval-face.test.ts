import { expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { FACE_SIZE, PLANE_LENGTH, PLANE_SIZE, PLANE_SUPPORT, writeFace } from '../../../../src/methods/interval/interval-face.ts';
import { exactDistance } from '../../../support/exact-distance.ts';
import {
  addRationals,
  compareRationals,
  multiplyRationals,
  type Rational,
  rational,
  subtractRationals,
} from '../../../support/rational.ts';

/** n · (x − corner 0), exactly. */
function along(face: Float64Array, plane: number, leaf: Float64Array, x: readonly number[]): Rational {
  return [0, 1, 2]
    .map((k) => multiplyRationals(rational(face[plane + k]), subtractRationals(rational(x[k]), rational(leaf[k]))))
    .reduce(addRationals);
}

/** Triangles of any shape: needles, points and lines among them. */
function randomLeaf(random: Random): Float64Array {
  const size = random.pick([1, 1e-3, 1e6, 1e-160]);
  const a = random.direction();
  const b = random.direction();
  const thin = random.pick([1, 1, 1e-8, 1e-16, 0]);
  const c = b.map((x, k) => a[k] + (x - a[k]) * 0.7 + thin * random.direction()[k]);
  return Float64Array.of(...[...a, ...random.pick([b, b, b, a]), ...c].map((x) => x * size), 0);
}

test('each support holds the triangle, and what is beyond it is as far from the triangle, seed interval-face', () => {
  const random = new Random('interval-face');
  const face = new Float64Array(FACE_SIZE);
  let beyond = 0;
  let unknown = 0;
  for (let i = 0; i < 200; i++) {
    const leaf = randomLeaf(random);
    const corners = [0, 3, 6].map((o) => [...leaf.subarray(o, o + 3)]);
    const size = Math.max(...Array.from(leaf, Math.abs));
    writeFace(leaf, 0, face);
    for (let plane = 0; plane < FACE_SIZE; plane += PLANE_SIZE) {
      const support = face[plane + PLANE_SUPPORT];
      const length = face[plane + PLANE_LENGTH];
      // 0 is said where the normal has no digits, and then nothing is asked of it; else it is no less than the normal is long
      if (length === 0) {
        unknown++;
        continue;
      }
      for (const corner of corners) {
        const height = along(face, plane, leaf, corner);
        expect(compareRationals(height, rational(support))).toBeLessThanOrEqual(0);
        if (plane === 0) expect(compareRationals(height, rational(-support))).toBeGreaterThanOrEqual(0);
      }
      const square = [0, 1, 2].map((k) => multiplyRationals(rational(face[plane + k]), rational(face[plane + k]))).reduce(addRationals);
      expect(compareRationals(multiplyRationals(rational(length), rational(length)), square)).toBeGreaterThanOrEqual(0);
      const x = random.direction().map((e, k) => corners[0][k] + 2 * size * random.next() * e);
      const height = along(face, plane, leaf, x);
      const over = subtractRationals(height, rational(support));
      if (compareRationals(over, rational(0)) <= 0) continue;
      beyond++;
      const distance = exactDistance(leaf.subarray(0, 9), [...x, ...x, ...x]);
      expect(compareRationals(over, rational(distance * length * (1 + 1e-14)))).toBeLessThanOrEqual(0);
    }
  }
  expect(beyond).toBeGreaterThan(100);
  expect(unknown).toBeGreaterThan(10);
});
