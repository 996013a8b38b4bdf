import { describe, expect, test } from 'vitest';
import { firstContact } from '../../src/contact/pair-query.ts';
import { InputError } from '../../src/math/input-error.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { box, sphere } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { translationMotion } from '../../src/motion/rigid-motion.ts';
import { body, randomPair, randomSoup, scaledMesh } from '../property/random-pairs.ts';
import { BrutePair, type MotionSpec, turn, violation } from '../support/brute-force.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { expectAll, expectContactAt, going, judgedContacts, moving, rest, surface } from './judged-contacts.ts';

const tolerance = 1e-6;
const plain = surface(box(2));

describe('two meshes at a distance of 10^6 radii', () => {
  const far = 1e6;

  test('that meet', () => {
    // gap 1e6 − 2 of a way of 2e6
    const a = moving(plain, [-far, 0, 0], [2 * far, 0, 0]);
    expectContactAt(judgedContacts(a, rest(plain), { tolerance }), (far - 2) / (2 * far), 1e-12);
  });

  test('that meet turning', () => {
    const motion: MotionSpec = {
      kind: 'in-between',
      from: { position: [-far, far, 0] },
      to: { position: [far, -far, 1], quaternion: turn([0.6, 0, 0.8], 3) },
    };
    expectAll(judgedContacts(going(plain, motion), rest(plain), { tolerance }), 'contact');
  });

  test('that pass', () => {
    expectAll(judgedContacts(moving(plain, [-far, 2.001, 0], [2 * far, 0, 0]), rest(plain), { tolerance }), 'free');
    expectAll(judgedContacts(moving(plain, [-far, 0, 0], [far / 2, 0, 0]), rest(plain), { tolerance }), 'free');
  });

  test('on an arm of that length', () => {
    // swings down through the other one
    const swing: MotionSpec = { kind: 'rotation', pose: { position: [-10, 0, 0] }, axis: [0, 1, 0], angle: 2e-5, centre: [0, 0, -far] };
    expectAll(judgedContacts(going(plain, swing), rest(plain), { tolerance: 1e-5 }), 'contact');
  });

  test('of very different size', () => {
    const speck = scaledMesh(plain, 1e-6);
    const a = moving(speck, [-3, 0.1, 0.1], [4, 0, 0]);
    expectContactAt(judgedContacts(a, rest(plain), { tolerance: 1e-9 }), 0.5, 1e-6);
  });
});

describe('the unit of length', () => {
  test.each([1e-90, 1e-60, 1e-30, 1e30, 1e60, 1e89])('%d', (unit) => {
    const a = moving(scaledMesh(plain, unit), [-4 * unit, 0.3 * unit, 0], [4 * unit, 0, 0]);
    const spin: MotionSpec = {
      kind: 'in-between',
      from: { position: [-4 * unit, 0, 0] },
      to: { position: [0, 0, 0], quaternion: turn([0, 0, 1], 1) },
    };
    const b = rest(scaledMesh(plain, unit));
    expectContactAt(judgedContacts(a, b, { tolerance: tolerance * unit }), 0.5, tolerance);
    const turning = METHODS.map((method) =>
      patientContact(body(going(scaledMesh(plain, unit), spin)), body(b), { method: methodNamed(method), tolerance: tolerance * unit }),
    );
    const reference = patientContact(
      body(
        going(plain, { kind: 'in-between', from: { position: [-4, 0, 0] }, to: { position: [0, 0, 0], quaternion: turn([0, 0, 1], 1) } }),
      ),
      body(rest(plain)),
      { tolerance },
    );
    for (const { status, time } of turning) {
      expect(status).toBe('contact');
      expect(Math.abs(time - reference.time)).toBeLessThan(1e-6);
    }
    expectAll(
      judgedContacts(moving(scaledMesh(plain, unit), [-4 * unit, 2.1 * unit, 0], [8 * unit, 0, 0]), b, { tolerance: tolerance * unit }),
      'free',
    );
  });

  test('beyond 2^300 is an InputError', () => {
    expect(() => scaledMesh(plain, 1e91)).toThrow(InputError);
    expect(() => translationMotion({}, [1e91, 0, 0])).toThrow(InputError);
  });

  test("a soup at 1e80 is no slower than one at 1 (seed 'units')", () => {
    const random = new Random('units');
    const mesh = randomSoup(random, 'soup', { most: 1000, degenerate: 0 });
    const work = (unit: number): number => {
      const m = scaledMesh(mesh, unit);
      const result = firstContact(
        { shape: m, motion: translationMotion({ position: [-4 * unit, 0, 0] }, [4 * unit, 0, 0]) },
        { shape: m },
        { tolerance: tolerance * unit },
      );
      expect(result.status).toBe('contact');
      return result.stats.nodes + result.stats.triangles;
    };
    const ordinary = work(1);
    for (const unit of [2 ** -290, 2 ** -100, 2 ** 100, 2 ** 290]) expect(work(unit)).toBeLessThan(2 * ordinary);
  });
});

