/*
 * Which triangles of a workpiece that looks different at every frame may meet a convex volume? The question of
 * tool/candidates.ts [Caby & Crosnier, §3.1], by graphics hardware as in the paper: a list of triangles, ascending.
 * Guarantee: the list has every triangle that CpuCandidateFinder finds, and so every one that has a point in the volume
 * at any time of the step. What it has beyond that lies within docs/notes/gpu-tool.md, "What is found besides". Where
 * graphics hardware fails in any way the processor does the work, and the answer says so.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { CpuCandidateFinder } from '../../tool/candidates.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { checkGpuMode, type GpuMode, type GpuUse } from '../device/gpu-use.ts';
import { type GpuDevice, openGpu } from '../device/open-gpu.ts';
import { checkPlanes } from './packed-volume.ts';
import { requireSoundSelection } from './selection-check.ts';
import { type FoundTriangles, type IndexSource, SelectionDevice } from './selection-device.ts';
import { type CallKind, SideEstimate } from './side-estimate.ts';
import { copiedFrames, type FrameEnd, frameEnds, type GpuBuffer, type GpuFrames } from './workpiece-frames.ts';

/** Which graphics hardware a selection uses, and whether. */
export interface GpuSelectionOptions {
  /** The application's device; needed where positions or indices are in its buffers. Default: one is looked for. */
  readonly device?: GpuDevice;
  /**
   * 'auto': whoever is faster, measured on this mesh. 'always': graphics hardware wherever it can. 'never': the
   * processor. Default 'auto'.
   */
  readonly gpu?: GpuMode;
}

/** Triangles that an application has on the graphics device: three vertex numbers each, u32. */
export interface GpuTriangles {
  /** Buffer of indices with the usages STORAGE and COPY_SRC, of the device that was given. */
  readonly indexBuffer: GpuBuffer;
  /** Where the first triangle begins, in bytes, a multiple of 4. Default 0. */
  readonly offset?: number;
  /** How many triangles. */
  readonly triangleCount: number;
  /** How many vertices; indices are below it. */
  readonly vertexCount: number;
}

/** Triangles that may meet a volume. */
export interface SelectedTriangles {
  /** Their numbers, ascending. */
  readonly triangles: Uint32Array;
  /** Who found them. */
  readonly gpu: GpuUse;
}

const OPTIONS: readonly string[] = ['device', 'gpu'];
const TRIANGLES_KEYS: readonly string[] = ['indexBuffer', 'offset', 'triangleCount', 'vertexCount'];
/** Times that each side is measured; the fastest counts. */
const MEASURED = 3;

/**
 * Finds the triangles of a deforming mesh that may meet a convex volume, by graphics hardware: nothing is computed on
 * the mesh beforehand. Its triangles stay on the device; positions come as arrays, or are in a buffer of the
 * application already. It finds all that the processor finds, and some that miss the volume by a rounding of f32.
 * @example
 * const selection = await GpuSelection.open(sheet);
 * const { boxes } = sweptVolumeOf(drill, press, { steps: 1, boxes: 1 });
 * const { triangles } = await selection.find(boxes[0].planes, sagged); // positions of now, a Float32Array
 */
export class GpuSelection {
  /** How many triangles it selects from. */
  readonly triangleCount: number;
  /** How many vertices each frame has. */
  readonly vertexCount: number;
  private readonly source: IndexSource;
  private readonly mode: GpuMode;
  private gpu: Gpu | null = null;
  private device: SelectionDevice | null = null;
  private fault: string | null = null;
  private estimate: SideEstimate | null = null;
  private readonly finder: CpuCandidateFinder = new CpuCandidateFinder();
  /** Doubles of arrays that are f32, for the processor. */
  private readonly doubles: [Float64Array | null, Float64Array | null] = [null, null];
  private indices: Uint32Array | null;
  private out: Uint32Array | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** Opens a mesh, whose positions do not matter, or triangles on the application's device. */
  static async open(mesh: TriangleMesh | GpuTriangles, options: GpuSelectionOptions = {}): Promise<GpuSelection> {
    checkRecord(options, OPTIONS, 'selection');
    const { gpu: mode = 'auto', device } = options;
    checkGpuMode(mode, 'selection');
    const selection = new GpuSelection(sourceOf(mesh, device), mode);
    await selection.begin(device, mesh instanceof TriangleMesh ? mesh : null);
    return selection;
  }

  private constructor(source: IndexSource, mode: GpuMode) {
    this.source = source;
    this.mode = mode;
    this.triangleCount = source.triangleCount;
    this.vertexCount = source.vertexCount;
    this.indices = source.indices instanceof Uint32Array ? source.indices : null;
  }

