import { describe, expect, test } from 'vitest';
import { RecursiveFit } from '../../../src/forecast/recursive-fit.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { polynomialAt, weightedLeastSquares } from './weighted-least-squares.ts';

interface Data {
  readonly times: number[];
  /** One row a variable. */
  readonly values: number[][];
}

/** Irregular times with gaps, smooth curves with noise. */
function data(random: Random, count: number, variables: number): Data {
  const times: number[] = [];
  let t = 0;
  for (let i = 0; i < count; i++) {
    t += random.next() < 0.05 ? random.range(0.1, 0.5) : random.range(0.001, 0.03);
    times.push(t);
  }
  const values = Array.from({ length: variables }, () => {
    const [a, b, c] = [random.range(-3, 3), random.range(-2, 2), random.range(1, 4)];
    return times.map((s) => a + b * s + Math.sin(c * s) + random.range(-0.05, 0.05));
  });
  return { times, values };
}

function fitted({ times, values }: Data, degree: number, memory: number): RecursiveFit {
  const fit = new RecursiveFit(values.length, degree, memory);
  for (const [i, t] of times.entries())
    fit.add(
      t,
      values.map((row) => row[i]),
    );
  return fit;
}

function at(fit: RecursiveFit, time: number, derivative = 0): number[] {
  const out = new Float64Array(fit.variables);
  fit.writeAt(time, out, 0, derivative);
  return [...out];
}

function deviations(fit: RecursiveFit): number[] {
  const out = new Float64Array(fit.variables);
  fit.writeDeviations(out);
  return [...out];
}

describe('the recursive fit equals the batch fit', () => {
  test.each([0, 1, 2, 3, 4, 5])('degree %i: values, derivatives and residuals, seed batch', (degree) => {
    const random = new Random(`batch ${degree}`);
    for (let trial = 0; trial < 20; trial++) {
      const all = data(random, 20 + random.integer(300), 3);
      const memory = random.range(0.1, 1);
      const fit = fitted(all, degree, memory);
      const newest = all.times[all.times.length - 1];
      const weights = all.times.map((t) => Math.exp((t - newest) / memory));
      expect(fit.degree).toBe(Math.min(degree, 1 + Math.floor((newest - all.times[0]) / 2 / memory)));
      for (const [v, values] of all.values.entries()) {
        const batch = weightedLeastSquares(all.times, values, weights, fit.degree, newest);
        for (const ahead of [-0.2, 0, 0.1, 1]) {
          for (let derivative = 0; derivative <= 2; derivative++) {
            const exact = polynomialAt(batch.coefficients, ahead, derivative);
            // What a sum of such terms can be off: relative to the terms, not to what is left of them.
            const size = polynomialAt(batch.coefficients.map(Math.abs), Math.abs(ahead), derivative);
            expect(Math.abs(at(fit, newest + ahead, derivative)[v] - exact)).toBeLessThan(1e-9 * size + 1e-12);
          }
        }
        const ratio = deviations(fit)[v] ** 2 / batch.squares;
        expect(ratio).toBeCloseTo(
          deviations(fit)[0] ** 2 / weightedLeastSquares(all.times, all.values[0], weights, fit.degree, newest).squares,
          8,
        );
      }
      const [sum, sum2] = [weights.reduce((a, w) => a + w, 0), weights.reduce((a, w) => a + w * w, 0)];
      expect(fit.effectiveSamples / ((sum * sum) / sum2)).toBeCloseTo(1, 10);
    }
  });

  test('after a million samples far from the origin it still does, seed long', () => {
    const random = new Random('long');
    const fit = new RecursiveFit(1, 3, 0.1);
    const [times, values]: [number[], number[]] = [[], []];
    let t = 1.7e9;
    for (let i = 0; i < 1_000_000; i++) {
      t += random.range(0.0005, 0.0015);
      const y = 1e6 + Math.sin(t % 1000) + random.range(-1e-3, 1e-3);
      fit.add(t, [y]);
      if (i >= 990_000) {
        times.push(t);
        values.push(y - 1e6);
      }
    }
    const batch = weightedLeastSquares(
      times,
      values,
      times.map((s) => Math.exp((s - t) / 0.1)),
      3,
      t,
    );
    for (const ahead of [0, 0.1, 0.5]) {
      // 1e6 has units of 1e-10 in the last place; time stamps of 1.7e9 s have 2e-7 s, the same for both.
      expect(Math.abs(at(fit, t + ahead)[0] - 1e6 - polynomialAt(batch.coefficients, t + ahead - t))).toBeLessThan(2e-8);
    }
  });
});

