import { describe, expect, test } from 'vitest';
import type { PairFirstContact } from '../../src/contact/result.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { box, sphere } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { body } from '../property/random-pairs.ts';
import { type BruteBody, BrutePair } from '../support/brute-force.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { expectAll, expectContactAt, going, judgedContacts, moving, rest, soup, surface } from './judged-contacts.ts';

const tolerance = 1e-6;
const plain = surface(box(2));

describe('overlap at the start', () => {
  test('deep, shallow, and just touching', () => {
    for (const position of [
      [0.5, 0.5, 0.5],
      [1.999, 0, 0],
      [2, 0, 0],
      [2, 2, 2],
    ] as Vec3[]) {
      const results = judgedContacts(moving(plain, position, [5, 0, 0]), rest(plain), { tolerance });
      expectAll(results, 'overlap');
      for (const result of results) {
        expect(result.time).toBe(0);
        expect(result.initial).toHaveLength(1);
        expect(result.initial[0].gap[0]).toBe(0);
        expect(result.gap?.[0]).toBe(0);
        expect(result.rounding).toBeLessThan(1e-9);
      }
    }
  });

  test('within the clearance', () => {
    const results = judgedContacts(moving(sphere(1), [2.4, 0, 0], [5, 0, 0]), rest(sphere(1)), { tolerance, clearance: 0.5 });
    expectAll(results, 'overlap');
    expectAll(judgedContacts(moving(sphere(1), [2.6, 0, 0], [5, 0, 0]), rest(sphere(1)), { tolerance, clearance: 0.5 }), 'free');
  });

  test('not where the bodies are apart by less than the tolerance: it leaves, so it is free', () => {
    const results = judgedContacts(moving(plain, [2 + 1e-8, 0, 0], [5, 0, 0]), rest(plain), { tolerance });
    expectAll(results, 'free');
    for (const { initial } of results) {
      expect(initial).toHaveLength(1);
      expect(initial[0].gap[0]).toBeLessThanOrEqual(1e-8);
      expect(initial[0].gap[1]).toBeGreaterThanOrEqual(1e-8 * (1 - 1e-7));
    }
    // and coming nearer from there is contact, with half of that distance as its tolerance
    expectContactAt(judgedContacts(moving(plain, [2 + 1e-8, 0, 0], [-1, 0, 0]), rest(plain), { tolerance }), 1e-8, 1e-8);
  });
});

