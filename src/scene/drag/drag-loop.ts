/**
 * A loop that a person drives: bodies and robots are pulled towards targets, stop in front of what is in the way, slide
 * along it, and let go when they are pulled back. Every step is certified.
 *
 * Two distances make that it never sticks. What is reached is at least `keep` away from everything; the way there is
 * proven to stay at least keep/2 away. So every step begins farther from contact than any query is close to it, however
 * often something was pushed before: a step back is free, a step along is free, and a step further is told at once.
 */
import { deadlineIn, leftUntil } from '../../contact/budget.ts';
import type { Body } from '../../contact/deformation.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { largestOf, leastOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import { rigidMotion } from '../../motion/rigid-motion.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import { Scene } from '../scene.ts';
import type { SceneMotions } from '../scene-motions.ts';
import type { SceneFirstContact } from '../scene-result.ts';
import { JointMover, type Mover, PoseMover } from './movers.ts';

/** Where something is or is to go: the pose of a body, the configuration of a robot. */
export type DragPlace = Pose | Configuration;

/** How near things may be dragged to each other, and what happens there. */
export interface DragOptions {
  /** The distance that is kept from everything, in the unit of length, above 0. */
  readonly keep: number;
  /** Whether what is stopped goes on along what stopped it, as far as its target pulls it there. Default true. */
  readonly slide?: boolean;
  /** How often it may change its direction in one step. Default 6. */
  readonly slides?: number;
  /** Milliseconds that a step may take; what is proven by then is done. Default: no limit. */
  readonly maxMilliseconds?: number;
}

/** What became of one step. */
export interface DragStep {
  /** 'free': everything is at its target. 'contact': something is in the way. 'unresolved': the time was over. */
  readonly status: 'free' | 'contact' | 'unresolved';
  /** Where everything is now, by name: poses of bodies, configurations of robots. */
  readonly places: Readonly<Record<string, LinkPose | readonly number[]>>;
  /** What is in the way, as the query told it that met it first; null where nothing is. */
  readonly hit: SceneFirstContact | null;
  /** How often it changed its direction to slide along something. */
  readonly slides: number;
}

const DRAG_OPTIONS: readonly string[] = ['keep', 'slide', 'slides', 'maxMilliseconds'];
/** Halvings of the way to where something is in the way. */
const HALVINGS = 24;
/** Directions are projected on all planes so often; each pass at most doubles what is right of them. */
const PASSES = 30;
/** The distance kept less rounding: a floor that does not sink from step to step. */
const NEARLY: number = 1 - 2 ** -20;
/** Less than this share of the distance kept is no way to go. */
const LEAST_WAY = 1e-3;

/**
 * Bodies and robots of a scene that somebody drags, jogs or servoes: `move` pulls them towards targets and says where
 * they are then. They stop at a distance that they can leave again, tell contact at once when pushed further, let go
 * when moved away, and slide along what stops them.
 * @example
 * const drag = new DragLoop(scene, { arm: [0, 0, 0], crate: { position: [1, 0, 0] } }, { keep: 1e-3 });
 * const { status, places } = drag.move({ crate: { position: [0, 0, 0] } }); // every frame
 */
export class DragLoop {
  private readonly scene: Scene;
  private readonly keep: number;
  private readonly slide: boolean;
  private readonly most: number;
  private readonly patience: number;
  private readonly poses: Map<string, LinkPose> = new Map();
  private readonly configurations: Map<string, Float64Array> = new Map();

  /** `places`: where everything is; bodies that are left out are at their poses in the scene, robots need one each. */
  constructor(scene: Scene, places: Readonly<Record<string, DragPlace>>, options: DragOptions) {
    if (options === undefined)
      throw new InputError('drag: needs { keep }, the distance to keep from everything: new DragLoop(scene, places, { keep: 0.001 })');
    checkRecord(options, DRAG_OPTIONS, 'drag');
    if (!(scene instanceof Scene)) throw new InputError(`drag: needs a Scene, got ${shownValue(scene)}`);
    const [moved] = Object.keys(scene.bodyMotions);
    if (moved !== undefined)
      throw new InputError(
        `drag: the scene moves '${moved}' by itself (bodyMotions); make one without, and give a robot what it holds by attach`,
      );
    const { keep, slide = true, slides = 6, maxMilliseconds = Infinity } = options;
    if (typeof keep !== 'number' || !(keep > 0 && keep < 2 ** 300))
      throw new InputError(`drag: keep must be a length above 0, got ${shownValue(keep)}${limitHint(keep)}`);
    if (typeof slide !== 'boolean') throw new InputError(`drag: slide must be true or false, got ${shownValue(slide)}`);
    if (!Number.isInteger(slides) || slides < 0) throw new InputError(`drag: slides must be a whole number ≥ 0, got ${shownValue(slides)}`);
    if (typeof maxMilliseconds !== 'number' || !(maxMilliseconds >= 0))
      throw new InputError(`drag: maxMilliseconds must be a number ≥ 0, got ${shownValue(maxMilliseconds)}`);
    this.scene = scene;
    // a little more, so that the floor, a little less than that, is what was promised
    this.keep = keep * (1 + 2 ** -19);
    this.slide = slide;
    this.most = slides;
    this.patience = maxMilliseconds;
    for (const { name, pose } of scene.bodies) this.poses.set(name, checkedPose(pose, name));
    this.place(places);
    for (const { name } of scene.robots)
      if (!this.configurations.has(name)) throw new InputError(`drag: robot '${name}' needs a configuration`);
  }

