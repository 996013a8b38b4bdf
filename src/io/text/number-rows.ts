import { TextScanner } from './text-scanner.ts';

const LF = 10;
const CR = 13;
const HASH = 35;
const COMMA = 44;
const SEMICOLON = 59;

/**
 * A table of numbers as text, `#` begins a comment. Its first line with content tells what stands between values:
 * semicolons, or else commas, or else blanks alone.
 */
export class NumberRows {
  readonly scanner: TextScanner;
  private readonly hasSeparator: boolean;

  constructor(bytes: Uint8Array, file: string) {
    const separator = separatorOf(bytes);
    this.hasSeparator = separator !== undefined;
    this.scanner = new TextScanner(bytes, file, { comments: true, separator });
  }

  /** Goes to the next value of this row; false at its end. */
  nextValue(): boolean {
    return this.hasSeparator ? this.scanner.acceptSeparator() : !this.scanner.atLineEnd();
  }

  /** The words of this row, quotes taken off; '' where none stands between separators. */
  words(most: number): string[] {
    const words: string[] = [];
    do {
      words.push(this.scanner.word().replace(/^["']|["']$/g, ''));
      if (words.length > most) throw this.scanner.error(`more than ${most} values in a line`);
    } while (this.nextValue());
    return words;
  }
}

function separatorOf(bytes: Uint8Array): number | undefined {
  let hasComma = false;
  let hasContent = false;
  for (let i = 0, isComment = false; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === LF || c === CR) {
      if (hasContent) break;
      isComment = false;
    } else if (c === HASH) isComment = true;
    else if (isComment) continue;
    else if (c === SEMICOLON) return c;
    else if (c === COMMA) hasComma = true;
    if (c > 32 && c !== HASH && !isComment) hasContent = true;
  }
  return hasComma ? COMMA : undefined;
}
