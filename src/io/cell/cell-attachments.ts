import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Located } from '../text/located-value.ts';
import type { CellFile } from './cell-file.ts';

/** The robots with what they hold, each thing a link of its own. `places`: where the things stand in the cell file. */
export function withHeld(
  robots: readonly Robot[],
  attach: CellFile['attach'],
  meshes: readonly TriangleMesh[],
  places: readonly Located[],
): Robot[] {
  const out = [...robots];
  attach.forEach(({ name, pose, to }, i) => {
    const [owner, link] = places[i].locateErrors(() => holder(out, to));
    if (out[owner].links.some((other) => other.name === name))
      throw places[i].error(`is called like a link of robot '${out[owner].name}'; give it another "name"`);
    const touches = places[i].get('touches')?.items() ?? [];
    out[owner] = places[i].locateErrors(() => out[owner].attach({ name, to: link, shape: meshes[i], pose }));
    for (const touch of touches) {
      touch.locateErrors(() => {
        knownLink(out[owner], touch.text());
        out[owner].allowed.allow(name, touch.text(), 'user');
      });
    }
  });
  return out;
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

/** Throws, with a name that is near, where the robot has no such link. */
export function knownLink(robot: Robot, name: string): void {
  const names = robot.links.map((link) => link.name);
  if (names.includes(name)) return;
  const near = nearestName(name, names);
  throw new InputError(
    `robot '${robot.name}' has no link '${name}'; ${near === undefined ? `it has ${names.join(', ')}` : `is '${near}' meant?`}`,
  );
}
