import { describe, expect, test } from 'vitest';
import { METHODS } from '../../src/contact/options.ts';
import { Random } from '../../src/math/random.ts';
import { patientContact } from '../contact/patient-contact.ts';
import { BrutePair, violation } from '../support/brute-force.ts';
import { body, randomPair, type SoupOptions } from './random-pairs.ts';

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
  describe.each([0, 0.15])('clearance %f', (clearance) => {
    test.each(METHODS)(`%s keeps the guarantee (seed '${family}')`, (method) => {
      const random = new Random(`${family} ${clearance}`);
      const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const { a, b } = randomPair(random, soup);
        const tolerance = 10 ** random.range(-7, -2);
        const result = patientContact(body(a), body(b), { method, clearance, tolerance });
        seen[result.status]++;
        expect(violation(new BrutePair(a, b), result, clearance, tolerance), `round ${round}`).toBe(null);
      }
      // the scenes must be worth something
      expect(seen.unresolved).toBe(0);
      expect(seen.free).toBeGreaterThan(0);
      expect(seen.contact).toBeGreaterThan(ROUNDS / 4);
    });
  });
});
