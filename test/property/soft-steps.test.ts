import { describe, expect, test } from 'vitest';
import { SEPARATION_SIZE, triangleDistance, triangleSeparation } from '../../src/geometry/triangle-triangle.ts';
import { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../src/soft/linear-motion.ts';
import { StepQuery } from '../../src/soft/step-query.ts';
import { rounds } from '../support/rounds.ts';
import { bruteStep, keyOf, keyOfContact, pairsOfFeatures, type StepBody } from './brute-step.ts';
import { motionsOf, randomStep, softBodies } from './random-steps.ts';
import { expectTime, keysAndTimes, statusOf, stepCases } from './step-cases.ts';

// Every answer is compared with all pairs of features in exact arithmetic, or with samples of all of them.

const cases = stepCases('soft-steps', rounds(140));

test('the cases are worth something', () => {
  for (const status of ['free', 'overlap', 'contact'])
    expect(cases.filter((one) => statusOf(one) === status).length).toBeGreaterThan(cases.length / 7);
  const kinds = cases.flatMap(({ truth }) => [...truth.keys()]).map((key) => key.split(':')[0]);
  for (const kind of ['vertex-face', 'edge-edge', 'edge-face'])
    expect(kinds.filter((other) => other === kind).length).toBeGreaterThan((cases.length * 5) / 7);
});

describe("against all pairs (seed 'soft-steps')", () => {
  test('contacts: all that touch and no other, none late', () => {
    for (const [i, one] of cases.entries()) {
      const result = one.query.contacts(motionsOf(one.bodies));
      const found = keysAndTimes(result);
      expect([...found.keys()].sort(), `case ${i}`).toEqual([...one.truth.keys()].sort());
      for (const [key, time] of found) {
        const exact = one.truth.get(key) as number;
        expectTime(time, exact, `case ${i}, ${key}`);
      }
      expect([result.status, result.contactCount], `case ${i}`).toEqual([statusOf(one), one.truth.size]);
      if (one.first === Infinity) expect(result.time).toBe(1);
      else expectTime(result.time, one.first, `case ${i}`);
      const times = result.contacts.map(({ time }) => time);
      expect(times).toEqual([...times].sort((x, y) => x - y));
    }
  });

  test('firstContact: the earliest of them', () => {
    for (const [i, one] of cases.entries()) {
      const result = one.query.firstContact(motionsOf(one.bodies));
      expect(result.status, `case ${i}`).toBe(statusOf(one));
      if (one.first === Infinity) expect(result.contacts).toEqual([]);
      else {
        expectTime(result.time, one.first, `case ${i}`);
        expect([result.contactCount, result.contacts.length, result.contacts[0].time]).toEqual([1, 1, result.time]);
        // what is told is a contact, and of the first ones
        const exact = one.truth.get(keyOfContact(result.contacts[0]));
        expect(exact, `case ${i}`).toBeDefined();
        expectTime(result.time, exact as number, `case ${i}`);
      }
    }
  });

  test('firstContact is the first of contacts, whatever else touches at that time, with a clearance too', () => {
    let ties = 0;
    for (const [i, one] of cases.entries()) {
      for (const options of [{}, { clearance: 0.2 }, { clearance: 0.05, tolerance: 0.03 }]) {
        const { contacts } = one.query.contacts(motionsOf(one.bodies), options);
        const first = one.query.firstContact(motionsOf(one.bodies), options);
        expect(first.contacts, `case ${i}, ${JSON.stringify(options)}`).toEqual(contacts.slice(0, 1));
        if (contacts.length > 1 && contacts[1].time === contacts[0].time) ties++;
      }
    }
    expect(ties).toBeGreaterThan(cases.length / 2);
  });

  test('contacts at one time: edges through faces, vertices at faces, edges at edges, each by their numbers', () => {
    for (const [i, { query, bodies }] of cases.entries()) {
      const order = query.contacts(motionsOf(bodies)).contacts.map(({ time, kind, a, b }) => {
        const numbers = [query.names.indexOf(a.body), query.names.indexOf(b.body), a.index, b.index];
        if (kind === 'edge-edge' && a.body === b.body) expect(a.index, `case ${i}`).toBeLessThan(b.index);
        return [time, ['edge-face', 'vertex-face', 'edge-edge'].indexOf(kind), ...numbers];
      });
      const before = (x: number[], y: number[]) => x.map((n, k) => n - y[k]).find((difference) => difference !== 0) ?? 0;
      expect(order, `case ${i}`).toEqual([...order].sort(before));
    }
  });

  test('maxStep: cut there, the step is free; nearly all of what is free before the contact', () => {
    for (const [i, one] of cases.entries()) {
      const s = one.query.maxStep(motionsOf(one.bodies));
      const status = statusOf(one);
      if (status !== 'contact') {
        expect(s, `case ${i}`).toBe(status === 'free' ? 1 : 0);
        continue;
      }
      expect(s, `case ${i}`).toBeLessThan(one.first);
      expect(s, `case ${i}`).toBeGreaterThan(one.first * (1 - 1e-5) - 1e-6);
      const cut = one.bodies.map((body) => ({ ...body, after: linearMotion(body.before, body.after).positionsAt(s) }));
      expect([...bruteStep(cut, one.allowed)], `case ${i}`).toEqual([]);
      expect(one.query.contacts(motionsOf(cut)).status, `case ${i}`).toBe('free');
    }
  });

  test("maxStep far from the origin, where the positions at the cut are rounded by much: still free (seed 'far-steps')", () => {
    const random = new Random('far-steps');
    let cuts = 0;
    for (let round = 0; round < rounds(120); round++) {
      const far = 2 ** (20 + random.integer(25));
      const bodies = randomStep(random, { bodies: 2, grid: false, apart: 3 }).map((body) => ({
        ...body,
        before: body.before.map((x) => x + far),
        after: body.after.map((x) => x + far),
      }));
      const query = new StepQuery(softBodies(bodies));
      const { status, time } = query.firstContact(motionsOf(bodies));
      const s = query.maxStep(motionsOf(bodies));
      expect(s, `round ${round}`).toBeLessThanOrEqual(time);
      if (status !== 'contact' || s === 0) continue;
      cuts++;
      const cut = bodies.map((body) => ({ ...body, after: linearMotion(body.before, body.after).positionsAt(s) }));
      expect([...bruteStep(cut)], `round ${round}`).toEqual([]);
    }
    expect(cuts).toBeGreaterThan(10);
  });

  test('self: false leaves out what is of one mesh, startsFree what goes through at the start, maxContacts what is beyond it', () => {
    for (const [i, one] of cases.entries()) {
      const motions = motionsOf(one.bodies);
      const isSelf = (key: string): boolean => {
        const [a, b] = key.split(': ')[1].split(', ');
        return a.split(' ')[0] === b.split(' ')[0];
      };
      const keys = [...one.truth.keys()].sort();
      const others = keysAndTimes(one.query.contacts(motions, { self: false }));
      expect([...others.keys()].sort(), `case ${i}`).toEqual(keys.filter((key) => !isSelf(key)));
      const touching = keysAndTimes(one.query.contacts(motions, { startsFree: true }));
      expect([...touching.keys()].sort(), `case ${i}`).toEqual(keys.filter((key) => !key.startsWith('edge-face')));
      const few = one.query.contacts(motions, { maxContacts: 2 });
      const all = one.query.contacts(motions);
      expect([few.contactCount, few.contacts]).toEqual([all.contactCount, all.contacts.slice(0, 2)]);
    }
  });

  test('a body without a motion stands where its mesh has it; one motion alone is that of the one body', () => {
    for (const one of cases) {
      const standing = one.bodies.map((body, i) => (i === 0 ? { ...body, before: body.mesh.positions, after: body.mesh.positions } : body));
      const { [standing[0].name]: _left, ...motions } = motionsOf(standing);
      expect(one.query.contacts(motions)).toEqual(one.query.contacts(motionsOf(standing)));
      const { name, before, after } = one.bodies[0];
      if (one.bodies.length === 1)
        expect(one.query.contacts(linearMotion(before, after))).toEqual(one.query.contacts({ [name]: linearMotion(before, after) }));
    }
  });

  test('contacts are told with their vertices, where they are, and a unit normal', () => {
    const at = (body: StepBody, v: number, k: number, t: number): number => (1 - t) * body.before[3 * v + k] + t * body.after[3 * v + k];
    for (const one of cases) {
      for (const { a, b, point, normal, time, kind } of one.query.contacts(motionsOf(one.bodies)).contacts) {
        expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-9);
        expect([a.vertices.length, b.vertices.length]).toEqual({ 'vertex-face': [1, 3], 'edge-edge': [2, 2], 'edge-face': [2, 3] }[kind]);
        // within the box of either feature
        for (const { body, vertices } of [a, b]) {
          const owner = one.bodies.find(({ name }) => name === body) as StepBody;
          for (let k = 0; k < 3; k++) {
            const x = vertices.map((v) => at(owner, v, k, time));
            expect(point[k]).toBeGreaterThan(Math.min(...x) - 1e-5);
            expect(point[k]).toBeLessThan(Math.max(...x) + 1e-5);
          }
        }
      }
    }
  });
});

