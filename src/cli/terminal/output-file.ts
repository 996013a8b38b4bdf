import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InputError } from '../../index.ts';
import { ownStream } from './replace-file.ts';
import { refuseUnwritable, writeText } from './write-text.ts';

/** What an output looks like, from which an earlier one is known again. */
export interface OutputKind {
  /** 'no JUnit file'. */
  readonly not: string;
  readonly mark: RegExp;
}

/** Stands in the second line of a JUnit file, which others write too. */
export const JUNIT_MARK = '<!-- written by inbetween -->';
export const JUNIT: OutputKind = { not: 'no JUnit file of inbetween', mark: new RegExp(`^<\\?xml[^>]*>\\s*${JUNIT_MARK}`) };
export const PAGE: OutputKind = {
  not: 'no page of inbetween',
  mark: /^<!doctype html>\s*<html[^>]*>\s*<head>[\s\S]{0,200}<meta name="generator" content="inbetween"/,
};

/** JSON that says its format first. */
export function jsonKind(format: string, not = 'no earlier answer'): OutputKind {
  return { not, mark: new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${format}"`) };
}

/** Files by what they are, whatever they are called; looked up once for many outputs. */
export class KnownFiles {
  private readonly identities: Set<string> = new Set();

  static async of(paths: Iterable<string>): Promise<KnownFiles> {
    const files = new KnownFiles();
    for (const path of paths) files.identities.add(await identity(path));
    return files;
  }

  async includes(path: string): Promise<boolean> {
    return this.identities.has(await identity(path));
  }
}

/** One file that a command is to write. */
export class OutputFile {
  readonly path: string;
  /** The option as the user gave it: '--junit report.xml'. */
  private readonly option: string;
  private readonly kind: OutputKind | undefined;
  private readonly advice: string;
  /** Whether what is there counts, before the work and when it is done. */
  private isJudged = false;

  /** Without `kind`, nothing that is there is written over. */
  constructor(option: string, path: string, kind?: OutputKind, advice = 'choose another name, or remove it first') {
    this.path = path;
    this.option = `${option} ${path}`;
    this.kind = kind;
    this.advice = advice;
  }

  /** Refuses where something is there that is no earlier output of this kind; to be asked before the work. */
  async refuseOthers(): Promise<void> {
    this.isJudged = true;
    const head = await headOf(this.path);
    if (head === undefined || head === '' || this.kind?.mark.test(head)) return;
    throw new InputError(`${this.option}: is there already${this.kind === undefined ? '' : ` and ${this.kind.not}`}; ${this.advice}`);
  }

  /** Refuses where it is one of these. */
  async refuseInputs(inputs: Iterable<string> | KnownFiles): Promise<void> {
    const known = inputs instanceof KnownFiles ? inputs : await KnownFiles.of(inputs);
    if (await known.includes(this.path)) throw new InputError(`${this.option}: is read by this run; ${this.advice}`);
  }

  async write(text: string | Uint8Array, inputs: Iterable<string> | KnownFiles): Promise<void> {
    await this.refuseInputs(inputs);
    if (this.isJudged) await this.refuseOthers();
    await writeText(this.path, text);
  }
}

/**
 * Before the work: nothing is written over that should be kept, no output over another, and all of them can be written.
 */
export async function refuseOutputs(outputs: readonly OutputFile[], inputs: Iterable<string>): Promise<void> {
  const taken = new Map<string, OutputFile>();
  const known = await KnownFiles.of(inputs);
  for (const output of outputs) {
    await output.refuseInputs(known);
    await output.refuseOthers();
    await refuseUnwritable(output.path);
    const place = await identity(output.path);
    if (taken.has(place)) throw new InputError(`${output.path}: two outputs cannot go to the same file`);
    taken.set(place, output);
  }
}

/** The same for all names of one file. */
async function identity(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return resolve(path);
  }
}

/** Enough for every mark. */
const HEAD_BYTES = 4096;

/** Undefined where there is no plain file to lose. */
async function headOf(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile() || (await ownStream(path)) !== undefined) return undefined;
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    // A file that may not even be read is not written over either; writing says why.
    return (cause as NodeJS.ErrnoException).code === 'EACCES' ? 'unreadable' : undefined;
  }
}
