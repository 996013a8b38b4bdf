/**
 * The stretches in contact of each pair by itself. Pair by pair: whoever touches first is followed alone along the
 * whole path and left out from then on, until what is left is proven free; so no pair is missed that touches only while
 * others do.
 */
import { allBut } from '../pairs/pair-set.ts';
import { ContactIntervalSearch } from './contact-intervals.ts';
import { pairOf } from './scene-answer.ts';
import { questionsOf, type Stretches } from './scene-first-contact.ts';
import type { PairIntervals } from './scene-result.ts';

type PairStretches = { readonly pairs: readonly PairIntervals[]; readonly complete: boolean };

/** The stretches of each pair of several questions, those that meet as one. */
export function pairIntervalsOf(stretches: readonly Stretches[]): PairStretches {
  const each = stretches.map(pairsOf);
  if (each.length === 1) return each[0];
  const known = new Map<string, PairIntervals>();
  for (const pair of each.flatMap(({ pairs }) => pairs)) {
    const key = JSON.stringify([pair.a, pair.b]);
    const intervals: { from: number; to: number }[] = [];
    for (const { from, to } of [...(known.get(key)?.intervals ?? []), ...pair.intervals].sort((a, b) => a.from - b.from)) {
      const last = intervals.at(-1);
      if (last === undefined || from > last.to) intervals.push({ from, to });
      else last.to = Math.max(last.to, to);
    }
    known.set(key, { ...pair, intervals });
  }
  return { pairs: inOrder([...known.values()]), complete: each.every(({ complete }) => complete) };
}

function inOrder(pairs: PairIntervals[]): readonly PairIntervals[] {
  return pairs.sort((p, q) => (p.intervals[0]?.from ?? 0) - (q.intervals[0]?.from ?? 0));
}

function pairsOf({ question: { engine, motions, tolerance, options, classes }, leavers, unwanted }: Stretches): PairStretches {
  const out: PairIntervals[] = unwanted.map(({ pair, intervals }) => {
    const [a, b] = pairOf(engine, pair, -1, -1);
    return { a, b, intervals: intervals.map(({ from, to }) => ({ from, to })) };
  });
  let complete = true;
  for (const [asked, others] of questionsOf(options, classes)) {
    const done = new Map(leavers);
    for (;;) {
      const own = { ...asked, start: 'strict' as const };
      const first = new ContactIntervalSearch(engine, motions, tolerance, own, done, others);
      const pair = first.firstPair();
      complete &&= !first.late && pair !== undefined;
      if (pair === undefined || pair < 0) break;
      const alone = new Map<number, number>();
      const left = leavers.get(pair);
      if (left !== undefined) alone.set(pair, left);
      const search = new ContactIntervalSearch(engine, motions, tolerance, own, alone, allBut(pair));
      search.run(() => {});
      complete &&= !search.late;
      const [a, b] = pairOf(engine, pair, -1, -1);
      out.push({ a, b, intervals: search.intervals.map(({ from, to }) => ({ from, to })) });
      done.set(pair, Infinity);
    }
  }
  return { pairs: inOrder(out), complete };
}

/** Puts the stretches of a later part of the path to those before it; what goes on across its beginning is one. */
export function joinPair(pairs: PairIntervals[], { a, b, intervals }: PairIntervals, begin: number): void {
  const at = pairs.findIndex((pair) => JSON.stringify([pair.a, pair.b]) === JSON.stringify([a, b]));
  const before = at < 0 ? [] : [...pairs[at].intervals];
  const last = before.at(-1);
  const [first, ...others] = intervals.map(({ from, to }) => ({ from: begin + from, to: begin + to }));
  if (first === undefined) return;
  if (last !== undefined && last.to >= begin && first.from <= begin) before[before.length - 1] = { from: last.from, to: first.to };
  else before.push(first);
  const joined = { a, b, intervals: [...before, ...others] };
  if (at < 0) pairs.push(joined);
  else pairs[at] = joined;
}
