import { checkHas } from '../math/check-record.ts';
import type { AllowedPair } from './allowed-pairs.ts';
import type { Robot } from './robot.ts';

/**
 * Pairs of a robot's links that a joint, or what closes a loop, holds together: they usually touch or overlap there,
 * so give them as `allowed`.
 * Links without shapes are passed over, so that the two sides of a ball joint made of three single joints are
 * neighbours too.
 */
export function adjacentPairs(robot: Robot): readonly Required<AllowedPair>[] {
  checkHas(robot, ['links', 'joints'], 'adjacentPairs: the robot');
  const { links, loops = [] } = robot;
  const pairs: Required<AllowedPair>[] = [];
  /** For each link the nearest one with shapes that it stands on, itself first; −1: none. */
  const shaped = new Int32Array(links.length);
  for (const { index, name, parent, shapes } of links) {
    const up = parent < 0 ? -1 : shaped[parent];
    shaped[index] = shapes.length > 0 ? index : up;
    if (shapes.length > 0 && up >= 0) pairs.push({ a: links[up].name, b: name, reason: 'adjacent' });
  }
  for (const { a, b } of loops) {
    const [i, j] = [a, b].map(({ link }) => shaped[robot.link(link).index]);
    if (i >= 0 && j >= 0 && i !== j) pairs.push({ a: links[i].name, b: links[j].name, reason: 'adjacent' });
  }
  return pairs;
}
