import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HeldThing, Robot } from '../../robot/robot.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { Located } from '../text/located-value.ts';
import type { CellFile } from './cell-file.ts';

/** The robots with what they hold, each thing a link of its own. `places`: where the things stand in the cell file. */
export function withHeld(
  robots: readonly Robot[],
  attach: CellFile['attach'],
  meshes: readonly TriangleMesh[],
  places: readonly Located[],
): Robot[] {
  const links = new Links(robots);
  const held = robots.map((): HeldThing[] => []);
  const last = new Map<number, Located>();
  attach.forEach(({ name, pose, to }, i) => {
    const place = places[i];
    const [owner, link] = place.locateErrors(() => links.holder(to));
    if (links.has(owner, name))
      throw place.error(`is called like a link of robot ${shownName(robots[owner].name)}; give it another "name"`);
    links.add(owner, name);
    const touches = (place.get('touches')?.items() ?? []).map((touch) => {
      touch.locateErrors(() => links.known(owner, touch.text()));
      if (touch.text() === name) throw touch.error(`pairs ${shownName(name)} with itself`);
      return touch.text();
    });
    last.set(owner, place);
    held[owner].push({ name, to: link, shape: meshes[i], pose, touches });
  });
  return robots.map((robot, i) => last.get(i)?.locateErrors(() => robot.attach(held[i])) ?? robot);
}

/** The links of robots by name, and what they come to hold. */
class Links {
  private readonly robots: readonly Robot[];
  private readonly own: readonly Set<string>[];
  /** Owners by bare name, and by that with the robot's before it. */
  private readonly owners: Map<string, [owner: number, link: string][]> = new Map();

  constructor(robots: readonly Robot[]) {
    this.robots = robots;
    this.own = robots.map(() => new Set<string>());
    for (const [i, robot] of robots.entries()) for (const { name } of robot.links) this.add(i, name);
  }

  add(owner: number, name: string): void {
    this.own[owner].add(name);
    for (const way of new Set([name, `${this.robots[owner].name}/${name}`])) {
      const others = this.owners.get(way);
      if (others === undefined) this.owners.set(way, [[owner, name]]);
      else others.push([owner, name]);
    }
  }

  has(owner: number, name: string): boolean {
    return this.own[owner].has(name);
  }

  /** The robot's number and the link's name. */
  holder(to: string): [number, string] {
    const { robots } = this;
    const found = this.owners.get(to) ?? [];
    if (found.length === 1) return found[0];
    if (found.length > 1) {
      const ways = shownNames(
        found.map(([i, link]) => shownName(`${robots[i].name}/${link}`)),
        ' or ',
      );
      throw new InputError(`several robots have a link ${shownName(to)}; write ${ways}`);
    }
    if (robots.length === 1) this.known(0, to);
    throw new InputError(`no robot has a link ${shownName(to)}`);
  }

  known(owner: number, name: string): void {
    if (!this.own[owner].has(name)) throw unknownLink(this.robots[owner], name, this.own[owner]);
  }
}

/** Throws, with a name that is near, where the robot has no such link. */
export function knownLink(robot: Robot, name: string): void {
  const { links } = robotNames(robot);
  if (!links.has(name)) throw unknownLink(robot, name, links);
}

function unknownLink(robot: Robot, name: string, links: ReadonlySet<string>): InputError {
  const near = nearestName(name, links);
  const advice = near === undefined ? `it has ${shownNames(links)}` : `is ${shownName(near)} meant?`;
  return new InputError(`robot ${shownName(robot.name)} has no link ${shownName(name)}; ${advice}`);
}
