/**
 * The worker's graphics hardware: one device, opened with the first question that wants it, and anew with the next
 * question after it was lost. What it does not do, the processor does, and the answer says why.
 */
import type { Scene } from 'inbetween';
import type { GpuBatch, GpuCulling, GpuMode } from 'inbetween/gpu';

/** Opens a device; null: there is none here, and whoever needs one says why. */
export type OpenDevice = () => Promise<GPUDevice | null>;

/** What was made for a scene, on the device that there was then. */
interface Made<T> {
  readonly scene: Scene;
  readonly mode: GpuMode;
  readonly made: T & { close(): void };
}

export class Graphics {
  private readonly open: OpenDevice;
  private device: GPUDevice | null = null;
  private batch: Made<GpuBatch> | null = null;
  private culling: Made<GpuCulling> | null = null;

  constructor(open: OpenDevice = openDevice) {
    this.open = open;
  }

  /** For many motions at once. */
  async batchOf(scene: Scene, mode: GpuMode): Promise<GpuBatch> {
    const wanted = await this.wanted(mode !== 'never');
    if (this.batch?.scene === scene && this.batch.mode === mode) return this.batch.made;
    this.batch?.made.close();
    const { GpuBatch } = await import('inbetween/gpu');
    this.batch = { scene, mode, made: await GpuBatch.open(scene, { gpu: mode, ...wanted }) };
    return this.batch.made;
  }

  /** For the second stage of method 'interval'. */
  async cullingOf(scene: Scene, mode: GpuMode): Promise<GpuCulling> {
    const wanted = await this.wanted(mode === 'always');
    if (this.culling?.scene === scene && this.culling.mode === mode) return this.culling.made;
    this.culling?.made.close();
    const { GpuCulling } = await import('inbetween/gpu');
    this.culling = { scene, mode, made: await GpuCulling.open(scene, { gpu: mode, ...wanted }) };
    return this.culling.made;
  }

  /** As if the driver had been restarted; for tests. Whether there was anything to lose. */
  lose(): boolean {
    this.device?.destroy();
    return this.device !== null;
  }

  private async wanted(isWanted: boolean): Promise<{ readonly device?: GPUDevice }> {
    if (!isWanted) return {};
    if (this.device === null) {
      const device = await this.open();
      this.device = device;
      void device?.lost.then(() => this.forget(device));
    }
    return this.device === null ? {} : { device: this.device };
  }

  /** Whoever is in the middle of a question ends it by the processor. */
  private forget(device: GPUDevice): void {
    if (this.device !== device) return;
    this.device = null;
    this.batch = null;
    this.culling = null;
  }
}

/** With buffers as large as the adapter has them. */
async function openDevice(): Promise<GPUDevice | null> {
  const { gpu } = navigator as Partial<Navigator>;
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
