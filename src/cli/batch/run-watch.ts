/** How far a run has come: shown to people, printed for programs, remembered for the page at its end. */

import type { RunNumbers } from '../../node/job/run/metrics-text.ts';
import { Tally } from '../../node/job/run/tally.ts';
import { rateText, spanText, verdictTexts } from '../../words/job-words.ts';
import { safeJson } from '../../words/safe-text.ts';
import { shownCount } from '../../words/shown-number.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import type { OutputStream } from '../terminal/streams.ts';

/** How many items were done after how many seconds. */
export interface RunSample {
  readonly seconds: number;
  readonly items: number;
}

export interface WatchWishes {
  readonly stderr: OutputStream;
  /** Draws a line that is removed at the end. */
  readonly isShown: boolean;
  /** Tells JSON lines. */
  readonly isReported: boolean;
  readonly workers: number;
  /** Workers that ended by themselves so far. */
  readonly ended: () => number;
}

const REPORT_MILLISECONDS = 1000;
/** The rate is that of the last so many milliseconds. */
const RATE_MILLISECONDS = 15_000;
/** Samples for the page; where there are more, every second one is forgotten. */
const MOST_SAMPLES = 400;

export class RunWatch {
  readonly tally: Tally = new Tally();
  samples: RunSample[] = [];
  expected: number | undefined;
  /** Bytes of results. */
  bytes = 0;
  resumed = 0;
  private readonly wishes: WatchWishes;
  private readonly begun: number = performance.now();
  private readonly line: ProgressLine;
  private bar: ProgressBar | undefined;
  /** Seconds of earlier runs. */
  private before = 0;
  private sampledAt = 0;
  private sampleEvery = 250;
  private reportedAt = 0;
  private recent: { readonly at: number; readonly items: number }[] = [];

  constructor(wishes: WatchWishes) {
    this.wishes = wishes;
    this.line = new ProgressLine(wishes.stderr, wishes.isShown);
  }

  /** Seconds of this run and those before it. */
  get seconds(): number {
    return this.before + (performance.now() - this.begun) / 1000;
  }

  /** Goes on from what earlier runs did. */
  resume(seconds: number, items: number, bytes: number, samples: readonly RunSample[]): void {
    this.before = seconds;
    this.resumed = items;
    this.bytes = bytes;
    this.samples = [...samples];
  }

  /** After every answer. */
  update(isLast = false): void {
    const now = performance.now();
    const { items } = this.tally;
    if (now - this.sampledAt > this.sampleEvery || isLast) {
      this.sampledAt = now;
      this.samples.push({ seconds: this.seconds, items });
      if (this.samples.length > MOST_SAMPLES) {
        this.samples = this.samples.filter((_, i) => i % 2 === 1);
        this.sampleEvery *= 2;
      }
      this.recent.push({ at: now, items });
      while (this.recent.length > 2 && now - this.recent[0].at > RATE_MILLISECONDS) this.recent.shift();
    }
    if (this.wishes.isReported && (isLast || now - this.reportedAt > REPORT_MILLISECONDS)) {
      this.reportedAt = now;
      this.wishes.stderr.write(`${safeJson(this.progressRecord(isLast))}\n`);
    }
    if (!isLast) this.draw(this.text());
  }

  /** While items of earlier runs are read again. */
  showReading(done: number, total: number): void {
    this.line.show(`reading again what is done: ${shownCount(done)} of ${shownCount(total)}`);
  }

  clear(): void {
    this.line.clear();
    this.bar?.clear();
  }

  numbers(): RunNumbers {
    const { tally, expected, resumed, bytes, seconds } = this;
    const { workers, ended } = this.wishes;
    return { counts: tally.counts, expected, seconds, busySeconds: tally.busy / 1000, resumed, workers, ended: ended(), bytes };
  }

  private draw(text: string): void {
    if (this.expected === undefined) {
      this.line.show(`${shownCount(this.tally.items)} done  ${text}`);
      return;
    }
    this.bar ??= new ProgressBar(this.wishes.stderr, this.expected, this.wishes.isShown);
    this.bar.show(Math.min(this.tally.items, this.expected), text);
  }

  private text(): string {
    const rate = this.rate();
    const left = this.secondsLeft(rate);
    const { free: _, ...others } = this.tally.counts;
    const notFree = verdictTexts({ ...others, free: 0 }).map(({ text }) => text);
    return [rateText(rate, 1), ...(left === undefined ? [] : [`${spanText(left)} left`]), ...notFree.slice(0, 2)].join('  ');
  }

  /** Items a second, lately. */
  private rate(): number {
    const [first] = this.recent;
    if (first === undefined) return 0;
    const seconds = (performance.now() - first.at) / 1000;
    if (seconds > 0.2) return (this.tally.items - first.items) / seconds;
    return (this.tally.items - this.resumed) / Math.max(1e-3, (performance.now() - this.begun) / 1000);
  }

  private secondsLeft(rate: number): number | undefined {
    return this.expected === undefined || !(rate > 0) ? undefined : Math.max(0, this.expected - this.tally.items) / rate;
  }

  private progressRecord(isDone: boolean): object {
    const rate = this.rate();
    const left = this.secondsLeft(rate);
    const { items, counts } = this.tally;
    return {
      items,
      expected: this.expected ?? null,
      rate: Math.round(100 * rate) / 100,
      secondsLeft: isDone ? 0 : left === undefined ? null : Math.round(10 * left) / 10,
      seconds: Math.round(1000 * this.seconds) / 1000,
      verdicts: counts,
      ...(isDone ? { done: true } : {}),
    };
  }
}
