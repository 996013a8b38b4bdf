import { InputError } from '../../math/input-error.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';

const TAB = 9;
const LF = 10;
const VT = 11;
const FF = 12;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;

export interface TextSyntax {
  /** `#` starts a comment that ends with the line. */
  readonly comments?: boolean;
  /** A backslash before the line break joins the lines. */
  readonly continuation?: boolean;
  /** The byte that ends a word beside blanks and line breaks: a comma, say. */
  readonly separator?: number;
}

/**
 * Walks over the bytes of a text file, once, and knows the line it is in. Lines end with LF, CR LF or CR.
 * Numbers come out as the double nearest to what is written; anything else than a plain decimal number is an
 * InputError.
 */
export class TextScanner {
  readonly bytes: Uint8Array;
  readonly file: string;
  pos: number;
  line: number;
  private readonly comments: boolean;
  private readonly continuation: boolean;
  private readonly separator: number;

  constructor(bytes: Uint8Array, file: string, syntax: TextSyntax = {}, pos = 0, line = 1) {
    this.bytes = bytes;
    this.file = file;
    this.pos = pos;
    this.line = line;
    this.comments = syntax.comments ?? false;
    this.continuation = syntax.continuation ?? false;
    this.separator = syntax.separator ?? -1;
    if (pos === 0) this.skipByteOrderMark();
  }

  get atEnd(): boolean {
    return this.pos >= this.bytes.length;
  }

  /** The error to be thrown where the fault is in the current line. */
  error(message: string): InputError {
    const last = this.bytes[this.bytes.length - 1];
    const isPastLastLine = this.atEnd && this.line > 1 && (last === LF || last === CR);
    return new InputError(message, { file: this.file, line: isPastLastLine ? this.line - 1 : this.line });
  }

  /** Skips blanks; true when nothing more stands in this line. */
  atLineEnd(): boolean {
    this.skipBlanks();
    if (this.atEnd) return true;
    const c = this.bytes[this.pos];
    return c === LF || c === CR || (c === HASH && this.comments);
  }

