import type { AllowedPair } from './allowed-pairs.ts';
import type { Robot } from './robot.ts';

/**
 * Pairs of a robot's links that a joint holds together: they usually touch or overlap there, so give them as `allowed`.
 * Links without shapes are passed over, so that the two sides of a ball joint made of three single joints are
 * neighbours too.
 */
export function adjacentPairs({ links }: Robot): readonly Required<AllowedPair>[] {
  const pairs: Required<AllowedPair>[] = [];
  // Of each link itself or the nearest above it that has shapes; parents come first.
  const nearest: number[] = [];
  for (const { name, index, parent, shapes } of links) {
    const above = parent < 0 ? -1 : nearest[parent];
    nearest.push(shapes.length === 0 ? above : index);
    if (shapes.length > 0 && above >= 0) pairs.push({ a: links[above].name, b: name, reason: 'adjacent' });
  }
  return pairs;
}
