/** A proof on the disk, checked: by this thread, or by several that share its leaves. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createGunzip } from 'node:zlib';
import type { TaskContext } from '../batch/serve.ts';
import { largestOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import { TOO_MUCH_WORK, type Verification } from '../proof/verification.ts';
import { verifyProof, verifyShare, workLimit } from '../proof/verify.ts';
import { threads } from './threads.ts';

/** Characters of a line; no part of a proof needs more. */
const LONGEST_LINE: number = 2 ** 27;
/** Bytes of a file from which on threads are worth starting. */
const LARGE: number = 2 ** 17;

export interface VerifyFileOptions {
  readonly maxPieces?: number;
  /** This share of the proof alone, by one thread. */
  readonly share?: readonly [number, number];
  /** Threads; undefined: one a core for a large file. */
  readonly threads?: number;
  readonly view?: boolean;
  /** How much of the file was read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

interface Share {
  readonly path: string;
  readonly share: readonly [number, number];
  readonly maxPieces?: number;
  readonly maxWork?: number;
  readonly view?: boolean;
}

type ShareAnswer = Awaited<ReturnType<typeof verifyShare>>;

/** Bytes of a compressed file count as so many. */
const COMPRESSED = 4;

/** Units of work that the proof in a file may take [docs/proof-format.md, "Work"]. */
export async function workLimitOf(path: string): Promise<number> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return workLimit(isCompressed(path) ? COMPRESSED * size : size);
}

function isCompressed(path: string): boolean {
  return /\.gz$/i.test(path);
}

/** What a worker does of it. */
export function verifyService({ path, ...options }: Share, context: TaskContext): Promise<ShareAnswer> {
  return verifyShare(
    proofLines(path, (done) => context.tell(done)),
    options,
  );
}

export async function verifyFile(path: string, options: VerifyFileOptions = {}): Promise<Verification> {
  const { threads: wanted, maxPieces, share, view, onProgress } = options;
  const { size } = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const count = share !== undefined ? 1 : (wanted ?? (size < LARGE ? 1 : availableParallelism()));
  const maxWork = maxPieces === undefined ? await workLimitOf(path) : undefined;
  if (count === 1) return verifyProof(proofLines(path, onProgress), { maxPieces, maxWork, share, view });
  const { WorkerPool } = await import('../batch/pool.ts');
  const pool = new WorkerPool(threads(count));
  const done = new Float64Array(count);
  try {
    const shares = Array.from({ length: count }, (_, k) => {
      const task: Share = { path, share: [k, count], maxPieces, maxWork, view: view && k === 0 };
      const onTold = (value: unknown) => {
        done[k] = value as number;
        onProgress?.(done.reduce((least, one) => Math.min(least, one), 1));
      };
      return pool.run<ShareAnswer>('verify', task, { onTold }).then(({ value }) => value);
    });
    const settled = await Promise.allSettled(shares);
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = settled.find((one) => one.status === 'rejected');
    // one alone reads nothing behind a false leaf, and so no fault of the file there
    if (failed !== undefined && !answers.some(({ found }) => found.result === 'refuted')) throw failed.reason;
    return joined(answers, maxPieces ?? Number.POSITIVE_INFINITY);
  } finally {
    await pool.close();
  }
}

/** The worst of all shares is the whole; work adds up. A share that meets a false leaf reads no faults behind it. */
function joined(answers: readonly ShareAnswer[], maxPieces: number): Verification {
  const shares = answers.map(({ found }) => found);
  const worst = (['refuted', 'malformed', 'undecided', 'proven'] as const).find((result) => shares.some((one) => one.result === result));
  const told = shares.find(({ result }) => result === worst) as Verification;
  const { view } = shares[0];
  const pieces = shares.reduce((sum, one) => sum + one.pieces, 0);
  // what all of them do counts once
  const work = answers.reduce((sum, { found, shared }) => sum + found.work - shared, largestOf(answers.map(({ shared }) => shared)));
  const isTooMuch = told.result === 'proven' && (work > told.maxWork || pieces > maxPieces);
  const limited = isTooMuch ? ({ result: 'undecided', why: TOO_MUCH_WORK } as const) : {};
  return { ...told, ...limited, pieces, work, ...(view === undefined ? {} : { view }) };
}

/** What an error of reading says to whoever named the file. */
const UNREADABLE: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'is a folder; name a file in it'],
  ['Z_BUF_ERROR', 'is cut short'],
  ['Z_DATA_ERROR', 'is damaged, or not compressed with gzip, as its name says'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'is no text: no proof, or a compressed one, whose name should end in .gz'],
]);

export function unreadable(path: string, error: unknown): InputError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new InputError(`${path}: ${UNREADABLE.get(code) ?? message}`);
}

/** The lines of a proof, one by one, so that no more than one is held. */
export async function* proofLines(path: string, onProgress?: (share: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path);
  const size = onProgress === undefined ? 0 : (await stat(path)).size;
  const text = isCompressed(path) ? file.pipe(createGunzip()) : file;
  // a fault of the file ends what reads it
  if (text !== file) file.on('error', (error) => text.destroy(error));
  // a mark of byte order is no JSON, for other checkers either
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  // pieces of a line whose end is still to come: joined once, so that a long line takes no time squared
  let rest: string[] = [];
  let length = 0;
  try {
    for await (const chunk of text) {
      onProgress?.(size > 0 ? file.bytesRead / size : 1);
      const [first, ...more] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n');
      rest.push(first);
      length += first.length;
      if (length > LONGEST_LINE) throw new InputError(`${path}: a line has more than ${LONGEST_LINE} characters`);
      if (more.length === 0) continue;
      yield rest.join('');
      const last = more.pop() as string;
      yield* more;
      rest = [last];
      length = last.length;
    }
    rest.push(decoder.decode());
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw unreadable(path, error);
  }
  if (rest.join('') !== '') yield rest.join('');
}
