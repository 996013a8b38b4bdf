/**
 * Robots, moving bodies and obstacles together: the first contact of any of them along paths. Reusable; one scene
 * answers one query at a time. See docs/guarantee.md for what each status proves.
 */
import { milliseconds } from '../contact/budget.ts';
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type LinkPose, linkPoses } from '../robot/link-poses.ts';
import { type Configuration, Robot } from '../robot/robot.ts';
import { ContactIntervalSearch } from './contact-intervals.ts';
import { type Obstacle, standingBodies } from './obstacles.ts';
import { pathClearance } from './path-clearance.ts';
import { SceneEngine } from './scene-engine.ts';
import { type GivenMotion, type SceneMotions, sceneMotions } from './scene-motions.ts';
import { checkSceneOptions, SCENE_DEFAULTS, type SceneContactOptions } from './scene-options.ts';
import { type NamedBody, ScenePairs } from './scene-pairs.ts';
import type { SceneContact, SceneSide } from './scene-result.ts';
import { type SceneSoftBody, SoftBodies, softNames } from './soft-bodies.ts';
import { pairOf, tellContact } from './tell-contact.ts';

export interface SceneBody {
  readonly name: string;
  readonly mesh: TriangleMesh;
  /** Where it is while no motion is given. */
  readonly pose?: Pose;
}

export interface SceneOptions {
  readonly robots?: readonly Robot[];
  /** What stands still. */
  readonly obstacles?: readonly Obstacle[];
  /** What may move by motions of its own, beside the robots. */
  readonly bodies?: readonly SceneBody[];
  /** What deforms; every query about the scene then needs their motions, made by linear(positions0, positions1). */
  readonly soft?: readonly SceneSoftBody[];
  /** Whether links of one robot are tested against each other. Default true. */
  readonly self?: boolean;
  /** Pairs never tested: names of links (or `robot/link`), bodies and obstacles. Pairs of one robot's links: see Robot.allowed. */
  readonly allowed?: readonly (readonly [string, string])[];
}

export interface ContactInterval {
  readonly from: number;
  readonly to: number;
  /** Pairs seen in contact on it, the first one first. */
  readonly pairs: readonly (readonly [SceneSide, SceneSide])[];
  /** The contact with which it begins. */
  readonly first: SceneContact;
}

export interface ContactIntervals {
  readonly intervals: readonly ContactInterval[];
  /** False when the budget ran out: there may be more. */
  readonly complete: boolean;
}

export interface ClearanceOptions extends Pick<SceneContactOptions, 'tolerance' | 'start' | 'maxMilliseconds'> {
  readonly accuracy?: number;
  /** Distances beyond this are not told apart. */
  readonly enough?: number;
}

export interface Clearance {
  /** Proven: everything stays at least this far apart. */
  readonly lower: number;
  /** Proven: at `time` the pair is this close, up to rounding. */
  readonly upper: number;
  readonly time: number;
  readonly pair: readonly [SceneSide, SceneSide] | null;
  /** With start: 'leaving', the pairs that start in contact: they are left out, all the way. */
  readonly except: readonly (readonly [SceneSide, SceneSide])[];
}

export interface SceneDistanceAt {
  readonly distance: number;
  /** Certified lower bound. */
  readonly lower: number;
  readonly pair: readonly [SceneSide, SceneSide] | null;
}

export type Motions = Readonly<Record<string, GivenMotion>>;

const SCENE_OPTIONS: readonly string[] = ['robots', 'obstacles', 'bodies', 'soft', 'self', 'allowed'];

export class Scene {
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Obstacle[];
  readonly bodies: readonly SceneBody[];
  private readonly engine: SceneEngine;
  private readonly soft: SoftBodies;
  private readonly obstacleNames: ReadonlySet<string>;
  private readonly bodyNames: readonly string[];
  private readonly guard: Exclusive = new Exclusive('Scene');
  /** The default tolerance, once it was asked for. */
  private defaulted = 0;

