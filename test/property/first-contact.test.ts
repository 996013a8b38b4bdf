import { describe, expect, test } from 'vitest';
import { PairQuery } from '../../src/contact/pair-query.ts';
import { Random } from '../../src/math/random.ts';
import { c2a, coherent, METHODS, methodNamed } from '../../src/methods/index.ts';
import { add, type BruteBody, BrutePair, product, times, turn, violation } from '../support/brute-force.ts';
import { rounds, roundsUntil } from '../support/rounds.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { body, libraryMotion, randomMotion, randomPair, randomSoup, randomVector, type SoupOptions } from './random-pairs.ts';

// The guarantee (docs/guarantee.md) against a judge that shares nothing with the methods but the distance of two triangles.

const FAMILIES: Readonly<Record<string, SoupOptions>> = {
  'one triangle each': { most: 1, degenerate: 0 },
  'small soups': { most: 8 },
  'larger soups': { most: 40, degenerate: 0.3 },
  'points, segments and needles': { most: 6, degenerate: 1 },
  'thick triangles, capsules and spheres': { most: 10, degenerate: 0.5, radius: 0.2 },
};
const ROUNDS = 24;

describe.each(Object.entries(FAMILIES))('%s', (family, soup) => {
  describe.each([0, 0.15])('clearance %d', (clearance) => {
    const seed = `${family} ${clearance}`;

    test(`every method keeps the guarantee, and they agree (seed '${seed}')`, () => {
      const random = new Random(seed);
      const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
      const isMet = (): boolean => seen.free > ROUNDS / 10 && seen.contact > ROUNDS;
      for (const round of roundsUntil(isMet, ROUNDS, 8)) {
        const { a, b } = randomPair(random, soup);
        const tolerance = 10 ** random.range(-8, -2);
        const judge = new BrutePair(a, b);
        const results = METHODS.map((method) =>
          patientContact(body(a), body(b), { method: methodNamed(method), clearance, tolerance, contacts: 'none' }),
        );
        for (const result of results) {
          seen[result.status]++;
          expect(violation(judge, result, clearance, tolerance), `round ${round}, ${result.stats.method}`).toBe(null);
        }
        const statuses = new Set(results.map(({ status }) => status));
        if (statuses.size > 1) {
          // only in the grey band: something comes within the tolerance, nothing within the clearance
          expect(statuses, `round ${round}`).toEqual(new Set(['free', 'contact']));
          const { lo, hi } = judge.bracket(clearance, tolerance);
          expect(lo).not.toBe(null);
          expect(hi).toBe(null);
        }
      }
      // the scenes must be worth something
      expect(seen.unresolved).toBe(0);
      expect(isMet(), JSON.stringify(seen)).toBe(true);
    });
  });
});

describe('control of c2a', () => {
  const controls = [
    false,
    { weight: 1 },
    { weight: 0.1, iterations: 50, distance: 0 },
    { iterations: 0 },
    { distance: 1e6 },
    { weight: 0.3, iterations: 5, distance: 0.5 },
  ] as const;

  test.each(controls)("%j keeps the guarantee (seed 'control')", (control) => {
    const random = new Random('control');
    for (let round = 0; round < rounds(12); round++) {
      const { a, b } = randomPair(random, { most: 30 });
      const result = patientContact(body(a), body(b), { method: c2a({ control }), tolerance: 1e-5, contacts: 'none' });
      expect(result.status).not.toBe('unresolved');
      expect(violation(new BrutePair(a, b), result, 0, 1e-5), `round ${round}`).toBe(null);
    }
  });
});

describe("mode: 'any'", () => {
  test.each(METHODS)("%s: contact only where there is one, and wherever there is one (seed 'any')", (method) => {
    const random = new Random('any');
    for (let round = 0; round < rounds(16); round++) {
      const { a, b } = randomPair(random, { most: 12 });
      const judge = new BrutePair(a, b);
      const result = patientContact(body(a), body(b), { method: methodNamed(method), mode: 'any', tolerance: 1e-5 });
      const first = patientContact(body(a), body(b), { method: methodNamed(method), tolerance: 1e-5 });
      if (result.status === 'contact') {
        expect(judge.distance(result.time)).toBeLessThanOrEqual(1e-5 + 1e-12);
        expect(result.time).toBeGreaterThanOrEqual(first.time - 1e-9);
      } else expect(violation(judge, result, 0, 1e-5)).toBe(null);
      expect(result.status).toBe(first.status);
    }
  });
});

