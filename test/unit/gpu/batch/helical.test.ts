import { expect, test } from 'vitest';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { box, Robot, Scene } from '../../../../src/index.ts';

test('a robot with a joint that the programs do not have is answered by the processor, and that is said', async () => {
  const joint = { name: 'thread', type: 'helical', axis: [0, 0, 1], pitch: 0.02 } as const;
  const robot = new Robot({ name: 'press', links: [{ name: 'nut', joint, shapes: [{ shape: box(0.1) }] }] });
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'plate', shape: box([1, 1, 0.02]), pose: { position: [0, 0, 0.16] } }] });
  for (const gpu of ['auto', 'always'] as const) {
    const batch = await GpuBatch.open(scene, { gpu });
    // the nut's upper face meets the plate after five turns, 31.4 radians
    const answer = await batch.motionsAreFree({ from: Float64Array.of(0, 0), to: Float64Array.of(31, 32) });
    expect([...answer.free]).toEqual([1, 0]);
    expect(answer.gpu).toEqual({ used: false, why: "joint 'thread' of robot 'press' is helical" });
    batch.close();
  }
});
