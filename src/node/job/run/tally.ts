/** What became of the items of a job, counted. */
import { entryOf } from '../../../words/entries.ts';
import { CANNOT_RUN, type ExitCode, TRY_AGAIN, worstExitCode } from '../../../words/exit-code.ts';
import { VERDICTS, type Verdict, type VerdictCounts } from '../../../words/job-words.ts';
import type { ChunkAnswer } from '../chunk.ts';
import type { JobItem } from '../job-item.ts';
import { OUR_FAULT } from './run-job.ts';

export interface SlowItem {
  readonly id: string;
  readonly milliseconds: number;
  readonly verdict: Verdict;
}

const MOST_SLOW = 12;
const QUOTE = 34;
const LF = 10;
/** No text of JSON holds these bytes but as a key: quotes in texts stand behind a backslash. */
const bytesOf = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));
const STATUS: readonly number[] = bytesOf(',"status":"');
const MISSED: readonly number[] = bytesOf(',"missed":');
/** By the first letter of a status. */
const BY_LETTER: Readonly<Record<string, Verdict>> = { f: 'free', c: 'contact', o: 'overlap', u: 'unresolved', l: 'left-out' };

export class Tally {
  items = 0;
  /** Milliseconds that workers were busy. */
  busy = 0;
  readonly counts: Record<Verdict, number> = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  /** How many were faults of ours. */
  faults = 0;
  /** How many nobody could answer this time; no state has them, the next run asks again. */
  unanswered = 0;
  /** The slowest first. */
  readonly slowest: SlowItem[] = [];

  add(items: readonly JobItem[], { lines, codes, milliseconds }: ChunkAnswer): void {
    let line = 0;
    for (let i = 0; i < items.length; i++) {
      const end = lines.indexOf(LF, line);
      const verdict = verdictOf(lines, line, end, codes[i]);
      line = end + 1;
      this.counts[verdict]++;
      if (codes[i] === OUR_FAULT) this.faults++;
      if (codes[i] === TRY_AGAIN) this.unanswered++;
      this.busy += milliseconds[i];
      this.note({ id: items[i].id, milliseconds: milliseconds[i], verdict });
    }
    this.items += items.length;
  }

  /** Goes on from what was counted before. */
  restore({ items, counts, faults, busy, slowest }: TallyState): void {
    this.items = items;
    this.faults = faults;
    this.busy = busy;
    Object.assign(this.counts, counts);
    this.slowest.length = 0;
    for (const item of slowest) this.slowest.push(item);
  }

  get state(): TallyState {
    const { items, counts, faults, busy, slowest } = this;
    return { items, counts: { ...counts }, faults, busy, slowest: [...slowest] };
  }

  /** Exit code as `check` would end over all of them; a fault of ours comes first, then what is to be asked again. */
  get exitCode(): number {
    const { free: _, error, unresolved, 'not-judged': unjudged, 'left-out': left, ...hit } = this.counts;
    if (this.faults > 0) return OUR_FAULT;
    if (this.unanswered > 0) return TRY_AGAIN;
    const codes: ExitCode[] = [];
    if (error > 0) codes.push(CANNOT_RUN);
    if (hit.contact + hit.overlap + hit.missed + hit.limits > 0) codes.push(1);
    // where everything was left out, nothing is proven
    if (unresolved + unjudged > 0 || (left > 0 && left === this.items)) codes.push(3);
    return worstExitCode(codes);
  }

  private note(item: SlowItem): void {
    const { slowest } = this;
    if (slowest.length === MOST_SLOW && slowest[MOST_SLOW - 1].milliseconds >= item.milliseconds) return;
    const at = slowest.findIndex(({ milliseconds }) => milliseconds < item.milliseconds);
    slowest.splice(at < 0 ? slowest.length : at, 0, item);
    if (slowest.length > MOST_SLOW) slowest.pop();
  }
}

export interface TallyState {
  readonly items: number;
  readonly counts: VerdictCounts;
  readonly faults: number;
  readonly busy: number;
  readonly slowest: readonly SlowItem[];
}

/** Whether it is the count of so many items: it may come from a file that somebody wrote into. */
export function isTallyState(value: unknown, items: number): value is TallyState {
  const { counts, faults, busy, slowest, ...state } = (value ?? {}) as Partial<TallyState>;
  if (state.items !== items || typeof counts !== 'object' || counts === null) return false;
  const each = VERDICTS.map((verdict) => entryOf(counts, verdict));
  return (
    [...each, faults].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    each.reduce((sum, count) => sum + count, 0) === items &&
    Number.isFinite(busy) &&
    Array.isArray(slowest) &&
    slowest.every((item) => typeof item?.id === 'string' && Number.isFinite(item.milliseconds) && VERDICTS.includes(item.verdict))
  );
}

function verdictOf(lines: Uint8Array, begin: number, end: number, code: number): Verdict {
  if (code === CANNOT_RUN || code === OUR_FAULT || code === TRY_AGAIN) return 'error';
  const at = keyIn(lines, begin, end, STATUS);
  if (at < 0) return code === 1 ? 'contact' : code === 3 ? 'unresolved' : code === 0 ? 'free' : 'error';
  const verdict = entryOf(BY_LETTER, String.fromCharCode(lines[at + STATUS.length])) ?? 'error';
  if (verdict !== 'free') return verdict;
  if (code === 1) return keyIn(lines, begin, end, MISSED) < 0 ? 'limits' : 'missed';
  return code === 3 ? 'not-judged' : 'free';
}

/** Where a key begins, with the comma before it; −1: nowhere. */
function keyIn(lines: Uint8Array, begin: number, end: number, key: readonly number[]): number {
  for (let at = lines.indexOf(QUOTE, begin); at > 0 && at < end; at = lines.indexOf(QUOTE, at + 1))
    if (key.every((byte, k) => lines[at - 1 + k] === byte)) return at - 1;
  return -1;
}
