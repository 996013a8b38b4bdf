import { InputError } from '../../math/input-error.ts';
import { shortName } from '../../math/shown-name.ts';
import { bytesOf, type MeshSource, sizeOf } from '../mesh-source.ts';
import { WorkMeter } from '../work-meter.ts';
import { Located, LocatedList, LocatedMap, type LocatedValue } from './located-value.ts';

export interface JsonOptions {
  /** Allows what people write by hand: comments of both kinds, and a comma after the last entry. */
  readonly comments?: boolean;
  /** The line in which the text begins, of a file of several texts; default 1. */
  readonly firstLine?: number;
  /** Counts the work, also of what is asked of the result. */
  readonly work?: WorkMeter;
}

/** JSON that remembers lines. A key given twice is an error, because one of the two would be lost. */
export function parseJson(source: MeshSource, file: string, options: JsonOptions = {}): Located {
  const work = options.work ?? new WorkMeter();
  work.open(file, sizeOf(source, file));
  return parseJsonText(textOf(source, file), file, { ...options, work });
}

/** The same of a text whose bytes have been counted. */
export function parseJsonText(text: string, file: string, options: JsonOptions & { readonly work: WorkMeter }): Located {
  return new JsonParser(text, file, options.work, options.comments ?? false, options.firstLine ?? 1).content();
}

/**
 * JSON as plain values, whose bytes have been counted: by the engine, which is faster. What it refuses is reported as
 * above, because engines name the place in words of their own, if at all.
 */
export function plainJson(source: MeshSource, file: string, work: WorkMeter): unknown {
  const text = textOf(source, file);
  try {
    return JSON.parse(text);
  } catch {
    parseJsonText(text, file, { work });
    throw new InputError('is not JSON', { file });
  }
}

/** A file's content as text, without byte order mark. */
export function textOf(source: MeshSource, file: string): string {
  if (typeof source === 'string') return source.replace(/^\ufeff/, '');
  try {
    const bytes = bytesOf(source, file);
    if (bytes.length > MOST_BYTES) throw new InputError(`has ${bytes.length} bytes; text is read up to ${MOST_BYTES}`, { file });
    const mark = (bytes[0] << 8) | bytes[1];
    const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError('is not text in UTF-8, nor in UTF-16 with a byte order mark', { file });
  }
}

/** Below the longest text that engines can hold. */
const MOST_BYTES: number = 2 ** 28;

/**
 * Lists and objects that are kept in memory, which take more of it than the three bytes that each needs in a file.
 */
export const MOST_CONTAINERS: number = 2 ** 22;
/** Units of work of a list or object. */
export const CONTAINER_UNITS = 64;

/** Deeper nesting is no data of ours, and would exhaust the stack. */
export const DEEPEST = 100;

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z]+/y;
const QUOTE = 34;
const BACKSLASH = 92;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

class JsonParser {
  private readonly text: string;
  private readonly file: string;
  private readonly comments: boolean;
  private readonly work: WorkMeter;
  private pos = 0;
  private line: number;
  private containers = 0;

  constructor(text: string, file: string, work: WorkMeter, comments: boolean, firstLine: number) {
    this.work = work;
    this.line = firstLine;
    this.text = text;
    this.file = file;
    this.comments = comments;
  }

  content(): Located {
    this.skipBlank();
    const { line } = this;
    const value = this.value(0);
    this.skipBlank();
    if (this.pos < this.text.length) throw this.error(`${this.found()} after the end of the content`);
    return new Located(value, { file: this.file, line, work: this.work });
  }

