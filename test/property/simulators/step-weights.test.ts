import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import type { StepContact, StepOptions, StepSide } from '../../../src/soft/index.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { rounds } from '../../support/rounds.ts';
import type { StepBody } from '../brute-step.ts';
import { motionsOf, randomStep, softBodies, withFrames } from '../random-steps.ts';

// Who writes a response applies an impulse by weight; here the weights are judged by the places of the vertices alone.

const SEED = 'step-weights';
const random = new Random(SEED);
const steps = Array.from({ length: rounds(150) }, (_, i) => randomStep(random, i % 3 === 0 ? { radius: 0.3 } : {}));

interface Asked {
  readonly bodies: readonly StepBody[];
  readonly contacts: readonly StepContact[];
}

const asked = (bodies: readonly StepBody[], options: StepOptions = {}): Asked => ({
  bodies,
  contacts: new StepQuery(softBodies(bodies)).contacts(motionsOf(bodies), options).contacts,
});

function cornersOf(bodies: readonly StepBody[], { body, vertices }: StepSide, t: number): number[] {
  const { before, after } = bodies.find(({ name }) => name === body) as StepBody;
  return vertices.flatMap((v) => [0, 1, 2].map((k) => (1 - t) * before[3 * v + k] + t * after[3 * v + k]));
}

function pointOf(bodies: readonly StepBody[], side: StepSide, t: number): number[] {
  const corners = cornersOf(bodies, side, t);
  return [0, 1, 2].map((k) => side.weights.reduce((sum, w, i) => sum + w * corners[3 * i + k], 0));
}

const filled = (x: readonly number[]): number[] => [...x, ...x.slice(-3), ...x.slice(-3)].slice(0, 9);
const apart = (p: readonly number[], q: readonly number[]): number => Math.hypot(...p.map((x, k) => x - q[k]));

/** Of all lengths here; the radii of a mesh aside, coordinates stay below 12. */
const ROUNDING = 1e-13;

/** How far the two edges of a contact are from parallel, or a vertex from the border of its face: where points are unique. */
function certainty(bodies: readonly StepBody[], { kind, a, b, time }: StepContact): number {
  const [p, q] = [cornersOf(bodies, a, time), cornersOf(bodies, b, time)];
  const along = (x: readonly number[], i: number): number[] => [0, 1, 2].map((k) => x[i + k] - x[k]);
  const [e, f] = kind === 'vertex-face' ? [along(q, 3), along(q, 6)] : [along(p, 3), along(q, 3)];
  return Math.hypot(e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]);
}

const keyOf = ({ kind, a, b }: StepContact): string => `${kind} ${a.body} ${a.index} ${b.body} ${b.index}`;
const swapped = ({ kind, a, b }: StepContact): string => (kind === 'edge-edge' ? `${kind} ${b.body} ${b.index} ${a.body} ${a.index}` : '');

describe(`weights of the contacts of a step (seed '${SEED}')`, () => {
  test.each<[what: string, options: StepOptions]>([
    ['touching', {}],
    ['with a clearance', { clearance: 0.2 }],
  ])('%s: in [0, 1], sum 1, at the told points, which are the nearest of the two features', (_, options) => {
    const seen = { 'vertex-face': 0, 'edge-edge': 0, 'edge-face': 0 };
    for (const bodies of steps) {
      for (const contact of asked(bodies, options).contacts) {
        const { kind, a, b, time, pointA, pointB, normal, distance } = contact;
        seen[kind]++;
        for (const { weights, vertices } of [a, b]) {
          expect(weights).toHaveLength(vertices.length);
          expect(weights.every((w) => w >= 0 && w <= 1)).toBe(true);
          expect(weights.reduce((x, y) => x + y)).toBe(1);
        }
        const [p, q] = [pointOf(bodies, a, time), pointOf(bodies, b, time)];
        const nearest = exactDistance(filled(cornersOf(bodies, a, time)), filled(cornersOf(bodies, b, time)));
        expect(Math.abs(apart(p, q) - nearest)).toBeLessThan(ROUNDING);
        // thickened features tell the points of their surfaces, along the normal
        const radii = apart(p, q) - distance;
        const [rA, rB] = [apart(p, pointA), apart(q, pointB)];
        expect(rA + rB).toBeCloseTo(radii, 12);
        expect(
          apart(
            p.map((x, k) => x + rA * normal[k]),
            pointA,
          ),
        ).toBeLessThan(ROUNDING);
        expect(
          apart(
            q.map((x, k) => x - rB * normal[k]),
            pointB,
          ),
        ).toBeLessThan(ROUNDING);
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  test('bodies in another order, in another place, in another unit: the same weights', () => {
    let compared = 0;
    for (const bodies of steps) {
      const plain = asked(bodies);
      const moved = withFrames(bodies, (x) => x.map((c, k) => c + [8, -4, 2][k % 3]));
      const larger = withFrames(bodies, (x) => x.map((c) => c * 2 ** 20));
      const thin = bodies.every(({ mesh }) => mesh.radii === null);
      const others = [asked([...bodies].reverse()), ...(thin ? [asked(moved), asked(larger)] : [])];
      for (const contact of plain.contacts) {
        if (contact.kind === 'edge-face' || certainty(bodies, contact) < 0.1) continue;
        for (const { contacts } of others) {
          const same = contacts.find((other) => keyOf(other) === keyOf(contact));
          const turned = contacts.find((other) => swapped(other) === keyOf(contact));
          const [a, b] = same === undefined ? [turned?.b, turned?.a] : [same.a, same.b];
          expect([a?.body, b?.body], keyOf(contact)).toEqual([contact.a.body, contact.b.body]);
          // where features graze, the time of contact and with it the place is known to the root of a rounding
          contact.a.weights.forEach((w, i) => {
            expect(a?.weights[i]).toBeCloseTo(w, 6);
          });
          contact.b.weights.forEach((w, i) => {
            expect(b?.weights[i]).toBeCloseTo(w, 6);
          });
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(250);
  });

  test('an impulse applied by weight stops the approach', () => {
    let stopped = 0;
    for (const bodies of steps) {
      for (const { kind, a, b, normal, time } of asked(bodies).contacts) {
        if (kind === 'edge-face' || time === 0) continue;
        const velocityOf = ({ body, vertices }: StepSide): number[][] => {
          const { before, after } = bodies.find(({ name }) => name === body) as StepBody;
          return vertices.map((v) => [0, 1, 2].map((k) => after[3 * v + k] - before[3 * v + k]));
        };
        const [u, v] = [velocityOf(a), velocityOf(b)];
        const along = (x: readonly number[][], { weights }: StepSide): number =>
          x.reduce((sum, y, i) => sum + weights[i] * y.reduce((s, c, k) => s + c * normal[k], 0), 0);
        const closing = along(u, a) - along(v, b);
        if (!(closing > 1e-9)) continue;
        const ease = [...a.weights, ...b.weights].reduce((sum, w) => sum + w * w, 0);
        const impulse = closing / ease;
        const answered = (x: readonly number[][], side: StepSide, sign: number): number[][] =>
          x.map((y, i) => y.map((c, k) => c + sign * impulse * side.weights[i] * normal[k]));
        expect(along(answered(u, a, -1), a) - along(answered(v, b, 1), b)).toBeCloseTo(0, 12);
        stopped++;
      }
    }
    expect(stopped).toBeGreaterThan(250);
  });
});
