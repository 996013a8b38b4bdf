/**
 * Results in a file, with a journal beside it. Guarantee: whatever ends the run, and wherever, the same command goes on
 * after the last step that is whole in both, and the file comes out as if nothing had happened. A step is written to
 * the disk before it is noted.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../index.ts';
import { type Journal, type JournalHead, type JournalStep, journalLine, parseJournal } from '../../node/job/run/journal.ts';
import { systemReason } from '../terminal/system-reason.ts';
import { makeFolder, refuseUnwritable } from '../terminal/write-text.ts';
import { RunLock } from './run-lock.ts';

/** What can be written to; a test may stand in for the disk. */
export interface WrittenFile {
  write(bytes: Uint8Array): Promise<unknown>;
  sync(): Promise<unknown>;
  close(): Promise<unknown>;
}

export type OpenFile = (path: string) => Promise<WrittenFile>;

/** Bytes that are kept back before they are written. */
const BUFFER = 2 ** 16;

export class ResultFile {
  readonly path: string;
  /** What earlier runs did; empty: this one begins. */
  readonly steps: readonly JournalStep[];
  private readonly lock: RunLock;
  private readonly results: WrittenFile;
  private readonly journal: WrittenFile;
  private readonly sum: Hash;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private bytes: number;
  /** Why something was not written: from then on nothing is noted as done, the note itself may well find room. */
  private fault: InputError | undefined;

  private constructor(path: string, lock: RunLock, files: readonly [WrittenFile, WrittenFile], sum: Hash, steps: readonly JournalStep[]) {
    this.path = path;
    this.lock = lock;
    [this.results, this.journal] = files;
    this.sum = sum;
    this.steps = steps;
    this.bytes = steps.at(-1)?.bytes ?? 0;
  }

