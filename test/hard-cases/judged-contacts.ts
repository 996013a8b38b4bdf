import { expect } from 'vitest';
import type { PairFirstContactOptions } from '../../src/contact/options.ts';
import type { PairFirstContact } from '../../src/contact/result.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { body } from '../property/random-pairs.ts';
import { type BruteBody, BrutePair, type MotionSpec, violation } from '../support/brute-force.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';

export type Options = PairFirstContactOptions & { readonly tolerance: number };

/** The answers of every method, with a and b as given and swapped, each kept to the guarantee by the brute-force judge. */
export function judgedContacts(a: BruteBody, b: BruteBody, options: Options): PairFirstContact[] {
  const judge = new BrutePair(a, b);
  return METHODS.flatMap((method) =>
    [false, true].map((swapped) => {
      const result = swapped
        ? patientContact(body(b), body(a), { ...options, method: methodNamed(method) })
        : patientContact(body(a), body(b), { ...options, method: methodNamed(method) });
      expect(violation(judge, result, options.clearance ?? 0, options.tolerance), `${method}${swapped ? ', swapped' : ''}`).toBe(null);
      return result;
    }),
  );
}

export function expectAll(results: readonly PairFirstContact[], status: PairFirstContact['status']): void {
  expect(results.map((result) => result.status)).toEqual(results.map(() => status));
}

/** Contact not after `time`, and before it by at most `early`. */
export function expectContactAt(results: readonly PairFirstContact[], time: number, early: number): void {
  expectAll(results, 'contact');
  for (const result of results) {
    expect(result.time).toBeLessThanOrEqual(time);
    expect(result.time).toBeGreaterThanOrEqual(time - early);
  }
}

export const rest = (mesh: TriangleMesh, position: Vec3 = [0, 0, 0]): BruteBody => ({ mesh, motion: { kind: 'rest', pose: { position } } });

export const moving = (mesh: TriangleMesh, position: Vec3, displacement: Vec3): BruteBody => ({
  mesh,
  motion: { kind: 'translation', pose: { position }, displacement },
});

export const going = (mesh: TriangleMesh, motion: MotionSpec): BruteBody => ({ mesh, motion });

/** Corners as points, three to a triangle. */
export const soup = (...corners: readonly Vec3[]): TriangleMesh => new TriangleMesh(corners.flat());

/** A surface, also where a primitive would be a solid. */
export const surface = ({ positions, indices, name }: TriangleMesh): TriangleMesh => new TriangleMesh(positions, indices, { name });
