/**
 * A tool against a workpiece whose triangles are selected by graphics hardware [Caby & Crosnier, §3.1]; what decides is
 * ToolQuery, on the triangles selected.
 * Guarantee: the answer of ToolQuery.firstContact to the bit, for the same positions: the selection has every triangle
 * that the processor's has, the others are taken out by the processor's own test, and all else is the same code.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Motion } from '../../motion/motion.ts';
import { type ToolFirstContact, type ToolFirstContactOptions, type ToolMotions, ToolQuery } from '../../tool/tool-query.ts';
import type { GpuUse } from '../device/gpu-use.ts';
import { GpuSelection, type GpuSelectionOptions } from './gpu-selection.ts';
import type { FoundTriangles } from './selection-device.ts';
import { copiedFrames, type FrameEnd, frameEnds, type GpuFrames } from './workpiece-frames.ts';

/** How the tool and the workpiece move in one query, the workpiece in arrays or on the graphics device. */
export interface GpuToolMotions {
  /** How the tool moves while t runs from 0 to 1. Default: as its query was given. */
  readonly tool?: Motion;
  /** Where the workpiece is. Default: where its mesh has it. */
  readonly workpiece?: GpuFrames;
}

/** The answer of a `ToolQuery`, and who selected the triangles. */
export interface GpuToolFirstContact extends ToolFirstContact {
  /** Who selected the triangles that were looked at. */
  readonly gpu: GpuUse;
}

const MOTION_KEYS: readonly string[] = ['tool', 'workpiece'];

/**
 * Asks a `ToolQuery` with the help of graphics hardware, which selects the triangles near the tool's way: for
 * workpieces of some hundred thousand triangles that deform in every frame. Answers are those of the query, as a
 * promise; without graphics hardware too.
 * @example
 * const query = new ToolQuery({ shape: drill }, { shape: sheet });
 * const onGpu = await GpuToolQuery.open(query);
 * const { status, time, zone, gpu } = await onGpu.firstContact({ tool: press, workpiece: sagged }); // a Float32Array
 */
export class GpuToolQuery {
  /** The query whose answers these are; it may be asked by itself as well. */
  readonly query: ToolQuery;
  private readonly selection: GpuSelection;
  /** Positions in doubles at both ends, only those of the corners of selected triangles up to date. */
  private readonly corners: [Float64Array | null, Float64Array | null] = [null, null];
  private last: Promise<unknown> = Promise.resolve();

  /** Brings the triangles of the workpiece onto the graphics device. */
  static async open(query: ToolQuery, options: GpuSelectionOptions = {}): Promise<GpuToolQuery> {
    if (!(query instanceof ToolQuery)) throw new InputError(`tool: needs a ToolQuery, got ${shownValue(query)}`);
    return new GpuToolQuery(query, await GpuSelection.open(query.workpiece, options));
  }

  private constructor(query: ToolQuery, selection: GpuSelection) {
    this.query = query;
    this.selection = selection;
  }

  /**
   * The first contact while the tool moves and the workpiece goes through its frames; t in [0, 1] for both. Arrays are
   * copied before the call returns.
   */
  firstContact(motions: GpuToolMotions = {}, options: ToolFirstContactOptions = {}): Promise<GpuToolFirstContact> {
    const workpiece = motions?.workpiece;
    const own = workpiece === undefined ? motions : { ...motions, workpiece: copiedFrames(workpiece) };
    const asked = { ...options };
    // one after the other: they share the arrays of corners
    const answer = this.last.then(() => this.answer(own, asked));
    this.last = answer.catch(() => null);
    return answer;
  }

  private async answer(motions: GpuToolMotions, options: ToolFirstContactOptions): Promise<GpuToolFirstContact> {
    const since = performance.now();
    if (typeof (motions as Partial<Motion> | null)?.writeState === 'function')
      throw new InputError('tool: give motions by body, { tool: motion, workpiece: frames }');
    checkRecord(motions, MOTION_KEYS, 'tool: motions');
    const { query, selection } = this;
    const { tool, workpiece = query.workpiece.positions } = motions;
    const ends = frameEnds(workpiece, selection.vertexCount);
    const onDevice = ends.some(({ kind }) => kind === 'buffer');
    const reason = selection.whyProcessor(ends);
    if (reason !== null && !onDevice)
      return { ...query.firstContact({ ...motions } as ToolMotions, options), gpu: { used: false, why: reason } };
    const planes = query.sweep(tool, options);
    const { found, gpu } = await selection.findWith(planes, planes.length / 4, workpiece, onDevice);
    const start = await this.placed(ends[0], 0, found);
    const end = ends[0] === ends[1] ? start : await this.placed(ends[1], 1, found);
    const asked: ToolMotions = {
      ...(tool === undefined ? {} : { tool }),
      workpiece: start === end ? start : { positions0: start, positions1: end },
    };
    // what the selection took, the search no longer has
    const { maxMilliseconds } = options;
    const rest =
      maxMilliseconds === undefined ? options : { ...options, maxMilliseconds: Math.max(0, maxMilliseconds - (performance.now() - since)) };
    return { ...query.firstContactAmong(asked, rest, found.triangles), gpu };
  }

  /** Positions in doubles, of the corners of what was found. The rest of the array is of earlier calls. */
  private async placed(end: FrameEnd, which: 0 | 1, { triangles, corners }: FoundTriangles): Promise<Float64Array> {
    if (end.kind === 'f64') return end.array;
    const { indices, positions } = this.query.workpiece;
    // from a device that failed meanwhile, all of it
    if (end.kind === 'buffer' && corners === null) return this.selection.inDoubles(end, which);
    this.corners[which] ??= new Float64Array(positions.length);
    const out = this.corners[which];
    const words = corners === null ? 9 : corners.length / Math.max(1, triangles.length);
    for (let i = 0; i < triangles.length; i++) {
      for (let corner = 0; corner < 3; corner++) {
        const v = 3 * indices[3 * triangles[i] + corner];
        const o = words * i + (words === 18 && which === 1 ? 9 : 0) + 3 * corner;
        for (let k = 0; k < 3; k++) out[v + k] = end.kind === 'f32' ? end.array[v + k] : (corners as Float32Array)[o + k];
      }
    }
    return out;
  }

  /** Gives back the graphics memory. Later calls are answered by the processor alone. */
  close(): void {
    this.selection.close();
  }
}
