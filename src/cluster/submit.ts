/**
 * A client's way through a job: chunks go in while there is room, answers come out in the order of the job. Guarantee:
 * each chunk comes out once, with its answer or with the reasons why there is none, whatever is delivered twice, lost
 * by the server or done by others. What a queue says is never the proof of an answer: only the store has those. Never
 * more than so many chunks and bytes are on their way.
 */
import { hostname } from 'node:os';
import type { Chunk, ChunkAnswer } from '../job/chunk.ts';
import { InputError } from '../math/input-error.ts';
import { readAnswer, unsqueezed } from './answer-bytes.ts';
import { everySoOften, JOBS, jobNotes, type Link, noteRecord, reasonNotes, WORKERS } from './link.ts';
import { RunRecord } from './run-record.ts';
import { ChunkSender, type SentChunk, type SubjectSource } from './send-chunk.ts';
import { Signal } from './signal.ts';

/** How a job is submitted. */
export interface SubmitOptions {
  /** Name under which `status` finds it; any text. */
  readonly job: string;
  /** Called once for each subject that the server has not. */
  readonly subject: SubjectSource;
  /** Items in all, where it is known. */
  readonly total?: number;
  /** Chunks on their way at a time. Default 256. */
  readonly inFlight?: number;
  /** Bytes of data on their way at a time. Default 64 MiB. */
  readonly inFlightBytes?: number;
  /** How often a chunk is tried. Default 3. */
  readonly attempts?: number;
  /** Milliseconds before the second try; doubled for each that follows. Default 1000. */
  readonly backoff?: number;
  /** Seconds for which an answer that was collected is kept, for other clients. Default: as all else. */
  readonly keepCollected?: number;
  /** Milliseconds between looks at what became of chunks without an answer. Default 2000. */
  readonly look?: number;
  /** Milliseconds between signs of life. Default 1000. */
  readonly beat?: number;
}

/** What became of a chunk. */
export interface Collected {
  /** Its place in the job, from 0. */
  readonly index: number;
  readonly id: string;
  readonly ids: readonly string[];
  /** Null where it failed for good. */
  readonly answer: ChunkAnswer | null;
  /** Why not, one an attempt; empty where there is an answer. */
  readonly reasons: readonly string[];
  /** The answer was in the store before this client asked. */
  readonly known: boolean;
}

interface OpenChunk extends SentChunk {
  readonly index: number;
  known: boolean;
  state: 'sent' | 'ready' | 'failed';
  reasons: readonly string[];
  /** When it was last sent or looked at. */
  seen: number;
  /** How often its answer could not be read. */
  damaged: number;
}

/** Milliseconds between looks for answers: more and more while there are none. */
const FIRST_POLL = 20;
const LAST_POLL = 500;
/** Chunks looked at in one go. */
const LOOKS = 32;
/** Beats between looks for workers, and for subjects that run out. */
const BEATS_TO_WORKERS = 5;
const BEATS_TO_SUBJECTS = 60;
const MOST_DAMAGED = 3;

export async function* submit(
  link: Link,
  source: AsyncIterable<Chunk> | Iterable<Chunk>,
  options: SubmitOptions,
): AsyncGenerator<Collected, void, void> {
  const client = new Client(link, options);
  const stop = client.start();
  const feeding = client.feed(source);
  // told after what was sent before it
  feeding.catch(() => {});
  try {
    for (;;) {
      const head = client.head();
      if (head === undefined) {
        if (client.isFed) break;
        await client.arrival.wait(LAST_POLL);
      } else if (head.state === 'sent') {
        await client.poll();
      } else {
        const collected = await client.collect(head);
        if (collected !== null) yield collected;
      }
    }
    await feeding;
    client.record.finished = true;
  } finally {
    client.stopFeeding();
    await stop();
  }
}

