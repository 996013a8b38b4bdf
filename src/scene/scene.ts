/**
 * Robots, moving bodies and obstacles together: the first contact of any of them along paths. Reusable; one scene
 * answers one query at a time. See docs/guarantee.md for what each status proves.
 */
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Configuration, Robot } from '../robot/robot.ts';
import { type Obstacle, standingBodies } from './obstacles.ts';
import { SceneEngine } from './scene-engine.ts';
import { type GivenMotion, type SceneMotions, sceneMotions } from './scene-motions.ts';
import { checkSceneOptions, type SceneContactOptions } from './scene-options.ts';
import { type NamedBody, ScenePairs } from './scene-pairs.ts';
import type { SceneContact } from './scene-result.ts';
import { tellContact } from './tell-contact.ts';

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
  /** Whether links of one robot are tested against each other. Default true. */
  readonly self?: boolean;
  /** Pairs never tested: names of links (or `robot/link`), bodies and obstacles. Pairs of one robot's links: see Robot.allowed. */
  readonly allowed?: readonly (readonly [string, string])[];
}

export type Motions = Readonly<Record<string, GivenMotion>>;

const SCENE_OPTIONS: readonly string[] = ['robots', 'obstacles', 'bodies', 'self', 'allowed'];

export class Scene {
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Obstacle[];
  readonly bodies: readonly SceneBody[];
  private readonly engine: SceneEngine;
  private readonly obstacleNames: ReadonlySet<string>;
  private busy = false;

  constructor(options: SceneOptions) {
    if (options === null || typeof options !== 'object') throw new InputError(`scene: options must be an object, got ${options}`);
    for (const key in options)
      if (!SCENE_OPTIONS.includes(key)) throw new InputError(`scene: unknown option '${key}'; known are ${SCENE_OPTIONS.join(', ')}`);
    const { robots = [], obstacles = [], bodies = [], self = true, allowed = [] } = options;
    this.robots = robots;
    this.obstacles = obstacles;
    this.bodies = bodies;
    for (const robot of robots)
      if (!(robot instanceof Robot)) throw new InputError('scene: robots must be made by new Robot(…) or readUrdf');
    for (const { name, mesh, pose } of bodies) {
      if (!(mesh instanceof TriangleMesh)) throw new InputError(`scene: body '${name}' needs a mesh`);
      checkedPose(pose, `scene: body '${name}'`);
    }
    this.obstacleNames = new Set(obstacles.map(({ name, mesh }) => name ?? mesh?.name));
    checkNames([...robots.map(({ name }) => name), ...bodies.map(({ name }) => name)]);
    const rules = new AllowedNames(robots, allowed, [...this.obstacleNames, ...bodies.map(({ name }) => name)]);
    const pairs = new ScenePairs(robots, bodies, standingBodies(obstacles, rules.mentioned), self, (a, b) => rules.isAllowed(a, b));
    this.engine = new SceneEngine(
      pairs,
      bodies.map(({ pose }) => pose),
    );
  }

  /** When do any two of them first touch? Motions by name: of every robot, and of the bodies that move. */
  firstContact(motions: Motions, options: SceneContactOptions = {}): SceneContact {
    checkSceneOptions(options);
    return this.exclusively(() => {
      const resolved = this.resolve(motions);
      this.engine.firstContact(resolved, options.tolerance ?? this.defaultTolerance(), options);
      return tellContact(this.engine, this.robots, resolved, options);
    });
  }

  /** For planners: may the scene's only robot go straight from one configuration to another? 'unresolved' counts as no. */
  motionIsFree(from: Configuration, to: Configuration, options: SceneContactOptions = {}): boolean {
    if (this.robots.length !== 1) throw new InputError(`motionIsFree: the scene has ${this.robots.length} robots; use firstContact`);
    checkSceneOptions(options);
    return this.exclusively(() => {
      const resolved = this.resolve({ [this.robots[0].name]: [from, to] });
      this.engine.firstContact(resolved, options.tolerance ?? this.defaultTolerance(), options);
      return this.engine.outcome.status === 'free';
    });
  }

  private resolve(motions: Motions): SceneMotions {
    return sceneMotions(
      this.robots,
      this.bodies.map(({ name }) => name),
      this.obstacleNames,
      motions,
    );
  }

  private exclusively<T>(work: () => T): T {
    if (this.busy) throw new InputError('this Scene is answering a query already; make another one');
    this.busy = true;
    try {
      return work();
    } finally {
      this.busy = false;
    }
  }

  /** 1e-6 of the smallest moving body's radius, points aside. */
  private defaultTolerance(): number {
    const { moving, standing } = this.engine.pairs;
    const radii = moving.map(({ mesh }) => boundingRadius(mesh)).filter((radius) => radius > 0);
    const all = radii.length > 0 ? radii : standing.map(({ mesh }) => boundingRadius(mesh));
    const radius = Math.min(...all);
    if (!(radius > 0 && radius < Infinity)) throw new InputError('nothing in the scene has a size: give a tolerance');
    return RELATIVE_TOLERANCE * radius;
  }
}

/** The scene's own list of pairs that are not tested. */
class AllowedNames {
  readonly mentioned: ReadonlySet<string>;
  private readonly robots: readonly Robot[];
  private readonly keys: ReadonlySet<string>;

  constructor(robots: readonly Robot[], allowed: readonly (readonly [string, string])[], others: readonly string[]) {
    this.robots = robots;
    this.mentioned = new Set(allowed.flat());
    const links = robots.flatMap(({ name, links }) => links.flatMap((link) => [link.name, `${name}/${link.name}`]));
    const known = new Set([...links, ...others]);
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

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new InputError(`scene: two robots or bodies are named '${twice}'`);
  const none = names.findIndex((name) => typeof name !== 'string' || name === '');
  if (none >= 0) throw new InputError(`scene: robot or body ${none} has no name`);
}
