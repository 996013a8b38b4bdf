/**
 * A rigid tool against a workpiece that may deform freely from call to call: does the tool touch it on its way, when
 * first, which triangles, and how deep is it at the end? The volume the tool sweeps is enclosed by clipped boxes, the
 * workpiece's triangles inside are found without any precomputation on the workpiece, and contact is decided on those
 * [Caby & Crosnier, §3.1, §5].
 * Guarantee: `status` and `time` as docs/guarantee.md says, for any motion of the tool; every triangle touched is in
 * `zone`, and none that stays farther away than clearance + tolerance. Of surfaces: a tool wholly inside a workpiece
 * does not touch it.
 */

import { Budget, NO_LIMITS } from '../contact/budget.ts';
import { triangleSide } from '../contact/collect-contacts.ts';
import { type Body, checkBody, requireRigidMotion } from '../contact/deformation.ts';
import type { FirstContactOptions } from '../contact/options.ts';
import type { Outcome } from '../contact/outcome.ts';
import type { FirstContact, TriangleContact } from '../contact/result.ts';
import type { ForecastSegment, SegmentVerdict } from '../forecast/forecast-result.ts';
import { writeAreaVector } from '../geometry/area-vector.ts';
import { feature } from '../geometry/contact-features.ts';
import { featureOfA, featureOfB } from '../geometry/triangle-triangle.ts';
import { treeOf } from '../hierarchy/tree-of.ts';
import { checkFlag, checkLimit, checkRecord } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Pose, Vec3 } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Motion, STATE_P } from '../motion/motion.ts';
import { restMotion, rigidMotion } from '../motion/rigid-motion.ts';
import { pairTolerance } from '../soft/deforming-query.ts';
import { DeformingSearch } from '../soft/deforming-search.ts';
import { MovingBoxes } from '../soft/moving-boxes.ts';
import { SOFT_CLOSEST, SOFT_CODE, SOFT_DIRECTION, SOFT_DISTANCE } from '../soft/soft-gap.ts';
import { type CandidateFinder, CpuCandidateFinder, candidatesAmong } from './candidates.ts';
import { PenetrationMeter } from './penetration.ts';
import { BOX_PLANES, CLIPPED_PLANES } from './swept-box.ts';
import { SweptBoxTree, type SweptBoxTreeOptions } from './swept-box-tree.ts';

/**
 * How finely the way of a tool is enclosed before triangles are looked for. Leaving all of it alone changes no answer.
 */
export interface ToolQueryOptions extends SweptBoxTreeOptions {
  /** Whether the boxes are clipped by side and front planes. Default true. */
  readonly clip?: boolean;
  /** What finds the triangles inside the boxes. Default: a loop over flat arrays on the processor. */
  readonly finder?: CandidateFinder;
}

/** What a tool can be asked for. maxIterations counts entries of the search's queue. */
export interface ToolFirstContactOptions extends FirstContactOptions {
  /** Whether the triangles touched and the depth are looked for, not only the first contact. Default true. */
  readonly zone?: boolean;
}

/** How the tool and the workpiece move in one query. */
export interface ToolMotions {
  /** How the tool moves while t runs from 0 to 1. Default: as it was given to the constructor. */
  readonly tool?: Motion;
  /** Where the workpiece is. Default: where its mesh has it. */
  readonly workpiece?: WorkpieceFrames;
}

/**
 * The answer about a tool on its way: one contact, the first, of a (the tool) and b (the workpiece), and all triangles
 * touched.
 */
export interface ToolFirstContact extends FirstContact<TriangleContact> {
  /**
   * Triangles of the workpiece that the tool touches on its way, ascending. Not all of them where `complete` is false.
   */
  readonly zone: readonly number[];
  /**
   * How far the tool would have to go back along the normal at the end of its way to be out of the workpiece, in the
   * unit of length; of triangles, without their radii. 0 where that is not known.
   */
  readonly depth: number;
  /** How many triangles the boxes did not rule out. */
  readonly candidates: number;
}

/**
 * Where the workpiece is, x y z a vertex: it stands at these positions, or moves straight and evenly from one frame to
 * another. Float64Arrays are used as they are, everything else is copied.
 */
export type WorkpieceFrames = ArrayLike<number> | { readonly positions0: ArrayLike<number>; readonly positions1: ArrayLike<number> };

