/** Repeats what failed because the server was away, for as long as it takes, and says so once each time. */
import { isAway, queueFault } from './queue-faults.ts';
import type { QueueAddress } from './queue-url.ts';
import type { Store } from './store.ts';

/** Milliseconds between tries: doubled from the first to the last. */
const FIRST = 100;
const LAST = 5000;

export class Patience {
  private readonly address: QueueAddress;
  private readonly onNote: (text: string) => void;
  private given = false;
  private away = false;

  constructor(address: QueueAddress, onNote: (text: string) => void) {
    this.address = address;
    this.onNote = onNote;
  }

  /** Whether the server is waited for. */
  get isAway(): boolean {
    return this.away;
  }

  /** No more of it: what fails from now on fails. */
  end(): void {
    this.given = true;
  }

  async of<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = FIRST; ; wait = Math.min(2 * wait, LAST)) {
      try {
        const out = await work();
        this.back();
        return out;
      } catch (error) {
        if (this.given || !isAway(error)) throw queueFault(error, this.address);
        this.lost(error);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** The connection was lost; whoever notices it. */
  lost(error: unknown): void {
    if (this.away || this.given) return;
    this.away = true;
    this.onNote(`${queueFault(error, this.address).message}; waiting for it`);
  }

  back(): void {
    if (!this.away) return;
    this.away = false;
    this.onNote(`queue ${this.address.shown}: it is back`);
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
    close: () => store.close(),
  };
}
