/**
 * The part of a selection that is done by the graphics device: codes of vertices, flags of triangles, sums, an
 * ascending list [wgsl/select-*.wgsl]. Whatever goes wrong is a GpuFault; a list that is given is the whole list.
 */
import { BUFFER, type ComputeProgram, Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { fitting } from '../device/packed-words.ts';
import codesText from '../wgsl/select-codes.wgsl?raw';
import compactText from '../wgsl/select-compact.wgsl?raw';
import cornersText from '../wgsl/select-corners.wgsl?raw';
import frameText from '../wgsl/select-frame.wgsl?raw';
import { packVolume, SELECTION_MARGINS, type SelectionMargins, VOLUME_WORDS } from './packed-volume.ts';
import type { FrameEnd } from './workpiece-frames.ts';

const BLOCK = 1024;
const LANES = 256;
const FRAME_WORDS = 12;
/** Words in front of the list in `Found`: count and token. */
const HEAD = 2;
/** Triangles whose numbers come back at once, before anything is known about how many there are. */
const FIRST_ROOM = 4096;

/** Triangles found, and where their corners are if that was asked for: nine numbers each, eighteen where they move. */
export interface FoundTriangles {
  readonly triangles: Uint32Array;
  readonly corners: Float32Array | null;
}

/** Indices: three a triangle, in an array or in a buffer of the application. */
export interface IndexSource {
  readonly indices: Uint32Array<ArrayBuffer> | GPUBuffer;
  readonly first: number;
  readonly triangleCount: number;
  readonly vertexCount: number;
}

export class SelectionDevice {
  readonly gpu: Gpu;
  private readonly source: IndexSource;
  private readonly programs: readonly ComputeProgram[];
  private readonly frame: GPUBuffer;
  private readonly volume: GPUBuffer;
  private readonly indices: GPUBuffer;
  private readonly positions: [GPUBuffer | null, GPUBuffer | null] = [null, null];
  private readonly codes: GPUBuffer;
  private readonly flags: GPUBuffer;
  private readonly before: GPUBuffer;
  private readonly found: GPUBuffer;
  private corners: GPUBuffer | null = null;
  private readonly packed: Float32Array<ArrayBuffer> = new Float32Array(VOLUME_WORDS);
  private readonly words: Uint32Array<ArrayBuffer> = new Uint32Array(FRAME_WORDS);
  /** Arrays of doubles, rounded to f32. */
  private readonly rounded: [Float32Array<ArrayBuffer> | null, Float32Array<ArrayBuffer> | null] = [null, null];
  private room = FIRST_ROOM;
  private token = 0;
  /** Smaller ones show in tests what they are for. */
  margins: SelectionMargins = SELECTION_MARGINS;

  static async open(gpu: Gpu, source: IndexSource): Promise<SelectionDevice> {
    const compact = [frameText, compactText];
    const programs = await Promise.all([
      gpu.program('codes of vertices', [frameText, codesText], 'writeCodes'),
      gpu.program('flags of triangles', compact, 'flagKept'),
      gpu.program('sums of flags', compact, 'addUp'),
      gpu.program('list of triangles', compact, 'writeList'),
      gpu.program('corners of triangles', [frameText, cornersText], 'writeCorners'),
    ]);
    return gpu.guarded(() => new SelectionDevice(gpu, source, programs));
  }

  private constructor(gpu: Gpu, source: IndexSource, programs: readonly ComputeProgram[]) {
    this.gpu = gpu;
    this.source = source;
    this.programs = programs;
    const { indices, triangleCount, vertexCount } = source;
    const blocks = this.blocks;
    this.frame = gpu.buffer('frame', 4 * FRAME_WORDS, BUFFER.uniform | BUFFER.copyTarget);
    this.volume = gpu.buffer('volume', 4 * VOLUME_WORDS, BUFFER.uniform | BUFFER.copyTarget);
    this.indices = indices instanceof Uint32Array ? gpu.filled('indices', indices) : indices;
    this.codes = gpu.storage('codes', 4 * vertexCount);
    this.flags = gpu.storage('flags', (BLOCK / 8) * blocks);
    this.before = gpu.storage('sums', 4 * blocks);
    this.found = gpu.storage('found', 4 * (HEAD + triangleCount));
  }

  private get blocks(): number {
    return Math.ceil(this.source.triangleCount / BLOCK);
  }

  /** One at a time: the caller waits for one before it asks for the next. */
  async find(
    planes: ArrayLike<number>,
    planeCount: number,
    ends: readonly [FrameEnd, FrameEnd],
    withCorners: boolean,
  ): Promise<FoundTriangles> {
    const { gpu, packed, source } = this;
    gpu.requireAlive();
    const moving = ends[0] !== ends[1];
    packVolume(planes, planeCount, ends[0].kind === 'f64' || ends[1].kind === 'f64', packed, this.margins);
    const perTriangle = moving ? 18 : 9;
    this.room = Math.min(this.room, source.triangleCount);
    for (;;) {
      const room = this.room;
      const { reading, reports } = this.asked(() => {
        this.submit(planeCount, ends, withCorners ? room : 0, perTriangle);
        const list = gpu.read(this.found, 4 * (HEAD + room));
        return Promise.all([list, withCorners ? gpu.read(this.corners as GPUBuffer, 4 * perTriangle * room) : null]);
      });
      const [[list, corners], refused, memory] = await Promise.all([reading, ...reports]);
      if (memory !== null) throw new GpuFault('memory', 'the graphics device has too little memory');
      if (refused !== null) throw new GpuFault('program', `the graphics device refuses: ${refused.message.split('\n')[0]}`);
      const words = new Uint32Array(list);
      const [count, token] = words;
      if (token !== this.token || count > source.triangleCount)
        throw new GpuFault('wrong', 'the graphics device gave the answer to another question');
      // more than there was room for: with more room again
      this.room = Math.min(source.triangleCount, Math.max(FIRST_ROOM, Math.ceil(1.5 * count)));
      if (count > room) continue;
      return {
        triangles: words.subarray(HEAD, HEAD + count),
        corners: corners === null ? null : new Float32Array(corners, 0, perTriangle * count),
      };
    }
  }

  /** Nothing is waited for between opening and closing the reports, so that nobody else's are taken for ours. */
  private asked<T>(work: () => T): { reading: T; reports: readonly [Promise<GPUError | null>, Promise<GPUError | null>] } {
    const { device } = this.gpu;
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    let reading: T | undefined;
    let thrown: unknown;
    try {
      reading = work();
    } catch (error) {
      thrown = error;
    }
    const report = (): Promise<GPUError | null> => device.popErrorScope().catch(() => null);
    const reports = [report(), report()] as const;
    if (thrown !== undefined) throw thrown;
    return { reading: reading as T, reports };
  }

  private submit(planeCount: number, ends: readonly [FrameEnd, FrameEnd], room: number, perTriangle: number): void {
    const { gpu, source, words, indices, codes, flags, before, found, frame, volume, blocks } = this;
    const start = this.placed(ends[0], 0);
    const end = ends[0] === ends[1] ? start : this.placed(ends[1], 1);
    this.token = (this.token + 1) >>> 0;
    const { vertexCount, triangleCount, first } = source;
    const moves = start === end ? 0 : 1;
    const numbers = [vertexCount, planeCount, moves, triangleCount, start.first, start.stride, end.first, end.stride, first, room];
    words.set([...numbers, this.token, blocks].map((number) => fitting('a word', number)));
    gpu.write(frame, words);
    gpu.write(volume, this.packed);
    const [writeCodes, flagKept, addUp, writeList, writeCorners] = this.programs;
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const go = (program: ComputeProgram, buffers: readonly (GPUBuffer | null)[], groups: number): void => {
      pass.setPipeline(program.pipeline);
      pass.setBindGroup(0, program.bind(buffers));
      pass.dispatchWorkgroups(...Gpu.workgroups(groups));
    };
    go(writeCodes, [frame, volume, start.buffer, end.buffer, codes], Math.ceil(source.vertexCount / LANES));
    go(flagKept, [frame, indices, codes, flags, before, null], blocks);
    go(addUp, [frame, null, null, null, before, found], 1);
    go(writeList, [frame, null, null, flags, before, found], blocks);
    if (room > 0) {
      const bytes = 4 * perTriangle * room;
      if (this.corners === null || this.corners.size < bytes) {
        this.corners?.destroy();
        this.corners = null;
        this.corners = gpu.storage('corners', bytes);
      }
      go(writeCorners, [frame, indices, start.buffer, end.buffer, found, this.corners], Math.ceil(room / LANES));
    }
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
  }

  /** A frame on the device: the application's buffer, or ours with its numbers. */
  private placed(end: FrameEnd, which: 0 | 1): { readonly buffer: GPUBuffer; readonly first: number; readonly stride: number } {
    if (end.kind === 'buffer') return end;
    const { gpu, positions, rounded } = this;
    let { array } = end;
    if (end.kind === 'f64') {
      rounded[which] ??= new Float32Array(array.length);
      rounded[which].set(array);
      array = rounded[which];
    }
    positions[which] ??= gpu.storage('positions', array.byteLength);
    const buffer = positions[which];
    gpu.write(buffer, array as Float32Array<ArrayBuffer>);
    return { buffer, first: 0, stride: 3 };
  }

  /** Gives back the memory; a buffer of the application stays. */
  close(): void {
    const own = this.source.indices instanceof Uint32Array ? [this.indices] : [];
    const buffers = [...own, this.frame, this.volume, this.codes, this.flags, this.before, this.found, this.corners, ...this.positions];
    for (const buffer of buffers) buffer?.destroy();
  }
}
