import { nearestName } from '../../math/nearest-name.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Located } from '../text/located-value.ts';

interface Named {
  /** −1: an obstacle. */
  readonly robot: number;
  readonly name: string;
}

/** Units of work of a pair that is allowed. */
const PAIR_UNITS = 64;

/**
 * The pairs of a cell's "allow": those of one robot's links are given to the robot, the others come back for the scene.
 * A name that links of several robots have means all of them.
 */
export function allowPairs(pairs: readonly Located[], robots: readonly Robot[], obstacles: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  if (pairs.length === 0) return out;
  const known = new KnownNames(robots, obstacles);
  for (const pair of pairs) {
    const [first, second] = pair.items();
    const [a, b] = [first, second].map((end) => known.meant(end));
    if (first.text() === second.text() && a.length < 2) throw pair.error(`pairs ${shownName(first.text())} with itself`);
    let isOfScene = false;
    // many robots may have links of one name
    pair.work.spend(PAIR_UNITS * a.length * b.length, pair);
    for (const x of a) {
      for (const y of b) {
        if (x.robot !== y.robot) isOfScene = true;
        else if (x.robot >= 0 && x.name !== y.name) robots[x.robot].allowed.allow(x.name, y.name, 'user');
      }
    }
    if (isOfScene) out.push([first.text(), second.text()]);
  }
  return out;
}

/** Links by both of their names, and obstacles. */
class KnownNames {
  private readonly links: Map<string, Named[]> = new Map();
  private readonly obstacles: ReadonlySet<string>;
  private readonly bare: ReadonlySet<string>;

  constructor(robots: readonly Robot[], obstacles: readonly string[]) {
    this.obstacles = new Set(obstacles);
    this.bare = new Set([...robots.flatMap(({ links }) => links.map(({ name }) => name)), ...obstacles]);
    robots.forEach((robot, i) => {
      for (const { name } of robot.links) {
        for (const way of new Set([name, `${robot.name}/${name}`])) {
          const others = this.links.get(way);
          if (others === undefined) this.links.set(way, [{ robot: i, name }]);
          else others.push({ robot: i, name });
        }
      }
    });
  }

  meant(end: Located): readonly Named[] {
    const text = end.text();
    const found = this.links.get(text) ?? [];
    if (this.obstacles.has(text)) {
      if (found.length > 0)
        throw end.error(`is ${shownName(text)}, which a link and an obstacle or body are called; call one of them otherwise`);
      return [{ robot: -1, name: text }];
    }
    if (found.length > 0) return found;
    const near = nearestName(text, [...this.bare, ...this.links.keys()]);
    const advice = near === undefined ? `known are ${shownNames(this.bare)}` : `is ${shownName(near)} meant?`;
    throw end.error(`is ${shownName(text)}, which is no link, obstacle or held thing; ${advice}`);
  }
}
