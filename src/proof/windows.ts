/**
 * While pairs may touch: where a phase starts, until they have left, and from their last approach on to its end.
 * Nothing is proven of them then but that they are near, at instants all along. [docs/proof.md, "Windows"]
 */
import { ONE } from './fixed.ts';
import type { Pair } from './problem.ts';
import { number, type Row } from './record.ts';
import { Malformed } from './shape.ts';
import { exactTime } from './stream.ts';

/** Two that may touch for a while, and are near all along. */
export interface Exempt {
  /** The name of the one. */
  readonly a: string;
  /** The name of the other. */
  readonly b: string;
  /** `leave`: from the start of a phase on; `arrive`: up to its end. */
  readonly rule: 'leave' | 'arrive';
  /** Who said so. */
  readonly by: string;
  /** Path time from which on. */
  readonly from: number;
  /** Path time up to which. */
  to: number;
}

interface Window {
  readonly rule: 'leave' | 'arrive';
  readonly from: bigint;
  readonly to: bigint;
}

/** A pair is near at an instant so close to both ends of a window … */
const END: bigint = ONE >> 9n;
/** … and nowhere in it for longer than this not known to be. */
const GAP: bigint = ONE >> 4n;

type State = 'new' | 'judged' | 'arrived';

/** Where the pairs of a phase stand. */
export class Windows {
  private readonly states: State[];

  constructor(pairs: number) {
    this.states = new Array<State>(pairs).fill('new');
  }

  /** Nothing was proven of it in this phase yet. */
  isNew(pair: number): boolean {
    return this.states[pair] === 'new';
  }

  isJudged(pair: number): boolean {
    return this.states[pair] === 'judged';
  }

  /** A segment up to `until`: it is to be proven from `leave` to `arrive`; the same: not at all. */
  of(pair: number, may: Pair, row: Row, until: bigint): { readonly leave: bigint; readonly arrive: bigint } {
    const state = this.states[pair];
    const leave = row.leave === undefined ? 0n : exactTime(number(row.leave, 'leave', 2 ** -67, 1));
    const arrive = row.arrive === undefined ? until : exactTime(number(row.arrive, 'arrive', 0, 1));
    if (row.leave !== undefined && (may.leave === null || state !== 'new')) throw new Malformed('leave: nobody said so, or it has left');
    if (row.arrive !== undefined && (may.arrive === null || arrive >= until))
      throw new Malformed('arrive: nobody said so, or not before the end');
    if (leave > arrive || (leave === arrive && leave < until && (leave > 0n || state === 'new')))
      throw new Malformed('leave, arrive: there is nothing between');
    if (state === 'arrived' && arrive > 0n) throw new Malformed('arrive: it does not stay to the end');
    if (arrive < until) this.states[pair] = 'arrived';
    else if (leave < until) this.states[pair] = 'judged';
    return { leave, arrive };
  }
}

export function windowsOf(leave: bigint, arrive: bigint, until: bigint): readonly Window[] {
  const all: Window[] = [
    { rule: 'leave', from: 0n, to: leave },
    { rule: 'arrive', from: arrive, to: until },
  ];
  return all.filter(({ from, to }) => from < to);
}

/** Whether instants, in their order, reach from the one end to the other. */
export function coversWindow(times: readonly bigint[], from: bigint, to: bigint): boolean {
  if (times.length === 0 || times[0] - from > END || to - times[times.length - 1] > END) return false;
  return times.every((t, k) => k === 0 || (t >= times[k - 1] && t - times[k - 1] <= GAP));
}