  private async begin(device: GpuDevice | undefined, mesh: TriangleMesh | null): Promise<void> {
    if (this.mode === 'never') {
      this.fault = "gpu: 'never' was asked for";
      // what is in buffers is read all the same
      if (mesh === null) this.gpu = await openGpu(device);
      return;
    }
    try {
      const gpu = await openGpu(device);
      this.gpu = gpu;
      try {
        await requireSoundSelection(gpu);
        this.device = await SelectionDevice.open(gpu, this.source);
        if (this.mode === 'auto' && mesh !== null) this.estimate = await this.measured(mesh);
      } catch (error) {
        gpu.close();
        throw error;
      }
    } catch (error) {
      this.giveUp(error);
    }
  }

  /**
   * Triangles that may meet the volume of some planes (n x y z, d each; |n| = 1, n·x ≤ d inside; at most 15), at any
   * time while the vertices go through `frames`. Calls are answered one after the other.
   */
  async find(planes: ArrayLike<number>, frames: GpuFrames): Promise<SelectedTriangles> {
    const { found, gpu } = await this.findWith(planes, Math.floor(planes?.length / 4), copiedFrames(frames), false);
    return { triangles: found.triangles, gpu };
  }

  /** @internal With the corners of the triangles found, where that is asked for and the device finds them. */
  findWith(
    planes: ArrayLike<number>,
    planeCount: number,
    frames: GpuFrames,
    withCorners: boolean,
  ): Promise<{ readonly found: FoundTriangles; readonly gpu: GpuUse }> {
    checkPlanes(planes, planeCount);
    const ends = frameEnds(frames, this.vertexCount);
    const own = Float64Array.from(planes);
    const answer = this.last.then(() => this.answer(own, planeCount, ends, withCorners));
    this.last = answer.catch(() => null);
    return answer;
  }

  /** @internal Why the processor does calls of this kind, whose positions are in arrays; null where it does not. */
  whyProcessor(ends: readonly [FrameEnd, FrameEnd]): string | null {
    if (this.device === null || this.fault !== null) return this.fault ?? why(null, kindOf(ends));
    if (this.needsDevice(ends) || this.estimate === null) return null;
    const kind = kindOf(ends);
    return this.estimate.faster(kind) === 'processor' ? why(this.estimate, kind) : null;
  }

  private needsDevice(ends: readonly [FrameEnd, FrameEnd]): boolean {
    return ends.some((end) => end.kind === 'buffer') || this.indices === null;
  }

  private async answer(
    planes: Float64Array,
    planeCount: number,
    ends: readonly [FrameEnd, FrameEnd],
    withCorners: boolean,
  ): Promise<{ readonly found: FoundTriangles; readonly gpu: GpuUse }> {
    const kind = kindOf(ends);
    const counts = !this.needsDevice(ends);
    const { device, estimate } = this;
    const since = performance.now();
    const reason = this.whyProcessor(ends);
    if (device !== null && reason === null) {
      try {
        const found = await device.find(planes, planeCount, ends, withCorners);
        if (counts) estimate?.note('graphics', kind, performance.now() - since);
        return { found, gpu: { used: true, why: device.gpu.name } };
      } catch (error) {
        this.giveUp(error);
      }
    }
    const triangles = await this.byProcessor(planes, planeCount, ends);
    if (this.fault === null) estimate?.note('processor', kind, performance.now() - since);
    return { found: { triangles, corners: null }, gpu: { used: false, why: this.fault ?? reason ?? '' } };
  }

  private async byProcessor(planes: Float64Array, planeCount: number, ends: readonly [FrameEnd, FrameEnd]): Promise<Uint32Array> {
    this.indices ??= await this.indicesBack();
    const start = await this.inDoubles(ends[0], 0);
    const end = ends[0] === ends[1] ? start : await this.inDoubles(ends[1], 1);
    this.out ??= new Uint32Array(this.triangleCount);
    const { out } = this;
    return out.slice(0, this.finder.find(planes, planeCount, start, end, this.indices, this.triangleCount, out));
  }

  /** @internal Both ends in doubles, wherever they are. */
  async inDoubles(end: FrameEnd, which: 0 | 1): Promise<Float64Array> {
    if (end.kind === 'f64') return end.array;
    this.doubles[which] ??= new Float64Array(3 * this.vertexCount);
    const out = this.doubles[which];
    if (end.kind === 'f32') {
      out.set(end.array);
      return out;
    }
    const words = new Float32Array(await this.readBack(end.buffer, 4 * (end.stride * (this.vertexCount - 1) + 3), 4 * end.first));
    for (let v = 0; v < this.vertexCount; v++) for (let k = 0; k < 3; k++) out[3 * v + k] = words[end.stride * v + k];
    return out;
  }

  private async indicesBack(): Promise<Uint32Array> {
    const { indices, first } = this.source;
    return new Uint32Array(await this.readBack(indices as GPUBuffer, 12 * this.triangleCount, 4 * first));
  }