test("normals point from a to b just before the contact, also where its time is exact (seed 'normals')", () => {
  const random = new Random('normals');
  const out = new Float64Array(SEPARATION_SIZE);
  let count = 0;
  for (let round = 0; round < rounds(600); round++) {
    const bodies = ['a', 'b'].map((name): StepBody => {
      const [before, after] = [0, 1].map(() =>
        Float64Array.from({ length: 9 }, () => (round % 2 === 0 ? random.integer(7) - 3 : random.range(-1, 1))),
      );
      return { name, mesh: new TriangleMesh(before, [0, 1, 2], { name }), before, after, self: false };
    });
    for (const { a, b, time, normal } of new StepQuery(softBodies(bodies)).contacts(motionsOf(bodies)).contacts) {
      if (time < 1e-3) continue;
      const t = time * (1 - 1e-6);
      const [x, y] = [a, b].map(({ body, vertices }) => {
        const { before, after } = bodies[body === 'a' ? 0 : 1];
        return Float64Array.from({ length: 9 }, (_, i) => {
          const o = 3 * vertices[Math.min(Math.floor(i / 3), vertices.length - 1)] + (i % 3);
          return (1 - t) * before[o] + t * after[o];
        });
      });
      triangleSeparation(x, 0, y, 0, out, 0);
      if (out[6] < 1e-9) continue;
      count++;
      const along = [0, 1, 2].reduce((sum, k) => sum + normal[k] * out[8 + k], 0) / Math.hypot(out[8], out[9], out[10]);
      expect(along, `round ${round}`).toBeGreaterThan(0.5);
    }
  }
  expect(count).toBeGreaterThan(1000);
});

