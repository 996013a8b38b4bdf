/**
 * The bodies of a world, the pairs that may meet, and what is due when; the schedules run on top of it.
 * Guarantee: two bodies whose boxes do not meet are farther apart than clearance and tolerance until the earlier of
 * their horizons, because a box holds all that comes that near to its body until then; at its horizon a body is swept
 * anew. A pair of boxes that meet is watched until they part.
 */

import type { BroadPhase } from '../broad/broad-phase.ts';
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import { STATE_FALL } from '../convex/convex-approach.ts';
import type { ConvexPolyhedron } from '../convex/convex-polyhedron.ts';
import type { ConvexTracker } from '../convex/convex-tracker.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { KeyedQueue } from '../math/keyed-queue.ts';
import { lengthAt } from '../math/vec3.ts';
import { STATE_A0 } from '../motion/motion.ts';
import { ConvexWatch } from './convex-watch.ts';
import { MeshWatch } from './mesh-watch.ts';
import type { Watch } from './watch.ts';
import { BodyRecord } from './world-body.ts';
import { SteeredPath, type WorldPath } from './world-path.ts';
import type { WorldShape } from './world-shape.ts';

/** Work that a world has done so far, in counts. */
export interface WorldStats {
  /** Times that a pair was checked closely. */
  checks: number;
  /** Contacts reported. */
  events: number;
  /** Times that a body's box was swept ahead. */
  sweeps: number;
  /** Times that a hull was replaced by the pieces it holds, because it came near. */
  unwrapped: number;
  /** Times the world was set back (schedule 'estimate'). */
  rollbacks: number;
  /** Contacts reported that were taken back by setting the world back (schedule 'estimate'). */
  revoked: number;
  /** Pairs watched now. */
  tracked: number;
  /** The most pairs that were ever watched at once. */
  mostTracked: number;
}

export interface EngineSettings {
  readonly clearance: number;
  readonly tolerance: number | undefined;
  readonly broadPhase: BroadPhase;
  readonly tracker: (a: ConvexPolyhedron, b: ConvexPolyhedron) => ConvexTracker;
  /** Whether two bodies are never to be tested. */
  readonly ignores: (a: string, b: string) => boolean;
  /** Called with a body before it gets another path. */
  readonly onRedirect: (body: BodyRecord) => void;
  /** Called with two of which one was held by the other until their boxes parted. */
  readonly onParted: (pair: Pick<Watch, 'a' | 'b'>) => void;
}

/** The longest sweep, in a body's own sizes. */
const LONGEST_SWEEP = 2 ** 200;

/** Watches of a body that was taken out. */
const NO_WATCHES: ReadonlySet<Watch> = new Set();

export class WorldEngine {
  clock = 0;
  /** Units of the budget for what was done last, until it is asked for. */
  units = 1;
  readonly queue: KeyedQueue = new KeyedQueue();
  readonly settings: EngineSettings;
  readonly bodies: Map<string, BodyRecord> = new Map();
  readonly stats: WorldStats = { checks: 0, events: 0, sweeps: 0, unwrapped: 0, rollbacks: 0, revoked: 0, tracked: 0, mostTracked: 0 };
  /** The body or pair whose turn an item of the queue is. */
  readonly items: (BodyRecord | Watch | null)[] = [];
  private readonly free: number[] = [];
  private readonly byBox: BodyRecord[] = [];
  private readonly watches: Map<BodyRecord, Set<Watch>> = new Map();
  /** Pairs whose boxes have parted while one held the other. */
  private readonly loose: Pick<Watch, 'a' | 'b'>[] = [];
  /** The smallest body that is no point; points count as that large where a size is asked for. */
  private smallest = Infinity;

  constructor(settings: EngineSettings) {
    this.settings = settings;
  }

  /** Learns of a shape's size, before points are added that have none. */
  know({ hull }: WorldShape): void {
    if (hull.reach > 0) this.smallest = Math.min(this.smallest, hull.reach);
  }

  add(name: string, shape: WorldShape, fixed: boolean, path: WorldPath): BodyRecord {
    this.know(shape);
    const { tolerance } = this.settings;
    const point = tolerance !== undefined ? tolerance / RELATIVE_TOLERANCE : this.smallest < Infinity ? this.smallest : 1;
    const body = new BodyRecord(name, this.item(), shape, shape.hull.reach || point, fixed, path, this.clock);
    this.items[body.item] = body;
    this.bodies.set(name, body);
    this.watches.set(body, new Set());
    this.writeBox(body);
    body.box = this.settings.broadPhase.add(body.swept, 0, fixed);
    this.byBox[body.box] = body;
    return body;
  }

