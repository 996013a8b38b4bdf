import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { InputError } from '../../index.ts';
import { type Verification, verifyProof } from '../../proof/index.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import type { Streams } from '../terminal/streams.ts';

export interface VerifyOptions {
  readonly json?: boolean;
  readonly maxPieces: number;
}

/** Characters of a line; no part of a proof needs more. */
const LONGEST_LINE: number = 2 ** 27;

const CODES: Readonly<Record<Verification['result'], number>> = { proven: 0, refuted: 1, malformed: 2, undecided: 3 };

/** Checks a proof, and that these are the files it was made of; resolves to the exit code. */
export async function verify(path: string, files: readonly string[], options: VerifyOptions, streams: Streams): Promise<number> {
  const found = withFiles(await verifyProof(linesOf(path), options.maxPieces), await Promise.all(files.map(hashOf)));
  streams.stdout.write(options.json ? `${safeJson(found)}\n` : `${wordsOf(found).map(safeText).join('\n')}\n`);
  return CODES[found.result];
}

interface FileHash {
  readonly name: string;
  readonly sha256: string;
}

/** Every file that is given is one of the inputs. */
function withFiles(found: Verification, files: readonly FileHash[]): Verification & { readonly files: readonly FileHash[] } {
  const other = files.find(({ sha256 }) => !found.inputs.some((input) => input.sha256 === sha256));
  if (found.result === 'malformed' || found.result === 'refuted' || other === undefined) return { ...found, files };
  return { ...found, files, result: 'refuted', why: `it was not made of ${other.name}, as that is now` };
}

function wordsOf(found: Verification & { readonly files: readonly FileHash[] }): string[] {
  const { result, status, why, time, pairs, witness, untested, inputs, leaves, pieces } = found;
  const [least, most] = found.clearance;
  const claimed = {
    free: `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}, all the way, and none starts inside a solid`,
    contact: `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}, and there ${witness?.join(' and ')} are within clearance and tolerance`,
    overlap: `${witness?.join(' and ')} overlap at the start`,
    unresolved: `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}; nothing is claimed of what comes after`,
  };
  const head =
    result === 'proven' && status !== null
      ? `proven: ${status}. ${claimed[status]}.`
      : `${result === 'undecided' ? 'not decided' : result === 'malformed' ? 'no proof' : result}: ${why}`;
  if (result === 'malformed') return [head];
  return [
    head,
    ...(pairs === 0 ? [] : [`  clearance ${least}${most > least ? ` to ${most}, by pair` : ''}, tolerance ${found.tolerance}`]),
    ...found.carried.map(({ name, on, from }) => `  carried: ${name}, from path time ${from} on ${on === null ? 'by nobody' : `by ${on}`}`),
    ...found.exempt.map(
      ({ a, b, rule, by, from, to }) =>
        `  not proven: ${a} and ${b} from path time ${from} to ${to}, where they may touch ${rule === 'leave' ? 'until they have left' : 'once they have arrived'}, and are near; said by ${by}`,
    ),
    ...untested.map(
      ({ pairs: left, by, why: reason }) => `  not tested: ${left} ${left === 1 ? 'pair' : 'pairs'}, said by ${by}: ${reason}`,
    ),
    ...inputs.map(({ name, sha256 }) => {
      const given = found.files.some((file) => file.sha256 === sha256);
      return `  said to be made of ${name}, SHA-256 ${sha256}${given ? ': the file given' : ', which was not given'}`;
    }),
    `  ${leaves} leaves checked, in ${pieces} pieces of time; asked: ${found.question}; written by ${found.by}`,
  ];
}

function unreadable(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
}

async function hashOf(path: string): Promise<FileHash> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  } catch (error) {
    throw unreadable(path, error);
  }
  return { name: basename(path), sha256: hash.digest('hex') };
}

/** Line by line, so that no more than one is held. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  // a fault of the file ends what reads it
  if (text !== file) file.on('error', (error) => text.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // pieces of a line whose end is still to come: joined once, so that a long line takes no time squared
  let rest: string[] = [];
  let length = 0;
  try {
    for await (const chunk of text) {
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
