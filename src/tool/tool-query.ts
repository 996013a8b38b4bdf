/**
 * A rigid tool against a workpiece that may deform freely from call to call: does the tool touch it on its way, when
 * first, which triangles, and how deep is it at the end? The volume the tool sweeps is enclosed by clipped boxes, the
 * workpiece's triangles inside are found without any precomputation on the workpiece, and contact is decided on those
 * [Caby & Crosnier, §3.1, §5].
 * Guarantee: `status` and `time` as docs/guarantee.md says, for any motion of the tool; every triangle touched is in `zone`,
 * and none that stays farther away than clearance + tolerance. Of surfaces: a tool wholly inside a workpiece does not touch it.
 */

import { Budget } from '../contact/budget.ts';
import { requireRigidMotion } from '../contact/deformation.ts';
import type { Outcome } from '../contact/outcome.ts';
import type { Reason } from '../contact/result.ts';
import type { ForecastSegment, SegmentVerdict } from '../forecast/forecast-result.ts';
import { writeAreaVector } from '../geometry/area-vector.ts';
import { treeOf } from '../hierarchy/tree-of.ts';
import { checkOptionKeys, shownValue } from '../math/check-options.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import type { Pose, Vec3 } from '../math/pose.ts';
import { LARGEST_COORDINATE, TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Motion, STATE_P } from '../motion/motion.ts';
import { rigidMotion } from '../motion/rigid-motion.ts';
import { pairTolerance } from '../soft/deforming-query.ts';
import { DeformingSearch } from '../soft/deforming-search.ts';
import { MovingBoxes } from '../soft/moving-boxes.ts';
import { SOFT_CLOSEST, SOFT_DIRECTION } from '../soft/soft-gap.ts';
import { type CandidateFinder, CpuCandidateFinder } from './candidates.ts';
import { PenetrationMeter } from './penetration.ts';
import { BOX_PLANES, CLIPPED_PLANES } from './swept-box.ts';
import { SweptBoxTree, type SweptBoxTreeOptions } from './swept-box-tree.ts';

export interface ToolQueryOptions extends SweptBoxTreeOptions {
  /** Whether the boxes are clipped by side and front planes. Default true. */
  readonly clip?: boolean;
  /** What finds the triangles inside the boxes. Default: a loop over flat arrays. */
  readonly finder?: CandidateFinder;
}

export interface ToolCheckOptions {
  /** The distance that must be kept. Default 0. */
  readonly clearance?: number;
  /** How close counts as contact. Default: 1e-6 of the smaller body's radius. */
  readonly tolerance?: number;
  /** Whether the triangles touched and the depth are told, not only the first contact. Default true. */
  readonly zone?: boolean;
  /** Ends in 'unresolved' after so long. Default: never. */
  readonly maxMilliseconds?: number;
}

export interface ToolContact {
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  /** contact: when; free: 1; overlap: 0; unresolved: free until then. */
  readonly time: number;
  readonly reason?: Reason;
  /** Triangles of the workpiece that the tool touches on its way, ascending. */
  readonly zone: readonly number[];
  /** The time was up before all of the zone was known; there may be more, and the depth is not told. */
  readonly partialZone?: true;
  /** How far the tool would have to go back along the normal at the end of its way to be out of the workpiece; of triangles, without their radii. */
  readonly depth: number;
  /** Of the first contact; the normal points from the tool into the workpiece. */
  readonly point: Vec3 | null;
  readonly normal: Vec3 | null;
  /** Triangles that the boxes did not rule out. */
  readonly candidates: number;
}

/**
 * Where the workpiece is: it moves from one frame to another, stands at these positions, or (default) where its mesh has them.
 * Float64Arrays are used as they are, everything else is copied.
 */
export type WorkpieceFrames = ArrayLike<number> | { readonly positions0: ArrayLike<number>; readonly positions1: ArrayLike<number> };

const QUERY_OPTIONS: readonly string[] = ['boxes', 'slabs', 'sagitta', 'clip', 'finder'];
const CHECK_OPTIONS: readonly string[] = ['clearance', 'tolerance', 'zone', 'maxMilliseconds'];

