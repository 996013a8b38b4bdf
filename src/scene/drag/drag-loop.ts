/**
 * A loop that a person drives: bodies and robots are pulled towards targets, stop in front of what is in the way, slide
 * along it, and let go when they are pulled back. Every step is certified.
 *
 * Two distances make that it never sticks. What is reached is at least `keep` away from everything; the way there is
 * proven to stay at least keep/2 away. So every step begins farther from contact than any query is close to it, however
 * often something was pushed before: a step back is free, a step along is free, and a step further is reported at once.
 * A pair that touches where a step begins is set aside as by start: 'leaving', and goes no deeper [resting.ts].
 */
import { deadlineIn, leftUntil } from '../../contact/budget.ts';
import type { Body } from '../../contact/deformation.ts';
import type { InitialPair, PairSide } from '../../contact/result.ts';
import { checkByName, checkFlag, checkLimit, checkRecord, shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { largestOf, leastOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { checkedPose, type Pose, type Vec3 } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import { rigidMotion } from '../../motion/rigid-motion.ts';
import type { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import type { SceneFirstContact } from '../answers/scene-result.ts';
import { linkBodies } from '../content/link-bodies.ts';
import { refuseMoved } from '../content/refuse-moved.ts';
import type { SceneMotions } from '../content/scene-motions.ts';
import { Scene } from '../scene.ts';
import type { SceneFirstContactOptions } from '../search/scene-options.ts';
import { NEEDS_KEEP, NOT_FOR_UNCERTAIN } from './drag-capabilities.ts';
import { farthestOn } from './farthest-on.ts';
import { inShares } from './in-shares.ts';
import { JointMover, type JointRanges, jointRanges, type Mover, PoseMover } from './movers.ts';
import { areRigid, Resting, type RestingPoint, type SideWay, triangleNormal } from './resting.ts';

/** Where something is or is to go: the pose of a body, the configuration of a robot. */
export type DragPlace = Pose | Configuration;

/** How near things may be dragged to each other, and what happens there. */
export interface DragOptions {
  /**
   * The distance that is kept from everything, in the unit of length, above 0. Default: the scene's clearance; where
   * that is 0, a thousandth of the radius of the largest thing that moves. Needed where the scene's is by groups.
   */
  readonly keep?: number;
  /** Whether what is stopped goes on along what stopped it, as far as its target pulls it there. Default true. */
  readonly slide?: boolean;
  /** How often it may change its direction in one step. Default 6. */
  readonly slides?: number;
  /** Milliseconds that a step may take; what is proven by then is done. Default: no limit. */
  readonly maxMilliseconds?: number;
}

/** A pair that touched where a step began. It was set aside until it parts: all else keeps its distance as ever. */
export interface RestingPair {
  /** One of the two. */
  readonly a: PairSide;
  /** The other. */
  readonly b: PairSide;
  /** Whether the way, or a part of it, was not gone because it leads them deeper into each other, or may. */
  readonly stays: boolean;
}

/** What became of one step. */
export interface DragStep {
  /**
   * 'free': everything is at its target, or as near as limits of joints let it. 'contact': something is in the way.
   * 'unresolved': the time was over.
   */
  readonly status: 'free' | 'contact' | 'unresolved';
  /** Where everything is now, by name: poses of bodies, configurations of robots. */
  readonly places: Readonly<Record<string, LinkPose | readonly number[]>>;
  /** What is in the way, as the query reported it that met it first; null where nothing is. */
  readonly hit: SceneFirstContact | null;
  /** How often it changed its direction to slide along something. */
  readonly slides: number;
  /** What touched where the step began, and was set aside; empty: nothing. */
  readonly resting: readonly RestingPair[];
}

const DRAG_OPTIONS: readonly string[] = ['keep', 'slide', 'slides', 'maxMilliseconds'];
/** Multiple of the distance kept: what is farther is not asked for. */
const FAR: number = 1 + 2 ** -10;
/** Share of the distance kept: what is nearer touches. */
const TOUCHING: number = 2 ** -20;
/** Share of the time left that a search gets at most, since a place has to be found after it. */
const SEARCHING = 0.5;
/** A slide that comes nearer to the target by less than this share of what was left ends the step. */
const LEAST_GAIN: number = 2 ** -6;
/** Directions are projected on all planes so often; each pass at most doubles what is right of them. */
const PASSES = 30;
/** The distance kept less rounding: a floor that does not sink from step to step. */
const NEARLY: number = 1 - 2 ** -20;
/** Most contacts, and most triangles of a mesh, that are asked for directions. */
const MOST_DIRECTIONS = 64;
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
  /** Motions have seconds, from 0 to 1: paths of robots with loops have segments of their own. */
  private readonly byClock: boolean;
  private readonly most: number;
  private readonly patience: number;
  private readonly poses: Map<string, LinkPose> = new Map();
  private readonly configurations: Map<string, Float64Array> = new Map();
  private readonly ranges: Map<string, JointRanges> = new Map();
  /** What touched at the last step, by its names; null: nothing says how deep it is. */
  private rests: Map<string, Resting | null> = new Map();
  /** What stopped a step that then had no time to turn aside. */
  private waiting: { readonly near: readonly Near[]; readonly hit: SceneFirstContact; readonly revision: number } | null = null;
  /** Pairs that were named to the scene. */
  private readonly apart: Set<string> = new Set();
  /** Revision of the scene at the last step: `rests` holds for that one. */
  private revision = 0;

  /** `places`: where everything is; bodies that are left out are at their poses in the scene, robots need one each. */
  constructor(scene: Scene, places: Readonly<Record<string, DragPlace>>, options: DragOptions = {}) {
    checkRecord(options, DRAG_OPTIONS, 'drag');
    if (!(scene instanceof Scene)) throw new InputError(`drag: needs a Scene, got ${shownValue(scene)}`);
    refuseMoved(scene, 'drag');
    if (scene.options.uncertainty !== undefined) throw new InputError(`drag: ${NOT_FOR_UNCERTAIN}; keep more distance instead`);
    const { keep = defaultKeep(scene), slide = true, slides = 6, maxMilliseconds = Infinity } = options;
    if (typeof keep !== 'number' || !(keep > 0 && keep < 2 ** 300))
      throw new InputError(`drag: keep must be a length above 0, got ${shownValue(keep)}${limitHint(keep)}`);
    checkFlag(slide, 'drag: slide');
    if (!Number.isInteger(slides) || slides < 0) throw new InputError(`drag: slides must be a whole number ≥ 0, got ${shownValue(slides)}`);
    checkLimit(maxMilliseconds, 'maxMilliseconds', 'drag: maxMilliseconds');
    this.scene = scene;
    // a little more, so that the floor, a little less than that, is what was promised
    this.keep = keep * (1 + 2 ** -19);
    this.slide = slide;
    this.most = slides;
    this.patience = maxMilliseconds;
    this.byClock = scene.robots.some(({ loops }) => loops !== undefined);
    for (const robot of scene.robots) this.ranges.set(robot.name, jointRanges(robot));
    for (const { name, pose } of scene.bodies) this.poses.set(name, checkedPose(pose, name));
    this.place(places);
    for (const { name } of scene.robots)
      if (!this.configurations.has(name)) throw new InputError(`drag: robot '${name}' needs a configuration`);
  }

  /** Puts things somewhere without a way there, as a person does who lifts and drops them; nothing is asked. */
  place(places: Readonly<Record<string, DragPlace>>): void {
    checkPlaces(places, 'places');
    for (const [name, place] of Object.entries(places)) this.set(name, place);
    this.rests.clear();
    this.waiting = null;
  }

  /** Where everything is now, by name. */
  get places(): Readonly<Record<string, LinkPose | readonly number[]>> {
    return Object.fromEntries([...this.poses, ...[...this.configurations].map(([name, q]) => [name, [...q]] as const)]);
  }

  /**
   * Pulls what is named towards its target, by the in-between motion of a body and straight in joint space of a robot,
   * as far as everything stays `keep` apart and joints within their limits. What starts nearer than that comes no
   * nearer; what touches at the start goes no deeper, and is reported as `resting`.
   */
  move(targets: Readonly<Record<string, DragPlace>>): DragStep {
    checkPlaces(targets, 'targets');
    const deadline = deadlineIn(this.patience);
    const goals = Object.entries(targets).map(([name, place]) => this.mover(name, place));
    let hit: SceneFirstContact | null = null;
    let status: DragStep['status'] = 'free';
    let slides = 0;
    const resting = new Map<string, RestingPair>();
    let near: readonly Near[] = [];
    // a step that had no time to get away from where it stands is gone on with
    const { waiting } = this;
    this.waiting = null;
    if (waiting !== null && waiting.revision === this.scene.revision && this.turnAside(goals, waiting.near) === 'aside') {
      near = waiting.near;
      hit = waiting.hit;
      slides++;
    }
    const begun = leftOf(goals);
    for (let round = slides; ; round++) {
      if (!(leftUntil(deadline) > 0)) {
        status = 'unresolved';
        break;
      }
      const before = { poses: [...this.poses], configurations: [...this.configurations], left: leftOf(goals) };
      const { answer, touching, pushing } = this.advance(goals, deadline);
      for (const pair of touching) resting.set(keyOf(pair), { ...pair, stays: pair.stays || (resting.get(keyOf(pair))?.stays ?? false) });
      const left = leftOf(goals);
      // no slide leads away from the target: the next step would come back, for ever
      if (round > 0 && left > before.left * (1 + 2 ** -40)) {
        for (const [name, pose] of before.poses) this.poses.set(name, pose);
        for (const [name, q] of before.configurations) this.configurations.set(name, q);
        status = 'contact';
        break;
      }
      if (answer.status === 'free') break;
      hit ??= answer;
      status = answer.status === 'unresolved' ? 'unresolved' : 'contact';
      if (!this.slide || round >= this.most || answer.status === 'unresolved') break;
      if (round > 0 && before.left - left < LEAST_GAIN * before.left) break;
      // what stopped it before still does: else it would go to and fro in a corner
      near = [...near, ...pushing];
      if (this.turnAside(goals, near) === 'nowhere') break;
      slides++;
    }
    if (status === 'unresolved' && hit !== null && near.length > 0 && leftOf(goals) === begun)
      this.waiting = { near, hit, revision: this.scene.revision };
    const told = { places: this.places, hit, slides, resting: [...resting.values()] };
    // a slide that ends free is still not at the target
    return { status: hit !== null && status === 'free' ? 'contact' : status, ...told };
  }

  private set(name: string, place: DragPlace): void {
    const { robot } = this.named(name);
    if (robot !== undefined) this.configurations.set(name, robot.configuration(place as Configuration, this.configurations.get(name)));
    else this.poses.set(name, checkedPose(place as Pose, `drag: '${name}'`));
  }

  private mover(name: string, place: DragPlace): Mover {
    const { robot, body } = this.named(name);
    const { byClock, configurations } = this;
    if (robot === undefined) return new PoseMover(name, this.poses, checkedPose(place as Pose, `drag: '${name}'`), body.shape, byClock);
    const now = configurations.get(name) as Float64Array;
    const given = place as Configuration;
    // what follows is found on the way there, which may not be gone to its end
    const target = robot.loops === undefined ? robot.configuration(given, now) : (robot as LoopedRobot).lead(given, now);
    return new JointMover(robot, configurations, target, this.ranges.get(name) as JointRanges, byClock);
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

  /** Where everything is at a share of the way of what is pulled: as motions, of which none moves. */
  private standing(goals: readonly Mover[], t: number): SceneMotions {
    const motions: Record<string, SceneMotions[string]> = {};
    for (const [name, q] of this.configurations) setEntry(motions, name, q);
    for (const [name, pose] of this.poses) setEntry(motions, name, rigidMotion(pose, pose));
    for (const goal of goals) if (t > 0) setEntry(motions, goal.name, goal.standing(t));
    return motions;
  }

  /** Goes as far as it may, and is proven to by then; the answer says what is in the way, `pushing` where. */
  private advance(goals: readonly Mover[], deadline: number): Advance {
    const { scene, keep } = this;
    const motions: Record<string, SceneMotions[string]> = { ...this.standing(goals, 0) };
    for (const goal of goals) setEntry(motions, goal.name, goal.motion());
    let late = false;
    const gapAt = (t: number, allowed: Sides): number => {
      const options = { cutoff: FAR * keep, allowed, maxMilliseconds: leftUntil(deadline) };
      const { gap, complete } = this.byClock
        ? scene.distanceAt(this.standing(goals, t), 0, options)
        : scene.distanceAt(motions, t, options);
      late ||= !complete;
      return gap[0];
    };
    const floor = keep * NEARLY;
    const first = gapAt(0, []);
    const start = late || first >= floor * (1 - 2 ** -18) ? NOTHING_NEAR : this.lookAtStart(goals, deadline);
    const { rests } = start;
    const aside = rests.map(({ sides }) => sides);
    const gap = rests.length === 0 ? first : gapAt(0, aside);
    // there was no time to look at the start, or doubles cannot compare what is near there
    if (late || start.late || !(gap > 0)) {
      const unknown = inShares(scene, this.byClock, motions, { contacts: 'none', maxMilliseconds: 0 });
      return { answer: { ...unknown, status: 'unresolved' }, touching: [], pushing: [] };
    }
    // where it starts too near, half of what there is is kept on the way, and nearly all of it at the end
    const kept = Math.min(keep, gap);
    const answer = inShares(scene, this.byClock, motions, {
      clearance: kept / 2,
      tolerance: kept / 8,
      start: rests.length > 0 ? 'leaving' : 'strict',
      maxMilliseconds: SEARCHING * leftUntil(deadline),
    });
    const ends = rests.map((rest) => rest.provenUntil(answer));
    const close = leastOf([answer.status === 'free' ? 1 : answer.time, ...ends]);
    const stopping = rests.filter((_, i) => ends[i] === close && close < 1);
    const touching = rests.map((rest) => ({ a: rest.sides[0], b: rest.sides[1], stays: stopping.includes(rest) }));
    const isNearly = gap >= floor * (1 - 2 ** -18);
    // rounding takes a little in every step: what was reached once can be reached again
    const least = isNearly ? 1 - 2 ** -30 : 1;
    const safe = farthestOn(close, least, (t) => {
      let share =
        gapAt(t, [...aside, ...start.close.map(({ sides }) => sides)]) / (isNearly ? Math.min(gap * (1 - 2 ** -40), floor) : floor);
      // what was near comes no nearer, each by itself
      for (const near of start.close) {
        if (share < 1 || late) break;
        const rest = start.close.flatMap((other) => (other === near ? [] : [other.sides]));
        share = Math.min(share, gapAt(t, [...aside, ...rest]) / (near.gap * (1 - 2 ** -16)));
      }
      return late ? -Infinity : share;
    });
    const hit = !late && safe < close && answer.status === 'free' ? this.nearestAt(goals, safe, rests, deadline) : answer;
    for (const goal of goals) goal.go(safe);
    // what could not be looked at is no contact: it may be far from here, and is gone on to with the next step
    if (late && safe < close) return { answer: { ...answer, status: 'unresolved' }, touching, pushing: [] };
    if (safe === close && stopping.length > 0)
      return { answer: stopping[0].told(safe > 0), touching, pushing: stopping.flatMap((rest) => rest.points()) };
    if (safe === 1) return { answer, touching, pushing: [] };
    return { answer: hit.status === 'free' ? { ...hit, status: 'contact' } : hit, touching, pushing: nearest(hit.contacts) };
  }

  /** What is as near as may be at a share of the way, where nothing came within half of that on the way. */
  private nearestAt(goals: readonly Mover[], t: number, rests: readonly Rest[], deadline: number): SceneFirstContact {
    const { scene, keep } = this;
    const motions = this.standing(goals, t);
    const { gap } = scene.distanceAt(motions, 0, { cutoff: FAR * keep, allowed: rests.map(({ sides }) => sides) });
    const clearance = gap[0] * (1 + 2 ** -9);
    const found = scene.firstContact(motions, {
      clearance,
      tolerance: keep / 2 ** 10,
      leave: rests.map(({ sides: [a, b] }) => [nameOf(a), nameOf(b)] as const),
      maxMilliseconds: leftUntil(deadline),
    });
    return { ...found, status: found.status === 'unresolved' ? 'unresolved' : 'contact', time: t, fraction: t };
  }

  /** What starts nearer than it may: pairs that touch, and others. */
  private lookAtStart(goals: readonly Mover[], deadline: number): StartLook {
    // One piece: its functions share the pairs that are near, and what was asked of them.
    const { scene, keep } = this;
    const motions = this.standing(goals, 0);
    if (scene.revision !== this.revision) this.rests.clear();
    this.revision = scene.revision;
    const touching = TOUCHING * keep;
    const look = (options: SceneFirstContactOptions): SceneFirstContact =>
      scene.firstContact(motions, { clearance: 0, tolerance: keep * NEARLY, maxMilliseconds: leftUntil(deadline), ...options });
    let found = look({ start: 'leaving', contacts: 'none' });
    // of obstacles that share a body only the one that is near is set aside: those that are named have one each
    for (;;) {
      const fresh = found.initial.filter((pair) => !this.apart.has(keyOf(pair)));
      if (fresh.length === 0) break;
      for (const pair of fresh) this.apart.add(keyOf(pair));
      look({ leave: fresh.map(({ a, b }) => [nameOf(a), nameOf(b)] as const), contacts: 'none', tolerance: touching });
      found = look({ start: 'leaving', contacts: 'none' });
    }
    const pairs = found.initial.filter(({ gap }) => gap[0] <= touching);
    if (found.status !== 'free') return { ...NOTHING_NEAR, late: true };
    const close = found.initial.filter((pair) => !pairs.includes(pair)).map(({ a, b, gap }) => ({ sides: [a, b] as const, gap: gap[0] }));
    /** Where one pair touches now. */
    const told = ({ a, b }: InitialPair): SceneFirstContact => {
      const leave = pairs.flatMap((other) => (other.a === a && other.b === b ? [] : [[nameOf(other.a), nameOf(other.b)] as const]));
      const at = scene.firstContact(this.standing(goals, 0), { clearance: 2 * touching, tolerance: touching, leave });
      return { ...at, status: at.status === 'free' ? 'contact' : at.status, pair: at.pair ?? [a, b] };
    };
    const known = new Map<string, Resting | null>();
    const rests = pairs.map((pair): Rest => {
      const [a, b] = [this.sideWay(goals, pair.a), this.sideWay(goals, pair.b)];
      const key = keyOf(pair);
      let resting = this.rests.get(key);
      // how deep links are that follow is not known on the way
      if ([pair.a, pair.b].some((side) => (this.ranges.get(side.body)?.passive.length ?? 0) > 0)) resting = null;
      if (resting === undefined) {
        const now = told(pair);
        resting = Resting.of(a, b, directionsOf(now, a, b), touching, now.rounding);
      }
      known.set(key, resting);
      let here: SceneFirstContact | undefined;
      const toldHere = (): SceneFirstContact => {
        here ??= told(pair);
        return here;
      };
      return {
        sides: [pair.a, pair.b],
        told: (gone) => (gone ? told(pair) : toldHere()),
        points: () => resting?.points(this.sideWay(goals, pair.a), this.sideWay(goals, pair.b)) ?? toldHere().contacts,
        provenUntil: (answer) => {
          if (areRigid(a, b)) return 1;
          const { left = null } = answer.initial.find((one) => keyOf(one) === key) ?? {};
          if (resting !== null) {
            const until = Math.min(answer.status === 'free' ? 1 : answer.time, left ?? 1);
            const proven = resting.provenUntil(a, b, until);
            return proven < until ? proven : 1;
          }
          // nothing says how deep it is: it goes where it parts at once, from every place where it touches
          const way = goals.flatMap((goal) => goal.rest());
          const parts = ({ point, normal, a, b }: Near): boolean =>
            goals.flatMap((goal) => goal.approach(point, normal, a, b)).reduce((sum, x, i) => sum + x * way[i], 0) < 0;
          return left !== null && left * sizeOf(way) <= 2 * keep && toldHere().contacts.every(parts) ? 1 : 0;
        },
      };
    });
    this.rests = known;
    return { late: false, close, rests };
  }

  private sideWay(goals: readonly Mover[], side: PairSide): SideWay {
    const goal = goals.find(({ name }) => name === side.body);
    const place = this.configurations.get(side.body) ?? this.poses.get(side.body);
    if (place !== undefined) return (goal ?? this.mover(side.body, place)).sideWay(side);
    const obstacle = this.scene.obstacles.find(({ name, shape }) => (name ?? shape.name) === side.body) as Body;
    const pose = checkedPose(obstacle.pose, side.body);
    return { side, meshes: [obstacle.shape], rates: { velocity: [0, 0, 0], spin: [0, 0, 0] }, chain: null, poseAt: () => pose };
  }

  /**
   * Turns the rest of the way along all that is near; 'straight': nothing of it is in the way, 'nowhere': none is
   * left.
   */
  private turnAside(goals: readonly Mover[], contacts: readonly Near[]): 'aside' | 'straight' | 'nowhere' {
    const yielding = goals.flatMap((goal) => goal.yielding());
    const rows: { readonly row: readonly number[]; readonly aside: readonly number[] }[] = [];
    for (const { point, normal, a, b } of contacts) {
      const row = goals.flatMap((goal) => goal.approach(point, normal, a, b));
      const aside = row.map((x, i) => x * yielding[i]);
      const size = aside.reduce((sum, x, i) => sum + x * row[i], 0);
      if (size > 0) rows.push({ row, aside: aside.map((x) => x / size) });
    }
    if (rows.length === 0) return 'nowhere';
    let way = goals.flatMap((goal) => goal.rest());
    const wanted = sizeOf(way);
    let result: 'aside' | 'straight' = 'straight';
    for (let pass = 0; pass < PASSES; pass++) {
      let turned = false;
      for (const { row, aside } of rows) {
        const along = row.reduce((sum, x, i) => sum + x * way[i], 0);
        // a positive product approaches
        if (!(along > 0)) continue;
        turned = true;
        way = way.map((x, i) => x - along * aside[i]);
      }
      if (!turned) break;
      result = 'aside';
      // a joint at its limit gives way no farther
      way = split(goals, way).flatMap((own, i) => goals[i].within(own));
    }
    if (!(sizeOf(way) > LEAST_WAY * Math.min(this.keep, wanted))) return 'nowhere';
    for (const [i, own] of split(goals, way).entries()) goals[i].aim(own);
    return result;
  }
}

/** What a way was turned aside from, or may be. */
type Near = RestingPoint;

type Sides = readonly (readonly [PairSide, PairSide])[];

/** How far a round of a step came. */
interface Advance {
  readonly answer: SceneFirstContact;
  readonly touching: readonly RestingPair[];
  readonly pushing: readonly Near[];
}

/** A pair that touches at the start of a round. */
interface Rest {
  readonly sides: readonly [PairSide, PairSide];
  /** How far it goes no deeper: a share of the way that was asked about; 1 also where it is judged by itself since. */
  provenUntil(answer: SceneFirstContact): number;
  points(): readonly Near[];
  /** Where it touches, as an answer of the scene; `gone`: the round has moved something. */
  told(gone: boolean): SceneFirstContact;
}

interface StartLook {
  readonly rests: readonly Rest[];
  /** Nearer than they may be, but not touching. */
  readonly close: readonly { readonly sides: Sides[number]; readonly gap: number }[];
  /** There was no time to look. */
  readonly late: boolean;
}

const NOTHING_NEAR: StartLook = { rests: [], close: [], late: false };

/** A thousandth of the radius of the largest thing that moves. */
function defaultKeep({ bodies, robots, options: { clearance } }: Scene): number {
  if (typeof clearance !== 'number') throw new InputError(`drag: ${NEEDS_KEEP}`);
  if (clearance > 0) return clearance;
  const shapes = [...bodies.map(({ shape }) => shape), ...robots.flatMap((robot) => linkBodies(robot).map(({ mesh }) => mesh))];
  return 1e-3 * Math.max(0, largestOf(shapes.map(boundingRadius)));
}

function split(goals: readonly Mover[], way: readonly number[]): (readonly number[])[] {
  let from = 0;
  return goals.map((goal) => {
    const first = from;
    from += goal.rest().length;
    return way.slice(first, from);
  });
}

/** Directions along which two things that touch may be apart, in the world. */
function directionsOf({ contacts }: SceneFirstContact, a: SideWay, b: SideWay): Vec3[] {
  const out = contacts.slice(0, MOST_DIRECTIONS).map(({ normal }) => normal);
  for (const [way, side] of [
    [a, 'a'],
    [b, 'b'],
  ] as const) {
    const { quaternion } = way.poseAt(0);
    const [mesh] = way.meshes;
    const few = mesh.triangleCount <= MOST_DIRECTIONS;
    const triangles = few
      ? mesh.indices.slice(0, mesh.triangleCount).keys()
      : contacts.slice(0, MOST_DIRECTIONS).map((one) => one[side].triangle);
    for (const triangle of triangles) {
      const normal = triangle < mesh.triangleCount ? triangleNormal(mesh, triangle) : undefined;
      if (normal !== undefined) out.push(rotate(quaternion, normal));
    }
  }
  return out;
}

function nameOf({ body, link }: PairSide): string {
  return link === undefined ? body : `${body}/${link}`;
}

function keyOf({ a, b }: { readonly a: PairSide; readonly b: PairSide }): string {
  return JSON.stringify([nameOf(a), nameOf(b)]);
}

function checkPlaces(places: unknown, what: string): void {
  checkByName(places, `drag: ${what}`);
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
