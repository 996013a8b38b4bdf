/** Proofs of what is asked otherwise than by the first contact: yes or no, any contact, distances, casts of hulls. */
import { describe, expect, test } from 'vitest';
import { ConvexQuery, convexBox, convexHull, convexSphere } from '../../../src/convex/index.ts';
import { box, MotionChecker, PairQuery, Robot, rigidMotion, Scene, sphere } from '../../../src/index.ts';
import { Random } from '../../../src/math/random.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../../src/prove/index.ts';

async function asked<T>(ask: (proof: ProofRecorder) => T) {
  const texts: string[] = [];
  const answer = ask(recordProof((text) => texts.push(text)));
  return { answer, found: await verifyProof(texts.join('').trimEnd().split('\n')) };
}

const arm = new Robot({
  name: 'arm',
  links: [
    {
      name: 'upper',
      joint: { type: 'revolute', axis: [0, 0, 1] },
      shapes: [{ shape: box([1, 0.1, 0.1]), pose: { position: [0.5, 0, 0] } }],
    },
    {
      name: 'lower',
      parent: 'upper',
      joint: { type: 'revolute', axis: [0, 0, 1], origin: { position: [1, 0, 0] } },
      shapes: [{ shape: box([1, 0.1, 0.1]), pose: { position: [0.5, 0, 0] } }],
    },
  ],
});
const scene = new Scene({
  robots: [arm],
  self: false,
  obstacles: [
    { name: 'post', shape: sphere(0.3), pose: { position: [0.3, 1.6, 0] } },
    { name: 'wall', shape: box([0.2, 3, 1]), pose: { position: [-1.6, 0, 0] } },
  ],
});

describe('yes and no of random motions of an arm (seed 35)', () => {
  test('a yes is proven as free, a no tells the first contact, and no answer changes', async () => {
    const random = new Random(35);
    const checker = new MotionChecker(scene, { clearance: 0.02 });
    const counts = { yes: 0, no: 0 };
    for (let k = 0; k < 24; k++) {
      const state = () => [0, 1].map(() => 5 * random.next() - 2.5);
      const [from, to] = [state(), state()];
      const free = scene.motionIsFree(from, to, { clearance: 0.02 });
      const { answer, found } = await asked((proof) => scene.motionIsFree(from, to, { clearance: 0.02, proof }));
      const { answer: again, found: other } = await asked((proof) => checker.motionIsFree(from, to, { proof }));
      expect([answer, again]).toEqual([free, free]);
      expect([found.result, other.result]).toEqual(['proven', 'proven']);
      expect([found.status === 'free', other.status === 'free']).toEqual([free, free]);
      expect(found.clearance).toEqual([0.02, 0.02]);
      counts[free ? 'yes' : 'no']++;
    }
    expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(3);
  });

  test('any contact: the proof tells the first one, which is no later', async () => {
    const random = new Random(36);
    let hits = 0;
    for (let k = 0; k < 12; k++) {
      const state = () => [0, 1].map(() => 5 * random.next() - 2.5);
      const path = { arm: [state(), state(), state()] };
      const plain = scene.firstContact(path, { mode: 'any' });
      const { answer, found } = await asked((proof) => scene.firstContact(path, { mode: 'any', proof }));
      expect([answer.status, answer.time]).toEqual([plain.status, plain.time]);
      expect(found).toMatchObject({ result: 'proven', status: answer.status });
      expect(found.time).toBeLessThanOrEqual(answer.time);
      if (answer.status === 'contact') hits++;
    }
    expect(hits).toBeGreaterThan(2);
  });

  test('a clearance: nothing comes nearer than its lower end less two tolerances', async () => {
    const random = new Random(37);
    let apart = 0;
    for (let k = 0; k < 12; k++) {
      const path = { arm: [0, 1].map(() => [0, 1].map(() => 3 * random.next() - 1)) };
      const plain = scene.clearance(path);
      const { answer, found } = await asked((proof) => scene.clearance(path, { proof }));
      expect(answer).toEqual(plain);
      expect(found.result).toBe('proven');
      const [lower] = answer.gap;
      if (!(lower > 1e-3)) continue;
      apart++;
      expect(found.status).toBe('free');
      expect(found.clearance[0]).toBeGreaterThan(lower * (1 - 1e-4));
    }
    expect(apart).toBeGreaterThan(3);
  });
});

test('any contact of two bodies, and a start within a contact that is left', async () => {
  const query = new PairQuery({ shape: sphere(0.5) }, { shape: box([1, 1, 1]) });
  for (const [x, start, status] of [
    [-3, 'strict', 'contact'],
    [-0.9, 'leaving', 'free'],
  ] as const) {
    const motions = { a: rigidMotion({ position: [x, 0, 0] }, { position: [start === 'strict' ? 3 : -3, 0.2, 0] }) };
    const { found } = await asked((proof) => query.firstContact(motions, { mode: 'any', start, proof }));
    expect(found).toMatchObject({ result: 'proven', status });
  }
});

test('casts of convex polyhedra with radii, from far and from inside (seed 38)', async () => {
  const random = new Random(38);
  const number = (most: number) => most * (2 * random.next() - 1);
  const seen = new Set<string>();
  for (let k = 0; k < 30; k++) {
    const points = Array.from({ length: 12 }, () => [number(1), number(1), number(1)] as const);
    const a = k % 3 === 0 ? convexSphere(0.4) : convexHull(points.flat(), { radius: k % 2 === 0 ? 0.1 : 0 });
    const query = new ConvexQuery({ shape: a }, { shape: convexBox([1, 2, 1]) });
    const pose = (far: number) => {
      const [x, y, z, w] = [number(1), number(1), number(1), number(1)];
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      return {
        position: [number(far), number(far), number(far)] as const,
        quaternion: [x / length, y / length, z / length, w / length] as const,
      };
    };
    const motions = { a: rigidMotion(pose(k % 5 === 0 ? 0.2 : 3), pose(4)) };
    const clearance = k % 4 === 0 ? 0.05 : 0;
    const { answer, found } = await asked((proof) => query.firstContact(motions, { clearance, proof }));
    expect({ k, ...found }).toMatchObject({ k, result: 'proven', status: answer.status, time: answer.time });
    seen.add(answer.status);
  }
  expect(seen).toEqual(new Set(['free', 'contact', 'overlap']));
});
