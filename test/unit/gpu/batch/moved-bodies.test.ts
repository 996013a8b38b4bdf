import { describe, expect, test } from 'vitest';
import { checkedMotions, rowsBetween, sceneMotionsAt } from '../../../../src/batch/motion-rows.ts';
import { type BatchMotions, GpuBatch } from '../../../../src/gpu/index.ts';
import { bodyTrajectory, box, heldMotion, Robot, rigidMotion, Scene, type SceneMotions } from '../../../../src/index.ts';
import { Random } from '../../../../src/math/random.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

// Bodies that the scene itself moves (bodyMotions). The judge is a scene without them that is told all motions.

const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'beam', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([0.6, 0.08, 0.08], [0.3, 0, 0]) }] },
    { name: 'grip', parent: 'beam', joint: { type: 'prismatic', axis: [1, 0, 0], origin: { position: [0.6, 0, 0] } }, shapes: [] },
  ],
});
const at = (x: number, y: number) => ({ position: [x, y, 0] }) as const;

function cell(bodyMotions: SceneMotions): Scene {
  return new Scene({
    robots: [arm],
    bodies: [
      { name: 'part', shape: box(0.2), pose: at(0.75, 0) },
      { name: 'tray', shape: box([0.3, 0.3, 0.05]), pose: at(-1, 0.9) },
      { name: 'mark', shape: box(0.1), pose: at(0.2, -0.9) },
    ],
    obstacles: [
      { name: 'wall', shape: box([0.1, 0.8, 0.4]), pose: at(-0.5, 0.7) },
      { name: 'post', shape: box(0.15), pose: at(0.5, -0.8) },
    ],
    bodyMotions,
  });
}

const KINDS: readonly (readonly [string, SceneMotions])[] = [
  ['held', { part: heldMotion([{ by: 'grip', touches: ['beam'] }]) }],
  ['conveyor', { tray: rigidMotion(at(-1, 0.9), at(1.2, 0.3)) }],
  ['both', { part: heldMotion([{ by: 'grip', touches: ['beam'] }]), tray: rigidMotion(at(-1, 0.9), at(1, 0.9)) }],
];
const COUNT = 24;

function rows(seed: number): { readonly from: Float64Array; readonly to: Float64Array } {
  const random = new Random(seed);
  const side = (): Float64Array =>
    Float64Array.from({ length: 2 * COUNT }, (_, i) => (i % 2 === 0 ? 6 * random.next() - 3 : 0.2 * random.next()));
  return { from: side(), to: side() };
}

/** Every other one in part: with rows for `mark`, and in the last round for all that the scene moves too. */
function asked(round: number): Record<string, { readonly from: Float64Array; readonly to: Float64Array }> {
  const pose = (x: number, y: number): Float64Array => Float64Array.of(x, y, 0, 0, 0, 0, 1);
  return {
    arm: rows(round + 1),
    ...(round > 0 ? { mark: { from: pose(0.2, -0.9), to: pose(0.8, 0.5) } } : {}),
    ...(round > 1 ? { part: { from: pose(2, 2), to: pose(2, 3) }, tray: { from: pose(0.4, -0.4), to: pose(1.2, -0.4) } } : {}),
  };
}

describe.for(['never', 'auto', 'always'] as const)('bodies that the scene moves, gpu: %s', (gpu) => {
  test.skipIf(gpu === 'always' && NO_GPU !== null).for(KINDS)('%s: every mode answers as the scene', async ([, bodyMotions]) => {
    const scene = cell(bodyMotions);
    const judge = cell({});
    const device = gpu === 'always' ? await gpuHere() : null;
    const batch = await GpuBatch.open(scene, { gpu, ...(device === null ? {} : { device: device.device }) });
    let contacts = 0;
    for (const round of [0, 1, 2]) {
      const motions = asked(round);
      const first = await batch.firstContacts(motions);
      const brackets = await batch.brackets(motions);
      const { free, gpu: use } = await batch.motionsAreFree(motions);
      if (gpu === 'always') expect(use.used).toBe(round === 2);
      if (gpu === 'always' && round < 2) expect(use.why).toMatch(/^the scene itself moves '(part|tray)'$/);
      for (let i = 0; i < COUNT; i++) {
        const { from, to } = motions.arm;
        const given: SceneMotions = { arm: [from.subarray(2 * i, 2 * i + 2), to.subarray(2 * i, 2 * i + 2)] };
        const told = Object.fromEntries(
          Object.entries(motions).flatMap(([name, { from: a, to: b }]) =>
            name === 'arm' ? [] : [[name, rigidMotion(at(a[0], a[1]), at(b[0], b[1]))]],
          ),
        );
        const { status, time } = judge.firstContact({ ...bodyMotions, ...given, ...told }, { contacts: 'none' });
        if (status !== 'free') contacts++;
        expect([free[i], brackets.free[i], first.free[i]]).toEqual(new Array(3).fill(status === 'free' ? 1 : 0));
        expect([first.status[i], first.time[i]]).toEqual([status, status === 'free' ? 1 : time]);
        expect(brackets.safeUntil[i]).toBeLessThanOrEqual(time + 1e-5);
        if (status !== 'free') expect(brackets.contactBy[i]).toBeGreaterThanOrEqual(time);
      }
    }
    expect(contacts).toBeGreaterThan(COUNT / 2);
    expect(contacts).toBeLessThan(3 * COUNT);
    batch.close();
    device?.close();
  });
});

