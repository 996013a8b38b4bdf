import { describe, expect, test } from 'vitest';
import { box, capsule, Robot, Scene, sphere } from '../../../../src/index.ts';
import { hca } from '../../../../src/methods/index.ts';
import { type PathSoFar, type PlanRequest, plan } from '../../../../src/plan/index.ts';

/** Asks for ever better paths, and checks each by the one before; the last is proven by another method too. */
async function lengths(scene: Scene, request: PlanRequest): Promise<number[]> {
  const paths: PathSoFar[] = [];
  const answer = await plan(scene, { method: 'optimal', maxMilliseconds: Infinity, ...request, onPath: (path) => paths.push(path) });
  expect(answer.why).toBeUndefined();
  expect(answer.certificate?.status).toBe('free');
  expect(scene.firstContact(answer.path ?? {}, { method: hca }).status).toBe('free');
  expect(paths.at(-1)?.states).toEqual(answer.states);
  expect(paths.at(-1)?.length).toBeCloseTo(answer.length, 10);
  for (let k = 1; k < paths.length; k++) expect(paths[k].length).toBeLessThan(paths[k - 1].length);
  return paths.map(({ length }) => length);
}

/** What carries a ball of radius 0.1 counts lengths as tenths. */
const RADIUS = 0.1;
/** Straight to where the ball touches an edge that is so far away and so far up, then around it until it goes level. */
function overEdge(away: number, up: number): number {
  const straight = Math.hypot(away, up);
  const turn = Math.atan2(up, away) + Math.asin(RADIUS / straight);
  return Math.sqrt(straight * straight - RADIUS * RADIUS) + RADIUS * turn;
}

describe('the shortest way, which is known', () => {
  test('of a ball around a square in the plane: it is reached from above, the nearer the more states are tried', async () => {
    const puck = new Robot({
      name: 'puck',
      links: [{ name: 'disc', joint: { name: 'slide', type: 'planar', axis: [0, 0, 1] }, shapes: [{ shape: sphere(RADIUS) }] }],
    });
    const scene = new Scene({ robots: [puck], obstacles: [{ name: 'block', shape: box([1, 1, 1]) }] });
    const least = (2 * overEdge(1, 0.5) + 1) / RADIUS;
    const bounds = { slide: { min: [-2, -2, 0], max: [2, 2, 0] } } as const;
    const request = { from: [-1.5, 0, 0], to: [1.5, 0, 0], bounds, seed: 1 };
    const few = await lengths(scene, { ...request, maxSamples: 150 });
    const many = await lengths(scene, { ...request, maxSamples: 600 });
    for (const all of [few, many]) expect(all.at(-1)).toBeGreaterThan(least * (1 - 1e-9));
    expect(many.at(-1)).toBeLessThan(few.at(-1) as number);
    expect(await lengths(scene, { ...request, maxSamples: 150 })).toEqual(few);
    expect(few.at(-1)).toBeLessThan(1.05 * least);
    expect(many.at(-1)).toBeLessThan(1.01 * least);
  });

  test('of a body that has to go over a wall and need not turn', async () => {
    const scene = new Scene({
      bodies: [{ name: 'ball', shape: sphere(RADIUS) }],
      obstacles: [{ name: 'wall', shape: box([0.2, 4.5, 2]), pose: { position: [0, 0, -1] } }],
    });
    const at = (x: number, y: number) => ({ ball: { position: [x, y, -0.5] as const } });
    const bounds = { ball: { min: [-2, -2, -1], max: [2, 2, 1] } } as const;
    const least = (2 * overEdge(0.9, 0.5) + 0.2) / RADIUS;
    const found = await lengths(scene, { from: at(-1, 0), to: at(1, 0), bounds, maxSamples: 600, seed: 2 });
    expect(found.at(-1)).toBeGreaterThan(least * (1 - 1e-9));
    expect(found.at(-1)).toBeLessThan(1.01 * least);
  });
});

describe('plan by method optimal', () => {
  const arm = new Robot({
    name: 'arm',
    links: [
      {
        name: 'upper',
        joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }],
      },
      {
        name: 'lower',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [1, 0, 0] }, limits: { lower: -2.5, upper: 2.5 } },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.8, 0, 0], 0.05) }],
      },
    ],
    allowed: [{ a: 'upper', b: 'lower' }],
  });
  const scene = new Scene({ robots: [arm], obstacles: [{ name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [1.3, 0, 0] } }] });

  test('goals on the way stay, each leg gets shorter; the straight way ends it at once', async () => {
    const request = { from: [1, 0], through: [[0.3, 2]], to: [-1, 0], maxSamples: 300, maxMilliseconds: Infinity } as const;
    const first = await plan(scene, request);
    const better = await plan(scene, { ...request, method: 'optimal' });
    expect(better.certificate?.status).toBe('free');
    expect(better.length).toBeLessThanOrEqual(first.length);
    expect(better.states.some((state) => state[0] === 0.3 && state[1] === 2)).toBe(true);
    const straight = await plan(scene, { from: [1, 0], to: [1.5, 0.5], method: 'optimal' });
    expect([straight.status, straight.stats.samples]).toEqual(['found', 0]);
    const ask = { from: [1, 0], to: [-1, 0], maxMilliseconds: Infinity, maxSamples: 1000 } as const;
    const found = await plan(scene, ask);
    expect((await plan(scene, { ...ask, method: 'optimal', goodEnough: 10 })).stats.samples).toBe(found.stats.samples);
    expect((await plan(scene, { ...ask, method: 'optimal', maxSamples: 400 })).stats.samples).toBe(400);
  });

  test('ended by a signal the best path so far is the answer', async () => {
    const signal = { aborted: false };
    const answer = await plan(scene, {
      from: [1, 0],
      to: [-1, 0],
      method: 'optimal',
      maxMilliseconds: Infinity,
      signal,
      onProgress: ({ length }) => {
        if (length !== null) signal.aborted = true;
      },
    });
    expect([answer.status, answer.certificate?.status]).toEqual(['found', 'free']);
  });

  test('what is misspelt or out of range is refused', async () => {
    const request = { from: [1, 0], to: [-1, 0] };
    await expect(plan(scene, { ...request, method: 'best' as never })).rejects.toThrow("'connect' or 'optimal'");
    await expect(plan(scene, { ...request, goodEnough: 0.5 })).rejects.toThrow('≥ 1');
    await expect(plan(scene, { ...request, onPath: 3 as never })).rejects.toThrow('function');
  });
});