  constructor(options: SceneOptions) {
    if (options === null || typeof options !== 'object') throw new InputError(`scene: options must be an object, got ${options}`);
    for (const key in options)
      if (!SCENE_OPTIONS.includes(key)) throw new InputError(`scene: unknown option '${key}'; known are ${SCENE_OPTIONS.join(', ')}`);
    const { robots = [], obstacles = [], bodies = [], soft = [], self = true, allowed = [] } = options;
    for (const [key, list] of Object.entries({ robots, obstacles, bodies, soft, allowed }))
      if (!Array.isArray(list)) throw new InputError(`scene: ${key} must be a list, got ${list}`);
    if (typeof self !== 'boolean') throw new InputError(`scene: self must be true or false, got ${self}`);
    this.robots = robots;
    this.obstacles = obstacles;
    this.bodies = bodies;
    for (const robot of robots)
      if (!(robot instanceof Robot)) throw new InputError('scene: robots must be made by new Robot(…) or readUrdf');
    for (const body of bodies) {
      if (body === null || typeof body !== 'object') throw new InputError(`scene: a body must be { name, mesh, pose }, got ${body}`);
      const { name, mesh, pose } = body;
      if (!(mesh instanceof TriangleMesh)) throw new InputError(`scene: body '${name}' needs a mesh`);
      checkedPose(pose, `scene: body '${name}'`);
    }
    for (const obstacle of obstacles)
      if (!(obstacle?.mesh instanceof TriangleMesh))
        throw new InputError(`scene: an obstacle needs a mesh, made by new TriangleMesh(…), a reader or a primitive`);
    this.obstacleNames = new Set(obstacles.map(({ name, mesh }) => name ?? mesh.name));
    this.bodyNames = bodies.map(({ name }) => name);
    const softly = softNames(soft);
    checkNames([...robots.map(({ name }) => name), ...this.bodyNames, ...softly]);
    const rules = new AllowedNames(robots, allowed, [...this.obstacleNames, ...this.bodyNames, ...softly]);
    const pairs = new ScenePairs(robots, bodies, standingBodies(obstacles, rules.mentioned), self, (a, b) => rules.isAllowed(a, b));
    this.soft = new SoftBodies(soft, (a, b) => rules.isAllowed(a, b));
    this.engine = new SceneEngine(
      pairs,
      bodies.map(({ pose }) => pose),
    );
  }

  /** When do any two of them first touch? Motions by name: of every robot, and of the bodies that move. */
  firstContact(motions: Motions, options: SceneContactOptions = {}): SceneContact {
    checkSceneOptions(options);
    if (options.start === 'leaving') this.requireRigid("start: 'leaving'");
    if (options.method !== undefined && options.method !== 'auto') this.requireRigid(`method: '${options.method}'`);
    return this.exclusively(() => {
      const resolved = this.resolve(motions);
      const tolerance = options.tolerance ?? this.defaultTolerance();
      const { engine } = this;
      const deadline = this.soft.names.length === 0 ? 0 : milliseconds() + (options.maxMilliseconds ?? SCENE_DEFAULTS.maxMilliseconds);
      engine.firstContact(resolved, tolerance, options);
      const rigid = tellContact(engine, this.robots, resolved, options);
      return this.soft.names.length === 0 ? rigid : this.soft.judge(engine, resolved, tolerance, options, rigid, deadline);
    });
  }

  /** For planners: may the scene's only robot go straight from one configuration to another? 'unresolved' counts as no. */
  motionIsFree(from: Configuration, to: Configuration, options: SceneContactOptions = {}): boolean {
    this.requireRigid('motionIsFree');
    if (this.robots.length !== 1) throw new InputError(`motionIsFree: the scene has ${this.robots.length} robots; use firstContact`);
    checkSceneOptions(options);
    return this.exclusively(() => {
      const resolved = this.resolve({ [this.robots[0].name]: [from, to] });
      this.engine.firstContact(resolved, options.tolerance ?? this.defaultTolerance(), options);
      return this.engine.outcome.status === 'free';
    });
  }

