/**
 * A client's way through a job: chunks go in while there is room, answers come out in the order of the job. Guarantee:
 * each chunk comes out once, with its answer or with the reasons why there is none, whatever is delivered twice, lost
 * by the server or done by others. What a queue says is never the proof of an answer: only the store has those. Never
 * more than so many chunks and bytes are on their way, and answers that came out of turn wait in the store, not here.
 */
import { hostname } from 'node:os';
import { InputError } from '../../math/input-error.ts';
import type { Chunk, ChunkAnswer } from '../job/chunk.ts';
import { readAnswer, unsqueezed } from './answer-bytes.ts';
import { everySoOften, JOBS, jobNotes, type Link, reasonNotes, WORKERS } from './link.ts';
import { QueueFault } from './queue-faults.ts';
import { RunRecord } from './run-record.ts';
import { ChunkSender, type SubjectSource } from './send-chunk.ts';
import { Signal } from './signal.ts';
import { readWorker } from './work.ts';

/** How a job is submitted. */
export interface SubmitOptions {
  /** Name under which `status` finds it; any text. */
  readonly job: string;
  /** Called once for each subject that the server has not. */
  readonly subject: SubjectSource;
  /** Items in all, where it is known. */
  readonly total?: number;
  /** Chunks that wait or are worked on at a time. Default: 2 for each thread of the workers, at least 64. */
  readonly ahead?: number;
  /** Chunks that are not collected, answered ones too. Default: 64 for each thread of the workers, at least 1024. */
  readonly hold?: number;
  /** Bytes of their data that are kept, to send them again where the server loses them. Default 256 MiB. */
  readonly keepBytes?: number;
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
  readonly items: number;
  /** Id of its first item. */
  readonly first: string;
  /** Null where it failed for good. */
  readonly answer: ChunkAnswer | null;
  /** The chunk itself where it failed, for whoever wants to try by other means; null where it was let go. */
  readonly chunk: Chunk | null;
  /** Why not, one an attempt; empty where there is an answer. */
  readonly reasons: readonly string[];
  /** The answer was in the store before this client asked. */
  readonly known: boolean;
}

