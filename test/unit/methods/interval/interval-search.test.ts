import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../../src/contact/pair-query.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../../src/motion/rigid-motion.ts';
import { body, randomPair, randomVector, type SoupOptions } from '../../../property/random-pairs.ts';
import { add, BrutePair, times, violation } from '../../../support/brute-force.ts';
import { intervalContact } from './interval-contact.ts';

const FAMILIES: Readonly<Record<string, SoupOptions>> = {
  'one triangle each': { most: 1, degenerate: 0 },
  'small soups': { most: 10 },
  'points, segments and needles': { most: 6, degenerate: 1 },
  'thick triangles, capsules and spheres': { most: 8, degenerate: 0.5, radius: 0.2 },
};
const VARIANTS = [{}, { solver: 'independent' }, { newton: false }, { refinement: 0 }] as const;
const ROUNDS = 40;

describe.each(Object.entries(FAMILIES))('%s', (family, soup) => {
  test.each([0, 0.15])(`clearance %d: the guarantee, against brute force and best-first search (seed '${family}')`, (clearance) => {
    const random = new Random(`${family} ${clearance}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { a, b } = randomPair(random, soup);
      const tolerance = 10 ** random.range(-8, -2);
      const judge = new BrutePair(a, b);
      const reference = firstContact(body(a), body(b), { clearance, tolerance, contacts: 'none' });
      for (const variant of VARIANTS) {
        const result = intervalContact(body(a), body(b), { clearance, tolerance, ...variant });
        const what = `round ${round}, ${JSON.stringify(variant)}`;
        seen[result.status]++;
        expect(result.status, what).not.toBe('unresolved');
        expect(violation(judge, result, clearance, tolerance), what).toBe(null);
        if (result.status === reference.status) continue;
        // only in the grey band: something comes within the tolerance, nothing within the clearance
        const { lo, hi } = judge.bracket(clearance, tolerance);
        expect(lo, what).not.toBe(null);
        expect(hi, what).toBe(null);
      }
    }
    expect(seen.free).toBeGreaterThan(ROUNDS / 4);
    expect(seen.contact).toBeGreaterThan(ROUNDS);
  });
});

describe('analytic times', () => {
  const table = { shape: box([10, 10, 1], [0, 0, -0.5]) };

  test('a box falls on a table, faces parallel', () => {
    const result = intervalContact({ shape: box(1), motion: translationMotion({ position: [0.3, 0.2, 2] }, [0, 0, -4]) }, table, {
      tolerance: 1e-9,
    });
    expect(result.status).toBe('contact');
    expect(result.time).toBeLessThanOrEqual(0.375);
    expect(result.time).toBeCloseTo(0.375, 9);
  });

  test('spheres and capsules, with a clearance', () => {
    const ball = { shape: sphere(0.5), motion: translationMotion({ position: [-3, 0, 0] }, [4, 0, 0]) };
    const result = intervalContact(ball, { shape: capsule([0, 0, -5], [0, 0, 5], 0.25) }, { clearance: 0.125, tolerance: 1e-9 });
    expect(result.status).toBe('contact');
    expect(result.time).toBeLessThanOrEqual(2.125 / 4);
    expect(result.time).toBeCloseTo(2.125 / 4, 8);
  });

  test('a rod turns into a wall', () => {
    // its end, at distance 2 from the axis, meets x = √3 at 30° from the x axis, coming from 90°
    const rod = { shape: new TriangleMesh([0, 0, 0, 0, 2, 0], [0, 1, 1]), motion: rotationMotion({}, [0, 0, 1], -Math.PI / 2) };
    const wall = new TriangleMesh([Math.sqrt(3), -9, -9, Math.sqrt(3), 9, -9, Math.sqrt(3), 0, 9]);
    const result = intervalContact(rod, { shape: wall }, { tolerance: 1e-8 });
    expect(result.status).toBe('contact');
    expect(result.time).toBeCloseTo(2 / 3, 8);
  });

  test('edges that cross', () => {
    const a = new TriangleMesh([-1, 0, 1, 1, 0, 1, 0, 0, 2]);
    const b = new TriangleMesh([0, -1, 0, 0, 1, 0, 0, 0, -1]);
    const result = intervalContact({ shape: a, motion: translationMotion({}, [0, 0, -4]) }, { shape: b }, { tolerance: 1e-10 });
    expect(result.status).toBe('contact');
    expect(result.time).toBeCloseTo(0.25, 9);
  });
});

describe('equations that vanish identically', () => {
  const plate = (z: number) => new TriangleMesh([0, 0, z, 1, 0, z, 0, 1, z]);

  test('coplanar triangles slide into each other', () => {
    const result = intervalContact(
      { shape: plate(0), motion: translationMotion({ position: [-2, 0, 0] }, [2, 0, 0]) },
      { shape: plate(0) },
      { tolerance: 1e-9 },
    );
    expect(result.status).toBe('contact');
    expect(result.time).toBeCloseTo(0.5, 8);
  });

  test.each([1e-1, 1e-4, 1e-7])('coplanar triangles slide past each other, %d apart', (gap) => {
    // parallel edges, along the diagonal
    const motion = translationMotion({ position: [1 + gap, 0.8, 0], quaternion: [0, 0, 1, 0] }, [1, -1, 0]);
    const slide = {
      shape: plate(0),
      motion: translationMotion({ position: [0.5 + gap + 0.5, 0.5 + 0.5, 0], quaternion: [0, 0, 1, 0] }, [1, -1, 0]),
    };
    for (const mover of [{ shape: plate(0), motion }, slide]) {
      const result = intervalContact(mover, { shape: plate(0) }, { tolerance: 1e-9 });
      const reference = firstContact(mover, { shape: plate(0) }, { tolerance: 1e-9 });
      expect(result.status).toBe(reference.status);
      if (result.status === 'contact') expect(result.time).toBeCloseTo(reference.time, 7);
      expect(result.stats.intervals).toBeLessThan(200);
    }
  });

  test.each([1e-1, 1e-4, 1e-7])('a box slides over a table, %d above', (gap) => {
    const mover = { shape: box(1), motion: translationMotion({ position: [-3, 0.1, 0.5 + gap] }, [6, 0.1, 0]) };
    const result = intervalContact(mover, { shape: box([4, 4, 1], [0, 0, -0.5]) }, { tolerance: 1e-9 });
    expect(result.status).toBe('free');
    expect(result.stats.intervals).toBeLessThan(500);
  });

  test('bodies at rest, near each other', () => {
    const result = intervalContact(
      { shape: box(1), motion: restMotion({ position: [0, 0, 1 + 1e-5] }) },
      { shape: box(1) },
      { tolerance: 1e-7 },
    );
    expect(result.status).toBe('free');
    expect(result.stats.intervals).toBeLessThan(20);
  });
});

describe('bodies that move together', () => {
  test.each([rigidMotion, screwMotion])('as one, a hair apart', (make) => {
    const motion = make({ position: [1, 2, 3] }, { position: [4, 0, 5], quaternion: [0, 0, Math.sin(1.2), Math.cos(1.2)] });
    const result = intervalContact({ shape: box(1, [1.001, 0.2, 0.1]), motion }, { shape: box(1), motion }, { tolerance: 1e-5 });
    expect(result.status).toBe('free');
    expect(result.stats.intervals).toBeLessThan(2000);
  });

  test("beside each other all the way, against brute force (seed 'beside')", () => {
    const random = new Random('beside');
    for (let round = 0; round < 30; round++) {
      const { a, b } = randomPair(random, { most: 8 });
      const from = { position: randomVector(random, 5), quaternion: random.quaternion() };
      const to = { position: randomVector(random, 5), quaternion: random.quaternion() };
      const side = random.direction();
      const beside = (pose: typeof from, way: number) => ({ ...pose, position: add(pose.position, times(side, way)) });
      const leader = { ...a, motion: { kind: 'in-between', from, to } as const };
      const follower = { ...b, motion: { kind: 'in-between', from: beside(from, 2.1), to: beside(to, random.range(0.8, 2.3)) } as const };
      const result = intervalContact(body(leader), body(follower), { tolerance: 1e-5 });
      expect(result.status, `round ${round}`).not.toBe('unresolved');
      expect(violation(new BrutePair(leader, follower), result, 0, 1e-5), `round ${round}`).toBe(null);
    }
  });
});

test('a spent budget is told, with the time that is proven', () => {
  const random = new Random('budget');
  let told = 0;
  for (let round = 0; round < 30; round++) {
    const { a, b } = randomPair(random, { most: 20 });
    const judge = new BrutePair(a, b);
    for (const maxIterations of [0, 3, 30, 100]) {
      const result = intervalContact(body(a), body(b), { tolerance: 1e-5, maxIterations });
      expect(violation(judge, result, 0, 1e-5), `round ${round}`).toBe(null);
      if (result.status === 'unresolved') {
        told++;
        expect(result.reason).toBe('iterations');
      }
    }
  }
  expect(told).toBeGreaterThan(30);
});
