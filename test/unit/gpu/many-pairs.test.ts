import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BatchModel, batchModel } from '../../../src/gpu/batch/batch-model.ts';
import { BatchRunner, NEVER } from '../../../src/gpu/batch/batch-runner.ts';
import { TASK } from '../../../src/gpu/batch/batch-words.ts';
import { packMotions } from '../../../src/gpu/batch/pack-motions.ts';
import type { Gpu } from '../../../src/gpu/device/gpu.ts';
import { box, Robot, Scene, TriangleMesh } from '../../../src/index.ts';
import { batchPairs } from '../../../src/scene/friends.ts';
import { gpuHere, NO_GPU } from '../../support/shared/gpu-here.ts';

const shell = (at: readonly [number, number, number]): TriangleMesh => {
  const { positions, indices } = box(0.2, at);
  return new TriangleMesh(positions, indices, { solid: false });
};

/** Two links that slide along x, one through a plate and one beside it: two tasks. */
const scene = new Scene({
  robots: [
    new Robot({
      name: 'sliders',
      links: ([0, 3] as const).map((y) => ({
        name: `at ${y}`,
        joint: { name: `x ${y}`, type: 'prismatic', axis: [1, 0, 0] },
        shapes: [{ shape: shell([0, y, 0]) }],
      })),
    }),
  ],
  obstacles: [{ name: 'plate', shape: shell([1, 0.03, 0.05]) }],
  self: false,
});

/** Whether task i of a model is the one of the slider that goes through the plate. */
const THROUGH = 'at 0';

/** The same model with so many tasks: all of the slider beside the plate, but one. */
function repeated(model: BatchModel, count: number, through: number, name: (task: number) => string): BatchModel {
  const [hits, passes] = [0, 1].map((k) => model.tasks.findIndex((_, task) => (name(task) === THROUGH) === (k === 0)));
  const old = TASK * model.tasks.length;
  const words = new Uint32Array(TASK * count + model.model.length - old);
  words.set(model.model.subarray(old), TASK * count);
  const tasks = Array.from({ length: count }, (_, i) => {
    const from = i === through ? hits : passes;
    words.set(model.model.subarray(TASK * from, TASK * (from + 1)), TASK * i);
    // where its steps are now
    words[TASK * i] += TASK * count - old;
    return model.tasks[from];
  });
  return { ...model, tasks, model: words };
}

describe.skipIf(NO_GPU !== null)('more pairs than 16 bits can number', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test('contact in pair 65,536 of 65,537, counted from 0, is no free motion', async () => {
    const asked = batchPairs(scene, {});
    const ends = { robots: [{ name: 'sliders', size: 2, from: Float64Array.of(0, 0), to: Float64Array.of(3, 3) }], bodies: [] };
    const small = batchModel({ ...asked, ends });
    expect([small.tasks.length, small.solids]).toEqual([2, false]);
    const name = (task: number): string => asked.pairs.moving[small.tasks[task].moving].name;
    const model = repeated(small, 65_537, 65_536, name);
    const runner = await BatchRunner.make(gpu, model);
    const lane = await runner.lane(1, 1);
    packMotions(model, ends, 0, 1, lane.packed, lane.aside);
    const answers = await runner.ask(lane, 1, 1, false);
    expect(answers.hit(0)).not.toBe(NEVER);
    runner.release(lane);
    runner.destroy();
  });
});
