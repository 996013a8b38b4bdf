import type { AllowedPair } from './allowed-pairs.ts';
import type { Robot } from './robot.ts';

/**
 * Pairs of a robot's links that a joint holds together: they usually touch or overlap there, so give them as `allowed`.
 * Links without shapes are passed over, so that the two sides of a ball joint made of three single joints are
 * neighbours too.
 */
export function adjacentPairs({ links }: Robot): readonly Required<AllowedPair>[] {
  const pairs: Required<AllowedPair>[] = [];
  for (const { name, parent, shapes } of links) {
    if (shapes.length === 0) continue;
    let up = parent;
    while (up >= 0 && links[up].shapes.length === 0) up = links[up].parent;
    if (up >= 0) pairs.push({ a: links[up].name, b: name, reason: 'adjacent' });
  }
  return pairs;
}
