/** Finding graphics hardware: the application's device, the page's, or in Node the one of the package `webgpu`. */
import { Gpu } from './gpu.ts';
import { GpuFault } from './gpu-fault.ts';

/** `GPUDevice` where the types of WebGPU are there (`lib.dom`, `@webgpu/types`). */
export type GpuDevice = typeof globalThis extends { GPUDevice: { prototype: infer T } } ? T : object;

/** Wishes that are granted as far as the adapter goes; all work is made to do with the defaults of WebGPU too. */
const WISHES = ['maxBufferSize', 'maxStorageBufferBindingSize'] as const;

/** Opens the device, or throws a GpuFault that says why there is none. */
export async function openGpu(device?: GpuDevice): Promise<Gpu> {
  if (device !== undefined) {
    const own = device as GPUDevice;
    return new Gpu(own, nameOf(own.adapterInfo) || 'the device of the application', false);
  }
  const adapter = await findAdapter();
  const requiredLimits = Object.fromEntries(WISHES.map((name) => [name, adapter.limits[name]]));
  const requiredFeatures = [...['timestamp-query' as const].filter((feature) => adapter.features.has(feature))];
  try {
    const device = await adapter.requestDevice({ label: 'inbetween', requiredLimits, requiredFeatures });
    return new Gpu(device, nameOf(adapter.info) || 'unnamed', true);
  } catch (error) {
    throw new GpuFault('absent', `the graphics adapter gives no device: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Vendor and architecture, then what the driver says of itself. */
function nameOf(info: GPUAdapterInfo | undefined): string {
  if (info === undefined) return '';
  const model = [info.vendor, info.architecture].filter((word) => word !== '').join(' ');
  if (info.description === '' || model === '') return model || info.description;
  return `${model} (${info.description})`;
}

async function findAdapter(): Promise<GPUAdapter> {
  const gpu = (globalThis.navigator as Navigator | undefined)?.gpu ?? (await gpuOfNode());
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    throw new GpuFault('absent', `WebGPU gives no adapter: ${(error as Error).message.split('\n')[0]}`);
  }
  if (adapter === null) throw new GpuFault('absent', 'WebGPU finds no graphics adapter here');
  return adapter;
}

/** Kept: Dawn must not be closed while one of its devices is in use. */
let ofNode: Promise<GPU> | undefined;

function gpuOfNode(): Promise<GPU> {
  if (typeof process === 'undefined') throw new GpuFault('absent', 'this browser has no WebGPU');
  ofNode ??= loadDawn();
  return ofNode;
}

async function loadDawn(): Promise<GPU> {
  // in a variable, so that no bundler looks for it
  const name = 'webgpu';
  let module: { create(flags: readonly string[]): GPU };
  try {
    module = await import(/* @vite-ignore */ name);
  } catch {
    throw new GpuFault('absent', "WebGPU in Node needs the package 'webgpu': npm install webgpu");
  }
  return module.create([]);
}
