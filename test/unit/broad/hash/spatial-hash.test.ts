import { describe, expect, it } from 'vitest';
import { SpatialHash } from '../../../../src/broad/hash/spatial-hash.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

describe('resolutions', () => {
  it('are as many as Lemma 1 says at most, at least one, and suit every box; 200 worlds, seed 5', () => {
    const random = new Random(5);
    for (let world = 0; world < 200; world++) {
      const alpha = random.range(0.1, 0.7);
      const beta = random.range(1, 3);
      const hash = new SpatialHash({ alpha, beta });
      const ratio = random.pick([1, 2, 50, 1000]);
      const sizes = Array.from({ length: 1 + random.integer(40) }, () => ratio ** random.next());
      for (const size of sizes) hash.add(cube(random, size));
      hash.update();
      const bound = Math.ceil(Math.log(Math.max(...sizes) / Math.min(...sizes)) / Math.log(beta / alpha) + 1e-9);
      expect(hash.resolutions.length).toBeLessThanOrEqual(Math.max(1, bound));
      for (const size of sizes) {
        const fits = hash.resolutions.filter((side) => size >= alpha * side * (1 - 1e-9) && size <= beta * side * (1 + 1e-9));
        expect(fits.length).toBeGreaterThan(0);
      }
      expect([...hash.resolutions].sort((a, b) => b - a)).toEqual(hash.resolutions);
    }
  });

  it('of three sizes are three, however far apart', () => {
    const hash = new SpatialHash();
    const random = new Random(6);
    for (const size of [1e-6, 1, 1e7]) for (let k = 0; k < 5; k++) hash.add([0, 0, 0, size, size, size * random.next()]);
    hash.update();
    expect(hash.resolutions).toEqual([1e7, 1, 1e-6]);
  });

  it('of points follow their spacing, in any unit of length', () => {
    for (const unit of [2 ** -60, 1, 2 ** 60]) {
      const hash = new SpatialHash();
      for (let k = 0; k < 1000; k++)
        hash.add(
          [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100), k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)].map((x) => x * unit),
        );
      // A floor under them does not make their cells large.
      hash.add([-10, -10, -20, 20, 20, -10].map((x) => x * unit));
      hash.update();
      expect(hash.resolutions.map((side) => side / unit)).toEqual([30, 0.9]);
      expect(hash.stats.boxTests).toBeLessThan(1000 * 27);
    }
  });

  it('come from given sizes, and from boxes that these do not suit', () => {
    const hash = new SpatialHash({ sizes: [2] });
    hash.add([0, 0, 0, 1.5, 1, 1]);
    hash.update();
    expect(hash.resolutions).toEqual([2]);
    hash.add([0, 0, 0, 40, 1, 1]);
    hash.update();
    expect(hash.resolutions).toEqual([40, 2]);
  });
});

it('Theorem 1: a box is looked up in at most (⌈β⌉ + 1)³ cells at each resolution, seed 8', () => {
  const random = new Random(8);
  for (const beta of [1, 1.5, 3]) {
    const hash = new SpatialHash({ alpha: 0.5, beta });
    for (let k = 0; k < 300; k++) hash.add(cube(random, 100 ** random.next()));
    hash.update();
    expect(hash.stats.visits).toBeLessThanOrEqual(300 * hash.resolutions.length * (Math.ceil(beta) + 1) ** 3);
  }
});

it('Theorem 2: twice the boxes at the same density take twice the visits and tests, not four times', () => {
  const work = [2000, 4000].map((count) => {
    const random = new Random(9);
    const hash = new SpatialHash();
    for (let k = 0; k < count; k++) {
      const [x, y, z] = [random.range(0, count / 50), random.range(0, 10), random.range(0, 10)];
      hash.add([x, y, z, x + 1, y + 1, z + 1]);
    }
    hash.update();
    return hash.stats;
  });
  expect(work[1].visits / work[0].visits).toBeLessThan(2.1);
  expect(work[1].boxTests / work[0].boxTests).toBeLessThan(2.2);
});

it('options out of range are told', () => {
  for (const options of [
    { alpha: 0 },
    { alpha: 1 },
    { beta: 0.9 },
    { beta: Number.NaN },
    { beta: 65 },
    { sizes: [1, 0] },
    { sizes: [-1] },
    { sizes: [Infinity] },
  ])
    expect(() => new SpatialHash(options)).toThrow(InputError);
  expect(() => new SpatialHash({ gamma: 1 } as object)).toThrow(/SpatialHash: unknown key 'gamma'/);
});

function cube(random: Random, size: number): number[] {
  const corner = [random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)];
  return [...corner, corner[0] + size, corner[1] + size, corner[2] + size * random.next()];
}