  /** Goes to the start of the next line, whatever is left in this one. */
  nextLine(): void {
    const { bytes } = this;
    let pos = this.pos;
    while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) pos++;
    if (pos < bytes.length) {
      pos += bytes[pos] === CR && bytes[pos + 1] === LF ? 2 : 1;
      this.line++;
    }
    this.pos = pos;
  }

  /** Steps over what is left of this statement, joined lines included. */
  skipStatement(): void {
    const { bytes } = this;
    let pos = this.pos;
    while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) pos++;
    if (this.continuation && bytes[pos - 1] === BACKSLASH) while (!this.atLineEnd()) this.skipWord();
    else this.pos = pos;
  }

  /** Skips blanks, comments and line breaks; false at the end of the file. */
  skipToContent(): boolean {
    while (this.atLineEnd()) {
      if (this.atEnd) return false;
      this.nextLine();
    }
    return true;
  }

  /** The next word of this line, '' where there is none. */
  word(): string {
    const start = this.skipWord();
    return textOf(this.bytes, start, this.pos);
  }

  /** Steps over the next word of this line and gives where it starts. */
  skipWord(): number {
    this.skipBlanks();
    const start = this.pos;
    while (!this.isDelimiter(this.pos)) this.pos++;
    return start;
  }

  /** Steps over `word` (lower case letters) when it stands next, in any case; false otherwise. */
  accept(word: string): boolean {
    this.skipBlanks();
    const end = this.pos + word.length;
    if (!this.isDelimiter(end)) return false;
    for (let i = 0; i < word.length; i++) {
      if ((this.bytes[this.pos + i] | 32) !== word.charCodeAt(i)) return false;
    }
    this.pos = end;
    return true;
  }

  /** What is left of this line, trimmed, without a comment set off by a blank. */
  restOfLine(): string {
    this.skipBlanks();
    const start = this.pos;
    let pos = start;
    while (pos < this.bytes.length && this.bytes[pos] !== LF && this.bytes[pos] !== CR) pos++;
    this.pos = pos;
    const text = textOf(this.bytes, start, pos);
    return (this.comments ? text.replace(/(^|\s)#.*$/s, '') : text).trim();
  }

  /** A finite coordinate the mesh can hold. */
  coordinate(what: string): number {
    const x = this.number(what);
    if (!(Math.abs(x) <= LARGEST_COORDINATE)) {
      throw this.error(`${what} = ${x} is too large; coordinates may reach 2^300, about 2e90`);
    }
    return x;
  }

  /** Steps over the separator, and blanks before it; false where none stands here. */
  acceptSeparator(): boolean {
    this.skipBlanks();
    if (this.atEnd || this.bytes[this.pos] !== this.separator) return false;
    this.pos++;
    return true;
  }

  /** A coordinate, or NaN where a sensor saw nothing: nan, -nan, inf. */
  measured(what: string): number {
    this.skipBlanks();
    const c = this.bytes[this.pos];
    const letter = (c === 43 || c === 45 ? this.bytes[this.pos + 1] : c) | 32;
    if (letter !== 110 && letter !== 105) return this.coordinate(what);
    const start = this.pos;
    if (NO_NUMBER.test(this.word())) return Number.NaN;
    this.pos = start;
    throw this.unexpected(what, 'a number');
  }

  /** A radius the mesh can hold. */
  radius(): number {
    const r = this.coordinate('radius');
    if (r < 0) throw this.error(`the radius ${r} is negative`);
    return r;
  }

  /** A decimal number of this line; may overflow to Infinity. */
  number(what: string): number {
    this.skipBlanks();
    const { bytes } = this;
    const end = bytes.length;
    const start = this.pos;
    let pos = start;
    let c = pos < end ? bytes[pos] : 0;
    const isNegative = c === 45;
    if (isNegative || c === 43) c = ++pos < end ? bytes[pos] : 0;
    let digits = 0;
    let exponent = 0;
    let value = 0;
    for (; c >= 48 && c <= 57; c = ++pos < end ? bytes[pos] : 0) {
      value = value * 10 + (c - 48);
      digits++;
    }
    if (c === 46) {
      c = ++pos < end ? bytes[pos] : 0;
      for (; c >= 48 && c <= 57; c = ++pos < end ? bytes[pos] : 0) {
        value = value * 10 + (c - 48);
        digits++;
        exponent--;
      }
    }
    if (digits === 0) throw this.unexpected(what, 'a number');
    if (c === 101 || c === 69) {
      c = ++pos < end ? bytes[pos] : 0;
      const isDown = c === 45;
      if (isDown || c === 43) c = ++pos < end ? bytes[pos] : 0;
      if (!(c >= 48 && c <= 57)) throw this.unexpected(what, 'a number');
      let power = 0;
      for (; c >= 48 && c <= 57; c = ++pos < end ? bytes[pos] : 0) power = Math.min(power * 10 + (c - 48), 1e9);
      exponent += isDown ? -power : power;
    }
    if (c !== SPACE && c !== LF && !this.isDelimiter(pos)) throw this.unexpected(what, 'a number');
    this.pos = pos;
    // Below 2⁵³ the digits are an exact double, and so is 10ᵏ up to k = 22: one operation, rounded once [Clinger 1990].
    if (value < 2 ** 53 && exponent >= -22 && exponent <= 22) {
      const magnitude = exponent < 0 ? value / POWERS_OF_TEN[-exponent] : value * POWERS_OF_TEN[exponent];
      return isNegative ? -magnitude : magnitude;
    }
    return Number(textOf(bytes, start, pos));
  }

  /**
   * An integer of this line, exact up to 2^53 (beyond that only its size is right). Stops before `stop`, where given.
   */
  integer(what: string, stop = -1): number {
    this.skipBlanks();
    const { bytes } = this;
    const end = bytes.length;
    let pos = this.pos;
    let c = pos < end ? bytes[pos] : 0;
    const isNegative = c === 45;
    if (isNegative || c === 43) c = ++pos < end ? bytes[pos] : 0;
    const firstDigit = pos;
    let value = 0;
    for (; c >= 48 && c <= 57; c = ++pos < end ? bytes[pos] : 0) value = value * 10 + (c - 48);
    if (pos === firstDigit || !(c === SPACE || c === LF || (pos < end && c === stop) || this.isDelimiter(pos))) {
      throw this.unexpected(what, 'an integer');
    }
    this.pos = pos;
    return isNegative ? -value : value;
  }

  /** The error to be thrown where something else than expected stands. */
  unexpected(what: string, expected: string): InputError {
    if (this.atEnd) return this.error(`the file ends where ${what} should be ${expected}; it may be cut short`);
    if (this.atLineEnd()) return this.error(`the line ends where ${what} should be ${expected}`);
    return this.error(`${what} should be ${expected}, got ${this.excerpt()}`);
  }

  /** The next word, quoted, in printable characters and not too long. */
  private excerpt(): string {
    const word = textOf(this.bytes, this.pos, Math.min(this.pos + 24, this.bytes.length)).split(/[\s]/)[0];
    return JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
  }

  private skipBlanks(): void {
    const { bytes } = this;
    const end = bytes.length;
    let pos = this.pos;
    for (; pos < end; pos++) {
      const c = bytes[pos];
      if (c === SPACE || c === TAB || c === VT || c === FF) continue;
      if (c !== BACKSLASH || !this.isLineJoin(pos)) break;
      if (bytes[pos + 1] === CR && bytes[pos + 2] === LF) pos++;
      pos++;
      this.line++;
    }
    this.pos = pos;
  }

  private isLineJoin(pos: number): boolean {
    return this.continuation && pos + 1 < this.bytes.length && (this.bytes[pos + 1] === LF || this.bytes[pos + 1] === CR);
  }

  private isDelimiter(pos: number): boolean {
    if (pos >= this.bytes.length) return true;
    const c = this.bytes[pos];
    if (c > HASH && c !== BACKSLASH) return c === this.separator;
    if (c === SPACE || (c >= TAB && c <= CR)) return true;
    return c === HASH ? this.comments : c === BACKSLASH && this.isLineJoin(pos);
  }

  private skipByteOrderMark(): void {
    const [a, b, c] = this.bytes;
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) throw this.error('is UTF-16 text; save it as UTF-8');
    if (a === 0xef && b === 0xbb && c === 0xbf) this.pos = 3;
  }
}

/** What is no finite number, as C, Python and MATLAB print it. */
const NO_NUMBER = /^[+-]?(nan(\([^()]*\))?|inf|infinity)$/i;

// biome-ignore format: a table
const POWERS_OF_TEN = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

const decoder: TextDecoder = new TextDecoder();

function textOf(bytes: Uint8Array, start: number, end: number): string {
  // Short plain words are nearly all there is, and a decoder call costs more than they do.
  if (end - start > 32) return decoder.decode(bytes.slice(start, end));
  let text = '';
  for (let i = start; i < end; i++) {
    if (bytes[i] >= 128) return decoder.decode(bytes.slice(start, end));
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}
