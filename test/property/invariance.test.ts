import { describe, expect, test } from 'vitest';
import type { PairFirstContact } from '../../src/contact/result.ts';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { METHODS, methodNamed, type PairMethodName } from '../../src/methods/index.ts';
import { type BruteBody, BrutePair, times, violation } from '../support/brute-force.ts';
import { rounds } from '../support/rounds.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { body, movedSpec, type RandomPair, randomPair, reversed, scaledMesh, shuffledMesh, splitMesh } from './random-pairs.ts';

// The same question, asked differently, has the same verdict and bracket: every answer is judged by the scene as it was first drawn.
// Skipped: the grey band, where the nearest distance lies in (c, c + τ′] and both verdicts are right.

const SEED = 'invariance';
const COUNT = rounds(24);
const IDENTITY: Quat = [0, 0, 0, 1];

interface Case extends RandomPair {
  readonly judge: BrutePair;
  readonly clearance: number;
  readonly tolerance: number;
  /** Is there a contact: null where either is right. */
  readonly hits: boolean | null;
}

const cases: readonly Case[] = (() => {
  const random = new Random(SEED);
  return Array.from({ length: COUNT }, (_, i) => {
    const pair = randomPair(random, { most: 12, radius: i % 4 === 0 ? 0.1 : 0 });
    const judge = new BrutePair(pair.a, pair.b);
    const clearance = i % 3 === 0 ? 0.1 : 0;
    const tolerance = 1e-6;
    const { lo, hi } = judge.bracket(clearance, 2 * tolerance);
    return { ...pair, judge, clearance, tolerance, hits: hi !== null ? true : lo === null ? false : null };
  });
})();

const isHit = ({ status }: PairFirstContact): boolean => status === 'contact' || status === 'overlap';

/** Judges an answer to a scene drawn `unit` times as large by the scene as first drawn. */
function expectSame(one: Case, result: PairFirstContact, unit: number, slack: number, what: string): void {
  const { judge, clearance, tolerance, hits } = one;
  const gap = result.gap === null ? null : ([result.gap[0] / unit, result.gap[1] / unit] as const);
  const told = { status: result.status, time: result.time, gap, rounding: result.rounding / unit };
  expect(result.status, what).not.toBe('unresolved');
  if (hits !== null) expect(isHit(result), what).toBe(hits);
  expect(violation(judge, told, clearance, tolerance, slack * judge.size), what).toBe(null);
}

function answer(a: BruteBody, b: BruteBody, { clearance, tolerance }: Case, method: PairMethodName, unit = 1): PairFirstContact {
  return patientContact(body(a), body(b), {
    method: methodNamed(method),
    clearance: clearance * unit,
    tolerance: tolerance * unit,
    contacts: 'none',
  });
}

function moved({ mesh, motion }: BruteBody, q: Quat, shift: Vec3, unit: number): BruteBody {
  return { mesh: unit === 1 ? mesh : scaledMesh(mesh, unit), motion: movedSpec(motion, q, shift, unit) };
}

test('the cases are worth something', () => {
  expect(cases.filter(({ hits }) => hits === true).length).toBeGreaterThan(COUNT / 3);
  expect(cases.filter(({ hits }) => hits === false).length).toBeGreaterThan(COUNT / 10);
});

describe.each(METHODS)(`%s (seed '${SEED}')`, (method) => {
  test('in any unit of length, 1e-6 to 1e6', () => {
    const random = new Random(`${SEED} units`);
    cases.forEach((one, i) => {
      for (const unit of [1e-6, 1e-3, 1e3, 1e6, 10 ** random.range(-6, 6)]) {
        const result = answer(moved(one.a, IDENTITY, [0, 0, 0], unit), moved(one.b, IDENTITY, [0, 0, 0], unit), one, method, unit);
        expectSame(one, result, unit, 1e-12, `case ${i}, unit ${unit}`);
      }
    });
  });

  test('scaled by a power of two: the same bits', () => {
    cases.forEach((one, i) => {
      const plain = answer(one.a, one.b, one, method);
      for (const unit of [2 ** -30, 2 ** -1, 2 ** 7, 2 ** 40]) {
        const result = answer(moved(one.a, IDENTITY, [0, 0, 0], unit), moved(one.b, IDENTITY, [0, 0, 0], unit), one, method, unit);
        const { status, time, gap, rounding, tolerance, stats } = result;
        expect({ status, time, rounding: rounding / unit, tolerance: tolerance / unit, stats }, `case ${i}, unit ${unit}`).toEqual({
          status: plain.status,
          time: plain.time,
          rounding: plain.rounding,
          tolerance: plain.tolerance,
          stats: plain.stats,
        });
        expect(gap?.map((x) => x / unit)).toEqual(plain.gap?.map((x) => x));
      }
    });
  });

  test('moved and turned by large amounts', () => {
    const random = new Random(`${SEED} frames`);
    cases.forEach((one, i) => {
      for (const far of [1, 1e3, 1e6]) {
        const q = random.quaternion();
        const shift = times(random.direction(), far);
        // positions are rounded out there: far · 2⁻⁵² each
        expectSame(
          one,
          answer(moved(one.a, q, shift, 1), moved(one.b, q, shift, 1), one, method),
          1,
          1e-13 + 1e-15 * far,
          `case ${i}, moved by ${far}`,
        );
      }
    });
  });

  test('a and b swapped', () => {
    cases.forEach((one, i) => {
      expectSame(one, answer(one.b, one.a, one, method), 1, 1e-13, `case ${i}`);
    });
  });

  test('triangles, corners and vertices shuffled', () => {
    const random = new Random(`${SEED} order`);
    cases.forEach((one, i) => {
      const a = { ...one.a, mesh: shuffledMesh(one.a.mesh, random) };
      const b = { ...one.b, mesh: shuffledMesh(one.b.mesh, random) };
      expectSame(one, answer(a, b, one, method), 1, 1e-13, `case ${i}`);
    });
  });

  test('triangles split', () => {
    const random = new Random(`${SEED} split`);
    cases.forEach((one, i) => {
      let [a, b] = [one.a.mesh, one.b.mesh];
      for (let depth = 0; depth < 2; depth++) {
        a = splitMesh(a, random);
        b = splitMesh(b, random);
        expectSame(one, answer({ ...one.a, mesh: a }, { ...one.b, mesh: b }, one, method), 1, 1e-13, `case ${i}, depth ${depth}`);
      }
    });
  });

  test('time reversed: free or not', () => {
    cases.forEach(({ hits, ...one }, i) => {
      if (hits === null) return;
      const result = answer(
        { ...one.a, motion: reversed(one.a.motion) },
        { ...one.b, motion: reversed(one.b.motion) },
        { ...one, hits },
        method,
      );
      expect(isHit(result), `case ${i}: ${result.status}`).toBe(hits);
    });
  });

  test('all at once', () => {
    const random = new Random(`${SEED} all`);
    cases.forEach((one, i) => {
      const unit = 10 ** random.range(-6, 6);
      const q = random.quaternion();
      const shift = times(random.direction(), 1e3);
      const other = (x: BruteBody): BruteBody => moved({ ...x, mesh: shuffledMesh(splitMesh(x.mesh, random), random) }, q, shift, unit);
      expectSame(one, answer(other(one.b), other(one.a), one, method, unit), unit, 1e-11, `case ${i}`);
    });
  });
});
