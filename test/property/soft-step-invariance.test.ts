import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../src/soft/linear-motion.ts';
import { BOX, SoftShape } from '../../src/soft/soft-shape.ts';
import { StepQuery } from '../../src/soft/step-query.ts';
import type { StepContact, StepFirstContact } from '../../src/soft/step-result.ts';
import { addRationals, compareRationals, multiplyRationals, type Rational, rational, subtractRationals } from '../support/rational.ts';
import { rounds } from '../support/rounds.ts';
import { keyOfContact, type StepBody } from './brute-step.ts';
import {
  motionsOf,
  randomIndices,
  randomStep,
  renumbered,
  reordered,
  reversed,
  softBodies,
  splitAtCentres,
  withFrames,
} from './random-steps.ts';
import { expectTime, keysAndTimes, type StepCase, statusOf, stepCases } from './step-cases.ts';

// The same step, asked differently, has the same contacts.

const SEED = 'soft-step-invariance';
const cases = stepCases(SEED, rounds(120));

describe(`asked differently (seed '${SEED}')`, () => {
  /** By the vertices of the features, whatever the numbers of edges and triangles; with how often. */
  const named = (contacts: readonly StepContact[], nameOf = (_body: string, v: number): number => v): string[] =>
    contacts
      .map(({ kind, a, b }) => {
        const sides = [a, b].map(({ body, vertices }) => `${body} ${vertices.map((v) => nameOf(body, v)).sort((x, y) => x - y)}`);
        return `${kind} ${kind === 'edge-edge' ? sides.sort().join(', ') : sides.join(', ')}`;
      })
      .sort();

  /** Compares an answer about changed bodies with the truth of the case; `nameOf` takes vertices back to what they were. */
  function expectSame(one: StepCase, changed: readonly StepBody[], what: string, nameOf?: (body: string, v: number) => number): void {
    const query = new StepQuery(softBodies(changed), { allowed: one.allowed });
    const result = query.contacts(motionsOf(changed));
    expect(named(result.contacts, nameOf), what).toEqual(named(one.query.contacts(motionsOf(one.bodies)).contacts));
    const first = query.firstContact(motionsOf(changed));
    expect([result.status, first.status], what).toEqual([statusOf(one), statusOf(one)]);
    if (one.first < Infinity) for (const { time } of [result, first]) expectTime(time, one.first, what);
  }

  test('bodies in another order', () => {
    for (const [i, one] of cases.entries()) if (one.bodies.length > 1) expectSame(one, [...one.bodies].reverse(), `case ${i}`);
  });

  test('triangles in another order, their corners rotated', () => {
    const random = new Random(`${SEED} order`);
    for (const [i, one] of cases.entries()) {
      const changed = one.bodies.map((body) => {
        const order = random.shuffle(Array.from({ length: body.mesh.triangleCount }, (_, t) => t));
        return reordered(
          body,
          order,
          order.map(() => random.integer(3)),
        );
      });
      expectSame(one, changed, `case ${i}`);
    }
  });

  test('vertices in another order', () => {
    const random = new Random(`${SEED} numbers`);
    for (const [i, one] of cases.entries()) {
      const back = new Map<string, number[]>();
      const changed = one.bodies.map((body) => {
        const order = random.shuffle(Array.from({ length: body.mesh.vertexCount }, (_, v) => v));
        const inverse: number[] = [];
        order.forEach((to, from) => {
          inverse[to] = from;
        });
        back.set(body.name, inverse);
        return renumbered(body, order);
      });
      expectSame(one, changed, `case ${i}`, (body, v) => (back.get(body) as number[])[v]);
    }
  });

  test('in another unit, a power of two: the same bits', () => {
    for (const one of cases.slice(0, rounds(80))) {
      const plain = [one.query.contacts(motionsOf(one.bodies)), one.query.firstContact(motionsOf(one.bodies))];
      for (const unit of [2 ** -80, 2 ** -20, 2 ** 40, 2 ** 80]) {
        const larger = withFrames(one.bodies, (x) => x.map((c) => c * unit));
        const motions = motionsOf(larger);
        const scaled = [one.query.contacts(motions), one.query.firstContact(motions)];
        const bare = ({ status, time, contactCount, contacts }: StepFirstContact, by: number): object => ({
          status,
          time,
          contactCount,
          contacts: contacts.map(({ point, pointA, pointB, distance, ...rest }) => ({
            ...rest,
            distance: distance / by,
            points: [point, pointA, pointB].map((at) => at.map((x) => x / by)),
          })),
        });
        expect(scaled.map((result) => bare(result, unit))).toEqual(plain.map((result) => bare(result, 1)));
        const clearance = 0.125;
        const [near, nearScaled] = [1, unit].map((by) =>
          one.query.firstContact(by === 1 ? motionsOf(one.bodies) : motions, { clearance: clearance * by, tolerance: 2 ** -20 * by }),
        );
        expect([nearScaled.status, nearScaled.time]).toEqual([near.status, near.time]);
      }
    }
  });

  test('in units as far apart as doubles allow: the same contacts, none late', () => {
    for (const [i, one] of cases.slice(0, rounds(80)).entries()) {
      for (const unit of [2 ** -300, 2 ** -200, 2 ** 200, 2 ** 290]) {
        const found = keysAndTimes(one.query.contacts(motionsOf(withFrames(one.bodies, (x) => x.map((c) => c * unit)))));
        expect([...found.keys()].sort(), `case ${i}, unit ${unit}`).toEqual([...one.truth.keys()].sort());
        for (const [key, time] of found) expectTime(time, one.truth.get(key) as number, `case ${i}, unit ${unit}, ${key}`);
      }
    }
  });

  test('elsewhere, where all coordinates are still exact: the same bits', () => {
    const random = new Random(`${SEED} offset`);
    for (const one of cases) {
      if (!one.bodies.every(({ before, after }) => [...before, ...after].every(Number.isInteger))) continue;
      const offset = [0, 1, 2].map(() => random.integer(2 ** 20) * random.pick([1, -1, 2 ** 20]));
      const moved = withFrames(one.bodies, (x) => x.map((c, i) => c + offset[i % 3]));
      const [there, here] = [moved, one.bodies].map((bodies) => keysAndTimes(one.query.contacts(motionsOf(bodies))));
      expect([...there].sort()).toEqual([...here].sort());
    }
  });

  test('triangles split at points inside: the same verdict', () => {
    let touching = 0;
    for (const [i, one] of cases.entries()) {
      // a mesh touches itself elsewhere when pairs without a common vertex are others
      const bodies = withFrames(
        one.bodies.map((body) => ({ ...body, self: false })),
        (x) => x.map((c) => Math.round(c * 2 ** 20)),
      );
      const [whole, split] = [bodies, bodies.map(splitAtCentres)].map((some) =>
        new StepQuery(softBodies(some), { allowed: one.allowed }).firstContact(motionsOf(some)),
      );
      expect(split.status, `case ${i}`).toBe(whole.status);
      expect(Math.abs(split.time - whole.time), `case ${i}`).toBeLessThan(1e-6);
      if (whole.status === 'contact') touching++;
    }
    expect(touching).toBeGreaterThan(cases.length / 12);
  });

  test('backwards: what touches on the way touches on the way back, and a free step is free', () => {
    for (const [i, one] of cases.entries()) {
      const back = one.query.contacts(motionsOf(reversed(one.bodies)));
      const keys = back.contacts.filter(({ kind }) => kind !== 'edge-face').map(keyOfContact);
      expect(keys.sort(), `case ${i}`).toEqual([...one.truth.keys()].filter((key) => !key.startsWith('edge-face')).sort());
      if (statusOf(one) === 'free') expect(back.status, `case ${i}`).toBe('free');
    }
  });
});