type CheckedOptions = Required<Pick<ToolFirstContactOptions, 'clearance' | 'tolerance' | 'maxIterations' | 'maxMilliseconds'>>;
type Mutable = { -readonly [K in keyof ToolFirstContact]: ToolFirstContact[K] };

const MOTION_KEYS: readonly string[] = ['tool', 'workpiece'];
/** Keys of frames, with `deforming`, which a LinearMotion has. */
const FRAME_KEYS: readonly string[] = ['positions0', 'positions1', 'deforming'];
const QUERY_OPTIONS: readonly string[] = ['boxes', 'slabs', 'sagitta', 'clip', 'finder'];
const CHECK_OPTIONS: readonly string[] = ['clearance', 'tolerance', 'zone', 'maxIterations', 'maxMilliseconds'];

/**
 * A rigid tool against a workpiece that may look different at every call: does the tool touch it on its way, when
 * first, which triangles, and how deep is it at the end? Nothing about the workpiece is prepared, so that it may deform
 * as it likes. Times are never late; every triangle touched is in `zone`, and none that stays farther away than
 * clearance + tolerance. Of surfaces: a tool wholly inside a workpiece does not touch it.
 * @example
 * const query = new ToolQuery({ shape: cylinder(0.005, 0.06) }, { shape: sheet });
 * const press = rigidMotion({ position: [0, 0, 0.05] }, { position: [0.01, 0, 0.028] });
 * const { status, time, zone, depth } = query.firstContact({ tool: press });
 * const now = query.firstContact({ tool: press, workpiece: sagged }); // its positions of now
 */
export class ToolQuery {
  /** The shape of the tool. */
  readonly tool: TriangleMesh;
  /** The shape of the workpiece: which vertices make which triangles, and where they are when no frames are given. */
  readonly workpiece: TriangleMesh;
  /** The boxes around the sweep that was checked last. */
  private readonly boxes: SweptBoxTree;
  private readonly toolName: string;
  private readonly workpieceName: string;
  private readonly motion: Motion;
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
  /** Copies of frames that are no Float64Arrays. */
  private readonly copies: [Float64Array | null, Float64Array | null] = [null, null];

  /**
   * Takes a tool, with its pose or motion where it has one, and a workpiece, { shape } each; only the tool is prepared.
   */
  constructor(tool: Body, workpiece: Body, options: ToolQueryOptions = {}) {
    checkBody(tool, 'tool');
    checkBody(workpiece, 'workpiece');
    if (workpiece.pose !== undefined || workpiece.motion !== undefined)
      throw new InputError('workpiece: where it is, its frames say; give them to firstContact({ tool, workpiece })');
    checkRecord(options, QUERY_OPTIONS, 'tool');
    const { clip = true, finder = new CpuCandidateFinder() } = options;
    checkFlag(clip, 'tool: clip');
    this.tool = tool.shape;
    this.workpiece = workpiece.shape;
    this.toolName = tool.name ?? tool.shape.name;
    this.workpieceName = workpiece.name ?? workpiece.shape.name;
    this.motion = (tool.motion as Motion | undefined) ?? restMotion(tool.pose);
    this.boxes = new SweptBoxTree(this.tool, options);
    this.planeCount = clip ? CLIPPED_PLANES : BOX_PLANES;
    this.finder = finder;
    this.found = new Uint32Array(this.workpiece.triangleCount);
    this.marks = new Uint8Array(this.workpiece.triangleCount);
    this.placed = new Float64Array(9 * this.tool.triangleCount);
    // made once for a mesh, so that no question has to
    treeOf(this.tool);
    for (const mesh of [this.tool, this.workpiece]) boundingRadius(mesh);
  }

  /** The first contact while the tool moves and the workpiece goes through its frames; t in [0, 1] for both. */
  firstContact(motions: ToolMotions = {}, options: ToolFirstContactOptions = {}): ToolFirstContact {
    this.guard.enter();
    try {
      return this.answer(motions, options, this.finder);
    } finally {
      this.guard.leave();
    }
  }

  /**
   * @internal As `firstContact`, of a list of triangles, ascending, that has all which the planes of `sweep` may meet.
   * Only their corners are looked at in frames that are Float64Arrays. The answer is the same to the bit.
   */
  firstContactAmong(motions: ToolMotions, options: ToolFirstContactOptions, list: Uint32Array): ToolFirstContact {
    this.guard.enter();
    try {
      return this.answer(motions, options, {
        find: (planes, planeCount, before, after, indices, _count, out) =>
          candidatesAmong(planes, planeCount, before, after, indices, list, list.length, out),
      });
    } finally {
      this.guard.leave();
    }
  }

