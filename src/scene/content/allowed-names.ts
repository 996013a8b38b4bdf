/** Which pairs a scene does not test, as its maker allowed them, by name: `link`, `robot/link`, body or obstacle. */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Robot } from '../../robot/robot.ts';
import type { NamedBody } from '../scene-pairs.ts';

/** In place of a name: everything but links of the same robot. Nobody can be called so in a file. */
export const ANYTHING = '\u0000 anything';

/** The scene's own list of pairs that are not tested. */
export class AllowedNames {
  readonly mentioned: ReadonlySet<string>;
  private readonly robots: readonly Robot[];
  private readonly keys: ReadonlySet<string>;

  /** `what`: as errors call the list. */
  constructor(
    robots: readonly Robot[],
    allowed: readonly (readonly [string, string])[],
    others: readonly string[],
    what = 'scene: allowed',
  ) {
    this.robots = robots;
    for (const pair of allowed)
      if (!Array.isArray(pair) || pair.length !== 2) throw new InputError(`${what}: a pair must be two names, got ${shownValue(pair)}`);
    this.mentioned = new Set(allowed.flat());
    const links = new Set(robots.flatMap(({ name, links }) => links.flatMap((link) => [link.name, `${name}/${link.name}`])));
    const known = new Set(others);
    for (const [a, b] of allowed) {
      if (a !== b) continue;
      // links of two robots may be of one name
      const robotsWith = robots.filter(({ links }) => links.some(({ name }) => name === a)).length;
      if (robotsWith < 2) throw new InputError(`${what}: a pair names ${shownName(a)} twice`);
    }
    for (const name of this.mentioned) {
      if (!links.has(name) && !known.has(name)) throw new InputError(`${what}: ${shownName(name)} is no link, body or obstacle`);
      if (links.has(name) && known.has(name))
        throw new InputError(`${what}: ${shownName(name)} is a link and something else too; call one of them otherwise`);
    }
    this.keys = new Set(allowed.flatMap(([a, b]) => [`${a}\n${b}`, `${b}\n${a}`]));
  }

  isAllowed(a: NamedBody, b: NamedBody): boolean {
    if (this.keys.size === 0) return false;
    const any = a.robot < 0 || a.robot !== b.robot ? [ANYTHING] : [];
    return this.names(a, any).some((x) => this.names(b, any).some((y) => this.keys.has(`${x}\n${y}`)));
  }

  private names({ name, robot }: NamedBody, any: readonly string[]): readonly string[] {
    return robot < 0 ? [name, ...any] : [name, `${this.robots[robot].name}/${name}`, ...any];
  }
}
