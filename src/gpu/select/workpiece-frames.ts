/** Where the vertices of a workpiece are, in whatever an application has them: arrays, or buffers of the device. */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { copied } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';

/** `GPUBuffer` where the types of WebGPU are there (`lib.dom`, `@webgpu/types`). */
export type GpuBuffer = typeof globalThis extends { GPUBuffer: { prototype: infer T } } ? T : object;

/** Positions that an application has on the graphics device: f32 x y z a vertex. */
export interface GpuPositions {
  /** Buffer with the usage STORAGE, of the device that was given. */
  readonly buffer: GpuBuffer;
  /** Where the first vertex begins, in bytes, a multiple of 4. Default 0. */
  readonly offset?: number;
  /** Bytes from one vertex to the next, a multiple of 4. Default 12. */
  readonly stride?: number;
}

/**
 * Where a workpiece is: it stands at these positions (a `Float32Array` is uploaded as it is), or moves straight and
 * evenly from one frame to another. Arrays are copied before the call returns; buffers must stay as they are until the
 * promise is settled.
 */
export type GpuFrames =
  | ArrayLike<number>
  | GpuPositions
  | { readonly positions0: ArrayLike<number> | GpuPositions; readonly positions1: ArrayLike<number> | GpuPositions };

const POSITION_KEYS: readonly string[] = ['buffer', 'offset', 'stride'];
const FRAME_KEYS: readonly string[] = ['positions0', 'positions1', 'deforming'];

/** One end of a step. */
export type FrameEnd =
  | { readonly kind: 'f32'; readonly array: Float32Array<ArrayBuffer> }
  | { readonly kind: 'f64'; readonly array: Float64Array }
  | { readonly kind: 'buffer'; readonly buffer: GPUBuffer; readonly first: number; readonly stride: number };

/** The same in arrays of our own: what is asked is answered later. `frameEnds` tells what is malformed. */
export function copiedFrames(frames: GpuFrames): GpuFrames {
  if (frames === null || typeof frames !== 'object' || !('positions0' in frames)) return copied(frames as ArrayLike<number>);
  const positions0 = copied(frames.positions0);
  return { ...frames, positions0, positions1: frames.positions1 === frames.positions0 ? positions0 : copied(frames.positions1) };
}

/** Both ends of a step; the same object twice where it stands. Lists that are neither kind of array are copied. */
export function frameEnds(frames: GpuFrames, vertexCount: number): readonly [FrameEnd, FrameEnd] {
  if (frames !== null && typeof frames === 'object' && 'positions0' in frames) {
    checkRecord(frames, FRAME_KEYS, 'selection: frames');
    const start = frameEnd(frames.positions0, vertexCount);
    return [start, frames.positions1 === frames.positions0 ? start : frameEnd(frames.positions1, vertexCount)];
  }
  const standing = frameEnd(frames as ArrayLike<number> | GpuPositions, vertexCount);
  return [standing, standing];
}

function isOnDevice(given: ArrayLike<number> | GpuPositions): given is GpuPositions {
  return given !== null && typeof given === 'object' && 'buffer' in given && !ArrayBuffer.isView(given);
}

function frameEnd(given: ArrayLike<number> | GpuPositions, vertexCount: number): FrameEnd {
  if (isOnDevice(given)) {
    checkRecord(given, POSITION_KEYS, 'selection: positions');
    const { offset = 0, stride = 12 } = given;
    const buffer = given.buffer as GPUBuffer;
    if (typeof buffer?.size !== 'number') throw new InputError(`selection: buffer must be a GPUBuffer, got ${shownValue(given.buffer)}`);
    for (const [name, value, least] of [
      ['offset', offset, 0],
      ['stride', stride, 12],
    ] as const)
      if (!(Number.isInteger(value) && value >= least && value % 4 === 0))
        throw new InputError(`selection: ${name} must be a multiple of 4 and ≥ ${least} bytes, got ${shownValue(value)}`);
    if (offset + stride * (vertexCount - 1) + 12 > buffer.size)
      throw new InputError(`selection: ${vertexCount} vertices do not fit into a buffer of ${buffer.size} bytes`);
    return { kind: 'buffer', buffer, first: offset / 4, stride: stride / 4 };
  }
  if (given === null || typeof given !== 'object' || given.length !== 3 * vertexCount)
    throw new InputError(
      `selection: the workpiece has ${vertexCount} vertices; its positions must be ${3 * vertexCount} numbers, x y z each, or { buffer }`,
    );
  if (given instanceof Float32Array)
    return { kind: 'f32', array: given.buffer instanceof ArrayBuffer ? (given as Float32Array<ArrayBuffer>) : given.slice() };
  return { kind: 'f64', array: given instanceof Float64Array ? given : Float64Array.from(given) };
}
