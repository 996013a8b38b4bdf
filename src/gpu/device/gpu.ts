/**
 * A device of WebGPU as this room uses it: pipelines, buffers within its limits, reading back. Whatever fails becomes a
 * GpuFault: a lost device, too little memory, a limit, a program that does not compile.
 */
import { GpuFault } from './gpu-fault.ts';
import { fitting } from './packed-words.ts';

/** What WebGPU fixes these flags to be; Node has no globals for them. */
export const BUFFER = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128, indirect: 256, query: 512 } as const;
const MAP_READ = 1;

export interface ComputeProgram {
  readonly pipeline: GPUComputePipeline;
  /** A bind group of these buffers, at bindings 0, 1, … of group 0; null: one that the program does not use. */
  bind(buffers: readonly (GPUBuffer | GPUBufferBinding | null)[]): GPUBindGroup;
}

export class Gpu {
  readonly device: GPUDevice;
  /** Name of the adapter as the driver has it. */
  readonly name: string;
  private readonly owned: boolean;
  private readonly shared: SharedDevice;
  private closed: GpuFault | null = null;
  private readonly staging: GPUBuffer[] = [];

  /** `owned`: it was opened here, and `close` destroys it. */
  constructor(device: GPUDevice, name: string, owned: boolean) {
    this.device = device;
    this.name = name;
    this.owned = owned;
    this.shared = sharedOf(device);
  }

  /** Why nothing more can be done with it; null: it works. */
  get gone(): GpuFault | null {
    return this.closed ?? this.shared.lost;
  }

  /** A device that is a program: it never pays. */
  get isSoftware(): boolean {
    return SOFTWARE.test(this.name);
  }

  /** Throws where the device is gone. */
  requireAlive(): void {
    const { gone } = this;
    if (gone !== null) throw gone;
  }

  /** A compute pipeline of the parts of a program, made once. `constants`: values of its overrides. */
  program(
    label: string,
    parts: readonly string[],
    entry: string,
    constants: Readonly<Record<string, number>> = {},
  ): Promise<ComputeProgram> {
    const code = parts.join('\n');
    const key = `${entry}\n${JSON.stringify(constants)}\n${code}`;
    let made = this.shared.programs.get(key);
    if (made === undefined) {
      made = this.makeProgram(label, code, entry, constants);
      this.shared.programs.set(key, made);
    }
    return made;
  }

