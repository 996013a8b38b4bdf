import type { AllowedPair } from '../../src/robot/allowed-pairs.ts';
import type { LinkOptions } from '../../src/robot/robot.ts';

/** Each link that has a shape, with its nearest ancestor that has one: they meet in the joint between them. */
export function adjacentLinks(links: readonly LinkOptions[]): AllowedPair[] {
  const byName = new Map(links.map((link) => [link.name, link]));
  const parentOf = ({ parent }: LinkOptions) => (parent === undefined ? undefined : byName.get(parent));
  const pairs: AllowedPair[] = [];
  for (const link of links) {
    if (!link.shapes?.length) continue;
    let above = parentOf(link);
    while (above && !above.shapes?.length) above = parentOf(above);
    if (above) pairs.push({ a: above.name, b: link.name, reason: 'adjacent' });
  }
  return pairs;
}