export class ToolQuery {
  readonly tool: TriangleMesh;
  readonly workpiece: TriangleMesh;
  /** The boxes around the sweep that was checked last. */
  readonly boxes: SweptBoxTree;
  private readonly planeCount: number;
  private readonly finder: CandidateFinder;
  private readonly search: DeformingSearch = new DeformingSearch();
  private readonly moving: MovingBoxes = new MovingBoxes();
  private readonly meter: PenetrationMeter = new PenetrationMeter();
  private readonly budget: Budget = new Budget();
  private readonly guard: Exclusive = new Exclusive('ToolQuery');
  private readonly outcome: Outcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1 };
  private readonly found: Uint32Array;
  private readonly marks: Uint8Array;
  private readonly placed: Float64Array;
  private readonly reference: Float64Array = new Float64Array(3);
  /** Of frames that are no Float64Arrays. */
  private readonly copies: [Float64Array | null, Float64Array | null] = [null, null];

  constructor(tool: TriangleMesh, workpiece: TriangleMesh, options: ToolQueryOptions = {}) {
    if (!(tool instanceof TriangleMesh)) throw new InputError('tool: needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
    if (!(workpiece instanceof TriangleMesh)) throw new InputError('workpiece: needs a mesh, made by new TriangleMesh(…) or a reader');
    checkOptionKeys(options, QUERY_OPTIONS, 'tool');
    const { clip = true, finder = new CpuCandidateFinder() } = options;
    this.tool = tool;
    this.workpiece = workpiece;
    this.boxes = new SweptBoxTree(tool, options);
    this.planeCount = clip ? CLIPPED_PLANES : BOX_PLANES;
    this.finder = finder;
    this.found = new Uint32Array(workpiece.triangleCount);
    this.marks = new Uint8Array(workpiece.triangleCount);
    this.placed = new Float64Array(9 * tool.triangleCount);
  }

  /** The tool moves by `motion` while the workpiece goes through its frames. */
  check(motion: Motion, frames: WorkpieceFrames = this.workpiece.positions, options: ToolCheckOptions = {}): ToolContact {
    this.guard.enter();
    try {
      return this.answer(motion, frames, options);
    } finally {
      this.guard.leave();
    }
  }

  private answer(motion: Motion, frames: WorkpieceFrames, options: ToolCheckOptions): ToolContact {
    checkOptionKeys(options, CHECK_OPTIONS, 'tool');
    requireRigidMotion(motion, 'tool', 'the first argument is how the tool moves, the second are the frames of the workpiece');
    const { clearance = 0, zone = true, maxMilliseconds = Infinity } = options;
    const { tool, workpiece, search, outcome, moving, found, budget } = this;
    const tolerance = options.tolerance ?? pairTolerance(tool, workpiece);
    for (const [name, value] of Object.entries({ clearance, tolerance, maxMilliseconds }))
      if (!(typeof value === 'number' && value >= 0)) throw new InputError(`tool: ${name} must be a number ≥ 0, got ${shownValue(value)}`);
    if (tolerance === 0) throw new InputError('tool: tolerance must be above 0; contact is found by approaching it');
    budget.start(Infinity, maxMilliseconds);
    const [before, after] = this.ends(frames);
    const { indices, radii } = workpiece;
    let widest = 0;
    if (radii !== null) for (let i = 0; i < radii.length; i++) widest = Math.max(widest, radii[i]);
    this.boxes.fit(motion, 0, 1, clearance + 2 * tolerance + widest);
    const count = this.boxes.find(this.finder, before, after, indices, workpiece.triangleCount, found, this.planeCount);
    if (count === 0) return { status: 'free', time: 1, zone: [], depth: 0, point: null, normal: null, candidates: 0 };
    checkCorners(before, indices, found, count);
    checkCorners(after, indices, found, count);
    motion.startPosition(this.reference, 0);
    moving.takeTriangles(found, count, indices, before, after, this.reference);
    search.begin(treeOf(tool), motion, moving, radii, this.reference, clearance, tolerance);
    search.run(budget, Infinity, outcome);
    const { status, time } = outcome;
    if (status === 'free') return { status, time: 1, zone: [], depth: 0, point: null, normal: null, candidates: count };
    const result: { -readonly [K in keyof ToolContact]: ToolContact[K] } = {
      status,
      time,
      zone: [],
      depth: 0,
      point: null,
      normal: null,
      candidates: count,
    };
    if (status === 'unresolved') result.reason = outcome.reason;
    if (outcome.leafA >= 0) this.tellFirst(result);
    if (zone) this.tellZone(result, after);
    return result;
  }

  /** For a forecast: checks one extrapolated segment against the workpiece as it is now. */
  checkSegment(
    positions: WorkpieceFrames = this.workpiece.positions,
  ): (segment: ForecastSegment<Pose>, milliseconds: number) => SegmentVerdict {
    return ({ from, to }, milliseconds) => this.check(rigidMotion(from, to), positions, { maxMilliseconds: Math.max(0, milliseconds) });
  }

  private ends(frames: WorkpieceFrames): [Float64Array, Float64Array] {
    if (frames !== null && typeof frames === 'object' && 'positions0' in frames)
      return [this.frame(frames.positions0, 0), this.frame(frames.positions1, 1)];
    const standing = this.frame(frames, 0);
    return [standing, standing];
  }

  private frame(given: ArrayLike<number>, end: 0 | 1): Float64Array {
    const { positions, vertexCount } = this.workpiece;
    if (given === null || typeof given !== 'object' || given.length !== positions.length)
      throw new InputError(`tool: the workpiece has ${vertexCount} vertices; its frame must be ${positions.length} numbers, x y z each`);
    if (given instanceof Float64Array) return given;
    this.copies[end] ??= new Float64Array(positions.length);
    const copy = this.copies[end];
    copy.set(given);
    return copy;
  }

  private tellFirst(result: { -readonly [K in keyof ToolContact]: ToolContact[K] }): void {
    const { search, outcome, reference } = this;
    const { leaf } = search;
    search.place(outcome.time);
    search.measure(outcome.leafA, outcome.leafB);
    // the kernel's direction points from the workpiece to the tool
    const [x, y, z] = leaf.subarray(SOFT_DIRECTION, SOFT_DIRECTION + 3);
    const radius = search.softRadius(outcome.leafA);
    const shift = 0.5 * (radius - (search.radiiOf(outcome.leafA, outcome.leafB) - radius));
    const at = (k: number, n: number): number => 0.5 * (leaf[SOFT_CLOSEST + k] + leaf[SOFT_CLOSEST + 3 + k]) + shift * n + reference[k];
    result.point = [at(0, x), at(1, y), at(2, z)];
    if (x !== 0 || y !== 0 || z !== 0) result.normal = [0 - x, 0 - y, 0 - z];
  }

  private tellZone(result: { -readonly [K in keyof ToolContact]: ToolContact[K] }, after: Float64Array): void {
    const { search, budget, marks, meter, found, workpiece } = this;
    const zone: number[] = [];
    const complete = search.runAll(budget, marks, (triangle) => zone.push(triangle));
    for (const triangle of zone) marks[triangle] = 0;
    result.zone = zone.sort((a, b) => a - b);
    result.normal ??= inwards(workpiece.indices, after, zone);
    if (!complete) result.partialZone = true;
    if (!complete || result.normal === null) return;
    this.placeTool();
    found.set(zone);
    result.depth = meter.measure(this.placed, after, workpiece.indices, found, zone.length, result.normal).depth;
  }

  /** The tool's triangles at the end of its way, in the world. */
  private placeTool(): void {
    const { search, tool, placed, reference } = this;
    search.place(1);
    const { state: S } = search;
    for (let i = 0; i < tool.indices.length; i++) {
      const v = 3 * tool.indices[i];
      const x = tool.positions[v];
      const y = tool.positions[v + 1];
      const z = tool.positions[v + 2];
      for (let k = 0; k < 3; k++) placed[3 * i + k] = S[3 * k] * x + S[3 * k + 1] * y + S[3 * k + 2] * z + S[STATE_P + k] + reference[k];
    }
  }
}

/** Against the mean normal of some triangles; null when they cancel out. */
function inwards(indices: Uint32Array, p: Float64Array, triangles: readonly number[]): Vec3 | null {
  const sum = [0, 0, 0];
  const area = new Float64Array(3);
  for (const triangle of triangles) {
    writeAreaVector(p, indices, 3 * triangle, area, 0);
    for (let k = 0; k < 3; k++) sum[k] -= area[k];
  }
  const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  return length > 0 ? [sum[0] / length, sum[1] / length, sum[2] / length] : null;
}

/** Of the candidates only: a corner that is no place is in every box. */
function checkCorners(positions: Float64Array, indices: Uint32Array, triangles: Uint32Array, count: number): void {
  for (let i = 0; i < 3 * count; i++) {
    const v = 3 * indices[3 * triangles[Math.floor(i / 3)] + (i % 3)];
    for (let k = v; k < v + 3; k++)
      if (!(Math.abs(positions[k]) <= LARGEST_COORDINATE))
        throw new InputError(`tool: the workpiece: vertex ${v / 3} has coordinate ${'xyz'[k - v]} = ${positions[k]}`);
  }
}
