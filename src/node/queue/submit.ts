/**
 * A client's way through a job: chunks go in while there is room, answers come out in the order of the job. Guarantee:
 * each item comes out once, with its answer or with the reasons why there is none, whatever is delivered twice, lost
 * by the server or done by others. What a queue says is never the proof of an answer: only the store has those, and of
 * them those count that the seal opens. A chunk that fails is asked again in halves, so that only what makes it fail is
 * without an answer. Never more than so many chunks and bytes are on their way, and answers that came out of turn wait
 * in the store, not here.
 */
import { hostname } from 'node:os';
import { CodedError } from '../../words/coded-error.ts';
import type { Chunk, ChunkAnswer } from '../job/chunk.ts';
import { halvesOf } from '../job/run/cut-chunks.ts';
import { cancelNotes, everySoOften, isForGood, JOBS, jobNotes, type Link, reasonNotes, WORKERS } from './link.ts';
import { RunRecord, type RunWishes } from './run-record.ts';
import { REFUSALS } from './seal.ts';
import { storedAnswer } from './sealed-answer.ts';
import { ChunkSender, type SubjectSource } from './send-chunk.ts';
import { Signal } from './signal.ts';
import { readWorker } from './work.ts';

/** How a job is submitted. */
export interface SubmitOptions extends RunWishes {
  /** Name under which `status` finds it; any text. */
  readonly job: string;
  /** Called once for each subject that the server has not. */
  readonly subject: SubjectSource;
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

/** Somebody cancelled the job. As of whatever ended before all was done, its code is 3. */
class JobCancelled extends CodedError {
  constructor(job: string) {
    super(`the job '${job}' was cancelled (--cancel); the same command goes on`, 3);
  }
}

/** What became of a chunk, or of a part of one that failed as a whole: parts come one after another. */
export interface Collected {
  /** The chunk's place in the job, from 0. */
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
  readonly isPart: boolean;
  known: boolean;
  state: 'sent' | 'ready' | 'failed';
  reasons: readonly string[];
  /** When it was last sent or looked at. */
  seen: number;
  /** How often its answer could not be read. */
  damaged: number;
  readonly subject: string;
}

/** Milliseconds between looks for answers: more and more while there are none. */
const FIRST_POLL = 20;
const LAST_POLL = 500;
/** Chunks inspected in one go, at most. */
const MOST_INSPECTED = 32;
/** So many times sooner a part of a chunk that failed is inspected: it takes some ten to find what makes it fail. */
const SOONER = 8;
/** Beats between looks for workers, and for subjects that run out. */
const BEATS_TO_WORKERS = 5;
const BEATS_TO_SUBJECTS = 60;
/** How often things are renewed at least, in the time for which the store keeps them. */
const RENEWALS = 4;
const MOST_DAMAGED = 3;
/** Milliseconds that the last words of a client may take: what is done is done, whether others hear of it or not. */
const LAST_WORDS = 5000;
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
  // reported after what was sent before it
  feeding.catch(() => {});
  try {
    for (;;) {
      if (client.record.cancelled) throw new JobCancelled(options.job);
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
    client.sayRefused();
  } finally {
    client.stopFeeding();
    if (client.record.cancelled) await client.takeBack();
    await stop();
  }
}

type Unset = keyof RunWishes | 'keepCollected' | 'ahead' | 'hold';

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
  private readonly begun: number;
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
    const { subject, attempts, backoff, job } = this.options;
    this.sender = new ChunkSender(link, subject, { attempts, backoff, keepFailed: link.expire }, job);
    this.record = new RunRecord(link.version, given, link.clock);
    this.begun = link.clock();
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
      const ended = stop()
        .then(() => this.putNotes())
        .catch((error) => this.link.onNote((error as Error).message));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const enough = new Promise((resolve) => {
        timer = setTimeout(resolve, LAST_WORDS);
      });
      await Promise.race([ended, enough]);
      clearTimeout(timer);
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
      this.record.isFed = !this.stopped;
    } finally {
      this.isFed = true;
      this.arrival.raise();
    }
  }

  stopFeeding(): void {
    this.stopped = true;
    this.room.raise();
  }

  /** Takes back what no worker has begun, of a job that was cancelled. */
  async takeBack(): Promise<void> {
    const { store, entries } = this.link;
    for (const { id, state } of this.open)
      if (state === 'sent' && (await entries.remove(id).catch(() => false))) await store.remove('chunk', id).catch(() => {});
  }

  sayRefused(): void {
    const { refused } = this.record;
    const all = REFUSALS.reduce((sum, why) => sum + refused[why], 0);
    if (all === 0) return;
    const each = REFUSALS.filter((why) => refused[why] > 0).map((why) => `${refused[why]} ${why}`);
    this.link.onNote(
      `${all} answers in the store did not count (${each.join(', ')}) and were computed again: somebody else writes there, or workers have another key`,
    );
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
    const entry = await this.sent(chunk, this.next++);
    this.record.count('submitted', entry.items);
    this.add(this.open.length, entry);
  }

  /** Sends a chunk, unless it is answered already. */
  private async sent(chunk: Chunk, index: number, isPart = false): Promise<OpenChunk> {
    const { store, clock } = this.link;
    const id = this.sender.name(chunk);
    const [known] = await store.has('result', [id]);
    if (!known) await this.sender.send({ id, chunk, isPart });
    return {
      ...{ index, id, items: chunk.ids.length, first: chunk.ids[0], subject: chunk.subject, chunk, isPart, known },
      ...{ state: known ? 'ready' : 'sent', reasons: [], seen: clock(), damaged: 0 },
    };
  }

  private add(at: number, entry: OpenChunk): void {
    this.open.splice(at, 0, entry);
    if (entry.state === 'sent') this.waiting++;
    this.bytes += entry.chunk?.data.length ?? 0;
    this.arrival.raise();
  }

  /** Looks for answers to all chunks that were sent; waits a little where nothing has come. */
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
    const patience = ({ isPart }: OpenChunk): number => this.options.look / (isPart ? SOONER : 1);
    const quiet = sent.filter((entry) => entry.state === 'sent' && now - entry.seen >= patience(entry)).slice(0, MOST_INSPECTED);
    for (const entry of quiet) await this.inspect(entry);
    if (came > 0 || this.open[0].state !== 'sent') {
      this.pause = FIRST_POLL;
      return;
    }
    await this.arrival.wait(this.pause);
    this.pause = Math.min(1.5 * this.pause, LAST_POLL);
  }

  /** Finds out why a chunk has no answer for long: it waits, it failed, or the server lost it. */
  private async inspect(entry: OpenChunk): Promise<void> {
    const { store, entries, clock } = this.link;
    entry.seen = clock();
    const state = await entries.state(entry.id);
    // in this order: an answer is there before its entry goes
    const sent = { id: entry.id, chunk: entry.chunk as Chunk, isPart: entry.isPart };
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
    if (entry.chunk === null || entry.items === 1 || isForGood(reasons)) {
      this.become(entry, 'failed');
      return;
    }
    const halves: OpenChunk[] = [];
    for (const half of halvesOf(entry.chunk)) halves.push(await this.sent(half, entry.index, half.ids.length > 1));
    this.drop(entry, halves);
    // it is theirs to fail now
    await entries.remove(entry.id);
    await store.remove('chunk', entry.id);
    await store.removeNotes(reasonNotes(entry.id));
  }

  /** Others may stand in its place. */
  private drop(entry: OpenChunk, others: readonly OpenChunk[] = []): void {
    const at = this.open.indexOf(entry);
    this.become(entry, 'failed');
    this.letGo(entry);
    this.open.splice(at, 1);
    for (const [i, other] of others.entries()) this.add(at + i, other);
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
    this.drop(entry);
    return { index, id, items, first, answer, chunk: answer === null ? chunk : null, reasons, known };
  }

  /** Null where the store has none that is sound: then it was sent again, or failed. */
  private async answerOf(entry: OpenChunk): Promise<ChunkAnswer | null> {
    const { store, expire } = this.link;
    const { id, items, chunk, isPart, subject } = entry;
    const found = await storedAnswer(this.link, { chunk: id, subject }, items);
    if ('lines' in found) {
      const { keepCollected } = this.options;
      if (keepCollected !== undefined || entry.known) await store.renew('result', [id], keepCollected ?? expire);
      return found;
    }
    if (found.refusal !== null) this.record.refused[found.refusal]++;
    if (!found.isLost) entry.damaged++;
    if (chunk === null || entry.damaged >= MOST_DAMAGED) {
      entry.reasons = [found.why];
      this.become(entry, 'failed');
      return null;
    }
    entry.known = false;
    await this.sender.send({ id, chunk, isPart });
    this.become(entry, 'sent');
    return null;
  }

  private async beat(): Promise<void> {
    this.beats++;
    await this.putNotes();
    await this.lookForCancel();
    if (this.beats % BEATS_TO_WORKERS === 0 || (this.beats > BEATS_TO_WORKERS && this.threads === 0)) await this.lookForWorkers();
    const often = Math.max(1, Math.floor((1000 * this.link.expire) / (RENEWALS * this.options.beat)));
    if (this.beats % Math.min(BEATS_TO_SUBJECTS, often) === 0) {
      await this.sender.renewSubjects();
      await this.link.store.sweep();
    }
    if (this.beats % often === 0) await this.renewOpen();
  }

  /** What is waited for does not run out. */
  private async renewOpen(): Promise<void> {
    const { store, expire } = this.link;
    const those = (state: OpenChunk['state']) => this.open.filter((entry) => entry.state === state).map(({ id }) => id);
    await store.renew('chunk', those('sent'), expire);
    await store.renew('result', those('ready'), expire);
  }

  private async putNotes(): Promise<void> {
    const { store, seal, version, expire } = this.link;
    const { job, beat } = this.options;
    await store.putNote(jobNotes(job), this.name, JSON.stringify(this.record.toRun()), expire);
    const seconds = Math.max(2, Math.ceil((10 * beat) / 1000));
    if (!this.record.finished) await store.putNote(JOBS, this.name, JSON.stringify({ job, version, seal: seal.name }), seconds);
  }

  /** One of before this client began is over. */
  private async lookForCancel(): Promise<void> {
    const { store, clock } = this.link;
    const cancels = await store.notes(cancelNotes(this.options.job));
    if (!cancels.some(({ age }) => age < clock() - this.begun)) return;
    this.record.cancelled = true;
    this.stopFeeding();
    this.arrival.raise();
  }

  /** How many chunks may be on their way depends on them; that there are none is said once. */
  private async lookForWorkers(): Promise<void> {
    const { store, seal, version, onNote } = this.link;
    const workers = (await store.notes(WORKERS)).flatMap(({ text, age }) => readWorker(text, age) ?? []);
    const same = workers.filter((worker) => worker.version === version);
    const own = same.filter((worker) => worker.seal === seal.name);
    this.threads = own.reduce((sum, worker) => sum + worker.threads, 0);
    this.room.raise();
    if (this.saidAlone || this.waiting === 0 || own.length > 0) return;
    this.saidAlone = true;
    const others = [...new Set(workers.map((worker) => worker.version))].join(', ');
    onNote(
      others === ''
        ? "no worker is at work: start some with 'inbetween worker'"
        : same.length > 0
          ? 'no worker with this key is at work, only with another or with none: give both sides the same (--key-file, INBETWEEN_KEY)'
          : `no worker of inbetween ${version} is at work, only of ${others}: they leave this job alone; install the same version on both sides`,
    );
  }
}

function limitOf({ least, each }: { readonly least: number; readonly each: number }, threads: number): number {
  return Math.max(least, each * threads);
}