  /** Before the work: refuses what would write over something else, or cannot be written. `restart`: from the start. */
  static async open(
    path: string,
    head: JournalHead,
    restart: boolean,
    openFile: OpenFile = appending,
    onNote: (text: string) => void = () => {},
  ): Promise<ResultFile> {
    const notes = `${path}.journal`;
    await refuseUnwritable(path);
    await refuseUnwritable(notes);
    await refuseOther(path);
    await makeFolder(dirname(resolve(path))).catch((cause: NodeJS.ErrnoException) => {
      throw new InputError(`cannot be written: ${systemReason(cause)}`, { file: path });
    });
    const lock = await RunLock.take(path, onNote);
    try {
      const before = await earlierRun(path, notes);
      if (before === undefined && (await sizeOf(path)) > 0)
        throw new InputError(
          `--out ${path}: is there already, without a journal of inbetween beside it; choose another name, or remove it first`,
        );
      if (before !== undefined && !restart) requireSameJob(before, head, path);
      const { steps, sum } = before === undefined || restart ? { steps: [], sum: createHash('sha256') } : await believed(before, path);
      const end = before !== undefined && steps.length > 0 ? before.ends[steps.length - 1] : 0;
      await cut(path, steps.at(-1)?.bytes ?? 0);
      await cut(notes, end === 0 ? 0 : Buffer.byteLength((await readFile(notes, 'utf8')).slice(0, end)));
      const files = [await openFile(path), await openFile(notes)] as const;
      const out = new ResultFile(path, lock, files, sum, steps);
      if (end === 0) await out.guarded(() => files[1].write(Buffer.from(journalLine(head))));
      return out;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get isDone(): boolean {
    return this.steps.at(-1)?.done === true;
  }

  async append(lines: Uint8Array): Promise<void> {
    this.waiting.push(lines);
    this.waitingBytes += lines.length;
    if (this.waitingBytes >= BUFFER) await this.flush();
  }

  /**
   * What was done until now stays done, once `kept` has come to its end; meanwhile more can be appended. One at a time.
   */
  async step(step: Omit<JournalStep, 'bytes' | 'out'>): Promise<{ readonly kept: Promise<void> }> {
    await this.flush();
    await this.lock.requireOwn();
    if ((await sizeOf(this.path)) !== this.bytes)
      throw new InputError('was removed or written to by somebody else while the job ran; the same command goes on from what is whole', {
        file: this.path,
      });
    const line = Buffer.from(journalLine({ ...step, bytes: this.bytes, out: this.sum.copy().digest('hex') }));
    const kept = this.guarded(async () => {
      await this.results.sync();
      await this.journal.write(line);
      await this.journal.sync();
    });
    return { kept };
  }

  async close(): Promise<void> {
    await this.results.close().catch(() => undefined);
    await this.journal.close().catch(() => undefined);
    await this.lock.release();
  }

  /** A run that did nothing leaves nothing behind. */
  async remove(): Promise<void> {
    await this.close();
    for (const path of [this.path, `${this.path}.journal`]) await unlink(path).catch(() => undefined);
  }

  /** Writes what was appended, without noting it as done. */
  async flush(): Promise<void> {
    if (this.waitingBytes === 0) return;
    await this.lock.requireOwn();
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    await this.guarded(() => this.results.write(bytes));
    this.sum.update(bytes);
    this.bytes += bytes.length;
  }

  private async guarded(write: () => Promise<unknown>): Promise<void> {
    if (this.fault !== undefined) throw this.fault;
    try {
      await write();
    } catch (cause) {
      const reason = systemReason(cause as NodeJS.ErrnoException);
      this.fault = new InputError(`cannot be written: ${reason}; nothing is lost, the same command goes on when that is mended`, {
        file: this.path,
      });
      throw this.fault;
    }
  }
}

async function appending(path: string): Promise<WrittenFile> {
  const handle: FileHandle = await open(path, 'a');
  return {
    // all of it, or an error: a write may end early where the disk fills up
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

async function earlierRun(path: string, notes: string): Promise<Journal | undefined> {
  const text = await readFile(notes, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new InputError(`cannot be read: ${systemReason(cause)}`, { file: notes });
  });
  if (text === undefined) return undefined;
  const journal = parseJournal(text, notes);
  // killed before the head was whole: nothing was written either
  if (journal === undefined && (await sizeOf(path)) === 0) return undefined;
  return journal;
}

function requireSameJob({ head }: Journal, now: JournalHead, path: string): void {
  const other =
    head.version !== now.version
      ? `by inbetween ${head.version}, this is ${now.version}: answers may differ`
      : head.job !== now.job
        ? `of the job ${JSON.stringify(head.job)}, this one is ${JSON.stringify(now.job)}`
        : head.limit !== now.limit
          ? `with ${limitText(head.limit)}, this run has ${limitText(now.limit)}`
          : undefined;
  if (other !== undefined)
    throw new InputError(`--out ${path}: holds results ${other}; start again with --restart, or choose another file`);
}

function limitText(limit: number | null): string {
  return limit === null ? 'no --limit' : `--limit ${limit}`;
}

/** The steps whose results are in the file as they were written, and the sum of these. */
async function believed({ steps }: Journal, path: string): Promise<{ readonly steps: readonly JournalStep[]; readonly sum: Hash }> {
  const sum = createHash('sha256');
  let kept = 0;
  let keptSum = createHash('sha256');
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return { steps: [], sum };
  try {
    let at = 0;
    for (const [i, { bytes, out }] of steps.entries()) {
      at = await addPart(handle, sum, at, bytes);
      if (at < bytes) break;
      if (sum.copy().digest('hex') !== out) break;
      kept = i + 1;
      keptSum = sum.copy();
    }
  } finally {
    await handle.close();
  }
  return { steps: steps.slice(0, kept), sum: keptSum };
}

/** Where it came to: less than `to` where the file ends before. */
async function addPart(handle: FileHandle, sum: Hash, from: number, to: number): Promise<number> {
  const block = Buffer.allocUnsafe(2 ** 18);
  let at = from;
  while (at < to) {
    const { bytesRead } = await handle.read(block, 0, Math.min(block.length, to - at), at);
    if (bytesRead === 0) return at;
    sum.update(block.subarray(0, bytesRead));
    at += bytesRead;
  }
  return at;
}

async function cut(path: string, bytes: number): Promise<void> {
  if ((await sizeOf(path)) > bytes) await truncate(path, bytes);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** A pipe or a device cannot be gone on with. */
async function refuseOther(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile())
    throw new InputError(`--out ${path}: is no plain file; leave --out away, results go to the output then`);
}
