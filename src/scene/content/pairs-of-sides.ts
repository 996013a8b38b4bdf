import type { PairSide } from '../../contact/result.ts';
import { checkRecord } from '../../math/check-record.ts';
import type { ScenePairs } from '../scene-pairs.ts';

/** With what the sides of contacts say besides. */
const SIDE_KEYS: readonly string[] = ['body', 'link', 'feature', 'index', 'triangle', 'vertices', 'weights'];

/** The numbers of all pairs of bodies between the named two; of obstacles sharing a tree, all. `what`: for errors. */
export function pairsOfSides(pairs: ScenePairs, named: readonly (readonly [PairSide, PairSide])[], what: string): Set<number> {
  const out = new Set<number>();
  if (named.length === 0) return out;
  for (const side of named.flat()) checkRecord(side, SIDE_KEYS, what);
  const isSide = ({ body, link }: PairSide, number: number): boolean => {
    if (number >= pairs.moving.length) return pairs.standing[number - pairs.moving.length].parts.some(({ name }) => name === body);
    const { name, robot } = pairs.moving[number];
    return robot < 0 ? name === body : link === name && pairs.chains[robot].robot.name === body;
  };
  for (let pair = 0; pair < pairs.count; pair++) {
    const a = pairs.viewA(pair).body;
    const b = pairs.viewB(pair).body;
    if (named.some(([x, y]) => (isSide(x, a) && isSide(y, b)) || (isSide(x, b) && isSide(y, a)))) out.add(pair);
  }
  return out;
}