describe('a tolerance below what doubles can prove', () => {
  test.each([1e-15, 1e-30, 1e-300])('%d: contact is unresolved, for lack of precision', (fine) => {
    const results = judgedContacts(moving(plain, [-4, 0.3, 0], [4, 0, 0]), rest(plain), { tolerance: fine });
    expectAll(results, 'unresolved');
    for (const { reason, time } of results) {
      expect(reason).toBe('precision');
      expect(time).toBeLessThanOrEqual(0.5);
      expect(time).toBeGreaterThan(0.5 - 1e-9);
    }
    // what is free stays free
    expectAll(judgedContacts(moving(plain, [-4, 0.3, 0], [1.9, 0, 0]), rest(plain), { tolerance: fine }), 'free');
  });

  test('a clearance so large that the tolerance drowns in it', () => {
    const results = judgedContacts(moving(sphere(1), [-4e9, 0, 0], [4e9, 0, 0]), rest(sphere(1)), { tolerance: 1e-9, clearance: 1e9 });
    for (const { status, reason } of results) {
      expect(status).toBe('unresolved');
      expect(reason).toBe('precision');
    }
  });
});

describe('budgets', () => {
  const random = new Random('budgets');
  const pairs = Array.from({ length: 12 }, () => randomPair(random, { most: 30 }));

  test.each(METHODS)(`%s: whatever the budget, what it says is true (seed 'budgets')`, (method) => {
    let unresolved = 0;
    for (const { a, b } of pairs) {
      const judge = new BrutePair(a, b);
      let last = 0;
      for (const maxIterations of [0, 1, 2, 3, 5, 10, 30, 100, 1000, 1e6]) {
        const result = patientContact(body(a), body(b), { method: methodNamed(method), tolerance: 1e-5, maxIterations });
        expect(violation(judge, result, 0, 1e-5), `${maxIterations}`).toBe(null);
        if (result.status === 'unresolved') {
          unresolved++;
          expect(result.reason).toBe('iterations');
          expect(result.time).toBeGreaterThanOrEqual(0);
          expect(result.contacts).toEqual([]);
        }
        if (maxIterations === 1e6) expect(result.status).not.toBe('unresolved');
        // more work never proves less; hca goes depth first and may look at early times late
        if (method !== 'hca') expect(result.time).toBeGreaterThanOrEqual(result.status === 'overlap' ? 0 : last);
        last = result.time;
      }
    }
    expect(unresolved).toBeGreaterThan(12);
  });

  test.each(METHODS)('%s: no milliseconds', (method) => {
    const result = patientContact(body(moving(plain, [-4, 0, 0], [4, 0, 0])), body(rest(plain)), {
      method: methodNamed(method),
      tolerance,
      maxMilliseconds: 0,
    });
    expect(result.status).toBe('unresolved');
    expect(result.reason).toBe('milliseconds');
    expect(result.time).toBeLessThanOrEqual(0.5);
  });

  test.each(METHODS)('%s: overlap at the start needs no budget to be true', (method) => {
    const result = patientContact(body(rest(plain)), body(rest(plain)), { method: methodNamed(method), tolerance, maxIterations: 1 });
    expect(['overlap', 'unresolved']).toContain(result.status);
    expect(result.time).toBe(0);
  });
});

describe('no relative motion', () => {
  test.each([0.5, 0.01])('both under the same motion, %d apart: free', (apart) => {
    const motion: MotionSpec = {
      kind: 'in-between',
      from: { position: [1, 2, 3] },
      to: { position: [-5, 2, 8], quaternion: turn([0.6, 0.8, 0], 2.5) },
    };
    const shifted = new TriangleMesh(
      Array.from(plain.positions, (x, i) => x + (i % 3 === 0 ? 2 + apart : 0)),
      plain.indices,
    );
    expectAll(judgedContacts(going(plain, motion), going(shifted, motion), { tolerance }), 'free');
  });

  test('both under the same translation, touching from the start', () => {
    const a = moving(plain, [0, 0, 0], [5, 5, 5]);
    const b = moving(plain, [2, 0, 0], [5, 5, 5]);
    expectAll(judgedContacts(a, b, { tolerance }), 'overlap');
  });
});

describe('both move', () => {
  test('head on, and one catches up with the other', () => {
    expectContactAt(
      judgedContacts(moving(plain, [-4, 0, 0], [4, 0, 0]), moving(plain, [4, 0.5, 0], [-4, 0, 0]), { tolerance }),
      0.75,
      tolerance,
    );
    expectContactAt(
      judgedContacts(moving(plain, [-4, 0, 0], [8, 0, 0]), moving(plain, [0, 0.5, 0], [4, 0, 0]), { tolerance }),
      0.5,
      tolerance,
    );
  });

  test('two arms that turn towards each other', () => {
    const arm = new TriangleMesh([0, 0, -1, 2, 0, 0, 0, 0, 1]);
    const left: MotionSpec = { kind: 'rotation', pose: { position: [-1.5, 0, 0] }, axis: [0, 0, 1], angle: 2 };
    const right: MotionSpec = { kind: 'rotation', pose: { position: [1.5, 1, 0], quaternion: [0, 0, 1, 0] }, axis: [0, 0, 1], angle: 2 };
    const results = judgedContacts(going(arm, left), going(arm, right), { tolerance });
    expectAll(results, 'contact');
  });
});

describe('far from the world origin', () => {
  test.each([1e6, 1e9])('by %d', (far) => {
    const at = (x: number): Vec3 => [far + x, -far, far / 2];
    const a = moving(plain, at(-4), [4, 0, 0]);
    // the positions themselves are rounded there: 1e9 · 2⁻⁵³
    expectContactAt(judgedContacts(a, rest(plain, at(0)), { tolerance }), 0.5 + far * 1e-16, tolerance + far * 2e-16);
  });
});
