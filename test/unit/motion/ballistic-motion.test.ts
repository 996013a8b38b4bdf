import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
  STATE_V,
} from '../../../src/motion/motion.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { body, libraryMotion, randomMotion, randomPair, randomVector, type SoupOptions } from '../../property/random-pairs.ts';
import { add, BrutePair, bruteMotion, cross, dot, minus, norm, placed, times, violation } from '../../support/brute-force.ts';
import { patientContact } from '../contact/patient-contact.ts';

const TIMES = [0, 1e-9, 0.1, 1 / 3, 0.5, 0.7, 0.999, 1];

function stateAt(motion: Motion, t: number, reference: Vec3 = [0, 0, 0]): Float64Array {
  const state = new Float64Array(STATE_SIZE).fill(Number.NaN);
  state[STATE_TIME] = t;
  motion.writeState(Float64Array.from(reference), state);
  return state;
}

const vector = (state: Float64Array, o: number): Vec3 => [state[o], state[o + 1], state[o + 2]];

describe("state (seed 'ballistic')", () => {
  const random = new Random('ballistic');
  const specs = Array.from({ length: 40 }, () => randomMotion(random, random.range(0, 5), [0, 0, 0], 'ballistic'));

  test('is where an independent evaluation has it, also relative to a far reference', () => {
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const size = 1 + norm(judge.start) + judge.fastest(1);
      for (const t of TIMES) {
        for (const reference of [
          [0, 0, 0],
          [1e3, -2e3, 0.5],
        ] as const) {
          const state = stateAt(motion, t, reference);
          const { rotation, position } = judge.at(t, reference);
          expect(norm(minus(vector(state, STATE_P), position))).toBeLessThan(1e-14 * (size + norm(reference)));
          for (let k = 0; k < 9; k++) expect(Math.abs(state[k] - rotation[k])).toBeLessThan(1e-14 * size);
        }
      }
    }
  });

  test('velocities are the derivatives, and no point is ever more accelerated than its bounds say', () => {
    const h = 2 ** -12;
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const x = randomVector(random, 2);
      const rho = norm(x);
      const at = (t: number): Vec3 => placed(judge.at(t, [0, 0, 0]), x);
      for (const t of [0, 0.2, 0.6]) {
        const state = stateAt(motion, t);
        const speed = add(vector(state, STATE_V), cross(vector(state, STATE_OMEGA), minus(at(t), vector(state, STATE_P))));
        const size = 1 + judge.fastest(3);
        expect(norm(minus(speed, times(minus(at(t + h), at(t - h)), 0.5 / h)))).toBeLessThan(1e-5 * size ** 3);
        const n = random.direction();
        for (const later of [t, (1 + t) / 2, 0.99]) {
          const second = times(add(minus(at(later + h), at(later)), minus(at(later - h), at(later))), 1 / h ** 2);
          const turning = norm(cross(n, vector(state, STATE_OMEGA)));
          const most = turning * state[STATE_KAPPA] * (rho + state[STATE_DELTA]) + state[STATE_A0] + state[STATE_A1] * rho;
          expect(dot(n, second)).toBeLessThanOrEqual(most + 1e-5 * size ** 3);
        }
      }
    }
  });

  test('no point goes farther than `travel` says, and `travel` says little more', () => {
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const x = times(random.direction(), 1.5);
      let way = 0;
      for (let k = 0; k < 400; k++)
        way += norm(minus(placed(judge.at((k + 1) / 400, [0, 0, 0]), x), placed(judge.at(k / 400, [0, 0, 0]), x)));
      expect(way).toBeLessThanOrEqual(motion.travel(1.5));
      expect(motion.travel(1.5)).toBeLessThanOrEqual(3 * judge.fastest(1.5) + 1e-12);
    }
  });
});

describe('units of time', () => {
  test('a flight of two seconds is where free fall has it', () => {
    const motion = ballisticMotion({ pose: { position: [1, 2, 100] }, velocity: [3, 0, 5], acceleration: [0, 0, -10] }, 2);
    expect(poseAt(motion, 1).position).toEqual([7, 2, 90]);
    expect(poseAt(motion, 0.25).position).toEqual([2.5, 2, 101.25]);
    expect(motion.still).toBe(false);
    expect(ballisticMotion({}, 5).still).toBe(true);
    expect(ballisticMotion({ acceleration: [0, 0, -1] }, 5).still).toBe(false);
  });

  test('whole turns are turns', () => {
    const motion = ballisticMotion({ angularVelocity: [0, 0, 4 * Math.PI] }, 3);
    expect(motion.turn).toBeCloseTo(12 * Math.PI, 12);
    const { quaternion } = poseAt(motion, 1 / 24);
    expect(Math.abs(quaternion[2])).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('malformed flights are named', () => {
    const wrong: [object, number, RegExp][] = [
      [{ speed: [1, 0, 0] }, 1, /speed/],
      [{ velocity: [1, 0] }, 1, /velocity/],
      [{ velocity: [1, 0, Number.NaN] }, 1, /velocity/],
      [{ angularVelocity: [1e9, 0, 0] }, 1, /angularVelocity/],
      [{ acceleration: 9.81 }, 1, /acceleration/],
      [{}, 0, /duration/],
      [{}, Number.NaN, /duration/],
    ];
    for (const [flight, duration, what] of wrong) {
      expect(() => ballisticMotion(flight, duration)).toThrow(InputError);
      expect(() => ballisticMotion(flight, duration)).toThrow(what);
    }
  });
});

const FAMILIES: Readonly<Record<string, SoupOptions>> = {
  'one triangle each': { most: 1, degenerate: 0 },
  'larger soups': { most: 30, degenerate: 0.3 },
  'thick triangles, capsules and spheres': { most: 8, degenerate: 0.5, radius: 0.2 },
};

describe('first contact of thrown meshes', () => {
  test.each(Object.entries(FAMILIES))("%s: every method that knows flights keeps the guarantee (seed 'thrown')", (family, soup) => {
    const random = new Random(`thrown ${family}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    for (let round = 0; round < 80; round++) {
      const clearance = random.pick([0, 0.1]);
      const { a, b } = randomPair(random, soup, 'ballistic');
      const tolerance = 10 ** random.range(-8, -2);
      const judge = new BrutePair(a, b);
      for (const method of METHODS) {
        const result = patientContact(body(a), body(b), { method: methodNamed(method), clearance, tolerance, contacts: 'none' });
        seen[result.status]++;
        expect(violation(judge, result, clearance, tolerance), `round ${round}, ${method}`).toBe(null);
      }
    }
    expect(seen.unresolved).toBe(0);
    expect(seen.free).toBeGreaterThan(10);
    expect(seen.contact).toBeGreaterThan(60);
  });
});