  /**
   * Every stretch of the path on which something is in contact, in order. The beginnings are certified first contacts; an
   * end is the first instant found at which everything is proven apart. `maxMilliseconds` is for all of it.
   */
  contactIntervals(motions: Motions, options: SceneContactOptions = {}): ContactIntervals {
    this.requireRigid('contactIntervals');
    checkSceneOptions(options);
    return this.exclusively(() => {
      const { engine } = this;
      const resolved = this.resolve(motions);
      const tolerance = options.tolerance ?? this.defaultTolerance();
      const leavers = this.leavers(resolved, tolerance, options);
      const { gaveUp } = engine.start;
      const firsts: SceneContact[] = [];
      const told = { ...options, start: 'strict' as const };
      const search = new ContactIntervalSearch(engine, resolved, tolerance, told, leavers);
      search.run(() => firsts.push(tellContact(engine, this.robots, resolved, told)));
      const intervals = search.intervals.map((interval, i) => ({ ...interval, first: firsts[i] }));
      const rest = firsts.length > intervals.length ? firsts[firsts.length - 1] : null;
      return { intervals, complete: !gaveUp && !search.late && (rest === null || rest.status === 'free') };
    });
  }

  /** The least distance of any tested pair along the path, enclosed to a relative `accuracy` (default 0.001). */
  clearance(motions: Motions, options: ClearanceOptions = {}): Clearance {
    if (options === null || typeof options !== 'object') throw new InputError(`options: must be an object, got ${options}`);
    this.requireRigid('clearance');
    const { accuracy = 1e-3, enough = 2 ** 400, ...rest } = options;
    if (typeof accuracy !== 'number' || !(accuracy > 0 && accuracy < 1))
      throw new InputError(`accuracy: must be in (0, 1), got ${accuracy}`);
    if (typeof enough !== 'number' || !(enough > 0)) throw new InputError(`enough: must be a number above 0, got ${enough}`);
    checkSceneOptions(rest);
    return this.exclusively(() => {
      const { engine } = this;
      const resolved = this.resolve(motions);
      const tolerance = rest.tolerance ?? this.defaultTolerance();
      const exempt = [...this.leavers(resolved, tolerance, rest).keys()];
      const except = exempt.map((pair) => {
        const { leafA = -1, leafB = -1 } = engine.start.records.get(pair) ?? {};
        return pairOf(engine, pair, leafA, leafB);
      });
      const { lower, upper, time, pair, leafA, leafB } = pathClearance(engine, resolved, {
        accuracy,
        enough,
        tolerance,
        exempt,
        maxMilliseconds: rest.maxMilliseconds,
      });
      return { lower, upper, time, pair: pair < 0 ? null : pairOf(engine, pair, leafA, leafB), except };
    });
  }

  /** The distance of the closest two at a path time; beyond `cutoff` nothing is looked for. `except`: pairs left out, as in results. */
  distanceAt(
    motions: Motions,
    time: number,
    cutoff: number = 2 ** 400,
    except: readonly (readonly [SceneSide, SceneSide])[] = [],
  ): SceneDistanceAt {
    this.requireRigid('distanceAt');
    if (typeof cutoff !== 'number' || !(cutoff >= 0)) throw new InputError(`cutoff: must be a number ≥ 0, got ${cutoff}`);
    return this.exclusively(() => {
      const { engine } = this;
      const resolved = this.resolve(motions);
      engine.placeAt(resolved, checkedTime(time, resolved));
      engine.findClosest(cutoff, 0, this.numbersOf(except));
      const { distance, lower, pair, leafA, leafB } = engine.distance.found;
      return { distance, lower, pair: pair < 0 ? null : pairOf(engine, pair, leafA, leafB) };
    });
  }

