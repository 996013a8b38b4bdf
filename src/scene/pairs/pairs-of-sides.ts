import type { PairSide } from '../../contact/result.ts';
import { checkList, checkRecord, checkText, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** With what the sides of contacts say besides. */
const SIDE_KEYS: readonly string[] = ['body', 'link', 'feature', 'index', 'triangle', 'vertices', 'weights'];

/** The numbers of all pairs of bodies between the named two; of obstacles sharing a tree, all. `what`: for errors. */
export function pairsOfSides(pairs: ScenePairs, sides: readonly (readonly [PairSide, PairSide])[], what: string): Set<number> {
  const out = new Set<number>();
  checkList(sides, what);
  for (const pair of sides) {
    checkList(pair, `${what}: a pair`);
    if (pair.length !== 2) throw new InputError(`${what}: a pair must be two sides, got ${shownValue(pair)}`);
    for (const side of pair) {
      checkRecord(side, SIDE_KEYS, what);
      checkText(side.body, `${what}: body`);
      if (side.link !== undefined) checkText(side.link, `${what}: link`);
    }
  }
  const { moving, movable, standing, chains } = pairs;
  const bodies = new Map<string, number[]>();
  const note = (key: string, body: number): void => {
    const list = bodies.get(key);
    if (list === undefined) bodies.set(key, [body]);
    else list.push(body);
  };
  for (const [body, { name, robot }] of moving.entries())
    note(robot < 0 ? keyOf(name, undefined) : keyOf(chains[robot].robot.name, name), body);
  for (const [s, { parts }] of standing.entries())
    for (const name of new Set(parts.map((part) => part.name))) note(keyOf(name, undefined), moving.length + s);
  // a body of its own, or an obstacle, has no link to be told apart by
  const named = (side: PairSide): readonly number[] => [
    ...(side.link === undefined ? [] : (bodies.get(keyOf(side.body, side.link)) ?? [])),
    ...(bodies.get(keyOf(side.body, undefined)) ?? []),
  ];
  for (const [a, b] of sides) {
    for (const x of named(a)) {
      for (const y of named(b)) {
        const [i, j] = x < y ? [x, y] : [y, x];
        const pair =
          i === j ? -1 : j < moving.length ? pairs.numberOf(i, j) : i < movable ? pairs.standingNumber(i, j - moving.length) : -1;
        if (pair >= 0) out.add(pair);
      }
    }
  }
  return out;
}

function keyOf(body: string, link: string | undefined): string {
  return link === undefined ? body : `${body}\n${link}`;
}