  remove(body: BodyRecord): void {
    this.settings.broadPhase.remove(body.box);
    this.refresh();
    this.bodies.delete(body.name);
    this.watches.delete(body);
    this.drop(body.item);
  }

  /**
   * Gives the body another path from now on, from where it is or elsewhere: its box and all its pairs are checked
   * again.
   */
  redirect(body: BodyRecord, path: WorldPath, elsewhere: boolean): void {
    this.settings.onRedirect(body);
    body.follow(path, this.clock);
    body.held = null;
    body.reachOut = 1;
    this.sweep(body, !elsewhere);
    for (const watch of this.watchesOf(body)) {
      watch.redirected = true;
      // what checks along the path before have found says nothing about this one
      watch.recheckTravel = watch.touchingTravel = watch.clinging = 0;
      this.due(watch, this.clock);
    }
  }

  /** Sweeps the body from now on: twice as far as the last time, or half as far where that opened new pairs. */
  sweep(body: BodyRecord, apart = true): void {
    const watched = this.watchesOf(body).size;
    this.writeBox(body);
    this.settings.broadPhase.move(body.box, body.swept);
    this.refresh(apart);
    body.reachOut = this.watchesOf(body).size > watched ? Math.max(0.5 * body.reachOut, 1) : Math.min(2 * body.reachOut, LONGEST_SWEEP);
  }

  private writeBox(body: BodyRecord): void {
    const { clock } = this;
    this.stats.sweeps++;
    body.place(clock);
    const { state, path } = body;
    const length = body.size * body.reachOut;
    const bend = lengthAt(state, STATE_FALL) + state[STATE_A0];
    const speed = body.speed;
    // length = speed · w + ½ bend w²
    let window = path.still ? Infinity : (2 * length) / (speed + Math.sqrt(speed * speed + 2 * bend * length));
    if (path instanceof SteeredPath) window = Math.min(window, path.lookAhead);
    else if (path.until > clock) window = Math.min(window, path.until - clock);
    // a window too short for the clock to notice must still pass
    body.horizon = Math.max(clock + window, clock + 2 ** -50 * Math.abs(clock), 2 ** -1000);
    const { clearance, tolerance = RELATIVE_TOLERANCE * body.size } = this.settings;
    // pairs in contact, which part only farther out, must stay open
    body.writeBox(body.horizon < Infinity ? (body.horizon - clock) * (1 + 2 ** -50) : 0, 0.5 * clearance + tolerance, body.swept);
    body.sweptAt = clock;
    this.queue.set(body.item, body.horizon);
  }

  /**
   * Takes over what the broad phase found since the last time. Pairs that were apart until now, because their boxes
   * were, are known to be so.
   */
  refresh(apart = false): void {
    const { broadPhase } = this.settings;
    broadPhase.update();
    for (let k = 0; k < broadPhase.closedCount; k++)
      this.part(this.byBox[broadPhase.closed[2 * k]], this.byBox[broadPhase.closed[2 * k + 1]]);
    for (let k = 0; k < broadPhase.openedCount; k++) {
      const a = this.byBox[broadPhase.opened[2 * k]];
      const b = this.byBox[broadPhase.opened[2 * k + 1]];
      if (this.settings.ignores(a.name, b.name)) continue;
      const watch = this.watch(a, b, a.shape, b.shape);
      if (apart) watch.apartAt = this.clock;
    }
    // now that all is taken over: they may get other paths
    for (const pair of this.loose.splice(0)) this.settings.onParted(pair);
  }

  /** The pairs of bodies whose boxes meet, and that are tested. */
  meeting(): readonly (readonly [BodyRecord, BodyRecord])[] {
    const pairs: (readonly [BodyRecord, BodyRecord])[] = [];
    this.settings.broadPhase.forEachPair((i, j) => {
      const [a, b] = [this.byBox[i], this.byBox[j]];
      if (!this.settings.ignores(a.name, b.name)) pairs.push([a, b]);
    });
    return pairs;
  }