describe('warm start', () => {
  test.each(METHODS)("%s: the previous answer never changes what is true (seed 'previous')", (method) => {
    const random = new Random('previous');
    const meshes = [randomSoup(random, 'a', { most: 30 }), randomSoup(random, 'b', { most: 30 })] as const;
    const query = new PairQuery({ shape: meshes[0] }, { shape: meshes[1] });
    let previous: ReturnType<typeof query.firstContact> | undefined;
    for (let round = 0; round < rounds(24); round++) {
      const a = { mesh: meshes[0], motion: randomMotion(random, random.range(2, 3)) };
      const b = { mesh: meshes[1], motion: randomMotion(random, 0.2) };
      const result = query.firstContact(
        { a: libraryMotion(a.motion), b: libraryMotion(b.motion) },
        { method: methodNamed(method), tolerance: 1e-5, previous },
      );
      expect(violation(new BrutePair(a, b), result, 0, 1e-5), `round ${round}`).toBe(null);
      const cold = query.firstContact(
        { a: libraryMotion(a.motion), b: libraryMotion(b.motion) },
        { method: methodNamed(method), tolerance: 1e-5 },
      );
      expect(result.status).toBe(cold.status);
      previous = result;
    }
  });

  test.each([...METHODS, 'coherent'] as const)("%s: coherent steps, from near contact too (seed 'coherent')", (name) => {
    const method = name === 'coherent' ? coherent : methodNamed(name);
    const random = new Random('coherent');
    for (let run = 0; run < rounds(12); run++) {
      const { a, b } = randomPair(random, { most: 20 });
      const spec = a.motion;
      if (spec.kind !== 'in-between') continue;
      const query = new PairQuery({ shape: a.mesh }, { shape: b.mesh });
      let previous: ReturnType<typeof query.firstContact> | undefined;
      for (let step = 0; step < 10; step++) {
        // the end comes nearer step by step, so that the start rule bites sooner or later
        const to = {
          ...spec.to,
          position: Array.from(spec.to.position ?? [0, 0, 0]).map((x, i) => x + 0.02 * step * (i - 1)) as unknown as [
            number,
            number,
            number,
          ],
        };
        const motion = { ...spec, to };
        const result = query.firstContact({ a: libraryMotion(motion), b: libraryMotion(b.motion) }, { method, tolerance: 0.05, previous });
        expect(violation(new BrutePair({ mesh: a.mesh, motion }, b), result, 0, 0.05)).toBe(null);
        previous = result;
      }
    }
  });
});

describe('starts near contact', () => {
  test.each(METHODS)("%s: from a distance about the tolerance (seed 'near')", (method) => {
    const random = new Random('near');
    const seen: Record<string, number> = {};
    for (let round = 0; round < rounds(24); round++) {
      const b = { mesh: randomSoup(random, 'b', { most: 10 }), motion: randomMotion(random, 0.5) };
      const from = { position: times(random.direction(), random.range(2, 4)), quaternion: random.quaternion() };
      const to = {
        position: add(from.position, randomVector(random, 3)),
        quaternion: product(turn(random.direction(), random.range(0, 0.4)), from.quaternion),
      };
      const a = {
        mesh: randomSoup(random, 'a', { most: 10 }),
        motion: { kind: random.pick(['in-between', 'screw']), from, to },
      } as BruteBody;
      const judge = new BrutePair(a, b);
      // a clearance just below the first distance: what was far is now a start in near contact
      const start = judge.distance(0);
      if (start <= 0.01) continue;
      const tolerance = 1e-3;
      const clearance = start - tolerance * random.pick([3, 1.5, 0.5, 1e-2, 1e-6, 0, -1e-3]);
      const result = patientContact(body(a), body(b), { method: methodNamed(method), clearance, tolerance });
      seen[result.status] = (seen[result.status] ?? 0) + 1;
      expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);
    }
    expect(seen.contact).toBeGreaterThan(5);
    expect(seen.free).toBeGreaterThan(2);
    expect(seen.overlap).toBeGreaterThan(2);
  });
});

describe("start: 'leaving'", () => {
  test.each(METHODS)("%s: apart when it says it left, and judged from then on (seed 'leaving')", (method) => {
    const random = new Random('leaving');
    const seen: Record<string, number> = { left: 0, never: 0, again: 0 };
    const tolerance = 1e-4;
    for (let round = 0; round < rounds(60); round++) {
      const clearance = random.pick([0, 0.05]);
      const a = { mesh: randomSoup(random, 'a', { most: 12 }), motion: randomMotion(random, random.range(0, 0.6)) };
      const b = { mesh: randomSoup(random, 'b', { most: 12 }), motion: randomMotion(random, 0.2) };
      const judge = new BrutePair(a, b);
      if (judge.distance(0) > clearance + tolerance) continue;
      const { status, time, initial } = patientContact(body(a), body(b), {
        method: methodNamed(method),
        clearance,
        tolerance,
        start: 'leaving',
      });
      const slack = 1e-13 * judge.size;
      expect(initial).toHaveLength(1);
      const left = initial[0].left;
      if (left === null) {
        seen.never++;
        expect(status).not.toBe('contact');
        expect(judge.distance(1)).toBeLessThanOrEqual(clearance + tolerance + 1e-9);
        continue;
      }
      seen.left++;
      expect(judge.distance(left as number)).toBeGreaterThan(clearance + tolerance - slack);
      const until = status === 'contact' ? time : 1;
      const hit = judge.firstBelow(clearance - slack, left, until);
      expect(hit === null || hit >= until, `round ${round}: ${hit} between ${left} and ${until}`).toBe(true);
      if (status !== 'contact') expect(status).toBe('free');
      else {
        seen.again++;
        expect(time).toBeGreaterThan(left as number);
        expect(judge.distance(time)).toBeLessThanOrEqual(clearance + tolerance + slack);
      }
    }
    expect(Math.min(seen.left, seen.never, seen.again)).toBeGreaterThan(1);
  });
});
