/** Which pairs of a scene are tested, which are not, and who said so. */
import type { ScenePairs } from '../scene/pairs/scene-pairs.ts';
import { clustersOf } from '../scene/pairs/tested-pairs.ts';
import type { ProofLines } from './proof-lines.ts';

/** A tested pair of two bodies by their numbers, moving ones first, and the pair's own. */
export interface TestedPair {
  readonly a: number;
  readonly b: number;
  readonly number: number;
}

export function testedPairs(pairs: ScenePairs): readonly TestedPair[] {
  const { moving, movable, standing } = pairs;
  const out: TestedPair[] = [];
  const note = (a: number, b: number, number: number): void => {
    // which of the two is first is the pair's business
    if (number >= 0) out.push(pairs.viewsA[number].body === a ? { a, b, number } : { a: b, b: a, number });
  };
  for (let i = 0; i < moving.length; i++) {
    for (let j = i + 1; j < moving.length; j++) note(i, j, pairs.numberOf(i, j));
    for (let s = 0; i < movable && s < standing.length; s++) note(i, moving.length + s, pairs.standingNumber(i, s));
  }
  return out;
}

/** Who said it, and why. */
type Said = readonly [by: string, why: string];

const STANDING: Said = ['scene', 'neither of the two moves'];
const TOGETHER: Said = ['robot', 'no joint moves them against each other'];
const SELF: Said = ['question', 'links of one robot are not tested against each other'];
const MOVERS: Said = ['question', 'what moves is not tested against each other'];
const ALLOWED: Said = ['scene', 'allowed'];

/** Writes a line for each body and reason, and one for all that stands. `bodies`: their numbers in the file. */
export function writeUntested(lines: ProofLines, pairs: ScenePairs, tested: readonly TestedPair[], bodies: readonly number[]): void {
  const { moving, movable, standing } = pairs;
  const write = (a: readonly number[], b: readonly number[], [by, why]: Said): void => {
    const [x, y] = [a, b].map((list) => list.map((body) => bodies[body]));
    lines.line('untested', { a: x, b: y, by, why });
  };
  const count = moving.length + standing.length;
  const known = new Set(tested.map(({ a, b }) => Math.min(a, b) * count + Math.max(a, b)));
  const reasonOf = reasons(pairs);
  for (let i = 0; i < moving.length; i++) {
    const others = new Map<string, number[]>();
    // what no joint moves stands, as obstacles do
    for (let j = i + 1; j < (i < movable ? count : moving.length); j++) {
      if (known.has(i * count + j)) continue;
      const reason = JSON.stringify(reasonOf(i, j));
      const list = others.get(reason);
      if (list === undefined) others.set(reason, [j]);
      else list.push(j);
    }
    for (const [reason, b] of others) write([i], b, JSON.parse(reason) as Said);
  }
  const stands = Array.from(standing, (_, s) => moving.length + s);
  const still = Array.from({ length: moving.length - movable }, (_, i) => movable + i);
  if (stands.length > 1) write(stands, stands, STANDING);
  if (stands.length > 0 && still.length > 0) write(still, stands, STANDING);
}

function reasons({ moving, movable, chains, rules }: ScenePairs): (i: number, j: number) => Said {
  const clusters = chains.map(({ robot }) => clustersOf(robot as Parameters<typeof clustersOf>[0]));
  const allowed = chains.map(
    ({ robot }) => new Map(robot.allowed.list().flatMap(({ a, b, reason }) => [`${a}\n${b}`, `${b}\n${a}`].map((key) => [key, reason]))),
  );
  return (i, j) => {
    const a = moving[i];
    // of a body and an obstacle only names can say it
    if (j >= moving.length) return ALLOWED;
    const b = moving[j];
    if (a.robot < 0 || a.robot !== b.robot) return i >= movable ? STANDING : rules.movers ? ALLOWED : MOVERS;
    if (clusters[a.robot][a.link] === clusters[a.robot][b.link]) return TOGETHER;
    if (!rules.self) return SELF;
    const reason = allowed[a.robot].get(`${a.name}\n${b.name}`);
    return reason === undefined ? ALLOWED : ['robot', reason];
  };
}
