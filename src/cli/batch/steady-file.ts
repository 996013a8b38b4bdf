/**
 * Files that must stay as they are while a job reads them, which may be for hours: what changes is an error that names
 * the file, so that results never mix two versions of it.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { InputError } from '../../index.ts';

/** A file changed while the job read it: the job ends, what is written stays. */
export class ChangedFile extends InputError {}

/** Bytes read at a time. */
const BLOCK = 2 ** 18;
/** A file that is one item: what readers of text take. */
const MOST_BYTES: number = 2 ** 28;
/** A line of many plans beyond this is none. */
const LONGEST_LINE: number = 2 ** 27;
const LF = 10;
const CR = 13;

interface Version {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

export interface FileLine {
  /** Number of the line, from 1. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** All of a file; `name` is what the person calls it. */
export async function readSteady(place: string, name: string): Promise<Uint8Array> {
  const handle = await opened(place, name);
  try {
    const before = await versionOf(handle);
    if (before.size > MOST_BYTES) throw new InputError(`has ${before.size} bytes; one item may have ${MOST_BYTES}`, { file: name });
    const bytes = await handle.readFile();
    requireSame(before, await versionOf(handle), name);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Its lines without their ends, a block at a time: those that hold nothing are left out. UTF-16 becomes UTF-8. */
export async function* linesOf(place: string, name: string): AsyncGenerator<readonly FileLine[]> {
  const handle = await opened(place, name);
  try {
    const before = await versionOf(handle);
    const begun = new BegunLine();
    let number = 0;
    let decoder: TextDecoder | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const block = Buffer.allocUnsafe(BLOCK);
      const { bytesRead } = await handle.read(block, 0, BLOCK, null);
      let bytes: Uint8Array = block.subarray(0, bytesRead);
      if (isFirst) {
        decoder = utf16Decoder(bytes);
        if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      }
      if (decoder !== undefined) bytes = Buffer.from(decoder.decode(bytes, { stream: bytesRead > 0 }));
      const lines: FileLine[] = [];
      const take = (line: Uint8Array): void => {
        number++;
        if (hasContent(line)) lines.push({ number, bytes: line });
      };
      let begin = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, begin)) {
        take(begun.end(bytes.subarray(begin, end)));
        begin = end + 1;
      }
      begun.add(bytes.subarray(begin));
      if (begun.length > LONGEST_LINE) throw new InputError(`is longer than ${LONGEST_LINE} bytes`, { file: name, line: number + 1 });
      const isLast = bytesRead === 0;
      if (isLast) take(begun.end(NOTHING));
      requireSame(before, await versionOf(handle), name);
      if (lines.length > 0) yield lines;
      if (isLast) break;
    }
    requireSame(before, await stat(place, { bigint: true }).catch(() => undefined), name);
  } finally {
    await handle.close();
  }
}

async function opened(place: string, name: string): Promise<FileHandle> {
  try {
    // a pipe that took the file's place must not make it wait
    const handle = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw changed(name, 'it is gone');
    throw new InputError(code === 'EACCES' ? 'may not be read (permission denied)' : `cannot be read: ${message}`, { file: name });
  }
  throw changed(name, 'it is no file any more');
}

async function versionOf(handle: FileHandle): Promise<Version> {
  return handle.stat({ bigint: true });
}

function requireSame(before: Version, after: Version | undefined, name: string): void {
  if (after === undefined) throw changed(name, 'it is gone');
  if (before.size !== after.size || before.mtimeNs !== after.mtimeNs || before.ino !== after.ino) throw changed(name, 'it was written to');
}

function changed(name: string, how: string): ChangedFile {
  return new ChangedFile(`changed while the job ran: ${how}; start again with --restart once it stays as it is`, { file: name });
}

function utf16Decoder([a, b]: Uint8Array): TextDecoder | undefined {
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return a === 0xfe && b === 0xff ? new TextDecoder('utf-16be') : undefined;
}

const NOTHING = new Uint8Array(0);

/** A line whose end is still to come, block by block. */
class BegunLine {
  private pieces: Uint8Array[] = [];
  length = 0;

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.pieces.push(piece);
    this.length += piece.length;
  }

  /** The whole line, without its end. */
  end(piece: Uint8Array): Uint8Array {
    const line = this.length === 0 ? piece : Buffer.concat([...this.pieces, piece]);
    this.pieces = [];
    this.length = 0;
    return line.at(-1) === CR ? line.subarray(0, -1) : line;
  }
}

function hasContent(line: Uint8Array): boolean {
  for (let i = 0; i < line.length; i++) if (line[i] > 32) return true;
  return false;
}
