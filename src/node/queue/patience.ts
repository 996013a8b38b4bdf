/**
 * Repeats what failed because the server was away or full, as long as patience lasts, and says so once each time.
 * Guarantee: whatever is asked ends: with its answer, with a fault that waiting does not help, or when patience is
 * spent; also where a library keeps what it is asked for until its server is back.
 */

import { TRY_AGAIN } from '../../words/exit-code.ts';
import { spanText } from '../../words/job-words.ts';
import { isAway, isFull, QueueFault, queueFault } from './queue-faults.ts';
import type { QueueAddress } from './queue-url.ts';
import type { Store } from './store.ts';

/** Milliseconds between tries: doubled from the first to the last. */
const FIRST = 100;
const LAST = 5000;
/** Milliseconds for which the same need not be said again. */
const QUIET = 60_000;

export class Patience {
  private readonly address: QueueAddress;
  private readonly onNote: (text: string) => void;
  private readonly most: number;
  private given = false;
  private away = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly said = new Map<string, number>();
  private spend: (fault: QueueFault) => void = () => {};
  /** Rejects when the server was away for too long. */
  private readonly over: Promise<never>;

  /** `most`: milliseconds that it lasts. */
  constructor(address: QueueAddress, onNote: (text: string) => void, most: number = Infinity) {
    this.address = address;
    this.onNote = onNote;
    this.most = most;
    this.over = new Promise((_, reject) => {
      this.spend = reject;
    });
    this.over.catch(() => {});
  }

  /** Whether the server is waited for. */
  get isAway(): boolean {
    return this.away;
  }

  /** Rejects when patience is spent, and never else. */
  get spent(): Promise<never> {
    return this.over;
  }

  /** No more of it: what fails from now on fails. */
  end(): void {
    this.given = true;
    clearTimeout(this.timer);
  }

  async of<T>(work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    for (let wait = FIRST; ; wait = Math.min(2 * wait, LAST)) {
      try {
        // where the server is away a library may never come back
        const out = await Promise.race([work(), this.over]);
        this.back();
        return out;
      } catch (error) {
        const full = isFull(error);
        if (this.given || !(full || isAway(error))) throw queueFault(error, this.address);
        const left = this.most - (performance.now() - begin);
        if (left <= 0) throw this.spentBy(error);
        if (full) this.say(error);
        else this.lost(error);
        await new Promise((resolve) => setTimeout(resolve, Math.min(wait, left)));
      }
    }
  }

  /** The connection was lost; whoever notices it. */
  lost(error: unknown): void {
    if (this.away || this.given) return;
    this.away = true;
    this.say(error);
    if (this.most === Infinity) return;
    this.timer = setTimeout(() => this.spend(this.spentBy(error)), this.most);
  }

  back(): void {
    if (!this.away) return;
    this.away = false;
    clearTimeout(this.timer);
    this.said.clear();
    this.onNote(`queue ${this.address.shown}: it is back`);
  }

  private say(error: unknown): void {
    const { message } = queueFault(error, this.address);
    const now = performance.now();
    if (now - (this.said.get(message) ?? -Infinity) < QUIET) return;
    this.said.set(message, now);
    const most = this.most === Infinity ? '' : `, at most ${spanText(this.most / 1000)}`;
    this.onNote(`${message}; waiting for it${most}`);
  }

  private spentBy(error: unknown): QueueFault {
    const waited = this.most > 0 ? `; it was waited for ${spanText(this.most / 1000)}` : '';
    return new QueueFault(`${queueFault(error, this.address).message}${waited}; the same command tries again`, TRY_AGAIN);
  }
}

/** A store that waits for its server; everything that it is asked for may be done twice. */
export function patientStore(store: Store, patience: Patience): Store {
  return {
    has: (kind, ids) => patience.of(() => store.has(kind, ids)),
    get: (kind, id, most) => patience.of(() => store.get(kind, id, most)),
    putOnce: (kind, id, bytes, seconds) => patience.of(() => store.putOnce(kind, id, bytes, seconds)),
    renew: (kind, ids, seconds) => patience.of(() => store.renew(kind, ids, seconds)),
    remove: (kind, id) => patience.of(() => store.remove(kind, id)),
    putNote: (group, name, text, seconds) => patience.of(() => store.putNote(group, name, text, seconds)),
    notes: (group) => patience.of(() => store.notes(group)),
    removeNotes: (group) => patience.of(() => store.removeNotes(group)),
    sweep: () => patience.of(() => store.sweep()),
    purge: () => patience.of(() => store.purge()),
    close: () => store.close(),
  };
}