describe('distances to be kept', () => {
  const distance = new Float64Array(8);
  const corners = ({ before, after }: StepBody, vertices: readonly number[], t: number): Float64Array =>
    Float64Array.from({ length: 9 }, (_, i) => {
      const o = 3 * vertices[Math.min(Math.floor(i / 3), vertices.length - 1)] + (i % 3);
      return (1 - t) * before[o] + t * after[o];
    });
  const distanceAt = (a: StepBody, va: readonly number[], b: StepBody, vb: readonly number[], t: number): number => {
    triangleDistance(corners(a, va, t), 0, corners(b, vb, t), 0, distance, 0);
    return distance[6];
  };
  const SAMPLES = 16;

  test("clearance: every pair of features, by sampling (seed 'clearance')", () => {
    const random = new Random('clearance');
    let [hits, misses] = [0, 0];
    const faults: string[] = [];
    for (let round = 0; round < rounds(110); round++) {
      const bodies = randomStep(random, { bodies: 1 + random.integer(2), apart: 1 });
      const clearance = random.pick([0.01, 0.1, 0.5]);
      const tolerance = random.pick([1e-3, 1e-6]);
      const query = new StepQuery(softBodies(bodies));
      const result = query.contacts(motionsOf(bodies), { clearance, tolerance });
      const found = keysAndTimes(result);
      for (const { kind, a, b } of pairsOfFeatures(bodies)) {
        if (kind === 'edge-face') continue;
        const key = keyOf(kind, a.body.name, a.index, b.body.name, b.index);
        const time = found.get(key);
        const d = (t: number): number => distanceAt(a.body, a.vertices, b.body, b.vertices, t);
        const end = time ?? 1;
        for (let i = 0; i < SAMPLES; i++)
          if (!(d(end * (i / SAMPLES)) > clearance - 1e-12 || end === 0)) faults.push(`${round} ${key} ${end}: ${i} of ${SAMPLES}`);
        if (time === undefined) {
          misses++;
          if (!(d(1) > clearance - 1e-12)) faults.push(`${round} ${key}: ${d(1)} at the end`);
        } else {
          hits++;
          if (!(d(time) < clearance + tolerance + 1e-9)) faults.push(`${round} ${key}: ${d(time)} at ${time}`);
        }
      }
      const first = query.firstContact(motionsOf(bodies), { clearance, tolerance });
      // a pair met after another one is not searched beyond it, and may then be told up to the tolerance earlier or later
      expect(first.status).toBe(result.status);
      const s = query.maxStep(motionsOf(bodies), { clearance, tolerance });
      expect(s).toBeLessThanOrEqual(first.time);
      if (s > 0 && s < 1)
        for (const { kind, a, b } of pairsOfFeatures(bodies))
          if (kind !== 'edge-face')
            for (let i = 0; i <= SAMPLES; i++)
              if (!(distanceAt(a.body, a.vertices, b.body, b.vertices, (s * i) / SAMPLES) > clearance - 1e-12))
                faults.push(`${round}: ${i} of ${SAMPLES} before maxStep ${s}`);
      expect(faults).toEqual([]);
    }
    expect(Math.min(hits, misses)).toBeGreaterThan(400);
  });

  test("radii: free until the time told and within tolerance then, by all pairs of triangles (seed 'radii')", () => {
    const random = new Random('radii');
    const seen: Record<string, number> = {};
    for (let round = 0; round < rounds(120); round++) {
      const bodies = randomStep(random, { bodies: 2, radius: random.pick([0.05, 0.3]), apart: 3 }).map((body) => ({
        ...body,
        self: false,
      }));
      const [a, b] = bodies;
      const clearance = random.pick([0, 0.1]);
      const tolerance = 1e-5;
      const query = new StepQuery(softBodies(bodies));
      const { status, time } = query.firstContact(motionsOf(bodies), { clearance, tolerance });
      seen[status] = (seen[status] ?? 0) + 1;
      const least = (t: number): number => {
        let result = Infinity;
        for (let s = 0; s < a.mesh.triangleCount; s++) {
          for (let r = 0; r < b.mesh.triangleCount; r++) {
            const [va, vb] = [a.mesh.indices.subarray(3 * s, 3 * s + 3), b.mesh.indices.subarray(3 * r, 3 * r + 3)];
            const d = distanceAt(a, [...va], b, [...vb], t);
            result = Math.min(result, d - (a.mesh.radii?.[s] ?? 0) - (b.mesh.radii?.[r] ?? 0));
          }
        }
        return result;
      };
      const end = status === 'free' ? 1 : time;
      if (status !== 'overlap')
        for (let i = 0; i < 40; i++) expect(least((end * i) / 40), `round ${round}`).toBeGreaterThan(clearance - 1e-12);
      if (status === 'free') expect(least(1), `round ${round}`).toBeGreaterThan(clearance - 1e-12);
      else expect(least(time), `round ${round}`).toBeLessThan(clearance + tolerance + 1e-9);
    }
    for (const status of ['free', 'contact', 'overlap']) expect(seen[status]).toBeGreaterThan(10);
  });
});

