/** A queue without a server, for tests: a store that can lose and damage things, entries that can fail. */
import { USUAL_LIMITS } from '../../../../src/node/queue/chunk-bytes.ts';
import {
  type Entries,
  type EntryState,
  Hopeless,
  type QueueEntry,
  type TakeEntry,
  type Tries,
} from '../../../../src/node/queue/entries.ts';
import type { Link } from '../../../../src/node/queue/link.ts';
import { type Seal, sealOf } from '../../../../src/node/queue/seal.ts';
import type { Note, Store, ValueKind } from '../../../../src/node/queue/store.ts';

export class MemoryStore implements Store {
  readonly values = new Map<string, Uint8Array>();
  readonly texts = new Map<string, Map<string, string>>();
  /** Values that were written, by kind. */
  readonly written: Record<ValueKind, number> = { subject: 0, chunk: 0, result: 0 };

  async has(kind: ValueKind, ids: readonly string[]): Promise<readonly boolean[]> {
    return ids.map((id) => this.values.has(`${kind} ${id}`));
  }
  async get(kind: ValueKind, id: string, most: number): Promise<Uint8Array | null> {
    const value = this.values.get(`${kind} ${id}`) ?? null;
    if (value !== null && value.length > most) throw new Error('too large');
    return value;
  }
  async putOnce(kind: ValueKind, id: string, bytes: Uint8Array): Promise<boolean> {
    if (this.values.has(`${kind} ${id}`)) return false;
    this.values.set(`${kind} ${id}`, bytes);
    this.written[kind]++;
    return true;
  }
  async renew(_kind: ValueKind, _ids: readonly string[]): Promise<void> {}
  async remove(kind: ValueKind, id: string): Promise<void> {
    this.values.delete(`${kind} ${id}`);
  }
  async putNote(group: string, name: string, text: string): Promise<void> {
    if (!this.texts.has(group)) this.texts.set(group, new Map());
    this.texts.get(group)?.set(name, text);
  }
  async notes(group: string): Promise<readonly Note[]> {
    return [...(this.texts.get(group) ?? [])].map(([name, text]) => ({ name, text, age: 0 }));
  }
  async removeNotes(group: string): Promise<void> {
    this.texts.delete(group);
  }
  async sweep(): Promise<void> {}
  async purge(): Promise<number> {
    const { size } = this.values;
    this.values.clear();
    return size;
  }
  async close(): Promise<void> {}
}

interface KeptEntry {
  readonly entry: QueueEntry;
  readonly tries: Tries;
  attempts: number;
  state: 'open' | 'failed';
  reason?: string;
}

/** One worker that takes entries as they come. */
export class MemoryEntries implements Entries {
  readonly kept = new Map<string, KeptEntry>();
  added = 0;
  private take: TakeEntry | undefined;
  private busy = 0;

  async add(entry: QueueEntry, tries: Tries): Promise<void> {
    if (this.kept.has(entry.chunk)) return;
    this.added++;
    this.kept.set(entry.chunk, { entry, tries, attempts: 0, state: 'open' });
    this.run(entry.chunk);
  }
  async state(id: string): Promise<EntryState> {
    return this.kept.get(id)?.state ?? 'gone';
  }
  async reason(id: string): Promise<string | undefined> {
    return this.kept.get(id)?.reason;
  }
  async remove(id: string): Promise<boolean> {
    return this.kept.delete(id);
  }
  async ofJob(job: string): Promise<readonly string[]> {
    return [...this.kept.values()].filter(({ entry }) => entry.job === job).map(({ entry }) => entry.chunk);
  }
  async counts(): Promise<{ waiting: number; active: number; delayed: number; failed: number }> {
    return { waiting: 0, active: this.busy, delayed: 0, failed: [...this.kept.values()].filter(({ state }) => state === 'failed').length };
  }
  async failures(): Promise<readonly { id: string; reason: string }[]> {
    return [];
  }
  async work(take: TakeEntry): Promise<{ close(): Promise<void> }> {
    this.take = take;
    for (const id of this.kept.keys()) this.run(id);
    return {
      close: async () => {
        this.take = undefined;
        while (this.busy > 0) await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }
  async close(): Promise<void> {}

  private run(id: string): void {
    setImmediate(async () => {
      const kept = this.kept.get(id);
      if (kept === undefined || this.take === undefined || kept.state !== 'open') return;
      this.busy++;
      try {
        await this.take(id, kept.entry, ++kept.attempts);
        this.kept.delete(id);
      } catch (error) {
        kept.reason = (error as Error).message;
        if (error instanceof Hopeless || kept.attempts >= kept.tries.attempts) kept.state = 'failed';
        else this.run(id);
      } finally {
        this.busy--;
      }
    });
  }
}

export interface MemoryLink extends Link {
  readonly store: MemoryStore;
  readonly entries: MemoryEntries;
  readonly notes: string[];
}

/** Hash of no build. */
export const BUILD: string = 'ab'.repeat(32);

/** Its clock goes one second a look. */
export function memoryLink(seal: Seal = sealOf(BUILD, null)): MemoryLink {
  const notes: string[] = [];
  let now = 0;
  return {
    store: new MemoryStore(),
    entries: new MemoryEntries(),
    version: '1.2.3',
    seal,
    limits: USUAL_LIMITS,
    expire: 1000,
    onNote: (text) => notes.push(text),
    clock: () => (now += 1000),
    notes,
  };
}