  /** The pairs of a body that are watched. */
  watchesOf(body: BodyRecord): ReadonlySet<Watch> {
    return this.watches.get(body) ?? NO_WATCHES;
  }

  private part(a: BodyRecord, b: BodyRecord): void {
    const [ofA, ofB] = [this.watchesOf(a), this.watchesOf(b)];
    // what both have; a floor has those of all that may touch it
    for (const watch of ofA.size <= ofB.size ? ofA : ofB) if (ofA.has(watch) && ofB.has(watch)) this.forget(watch);
    if (a.held?.by === b || b.held?.by === a) this.loose.push({ a, b });
  }

  private forget(watch: Watch): void {
    this.watches.get(watch.a)?.delete(watch);
    this.watches.get(watch.b)?.delete(watch);
    this.drop(watch.item);
    this.stats.tracked--;
  }

  /** Watches two shapes of two bodies from now on; two leaves of which one is a mesh by the foundation's trees. */
  private watch(a: BodyRecord, b: BodyRecord, shapeA: WorldShape, shapeB: WorldShape, asMeshes = false): Watch {
    const item = this.item();
    const tolerance = this.settings.tolerance ?? RELATIVE_TOLERANCE * Math.min(a.size, b.size);
    const tracker = (): ConvexTracker => this.tracker(shapeA.hull, shapeB.hull);
    const watch = asMeshes
      ? new MeshWatch(a, b, item, tolerance, shapeA.mesh ?? shapeA.hull.mesh, shapeB.mesh ?? shapeB.hull.mesh, tracker)
      : new ConvexWatch(a, b, item, tolerance, shapeA, shapeB, tracker());
    this.items[item] = watch;
    this.watches.get(a)?.add(watch);
    this.watches.get(b)?.add(watch);
    this.stats.tracked++;
    this.stats.mostTracked = Math.max(this.stats.mostTracked, this.stats.tracked);
    this.due(watch, this.clock);
    return watch;
  }

  private tracker(a: ConvexPolyhedron, b: ConvexPolyhedron): ConvexTracker {
    const tracker = this.settings.tracker(a, b);
    if (typeof tracker?.track !== 'function')
      throw new InputError(`tracker: must make one, such as (a, b) => new Gjk(a, b), gave ${shownValue(tracker)}`);
    return tracker;
  }

  /** Replaces two hulls by what the larger of them holds; false: both are bodies themselves. */
  unwrap(watch: Watch): boolean {
    if (!(watch instanceof ConvexWatch)) return false;
    const { a, b, shapeA, shapeB } = watch;
    const inA = shapeA.parts.length > 0;
    const inB = shapeB.parts.length > 0;
    if (!inA && !inB && shapeA.mesh === null && shapeB.mesh === null) return false;
    this.stats.unwrapped++;
    this.forget(watch);
    const { apartAt } = watch;
    if (inA && (!inB || shapeA.hull.reach >= shapeB.hull.reach))
      for (const part of shapeA.parts) this.watch(a, b, part, shapeB).apartAt = apartAt;
    else if (inB) for (const part of shapeB.parts) this.watch(a, b, shapeA, part).apartAt = apartAt;
    else this.watch(a, b, shapeA, shapeB, true).apartAt = apartAt;
    return true;
  }

  due(watch: Watch, time: number): void {
    this.queue.set(watch.item, time);
  }

  /** Sweeps the bodies of a pair whose horizons have come; false: the pair is gone. */
  renew(watch: Watch): boolean {
    for (const body of [watch.a, watch.b]) if (body.horizon <= this.clock) this.sweep(body);
    return this.items[watch.item] === watch;
  }

  /** Until when a pair needs no check for the sake of its boxes or of the bounds on its paths. */
  horizonOf({ a, b }: Watch): number {
    let until = Infinity;
    for (const body of [a, b]) if (body.path.until > this.clock) until = Math.min(until, body.path.until);
    const swept = a.horizon === Infinity ? b.horizon : b.horizon === Infinity ? a.horizon : Math.max(a.horizon, b.horizon);
    return Math.min(until, swept);
  }

  private item(): number {
    const item = this.free.pop() ?? this.items.length;
    this.items[item] = null;
    return item;
  }

  private drop(item: number): void {
    this.queue.remove(item);
    this.items[item] = null;
    this.free.push(item);
  }
}