describe('what is to be expected of the fit, over many drawn sets', () => {
  test('residuals estimate the noise without bias, and the spread is the variance of extrapolations, seed noise', () => {
    const random = new Random('noise');
    const [memory, degree, noise, sets] = [0.2, 2, 0.3, 4000];
    const times = Array.from({ length: 50 }, () => random.range(0, 1)).sort((a, b) => a - b);
    const truth = (t: number) => 2 - t + 3 * t * t;
    const fit = new RecursiveFit(sets, degree, memory);
    // Uniform noise of that standard deviation, one set a variable.
    const half = noise * Math.sqrt(3);
    for (const t of times)
      fit.add(
        t,
        Array.from({ length: sets }, () => truth(t) + random.range(-half, half)),
      );
    const variance = deviations(fit).reduce((sum, x) => sum + x * x, 0) / sets;
    expect(Math.abs(variance / noise ** 2 - 1)).toBeLessThan(0.02);
    const newest = times[times.length - 1];
    for (const ahead of [0, 0.1, 0.5, 1]) {
      const errors = at(fit, newest + ahead).map((x) => x - truth(newest + ahead));
      const mean = errors.reduce((sum, e) => sum + e, 0) / sets;
      const square = errors.reduce((sum, e) => sum + e * e, 0) / sets;
      expect(Math.abs(square / (noise ** 2 * fit.spreadAt(newest + ahead)) - 1)).toBeLessThan(0.1);
      expect(Math.abs(mean)).toBeLessThan(5 * Math.sqrt(square / sets));
      const out = new Float64Array(sets);
      fit.writeVariances(newest + ahead, out);
      // Never below what noise alone does, and not far above where the degree is right.
      const expected = out.reduce((sum, x) => sum + x, 0) / sets / (noise ** 2 * (1 + fit.spreadAt(newest + ahead)));
      expect(expected).toBeGreaterThan(1);
      expect(expected).toBeLessThan(3);
    }
  });

  test('a degree that is too low shows in the variance', () => {
    const fit = new RecursiveFit(1, 1, 0.2);
    for (let i = 0; i <= 100; i++) fit.add(i / 100, [(i / 100) ** 2]);
    const out = new Float64Array(1);
    fit.writeVariances(2, out);
    const error = 4 - at(fit, 2)[0];
    expect(Math.sqrt(out[0])).toBeGreaterThan(0.8 * error);
    expect(Math.sqrt(out[0])).toBeLessThan(1.5 * error);
  });
});

describe('invariances, seed invariance', () => {
  const all = data(new Random('invariance'), 120, 2);
  const fit = fitted(all, 2, 0.4);
  const newest = all.times[all.times.length - 1];
  const expected = at(fit, newest + 0.7);

  test('a later clock: the same bits where no time stamp is rounded', () => {
    const grid = all.times.map((t) => Math.round(t * 2 ** 20) / 2 ** 20);
    const here = fitted({ times: grid, values: all.values }, 2, 0.5);
    const there = fitted({ times: grid.map((t) => t + 4096), values: all.values }, 2, 0.5);
    const last = grid[grid.length - 1];
    expect(at(there, last + 4096 + 0.75)).toEqual(at(here, last + 0.75));
    expect(deviations(there)).toEqual(deviations(here));
  });

  test('units of time and of values: powers of two to the bit, others up to rounding', () => {
    const eighth = fitted({ times: all.times.map((t) => t * 8), values: all.values.map((row) => row.map((y) => y / 4)) }, 2, 3.2);
    expect(at(eighth, (newest + 0.7) * 8).map((y) => y * 4)).toEqual(at(fit, newest + 0.7));
    const millis = fitted({ times: all.times.map((t) => t * 1000), values: all.values.map((row) => row.map((y) => y * 1000)) }, 2, 400);
    for (const [v, y] of at(millis, (newest + 0.7) * 1000).entries()) expect(y / 1000 / expected[v]).toBeCloseTo(1, 10);
  });

  test('jitter and density: samples of a polynomial give that polynomial, whenever they come', () => {
    const random = new Random('jitter');
    for (const degree of [0, 1, 2, 3]) {
      const c = Array.from({ length: degree + 1 }, () => random.range(-2, 2));
      const jittered = new RecursiveFit(1, degree, 0.3);
      let t = 0;
      for (let i = 0; i < 200; i++) {
        t += random.pick([0.001, 0.01, 0.01, 0.2]) * random.next();
        jittered.add(t, [polynomialAt(c, t)]);
      }
      expect(at(jittered, t + 1)[0]).toBeCloseTo(polynomialAt(c, t + 1), 7);
      for (let k = 1; k <= degree; k++) expect(at(jittered, t, k)[0]).toBeCloseTo(polynomialAt(c, t, k), 6);
    }
  });

  test('forgetting goes by time: the same samples twice as often leave the fit where it is', () => {
    const doubled = new RecursiveFit(2, 2, 0.4);
    for (const [i, t] of all.times.entries()) for (let k = 0; k < 2; k++) doubled.add(t, [all.values[0][i], all.values[1][i]]);
    for (const [v, y] of at(doubled, newest + 0.7).entries()) expect(y).toBeCloseTo(expected[v], 9);
    expect(doubled.effectiveSamples).toBeCloseTo(2 * fit.effectiveSamples, 8);
  });

  test('variables do not know of each other', () => {
    const alone = fitted({ times: all.times, values: [all.values[1]] }, 2, 0.4);
    expect(at(alone, newest + 0.7)[0]).toBe(expected[1]);
  });
});

