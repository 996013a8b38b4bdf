import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deformHull, hull } from '../../../../scenes/soft/deforming-hull.ts';
import { DRILL_DURATION, drill, drillMotion } from '../../../../scenes/soft/drill-motion.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { type GpuToolFirstContact, GpuToolQuery } from '../../../../src/gpu/select/gpu-tool-query.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { rigidMotion, rotationMotion, screwMotion } from '../../../../src/motion/rigid-motion.ts';
import { type ToolFirstContact, ToolQuery } from '../../../../src/tool/tool-query.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { movedVertices, randomPose, randomTool, sheet } from '../../soft/random-soft.ts';

/** Without who did it. */
function answerOf({ gpu, ...answer }: GpuToolFirstContact): ToolFirstContact {
  expect(gpu.used).toBe(true);
  return answer;
}

describe.skipIf(NO_GPU !== null)('a tool query with triangles selected by the graphics device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test('answers as the query does, to the bit: random tools, motions and sheets (seed tool-gpu)', async () => {
    const random = new Random('tool-gpu');
    const seen: Record<string, number> = {};
    for (let n = 0; n < rounds(30); n++) {
      const flat = sheet(6, random, 0.2);
      const radius = n % 3 === 0 ? { radius: Array.from({ length: flat.triangleCount }, () => 0.1 * random.next()) } : {};
      const workpiece = new TriangleMesh(flat.positions, flat.indices, radius);
      const from = randomPose(random, 0.8, 1.6);
      const to = randomPose(random, 0.8, random.pick([0.2, 0.9]));
      const tool = [
        () => rigidMotion(from, to),
        () => screwMotion(from, to),
        () => rotationMotion(from, random.direction(), random.range(2, 9), [0, 0, 1]),
      ][n % 3]();
      const query = new ToolQuery({ shape: randomTool(random) }, { shape: workpiece }, n % 5 === 0 ? { boxes: 1, slabs: 1 } : {});
      const onGpu = await GpuToolQuery.open(query, { device: gpu.device, gpu: 'always' });
      const later = movedVertices(workpiece.positions, random, 0.2, [0.1, 0, 0.3]);
      const options = { clearance: n % 2 === 0 ? 0 : 0.05 };
      const [a, b] = [workpiece.positions, later].map((frame) => Float32Array.from(frame));
      for (const frames of [
        workpiece.positions,
        { positions0: workpiece.positions, positions1: later },
        a,
        { positions0: a, positions1: b },
      ]) {
        const expected = query.firstContact({ tool, workpiece: frames }, options);
        expect(answerOf(await onGpu.firstContact({ tool, workpiece: frames }, options)), `case ${n}`).toEqual(expected);
        seen[expected.status] = (seen[expected.status] ?? 0) + 1;
      }
      const [start, end] = [a, b].map((frame) => ({ buffer: gpu.filled('frame', frame) }));
      for (const [frames, arrays] of [
        [start, a],
        [
          { positions0: start, positions1: end },
          { positions0: a, positions1: b },
        ],
        [
          { positions0: a, positions1: end },
          { positions0: a, positions1: b },
        ],
      ] as const)
        expect(answerOf(await onGpu.firstContact({ tool, workpiece: frames }, options)), `case ${n}`).toEqual(
          query.firstContact({ tool, workpiece: arrays }, options),
        );
      onGpu.close();
    }
    expect(seen.contact).toBeGreaterThan(rounds(25));
    expect(seen.free).toBeGreaterThan(rounds(5));
  });

  test('the drilling loop of Caby & Crosnier, frame by frame', async () => {
    const workpiece = hull(16_000);
    const query = new ToolQuery({ shape: drill() }, { shape: workpiece });
    const onGpu = await GpuToolQuery.open(query, { device: gpu.device, gpu: 'always' });
    const along = drillMotion();
    let touched = 0;
    for (let frame = 0; frame < 30; frame++) {
      const time = (frame / 30) * DRILL_DURATION;
      const motions = {
        tool: rigidMotion(along(time), along(time + 1 / 60)),
        workpiece: Float32Array.from(deformHull(workpiece.positions, time)),
      };
      const expected = query.firstContact(motions);
      expect(answerOf(await onGpu.firstContact(motions))).toEqual(expected);
      touched += expected.zone.length;
    }
    expect(touched).toBeGreaterThan(100);
    onGpu.close();
  });

  test('two questions at once, and the query between them', async () => {
    const workpiece = hull(1600);
    const query = new ToolQuery({ shape: drill() }, { shape: workpiece });
    const onGpu = await GpuToolQuery.open(query, { device: gpu.device, gpu: 'always' });
    const along = drillMotion();
    const asked = [0.9, 1.2, 1.5].map((time) => ({
      tool: rigidMotion(along(time), along(time + 1 / 60)),
      workpiece: Float32Array.from(deformHull(workpiece.positions, time)),
    }));
    const answers = asked.map((motions) => onGpu.firstContact(motions));
    const expected = asked.map((motions) => query.firstContact(motions));
    expect((await Promise.all(answers)).map(answerOf)).toEqual(expected);
    onGpu.close();
  });

  test('a device that is lost in the middle: the same answer, by the processor', async () => {
    const own = await losableGpu();
    const workpiece = hull(1600);
    const query = new ToolQuery({ shape: drill() }, { shape: workpiece });
    const onGpu = await GpuToolQuery.open(query, { device: own.device, gpu: 'always' });
    const along = drillMotion();
    const tool = rigidMotion(along(1.2), along(1.22));
    const answer = onGpu.firstContact({ tool });
    own.device.destroy();
    const { gpu: use, ...rest } = await answer;
    expect(rest).toEqual(query.firstContact({ tool }));
    expect(use.used).toBe(false);
  });
});

test('malformed input is an InputError, as with the query itself', async () => {
  const query = new ToolQuery({ shape: drill() }, { shape: hull(400) });
  const onGpu = await GpuToolQuery.open(query, { gpu: 'never' });
  await expect(onGpu.firstContact({ workpiece: new Float32Array(3) })).rejects.toThrow(InputError);
  await expect(onGpu.firstContact({ tol: 1 } as never)).rejects.toThrow(InputError);
  await expect(onGpu.firstContact({}, { tolerance: 0 })).rejects.toThrow(InputError);
  await expect(GpuToolQuery.open({} as never)).rejects.toThrow(InputError);
});
