import type { Gpu } from '../../src/gpu/device/gpu.ts';
import { openGpu } from '../../src/gpu/device/open-gpu.ts';

/** Why there is no WebGPU here; null: there is, in software at least. Tests of programs are skipped without it. */
export const NO_GPU: string | null = await reason();

async function reason(): Promise<string | null> {
  try {
    (await openGpu()).close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

let kept: Promise<Gpu> | undefined;

/** One for all tests of a process, whoever closes it: in software its programs take seconds to compile. Not to be lost. */
export async function gpuHere(): Promise<Gpu> {
  kept ??= openGpu();
  return openGpu((await kept).device);
}
