import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { type ProofRecorder, recordProof, type StepProof } from '../../../src/prove/index.ts';
import { linearMotion, StepQuery } from '../../../src/soft/index.ts';
import { motionsOf, randomStep, softBodies } from '../../property/random-steps.ts';
import { statusOf, stepCases } from '../../property/step-cases.ts';
import { movedVertices, sheet } from '../soft/random-soft.ts';
import { recorded } from './recorded.ts';

describe('steps of meshes that touch in every way there is (seed proofs of steps)', () => {
  test('are proven to be what brute force finds', async () => {
    const seen = new Map<string, number>();
    for (const one of stepCases('proofs of steps', 250)) {
      let asked = 0;
      const found = await recorded((proof) => {
        asked = one.query.firstContact(motionsOf(one.bodies), { proof }).time;
      });
      expect(found.result, found.why).toBe('proven');
      expect(found.status).toBe(statusOf(one));
      expect(found.time).toBe(asked);
      expect(found.time).toBeLessThanOrEqual(Math.min(1, one.first));
      seen.set(found.status as string, (seen.get(found.status as string) ?? 0) + 1);
    }
    for (const status of ['free', 'contact', 'overlap']) expect(seen.get(status) ?? 0, status).toBeGreaterThan(10);
  });
});

describe('what is false', () => {
  /** Proves another answer than the one that was found. */
  const claimed = (answer: object, proof: ProofRecorder): StepProof => ({
    begin: () => proof.begin(),
    step: (proven) => proof.step({ ...proven, answer: { ...proven.answer, ...answer } }),
  });

  test('a step is not free that is not, and what touches does not do so later', async () => {
    let [false_, late, meets] = [0, 0, 0];
    for (const one of stepCases('proofs of nothing', 120)) {
      if (one.first === Number.POSITIVE_INFINITY) continue;
      const told = async (answer: object, startsFree: boolean) => {
        let text = '';
        const proof = recordProof((more) => {
          text += more;
        });
        one.query.firstContact(motionsOf(one.bodies), { startsFree, proof: claimed(answer, proof) });
        return (await verifyProof(text.trimEnd().split('\n'))).result;
      };
      const free = await told({ status: 'free', time: 1 }, false);
      expect(free).not.toBe('proven');
      if (free === 'refuted') meets++;
      false_++;
      if (one.first === 0 || one.first > 0.99) continue;
      expect(await told({ status: 'contact', time: one.first + 2 ** -20 }, false)).not.toBe('proven');
      late++;
    }
    expect(Math.min(false_, late, meets)).toBeGreaterThan(20);
  });
});

describe('with a distance to keep (seed proofs of thick steps)', () => {
  test('clearances and radii are proven: what is free, and what comes nearer only when it is told', async () => {
    const random = new Random('proofs of thick steps');
    const seen = new Map<string, number>();
    for (let k = 0; k < 120; k++) {
      const bodies = randomStep(random, { grid: false, radius: random.pick([0, 0.1]), apart: random.pick([0, 3]) });
      const clearance = random.pick([0, 0.05, 0.3]);
      const query = new StepQuery(softBodies(bodies));
      let answer: { status: string; time: number } = { status: '', time: 0 };
      const found = await recorded((proof) => {
        answer = query.firstContact(motionsOf(bodies), { clearance, tolerance: 1e-4, proof });
      });
      expect(found, found.why).toMatchObject({ result: 'proven', status: answer.status, time: answer.time });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
    for (const status of ['free', 'contact', 'overlap']) expect(seen.get(status) ?? 0, status).toBeGreaterThan(5);
  });
});

describe('what else is proven', () => {
  const random = new Random('a sheet and a ball');
  const cloth = sheet(8, random);
  const ball = sphere(0.4);
  const falls = (by: number) => linearMotion(cloth.positions, movedVertices(cloth.positions, new Random('fall'), 0.02, [0, 0, by]));
  const above = new TriangleMesh(
    cloth.positions.map((z, i) => (i % 3 === 2 ? z + 1 : z)),
    cloth.indices,
    { name: 'cloth' },
  );
  const fall = (by: number) => linearMotion(above.positions, movedVertices(above.positions, new Random('fall'), 0.02, [0, 0, by]));

  test('the step that is cut at maxStep is free, whatever the whole one is', async () => {
    const query = new StepQuery([{ shape: above }, { name: 'ball', shape: ball, self: false }]);
    const whole = fall(-1);
    const safe = query.maxStep({ cloth: whole });
    expect(safe).toBeGreaterThan(0.1);
    expect(safe).toBeLessThan(1);
    const cut = linearMotion(above.positions, whole.positionsAt(safe));
    const found = await recorded((proof) => query.firstContact({ cloth: cut }, { proof }));
    expect(found).toMatchObject({ result: 'proven', status: 'free', time: 1, pairs: 2 });
    expect(found.untested.map(({ by, why }) => `${by}: ${why}`)).toEqual(['question: self is false']);
    const touching = await recorded((proof) => query.firstContact({ cloth: whole }, { proof }));
    expect(touching).toMatchObject({ result: 'proven', status: 'contact', witness: expect.arrayContaining(['cloth', 'ball']) });
  });

  test('who starts inside a solid, and that nobody does', async () => {
    const query = new StepQuery([{ shape: cloth }, { name: 'box', shape: box(3) }]);
    const inside = await recorded((proof) => query.firstContact({ sheet: falls(0.1) }, { proof }));
    expect(inside).toMatchObject({ result: 'proven', status: 'overlap', step: { inside: ['sheet', 'box'] } });
  });

  test('what is asked once is written once, and maxStep is more than one question', async () => {
    const query = new StepQuery([{ shape: cloth }]);
    const proof = recordProof(() => {});
    query.contacts(falls(0.1), { proof });
    expect(() => query.firstContact(falls(0.1), { proof })).toThrow('a recorder writes one file');
    expect(() => query.maxStep(falls(0.1), { proof: recordProof(() => {}) })).toThrow('proof is for one question');
    expect(() => query.firstContact(falls(0.1), { proof: {} as never })).toThrow('must be made by recordProof');
  });

  test('shares of a proof, and numbers far from 1', async () => {
    for (const scale of [2 ** -60, 2 ** 60]) {
      const small = new TriangleMesh(
        above.positions.map((x) => x * scale),
        above.indices,
        { name: 'cloth' },
      );
      const query = new StepQuery([{ shape: small }]);
      const motion = linearMotion(
        small.positions,
        movedVertices(above.positions, new Random('fall'), 0.02, [0, 0, 1]).map((x) => x * scale),
      );
      const found = await recorded((proof) => query.firstContact(motion, { proof }));
      expect(found.status).toBe('free');
      const shares = await Promise.all([0, 1, 2].map((k) => verifyProof(found.lines, { share: [k, 3] })));
      expect(shares.map(({ result }) => result)).toEqual(['proven', 'proven', 'proven']);
      expect(shares.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(found.pieces);
    }
  });
});
