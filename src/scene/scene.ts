/**
 * Robots, moving bodies and obstacles together: the first contact of any of them along paths. Reusable; one scene
 * answers one query at a time. See docs/guarantee.md for what each status proves.
 */
import { milliseconds } from '../contact/budget.ts';
import { type Body, checkBody } from '../contact/deformation.ts';
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { HeldMotion } from '../motion/held-motion.ts';
import { poseAt } from '../motion/pose-at.ts';
import { type LinkPose, linkPoses } from '../robot/link-poses.ts';
import { Robot } from '../robot/robot.ts';
import type { Configuration } from '../robot/robot-model.ts';
import { AllowedNames } from './allowed-names.ts';
import { ContactIntervalSearch } from './contact-intervals.ts';
import { heldPhases, heldSeconds, type Phase } from './holding/held-phases.ts';
import { heldBodyPoses, heldClearance, heldFirstContact, heldIntervals, phaseAt } from './holding/held-queries.ts';
import { PhaseScenes } from './holding/phase-scenes.ts';
import { judgeWanted, mayLeave, type WantedPair, wantedPairs, withWanted } from './holding/wanted-contact.ts';
import { standingBodies } from './obstacles.ts';
import { pairsOfSides } from './pairs-of-sides.ts';
import { pathClearance } from './path-clearance.ts';
import { checkedTime, makeSceneAnswer, pairOf, sceneClock } from './scene-answer.ts';
import { SceneEngine } from './scene-engine.ts';
import { type MovingNames, motionsBetween, type ResolvedMotions, type SceneMotion, sceneMotions } from './scene-motions.ts';
import {
  type ClearanceOptions,
  checkSceneOptions,
  type DistanceAtOptions,
  SCENE_DEFAULTS,
  type SceneFirstContactOptions,
  type SceneOptions,
} from './scene-options.ts';
import { ScenePairs } from './scene-pairs.ts';
import type { Clearance, ContactIntervals, SceneClock, SceneDistance, SceneFirstContact } from './scene-result.ts';
import { SoftBodies, softNames } from './soft-bodies.ts';

/**
 * Motions by name: of every robot, of the bodies that move, and of every soft body. All that move have the same number
 * of segments.
 */
export type SceneMotions = Readonly<Record<string, SceneMotion>>;

const DISTANCE_AT_OPTIONS: readonly string[] = ['cutoff', 'allowed'];

const CLEARANCE_OPTIONS: readonly string[] = [
  'accuracy',
  'enough',
  'tolerance',
  'start',
  'arrive',
  'leave',
  'ends',
  'maxIterations',
  'maxMilliseconds',
];
const SCENE_OPTIONS: readonly string[] = ['robots', 'obstacles', 'bodies', 'soft', 'self', 'allowed'];

/**
 * Robots, moving bodies and obstacles together: when do any two of them first touch along their paths, how close do
 * they come? Keep one for many queries: it owns trees and scratch memory. It answers one query at a time.
 *
 * @example
 * ```ts
 * const scene = new Scene({
 *   bodies: [{ name: 'crate', shape: box(0.3) }],
 *   obstacles: [{ name: 'table', shape: box([2, 1, 0.1]) }],
 * });
 * const hit = scene.firstContact({ crate: rigidMotion({ position: [0, 0, 1] }, { position: [0, 0, 0] }) });
 * // hit.status 'contact', hit.time 0.8, hit.pair [{ body: 'crate' }, { body: 'table' }]
 * // with a robot: scene.firstContact({ [robot.name]: robot.path([from, to]) })
 * ```
 */
export class Scene {
  /** As given. */
  readonly robots: readonly Robot[];
  /** What stands still, as given. */
  readonly obstacles: readonly Body[];
  /** What may move beside the robots, each with its name. */
  readonly bodies: readonly (Body & { readonly name: string })[];
  private engine: SceneEngine;
  private readonly content: { readonly self: boolean; readonly allowed: readonly (readonly [string, string])[] };
  private readonly phaseScenes: PhaseScenes<Scene> = new PhaseScenes((content) => new Scene(content));
  private readonly soft: SoftBodies;
  private readonly names: MovingNames;
  private readonly rules: AllowedNames;
  /** Names of obstacles that are bodies of their own, because they were asked for. */
  private readonly apart: Set<string>;
  private readonly guard: Exclusive = new Exclusive('Scene');
  /** The default tolerance, once it was asked for. */
  private defaulted = 0;

