import { type Files, type ReadOptions, WorkMeter } from '../../../src/io/index.ts';
import { InputError } from '../../../src/math/input-error.ts';

/** A file in which one thing is repeated, and how it is read. */
export interface ReaderCase {
  readonly format: string;
  /** What is repeated n times. */
  readonly construct: string;
  /** The files it consists of; the first is the one that is named. */
  make(n: number): Readonly<Record<string, string | Uint8Array>>;
  read(files: Files, path: string, options: ReadOptions): Promise<unknown>;
  /** What the InputError says that comes out instead; undefined: it is read. */
  readonly refused?: RegExp;
}

/** What reading the case of a size took: bytes, units on the meter, and what came out wrong. */
export interface ReaderRun {
  readonly bytes: number;
  readonly work: number;
  readonly fault: string | undefined;
}

export interface PreparedCase {
  readonly bytes: number;
  read(): Promise<ReaderRun>;
}

/** Made beforehand, so that only the reading is measured. */
export function prepared(one: ReaderCase, n: number, names: Names = 'short'): PreparedCase {
  const content = new Map(
    Object.entries(made(one, n, names)).map(([path, text]) => [path, typeof text === 'string' ? new TextEncoder().encode(text) : text]),
  );
  const [path] = content.keys();
  const files: Files = {
    async read(wanted) {
      const bytes = content.get(wanted);
      if (bytes === undefined) throw new InputError('is not there', { file: wanted });
      return bytes;
    },
  };
  let bytes = 0;
  for (const part of content.values()) bytes += part.length;
  const read = async (): Promise<ReaderRun> => {
    const maxWork = new WorkMeter();
    try {
      await one.read(files, path, { maxWork });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { bytes, work: maxWork.work, fault: error.message };
    }
    return { bytes, work: maxWork.work, fault: undefined };
  };
  return { bytes, read };
}

/** What things are called: six digits; as many letters more as there are things, all alike but for the end; or all alike. */
export type Names = 'short' | 'long' | 'equal';

let naming: { readonly names: Names; readonly letters: number } = { names: 'short', letters: 0 };

function made(one: ReaderCase, n: number, names: Names): Readonly<Record<string, string | Uint8Array>> {
  naming = { names, letters: n };
  try {
    return one.make(n);
  } finally {
    naming = { names: 'short', letters: 0 };
  }
}

/** Six digits, so that files grow by what is repeated and not by its numbers. */
export function id(i: number): string {
  const { names, letters } = naming;
  return `${names === 'long' ? 'x'.repeat(letters) : ''}${100_000 + (names === 'equal' ? 0 : i)}`;
}

export function each(n: number, text: (i: number) => string, separator = '\n'): string {
  return Array.from({ length: n }, (_, i) => text(i)).join(separator);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