describe('from frame to frame', () => {
  test("refitted over many frames: the same answers as a fresh query (seed 'frames')", () => {
    const random = new Random('frames');
    for (let round = 0; round < rounds(6); round++) {
      const bodies = randomStep(random, { bodies: 2, grid: round % 2 === 0 });
      const kept = new StepQuery(softBodies(bodies));
      let at = bodies.map(({ before }) => before);
      for (let frame = 0; frame < 20; frame++) {
        const size = random.pick([0.1, 1, 100]);
        const next = at.map((x) => x.map((c) => (round % 2 === 0 ? c + random.integer(3) - 1 : c + size * random.range(-1, 1))));
        const motions = Object.fromEntries(bodies.map(({ name }, i) => [name, linearMotion(at[i], next[i])]));
        const fresh = new StepQuery(softBodies(bodies));
        const options = random.pick([{}, { clearance: 0.1 }, { self: false }, { startsFree: true }]);
        expect(kept.contacts(motions, options)).toEqual(fresh.contacts(motions, options));
        expect(kept.firstContact(motions, options)).toEqual(fresh.firstContact(motions, options));
        expect(kept.maxStep(motions, options)).toBe(fresh.maxStep(motions, options));
        at = next;
      }
    }
  });

  test("boxes contain all that is swept, in exact arithmetic, and every triangle is in the tree once (seed 'boxes')", () => {
    const random = new Random('boxes');
    const ZERO = rational(0);
    const faults: string[] = [];
    for (let round = 0; round < rounds(25); round++) {
      const vertices = 3 + random.integer(8);
      const scale = random.pick([1, 2 ** -300, 2 ** 200, 1e-3]);
      const place = (): Float64Array => Float64Array.from({ length: 3 * vertices }, () => scale * random.range(-1, 1));
      const thick = random.integer(2) === 0 ? 0 : scale * random.next();
      const mesh = new TriangleMesh(place(), randomIndices(random, vertices), { radius: thick });
      const shape = new SoftShape(mesh);
      const { child, nodeBoxes: N, vertexBoxes: V, edgeBoxes: E, edges } = shape;
      expect([...child].filter((down) => down < 0).sort((x, y) => y - x)).toEqual(
        Array.from({ length: mesh.triangleCount }, (_, t) => -1 - t),
      );
      for (let frame = 0; frame < 6; frame++) {
        const [p, q] = [place(), place()];
        const until = random.pick([1, 1, random.next(), 2 ** -30]);
        const pad = random.pick([0, scale * random.next(), scale * 2 ** -60]);
        shape.fit(p, q, until, pad);
        const wide = addRationals(rational(pad), rational(thick));
        const within = (box: Float64Array, o: number, v: number): void => {
          for (let k = 0; k < 3; k++) {
            const start = rational(p[3 * v + k]);
            const way = subtractRationals(rational(q[3 * v + k]), start);
            for (const t of [ZERO, rational(until)]) {
              const x: Rational = addRationals(start, multiplyRationals(t, way));
              const below = compareRationals(rational(box[o + k]), subtractRationals(x, wide));
              const above = compareRationals(rational(box[o + 3 + k]), addRationals(x, wide));
              if (!(below <= 0 && above >= 0)) faults.push(`round ${round}, frame ${frame}, vertex ${v}, axis ${k}`);
            }
          }
        };
        for (const v of new Set(mesh.indices)) within(V, BOX * v, v);
        edges.ends.forEach((v, i) => {
          within(E, BOX * (i >> 1), v);
        });
        const below = (node: number): number[] =>
          child[node] < 0 ? [-1 - child[node]] : [...below(child[node]), ...below(child[node] + 1)];
        for (let node = 0; node < child.length; node++)
          for (const t of below(node)) for (let k = 0; k < 3; k++) within(N, BOX * node, mesh.indices[3 * t + k]);
      }
      expect(faults).toEqual([]);
    }
  });
});
