import type {
  ContactInterval,
  ContactIntervals,
  PairIntervals,
  PairSide,
  Scene,
  SceneFirstContact,
  SceneFirstContactOptions,
} from '../../index.ts';
import type { CellPath } from './cell-path.ts';

/** Every stretch in contact. */
export interface AllContacts extends ContactIntervals {
  /** Segments of which that is not known. */
  readonly undecided: readonly number[];
}

/** Called before each segment. */
export type SegmentProgress = (segment: number, segments: number) => void;

/**
 * From the first contact on, segment by segment, so that the time can be watched; what crosses a waypoint is put
 * together again. Pairs that start in contact and leave bind the segments together: then they are searched in one go.
 */
export function allContacts(
  scene: Scene,
  path: CellPath,
  result: SceneFirstContact,
  options: SceneFirstContactOptions,
  remaining: () => number,
  onSegment: SegmentProgress,
): AllContacts {
  const { segments } = path;
  if (result.status === 'free') return { intervals: [], pairs: [], complete: true, undecided: [] };
  const begin = Math.max(0, Math.ceil(result.time) - 1);
  const { between } = path;
  if (between === null || (options.start === 'leaving' && result.initial.length > 0)) {
    onSegment(begin, segments);
    const rest = remaining();
    const { intervals, pairs, complete } =
      rest > 0
        ? scene.contactIntervals(path.motions, { ...options, byPair: true, maxMilliseconds: rest })
        : { intervals: [], pairs: [], complete: false };
    return { intervals, pairs, complete, undecided: complete ? [] : range(begin, segments) };
  }
  const intervals: ContactInterval[] = [];
  const pairs: PairIntervals[] = [];
  const undecided: number[] = [];
  for (let k = begin; k < segments; k++) {
    onSegment(k, segments);
    const rest = remaining();
    if (!(rest > 0)) {
      for (const segment of range(k, segments)) undecided.push(segment);
      break;
    }
    const found = scene.contactIntervals(between(k, k + 1), { ...options, byPair: true, maxMilliseconds: rest });
    for (const pair of found.pairs ?? []) joinPair(pairs, pair, k);
    for (const interval of found.intervals) join(intervals, moved(interval, k), k);
    if (!found.complete) undecided.push(k);
  }
  return { intervals, pairs, complete: undecided.length === 0, undecided };
}

/** Puts an interval behind the others, or to the last one where they meet at a waypoint. */
function join(intervals: ContactInterval[], next: ContactInterval, waypoint: number): void {
  const last = intervals.at(-1);
  if (last === undefined || last.to !== waypoint || next.from !== waypoint) {
    intervals.push(next);
    return;
  }
  const pairs = new Map(
    [...last.pairs, ...next.pairs].map((pair): [string, readonly [PairSide, PairSide]] => [JSON.stringify(pair), pair]),
  );
  intervals[intervals.length - 1] = { ...last, to: next.to, pairs: [...pairs.values()] };
}

/** Puts the stretches of one segment to those before it; what goes on across the waypoint is one. */
function joinPair(pairs: PairIntervals[], { a, b, intervals }: PairIntervals, waypoint: number): void {
  const at = pairs.findIndex((pair) => JSON.stringify([pair.a, pair.b]) === JSON.stringify([a, b]));
  const joined = at < 0 ? [] : [...pairs[at].intervals];
  for (const { from, to } of intervals) {
    const last = joined.at(-1);
    if (last !== undefined && last.to === waypoint && from === 0) joined[joined.length - 1] = { from: last.from, to: waypoint + to };
    else joined.push({ from: sumDown(waypoint, from), to: waypoint + to });
  }
  if (at < 0) pairs.push({ a, b, intervals: joined });
  else pairs[at] = { a, b, intervals: joined };
}

/** An interval of one segment as one of the path. */
function moved({ from, to, pairs, first }: ContactInterval, segment: number): ContactInterval {
  const time = sumDown(segment, first.time);
  return { from: sumDown(segment, from), to: segment + to, pairs, first: { ...first, time, segment } };
}

/** Never above the exact sum: a beginning must not be reported late. */
function sumDown(segment: number, fraction: number): number {
  const sum = segment + fraction;
  return sum - segment > fraction ? sum * (1 - 2 ** -53) : sum;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