  /**
   * Decides which pairs are tested: what can move against each other, less what is allowed. Builds the trees of meshes
   * that have none yet.
   */
  constructor(options: SceneOptions) {
    checkRecord(options, SCENE_OPTIONS, 'scene');
    const { robots = [], obstacles = [], bodies = [], soft = [], self = true, allowed = [] } = options;
    for (const [key, list] of Object.entries({ robots, obstacles, bodies, soft, allowed }))
      if (!Array.isArray(list)) throw new InputError(`scene: ${key} must be a list, got ${shownValue(list)}`);
    if (typeof self !== 'boolean') throw new InputError(`scene: self must be true or false, got ${shownValue(self)}`);
    this.robots = robots;
    this.obstacles = obstacles;
    for (const robot of robots)
      if (!(robot instanceof Robot)) throw new InputError('scene: robots must be made by new Robot(…) or readUrdf');
    bodies.forEach((body, i) => {
      checkSceneBody(body, `scene: bodies[${i}]`);
    });
    obstacles.forEach((obstacle, i) => {
      checkSceneBody(obstacle, `scene: obstacles[${i}]`);
    });
    const obstacleNames = new Set(obstacles.map(({ name, shape: mesh }) => name ?? mesh.name));
    this.bodies = bodies.map((body) => ({ ...body, name: body.name ?? body.shape.name }));
    const bodyNames = this.bodies.map(({ name }) => name);
    const softly = softNames(soft);
    checkNames([...robots.map(({ name }) => name), ...bodyNames, ...softly]);
    this.names = { robots, bodies: bodyNames, obstacles: obstacleNames, soft: softly };
    this.rules = new AllowedNames(robots, allowed, [...obstacleNames, ...bodyNames, ...softly]);
    this.content = { self, allowed };
    this.soft = new SoftBodies(soft, (a, b) => this.rules.isAllowed(a, b));
    this.apart = new Set(this.rules.mentioned);
    this.engine = this.makeEngine();
  }

  private makeEngine(): SceneEngine {
    const { robots, obstacles, bodies, rules, apart } = this;
    const moving = bodies.map(({ name, shape: mesh, pose }) => ({ name, mesh, pose }));
    const pairs = new ScenePairs(robots, moving, standingBodies(obstacles, apart), this.content.self, (a, b) => rules.isAllowed(a, b));
    return new SceneEngine(
      pairs,
      bodies.map(({ pose }) => pose),
    );
  }