interface OpenChunk {
  readonly index: number;
  readonly id: string;
  readonly items: number;
  readonly first: string;
  /** Null where its answer was seen in the store and there was no room to keep it. */
  chunk: Chunk | null;
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
const AHEAD = { least: 64, each: 2 };
const HOLD = { least: 1024, each: 64 };

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

type Unset = 'total' | 'keepCollected' | 'ahead' | 'hold';

class Client {
  private readonly link: Link;
  private readonly options: Required<Omit<SubmitOptions, Unset>> & SubmitOptions;
  private readonly sender: ChunkSender;
  private readonly name = `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  private readonly open: OpenChunk[] = [];
  /** How many of them have no answer yet. */
  private waiting = 0;
  /** Threads of the workers that were seen. */
  private threads = 0;
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
    const usual = { keepBytes: 2 ** 28, attempts: 3, backoff: 1000, look: 2000, beat: 1000 };
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
    const { keepBytes, ahead = limitOf(AHEAD, this.threads), hold = limitOf(HOLD, this.threads) } = this.options;
    if (this.waiting >= ahead || this.open.length >= hold) return false;
    // those that come last first: the others are collected soon
    for (let i = this.open.length - 1; i >= 0 && this.bytes >= keepBytes; i--) if (this.open[i].state === 'ready') this.letGo(this.open[i]);
    return this.bytes < keepBytes;
  }

  private letGo(entry: OpenChunk): void {
    this.bytes -= entry.chunk?.data.length ?? 0;
    entry.chunk = null;
  }

  private become(entry: OpenChunk, state: OpenChunk['state']): void {
    this.waiting += (state === 'sent' ? 1 : 0) - (entry.state === 'sent' ? 1 : 0);
    entry.state = state;
    this.room.raise();
  }

  private async send(chunk: Chunk): Promise<void> {
    const { store, clock } = this.link;
    const id = this.sender.name(chunk);
    const items = chunk.ids.length;
    const [known] = await store.has('result', [id]);
    const entry: OpenChunk = {
      index: this.next++,
      id,
      items,
      first: chunk.ids[0],
      chunk,
      known,
      state: known ? 'ready' : 'sent',
      reasons: [],
      seen: clock(),
      damaged: 0,
    };
    if (!known) await this.sender.send({ id, chunk });
    this.record.count('submitted', items);
    this.open.push(entry);
    if (!known) this.waiting++;
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
      this.become(entry, 'ready');
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
    const sent = { id: entry.id, chunk: entry.chunk as Chunk };
    if ((await store.has('result', [entry.id]))[0]) this.become(entry, 'ready');
    else if (state === 'failed') await this.fail(entry);
    else if (state === 'gone') await this.sender.sendAgain(sent);
    else {
      await this.sender.sendData(sent);
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
    this.become(entry, 'failed');
  }

  /** What became of the first chunk; null where its answer has gone, and it was sent again. */
  async collect(entry: OpenChunk): Promise<Collected | null> {
    const { index, id, items, first } = entry;
    const answer = entry.state === 'ready' ? await this.answerOf(entry) : null;
    if (entry.state === 'sent') return null;
    if (answer === null) this.record.fail({ chunk: id, first, items, reasons: entry.reasons });
    else {
      this.record.count('done', items);
      if (entry.known) this.record.count('known', items);
    }
    const { chunk, known, reasons } = entry;
    this.open.shift();
    this.letGo(entry);
    this.room.raise();
    return { index, id, items, first, answer, chunk: answer === null ? chunk : null, reasons, known };
  }

  /** Null where the store has none that is sound: then it was sent again, or failed. */
  private async answerOf(entry: OpenChunk): Promise<ChunkAnswer | null> {
    const { store, limits, expire } = this.link;
    const { id, items, chunk } = entry;
    let why = 'the server lost its answer';
    const stored = await store.get('result', id, limits.answerBytes);
    if (stored !== null) {
      try {
        const answer = readAnswer(await unsqueezed(stored, limits.answerBytes, `answer to ${id}`), items);
        const { keepCollected } = this.options;
        if (keepCollected !== undefined || entry.known) await store.renew('result', [id], keepCollected ?? expire);
        return answer;
      } catch (error) {
        if (!(error instanceof InputError) || error instanceof QueueFault) throw error;
        await store.remove('result', id);
        why = error.message;
        entry.damaged++;
      }
    }
    if (chunk === null || entry.damaged >= MOST_DAMAGED) {
      entry.reasons = [why];
      this.become(entry, 'failed');
      return null;
    }
    entry.known = false;
    await this.sender.send({ id, chunk });
    this.become(entry, 'sent');
    return null;
  }

  private async beat(): Promise<void> {
    this.beats++;
    await this.tell();
    if (this.beats % BEATS_TO_WORKERS === 0 || (this.beats > BEATS_TO_WORKERS && this.threads === 0)) await this.lookForWorkers();
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

  /** How many chunks may be on their way depends on them; that there are none is said once. */
  private async lookForWorkers(): Promise<void> {
    const { store, version, onNote } = this.link;
    const workers = (await store.notes(WORKERS)).flatMap(({ text, age }) => readWorker(text, age) ?? []);
    const versions = workers.map((worker) => worker.version);
    this.threads = workers.reduce((sum, worker) => sum + (worker.version === version ? worker.threads : 0), 0);
    this.room.raise();
    if (this.saidAlone || this.waiting === 0 || versions.includes(version)) return;
    this.saidAlone = true;
    const others = [...new Set(versions)].join(', ');
    onNote(
      others === ''
        ? "no worker is at work: start some with 'inbetween worker'"
        : `no worker of inbetween ${version} is at work, only of ${others}: they leave this job alone; install the same version on both sides`,
    );
  }
}

function limitOf({ least, each }: { readonly least: number; readonly each: number }, threads: number): number {
  return Math.max(least, each * threads);
}