  /** What only the device has, when the processor shall do the work; if that is lost, nobody can. */
  private async readBack(buffer: GPUBuffer, bytes: number, offset: number): Promise<ArrayBuffer> {
    try {
      const { gpu } = this;
      if (gpu === null) throw new GpuFault('absent', this.fault ?? 'there is no graphics device');
      // a buffer that was destroyed is copied without an exception
      return await gpu.guarded(() => gpu.read(buffer, bytes, offset));
    } catch (error) {
      throw new InputError(`selection: what is in a buffer of the graphics device cannot be read any more: ${(error as Error).message}`);
    }
  }

  /** Both sides on this mesh, positions as it has them. */
  private async measured(mesh: TriangleMesh): Promise<SideEstimate> {
    const device = this.device as SelectionDevice;
    const f32 = Float32Array.from(mesh.positions);
    const inF32: FrameEnd = { kind: 'f32', array: f32 };
    const f64: FrameEnd = { kind: 'f64', array: mesh.positions };
    const planes = planesAround(mesh);
    const doubles = new Float64Array(f32.length);
    const best = async (work: () => unknown): Promise<number> => {
      let least = Infinity;
      for (let i = 0; i < MEASURED; i++) {
        const since = performance.now();
        await work();
        least = Math.min(least, performance.now() - since);
      }
      return least;
    };
    const graphics = await best(() => device.find(planes, 10, [inF32, inF32], false));
    const twice = await best(() => device.find(planes, 10, [inF32, { kind: 'f32', array: f32 }], false));
    return new SideEstimate({
      graphics,
      uploading: Math.max(0, twice - graphics),
      processor: await best(() => this.byProcessor(planes, 10, [f64, f64])),
      converting: await best(() => doubles.set(f32)),
    });
  }

  private giveUp(error: unknown): void {
    if (!(error instanceof GpuFault)) throw error;
    this.fault ??= error.message;
  }

  /** Gives back the graphics memory. Later calls are answered by the processor. */
  close(): void {
    this.fault ??= 'the selection was closed';
    this.device?.close();
    this.gpu?.close();
  }
}

function sourceOf(mesh: TriangleMesh | GpuTriangles, device: GpuDevice | undefined): IndexSource {
  if (mesh instanceof TriangleMesh)
    return {
      indices: mesh.indices as Uint32Array<ArrayBuffer>,
      first: 0,
      triangleCount: mesh.triangleCount,
      vertexCount: mesh.positions.length / 3,
    };
  checkRecord(mesh, TRIANGLES_KEYS, 'selection: triangles');
  const { indexBuffer, offset = 0, triangleCount, vertexCount } = mesh;
  const buffer = indexBuffer as GPUBuffer;
  if (device === undefined) throw new InputError('selection: triangles in a buffer need { device }, the device that the buffer is of');
  if (typeof buffer?.size !== 'number') throw new InputError(`selection: indexBuffer must be a GPUBuffer, got ${shownValue(indexBuffer)}`);
  for (const [name, value] of Object.entries({ triangleCount, vertexCount }))
    if (!(Number.isInteger(value) && value >= 1))
      throw new InputError(`selection: ${name} must be an integer ≥ 1, got ${shownValue(value)}`);
  if (!(Number.isInteger(offset) && offset >= 0 && offset % 4 === 0 && offset + 12 * triangleCount <= buffer.size))
    throw new InputError(`selection: ${triangleCount} triangles from byte ${shownValue(offset)} do not fit into ${buffer.size} bytes`);
  return { indices: buffer, first: offset / 4, triangleCount, vertexCount };
}

function kindOf(ends: readonly [FrameEnd, FrameEnd]): CallKind {
  return { f32: ends[0].kind !== 'f64', moving: ends[0] !== ends[1] };
}

function why(estimate: SideEstimate | null, kind: CallKind): string {
  if (estimate === null) return 'there is no graphics device';
  const [processor, graphics] = [estimate.of('processor', kind), estimate.of('graphics', kind)].map((ms) => ms.toPrecision(2));
  return `the processor is faster here: an estimated ${processor} ms against ${graphics}`;
}

/** Ten planes that keep about an eighth of a mesh, to measure with. */
function planesAround({ positions }: TriangleMesh): Float64Array {
  const planes = new Float64Array(40);
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let o = k; o < positions.length; o += 3) {
      low = Math.min(low, positions[o]);
      high = Math.max(high, positions[o]);
    }
    for (const side of [1, -1]) {
      const plane = 2 * k + (side > 0 ? 0 : 1);
      planes[4 * plane + k] = side;
      planes[4 * plane + 3] = side * 0.5 * (low + high) + 0.25 * (high - low);
    }
  }
  for (let plane = 6; plane < 10; plane++) planes.copyWithin(4 * plane, 0, 4);
  return planes;
}