  /** Puts things somewhere without a way there, as a person does who lifts and drops them; nothing is asked. */
  place(places: Readonly<Record<string, DragPlace>>): void {
    checkPlaces(places, 'places');
    for (const [name, place] of Object.entries(places)) this.set(name, place);
  }

  /** Where everything is now, by name. */
  get places(): Readonly<Record<string, LinkPose | readonly number[]>> {
    return Object.fromEntries([...this.poses, ...[...this.configurations].map(([name, q]) => [name, [...q]] as const)]);
  }

  /**
   * Pulls what is named towards its target, by the in-between motion of a body and straight in joint space of a robot,
   * as far as everything stays `keep` apart. What starts nearer than that comes no nearer; what starts in contact goes
   * only where that ends at once.
   */
  move(targets: Readonly<Record<string, DragPlace>>): DragStep {
    checkPlaces(targets, 'targets');
    const deadline = deadlineIn(this.patience);
    const goals = Object.entries(targets).map(([name, place]) => this.mover(name, place));
    let hit: SceneFirstContact | null = null;
    let status: DragStep['status'] = 'free';
    let slides = 0;
    const near: SceneFirstContact['contacts'][number][] = [];
    for (let round = 0; ; round++) {
      if (!(leftUntil(deadline) > 0)) {
        status = 'unresolved';
        break;
      }
      const before = { poses: [...this.poses], configurations: [...this.configurations], left: leftOf(goals) };
      const answer = this.advance(goals, deadline);
      // no slide leads away from the target: the next step would come back, for ever
      if (round > 0 && leftOf(goals) > before.left * (1 + 2 ** -40)) {
        for (const [name, pose] of before.poses) this.poses.set(name, pose);
        for (const [name, q] of before.configurations) this.configurations.set(name, q);
        status = 'contact';
        break;
      }
      if (answer.status === 'free') break;
      hit ??= answer;
      status = answer.status === 'unresolved' ? 'unresolved' : 'contact';
      if (!this.slide || round >= this.most || answer.status === 'unresolved') break;
      // what stopped it before still does: else it would go to and fro in a corner
      for (const contact of nearest(answer.contacts)) near.push(contact);
      if (!this.turnAside(goals, near)) break;
      slides++;
    }
    // a slide that ends free is still not at the target
    return { status: hit !== null && status === 'free' ? 'contact' : status, places: this.places, hit, slides };
  }

  private set(name: string, place: DragPlace): void {
    const { robot } = this.named(name);
    if (robot !== undefined) this.configurations.set(name, robot.configuration(place as Configuration, this.configurations.get(name)));
    else this.poses.set(name, checkedPose(place as Pose, `drag: '${name}'`));
  }

  private mover(name: string, place: DragPlace): Mover {
    const { robot, body } = this.named(name);
    if (robot !== undefined)
      return new JointMover(robot, this.configurations, robot.configuration(place as Configuration, this.configurations.get(name)));
    return new PoseMover(name, this.poses, checkedPose(place as Pose, `drag: '${name}'`), boundingRadius(body.shape));
  }

  private named(name: string): { readonly robot: Robot; readonly body?: undefined } | { readonly robot?: undefined; readonly body: Body } {
    const { robots, bodies } = this.scene;
    const robot = robots.find((one) => one.name === name);
    if (robot !== undefined) return { robot };
    const body = bodies.find((one) => one.name === name);
    if (body !== undefined) return { body };
    throw new InputError(
      `drag: nothing named '${name}' moves; there are ${[...robots, ...bodies].map((one) => one.name).join(', ') || 'none'}`,
    );
  }

