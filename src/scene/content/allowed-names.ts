/** Which pairs a scene does not test, as its maker allowed them, by name: `link`, `robot/link`, body or obstacle. */
import { checkList, checkNames, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Robot } from '../../robot/robot.ts';

/** Names of links are unique in their robot only. */
export interface NamedBody {
  readonly name: string;
  /** Number of the robot, −1 for a body of its own. */
  readonly robot: number;
}

/** Throws where it is no pair of names. */
function checkPair(pair: unknown, what: string): asserts pair is readonly [string, string] {
  checkNames(pair, `${what}: a pair`);
  if (pair.length !== 2) throw new InputError(`${what}: a pair must be two names, got ${shownValue(pair)}`);
}

/** In place of a name: everything but links of the same robot. Nobody can be called so in a file. */
export const ANYTHING = '\u0000 anything';

/** The scene's own list of pairs that are not tested. */
export class AllowedNames {
  readonly mentioned: ReadonlySet<string>;
  private readonly robots: readonly Robot[];
  /** By name, the names that it is paired with. */
  private readonly partners: ReadonlyMap<string, ReadonlySet<string>>;

  /** `what`: as errors call the list. */
  constructor(
    robots: readonly Robot[],
    allowed: readonly (readonly [string, string])[],
    others: readonly string[],
    what = 'scene: allowed',
  ) {
    this.robots = robots;
    checkList(allowed, `${what}:`);
    for (const pair of allowed) checkPair(pair, what);
    this.mentioned = new Set(allowed.flat());
    const links = new Set<string>();
    const robotsWith = new Map<string, number>();
    for (const robot of robots) {
      for (const { name } of robot.links) {
        robotsWith.set(name, (robotsWith.get(name) ?? 0) + 1);
        links.add(name).add(`${robot.name}/${name}`);
      }
    }
    const known = new Set(others);
    for (const [a, b] of allowed) {
      // links of two robots may be of one name
      if (a === b && (robotsWith.get(a) ?? 0) < 2) throw new InputError(`${what}: a pair names ${shownName(a)} twice`);
    }
    for (const name of this.mentioned) {
      if (!known.has(name) && !links.has(name)) throw new InputError(`${what}: ${shownName(name)} is no link, body or obstacle`);
      if (links.has(name) && known.has(name))
        throw new InputError(`${what}: ${shownName(name)} is a link and something else too; call one of them otherwise`);
    }
    const partners = new Map<string, Set<string>>();
    const note = (a: string, b: string): void => {
      const own = partners.get(a) ?? new Set();
      own.add(b);
      partners.set(a, own);
    };
    for (const [a, b] of allowed) {
      note(a, b);
      note(b, a);
    }
    this.partners = partners;
  }

  get isEmpty(): boolean {
    return this.partners.size === 0;
  }

  isAllowed(a: NamedBody, b: NamedBody): boolean {
    if (this.isEmpty) return false;
    const any = a.robot < 0 || a.robot !== b.robot ? [ANYTHING] : [];
    const names = this.names(b, any);
    return this.names(a, any).some((x) => {
      const partners = this.partners.get(x);
      return partners !== undefined && names.some((y) => partners.has(y));
    });
  }

  /** Every two of these bodies that are allowed, by their numbers, the smaller one first. */
  among(bodies: readonly NamedBody[], note: (i: number, j: number) => void): void {
    if (this.isEmpty) return;
    const named = new Map<string, number[]>();
    const own = new Set<number>();
    for (const [i, body] of bodies.entries()) {
      for (const name of this.names(body, [])) {
        if (!this.partners.has(name)) continue;
        own.add(i);
        const list = named.get(name);
        if (list === undefined) named.set(name, [i]);
        else list.push(i);
      }
    }
    for (const i of own) {
      const found = new Set<number>();
      for (const name of this.names(bodies[i], [])) {
        for (const other of this.partners.get(name) ?? []) {
          if (other === ANYTHING) this.addStrangers(bodies, i, found);
          else for (const j of named.get(other) ?? []) if (j !== i) found.add(j);
        }
      }
      // of two that both are named, the first one tells
      for (const j of found) if (j > i || !own.has(j)) note(Math.min(i, j), Math.max(i, j));
    }
  }

  /** All but links of the same robot. */
  private addStrangers(bodies: readonly NamedBody[], i: number, out: Set<number>): void {
    const { robot } = bodies[i];
    for (let j = 0; j < bodies.length; j++) if (j !== i && (robot < 0 || bodies[j].robot !== robot)) out.add(j);
  }

  private names({ name, robot }: NamedBody, any: readonly string[]): readonly string[] {
    return robot < 0 ? [name, ...any] : [name, `${this.robots[robot].name}/${name}`, ...any];
  }
}