  /** Where every link is at a path time, by robot and link. */
  linkPoses(motions: Motions, time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>> {
    return this.exclusively(() => {
      const resolved = this.resolve(motions);
      this.engine.placeAt(resolved, checkedTime(time, resolved));
      const { chains, reference } = this.engine.pairs;
      return Object.fromEntries(chains.map((chain) => [chain.robot.name, linkPoses(chain, reference)]));
    });
  }

  /** With start: 'leaving', the pairs that start in contact, and when each is proven apart; Infinity: never. */
  private leavers(motions: SceneMotions, tolerance: number, options: SceneContactOptions): ReadonlyMap<number, number> {
    if (options.start !== 'leaving') return new Map();
    const { engine } = this;
    engine.firstContact(motions, tolerance, { ...options, method: 'auto', maxIterations: undefined });
    return engine.leavers(motions);
  }

  /** All pairs of bodies between the named two; of obstacles that share a tree, all. */
  private numbersOf(named: readonly (readonly [SceneSide, SceneSide])[]): Set<number> {
    const out = new Set<number>();
    if (named.length === 0) return out;
    const { pairs } = this.engine;
    const isSide = ({ body, link }: SceneSide, number: number): boolean => {
      if (number >= pairs.moving.length) return pairs.standing[number - pairs.moving.length].parts.some(({ name }) => name === body);
      const { name, robot } = pairs.moving[number];
      return robot < 0 ? name === body : link === name && pairs.chains[robot].robot.name === body;
    };
    for (let pair = 0; pair < pairs.count; pair++) {
      const a = pairs.viewA(pair).body;
      const b = pairs.viewB(pair).body;
      if (named.some(([x, y]) => (isSide(x, a) && isSide(y, b)) || (isSide(x, b) && isSide(y, a)))) out.add(pair);
    }
    return out;
  }

  private resolve(motions: Motions): SceneMotions {
    return sceneMotions(this.robots, this.bodyNames, this.obstacleNames, this.soft.names, motions);
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
    const radii = [...moving, ...this.soft.bodies].map(({ mesh }) => boundingRadius(mesh)).filter((radius) => radius > 0);
    const all = radii.length > 0 ? radii : standing.map(({ mesh }) => boundingRadius(mesh));
    const radius = Math.min(...all);
    if (!(radius > 0 && radius < Infinity)) throw new InputError('nothing in the scene has a size: give a tolerance');
    this.defaulted = RELATIVE_TOLERANCE * radius;
    return this.defaulted;
  }
}

/** The scene's own list of pairs that are not tested. */
class AllowedNames {
  readonly mentioned: ReadonlySet<string>;
  private readonly robots: readonly Robot[];
  private readonly keys: ReadonlySet<string>;

  constructor(robots: readonly Robot[], allowed: readonly (readonly [string, string])[], others: readonly string[]) {
    this.robots = robots;
    for (const pair of allowed)
      if (!Array.isArray(pair) || pair.length !== 2)
        throw new InputError(`scene: an allowed pair must be two names, got ${JSON.stringify(pair)}`);
    this.mentioned = new Set(allowed.flat());
    const links = robots.flatMap(({ name, links }) => links.flatMap((link) => [link.name, `${name}/${link.name}`]));
    const known = new Set([...links, ...others]);
    for (const [a, b] of allowed) {
      // links of two robots may be of one name
      const robotsWith = robots.filter(({ links }) => links.some(({ name }) => name === a)).length;
      if (a === b && robotsWith < 2) throw new InputError(`scene: an allowed pair names '${a}' twice`);
    }
    for (const name of this.mentioned)
      if (!known.has(name)) throw new InputError(`scene: allowed pairs name '${name}', which is no link, body or obstacle`);
    this.keys = new Set(allowed.flatMap(([a, b]) => [`${a}\n${b}`, `${b}\n${a}`]));
  }

  isAllowed(a: NamedBody, b: NamedBody): boolean {
    if (this.keys.size === 0) return false;
    return this.names(a).some((x) => this.names(b).some((y) => this.keys.has(`${x}\n${y}`)));
  }

  private names({ name, robot }: NamedBody): readonly string[] {
    return robot < 0 ? [name] : [name, `${this.robots[robot].name}/${name}`];
  }
}

function checkedTime(time: number, { segments }: SceneMotions): number {
  if (typeof time !== 'number' || !(time >= 0 && time <= segments)) throw new InputError(`time: must be in [0, ${segments}], got ${time}`);
  return time;
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new InputError(`scene: two robots or bodies are named '${twice}'`);
  const none = names.findIndex((name) => typeof name !== 'string' || name === '');
  if (none >= 0) throw new InputError(`scene: robot or body ${none} has no name`);
}