  /** Goes as far as it may, and is proven to by then; the answer says what is in the way. */
  private advance(goals: readonly Mover[], deadline: number): SceneFirstContact {
    const { scene, keep } = this;
    const motions: Record<string, SceneMotions[string]> = {};
    for (const [name, q] of this.configurations) setEntry(motions, name, q);
    for (const [name, pose] of this.poses) setEntry(motions, name, rigidMotion(pose, pose));
    for (const goal of goals) setEntry(motions, goal.name, goal.motion());
    let late = false;
    const gapAt = (t: number): number => {
      const { gap, complete } = scene.distanceAt(motions, t, { cutoff: keep, maxMilliseconds: leftUntil(deadline) });
      late ||= !complete;
      return gap[0];
    };
    const gap = gapAt(0);
    if (!(gap > 0)) return this.comeApart(goals, motions, leftUntil(deadline));
    // where it starts too near, half of what there is is kept on the way, and nearly all of it at the end
    const kept = Math.min(keep, gap);
    const answer = scene.firstContact(motions, { clearance: kept / 2, tolerance: kept / 8, maxMilliseconds: leftUntil(deadline) });
    const floor = keep * NEARLY;
    const isNearly = gap >= floor * (1 - 2 ** -18);
    // rounding takes a little in every step: what was reached once can be reached again
    const enough = gap >= floor ? floor : gap * (1 - (isNearly ? 2 ** -40 : 2 ** -13));
    const isApart = (t: number, least = enough): boolean => gapAt(t) >= least;
    let safe = 0;
    let close = answer.status === 'free' ? 1 : answer.time;
    if (isApart(close, isNearly ? Math.min(enough, floor * (1 - 2 ** -30)) : enough)) safe = close;
    for (let k = 0; k < HALVINGS && safe < close; k++) {
      const middle = (safe + close) / 2;
      if (isApart(middle)) safe = middle;
      else close = middle;
    }
    for (const goal of goals) goal.go(safe);
    // what could not be looked at is no contact: it may be far from here, and is gone on to with the next step
    if (late && safe < close) return { ...answer, status: 'unresolved' };
    if (answer.status !== 'free' || safe === 1) return answer;
    // nothing came within half of it on the way, but something is nearer at its end
    const nearer = scene.firstContact(motions, {
      clearance: enough * (1 - 2 ** -20),
      tolerance: kept / 2 ** 10,
      maxMilliseconds: leftUntil(deadline),
    });
    return nearer.status === 'free' ? { ...nearer, status: 'contact' } : nearer;
  }

  /** What starts in contact goes only where that ends at once. */
  private comeApart(goals: readonly Mover[], motions: SceneMotions, maxMilliseconds: number): SceneFirstContact {
    const { scene, keep } = this;
    const answer = scene.firstContact(motions, { clearance: 0, tolerance: keep / 4, start: 'leaving', maxMilliseconds });
    const left = Math.max(0, largestOf(answer.initial.map((pair) => pair.left ?? Infinity)));
    const way = sizeOf(goals.flatMap((goal) => goal.rest()));
    if (answer.status !== 'free' || left * way > 2 * keep)
      return { ...answer, status: answer.status === 'free' ? 'overlap' : answer.status };
    for (const goal of goals) goal.go(1);
    return answer;
  }

  /** Turns the rest of the way along all that is near; false: there is none left. */
  private turnAside(goals: readonly Mover[], contacts: SceneFirstContact['contacts']): boolean {
    const yielding = goals.flatMap((goal) => goal.yielding());
    const rows: { readonly row: readonly number[]; readonly aside: readonly number[] }[] = [];
    for (const { point, normal, a, b } of contacts) {
      const row = goals.flatMap((goal) => goal.approach(point, normal, a, b));
      const aside = row.map((x, i) => x * yielding[i]);
      const size = aside.reduce((sum, x, i) => sum + x * row[i], 0);
      if (size > 0) rows.push({ row, aside: aside.map((x) => x / size) });
    }
    if (rows.length === 0) return false;
    let way = goals.flatMap((goal) => goal.rest());
    const wanted = sizeOf(way);
    for (let pass = 0; pass < PASSES; pass++) {
      for (const { row, aside } of rows) {
        const along = row.reduce((sum, x, i) => sum + x * way[i], 0);
        // a positive product approaches
        if (along > 0) way = way.map((x, i) => x - along * aside[i]);
      }
    }
    if (!(sizeOf(way) > LEAST_WAY * Math.min(this.keep, wanted))) return false;
    let from = 0;
    for (const goal of goals) {
      const size = goal.rest().length;
      goal.aim(way.slice(from, from + size));
      from += size;
    }
    return true;
  }
}

function checkPlaces(places: unknown, what: string): void {
  if (places === null || typeof places !== 'object') throw new InputError(`drag: ${what} must be given by name, got ${shownValue(places)}`);
}

/** The others of a list reach aside to the same surface, and their normals are slanted. */
function nearest(contacts: SceneFirstContact['contacts']): SceneFirstContact['contacts'] {
  const least = leastOf(contacts.map(({ distance }) => distance));
  return contacts.filter(({ distance }) => distance <= least * (1 + 2 ** -10));
}

function leftOf(goals: readonly Mover[]): number {
  return sizeOf(goals.flatMap((goal) => goal.left()));
}

function sizeOf(way: readonly number[]): number {
  return Math.sqrt(way.reduce((sum, x) => sum + x * x, 0));
}
