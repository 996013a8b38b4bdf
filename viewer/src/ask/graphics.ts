/**
 * The worker's graphics hardware: one device, opened with the first question that wants it, and anew with the next
 * question after it was lost. What it does not do, the processor does, and the answer says why.
 */
import type { Scene } from 'inbetween';
import type { GpuBatch, GpuCulling, GpuMode } from 'inbetween/gpu';

/** Opens a device; null: there is none here, and whoever needs one says why. */
export type OpenDevice = () => Promise<GPUDevice | null>;

/** What was made for a scene, on the device that there was then; null: on none. */
interface Made<T> {
  readonly scene: Scene;
  readonly mode: GpuMode;
  readonly device: GPUDevice | null;
  readonly made: T;
}

export class Graphics {
  private readonly open: OpenDevice;
  private device: GPUDevice | null = null;
  private batch: Made<GpuBatch> | null = null;
  private culling: Made<GpuCulling> | null = null;

  constructor(open: OpenDevice = openDevice) {
    this.open = open;
  }

  /** The batch for many motions at once. */
  async batchOf(scene: Scene, mode: GpuMode): Promise<GpuBatch> {
    // one that failed is not asked again, also where the news of its loss is still on the way
    if (this.batch !== null && this.batch.made.why !== '' && this.batch.device === this.device) this.drop();
    const device = mode === 'never' ? null : await this.opened();
    const known = knownFor(this.batch, scene, mode, device);
    if (known !== null) return known;
    this.batch?.made.close();
    const { GpuBatch } = await import('inbetween/gpu');
    const made = await GpuBatch.open(scene, { gpu: mode, ...(device === null ? {} : { device }) });
    this.batch = { scene, mode, device, made };
    return made;
  }

  /** The culling for the second stage of method 'interval'. */
  async cullingOf(scene: Scene, mode: GpuMode): Promise<GpuCulling> {
    const device = mode === 'always' ? await this.opened() : null;
    const known = knownFor(this.culling, scene, mode, device);
    if (known !== null) return known;
    this.culling?.made.close();
    const { GpuCulling } = await import('inbetween/gpu');
    const made = await GpuCulling.open(scene, { gpu: mode, ...(device === null ? {} : { device }) });
    this.culling = { scene, mode, device, made };
    return made;
  }

  /** Loses the device as if the driver had been restarted, for tests; whether there was anything to lose. */
  lose(): boolean {
    this.device?.destroy();
    return this.device !== null;
  }

  private drop(): void {
    this.device?.destroy();
    this.device = null;
  }

  private async opened(): Promise<GPUDevice | null> {
    if (this.device === null) {
      const device = await this.open();
      this.device = device;
      // whoever is in the middle of a question ends it by the processor
      void device?.lost.then(() => {
        if (this.device === device) this.device = null;
      });
    }
    return this.device;
  }
}

/** Null: it was made for something else, or on a device that is gone. */
function knownFor<T>(known: Made<T> | null, scene: Scene, mode: GpuMode, device: GPUDevice | null): T | null {
  return known !== null && known.scene === scene && known.mode === mode && known.device === device ? known.made : null;
}

/** Opens a device with buffers as large as the adapter has them. */
async function openDevice(): Promise<GPUDevice | null> {
  const { gpu } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
  try {
    const adapter = (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
    if (adapter === null) return null;
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    return await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  } catch {
    // the library tries for itself, and tells what is wrong
    return null;
  }
}
