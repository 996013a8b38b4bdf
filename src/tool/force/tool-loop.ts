/**
 * The closed loop tool – contact – force – deformation: each `advance` moves the tool to the pose the operator asks
 * for, finds where it presses on the workpiece, and steps both together, the penalty implicit, so that no stiffness
 * explodes.
 * A fast tool does not pass: up to the first contact it moves freely, from there on by no more than a share of its
 * thickness per sub-step; when the sub-steps of an `advance` are used up the simulated tool stays behind the operator's
 * (`lag` > 0, a virtual proxy [Zilles and Salisbury 1995]) and catches up later. Where contact begins, ToolQuery
 * certifies, so that however thin, nothing is passed.
 * Limits: a workpiece so stiff, or a penalty so soft, that the sheet goes through the whole tool is not stopped. Force
 * is the mean over the `advance`, so that force · dt is the impulse; with one sub-step it is the force at its end.
 */
import type { Body } from '../../contact/deformation.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { Exclusive } from '../../math/exclusive.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import { checkedPose } from '../../math/pose.ts';
import { STATE_SIZE, STATE_TIME } from '../../motion/motion.ts';
import { poseAt } from '../../motion/pose-at.ts';
import { type RigidMotion, rigidMotion } from '../../motion/rigid-motion.ts';
import { ToolQuery } from '../tool-query.ts';
import type { BarOptions } from './bar-model.ts';
import { BarWorkpiece, type SolverOptions } from './bar-workpiece.ts';
import { PenaltyForce, type PenaltyForceOptions } from './penalty-force.ts';
import { checkedNumber } from './penalty-law.ts';
import { addToolForce, limitForce } from './tool-force.ts';

/**
 * First contact of the tool on its way between two poses with the workpiece on its way between two frames (x y z a
 * vertex): the triangles touched, the share of the way in [0, 1] at which contact begins, null for none, and the normal
 * there.
 */
export type DetectContact = (
  motion0: Pose,
  motion1: Pose,
  positions0: Float64Array,
  positions1: Float64Array,
) => {
  readonly triangles: ArrayLike<number>;
  readonly time: number | null;
  /** Unit vector from the tool to the workpiece. */
  readonly normal: Vec3 | null;
};

/**
 * What the tool pushes with, what the workpiece is made of, and how finely the loop steps. Metres, kilograms and
 * seconds.
 */
export interface ToolLoopOptions {
  /** How the tool pushes; at least { stiffness }. */
  readonly penalty: PenaltyForceOptions;
  /** What the workpiece is made of; at least { density, stiffness }. */
  readonly bars: BarOptions;
  /** How much work a step of the workpiece may take. Default: as SolverOptions say. */
  readonly solver?: SolverOptions;
  /**
   * What finds where contact begins. Default: a ToolQuery, so that it is certified; what that cannot resolve counts as
   * contact.
   */
  readonly detect?: DetectContact;
  /** Sub-steps of an `advance`, at most. Default 24. */
  readonly substeps?: number;
  /** Way of the tool in contact per sub-step, as a share of its thickness. Default 0.25. */
  readonly stride?: number;
}

/** What one `advance` of a ToolLoop did: what the operator is to feel, and where tool and contact are. */
export interface ToolAdvance {
  /** Force on the tool in the world's axes, newtons, mean over the time; at most the penalty's limit. */
  readonly force: Vec3;
  /** Torque about the tool's origin in the world's axes, newton metres, mean over the time; scaled as the force. */
  readonly torque: Vec3;
  /** Force and torque were multiplied by this to keep the limit; 1 within it. */
  readonly scale: number;
  /** Largest depth left in the tool after any sub-step, metres. */
  readonly depth: number;
  /** Numbers of the workpiece's triangles that were in contact, ascending. */
  readonly zone: readonly number[];
  /** Whether anything was in contact. */
  readonly contact: boolean;
  /** Share of the way, 0 to 1, at which contact began; 0 when it lasted from before, null without contact. */
  readonly time: number | null;
  /** Where the simulated tool is. */
  readonly pose: Pose;
  /**
   * How far a point of the simulated tool still is from where it was asked to be, at most; metres, 0 where it arrived.
   */
  readonly lag: number;
  /** Sub-steps that it took. */
  readonly substeps: number;
}

