/**
 * The graphics device looks: swept volumes drawn and obstacles held behind them, then the other way round, along three
 * axes from both sides; an occlusion query for each says whether any of its pixels may be hidden
 * [wgsl/visible-triangles.wgsl]. Whatever goes wrong is a GpuFault.
 */
import { BUFFER, type Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { VIEW_WORDS, VISIBLE_MARGINS, type VisibleMargins, viewFrames, writeView } from '../twin/view-frame.ts';
import type { FullyVisible, Part, VisibilityTest } from '../twin/visible-twin.ts';
import trianglesText from '../wgsl/visible-triangles.wgsl?raw';

/** As WebGPU fixes them. */
const ATTACHMENT = 16;
const BOTH_STAGES = 3;
/** Queries of a set, and so of a pass. */
const MOST_QUERIES = 4096;
/** Bytes from one window to the next, as offsets must be multiples of. */
const VIEW_BYTES = 256;

interface Pipelines {
  readonly draw: GPURenderPipeline;
  readonly test: GPURenderPipeline;
  readonly layout: GPUBindGroupLayout;
}

const PIPELINES = new WeakMap<GPUDevice, Promise<Pipelines>>();

export class VisibleDevice implements VisibilityTest {
  readonly gpu: Gpu;
  margins: VisibleMargins = VISIBLE_MARGINS;
  /** Milliseconds and passes since it was opened. */
  passes = 0;
  private readonly size: number;
  private readonly pipelines: Pipelines;
  private readonly views: GPUBuffer;
  private readonly depth: GPUTexture;
  private readonly objects: GPUBuffer;
  private readonly token: GPUBuffer;
  private links: GPUBuffer | null = null;
  private readonly sets: GPUQuerySet[] = [];
  private results: GPUBuffer | null = null;
  private called = 0;
  /** Largest coordinate of the obstacles. */
  private readonly largest: number;

  /** `objects`: ten numbers a triangle, x y z of its corners and a radius; they stay on the device. */
  static async open(gpu: Gpu, objects: Float32Array<ArrayBuffer>, size: number): Promise<VisibleDevice> {
    let pipelines = PIPELINES.get(gpu.device);
    if (pipelines === undefined) {
      pipelines = makePipelines(gpu);
      PIPELINES.set(gpu.device, pipelines);
    }
    const ready = await pipelines;
    return gpu.guarded(() => new VisibleDevice(gpu, ready, objects, size));
  }

  private constructor(gpu: Gpu, pipelines: Pipelines, objects: Float32Array<ArrayBuffer>, size: number) {
    this.gpu = gpu;
    this.size = size;
    this.pipelines = pipelines;
    this.views = gpu.buffer('views', 12 * VIEW_BYTES, BUFFER.uniform | BUFFER.copyTarget);
    this.objects = gpu.filled('obstacles', objects);
    this.token = gpu.storage('token', 16);
    this.depth = gpu.device.createTexture({ label: 'depth', size: [size, size], format: 'depth32float', usage: ATTACHMENT });
    this.largest = largestCoordinate(objects);
  }

  /** One at a time. */
  async findVisible(links: Float32Array<ArrayBuffer>, linkParts: readonly Part[], objectParts: readonly Part[]): Promise<FullyVisible> {
    const { gpu } = this;
    gpu.requireAlive();
    const frames = viewFrames(links, linkParts, this.size, Math.max(this.largest, largestCoordinate(links)));
    const bytes = new DataView(new ArrayBuffer(12 * VIEW_BYTES));
    for (let d = 0; d < 6; d++)
      for (const far of [-1, 1] as const)
        writeView(frames[d >> 1], d % 2 === 0 ? 1 : -1, far, this.margins, bytes, VIEW_BYTES * (2 * d + (far < 0 ? 0 : 1)));
    const { device } = gpu;
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    let reading: Promise<ArrayBuffer> | null = null;
    let passes: readonly Pass[] = [];
    let thrown: unknown;
    try {
      gpu.write(this.views, bytes as unknown as DataView<ArrayBuffer>);
      passes = this.submit(links, linkParts, objectParts);
      reading = gpu.read(this.results as GPUBuffer, resultBytes(passes) + 256);
    } catch (error) {
      thrown = error;
    }
    const reports = [device.popErrorScope().catch(() => null), device.popErrorScope().catch(() => null)];
    if (thrown !== undefined) throw thrown;
    const [words, refused, memory] = await Promise.all([reading as Promise<ArrayBuffer>, ...reports]);
    if (memory !== null) throw new GpuFault('memory', 'the graphics device has too little memory');
    if (refused !== null) throw new GpuFault('program', `the graphics device refuses: ${refused.message.split('\n')[0]}`);
    return this.decoded(new BigUint64Array(words), passes, linkParts.length, objectParts.length);
  }

  /** What was drawn is hidden behind itself, and the number of the call came back: else nothing is believed. */
  private decoded(words: BigUint64Array, passes: readonly Pass[], links: number, objects: number): FullyVisible {
    const out: FullyVisible = { links: new Uint8Array(links), objects: new Uint8Array(objects) };
    if (Number(words[resultBytes(passes) / 8]) !== this.called)
      throw new GpuFault('wrong', 'the graphics device gave the answer to another question');
    for (const { order, from, count, at } of passes) {
      const first = at / 8;
      if (order === 'objects' && words[first] === 0n) throw new GpuFault('wrong', 'the graphics device does not see what it draws');
      const seen = order === 'objects' ? out.objects : out.links;
      for (let i = 0; i < count; i++) if (words[first + 1 + i] === 0n) seen[from + i] = 1;
    }
    return out;
  }

  private submit(links: Float32Array<ArrayBuffer>, linkParts: readonly Part[], objectParts: readonly Part[]): Pass[] {
    // One piece: the passes of one submission, in the order of the device.
    const { gpu, pipelines } = this;
    const { device } = gpu;
    if (this.links === null || this.links.size < links.byteLength) {
      this.links?.destroy();
      this.links = null;
      this.links = gpu.storage('volumes', links.byteLength);
    }
    gpu.write(this.links, links);
    const passes = planPasses(linkParts.length, objectParts.length);
    const size = resultBytes(passes) + 256;
    if (this.results === null || this.results.size < size) {
      this.results?.destroy();
      this.results = null;
      this.results = gpu.buffer('visibility', 2 * size, BUFFER.query | BUFFER.copySource | BUFFER.copyTarget);
    }
    while (this.sets.length < passes.length) this.sets.push(device.createQuerySet({ type: 'occlusion', count: MOST_QUERIES }));
    const group = (buffer: GPUBuffer): GPUBindGroup =>
      device.createBindGroup({
        layout: pipelines.layout,
        entries: [
          { binding: 0, resource: { buffer: this.views, size: 4 * VIEW_WORDS } },
          { binding: 1, resource: { buffer } },
        ],
      });
    const groups = { links: group(this.links), objects: group(this.objects) };
    const drawn = { links: joined(linkParts), objects: joined(objectParts) };
    const parts = { links: linkParts, objects: objectParts };
    const depth = this.depth.createView();
    this.called = (this.called + 1) % 2 ** 31;
    gpu.write(this.token, Uint32Array.of(this.called, 0));
    let encoder = device.createCommandEncoder();
    for (const [n, { direction, order, from, count, at }] of passes.entries()) {
      const other = order === 'objects' ? 'links' : 'objects';
      const pass = encoder.beginRenderPass({
        colorAttachments: [],
        depthStencilAttachment: { view: depth, depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'discard' },
        occlusionQuerySet: this.sets[n],
      });
      // what is drawn, at its nearest
      pass.setPipeline(pipelines.draw);
      pass.setBindGroup(0, groups[other], [VIEW_BYTES * 2 * direction]);
      for (const part of drawn[other]) pass.draw(6, part.count, 0, part.first);
      // what is held behind it, at its farthest
      const held = VIEW_BYTES * (2 * direction + 1);
      pass.setPipeline(pipelines.test);
      pass.setBindGroup(0, groups[other], [held]);
      pass.beginOcclusionQuery(0);
      for (const part of drawn[other].slice(0, 1)) pass.draw(6, part.count, 0, part.first);
      pass.endOcclusionQuery();
      pass.setBindGroup(0, groups[order], [held]);
      for (let i = 0; i < count; i++) {
        const part = parts[order][from + i];
        pass.beginOcclusionQuery(1 + i);
        pass.draw(6, part.count, 0, part.first);
        pass.endOcclusionQuery();
      }
      pass.end();
      encoder.resolveQuerySet(this.sets[n], 0, 1 + count, this.results, at);
      // one direction at a time, so that no submission is long
      if (passes[n + 1]?.direction !== direction && n + 1 < passes.length) {
        device.queue.submit([encoder.finish()]);
        encoder = device.createCommandEncoder();
      }
    }
    encoder.copyBufferToBuffer(this.token, 0, this.results, resultBytes(passes), 8);
    device.queue.submit([encoder.finish()]);
    this.passes += passes.length;
    return passes;
  }

  /** Gives back the memory. */
  close(): void {
    for (const one of [this.views, this.objects, this.token, this.links, this.results, this.depth, ...this.sets]) one?.destroy();
  }
}

/** A pass over some of the parts of one kind, held behind all of the other kind. */
interface Pass {
  readonly direction: number;
  readonly order: 'links' | 'objects';
  readonly from: number;
  readonly count: number;
  /** Where its answers lie, in bytes; the first is whether what is drawn is hidden behind itself. */
  readonly at: number;
}

function planPasses(links: number, objects: number): Pass[] {
  const passes: Pass[] = [];
  let at = 0;
  for (let direction = 0; direction < 6; direction++) {
    for (const [order, all] of [
      ['objects', objects],
      ['links', links],
    ] as const) {
      for (let from = 0; from < all; from += MOST_QUERIES - 1) {
        const count = Math.min(MOST_QUERIES - 1, all - from);
        passes.push({ direction, order, from, count, at });
        at += aligned(8 * (1 + count));
      }
    }
  }
  return passes;
}

function resultBytes(passes: readonly Pass[]): number {
  const last = passes[passes.length - 1];
  return last.at + aligned(8 * (1 + last.count));
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 256) * 256;
}

