/** Where in the input the fault is, as far as it is known. */
export interface InputPlace {
  readonly file?: string;
  readonly line?: number;
  readonly byte?: number;
}

/**
 * The one error this package throws: the input is malformed. The message says what is wrong,
 * where, and where possible what to do. Geometry never throws.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly byte: number | undefined;

  constructor(message: string, place: InputPlace = {}) {
    super(located(message, place));
    this.file = place.file;
    this.line = place.line;
    this.byte = place.byte;
  }
}

function located(message: string, { file, line, byte }: InputPlace): string {
  const at = line !== undefined ? `line ${line}` : byte !== undefined ? `byte ${byte}` : '';
  if (file !== undefined) return `${file}${at && `, ${at}`}: ${message}`;
  return at ? `${at}: ${message}` : message;
}