describe.for(['never', 'always'] as const)('bodies that the scene moves by seconds, gpu: %s', (gpu) => {
  test.skipIf(gpu === 'always' && NO_GPU !== null)("random ones: the scene's answer, or its error", async () => {
    const device = gpu === 'always' ? await gpuHere() : null;
    const random = new Random('clocks');
    const place = () => at(1.2 * random.next() - 0.2, 0.35 + 0.9 * random.next());
    const pose = ({ position: [x, y] }: ReturnType<typeof at>) => Float64Array.of(x, y, 0, 0, 0, 0, 1);
    const counts = { answers: 0, contacts: 0, errors: 0, used: 0, long: 0 };
    for (let round = 0; round < 24; round++) {
      const points = Array.from({ length: 2 + random.integer(3) }, (_, k) => ({ time: k + 0.9 * random.next(), pose: place() }));
      const scene = cell({ tray: bodyTrajectory(points) });
      const batch = await GpuBatch.open(scene, { gpu, ...(device === null ? {} : { device: device.device }) });
      // where only the tray moves its seconds count; beside what has none they are an error; rows take their place
      const kind = (['stands', 'moves', 'given'] as const)[round % 3];
      const from = Float64Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 6 * random.next() - 3 : 0.1));
      const to = kind === 'stands' ? from : from.map((x) => x + 0.1 * random.next());
      const tray = { from: pose(place()), to: pose(place()) };
      const motions = { arm: { from, to }, ...(kind === 'given' ? { tray } : {}) };
      const own = () =>
        Array.from({ length: 4 }, (_, i) => {
          const given: SceneMotions =
            kind === 'given' ? { tray: rigidMotion(at(tray.from[0], tray.from[1]), at(tray.to[0], tray.to[1])) } : {};
          const row = (rows: Float64Array) => rows.subarray(2 * i, 2 * i + 2);
          return scene.firstContact({ arm: [row(from), row(to)], ...given }, { contacts: 'none' });
        });
      if (kind === 'moves') {
        counts.errors++;
        expect(own).toThrow('moves by seconds');
        for (const call of ['motionsAreFree', 'brackets', 'firstContacts'] as const)
          await expect(batch[call](motions)).rejects.toThrow("'tray' moves by seconds, but the motion of 'arm' has none");
      } else {
        const { free, gpu: use } = await batch.motionsAreFree(motions);
        const [brackets, first] = [await batch.brackets(motions), await batch.firstContacts(motions)];
        if (use.used) counts.used++;
        own().forEach(({ status, time }, i) => {
          counts.answers++;
          if (status !== 'free') counts.contacts++;
          else if (time > 1) counts.long++;
          const isFree = status === 'free' ? 1 : 0;
          expect([free[i], brackets.free[i], first.free[i], first.status[i]]).toEqual([isFree, isFree, isFree, status]);
          expect(first.time[i]).toBe(isFree === 1 ? 1 : time);
          expect(brackets.safeUntil[i]).toBeLessThanOrEqual(isFree === 1 ? 1 : time + 1e-5);
        });
      }
      batch.close();
    }
    expect(counts).toMatchObject({ answers: 64, errors: 8, used: gpu === 'always' ? 8 : 0 });
    expect(counts.contacts).toBeGreaterThan(4);
    expect(counts.contacts).toBeLessThan(60);
    // of several segments, each of which the scene counts
    expect(counts.long).toBeGreaterThan(2);
    device?.close();
  });
});

test('one motion of rows names what was given, whole or in parts', () => {
  const scene = cell(KINDS[2][1]);
  for (const [round, names] of [
    [0, ['arm']],
    [1, ['arm', 'mark']],
    [2, ['arm', 'mark', 'part', 'tray']],
  ] as const) {
    const rowsOfAll = checkedMotions(scene, asked(round) as BatchMotions);
    expect(Object.keys(sceneMotionsAt(scene, rowsOfAll, 3)).toSorted()).toEqual(names);
    expect(Object.keys(sceneMotionsAt(scene, rowsBetween(rowsOfAll, 3, 5), 0)).toSorted()).toEqual(names);
  }
});
