import type { Gpu } from '../../../src/gpu/device/gpu.ts';
import { openGpu } from '../../../src/gpu/device/open-gpu.ts';

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

let kept: Promise<GPUDevice> | undefined;

/** One for all tests of a process, whoever closes or destroys it: in software its programs take seconds to compile. */
export async function gpuHere(): Promise<Gpu> {
  kept ??= losableGpu().then(({ device }) => undestroyed(device));
  return openGpu(await kept);
}

function undestroyed(device: GPUDevice): GPUDevice {
  return new Proxy(device, {
    get: (own, name) => {
      if (name === 'destroy') return () => undefined;
      const value = Reflect.get(own, name, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}

let sparing: Promise<GPU> | undefined;

/**
 * A device of its own, which may be lost. In Node without the zeroing of workgroups' memory, for which software compiles one store
 * for every word: 21 s of the 22 that the sort takes. A program that needs zeros would be found out; pages zero it, as users' do.
 */
export async function losableGpu(): Promise<Gpu> {
  if ((globalThis.navigator as Navigator | undefined)?.gpu !== undefined) return openGpu();
  sparing ??= withoutZeroing();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: await sparing }, configurable: true, writable: true });
  try {
    return await openGpu();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  }
}

async function withoutZeroing(): Promise<GPU> {
  // in a variable, so that no bundler looks for it
  const name = 'webgpu';
  const { create }: { create(flags: readonly string[]): GPU } = await import(/* @vite-ignore */ name);
  return create(['enable-dawn-features=disable_workgroup_init']);
}
