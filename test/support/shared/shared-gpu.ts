import { gpuHere } from './gpu-here.ts';

/**
 * All who open a graphics device by themselves get this one, until the function that comes back is called: in software its
 * programs take seconds to compile. Whoever closes it lets the others have it still.
 */
export async function shareGpu(): Promise<() => void> {
  const gpu = await gpuHere();
  const { device } = gpu;
  const shared: GPUDevice = new Proxy(device, {
    get: (own, name) => {
      if (name === 'destroy') return () => undefined;
      const value = Reflect.get(own, name, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
  const { limits, features, adapterInfo: info } = device;
  const adapter = { limits, features, info, requestDevice: async () => shared };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const value = { gpu: { requestAdapter: async () => adapter } };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
    gpu.close();
  };
}
