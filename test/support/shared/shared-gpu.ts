import { gpuHere } from './gpu-here.ts';

/**
 * All who open a graphics device by themselves get this one, until the function that comes back is called: in software its
 * programs take seconds to compile.
 */
export async function shareGpu(): Promise<() => void> {
  const gpu = await gpuHere();
  const { device } = gpu;
  const { limits, features, adapterInfo: info } = device;
  const adapter = { limits, features, info, requestDevice: async () => device };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const value = { gpu: { requestAdapter: async () => adapter } };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
    gpu.close();
  };
}