describe('solids', () => {
  /** Which side of the plane a b c the point is on; exact, coordinates being small whole numbers. */
  const side = (x: Float64Array, a: number, b: number, c: number, p: readonly number[]): number => {
    const [e, f, d] = [b, c]
      .map((v) => [0, 1, 2].map((k) => x[3 * v + k] - x[3 * a + k]))
      .concat([[0, 1, 2].map((k) => p[k] - x[3 * a + k])]);
    return Math.sign((e[1] * f[2] - e[2] * f[1]) * d[0] + (e[2] * f[0] - e[0] * f[2]) * d[1] + (e[0] * f[1] - e[1] * f[0]) * d[2]);
  };
  const FACES = [
    [1, 2, 3],
    [0, 3, 2],
    [0, 1, 3],
    [0, 2, 1],
  ];
  const holds = (x: Float64Array, p: readonly number[]): boolean =>
    FACES.every(([a, b, c], v) => {
      const inner = side(x, a, b, c, [...x.subarray(3 * v, 3 * v + 3)]);
      return inner !== 0 && side(x, a, b, c, p) === inner;
    });

  test("what starts wholly inside a solid overlaps it, whichever way the solid turns (seed 'solids')", () => {
    const random = new Random('solids');
    const seen = { inside: 0, touching: 0, free: 0 };
    for (let round = 0; round < rounds(250); round++) {
      const solidAt = Float64Array.from({ length: 12 }, () => random.integer(41) - 20);
      const solid: StepBody = {
        name: 'solid',
        mesh: new TriangleMesh(solidAt, FACES.flat(), { name: 'solid', solid: true }),
        before: solidAt,
        after: solidAt.map((c) => c + random.integer(3) - 1),
        self: false,
      };
      // two triangles, apart from each other, each small
      const middles = [0, 1].map(() => {
        const v = random.integer(4);
        const share = random.range(0, 0.6);
        return [0, 1, 2].map((k) =>
          Math.round(
            (1 - share) * ((solidAt[k] + solidAt[3 + k] + solidAt[6 + k] + solidAt[9 + k]) / 4) + share * solidAt[3 * v + k] * 1.5,
          ),
        );
      });
      const otherAt = Float64Array.from({ length: 18 }, (_, i) => middles[i < 9 ? 0 : 1][i % 3] + random.integer(3));
      const other: StepBody = {
        name: 'other',
        mesh: new TriangleMesh(
          otherAt.map(() => random.next()),
          [0, 1, 2, 3, 4, 5],
          { name: 'other' },
        ),
        before: otherAt,
        after: otherAt.map((c) => c + random.integer(3) - 1),
        self: false,
      };
      const bodies = random.integer(2) === 0 ? [solid, other] : [other, solid];
      const truth = bruteStep(bodies);
      const query = new StepQuery(softBodies(bodies));
      const flat = FACES.every(([a, b, c], v) => side(solidAt, a, b, c, [...solidAt.subarray(3 * v, 3 * v + 3)]) === 0);
      if (flat) continue;
      const touchesAtStart = [...truth.values()].includes(0);
      const inside = [0, 3].some((v) => holds(solidAt, [...otherAt.subarray(3 * v, 3 * v + 3)]));
      for (const result of [query.contacts(motionsOf(bodies)), query.firstContact(motionsOf(bodies))]) {
        if (touchesAtStart) {
          expect([result.status, result.time], `round ${round}`).toEqual(['overlap', 0]);
          expect(result.inside).toBeUndefined();
        } else if (inside)
          expect([result.status, result.time, result.inside], `round ${round}`).toEqual(['overlap', 0, ['other', 'solid']]);
        else {
          expect([result.status, result.inside], `round ${round}`).toEqual([truth.size > 0 ? 'contact' : 'free', undefined]);
          if (truth.size > 0) expectTime(result.time, Math.min(...truth.values()), `round ${round}`);
        }
      }
      seen[touchesAtStart ? 'touching' : inside ? 'inside' : 'free']++;
      expect([...keysAndTimes(query.contacts(motionsOf(bodies))).keys()].sort()).toEqual([...truth.keys()].sort());
      if (inside || touchesAtStart) expect(query.maxStep(motionsOf(bodies))).toBe(0);
      // not asked of bodies that may touch
      const apart = new StepQuery(softBodies(bodies), { allowed: [['solid', 'other']] });
      expect(apart.contacts(motionsOf(bodies)).status).toBe('free');
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(15);
  });
});
