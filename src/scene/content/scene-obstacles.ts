/**
 * What stands in a scene, and changes while it lives. Obstacles that were once added or moved stay bodies of their own,
 * so that the tree over the others, which are joined, is built once.
 */
import type { Body } from '../../contact/deformation.ts';
import { checkNames, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { AllowedNames } from './allowed-names.ts';
import type { AddObstacleOptions } from './content-options.ts';
import { type JoinedBefore, type StandingBody, standingBodies } from './obstacles.ts';
import { checkSceneBody, nameOf, type SceneContent, softNames } from './scene-content.ts';
import type { MovingNames } from './scene-motions.ts';

export class SceneObstacles {
  list: readonly Body[];
  rules: AllowedNames;
  names: MovingNames;
  private readonly content: SceneContent;
  /** Pairs that are not tested, of obstacles that came later, by their names. */
  private readonly own: Map<string, readonly (readonly [string, string])[]> = new Map();
  /** Names of obstacles that are bodies of their own. */
  readonly apart: Set<string>;
  /** Names of all that ever stood here: pairs may go on naming them. */
  readonly known: Set<string>;
  /** Obstacles that share a body, as of the last look. */
  readonly joined: JoinedBefore[];

  constructor(content: SceneContent) {
    this.content = content;
    this.list = content.obstacles;
    this.joined = content.phase?.joined ?? [];
    this.known = new Set([...content.obstacles.map(nameOf), ...(content.phase?.known ?? [])]);
    this.names = this.namesNow();
    this.rules = this.rulesNow();
    this.apart = new Set([...this.rules.mentioned, ...(content.phase?.apart ?? [])]);
  }

  /** Pairs that are not tested, those of obstacles that came later among them. */
  get allowed(): readonly (readonly [string, string])[] {
    return [...this.content.allowed, ...[...this.own.values()].flat()];
  }

  /** With the names of obstacles that are gone: rules may go on naming them. */
  get namesEver(): MovingNames {
    return { ...this.names, obstacles: this.known };
  }

  bodies(): readonly StandingBody[] {
    return standingBodies(this.list, this.apart, this.joined);
  }

  /** True where one of them has shared a body with others until now. */
  setApart(named: readonly string[]): boolean {
    const more = named.filter((name) => !this.apart.has(name) && this.names.obstacles.has(name));
    for (const name of more) this.apart.add(name);
    return more.length > 0;
  }

  add(obstacle: Body, options: AddObstacleOptions): void {
    checkSceneBody(obstacle, 'addObstacle');
    checkRecord(options, ['allowed'], 'addObstacle');
    const { allowed = [] } = options;
    checkNames(allowed, 'addObstacle: allowed');
    const { name } = obstacle;
    if (typeof name !== 'string' || name === '') throw new InputError('addObstacle: the obstacle needs a name of its own');
    const { robots, bodies, soft } = this.content;
    if ([...robots.map((robot) => robot.name), ...bodies.map((body) => body.name), ...softNames(soft)].includes(name))
      throw new InputError(`addObstacle: '${name}' is a robot or body of the scene`);
    const at = this.list.some((other) => nameOf(other) === name) ? this.numberOf(name, 'addObstacle') : -1;
    const before = { own: this.own.get(name), isKnown: this.known.has(name) };
    this.known.add(name);
    this.own.set(name, pairsWith(name, allowed));
    try {
      this.rules = this.rulesNow();
    } catch (cause) {
      if (before.own === undefined) this.own.delete(name);
      else this.own.set(name, before.own);
      if (!before.isKnown) this.known.delete(name);
      throw cause;
    }
    this.apart.add(name);
    this.list = at < 0 ? [...this.list, obstacle] : this.list.map((other, i) => (i === at ? obstacle : other));
    this.names = this.namesNow();
  }

  move(name: string, pose: Pose): void {
    const at = this.numberOf(name, 'moveObstacle');
    checkedPose(pose, 'moveObstacle: pose');
    this.apart.add(name);
    this.list = this.list.map((obstacle, i) => (i === at ? { ...obstacle, pose } : obstacle));
  }

  remove(name: string): void {
    const at = this.numberOf(name, 'removeObstacle');
    this.list = this.list.filter((_, i) => i !== at);
    this.own.delete(name);
    this.names = this.namesNow();
    this.rules = this.rulesNow();
  }

  private numberOf(name: string, what: string): number {
    const names = this.list.map(nameOf);
    const at = names.indexOf(name);
    if (at < 0) {
      const near = typeof name === 'string' ? nearestName(name, names) : undefined;
      throw new InputError(`${what}: there is no obstacle ${shownValue(name)}${near === undefined ? '' : `; is '${near}' meant?`}`);
    }
    if (names.lastIndexOf(name) !== at) throw new InputError(`${what}: several obstacles are named '${name}'`);
    return at;
  }

  private namesNow(): MovingNames {
    const { robots, bodies, soft } = this.content;
    const obstacles = new Set(this.list.map(nameOf));
    return { robots, bodies: bodies.map(({ name }) => name), obstacles, soft: softNames(soft) };
  }

  private rulesNow(): AllowedNames {
    const { robots, bodies, soft } = this.names;
    const { allowed } = this;
    // names are looked for only where some are mentioned
    return new AllowedNames(robots, allowed, allowed.length === 0 ? [] : [...this.known, ...bodies, ...soft]);
  }
}

function pairsWith(name: string, allowed: readonly string[]): (readonly [string, string])[] {
  return allowed.map((other) => [other, name] as const);
}
