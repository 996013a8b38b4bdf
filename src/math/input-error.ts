/** Where in the input the fault is, as far as it is known. */
export interface InputPlace {
  /** Name or address of the file. */
  readonly file?: string;
  /** Line of a text, counted from 1. */
  readonly line?: number;
  /** Byte of a binary file, counted from 0. */
  readonly byte?: number;
}

/**
 * The one error this package throws: the input is malformed. The message says what is wrong, where, and where possible
 * what to do. Geometry never throws: touching, degenerate or intersecting meshes are answered.
 */
export class InputError extends Error {
  /** Always 'InputError': recognises it where `instanceof` does not, as with two copies of the package. */
  override readonly name = 'InputError';
  /** The file at fault; undefined where none is known. */
  readonly file: string | undefined;
  /** The line at fault, from 1; undefined where none is known. */
  readonly line: number | undefined;
  /** The byte at fault of a binary file, from 0; undefined where none is known. */
  readonly byte: number | undefined;

  /** Puts the place, as far as it is known, in front of the message. */
  constructor(message: string, place: InputPlace = {}) {
    super(located(message, place));
    this.file = place.file;
    this.line = place.line;
    this.byte = place.byte;
  }
}

/** Letters of a message: names and lists in it come from files. */
const LONGEST = 4000;

function located(given: string, { file, line, byte }: InputPlace): string {
  const message = given.length > LONGEST ? `${given.slice(0, LONGEST)}…` : given;
  const at = line !== undefined ? `line ${line}` : byte !== undefined ? `byte ${byte}` : '';
  if (file !== undefined) return `${file}${at && `, ${at}`}: ${message}`;
  return at ? `${at}: ${message}` : message;
}