class Client {
  private readonly link: Link;
  private readonly options: Required<Omit<SubmitOptions, 'total' | 'keepCollected'>> & SubmitOptions;
  private readonly sender: ChunkSender;
  private readonly name = `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  private open: OpenChunk[] = [];
  private bytes = 0;
  private next = 0;
  private pause = FIRST_POLL;
  private beats = 0;
  private saidAlone = false;
  private stopped = false;
  readonly record: RunRecord;
  /** Something came, or nothing will. */
  readonly arrival: Signal = new Signal();
  private readonly room = new Signal();
  isFed = false;

  constructor(link: Link, given: SubmitOptions) {
    this.link = link;
    const usual = { inFlight: 256, inFlightBytes: 2 ** 26, attempts: 3, backoff: 1000, look: 2000, beat: 1000 };
    this.options = { ...usual, ...given };
    const { subject, attempts, backoff } = this.options;
    this.sender = new ChunkSender(link, subject, { attempts, backoff, keepFailed: link.expire });
    this.record = new RunRecord(link.version, given.total ?? null, link.clock);
  }

  head(): OpenChunk | undefined {
    return this.open[0];
  }

  /** Gives signs of life until it is stopped. */
  start(): () => Promise<void> {
    const stop = everySoOften(
      this.options.beat,
      () => this.beat(),
      (error) => this.link.onNote((error as Error).message),
    );
    return async () => {
      await stop();
      // a job that is done is done, whether others hear of it or not
      await this.tell().catch((error) => this.link.onNote((error as Error).message));
    };
  }

  /** Sends what the source has, as far as there is room; ends with the source's error, or that of sending. */
  async feed(source: AsyncIterable<Chunk> | Iterable<Chunk>): Promise<void> {
    try {
      for await (const chunk of source) {
        if (this.stopped) return;
        await this.send(chunk);
        while (!this.hasRoom() && !this.stopped) await this.room.wait(LAST_POLL);
      }
    } finally {
      this.isFed = true;
      this.arrival.raise();
    }
  }

  stopFeeding(): void {
    this.stopped = true;
    this.room.raise();
  }

  private hasRoom(): boolean {
    return this.open.length < this.options.inFlight && this.bytes < this.options.inFlightBytes;
  }

  private async send(chunk: Chunk): Promise<void> {
    const { store, clock } = this.link;
    const id = this.sender.name(chunk);
    const items = chunk.ids.length;
    const [known] = await store.has('result', [id]);
    const entry: OpenChunk = {
      index: this.next++,
      id,
      chunk,
      known,
      state: known ? 'ready' : 'sent',
      reasons: [],
      seen: clock(),
      damaged: 0,
    };
    if (!known) await this.sender.send(entry);
    this.record.count('submitted', items);
    this.open.push(entry);
    this.bytes += chunk.data.length;
    this.arrival.raise();
  }

  /** Looks for answers to all that is on its way; waits a little where nothing has come. */
  async poll(): Promise<void> {
    const { store, clock } = this.link;
    const sent = this.open.filter(({ state }) => state === 'sent');
    const there = await store.has(
      'result',
      sent.map(({ id }) => id),
    );
    let came = 0;
    sent.forEach((entry, i) => {
      if (!there[i]) return;
      entry.state = 'ready';
      came++;
    });
    const now = clock();
    const quiet = sent.filter(({ state, seen }) => state === 'sent' && now - seen >= this.options.look).slice(0, LOOKS);
    for (const entry of quiet) await this.look(entry);
    if (came > 0 || this.open[0].state !== 'sent') {
      this.pause = FIRST_POLL;
      return;
    }
    await this.arrival.wait(this.pause);
    this.pause = Math.min(1.5 * this.pause, LAST_POLL);
  }

  /** There is no answer for long: it waits, it failed, or the server lost it. */
  private async look(entry: OpenChunk): Promise<void> {
    const { store, entries, clock } = this.link;
    entry.seen = clock();
    const state = await entries.state(entry.id);
    // in this order: an answer is there before its entry goes
    if ((await store.has('result', [entry.id]))[0]) entry.state = 'ready';
    else if (state === 'failed') await this.fail(entry);
    else if (state === 'gone') await this.sender.sendAgain(entry);
    else {
      await this.sender.sendData(entry);
      // whoever answered it meanwhile took the data away before
      if ((await store.has('result', [entry.id]))[0]) await store.remove('chunk', entry.id);
    }
  }

  private async fail(entry: OpenChunk): Promise<void> {
    const { store, entries } = this.link;
    const reasons = (await store.notes(reasonNotes(entry.id))).map(({ text }) => text);
    const last = await entries.reason(entry.id);
    if (last !== undefined && !reasons.some((reason) => reason.endsWith(last))) reasons.push(last);
    entry.reasons = reasons.length > 0 ? reasons : ['it failed, and nobody said why'];
    entry.state = 'failed';
  }

  /** What became of the first chunk; null where its answer has gone, and it was sent again. */
  async collect(entry: OpenChunk): Promise<Collected | null> {
    const { index, id, chunk, known, reasons } = entry;
    const items = chunk.ids.length;
    let answer: ChunkAnswer | null = null;
    if (entry.state === 'ready') {
      answer = await this.answerOf(entry);
      if (answer === null && (entry.state as OpenChunk['state']) !== 'failed') return null;
    }
    if (answer === null) this.record.fail({ chunk: id, first: chunk.ids[0], items, reasons: entry.reasons });
    else {
      this.record.count('done', items);
      if (known) this.record.count('known', items);
    }
    this.open.shift();
    this.bytes -= chunk.data.length;
    this.room.raise();
    return { index, id, ids: chunk.ids, answer, reasons: answer === null ? entry.reasons : reasons, known };
  }

  private async answerOf(entry: OpenChunk): Promise<ChunkAnswer | null> {
    const { store, limits } = this.link;
    const { id, chunk } = entry;
    const stored = await store.get('result', id, limits.answerBytes);
    if (stored !== null) {
      try {
        const answer = readAnswer(await unsqueezed(stored, limits.answerBytes, `answer to ${id}`), chunk.ids.length);
        const { keepCollected } = this.options;
        if (keepCollected !== undefined || entry.known) await store.renew('result', [id], keepCollected ?? this.link.expire);
        return answer;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        await store.remove('result', id);
        if (++entry.damaged >= MOST_DAMAGED) {
          entry.state = 'failed';
          entry.reasons = [error.message];
          return null;
        }
      }
    }
    entry.state = 'sent';
    entry.known = false;
    await this.sender.send(entry);
    return null;
  }

  private async beat(): Promise<void> {
    this.beats++;
    await this.tell();
    if (this.beats % BEATS_TO_WORKERS === 0) await this.lookForWorkers();
    if (this.beats % BEATS_TO_SUBJECTS === 0) {
      await this.sender.renewSubjects();
      await this.link.store.sweep();
    }
  }

  private async tell(): Promise<void> {
    const { store, version, expire } = this.link;
    const { job, beat } = this.options;
    await store.putNote(jobNotes(job), this.name, JSON.stringify(this.record.toRun()), expire);
    const seconds = Math.max(2, Math.ceil((10 * beat) / 1000));
    if (!this.record.finished) await store.putNote(JOBS, this.name, JSON.stringify({ job, version }), seconds);
  }

  private async lookForWorkers(): Promise<void> {
    const { store, version, onNote } = this.link;
    if (this.saidAlone || !this.open.some(({ state }) => state === 'sent')) return;
    const versions = (await store.notes(WORKERS)).map(({ text }) => String(noteRecord(text)?.version));
    if (versions.includes(version)) return;
    this.saidAlone = true;
    const others = [...new Set(versions)].join(', ');
    onNote(
      others === ''
        ? "no worker is at work: start some with 'inbetween worker'"
        : `no worker of inbetween ${version} is at work, only of ${others}: they leave this job alone; install the same version on both sides`,
    );
  }
}
