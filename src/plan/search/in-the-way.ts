/** Who stops the steps of trees, how often, and where: what is told where no path was found. */
import type { PairSide } from '../../contact/result.ts';
import type { Vec3 } from '../../math/pose.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { InTheWay } from '../plan-result.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** So many pairs are told. */
const MOST_TOLD = 3;

interface Stopped {
  readonly pair: readonly [PairSide, PairSide];
  count: number;
  /** How far the other tree was from the step that is kept. */
  gap: number;
  from: States;
  to: States;
}

export class StoppedSteps {
  /** All of them, those by constraints or by what is not known among them. */
  count = 0;
  private readonly space: StateSpace;
  private readonly pairs: Map<string, Stopped> = new Map();

  constructor(space: StateSpace) {
    this.space = space;
  }

  /** A step was stopped by two; null: by something else. gap: how far it is from its start to the other tree. */
  note(pair: readonly [PairSide, PairSide] | null, states: States, i: number, to: States, gap: number): void {
    this.count++;
    if (pair === null) return;
    const key = pair.map(({ body, link = '' }) => `${body}\n${link}`).join('\n');
    const known = this.pairs.get(key);
    if (known !== undefined) known.count++;
    if (known !== undefined && !(gap < known.gap)) return;
    const from = states.slice(i, i + this.space.size);
    this.pairs.set(key, { pair, count: known?.count ?? 1, gap, from, to: to.slice() });
  }

  /** Those that stopped most, first; firstContact: of the motion through states. */
  told(firstContact: (states: readonly States[]) => SceneFirstContact): readonly InTheWay[] {
    const most = [...this.pairs.values()].sort((a, b) => b.count - a.count).slice(0, MOST_TOLD);
    return most.map(({ pair, count, from, to }) => {
      const end = new Float64Array(this.space.size);
      this.space.seenFrom(from, 0, to, 0, end, 0);
      return { pair, share: count / this.count, step: [from, end], point: pointOf(pair, firstContact([from, end])) };
    });
  }
}

/** Where the two touch, if they are the first that do. */
function pointOf(pair: readonly [PairSide, PairSide], { contacts }: SceneFirstContact): Vec3 | null {
  const isSide = (a: PairSide, b: PairSide): boolean => a.body === b.body && a.link === b.link;
  const found = contacts.find(({ a, b }) => (isSide(a, pair[0]) && isSide(b, pair[1])) || (isSide(a, pair[1]) && isSide(b, pair[0])));
  return found?.point ?? null;
}

/** The end of a sentence; nothing where nobody was in the way. */
export function inTheWayText(told: readonly InTheWay[]): string {
  if (told.length === 0) return '';
  const words = told.map(({ pair, share, point }) => {
    const [a, b] = pair.map(({ body, link }) => (link === undefined ? `'${body}'` : `'${link}' of '${body}'`));
    const where = point === null ? '' : `, at [${point.map((x) => Number(x.toPrecision(3))).join(', ')}]`;
    return `${a} and ${b} (${Math.round(100 * share)} % of the steps that were stopped${where})`;
  });
  return `; most in the way: ${words.join('; ')}`;
}
