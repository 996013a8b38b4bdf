import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUFFER, Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuFault } from '../../../../src/gpu/device/gpu-fault.ts';
import { openGpu } from '../../../../src/gpu/device/open-gpu.ts';
import { NO_GPU } from '../../../support/shared/gpu-here.ts';

const DOUBLE = `
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&data)) { data[id.x] = 2u * data[id.x]; }
}`;

describe.skipIf(NO_GPU !== null)('a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('runs a program over a buffer and reads it back', async () => {
    const words = Uint32Array.from({ length: 1000 }, (_, i) => i);
    const buffer = gpu.filled('words', words);
    const { pipeline, bind } = await gpu.program('double', [DOUBLE], 'main');
    await gpu.guarded(() => {
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bind([buffer]));
      pass.dispatchWorkgroups(...Gpu.workgroups(Math.ceil(words.length / 64)));
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    });
    expect(new Uint32Array(await gpu.read(buffer, 4000))).toEqual(words.map((word) => 2 * word));
  });

  test('what is wrong is a fault with its kind', async () => {
    const kindOf = (work: () => Promise<unknown>) =>
      work().then(
        () => 'none',
        (error) => (error instanceof GpuFault ? error.kind : String(error)),
      );
    expect(await kindOf(() => gpu.program('broken', ['fn main( {'], 'main'))).toBe('program');
    expect(await kindOf(async () => gpu.storage('too large', gpu.largestBuffer + 4))).toBe('limit');
    expect(await kindOf(() => gpu.guarded(() => gpu.device.createBuffer({ size: 16, usage: BUFFER.mapRead | BUFFER.storage })))).toBe(
      'program',
    );
  });

  test('a device that is lost while it works is a fault, and stays one', async () => {
    const own = await openGpu();
    const buffer = own.storage('words', 1 << 20);
    const reading = own.read(buffer, 1 << 20);
    own.device.destroy();
    await expect(reading).rejects.toThrow(GpuFault);
    expect(own.gone?.kind).toBe('lost');
    expect(() => own.storage('more', 16)).toThrow(GpuFault);
    await expect(own.guarded(() => 1)).rejects.toThrow(GpuFault);
  });

  test('a device of the application is listened to once, however often it is opened', async () => {
    let listeners = 0;
    const lost = {
      // biome-ignore lint/suspicious/noThenProperty: who listens is counted
      then: () => {
        listeners++;
      },
    };
    const device = new Proxy(gpu.device, {
      get: (own, name) => {
        if (name === 'lost') return lost;
        const value = Reflect.get(own, name, own);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
    for (let i = 0; i < 3; i++) (await openGpu(device)).close();
    expect(listeners).toBe(1);
  });
});
