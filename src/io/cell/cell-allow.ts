import { nearestName } from '../../math/nearest-name.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Located } from '../text/located-value.ts';

interface Named {
  /** −1: an obstacle. */
  readonly robot: number;
  readonly name: string;
}

/**
 * The pairs of a cell's "allow": those of one robot's links are given to the robot, the others come back for the scene.
 * A name that links of several robots have means all of them.
 */
export function allowPairs(pairs: readonly Located[], robots: readonly Robot[], obstacles: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (const pair of pairs) {
    const [first, second] = pair.items();
    const [a, b] = [first, second].map((end) => meant(end, robots, obstacles));
    if (first.text() === second.text() && a.length < 2) throw pair.error(`pairs '${first.text()}' with itself`);
    let isOfScene = false;
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

function meant(end: Located, robots: readonly Robot[], obstacles: readonly string[]): Named[] {
  const text = end.text();
  const links = robots.flatMap((robot, i) => robot.links.map(({ name }) => ({ robot: i, name })));
  const found: Named[] = links.filter(({ robot, name }) => name === text || `${robots[robot].name}/${name}` === text);
  if (obstacles.includes(text)) {
    if (found.length > 0) throw end.error(`is '${text}', which a link and an obstacle or body are called; call one of them otherwise`);
    found.push({ robot: -1, name: text });
  }
  if (found.length > 0) return found;
  const known = [...new Set([...links.map(({ name }) => name), ...obstacles])];
  const near = nearestName(text, [...known, ...links.map(({ robot, name }) => `${robots[robot].name}/${name}`)]);
  throw end.error(
    `is '${text}', which is no link, obstacle or held thing; ${near === undefined ? `known are ${known.join(', ')}` : `is '${near}' meant?`}`,
  );
}
