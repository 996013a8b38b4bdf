/** Random steps with the truth about them, and how answers are judged by it. */
import { expect } from 'vitest';
import { Random } from '../../src/math/random.ts';
import { StepQuery } from '../../src/soft/step-query.ts';
import type { StepFirstContact } from '../../src/soft/step-result.ts';
import { bruteStep, keyOfContact, type StepBody } from './brute-step.ts';
import { randomStep, softBodies } from './random-steps.ts';

export interface StepCase {
  readonly bodies: readonly StepBody[];
  readonly allowed: readonly (readonly [string, string])[];
  readonly query: StepQuery;
  readonly truth: ReadonlyMap<string, number>;
  /** Of the first contact; Infinity: free. */
  readonly first: number;
}

function makeCase(bodies: readonly StepBody[], allowed: readonly (readonly [string, string])[] = []): StepCase {
  const truth = bruteStep(bodies, allowed);
  return { bodies, allowed, query: new StepQuery(softBodies(bodies), { allowed: allowed }), truth, first: Math.min(...truth.values()) };
}

export function stepCases(seed: string, count: number): readonly StepCase[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const bodies = randomStep(random);
    return makeCase(bodies, bodies.length > 2 && random.integer(2) === 0 ? [['m2', 'm0']] : []);
  });
}

export function statusOf({ first }: StepCase): 'free' | 'overlap' | 'contact' {
  return first === Infinity ? 'free' : first === 0 ? 'overlap' : 'contact';
}

export function keysAndTimes({ contacts }: StepFirstContact): Map<string, number> {
  const found = new Map(contacts.map((contact) => [keyOfContact(contact), contact.time]));
  expect(found.size, 'no contact is told twice').toBe(contacts.length);
  return found;
}

/** Never late; at most a few 1e-9 early, but where the features only graze or nearly miss each other. */
export function expectTime(told: number, exact: number, what: string): void {
  expect(told, what).toBeLessThanOrEqual(exact);
  expect(told, what).toBeGreaterThanOrEqual(exact - 1e-8);
}
