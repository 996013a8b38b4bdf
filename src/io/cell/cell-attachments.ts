import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type LinkOptions, Robot } from '../../robot/robot.ts';
import type { Located } from '../text/located-value.ts';
import type { CellFile } from './cell-file.ts';

/** The robots with what they hold, each thing a link of its own. `places`: where the things stand in the cell file. */
export function withHeld(
  robots: readonly Robot[],
  attach: CellFile['attach'],
  meshes: readonly TriangleMesh[],
  places: readonly Located[],
): Robot[] {
  const extra: { links: LinkOptions[]; places: Located[] }[] = robots.map(() => ({ links: [], places: [] }));
  attach.forEach(({ name, pose, to }, i) => {
    const [owner, parent] = places[i].locateErrors(() => holder(robots, to));
    if (robots[owner].links.some((link) => link.name === name))
      throw places[i].error(`is called like a link of robot '${robots[owner].name}'; give it another "name"`);
    extra[owner].links.push({ name, parent, joint: { type: 'fixed', origin: pose }, shapes: [{ shape: meshes[i] }] });
    extra[owner].places.push(places[i]);
  });
  return robots.map((robot, i) => {
    const { links } = extra[i];
    if (links.length === 0) return robot;
    const out = extra[i].places[0].locateErrors(() => withLinks(robot, links));
    links.forEach(({ name }, k) => {
      for (const touch of extra[i].places[k].get('touches')?.items() ?? []) {
        touch.locateErrors(() => {
          knownLink(out, touch.text());
          out.allowed.allow(name, touch.text(), 'user');
        });
      }
    });
    return out;
  });
}

/** The robot's number and the link's name. */
function holder(robots: readonly Robot[], to: string): [number, string] {
  const found = robots.flatMap((robot, i) =>
    robot.links.filter(({ name }) => name === to || `${robot.name}/${name}` === to).map(({ name }): [number, string] => [i, name]),
  );
  if (found.length === 1) return found[0];
  if (found.length > 1)
    throw new InputError(
      `several robots have a link '${to}'; write ${found.map(([i, link]) => `'${robots[i].name}/${link}'`).join(' or ')}`,
    );
  if (robots.length === 1) knownLink(robots[0], to);
  throw new InputError(`no robot has a link '${to}'`);
}

/** The same robot with more links at its end; values keep their places. */
function withLinks(robot: Robot, more: readonly LinkOptions[]): Robot {
  const { name, base, groups, states } = robot;
  const links = robot.links.map(({ name, parent, joint, shapes }): LinkOptions => {
    const { position, quaternion, type, axis, limits, mimic } = joint;
    const options = { name: joint.name, type, origin: { position, quaternion }, axis, limits, mimic: mimic ?? undefined };
    return { name, joint: options, shapes, ...(parent < 0 ? {} : { parent: robot.links[parent].name }) };
  });
  return new Robot({ name, base, groups, states, allowed: robot.allowed.list(), links: [...links, ...more] });
}

/** Throws, with a name that is near, where the robot has no such link. */
export function knownLink(robot: Robot, name: string): void {
  const names = robot.links.map((link) => link.name);
  if (names.includes(name)) return;
  const near = nearestName(name, names);
  throw new InputError(
    `robot '${robot.name}' has no link '${name}'; ${near === undefined ? `it has ${names.join(', ')}` : `is '${near}' meant?`}`,
  );
}