describe("start: 'leaving'", () => {
  const leaving = (a: BruteBody, b: BruteBody): PairFirstContact[] =>
    METHODS.map((method) => patientContact(body(a), body(b), { method: methodNamed(method), tolerance, start: 'leaving' }));
  /** The time told is one at which the bodies are apart, and soon after they first are. */
  const expectLeft = (results: PairFirstContact[], a: BruteBody, b: BruteBody, time: number): void => {
    const judge = new BrutePair(a, b);
    for (const { initial } of results) {
      const left = initial[0]?.left;
      if (typeof left !== 'number') throw new Error(`left: ${left}`);
      expect(initial).toHaveLength(1);
      expect(judge.distance(left)).toBeGreaterThan(tolerance);
      expect(left).toBeGreaterThanOrEqual(time);
      expect(left).toBeLessThan(time + 1 / 512);
    }
  };

  test('in touch and straight away: free', () => {
    const a = moving(plain, [2, 0, 0], [5, 0, 0]);
    const results = leaving(a, rest(plain));
    expectAll(results, 'free');
    expectLeft(results, a, rest(plain), tolerance / 5);
  });

  test('from inside out: free once it is out', () => {
    // leaves at x = 2, after 1.5 of 6
    const a = moving(plain, [0.5, 0, 0], [6, 0, 0]);
    const results = leaving(a, rest(plain));
    expectAll(results, 'free');
    expectLeft(results, a, rest(plain), 0.25);
  });

  test('slides along the face and off its edge', () => {
    const a = moving(surface(box(0.5)), [0, 0, 1.25], [5, 0, 0]);
    const results = leaving(a, rest(plain));
    expectAll(results, 'free');
    expectLeft(results, a, rest(plain), 0.25);
  });

  test('leaves, and is found at its second contact', () => {
    // between two walls at x = 0 and x = 4, from one to the other
    const wall = (x: number): Vec3[] => [
      [x, -5, -5],
      [x, 5, -5],
      [x, 0, 8],
    ];
    const walls = soup(...wall(0), ...wall(4));
    const a = moving(surface(box(2)), [1, 0, 0], [4, 0, 0]);
    const results = leaving(a, rest(walls));
    expectAll(results, 'contact');
    expectLeft(results, a, rest(walls), tolerance / 4);
    for (const { time } of results) {
      expect(time).toBeLessThanOrEqual(0.5);
      expect(time).toBeGreaterThanOrEqual(0.5 - tolerance);
    }
    // the strict start sees only the first
    expectAll(judgedContacts(a, rest(walls), { tolerance }), 'overlap');
  });

  test('leaves and comes back to the same place', () => {
    // an arm turns once around: away from the post and onto it again from behind
    const arm = soup([0, 0, 0], [2, 0, 0], [2, 0, 0.1]);
    const post = soup([1.5, 0, -1], [1.5, 0, 1], [1.5, 0, 1]);
    const a = going(arm, { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: 2 * Math.PI });
    const results = leaving(a, rest(post));
    expectAll(results, 'contact');
    for (const { time, initial } of results) {
      const left = initial[0]?.left;
      expect(time).toBeLessThanOrEqual(1);
      expect(time).toBeGreaterThan(1 - 1e-6);
      expect(left).toBeLessThan(1 / 512);
    }
  });

  test('never leaves: said so', () => {
    for (const displacement of [
      [0, 0, 0],
      [0.5, 0, 0],
    ] as Vec3[]) {
      const results = leaving(moving(plain, [1, 0, 0], displacement), rest(plain));
      for (const { status, initial } of results) {
        expect(initial[0]?.left).toBe(null);
        expect(status).not.toBe('free');
        expect(status).not.toBe('contact');
        expect(initial).toHaveLength(1);
      }
    }
  });

  test('a start apart is judged as ever', () => {
    const results = leaving(moving(plain, [4, 0, 0], [-4, 0, 0]), rest(plain));
    expectContactAt(results, 0.5, tolerance);
    for (const result of results) {
      expect(result.initial[0]?.left).toBe(undefined);
      expect(result.initial).toEqual([]);
    }
  });
});

describe('identical poses', () => {
  test('no motion at all: free where apart, overlap where not', () => {
    for (const kind of ['in-between', 'screw'] as const) {
      const pose = { position: [0, 0, 2.5] as Vec3, quaternion: [0.5, 0.5, 0.5, 0.5] as const };
      const still = going(plain, { kind, from: pose, to: pose });
      const results = judgedContacts(still, rest(plain), { tolerance });
      expectAll(results, 'free');
      for (const { time } of results) expect(time).toBe(1);
      const touching = { ...pose, position: [0, 0, 2] as Vec3 };
      expectAll(judgedContacts(going(plain, { kind, from: touching, to: touching }), rest(plain), { tolerance }), 'overlap');
    }
  });

  test('both at the same place', () => {
    expectAll(judgedContacts(rest(plain), rest(plain), { tolerance }), 'overlap');
    expectAll(judgedContacts(rest(sphere(1)), rest(sphere(2)), { tolerance }), 'overlap');
  });

  test('at rest, nearer than the tolerance but apart', () => {
    expectAll(judgedContacts(rest(plain, [0, 0, 2 + 1e-7]), rest(plain), { tolerance }), 'free');
  });
});

