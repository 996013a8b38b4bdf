/** Puts chunks where workers find them: subject and data in the store, then an entry in the queue. */

import { InputError } from '../../math/input-error.ts';
import type { Chunk } from '../job/chunk.ts';
import { squeezed } from './answer-bytes.ts';
import { chunkBytes, FORMAT, sha256 } from './chunk-bytes.ts';
import type { Tries } from './entries.ts';
import { type Link, reasonNotes } from './link.ts';

/** A chunk on its way; kept until it is collected, so that whatever the server loses can be sent again. */
export interface SentChunk {
  readonly id: string;
  readonly chunk: Chunk;
  /** It is part of one that failed, and of more than one item: tried once, since its own parts are tried next. */
  readonly isPart: boolean;
}

/** The bytes of a subject, by its hash. */
export type SubjectSource = (id: string) => Uint8Array | Promise<Uint8Array>;

export class ChunkSender {
  private readonly link: Link;
  private readonly subject: SubjectSource;
  private readonly tries: Tries;
  private readonly job: string;
  /** Subjects that the store has for certain. */
  private readonly subjects = new Set<string>();

  constructor(link: Link, subject: SubjectSource, tries: Tries, job: string) {
    this.link = link;
    this.subject = subject;
    this.tries = tries;
    this.job = job;
  }

  name(chunk: Chunk): string {
    return sha256(chunkBytes(chunk, this.link.version));
  }

  /** One that failed in an earlier job is tried anew. */
  async send(sent: SentChunk): Promise<void> {
    const { entries, store } = this.link;
    const { id, chunk } = sent;
    await this.sendSubject(chunk.subject);
    if ((await entries.state(id)) === 'failed') {
      await entries.remove(id);
      await store.removeNotes(reasonNotes(id));
    }
    await this.sendAgain(sent);
  }

  /** All of it, as far as it is missing. */
  async sendAgain({ id, chunk, isPart }: SentChunk): Promise<void> {
    const { entries, version } = this.link;
    await this.sendData({ id, chunk });
    const entry = { format: FORMAT, version, chunk: id, subject: chunk.subject, items: chunk.ids.length, job: this.job };
    await entries.add(entry, isPart ? { ...this.tries, attempts: 1 } : this.tries);
  }

  /** The data alone, where they are missing. */
  async sendData({ id, chunk }: Pick<SentChunk, 'id' | 'chunk'>): Promise<void> {
    const { store, version, limits, expire } = this.link;
    const bytes = chunkBytes(chunk, version);
    if (bytes.length > limits.chunkBytes)
      throw new InputError(`a chunk of ${bytes.length} bytes is more than the ${limits.chunkBytes} that workers take`);
    await store.putOnce('chunk', id, await squeezed(bytes), expire);
  }

  /** Looks whether the store has them still, and from now on so long. */
  async renewSubjects(): Promise<void> {
    const { store, expire } = this.link;
    const ids = [...this.subjects];
    const there = await store.has('subject', ids);
    ids.forEach((id, i) => {
      if (!there[i]) this.subjects.delete(id);
    });
    for (const [i, id] of ids.entries()) if (!there[i]) await this.sendSubject(id);
    await store.renew('subject', [...this.subjects], expire);
  }

  private async sendSubject(id: string): Promise<void> {
    const { store, limits, expire } = this.link;
    if (this.subjects.has(id)) return;
    if (!(await store.has('subject', [id]))[0]) {
      const bytes = await this.subject(id);
      if (bytes.length > limits.subjectBytes)
        throw new InputError(`a subject of ${bytes.length} bytes is more than the ${limits.subjectBytes} that workers take`);
      if (sha256(bytes) !== id) throw new InputError(`subject ${id}: its bytes are others than its name says`);
      await store.putOnce('subject', id, await squeezed(bytes), expire);
    }
    this.subjects.add(id);
  }
}