const WORLD = new Float64Array(3);
const LOOP_OPTIONS: readonly string[] = ['penalty', 'bars', 'solver', 'detect', 'substeps', 'stride'];

/** Behind force and torque, which are means: the largest depth. */
const MEAN_DEPTH = 6;

/**
 * Tool, contact, force and a workpiece that yields, in a closed loop: each `advance` moves the tool to the pose the
 * operator asks for and says what it feels. A fast tool passes nothing, however thin: where contact begins is
 * certified, and when the sub-steps are used up the simulated tool stays behind (`lag`) and catches up later. Metres,
 * newtons and seconds.
 * @example
 * const loop = new ToolLoop({ shape: cylinder(0.01, 0.04) }, { shape: sheet }, {
 *   penalty: { stiffness: 1e8, damping: 1e4, limit: 20 },
 *   bars: { density: 2, stiffness: 500, anchors: rim },
 * });
 * loop.advance({ position: [0, 0, 0.03] }, 1 / 60); // the first pose only places the tool
 * const { force, torque } = loop.advance({ position: [0, 0, 0.0295] }, 1 / 60);
 */
export class ToolLoop {
  /** What yields; its positions are those of now. */
  readonly workpiece: BarWorkpiece;
  /** What pushes; its contacts are those of the last sub-step. */
  readonly penalty: PenaltyForce;
  private readonly detect: DetectContact;
  private readonly most: number;
  private readonly stride: number;
  private pose: Pose | null = null;
  private touching = false;
  private readonly guard: Exclusive = new Exclusive('ToolLoop');
  private readonly ahead: Float64Array;
  private readonly before: Float64Array = new Float64Array(STATE_SIZE);
  private readonly now: Float64Array = new Float64Array(STATE_SIZE);
  private readonly inZone: Uint8Array;

  /** A rigid tool (closed, or made of spheres and capsules) and a workpiece at rest, { shape } each, in metres. */
  constructor(tool: Body, workpiece: Body, options: ToolLoopOptions) {
    checkLoopOptions(options);
    const query = new ToolQuery(tool, workpiece);
    const mesh = workpiece.shape;
    this.workpiece = new BarWorkpiece(mesh, options.bars, options.solver);
    this.penalty = new PenaltyForce(tool.shape, mesh, options.penalty);
    this.detect = options.detect ?? certified(query);
    this.most = Math.max(2, Math.floor(checkedNumber(options.substeps ?? 24, 'substeps', false)));
    this.stride = checkedNumber(options.stride ?? 0.25, 'stride', false) * this.penalty.thickness;
    this.ahead = new Float64Array(mesh.positions.length);
    this.inZone = new Uint8Array(mesh.triangleCount);
  }

  /**
   * Puts the tool somewhere without a way there; null (default): the next `advance` does. The workpiece goes back to
   * rest, or with `rest` false stays as it is.
   */
  reset(pose: Pose | null = null, rest = true): void {
    this.guard.enter();
    try {
      this.begin(pose, rest);
    } finally {
      this.guard.leave();
    }
  }

  private begin(pose: Pose | null, rest: boolean): void {
    this.pose = pose === null ? null : checkedPose(pose, 'pose');
    this.touching = false;
    this.penalty.forget();
    if (rest) this.workpiece.reset();
  }

  /**
   * Moves the tool to a pose in dt seconds and the workpiece with it; says what the tool feels. The first pose only
   * places the tool.
   */
  advance(pose: Pose, dt: number): ToolAdvance {
    this.guard.enter();
    try {
      return this.go(pose, dt);
    } finally {
      this.guard.leave();
    }
  }

