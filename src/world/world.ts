/**
 * Many bodies that fly, turn and meet: goes from contact to contact in the order of time and lets the caller answer
 * each with new velocities. A simulator, or a check of what would happen, is written on top.
 * Guarantee (schedule 'certified'): every pair of bodies is farther apart than the clearance at all times up to `time`,
 * except for pairs that were reported and are still `passing`, reported again when deeper, or held; contacts come in
 * the order of time, never late, at a distance within the tolerance (or what doubles can report, where that is more:
 * `gap` says). For thrown bodies this is about the parabolas and constant turning that were given, for steered ones as
 * far as they keep their limits.
 */

import { AutoBroadPhase } from '../broad/auto/auto-broad-phase.ts';
import { Budget } from '../contact/budget.ts';
import type { FirstContactOptions } from '../contact/options.ts';
import { STATE_FALL } from '../convex/convex-approach.ts';
import { VClip } from '../convex/trackers/v-clip.ts';
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { checkedPose, type Quat, type Vec3 } from '../math/pose.ts';
import { vectorAt } from '../math/vec3.ts';
import { STATE_OMEGA, STATE_V } from '../motion/motion.ts';
import { copiedMass } from './body-mass.ts';
import { runCertified } from './certified-schedule.ts';
import { disturbances } from './disturbances.ts';
import { eventOf } from './event-of.ts';
import { hold, letGo } from './holding.ts';
import type { Report } from './let-through.ts';
import { Journal, runEstimated, runFixed } from './sampled-schedules.ts';
import { Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import { WorldEngine, type WorldStats } from './world-engine.ts';
import type { WorldEvent } from './world-event.ts';
import {
  type BodyChange,
  checkChange,
  checkWorldOptions,
  type OnOverlap,
  pathOf,
  type Schedule,
  type WorldBody,
  type WorldOptions,
} from './world-options.ts';
import { GivenPath, poseOf, ThrownPath } from './world-path.ts';
import { worldShape } from './world-shape.ts';

/**
 * What `advance` is answered about a contact: how bodies move on, by their names; nothing (undefined, null): the
 * pair goes through. 'stop': `advance` ends here, and the contact comes again. 'hold': the two are stopped against each
 * other, unless they part as they are.
 */
export type Answer = Readonly<Record<string, BodyChange>> | 'stop' | 'hold' | undefined | null;

/** Where a body of a world is now and how it moves, in the world's axes. */
export interface BodyState {
  /** Position of the origin of its frame, its centre of mass, in the unit of length. */
  readonly position: Vec3;
  /** Its orientation, x y z w, of unit length. */
  readonly quaternion: Quat;
  /** Velocity of its origin, in units of length per second. */
  readonly velocity: Vec3;
  /** Radians a second. */
  readonly angularVelocity: Vec3;
  /** Acceleration of its origin, in units of length per second squared; zero where a motion or a steerer moves it. */
  readonly acceleration: Vec3;
  /** Whether it stands for good, flies as it was thrown, follows a given motion, or is steered. */
  readonly moves: 'fixed' | 'thrown' | 'given' | 'steered';
  /** Name of the body that it is held by, because the two would go deeper into each other; absent where none does. */
  readonly heldBy?: string;
}

/** The box of one body in a world's broad phase. */
export interface WorldBox {
  /** Name of the body. */
  readonly body: string;
  /** Its lowest corner, in the unit of length. */
  readonly min: Vec3;
  /** Its highest corner. */
  readonly max: Vec3;
  /** Until when the body stays inside of it, in seconds of the world; Infinity: for good. */
  readonly until: number;
}

/** What the broad phase of a world knows now. */
export interface WorldBroadPhase {
  /** One a body: a box around all that it can touch until its own time, which may lie ahead. */
  readonly boxes: readonly WorldBox[];
  /** Names of the bodies whose boxes meet; no other pair is checked. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** How a world may advance. */
export interface AdvanceOptions extends Pick<FirstContactOptions, 'maxIterations' | 'maxMilliseconds'> {
  /**
   * Schedule 'estimate' only: the world was set back to this time, in seconds; what was reported after it did not
   * happen. It may read states, no more. Default: nobody is called.
   */
  readonly onRollback?: (time: number) => void;
}

/** How far a world came, and what nobody was asked about. */
export interface Advance {
  /** The time of the world, in seconds: what was asked for, or that at which it was stopped or its budget ran out. */
  readonly time: number;
  /** Whether the time asked for was reached. */
  readonly complete: boolean;
  /** Which budget ran out before. */
  readonly reason?: 'iterations' | 'milliseconds';
  /** Contacts that nobody was asked about: all of them when `advance` got no function to ask, else none. */
  readonly events: readonly WorldEvent[];
}

const ADVANCE_KEYS: readonly string[] = ['onRollback', 'maxIterations', 'maxMilliseconds'];

/**
 * Many bodies that fly, turn and meet. A world goes from contact to contact in the order of time, without a step size,
 * and lets you answer each with new velocities; a simulator, or a check of what would happen, is written on top. By the
 * default schedule no contact is missed and none is late: every pair is farther apart than the clearance at all times
 * up to `time`, but for pairs that were reported and not answered, or not answered in time; `passing` lists them.
 * @example
 * const world = new World({
 *   gravity: [0, 0, -9.81],
 *   bodies: [
 *     { name: 'plate', shape: convexBox([1, 1, 0.001]), fixed: true },
 *     { name: 'ball', shape: convexSphere(0.05), pose: { position: [0, 0, 1] } },
 *   ],
 * });
 * world.advance(2, ({ speed }) => ({ ball: { velocity: [0, 0, 0.7 * speed] } }));
 * console.log(world.state('ball').position);
 */
export class World {
  /** The acceleration of bodies that are thrown, unit of length a second squared. */
  readonly gravity: Vec3;
  /** The distance that must be kept, in the unit of length. */
  readonly clearance: number;
  /** How checks are scheduled. */
  readonly schedule: Schedule;
  /** What becomes of overlaps. */
  readonly onOverlap: OnOverlap;
  private readonly engine: WorldEngine;
  private readonly interval: number;
  private readonly ignored: Set<string> = new Set();
  private readonly given: WeakMap<BodyRecord, WorldBody> = new WeakMap();
  private readonly journal: Journal | null;
  /** Bodies that the answer to the contact being reported has changed. */
  private readonly changed: Set<BodyRecord> = new Set();
  /** Held while the engine works; let go while an answer is asked for. */
  private readonly guard: Exclusive = new Exclusive('World', 'a motion, steering, tracker or broad phase must not ask the world it serves');
  private advancing = false;
  /** While a rollback is reported, states may be read. */
  private isReadable = false;

  /** A world at time 0; an InputError says what is wrong with a body or an option. */
  constructor(options: WorldOptions = {}) {
    checkWorldOptions(options);
    const { bodies = [], gravity = [0, 0, 0], allowed = [] } = options;
    this.gravity = Object.freeze([gravity[0], gravity[1], gravity[2]] as const);
    this.clearance = options.clearance ?? 0;
    this.schedule = options.schedule ?? 'certified';
    this.onOverlap = options.onOverlap ?? 'tell';
    this.interval = options.interval ?? 1 / 60;
    this.journal = this.schedule === 'estimate' ? new Journal() : null;
    this.engine = new WorldEngine({
      clearance: this.clearance,
      tolerance: options.tolerance,
      broadPhase: options.broadPhase ?? new AutoBroadPhase(),
      tracker: options.tracker ?? ((a, b) => new VClip(a, b)),
      ignores: (a, b) => this.ignored.size > 0 && this.ignored.has(pairName(a, b)),
      onRedirect: (body) => this.journal?.note(body, this.engine.clock),
      onParted: (pair) => letGo(this.engine, pair),
    });
    if (!Array.isArray(bodies)) throw new InputError(`bodies: must be a list, got ${shownValue(bodies)}`);
    bodies.forEach((body, i) => {
      if (typeof body?.name !== 'string' || body.name === '')
        throw new InputError(`bodies[${i}]: needs a name, got ${shownValue(body?.name)}`);
    });
    for (const body of bodies) if (body?.shape !== undefined) this.engine.know(worldShape(body.shape, shownValue(body.name)));
    for (const body of bodies) this.addBody(body);
    if (!Array.isArray(allowed)) throw new InputError(`allowed: must be a list of pairs of names, got ${shownValue(allowed)}`);
    for (const pair of allowed) {
      if (!Array.isArray(pair) || pair.length !== 2)
        throw new InputError(`allowed: must be a list of pairs of names, got ${shownValue(pair)}`);
      for (const name of pair) this.record(name);
      this.ignored.add(pairName(pair[0], pair[1]));
    }
    this.engine.refresh();
  }

  /** Seconds since the world began. */
  get time(): number {
    return this.engine.clock;
  }

  /** Names of the bodies that are in the world now, in the order they were added. */
  get names(): readonly string[] {
    return [...this.engine.bodies.keys()];
  }

  /**
   * The names of pairs that were reported and are not proven apart since: let through, overlapping or held. All others
   * are farther apart than the clearance, up to `time` (schedule 'certified').
   */
  get passing(): readonly (readonly [string, string])[] {
    const pairs = new Map<string, readonly [string, string]>();
    for (const item of this.engine.items)
      if (item instanceof Watch && item.passing) pairs.set(pairName(item.a.name, item.b.name), [item.a.name, item.b.name]);
    return [...pairs.values()];
  }

  /**
   * What the broad phase keeps: the boxes that bodies are swept in, and the pairs of them that meet. Pairs of fixed
   * bodies and those that are allowed are not among these.
   */
  broadPhase(): WorldBroadPhase {
    this.guard.enter();
    try {
      const boxes = [...this.engine.bodies.values()].map(({ name: body, swept: s, horizon: until }): WorldBox => {
        return { body, min: [s[0], s[1], s[2]], max: [s[3], s[4], s[5]], until };
      });
      return { boxes, pairs: this.engine.meeting().map(([a, b]) => [a.name, b.name] as const) };
    } finally {
      this.guard.leave();
    }
  }

  /** Work done so far, in counts. */
  get stats(): Readonly<WorldStats> {
    return this.engine.stats;
  }

  /** Adds a body now. Throws where one of its name is there. */
  add(body: WorldBody): void {
    this.guard.enter();
    try {
      this.addBody(body);
      this.engine.refresh();
    } finally {
      this.guard.leave();
    }
  }

  /** Takes a body out now; what it touched is not reported any more, and wakes where `bounce` had put it to sleep. */
  remove(name: string): void {
    this.disturb(name);
    this.guard.enter();
    try {
      const body = this.record(name);
      for (const watch of this.engine.watchesOf(body)) letGo(this.engine, watch);
      this.engine.remove(body);
    } finally {
      this.guard.leave();
    }
  }

  /** Whether a body of that name is in the world now. */
  has(name: string): boolean {
    return this.engine.bodies.has(name);
  }

  /** A body as it was given, the same object each time; throws where no body has that name. */
  body(name: string): WorldBody {
    return this.given.get(this.record(name)) as WorldBody;
  }

  /** Where a body is now and how it moves; throws where no body has that name. */
  state(name: string): BodyState {
    if (this.isReadable) return this.readState(name);
    this.guard.enter();
    try {
      return this.readState(name);
    } finally {
      this.guard.leave();
    }
  }

  private readState(name: string): BodyState {
    const body = this.record(name);
    body.place(this.engine.clock);
    const { state, fixed, path, held } = body;
    const { position, quaternion } = poseOf(state);
    const velocity = vectorAt(state, STATE_V);
    const angularVelocity = vectorAt(state, STATE_OMEGA);
    const acceleration = vectorAt(state, STATE_FALL);
    const moves = fixed ? 'fixed' : path instanceof ThrownPath ? 'thrown' : path instanceof GivenPath ? 'given' : 'steered';
    // written out: two states are read at each contact, and spread they cost three times as much
    return held === null
      ? { position, quaternion, velocity, angularVelocity, acceleration, moves }
      : { position, quaternion, velocity, angularVelocity, acceleration, moves, heldBy: held.by.name };
  }

  /**
   * Changes how a body moves from now on. A body that was moved along a motion or steered is thrown from then on, under
   * gravity unless told otherwise. One that `bounce` had put to sleep wakes, and so do those that sleep on it.
   */
  set(name: string, change: BodyChange): void {
    this.disturb(name, this.advancing ? change : undefined);
    this.guard.enter();
    try {
      this.change(name, change);
    } finally {
      this.guard.leave();
    }
  }

  /** Tells whoever put bodies to sleep; `answered`: what it is sent by, within an answer. */
  private disturb(name: string, answered?: BodyChange): void {
    const given = this.body(name);
    disturbances.get(given)?.(given, this, answered);
  }

  private change(name: string, change: BodyChange): void {
    const body = this.checkedBody(name, change);
    const now = this.readState(name);
    const { position, quaternion } = change.pose === undefined ? now : checkedPose(change.pose, `${name}: pose`);
    const weight = body.held?.acceleration ?? (body.path instanceof ThrownPath ? now.acceleration : this.gravity);
    const { velocity = now.velocity, angularVelocity = now.angularVelocity, acceleration = weight } = change;
    this.changed.add(body);
    this.engine.redirect(
      body,
      new ThrownPath(this.engine.clock, position, quaternion, velocity, angularVelocity, acceleration),
      change.pose !== undefined,
    );
  }

  /**
   * Goes to a later time, in seconds, contact by contact; each is answered by `answer`, which is given this world too
   * and may use `state`, `set`, `add` and `remove`, but not `advance`. `bounce(restitution, friction)` makes one.
   * Without it all pairs go through, and the contacts are listed. A pair that overlaps, whatever was answered, is
   * reported again each time it is twice as deep, or held (`onOverlap`).
   * Motions, steering, trackers and broad phases are asked in the middle of the work and may use none of these.
   */
  advance(to: number, answer?: (event: WorldEvent, world: World) => Answer, options: AdvanceOptions = {}): Advance {
    // One piece: its functions share what ends it: answers, guard and budget.
    const { engine } = this;
    if (typeof to !== 'number' || !(to >= engine.clock && to < 2 ** 300))
      throw new InputError(
        `advance: the time must be a number from ${engine.clock} on, where the world is, got ${shownValue(to)}${limitHint(to)}`,
      );
    if (answer !== undefined && typeof answer !== 'function')
      throw new InputError(`advance: the answer must be a function, got ${shownValue(answer)}`);
    checkRecord(options, ADVANCE_KEYS, 'advance');
    const { maxIterations = Infinity, maxMilliseconds = Infinity } = options;
    for (const [key, value] of Object.entries({ maxIterations, maxMilliseconds })) checkLimit(value, key, `advance: ${key}`);
    if (this.advancing) throw new InputError('advance: this world is advancing already; answer with new velocities instead');
    this.guard.enter();
    this.advancing = true;
    const events: WorldEvent[] = [];
    let stopped = false;
    const report: Report = (watch, status) => {
      const event = eventOf(engine, watch, status);
      if (answer === undefined) {
        events.push(event);
        return status !== 'contact' && this.onOverlap === 'hold' && this.hold(watch) ? 'held' : 'consented';
      }
      this.changed.clear();
      let reply: Answer;
      this.guard.leave();
      try {
        reply = answer(event, this);
        if (reply === 'stop') {
          stopped = true;
          return 'stopped';
        }
        if (reply !== 'hold') this.follow(reply);
      } finally {
        this.guard.enter();
      }
      const isHeld = (reply === 'hold' || (status !== 'contact' && this.onOverlap === 'hold')) && this.hold(watch);
      if (isHeld) return 'held';
      if (this.changed.has(watch.a) || this.changed.has(watch.b)) return 'answered';
      return status === 'contact' && reply !== 'hold' ? 'consented' : 'let through';
    };
    // maxIterations counts items taken from the queue; what is proven until then stays proven
    const budget = new Budget();
    budget.start(maxIterations, maxMilliseconds);
    let isSpent = false;
    const isStopped = (): boolean => {
      isSpent ||= !stopped && budget.spent(engine.units);
      engine.units = 1;
      return stopped || isSpent;
    };
    const onRollback = (time: number): void => {
      this.isReadable = true;
      try {
        options.onRollback?.(time);
      } finally {
        this.isReadable = false;
      }
    };
    try {
      if (this.journal !== null) runEstimated(engine, to, report, isStopped, this.journal, onRollback);
      else if (this.schedule === 'fixed') runFixed(engine, to, this.interval, report, isStopped);
      else runCertified(engine, to, report, isStopped);
    } finally {
      this.advancing = false;
      this.guard.leave();
    }
    const complete = engine.clock === to;
    return isSpent && !complete
      ? { time: engine.clock, complete, reason: budget.reason, events }
      : { time: engine.clock, complete, events };
  }

  /** Stops a pair that is still watched, unless it parts; false: nobody can. */
  private hold(watch: Watch): boolean {
    return this.engine.items[watch.item] === watch && hold(this.engine, watch) !== undefined;
  }

  private follow(reply: Exclude<Answer, 'stop' | 'hold'>): void {
    if (reply === undefined || reply === null) return;
    if (typeof reply !== 'object')
      throw new InputError(`answer: must be changes by the names of bodies, 'stop', 'hold' or nothing, got ${shownValue(reply)}`);
    if (typeof (reply as { then?: unknown }).then === 'function' || Symbol.iterator in reply)
      throw new InputError('answer: must be a plain object of changes by the names of bodies; a promise or a list is none');
    // all is checked before anything is changed
    for (const name in reply) this.checkedBody(name, entryOf(reply, name));
    for (const name in reply) this.set(name, entryOf(reply, name));
  }

  private checkedBody(name: string, change: BodyChange): BodyRecord {
    const body = this.record(name);
    checkChange(change, name);
    if (body.fixed) throw new InputError(`${name}: is fixed; add it without 'fixed' to move it`);
    return body;
  }

  private addBody(body: WorldBody): void {
    const path = pathOf(body, this.gravity, this.engine.clock);
    if (this.engine.bodies.has(body.name)) throw new InputError(`${body.name}: there are two bodies of this name`);
    const record = this.engine.add(body.name, worldShape(body.shape, body.name), body.fixed ?? false, path);
    this.given.set(record, Object.freeze(body.mass === undefined ? { ...body } : { ...body, mass: copiedMass(body.mass) }));
  }

  private record(name: string): BodyRecord {
    const body = this.engine.bodies.get(name);
    if (body === undefined) throw new InputError(`there is no body ${shownValue(name)}; there are ${this.names.slice(0, 20).join(', ')}`);
    return body;
  }
}

function pairName(a: string, b: string): string {
  return a < b ? JSON.stringify([a, b]) : JSON.stringify([b, a]);
}