  private value(depth: number): LocatedValue {
    if (depth > DEEPEST) throw this.error(`nested more than ${DEEPEST} deep`);
    const { text, pos } = this;
    const c = text[pos];
    if (c === '{' || c === '[') {
      this.work.spend(CONTAINER_UNITS, { file: this.file, line: this.line });
      if (++this.containers > MOST_CONTAINERS && !this.work.isRaised)
        throw this.error(`more than ${MOST_CONTAINERS} lists and objects; raise maxWork to read them`);
      return c === '{' ? this.map(depth) : this.list(depth);
    }
    if (c === '"') return this.quoted();
    const number = this.match(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.match(WORD);
    if (word !== undefined && Object.hasOwn(WORDS, word)) return WORDS[word];
    this.pos = pos;
    throw this.error(`expected a value, found ${this.found()}`);
  }

  private list(depth: number): LocatedList {
    const out = new LocatedList();
    this.pos++;
    while (!this.atEnd(']', out.items.length > 0)) {
      const { line } = this;
      out.push(this.value(depth + 1), line);
    }
    return out;
  }

  private map(depth: number): LocatedMap {
    const out = new LocatedMap();
    this.pos++;
    while (!this.atEnd('}', out.entries.size > 0)) {
      const { line } = this;
      if (this.text[this.pos] !== '"') throw this.error(`expected a key in double quotes, found ${this.found()}`);
      const key = this.quoted();
      if (out.entries.has(key)) throw new InputError(`the key "${shortName(key)}" is there twice`, { file: this.file, line });
      this.skipBlank();
      if (this.text[this.pos] !== ':') throw this.error(`expected ':' after the key "${shortName(key)}", found ${this.found()}`);
      this.pos++;
      this.skipBlank();
      out.set(key, this.value(depth + 1), line);
    }
    return out;
  }

  /** Steps over blanks, a comma where one is due, and the closing bracket. */
  private atEnd(bracket: string, needsComma: boolean): boolean {
    this.skipBlank();
    if (this.text[this.pos] === bracket) {
      this.pos++;
      return true;
    }
    if (!needsComma) return false;
    if (this.text[this.pos] !== ',') throw this.error(`expected ',' or '${bracket}', found ${this.found()}`);
    this.pos++;
    this.skipBlank();
    if (this.text[this.pos] !== bracket) return false;
    if (!this.comments) throw this.error(`a ',' before '${bracket}'`);
    this.pos++;
    return true;
  }

  private quoted(): string {
    const { text, pos } = this;
    let end = pos + 1;
    for (let c = text.charCodeAt(end); c !== QUOTE; c = text.charCodeAt(++end)) {
      // An escape is two letters, of which none ends the line; JSON.parse judges it.
      if (c === BACKSLASH) c = text.charCodeAt(++end);
      if (!(c >= 32)) throw this.error('a text without closing quotes');
    }
    this.pos = end + 1;
    const literal = text.slice(pos, end + 1);
    try {
      return JSON.parse(literal) as string;
    } catch {
      throw this.error(`${literal.slice(0, 60)} has an escape (\\) that JSON does not know`);
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.pos;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.pos += found.length;
    return found;
  }

  private skipBlank(): void {
    const { text } = this;
    for (; this.pos < text.length; this.pos++) {
      const c = text[this.pos];
      if (c === '\n') this.line++;
      else if (c === '/') this.skipComment();
      else if (c !== ' ' && c !== '\t' && c !== '\r') return;
    }
  }

  /** Skips a comment to its last character. */
  private skipComment(): void {
    const next = this.text[this.pos + 1];
    if (next !== '/' && next !== '*') throw this.error("expected a value, found '/'");
    if (!this.comments) throw this.error('comments are not allowed in this file');
    if (next === '/') {
      const end = this.text.indexOf('\n', this.pos);
      this.pos = (end < 0 ? this.text.length : end) - 1;
      return;
    }
    const end = this.text.indexOf('*/', this.pos + 2);
    if (end < 0) throw this.error('a comment without end (*/)');
    for (; this.pos < end + 1; this.pos++) if (this.text[this.pos] === '\n') this.line++;
  }

  private found(): string {
    return this.pos < this.text.length ? `'${String.fromCodePoint(this.text.codePointAt(this.pos) as number)}'` : 'the end of the file';
  }

  private error(fault: string): InputError {
    return new InputError(`is not JSON: ${fault}`, { file: this.file, line: this.line });
  }
}
