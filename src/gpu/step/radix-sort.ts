/** Sorts pairs of a key and an item of 32 bits each on the device, by keys and stably: eight passes of four bits. */
import type { ComputeProgram } from '../device/gpu.ts';
import { BUFFER, Gpu } from '../device/gpu.ts';
import sortText from '../wgsl/radix-sort.wgsl?raw';

const BLOCK = 1024;
const PASSES = 8;
const DIGITS = 16;
/** Bytes between uniforms that are bound one by one. */
const ALIGNED = 256;

export class RadixSort {
  /** What is sorted, and where it is afterwards. */
  readonly keys: GPUBuffer;
  readonly items: GPUBuffer;
  private readonly count: number;
  private readonly blocks: number;
  private readonly buffers: readonly GPUBuffer[];
  private readonly groups: readonly (readonly GPUBindGroup[])[];
  private readonly programs: readonly ComputeProgram[];

  static async make(gpu: Gpu, count: number): Promise<RadixSort> {
    const programs = await Promise.all(['countDigits', 'sumDigits', 'moveDigits'].map((entry) => gpu.program(entry, [sortText], entry)));
    return new RadixSort(gpu, count, programs);
  }

  private constructor(gpu: Gpu, count: number, programs: readonly ComputeProgram[]) {
    this.count = count;
    this.programs = programs;
    this.blocks = Math.max(1, Math.ceil(count / BLOCK));
    const [keys, otherKeys, items, otherItems] = ['keys', 'keys', 'items', 'items'].map((label) => gpu.storage(label, 4 * count));
    const begins = gpu.storage('digits', 4 * DIGITS * this.blocks);
    const words = new Uint32Array((PASSES * ALIGNED) / 4);
    for (let pass = 0; pass < PASSES; pass++) words.set([count, 4 * pass, this.blocks, 0], (pass * ALIGNED) / 4);
    const uniforms = gpu.buffer('passes', words.byteLength, BUFFER.uniform | BUFFER.copyTarget);
    gpu.write(uniforms, words);
    this.keys = keys;
    this.items = items;
    this.buffers = [keys, otherKeys, items, otherItems, begins, uniforms];
    const [counting, summing, moving] = programs;
    this.groups = Array.from({ length: PASSES }, (_, pass) => {
      const uniform = { buffer: uniforms, offset: pass * ALIGNED, size: 16 };
      const [from, to] = pass % 2 === 0 ? [keys, otherKeys] : [otherKeys, keys];
      const [fromItems, toItems] = pass % 2 === 0 ? [items, otherItems] : [otherItems, items];
      return [
        counting.bind([uniform, from, null, null, null, begins]),
        summing.bind([uniform, null, null, null, null, begins]),
        moving.bind([uniform, from, fromItems, to, toItems, begins]),
      ];
    });
  }

  encode(pass: GPUComputePassEncoder): void {
    if (this.count < 2) return;
    for (const groups of this.groups) {
      groups.forEach((group, i) => {
        pass.setPipeline(this.programs[i].pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(...(i === 1 ? ([1, 1] as const) : Gpu.workgroups(this.blocks)));
      });
    }
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }
}