describe('few samples', () => {
  test('none, one, two, and many at the same time', () => {
    const fit = new RecursiveFit(1, 2, 1);
    expect([fit.samples, fit.effectiveSamples, fit.degree, at(fit, 5)[0], fit.spreadAt(5)]).toEqual([0, 0, 0, 0, 0]);
    fit.add(1, [7]);
    expect([fit.degree, at(fit, 100)[0], at(fit, 100, 1)[0], fit.spreadAt(100)]).toEqual([0, 7, 0, 1]);
    expect(deviations(fit)).toEqual([Number.POSITIVE_INFINITY]);
    fit.add(1, [9]);
    fit.add(1, [5]);
    expect(fit.degree).toBe(0);
    expect(at(fit, 100)[0]).toBeCloseTo(7, 14);
    expect(deviations(fit)[0]).toBeCloseTo(2, 14);
    fit.add(2, [8]);
    expect(fit.degree).toBe(1);
    expect(at(fit, 3)[0]).toBeCloseTo(9, 13);
    fit.add(2, [8]);
    fit.add(2, [8]);
    // Still two instants: no parabola through them.
    expect(fit.degree).toBe(1);
    fit.add(2.5, [8]);
    expect(fit.degree).toBe(1);
    fit.add(3, [8]);
    expect(fit.degree).toBe(2);
  });

  test('the degree rises with the time spanned', () => {
    const fit = new RecursiveFit(1, 3, 0.25);
    const degrees = [];
    for (let i = 0; i <= 12; i++) {
      fit.add(i / 8, [i]);
      degrees.push(fit.degree);
    }
    expect(degrees).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
  });

  test('variances are infinite until there is something to estimate them from', () => {
    const fit = new RecursiveFit(1, 1, 10);
    const out = new Float64Array(1);
    const finite = [];
    for (let i = 0; i < 7; i++) {
      fit.add(i, [i % 2]);
      fit.writeVariances(i + 1, out);
      finite.push(Number.isFinite(out[0]));
    }
    expect(finite).toEqual([false, false, false, false, true, true, true]);
  });

  test('an endless gap leaves the newest sample alone', () => {
    for (const gap of [800, 1e6, 1e150, 1e300]) {
      const fit = new RecursiveFit(1, 2, 0.5);
      for (let i = 0; i < 30; i++) fit.add(i / 100, [i]);
      fit.add(gap, [3]);
      expect([at(fit, gap + 1)[0], fit.samples, fit.degree]).toEqual([3, 1, 0]);
    }
  });

  test('reset forgets everything', () => {
    const fit = new RecursiveFit(1, 1, 1);
    fit.add(5, [1]);
    fit.add(6, [2]);
    fit.reset();
    fit.add(1, [4]);
    expect([at(fit, 9)[0], fit.samples]).toEqual([4, 1]);
  });
});

test('malformed input is named', () => {
  expect(() => new RecursiveFit(1, 6, 1)).toThrow(/degree: .* 0 to 5, got 6/);
  expect(() => new RecursiveFit(1, 1, 0)).toThrow(InputError);
  expect(() => new RecursiveFit(-1, 1, 1)).toThrow(/variables/);
  const fit = new RecursiveFit(1, 1, 1);
  fit.add(1, [0]);
  expect(() => fit.add(0.5, [0])).toThrow(/before the newest/);
  expect(() => fit.add(Number.NaN, [0])).toThrow(/time: /);
});
