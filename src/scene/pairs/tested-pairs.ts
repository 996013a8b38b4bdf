/**
 * Which two bodies of a scene are tested against each other? Those that can move against each other, less what is
 * allowed. Told for any two of them when it is asked, and counted for all of them without going through them: links
 * that no joint moves against each other are numbered as one cluster.
 */
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import type { AllowedNames, NamedBody } from '../content/allowed-names.ts';
import type { StandingBody } from '../content/obstacles.ts';

/** A body that may move: a link's, or one of its own. */
export interface MovingBody extends NamedBody {
  readonly mesh: TriangleMesh;
  readonly link: number;
}

/** What of a scene is tested. */
export interface PairRules {
  /** Links of one robot among each other. */
  readonly self: boolean;
  /** What moves among what moves, but for links of one robot. */
  readonly movers: boolean;
  /** Pairs that are not, by name. */
  readonly allowed: Pick<AllowedNames, 'isAllowed' | 'among' | 'isEmpty'>;
}

export class TestedPairs {
  private readonly robots: readonly Robot[];
  private readonly moving: readonly MovingBody[];
  private readonly movable: number;
  private readonly standing: readonly StandingBody[];
  private readonly rules: PairRules;
  /** By robot and link: the link at the top of all that move with it, −1: the base. */
  private readonly clusters: readonly Int32Array[];

  constructor(
    robots: readonly Robot[],
    moving: readonly MovingBody[],
    movable: number,
    standing: readonly StandingBody[],
    rules: PairRules,
    clusters: readonly Int32Array[],
  ) {
    this.robots = robots;
    this.moving = moving;
    this.movable = movable;
    this.standing = standing;
    this.rules = rules;
    this.clusters = clusters;
  }

  /** Bodies i < j: moving ones, or j a standing one, numbered after them. */
  isTested(i: number, j: number): boolean {
    const { moving, rules } = this;
    if (j >= moving.length) return i < this.movable && !this.isAllowedAt(i, j - moving.length);
    if (!this.canTouch(i, j) || rules.allowed.isAllowed(moving[i], moving[j])) return false;
    const { robot, name } = moving[i];
    return robot < 0 || robot !== moving[j].robot || !this.robots[robot].allowed.isAllowed(name, moving[j].name);
  }

  /** How many pairs are tested. */
  count(): number {
    const { moving, movable, robots, rules, standing } = this;
    const firstOf = robots.map(() => new Map<string, number[]>());
    const clusters = robots.map(() => new Map<number, number>());
    const inRobot = robots.map(() => 0);
    const stillInRobot = robots.map(() => 0);
    for (const [i, { robot, link, name }] of moving.entries()) {
      if (robot < 0) continue;
      const cluster = this.clusters[robot][link];
      clusters[robot].set(cluster, (clusters[robot].get(cluster) ?? 0) + 1);
      const bodies = firstOf[robot].get(name) ?? [];
      firstOf[robot].set(name, [...bodies, i]);
      inRobot[robot]++;
      if (i >= movable) stillInRobot[robot]++;
    }
    let count = 0;
    if (rules.movers) {
      count += choose2(moving.length) - choose2(moving.length - movable);
      for (const [r, own] of inRobot.entries()) count -= choose2(own) - choose2(stillInRobot[r]);
    }
    if (rules.self)
      for (const [r, own] of inRobot.entries()) {
        count += choose2(own);
        for (const together of clusters[r].values()) count -= choose2(together);
      }
    const allowed = new Set<number>();
    const note = (i: number, j: number): void => {
      const [a, b] = i < j ? [i, j] : [j, i];
      if (this.canTouch(a, b)) allowed.add(a * moving.length + b);
    };
    rules.allowed.among(moving, note);
    if (rules.self)
      for (const [r, robot] of robots.entries())
        for (const { a, b } of robot.allowed.list())
          for (const i of firstOf[r].get(a) ?? []) for (const j of firstOf[r].get(b) ?? []) note(i, j);
    return count - allowed.size + movable * standing.length - this.allowedStanding();
  }

  private allowedStanding(): number {
    const { moving, movable, standing, rules } = this;
    if (rules.allowed.isEmpty) return 0;
    const single = standing.filter(({ parts }) => parts.length === 1).map(({ parts }): NamedBody => ({ name: parts[0].name, robot: -1 }));
    let count = 0;
    rules.allowed.among([...moving.slice(0, movable), ...single], (i, j) => {
      if (i < movable !== j < movable) count++;
    });
    return count;
  }

  private isAllowedAt(i: number, s: number): boolean {
    const { parts } = this.standing[s];
    return parts.length === 1 && this.rules.allowed.isAllowed(this.moving[i], { name: parts[0].name, robot: -1 });
  }

  /** Whether anything moves the two moving bodies i < j against each other, and such are tested. */
  private canTouch(i: number, j: number): boolean {
    const { moving, rules } = this;
    const { robot, link } = moving[i];
    if (robot < 0 || robot !== moving[j].robot) return rules.movers && i < this.movable;
    return rules.self && this.clusters[robot][link] !== this.clusters[robot][moving[j].link];
  }
}

function choose2(n: number): number {
  return (n * (n - 1)) / 2;
}

/** For each link the topmost of those that only fixed joints hold together with it; −1: the base. */
export function clustersOf({ links, posable }: Robot): Int32Array {
  const out = new Int32Array(links.length);
  for (const { index, parent, joint } of links) out[index] = posable || joint.kind.size > 0 ? index : parent < 0 ? -1 : out[parent];
  return out;
}