  private async makeProgram(
    label: string,
    code: string,
    entry: string,
    constants: Readonly<Record<string, number>>,
  ): Promise<ComputeProgram> {
    this.requireAlive();
    const { device } = this;
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ label, code });
    await device.popErrorScope();
    const faults = (await module.getCompilationInfo()).messages.filter(({ type }) => type === 'error');
    if (faults.length > 0) {
      const { lineNum, message } = faults[0];
      throw new GpuFault('program', `the program '${label}' does not compile here: line ${lineNum}: ${message}`);
    }
    let pipeline: GPUComputePipeline;
    try {
      pipeline = await device.createComputePipelineAsync({
        label,
        layout: 'auto',
        compute: { module, entryPoint: entry, constants: { ...constants } },
      });
    } catch (error) {
      this.requireAlive();
      throw new GpuFault('program', `the program '${label}' cannot be made here: ${(error as Error).message.split('\n')[0]}`);
    }
    const layout = pipeline.getBindGroupLayout(0);
    return {
      pipeline,
      bind: (buffers) =>
        device.createBindGroup({
          label,
          layout,
          entries: buffers.flatMap((buffer, binding) =>
            buffer === null ? [] : [{ binding, resource: 'buffer' in buffer ? buffer : { buffer } }],
          ),
        }),
    };
  }

  /** The most bytes that one storage buffer may have. */
  get largestBuffer(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
  }

  /** A storage buffer, of 16 bytes at least. Too large for the device: a fault, before anything is asked of it. */
  storage(label: string, bytes: number, more = 0): GPUBuffer {
    return this.buffer(label, bytes, BUFFER.storage | BUFFER.copyTarget | BUFFER.copySource | more);
  }

  buffer(label: string, bytes: number, usage: number): GPUBuffer {
    this.requireAlive();
    const size = Math.max(16, Math.ceil(bytes / 4) * 4);
    if (size > this.largestBuffer)
      throw new GpuFault('limit', `${label} needs ${size} bytes, the graphics device allows ${this.largestBuffer} in one buffer`);
    return this.device.createBuffer({ label, size, usage });
  }

  /** A storage buffer with these contents. */
  filled(label: string, data: ArrayBufferView<ArrayBuffer>, more = 0): GPUBuffer {
    const buffer = this.storage(label, data.byteLength, more);
    this.write(buffer, data);
    return buffer;
  }

  /** Fills a buffer from its beginning; the length is a multiple of 4 bytes. */
  write(buffer: GPUBuffer, data: ArrayBufferView<ArrayBuffer>, offset = 0): void {
    if (data.byteLength > 0) this.device.queue.writeBuffer(buffer, offset, data.buffer, data.byteOffset, data.byteLength);
  }

  /** The grid of so many workgroups, over two dimensions where one is too small; programs number them x + y · WIDE. */
  static workgroups(count: number): readonly [number, number] {
    fitting('the workgroups of a dispatch', count);
    return count <= WIDE ? [Math.max(1, count), 1] : [WIDE, Math.ceil(count / WIDE)];
  }

  /** What a buffer holds, once all that was submitted before is done. */
  async read(buffer: GPUBuffer, bytes: number, offset = 0): Promise<ArrayBuffer> {
    this.requireAlive();
    const size = Math.max(4, Math.ceil(bytes / 4) * 4);
    const at = this.staging.findIndex((free) => free.size >= size && free.size <= 4 * size + 4096);
    const target =
      at >= 0
        ? this.staging.splice(at, 1)[0]
        : this.device.createBuffer({ label: 'read back', size, usage: BUFFER.mapRead | BUFFER.copyTarget });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, offset, target, 0, size);
    this.device.queue.submit([encoder.finish()]);
    try {
      await target.mapAsync(MAP_READ, 0, size);
      const out = target.getMappedRange(0, size).slice(0, bytes);
      target.unmap();
      if (this.staging.length < 8) this.staging.push(target);
      else target.destroy();
      return out;
    } catch (error) {
      // the promise of the loss may come later than this rejection
      await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, 50))]);
      this.requireAlive();
      throw new GpuFault('lost', `the graphics device does not answer: ${(error as Error).message.split('\n')[0]}`);
    }
  }

  /**
   * Does something with the device; whatever WebGPU reports of it (memory, validation, internal) is thrown. Not to be
   * nested or run twice at once: reports of others would be taken for its own.
   */
  async guarded<T>(work: () => T | Promise<T>): Promise<T> {
    this.requireAlive();
    const { device } = this;
    const scopes = ['internal', 'out-of-memory', 'validation'] as const;
    for (const scope of scopes) device.pushErrorScope(scope);
    let result: T | undefined;
    let thrown: unknown;
    try {
      const made = work();
      // what is done at once keeps its reports to itself, whoever else is at work
      result = made instanceof Promise ? await made : made;
    } catch (error) {
      thrown = error ?? new GpuFault('program', 'something failed');
    }
    const reports = await Promise.all(scopes.map(() => device.popErrorScope().catch(() => null)));
    this.requireAlive();
    const [validation, memory, internal] = reports;
    if (memory !== null) throw new GpuFault('memory', 'the graphics device has too little memory');
    const report = internal ?? validation;
    if (report !== null && !(thrown instanceof GpuFault))
      throw new GpuFault('program', `the graphics device refuses: ${report.message.split('\n')[0]}`);
    if (thrown !== undefined) throw thrown;
    return result as T;
  }

  /** Gives back what was opened here; a device of the application stays open. */
  close(): void {
    for (const buffer of this.staging.splice(0)) buffer.destroy();
    this.closed ??= new GpuFault('lost', 'it was closed');
    if (this.owned) this.device.destroy();
  }
}

/** What all who use a device of the application have in common: compiling takes long. */
interface SharedDevice {
  readonly programs: Map<string, Promise<ComputeProgram>>;
  lost: GpuFault | null;
}

const sharedByDevice: WeakMap<GPUDevice, SharedDevice> = new WeakMap();

/** Listens once a device, however often it is opened: what listens stays as long as the device does. */
function sharedOf(device: GPUDevice): SharedDevice {
  const known = sharedByDevice.get(device);
  if (known !== undefined) return known;
  const shared: SharedDevice = { programs: new Map(), lost: null };
  sharedByDevice.set(device, shared);
  device.lost.then(({ message, reason }) => {
    shared.lost = new GpuFault('lost', `the graphics device was lost (${message.split('\n')[0] || reason})`);
  });
  return shared;
}

const SOFTWARE = /swiftshader|llvmpipe|software|microsoft basic/i;
/** Workgroups in a row; WebGPU promises 65,535. */
const WIDE = 32768;