  /**
   * @internal The planes that hold all which the tool can meet on its way, n x y z and d each; what `firstContact`
   * looks for triangles with first. Checks motion and options, not the frames.
   */
  sweep(motion: Motion | undefined, options: ToolFirstContactOptions): Float64Array {
    this.guard.enter();
    try {
      this.fitBoxes(motion ?? this.motion, this.checked(options));
      return this.boxes.whole.planes.slice(0, 4 * this.planeCount);
    } finally {
      this.guard.leave();
    }
  }

  private answer(motions: ToolMotions, options: ToolFirstContactOptions, finder: CandidateFinder): ToolFirstContact {
    const checked = this.checked(options);
    this.budget.start(checked.maxIterations, checked.maxMilliseconds);
    if (typeof (motions as Partial<Motion> | null)?.writeState === 'function')
      throw new InputError('tool: give motions by body, { tool: motion, workpiece: frames }');
    checkRecord(motions, MOTION_KEYS, 'tool: motions');
    const { tool: motion = this.motion, workpiece: frames = this.workpiece.positions } = motions;
    const { clearance, tolerance } = checked;
    const { zone = true } = options;
    const { tool, workpiece, search, outcome, moving, found, budget } = this;
    const [before, after] = this.ends(frames);
    const { indices, radii } = workpiece;
    if (!this.fitBoxes(motion, checked, budget)) return cutShort(tolerance, 0);
    const count = this.boxes.find(finder, before, after, indices, workpiece.triangleCount, found, this.planeCount, budget);
    if (count < 0) return cutShort(tolerance, 0);
    if (count === 0) return free(tolerance, 0);
    checkCorners(before, indices, found, count);
    checkCorners(after, indices, found, count);
    motion.startPosition(this.reference, 0);
    if (!moving.takeTriangles(found, count, indices, before, after, this.reference, budget)) return cutShort(tolerance, count);
    search.begin(treeOf(tool), motion, moving, radii, this.reference, clearance, tolerance);
    search.run(budget, Infinity, outcome);
    const { status, time } = outcome;
    if (status === 'free') return free(search.start.effective, count);
    const result: Mutable = { ...free(search.start.effective, count), status, time, complete: false };
    if (status === 'unresolved') result.reason = outcome.reason;
    const normal = outcome.leafA >= 0 ? this.listFirst(result, clearance) : null;
    if (zone) this.listZone(result, normal, after);
    return result;
  }

  private checked(options: ToolFirstContactOptions): CheckedOptions {
    checkRecord(options, CHECK_OPTIONS, 'tool');
    const { clearance = 0, maxIterations = Infinity, maxMilliseconds = Infinity } = options;
    const tolerance = options.tolerance ?? pairTolerance(this.tool, this.workpiece);
    for (const [name, value] of Object.entries({ clearance, tolerance, maxIterations, maxMilliseconds }))
      checkLimit(value, name, `tool: ${name}`);
    if (tolerance === 0) throw new InputError('tool: tolerance must be above 0; contact is found by approaching it');
    return { clearance, tolerance, maxIterations, maxMilliseconds };
  }

  private fitBoxes(motion: Motion, { clearance, tolerance }: CheckedOptions, budget: Budget = NO_LIMITS): boolean {
    requireRigidMotion(motion, 'tool', 'the frames of the workpiece are given as { workpiece }');
    const { radii } = this.workpiece;
    let widest = 0;
    if (radii !== null) for (let i = 0; i < radii.length; i++) widest = Math.max(widest, radii[i]);
    return this.boxes.fit(motion, 0, 1, clearance + 2 * tolerance + widest, budget);
  }

  /**
   * A check for ContactForecast: whether the tool, on its way from pose to pose, meets the workpiece at `positions`,
   * which are read at every check and so may be rewritten. Default: where its mesh has them.
   */
  checkSegment(
    positions: WorkpieceFrames = this.workpiece.positions,
  ): (segment: ForecastSegment<Pose>, milliseconds: number) => SegmentVerdict {
    return ({ from, to }, milliseconds) =>
      this.firstContact({ tool: rigidMotion(from, to), workpiece: positions }, { maxMilliseconds: Math.max(0, milliseconds) });
  }

