/**
 * Whether a device answers rightly, asked once before it is trusted: motions of a small arm among boxes, surfaces and a
 * solid, half of which are free. A device that contradicts the processor once is not used.
 */

import { Random } from '../../math/random.ts';
import { box } from '../../mesh/primitives.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { Robot } from '../../robot/robot.ts';
import { batchPairs } from '../../scene/friends.ts';
import { Scene } from '../../scene/scene.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { batchModel } from './batch-model.ts';
import { BatchRunner, NEVER } from './batch-runner.ts';
import { packMotions } from './pack-motions.ts';

const MOTIONS = 96;
/** A device that leaves more open than this is of no use. */
const MOST_OPEN = 24;

const checked = new WeakMap<GPUDevice, Promise<void>>();

/** Throws a GpuFault where it answers wrongly. */
export function requireSound(gpu: Gpu): Promise<void> {
  let check = checked.get(gpu.device);
  if (check === undefined) {
    check = run(gpu);
    checked.set(gpu.device, check);
  }
  return check;
}

async function run(gpu: Gpu): Promise<void> {
  const scene = smallScene();
  const model = batchModel(batchPairs(scene, {}));
  const runner = await BatchRunner.make(gpu, model);
  try {
    const lane = await runner.lane(MOTIONS, 1);
    const random = new Random(3);
    const [from, to] = [0, 1].map(() => Float64Array.from({ length: 2 * MOTIONS }, () => random.next() * 6 - 3));
    const ends = { robots: [{ name: 'arm', size: 2, from, to }], bodies: [] };
    packMotions(model, ends, 0, MOTIONS, lane.packed, lane.aside);
    const answers = await runner.ask(lane, MOTIONS, 1, false);
    runner.release(lane);
    let open = 0;
    for (let m = 0; m < MOTIONS; m++) {
      const isHit = answers.hit(m) !== NEVER;
      if (!isHit && answers.unproven(m) !== NEVER) open++;
      else if (isHit === scene.motionIsFree(from.subarray(2 * m, 2 * m + 2), to.subarray(2 * m, 2 * m + 2)))
        throw new GpuFault('wrong', `${gpu.name} answered the check of motions wrongly`);
    }
    if (open > MOST_OPEN) throw new GpuFault('wrong', `${gpu.name} left ${open} of ${MOTIONS} motions of its check open`);
  } finally {
    runner.destroy();
  }
}

/** An arm of two joints; what else there is to chains is for tests: here the arithmetic of the device counts. */
function smallScene(): Scene {
  const beam = box([1, 0.1, 0.1], [0.5, 0, 0]);
  const sheet = (size: readonly [number, number, number]): TriangleMesh => {
    const { positions, indices } = box(size);
    return new TriangleMesh(positions, indices, { name: 'sheet' });
  };
  const arm = new Robot({
    name: 'arm',
    links: [
      { name: 'upper', joint: { type: 'revolute', axis: [0, 0.6, 0.8] }, shapes: [{ shape: beam }] },
      {
        name: 'lower',
        parent: 'upper',
        joint: { type: 'revolute', axis: [0, 1, 0], origin: { position: [1.1, 0, 0] } },
        shapes: [{ shape: beam }],
      },
    ],
  });
  return new Scene({
    robots: [arm],
    obstacles: [
      { name: 'plate', shape: sheet([0.8, 0.8, 0.05]), pose: { position: [1.2, 0.6, 0.7] } },
      { name: 'post', shape: box([0.2, 0.2, 1.5]), pose: { position: [-0.9, 1.2, 0] } },
    ],
  });
}