  /**
   * When do any two of them first touch? Motions by name: of every robot, and of the bodies that move. `time` is path
   * time, segment plus share of it, and never later than the exact one; `status` says what is proven.
   */
  firstContact(motions: SceneMotions, options: SceneFirstContactOptions = {}): SceneFirstContact {
    checkSceneOptions(options);
    if (options.start === 'leaving') this.requireRigid("start: 'leaving'");
    for (const key of ['arrive', 'leave'] as const) if (options[key] !== undefined) this.requireRigid(key);
    if (options.method !== undefined && options.method !== 'auto') this.requireRigid(`method: '${options.method}'`);
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions, options.ends);
      if (phases !== null) return heldFirstContact(phases, resolved, options);
      const tolerance = options.tolerance ?? this.defaultTolerance();
      const wanted = this.wantedPairs(options);
      const { engine } = this;
      const deadline = this.soft.names.length === 0 ? 0 : milliseconds() + (options.maxMilliseconds ?? SCENE_DEFAULTS.maxMilliseconds);
      const judged = wanted.filter(({ arrive }) => arrive);
      const exempt = judged.map(({ pair }) => pair);
      engine.firstContact(resolved, tolerance, options, 0, exempt, mayLeave(options, wanted));
      const answer = makeSceneAnswer(engine, this.robots, resolved, options);
      const rigid =
        judged.length === 0 ? answer : withWanted(answer, judgeWanted(engine, this.robots, resolved, tolerance, options, judged));
      return this.soft.names.length === 0 ? rigid : this.soft.judge(engine, resolved, tolerance, options, rigid, deadline);
    });
  }

  /**
   * For planners: may the scene's only robot go straight in joint space from one configuration to another? True is
   * proven; 'unresolved' counts as no.
   */
  motionIsFree(from: Configuration, to: Configuration, options: SceneFirstContactOptions = {}): boolean {
    this.requireRigid('motionIsFree');
    if (this.robots.length !== 1) throw new InputError(`motionIsFree: the scene has ${this.robots.length} robots; use firstContact`);
    checkSceneOptions(options);
    return this.exclusively(() => {
      const { resolved } = this.resolve({ [this.robots[0].name]: [from, to] });
      this.engine.firstContact(resolved, options.tolerance ?? this.defaultTolerance(), options);
      return this.engine.outcome.status === 'free';
    });
  }

  /**
   * Every stretch of the path on which something is in contact, in order. The beginnings are certified first contacts;
   * an end is the first instant found at which everything is proven apart. Contacts less than 1/512 of a segment apart
   * may be listed as one. `maxMilliseconds` is for all of it.
   */
  contactIntervals(motions: SceneMotions, options: SceneFirstContactOptions = {}): ContactIntervals {
    this.requireRigid('contactIntervals');
    checkSceneOptions(options);
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions, options.ends);
      if (phases !== null) return heldIntervals(phases, options);
      const tolerance = options.tolerance ?? this.defaultTolerance();
      const leavers = this.leavers(resolved, tolerance, options);
      const { engine } = this;
      const { gaveUp } = engine.start;
      const firsts: SceneFirstContact[] = [];
      const strict = { ...options, start: 'strict' as const };
      const search = new ContactIntervalSearch(engine, resolved, tolerance, strict, leavers);
      search.run(() => firsts.push(makeSceneAnswer(engine, this.robots, resolved, strict)));
      const intervals = search.intervals.map((interval, i) => ({ ...interval, first: firsts[i] }));
      const rest = firsts.length > intervals.length ? firsts[firsts.length - 1] : null;
      return { intervals, complete: !gaveUp && !search.late && (rest === null || rest.status === 'free') };
    });
  }

  /** The least distance of any tested pair along the path, enclosed to a relative `accuracy` (default 0.001). */
  clearance(motions: SceneMotions, options: ClearanceOptions = {}): Clearance {
    checkRecord(options, CLEARANCE_OPTIONS, 'clearance');
    this.requireRigid('clearance');
    const { accuracy = 1e-3, enough = 2 ** 400, ...rest } = options;
    if (typeof accuracy !== 'number' || !(accuracy > 0 && accuracy < 1))
      throw new InputError(`accuracy: must be in (0, 1), got ${shownValue(accuracy)}`);
    if (typeof enough !== 'number' || !(enough > 0)) throw new InputError(`enough: must be a number above 0, got ${shownValue(enough)}`);
    checkSceneOptions(rest);
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions, rest.ends);
      if (phases !== null) return heldClearance(phases, options);
      const tolerance = rest.tolerance ?? this.defaultTolerance();
      const exempt = [...this.leavers(resolved, tolerance, rest).keys()];
      const { engine } = this;
      const left = exempt.map((pair) => {
        const { leafA = -1, leafB = -1 } = engine.start.records.get(pair) ?? {};
        return pairOf(engine, pair, leafA, leafB);
      });
      const { lower, upper, time, pair, leafA, leafB } = pathClearance(engine, resolved, {
        accuracy,
        enough,
        tolerance,
        exempt,
        maxMilliseconds: rest.maxMilliseconds,
        maxIterations: rest.maxIterations,
      });
      return { gap: [lower, upper], time, pair: pair < 0 ? null : pairOf(engine, pair, leafA, leafB), exempt: left };
    });
  }

  /**
   * How far apart are the closest two at a path time, from 0 to the number of segments? Surfaces only, also of solids.
   */
  distanceAt(motions: SceneMotions, time: number, options: DistanceAtOptions = {}): SceneDistance {
    this.requireRigid('distanceAt');
    checkRecord(options, DISTANCE_AT_OPTIONS, 'distanceAt');
    const { cutoff = 2 ** 400, allowed = [] } = options;
    if (typeof cutoff !== 'number' || !(cutoff >= 0)) throw new InputError(`cutoff: must be a number ≥ 0, got ${shownValue(cutoff)}`);
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions);
      checkedTime(time, resolved);
      if (phases !== null) {
        const [phase, own] = phaseAt(phases, time);
        return phase.scene.distanceAt(phase.motions, own, options);
      }
      const { engine } = this;
      engine.placeAt(resolved, time);
      engine.findClosest(cutoff, 0, pairsOfSides(engine.pairs, allowed, 'distanceAt: allowed'));
      const { distance, lower, pair, leafA, leafB } = engine.distance.found;
      if (pair < 0) return { distance, gap: [lower, Number.MAX_VALUE], pair: null };
      // the lower bound is the distance less its rounding
      return { distance, gap: [lower, Math.max(0, 2 * distance - lower)], pair: pairOf(engine, pair, leafA, leafB) };
    });
  }

  /** Where every link is in the world at a path time, from 0 to the number of segments, by robot and link. */
  linkPoses(motions: SceneMotions, time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>> {
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions);
      checkedTime(time, resolved);
      if (phases !== null) {
        const [phase, own] = phaseAt(phases, time);
        return phase.scene.linkPoses(phase.motions, own);
      }
      this.engine.placeAt(resolved, time);
      const { chains, reference } = this.engine.pairs;
      return Object.fromEntries(chains.map((chain) => [chain.robot.name, linkPoses(chain, reference)]));
    });
  }

  /** Where every body of its own is in the world at a path time, from 0 to the number of segments, by name. */
  bodyPoses(motions: SceneMotions, time: number): Readonly<Record<string, LinkPose>> {
    const { resolved, phases } = this.phasesOf(motions);
    const segment = Math.min(Math.floor(checkedTime(time, resolved)), resolved.segments - 1);
    if (phases !== null) return heldBodyPoses(phases, time);
    const placed = this.bodies.map(({ name, pose }, i) => {
      const motion = resolved.bodies[i]?.[segment];
      return [name, motion === undefined ? checkedPose(pose, name) : poseAt(motion, time - segment)] as const;
    });
    return Object.fromEntries(placed);
  }

  /**
   * By which clock these motions run: how many segments there are, the seconds at their ends, and where each is on its
   * own path. Seconds are those of the trajectories, united; none where the motions have no seconds.
   */
  clock(motions: SceneMotions): SceneClock {
    return sceneClock(this.resolve(motions).resolved);
  }

  /** The same motions from one end of a segment to another, 0 ≤ first < last ≤ segments, as every query takes them. */
  between(motions: SceneMotions, first: number, last: number): SceneMotions {
    const { resolved, held } = this.resolve(motions);
    if (held.size > 0) throw new InputError(`between: not for what is taken and laid down (${[...held.keys()].join(', ')})`);
    return motionsBetween(this.names, resolved, first, last);
  }

  /**
   * The pairs that may start in contact and do, and when each is proven apart; Infinity: never, as for pairs that may
   * touch at the end.
   */
  private leavers(motions: ResolvedMotions, tolerance: number, options: SceneFirstContactOptions): ReadonlyMap<number, number> {
    const wanted = this.wantedPairs(options);
    if (options.start !== 'leaving' && wanted.length === 0) return new Map();
    const { engine } = this;
    const arriving = wanted.filter(({ arrive }) => arrive).map(({ pair }) => pair);
    const asked = { ...options, method: 'auto' as const, maxIterations: undefined };
    engine.firstContact(motions, tolerance, asked, 0, arriving, mayLeave(options, wanted));
    const out = new Map(engine.leavers(motions));
    for (const pair of arriving) out.set(pair, Infinity);
    return out;
  }

  /** The pairs of the engine that may touch at an end of the path. */
  private wantedPairs({ arrive = [], leave = [] }: SceneFirstContactOptions): readonly WantedPair[] {
    const named = [...arrive, ...leave].flat();
    if (named.length === 0) return [];
    // obstacles that are named must not share a body with others
    const shared = this.engine.pairs.standing.some(({ parts }) => parts.length > 1 && parts.some(({ name }) => named.includes(name)));
    for (const name of named) this.apart.add(name);
    if (shared) this.engine = this.makeEngine();
    return wantedPairs(this.engine.pairs, this.names, { arrive, leave });
  }

  private resolve(
    motions: SceneMotions,
    ends?: 'hold' | 'error',
  ): { readonly resolved: ResolvedMotions; readonly held: ReadonlyMap<string, HeldMotion> } {
    const held = new Map<string, HeldMotion>();
    for (const name in motions) {
      const motion = motions[name];
      if (!(motion instanceof HeldMotion)) continue;
      if (!this.names.bodies.includes(name)) throw new InputError(`motions: '${name}' cannot be held; list what robots take under bodies`);
      held.set(name, motion);
    }
    if (held.size === 0) return { resolved: sceneMotions(this.names, motions, ends), held };
    const others = Object.fromEntries(Object.entries(motions).filter(([name]) => !held.has(name)));
    return { resolved: sceneMotions(this.names, others, ends, heldSeconds(held)), held };
  }

  /** The phases of a path on which something is taken or laid down; null: nothing is. */
  private phasesOf(
    motions: SceneMotions,
    ends?: 'hold' | 'error',
  ): { readonly resolved: ResolvedMotions; readonly phases: readonly Phase[] | null } {
    const { resolved, held } = this.resolve(motions, ends);
    if (held.size === 0) return { resolved, phases: null };
    this.requireRigid('heldMotion');
    const { robots, obstacles, bodies, content, phaseScenes } = this;
    const whole = { robots, obstacles, bodies, ...content };
    return { resolved, phases: heldPhases(whole, this.names, resolved, held, (phase) => phaseScenes.of(phase, whole)) };
  }

  /** Questions that only rigid things can answer so far. */
  private requireRigid(what: string): void {
    if (this.soft.names.length > 0) throw new InputError(`${what}: not for scenes with soft bodies (${this.soft.names.join(', ')})`);
  }

  private exclusively<T>(work: () => T): T {
    this.guard.enter();
    try {
      return work();
    } finally {
      this.guard.leave();
    }
  }

  /** 1e-6 of the smallest moving body's radius, points aside. */
  private defaultTolerance(): number {
    if (this.defaulted > 0) return this.defaulted;
    const { moving, standing } = this.engine.pairs;
    const radii = [...moving.map(({ mesh }) => mesh), ...this.soft.bodies.map(({ shape }) => shape)]
      .map((mesh) => boundingRadius(mesh))
      .filter((radius) => radius > 0);
    const all = radii.length > 0 ? radii : standing.map(({ mesh }) => boundingRadius(mesh));
    const radius = Math.min(...all);
    if (!(radius > 0 && radius < Infinity)) throw new InputError('nothing in the scene has a size: give a tolerance');
    this.defaulted = RELATIVE_TOLERANCE * radius;
    return this.defaulted;
  }
}

function checkSceneBody(body: Body, what: string): void {
  checkBody(body, what);
  if (body.motion !== undefined) throw new InputError(`${what}: motions are given to the queries of the scene, by name`);
  checkedPose(body.pose, `${what}: pose`);
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new InputError(`scene: two robots or bodies are named '${twice}'`);
  const none = names.findIndex((name) => typeof name !== 'string' || name === '');
  if (none >= 0) throw new InputError(`scene: robot or body ${none} has no name`);
}