  private go(pose: Pose, dt: number): ToolAdvance {
    if (typeof dt !== 'number' || !(dt > 0 && dt < Number.POSITIVE_INFINITY))
      throw new InputError(`dt must be a finite number of seconds > 0, got ${shownValue(dt)}`);
    const target = checkedPose(pose, 'pose');
    const motion = rigidMotion(this.pose ?? target, target);
    const travel = motion.travel(this.penalty.surface.radius);
    const fine = travel > this.stride ? this.stride / travel : 1;
    const { workpiece, penalty, before, now } = this;
    this.inZone.fill(0);
    const mean = new Float64Array(7);
    let time = 0;
    let began: number | null = this.touching ? 0 : null;
    let substeps = 0;
    let remaining = dt;
    this.place(motion, 0, before);
    while (remaining > 0) {
      let to = Math.min(1, time + fine);
      let entry: Vec3 | null = null;
      if (!this.touching) {
        const found = this.ask(motion, time, target, remaining);
        if (found.time === null) to = 1;
        else {
          const at = time + found.time * (1 - time);
          to = Math.min(1, at + fine);
          // of a contact without a direction the normal is zero
          entry = found.normal?.some((x) => x !== 0) ? found.normal : null;
          began ??= at;
          for (let i = 0; i < found.triangles.length; i++) this.inZone[found.triangles[i]] = 1;
        }
      }
      substeps++;
      // The last sub-step takes the time that is left; the tool stays where that brings it.
      const duration = to === 1 || substeps === this.most ? remaining : Math.min(remaining, dt * (to - time));
      remaining = to === 1 || substeps === this.most ? 0 : remaining - duration;
      this.place(motion, to, now);
      penalty.find(before, now, workpiece.positions, entry);
      workpiece.step(duration, null, penalty.contacts);
      this.touching = penalty.contacts.count > 0;
      if (this.touching) {
        began ??= to;
        this.gather(mean, duration / dt);
      }
      before.set(now);
      time = to;
    }
    this.pose = time === 1 ? target : poseAt(motion, time);
    return this.summarise(mean, began, travel * (1 - time), substeps);
  }

  private place(motion: RigidMotion, t: number, out: Float64Array): void {
    out[STATE_TIME] = t;
    motion.writeState(WORLD, out);
  }

  /** First contact on the way from `time` on, as a share of that way. */
  private ask(motion: RigidMotion, time: number, target: Pose, remaining: number): ReturnType<DetectContact> {
    const { workpiece, ahead } = this;
    const { positions, velocities } = workpiece;
    for (let o = 0; o < ahead.length; o++) ahead[o] = positions[o] + remaining * velocities[o];
    return this.detect(time === 0 && this.pose !== null ? this.pose : poseAt(motion, time), target, positions, ahead);
  }

  /** Adds what the contacts of the last sub-step do: force, torque, greatest depth. */
  private gather(mean: Float64Array, share: number): void {
    const { workpiece, penalty, now, inZone } = this;
    penalty.takeFollowers(workpiece.positions, workpiece.start);
    const depth = penalty.contacts.deepest(workpiece.positions, workpiece.start);
    addToolForce(workpiece.contactForces, workpiece.positions, now, share, mean);
    mean[MEAN_DEPTH] = Math.max(mean[MEAN_DEPTH], depth);
    for (let t = 0; t < inZone.length; t++) inZone[t] |= penalty.zone[t];
  }

  private summarise(mean: Float64Array, began: number | null, lag: number, substeps: number): ToolAdvance {
    const zone: number[] = [];
    for (let t = 0; t < this.inZone.length && began !== null; t++) if (this.inZone[t] === 1) zone.push(t);
    const { force, torque, scale } = limitForce(mean, this.penalty.limit);
    const pose = this.pose as Pose;
    // contacts are kept for a moment after the tool has gone; without a zone they press on nothing
    const contact = zone.length > 0;
    return { force, torque, scale, depth: mean[MEAN_DEPTH], zone, contact, time: contact ? began : null, pose, lag, substeps };
  }
}

/** What bars and penalty hold is judged by those that are made of them. */
function checkLoopOptions(options: ToolLoopOptions): void {
  checkRecord(options, LOOP_OPTIONS, 'tool loop');
  const { penalty, bars, detect } = options;
  if (penalty === undefined) throw new InputError('tool loop: penalty is missing; give at least { stiffness }');
  if (bars === undefined) throw new InputError('tool loop: bars is missing; give at least { density, stiffness }');
  if (detect !== undefined && typeof detect !== 'function')
    throw new InputError(`tool loop: detect must be a function, got ${shownValue(detect)}`);
}

/** The first contact by a ToolQuery; what cannot be resolved counts as contact. */
function certified(query: ToolQuery): DetectContact {
  return (from, to, positions0, positions1) => {
    const motions = { tool: rigidMotion(from, to), workpiece: { positions0, positions1 } };
    const { status, time, zone, contacts } = query.firstContact(motions);
    return { triangles: zone, time: status === 'free' ? null : time, normal: contacts[0]?.normal ?? null };
  };
}
