import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twoFrameMeshes } from '../../../../bench/soft/soft-data.ts';
import { cloth } from '../../../../scenes/soft/cloth.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuStep } from '../../../../src/gpu/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { linearMotion, type StepFirstContact, type StepOptions, StepQuery } from '../../../../src/soft/index.ts';
import type { StepMotions } from '../../../../src/soft/step-query.ts';
import { motionsOf, randomStep, softBodies } from '../../../property/random-steps.ts';
import { IS_NIGHTLY, rounds } from '../../../support/rounds.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';

const DATA = join('..', 'shared', 'data');
const DATA_HERE = [DATA, join('..', '..', 'shared', 'data')].find((place) => existsSync(place));

/** All of an answer but how it was found. */
function answerOf({ stats: _, ...answer }: StepFirstContact & { gpu?: unknown }): object {
  const { gpu: __, ...rest } = answer;
  return rest;
}

describe.skipIf(NO_GPU !== null)('steps on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  async function expectSame(
    query: StepQuery,
    motions: StepMotions,
    options: StepOptions,
    what: string,
    capacity?: number,
  ): Promise<{ readonly count: number; readonly near: number; readonly left: number }> {
    const steps = await GpuStep.on(gpu, query, capacity);
    const all = await steps.contacts(motions, options);
    expect(all.gpu.used, `${what}: ${all.gpu.why}`).toBe(true);
    expect(answerOf(all), what).toEqual(answerOf(query.contacts(motions, options)));
    const first = await steps.firstContact(motions, options);
    expect(answerOf(first), what).toEqual(answerOf(query.firstContact(motions, options)));
    const { share } = await steps.maxStep(motions, options);
    expect(share, what).toBe(query.maxStep(motions, options));
    steps.close();
    const { near, left } = all.gpu;
    return { count: all.contactCount, near, left };
  }

  test("random steps, degenerate ones too, give the processor's answers bit by bit (seed 'gpu-steps')", async () => {
    const random = new Random('gpu-steps');
    let contacts = 0;
    for (let i = 0; i < rounds(20); i++) {
      const radius = random.integer(4) === 0 ? 0.1 : 0;
      const bodies = randomStep(random, { radius });
      const allowed: [string, string][] = bodies.length > 2 && random.integer(2) === 0 ? [['m2', 'm0']] : [];
      const options = random.pick<StepOptions>([{}, {}, { clearance: 0.1 }, { startsFree: true }, { self: false }, { maxContacts: 2 }]);
      const query = new StepQuery(softBodies(bodies), { allowed });
      contacts += (await expectSame(query, motionsOf(bodies), options, `case ${i} ${JSON.stringify(options)}`)).count;
    }
    expect(contacts).toBeGreaterThan(rounds(20));
  });

  test("far from the origin, in tiny and in huge units (seed 'gpu-units')", async () => {
    const random = new Random('gpu-units');
    for (let i = 0; i < rounds(6); i++) {
      const unit = random.pick([2 ** -300, 1e-9, 1e12, 2 ** 200]);
      const far = unit * random.pick([0, 1e3, 1e9]);
      const bodies = randomStep(random, { grid: false }).map((body) => ({
        ...body,
        before: body.before.map((x) => far + unit * x),
        after: body.after.map((x) => far + unit * x),
      }));
      await expectSame(new StepQuery(softBodies(bodies)), motionsOf(bodies), {}, `case ${i}`);
    }
  });

  test('a cloth: the same answers; hardly anything but contacts is left to the processor', async () => {
    const { mesh, positions1 } = cloth(2000);
    const query = new StepQuery([{ shape: mesh }]);
    const motion = linearMotion(mesh.positions, positions1);
    const { count, near, left } = await expectSame(query, motion, {}, 'cloth');
    expect(count).toBeGreaterThan(20);
    expect(left).toBeLessThan(1.05 * count + 2);
    expect(near).toBeGreaterThan(left);
  });

  test('a list that is too short is noticed, and the search repeated; with a clearance too', async () => {
    const { mesh, positions1 } = cloth(1000);
    const query = new StepQuery([{ shape: mesh }]);
    const motion = linearMotion(mesh.positions, positions1);
    for (const options of [{}, { clearance: 0.01 }]) {
      const { count, near } = await expectSame(query, motion, options, 'cloth', 5);
      expect(count).toBeGreaterThan(5);
      expect(near).toBeGreaterThan(5);
    }
  });

  test.skipIf(DATA_HERE === undefined)('meshes of others, with all their contacts', async () => {
    for (const { name, mesh, positions1 } of twoFrameMeshes(DATA_HERE as string, true)) {
      const query = new StepQuery([{ shape: mesh }]);
      const motion = linearMotion(mesh.positions, positions1);
      const steps = await GpuStep.on(gpu, query);
      const all = await steps.contacts(motion);
      expect(all.gpu.used).toBe(true);
      expect(answerOf(all), name).toEqual(answerOf(query.contacts(motion)));
      // the search of the large one takes ten seconds in software, and is the same for both questions
      if (IS_NIGHTLY || mesh.triangleCount < 5000)
        expect(answerOf(await steps.firstContact(motion)), name).toEqual(answerOf(query.firstContact(motion)));
      steps.close();
    }
  });

  test('without numbers: the same error as the processor; with a count of iterations: the processor', async () => {
    const { mesh, positions1 } = cloth(500);
    const steps = await GpuStep.on(gpu, new StepQuery([{ shape: mesh }]));
    const broken = positions1.slice();
    const motion = { positions0: mesh.positions, positions1: broken };
    broken[100] = Number.NaN;
    await expect(steps.contacts(motion)).rejects.toThrow(InputError);
    broken[100] = 2 ** 400;
    await expect(steps.contacts(motion)).rejects.toThrow(InputError);
    await expect(steps.contacts(linearMotion(mesh.positions, positions1), { clearence: 1 } as StepOptions)).rejects.toThrow(InputError);
    const { gpu: use } = await steps.contacts(linearMotion(mesh.positions, positions1), { maxIterations: 1e9 });
    expect(use.used).toBe(false);
    expect(use.why).toContain('maxIterations');
    // and it still works
    expect((await steps.contacts(linearMotion(mesh.positions, positions1))).gpu.used).toBe(true);
    steps.close();
  });

  test('a budget of milliseconds that is spent: unresolved', async () => {
    const { mesh, positions1 } = cloth(2000);
    const steps = await GpuStep.on(gpu, new StepQuery([{ shape: mesh }]));
    const { status, reason } = await steps.contacts(linearMotion(mesh.positions, positions1), { maxMilliseconds: 0.01 });
    expect([status, reason]).toEqual(['unresolved', 'milliseconds']);
  });

  test('a device that is lost between steps or in the middle of one: the processor answers, and says so', async () => {
    const own = await losableGpu();
    const { mesh, positions1 } = cloth(500);
    const query = new StepQuery([{ shape: mesh }]);
    const motion = linearMotion(mesh.positions, positions1);
    const steps = await GpuStep.on(own, query);
    const asked = steps.contacts(motion);
    const lost = setTimeout(5).then(() => own.device.destroy());
    const answer = await asked;
    expect(answerOf(answer)).toEqual(answerOf(query.contacts(motion)));
    // a fast one may have answered before
    await lost;
    await own.device.lost;
    const later = await steps.firstContact(motion);
    expect(later.gpu.used).toBe(false);
    expect(later.gpu.why).toContain('lost');
    expect(answerOf(later)).toEqual(answerOf(query.firstContact(motion)));
  });
});

test("'never', few triangles and misspelt options", async () => {
  const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
  const query = new StepQuery([{ shape: mesh }]);
  const never = await GpuStep.open(query, { gpu: 'never' });
  expect((await never.contacts({})).gpu).toEqual({ used: false, why: "gpu: 'never' was asked for", near: 0, left: 0 });
  const few = await GpuStep.open(query);
  expect((await few.maxStep({})).share).toBe(1);
  expect((await few.contacts({})).gpu.why).toContain('too few');
  await expect(GpuStep.open(query, { gpus: 'auto' } as never)).rejects.toThrow(InputError);
  await expect(GpuStep.open(query, { gpu: 'sometimes' } as never)).rejects.toThrow(InputError);
  await expect(GpuStep.open({} as never)).rejects.toThrow(InputError);
  await expect(GpuStep.open(query, { device: {} as never })).rejects.toThrow(InputError);
});
