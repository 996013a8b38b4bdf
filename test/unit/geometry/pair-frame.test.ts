import { describe, expect, test } from 'vitest';
import { FRAME_SIZE, loadFrame, supportGap } from '../../../src/geometry/pair-frame.ts';
import { Random } from '../../../src/math/random.ts';
import { exactDistance } from '../../support/exact-distance.ts';

const frame = new Float64Array(FRAME_SIZE);

function triangle(random: Random, size: number): Float64Array {
  return Float64Array.from({ length: 9 }, () => size * random.range(-1, 1));
}

describe('the frame of a pair of triangles', () => {
  test('holds corners, edges and their squares from the first corner on, at every size that doubles have, seed pair-frame-1', () => {
    const random = new Random('pair-frame-1');
    for (const exponent of [-1060, -700, -300, -40, -31, 0, 31, 40, 300, 1000]) {
      for (let i = 0; i < 10; i++) {
        const size = 2 ** exponent;
        const [a, b] = [triangle(random, size), triangle(random, size)];
        loadFrame(Float64Array.of(7, ...a), 1, Float64Array.of(7, 7, ...b), 2, frame);
        const scale = frame[54];
        expect(Math.log2(scale) % 32).toBeCloseTo(0, 12);
        const corners = [...a, ...b].map((x, k) => (x - a[k % 3]) * scale);
        expect([...frame.subarray(0, 18)]).toEqual(corners);
        // no product of four coordinates leaves the range of doubles
        const largest = Math.max(...corners.map(Math.abs));
        expect(frame[53]).toBe(largest);
        expect(largest).toBeLessThanOrEqual(2 ** 32);
        if (exponent > -960) expect(largest).toBeGreaterThanOrEqual(2 ** -32);
        for (let k = 0; k < 6; k++) {
          const t = k < 3 ? a : b;
          const edge = [0, 1, 2].map((c) => (t[3 * ((k + 1) % 3) + c] - t[3 * (k % 3) + c]) * scale);
          expect([...frame.subarray(18 + 3 * k, 21 + 3 * k)]).toEqual(edge);
          expect(frame[36 + k]).toBe(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
        }
      }
    }
  });

  test('two that are one point have no size, and no scale to divide by', () => {
    const point = new Float64Array(9).fill(0.1);
    loadFrame(point, 0, point, 0, frame);
    expect([frame[53], frame[54]]).toEqual([0, 1]);
  });

  test('the gap along any unit direction is no more than the distance, and along the right one all of it, seed pair-frame-2', () => {
    const random = new Random('pair-frame-2');
    for (let i = 0; i < 100; i++) {
      const size = random.pick([1, 2 ** 200, 2 ** -200]);
      const [a, b] = [triangle(random, size), triangle(random, size).map((x, k) => x + (k % 3 === 2 ? 1.5 * size : 0))];
      const distance = exactDistance(a, b);
      loadFrame(a, 0, b, 0, frame);
      for (let k = 0; k < 30; k++) {
        const n = k === 0 ? [0, 0, 1] : random.direction();
        frame.set(n, 49);
        supportGap(frame);
        expect(frame[55] / frame[54]).toBeLessThanOrEqual(distance + 1e-14 * size);
        if (k === 0) {
          const heights = (t: Float64Array): number[] => [t[2], t[5], t[8]];
          expect(frame[55] / frame[54]).toBeCloseTo(Math.min(...heights(b)) - Math.max(...heights(a)), 14 - Math.log10(size));
        }
      }
    }
  });
});