/** Neighbours as one. */
function joined(parts: readonly Part[]): Part[] {
  const out: { first: number; count: number }[] = [];
  for (const { first, count } of parts) {
    const last = out[out.length - 1];
    if (last !== undefined && last.first + last.count === first) last.count += count;
    else out.push({ first, count });
  }
  return out;
}

/** Largest magnitude among corners and radii. */
export function largestCoordinate(triangles: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < triangles.length; i++) largest = Math.max(largest, Math.abs(triangles[i]));
  return largest;
}

async function makePipelines(gpu: Gpu): Promise<Pipelines> {
  const { device } = gpu;
  return gpu.guarded(async () => {
    const module = device.createShaderModule({ label: 'visible triangles', code: trianglesText });
    const layout = device.createBindGroupLayout({
      entries: [
        { binding: 0, visibility: BOTH_STAGES, buffer: { type: 'uniform', hasDynamicOffset: true } },
        { binding: 1, visibility: BOTH_STAGES, buffer: { type: 'read-only-storage' } },
      ],
    });
    const made = (depthCompare: GPUCompareFunction, depthWriteEnabled: boolean): Promise<GPURenderPipeline> =>
      device.createRenderPipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        vertex: { module, entryPoint: 'seeTriangle' },
        fragment: { module, entryPoint: 'judgePixel', targets: [] },
        primitive: { topology: 'triangle-list' },
        depthStencil: { format: 'depth32float', depthCompare, depthWriteEnabled },
      });
    const [draw, test] = await Promise.all([made('less', true), made('greater-equal', false)]);
    return { draw, test, layout };
  });
}