describe('contact exactly at t = 1', () => {
  test('is found', () => {
    expectContactAt(judgedContacts(moving(plain, [6, 0, 0], [-4, 0, 0]), rest(plain), { tolerance }), 1, tolerance);
    expectContactAt(judgedContacts(moving(sphere(1), [6, 0, 0], [-4, 0, 0]), rest(sphere(1)), { tolerance }), 1, tolerance);
    const turning = going(soup([0, 0, 0], [2, 0, 0], [2, 0, 0.1]), {
      kind: 'in-between',
      from: {},
      to: { quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    });
    expectContactAt(judgedContacts(turning, rest(soup([0, 1.5, -1], [0, 1.5, 1], [0, 1.5, 1])), { tolerance }), 1, 1e-6);
  });

  test('of the clearance', () => {
    expectContactAt(judgedContacts(moving(plain, [6, 0, 0], [-3, 0, 0]), rest(plain), { tolerance, clearance: 1 }), 1, tolerance);
  });

  test('ends just short of it: free beyond the tolerance, either within', () => {
    expectAll(judgedContacts(moving(plain, [6, 0, 0], [-4 + 2 * tolerance, 0, 0]), rest(plain), { tolerance }), 'free');
    judgedContacts(moving(plain, [6, 0, 0], [-4 + tolerance / 2, 0, 0]), rest(plain), { tolerance });
  });
});

describe('one inside the other', () => {
  const small = box(1);
  const large = box(8);
  const drift = { kind: 'translation', pose: {}, displacement: [0.5, 0, 0] } as const;
  const answers = (a: BruteBody, b: BruteBody): string[] =>
    METHODS.flatMap((method) => [
      patientContact(body(a), body(b), { method: methodNamed(method), tolerance }).status,
      patientContact(body(b), body(a), { method: methodNamed(method), tolerance }).status,
    ]);

  test('is overlap where the outer one is solid', () => {
    expect(new Set(answers(going(small, drift), rest(large)))).toEqual(new Set(['overlap']));
    expect(new Set(answers(going(surface(small), drift), rest(large)))).toEqual(new Set(['overlap']));
  });

  test('is free where the outer one is a surface, also around a solid', () => {
    expectAll(judgedContacts(going(surface(small), drift), rest(surface(large)), { tolerance }), 'free');
    expect(new Set(answers(going(small, drift), rest(surface(large))))).toEqual(new Set(['free']));
  });

  test('a surface around another is met from inside', () => {
    // 3.5 of way to the wall
    const a = moving(surface(small), [0, 0, 0], [7, 0, 0]);
    expectContactAt(judgedContacts(a, rest(surface(large)), { tolerance }), 0.5, tolerance);
  });

  test('one part of several inside is enough', () => {
    const near = box(1, [10, 0, 0]);
    const two = new TriangleMesh([...near.positions, ...small.positions], [...near.indices, ...Array.from(small.indices, (v) => v + 8)], {
      solid: true,
    });
    expect(new Set(answers(going(two, drift), rest(large)))).toEqual(new Set(['overlap']));
  });

  test('in a hole of the solid is outside of it', () => {
    // a shell: the inner surface turned round
    const inner = box(4);
    const turned = Array.from(inner.indices, (_, i) => inner.indices[3 * Math.floor(i / 3) + [0, 2, 1][i % 3]]);
    const shell = new TriangleMesh([...large.positions, ...inner.positions], [...large.indices, ...turned.map((v) => v + 8)], {
      solid: true,
    });
    expect(new Set(answers(going(small, drift), rest(shell)))).toEqual(new Set(['free']));
    expect(new Set(answers(going(small, { ...drift, displacement: [3, 0, 0] }), rest(shell)))).toEqual(new Set(['contact']));
  });

  test('with a clearance, and beside: no overlap', () => {
    expect(new Set(answers(moving(small, [0, 0, 9], [1, 0, 0]), rest(large)))).toEqual(new Set(['free']));
  });
});