  private ends(frames: WorkpieceFrames): [Float64Array, Float64Array] {
    if (frames !== null && typeof frames === 'object' && 'positions0' in frames) {
      checkRecord(frames, FRAME_KEYS, 'tool: workpiece');
      return [this.frame(frames.positions0, 0), this.frame(frames.positions1, 1)];
    }
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

  /** The contact that was found; its normal, or null where the two touch without a direction. */
  private listFirst(result: Mutable, clearance: number): Vec3 | null {
    const { search, outcome, reference, workpieceName, toolName } = this;
    const { leaf } = search;
    const { leafA: triangle, leafB: other } = outcome;
    search.place(outcome.time);
    search.measure(triangle, other);
    // the kernel's direction points from the workpiece to the tool
    const [x, y, z] = leaf.subarray(SOFT_DIRECTION, SOFT_DIRECTION + 3);
    const radius = search.softRadius(triangle);
    const toolRadius = search.radiiOf(triangle, other) - radius;
    const shift = 0.5 * (radius - toolRadius);
    const at = (k: number, n: number): number => 0.5 * (leaf[SOFT_CLOSEST + k] + leaf[SOFT_CLOSEST + 3 + k]) + shift * n + reference[k];
    const on = (o: number, out: number): Vec3 => [
      leaf[o] + out * x + reference[0],
      leaf[o + 1] + out * y + reference[1],
      leaf[o + 2] + out * z + reference[2],
    ];
    const known = x !== 0 || y !== 0 || z !== 0;
    const normal: Vec3 = known ? [0 - x, 0 - y, 0 - z] : [0, 0, 0];
    const code = leaf[SOFT_CODE];
    const a = triangleSide(toolName, treeOf(this.tool).triangles[other], feature(featureOfB(code)));
    const b = triangleSide(workpieceName, triangle, feature(featureOfA(code)));
    const distance = leaf[SOFT_DISTANCE] - radius - toolRadius;
    const contact: TriangleContact = {
      kind: `${a.feature}-${b.feature}`,
      a,
      b,
      pointA: on(SOFT_CLOSEST + 3, -toolRadius),
      pointB: on(SOFT_CLOSEST, radius),
      point: [at(0, x), at(1, y), at(2, z)],
      normal,
      distance,
    };
    result.contacts = [contact];
    if (result.status !== 'unresolved')
      result.gap = [result.status === 'contact' ? clearance : 0, Math.max(clearance, distance + search.rounding)];
    return known ? normal : null;
  }

  /** All triangles that are touched, the depth, and the normal of a contact that has none of its own. */
  private listZone(result: Mutable, own: Vec3 | null, after: Float64Array): void {
    const { search, budget, marks, meter, found, workpiece } = this;
    const zone: number[] = [];
    const complete = search.runAll(budget, marks, (triangle) => zone.push(triangle));
    for (const triangle of zone) marks[triangle] = 0;
    result.zone = zone.sort((a, b) => a - b);
    result.complete = complete && result.status !== 'unresolved';
    const normal = own ?? inwards(workpiece.indices, after, zone);
    if (own === null && normal !== null) result.contacts = result.contacts.map((contact) => ({ ...contact, normal }));
    if (!complete || normal === null) return;
    this.placeTool();
    found.set(zone);
    const { depth } = meter.measure(this.placed, after, workpiece.indices, found, zone.length, normal, budget);
    if (budget.late) result.complete = false;
    else result.depth = depth;
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

/** The time was over before the first look. */
function cutShort(tolerance: number, candidates: number): ToolFirstContact {
  return { ...free(tolerance, candidates), status: 'unresolved', reason: 'milliseconds', time: 0, complete: false };
}

function free(tolerance: number, candidates: number): ToolFirstContact {
  return { status: 'free', time: 1, gap: null, tolerance, contacts: [], complete: true, zone: [], depth: 0, candidates };
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

/** Checks corners of the candidates only: a corner that is no place is in every box. */
function checkCorners(positions: Float64Array, indices: Uint32Array, triangles: Uint32Array, count: number): void {
  for (let i = 0; i < 3 * count; i++) {
    const v = 3 * indices[3 * triangles[Math.floor(i / 3)] + (i % 3)];
    for (let k = v; k < v + 3; k++)
      if (!(Math.abs(positions[k]) <= LARGEST_COORDINATE))
        throw new InputError(
          `tool: the workpiece: vertex ${v / 3} has coordinate ${'xyz'[k - v]} = ${positions[k]}${limitHint(positions[k])}`,
        );
  }
}
