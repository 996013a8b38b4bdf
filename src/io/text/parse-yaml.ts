import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shortName, shownName } from '../../math/shown-name.ts';
import { WorkMeter } from '../work-meter.ts';
import { isDecimal } from './decimal.ts';
import { Located, LocatedList, LocatedMap, type LocatedValue } from './located-value.ts';
import { CONTAINER_UNITS, DEEPEST, MOST_CONTAINERS } from './parse-json.ts';
import { readBlockText } from './yaml-block-text.ts';

// The part of YAML 1.2 in which data are printed: block and flow lists and mappings, scalars on one line, block texts
// (| >), quotes, comments, documents, anchors with their aliases. Tags, merge keys and other texts over several lines
// are errors rather than misread.

/** One value a document; the empty ones are left out. */
export function parseYaml(text: string, file: string, work: WorkMeter = new WorkMeter()): Located[] {
  return new YamlParser(text, file, work).documents();
}

const SPECIAL: Readonly<Record<string, LocatedValue>> = { true: true, false: false, null: null, '~': null, '': null };
const REFUSED: Readonly<Record<string, string>> = {
  '&': 'an anchor (&) on a key is not read; put the anchored mapping on lines of its own',
  '*': 'an alias (*) as a key is not read; write the key out, or put the text into quotes',
  '!': 'tags (!) are not read',
  '|': "a block text (|) cannot begin here; put it behind 'key:' or '-'",
  '>': "a block text (>) cannot begin here; put it behind 'key:' or '-'",
  '%': 'directives (%) are not read',
  '@': "a value cannot begin with '@'; put it into quotes",
  '`': "a value cannot begin with '`'; put it into quotes",
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', '"': '"', '\\': '\\', '/': '/', ' ': ' ' };

/**
 * An alias stands for the very value of its anchor. Nested aliases multiply: whoever walks the result meets at most so
 * many values through them.
 */
const MOST_ALIASED = 4_000_000;
const ANCHOR_NAME = /[^\s,[\]{}]+/y;

/** A value that aliases of its name stand for; how many values it holds, and how deep below itself. */
interface Anchor {
  isOpen: boolean;
  value: LocatedValue;
  size: number;
  height: number;
}

class YamlParser {
  private readonly text: string;
  private readonly file: string;
  private readonly work: WorkMeter;
  private pos = 0;
  private line = 1;
  private lineStart = 0;
  /** Where the first letter that is no blank stands, in the line that begins at `indentOf`. */
  private indentEnd = 0;
  private indentOf = -1;
  private containers = 0;
  /** Anchors of the document at hand, by name; the later of two with one name counts. */
  private readonly anchors: Map<string, Anchor> = new Map();
  /**
   * Values met so far, each alias counted as all that it stands for; those within aliases; the greatest depth of the
   * anchored value at hand.
   */
  private size = 0;
  private aliased = 0;
  private deepest = 0;

  constructor(text: string, file: string, work: WorkMeter) {
    this.text = text;
    this.file = file;
    this.work = work;
  }

  documents(): Located[] {
    const out: Located[] = [];
    while (true) {
      this.skipBlank();
      if (this.pos >= this.text.length) return out;
      if (this.atMarker()) {
        this.pos += 3;
        this.expectLineEnd();
        continue;
      }
      const { line } = this;
      this.anchors.clear();
      const value = this.node(0);
      this.skipBlank();
      if (this.pos < this.text.length && !this.atMarker()) throw this.error(`${this.rest()} does not continue what stands above it`);
      if (value !== null) out.push(new Located(value, { file: this.file, line, work: this.work }));
    }
  }

  /** The node that begins here, as deep as its column says. */
  private node(depth: number): LocatedValue {
    this.enter(depth, 1);
    if (this.isDash()) return this.blockList(depth);
    const column = this.column();
    if (this.text[this.pos] === '&') return this.anchored(depth, () => this.afterAnchor(depth, column - 1, column));
    if (this.isBlockText()) return this.blockText(depth, column - 1);
    const start = this.pos;
    const value = this.inline(depth, false);
    if (this.text[this.pos] === ':' && this.isSpace(this.pos + 1)) {
      if (value instanceof LocatedList || value instanceof LocatedMap) throw this.error('a list or mapping as a key is not read');
      this.pos = start;
      return this.blockMap(depth);
    }
    this.expectLineEnd();
    return value;
  }

  private blockList(depth: number): LocatedList {
    const out = this.made(new LocatedList());
    const column = this.column();
    do {
      const { line } = this;
      this.pos++;
      out.push(this.entry(depth, column, column + 1), line);
      this.skipBlank();
    } while (!this.atEnd() && this.column() === column && this.isDash());
    this.expectColumnUpTo(column);
    return out;
  }

  private blockMap(depth: number): LocatedMap {
    const out = this.made(new LocatedMap());
    const column = this.column();
    do {
      const { line } = this;
      const key = this.key();
      if (out.entries.has(key)) throw this.error(`the key ${shownName(key)} is there twice`);
      // The lists of a mapping may stand in its own column.
      out.set(key, this.entry(depth, column, column), line);
      this.skipBlank();
    } while (!this.atEnd() && this.column() === column && !this.isDash());
    this.expectColumnUpTo(column);
    return out;
  }

  /** What follows `-` or `key:`, on the same line or below it. */
  private entry(depth: number, column: number, listColumn: number): LocatedValue {
    const { line } = this;
    this.skipBlank();
    if (this.atEnd()) return null;
    if (this.line === line) {
      if (this.text[this.pos] === '&') return this.anchored(depth + 1, () => this.afterAnchor(depth + 1, column, listColumn));
      if (this.isBlockText()) return this.blockText(depth + 1, column);
      // `- key: value` nests on one line, `key: key: value` does not.
      if (column < listColumn) return this.node(depth + 1);
      const value = this.inline(depth + 1, false);
      this.expectLineEnd();
      return value;
    }
    return this.below(depth + 1, column, listColumn);
  }

  private below(depth: number, column: number, listColumn: number): LocatedValue {
    const at = this.column();
    return at > column || (at >= listColumn && this.isDash()) ? this.node(depth) : null;
  }

  /** What follows an anchor, on the same line or below it. */
  private afterAnchor(depth: number, column: number, listColumn: number): LocatedValue {
    const { line } = this;
    this.skipBlank();
    if (this.atEnd()) return null;
    if (this.line !== line) return this.below(depth, column, listColumn);
    this.expectNoSecondName();
    if (this.isBlockText()) return this.blockText(depth, column);
    const value = this.inline(depth, false);
    if (this.text[this.pos] === ':' && this.isSpace(this.pos + 1)) throw this.error(REFUSED['&']);
    this.expectLineEnd();
    return value;
  }

  private anchored(depth: number, content: () => LocatedValue): LocatedValue {
    const anchor: Anchor = { isOpen: true, value: null, size: 0, height: 0 };
    this.anchors.set(this.anchorName(), anchor);
    const { size, deepest } = this;
    this.deepest = depth;
    anchor.value = content();
    anchor.size = 1 + this.size - size;
    anchor.height = this.deepest - depth;
    anchor.isOpen = false;
    this.deepest = Math.max(deepest, this.deepest);
    return anchor.value;
  }

  private alias(depth: number): LocatedValue {
    const name = this.anchorName();
    const anchor = this.anchors.get(name);
    if (anchor === undefined) throw this.error(`the alias *${shortName(name)} has no anchor &${shortName(name)} before it`);
    if (anchor.isOpen)
      throw this.error(`the alias *${shortName(name)} stands within the value of &${shortName(name)}, which would have no end`);
    this.aliased += anchor.size;
    if (this.aliased > MOST_ALIASED) throw this.error(`its aliases (*) stand for more than ${MOST_ALIASED} values`);
    this.enter(depth + anchor.height, anchor.size);
    return anchor.value;
  }

  /** The name behind & or *. */
  private anchorName(): string {
    ANCHOR_NAME.lastIndex = this.pos + 1;
    const name = ANCHOR_NAME.exec(this.text)?.[0];
    if (name === undefined) throw this.error(`'${this.text[this.pos]}' needs a name behind it; put the text into quotes if it is one`);
    this.pos += 1 + name.length;
    return name;
  }

  private expectNoSecondName(): void {
    const c = this.text[this.pos];
    if (c === '&') throw this.error('a value with two anchors (&)');
    if (c === '*') throw this.error('an anchor (&) on an alias (*)');
  }

  private made<T>(container: T): T {
    this.work.spend(CONTAINER_UNITS, { file: this.file, line: this.line });
    if (++this.containers > MOST_CONTAINERS && !this.work.isRaised)
      throw this.error(`more than ${MOST_CONTAINERS} lists and mappings; raise maxWork to read them`);
    return container;
  }

  private enter(depth: number, size: number): void {
    if (depth > DEEPEST) throw this.error(`nested more than ${DEEPEST} deep`);
    this.size += size;
    this.deepest = Math.max(this.deepest, depth);
  }

  private key(): string {
    const value = this.text[this.pos] === '"' || this.text[this.pos] === "'" ? this.quoted() : this.plainKey(false);
    while (this.text[this.pos] === ' ') this.pos++;
    if (this.text[this.pos] !== ':' || !this.isSpace(this.pos + 1)) throw this.error(`expected 'key: value', found ${this.rest()}`);
    this.pos++;
    return value;
  }

  private plainKey(isFlow: boolean): string {
    const key = this.plain(isFlow);
    if (key === '<<') throw this.error('merge keys (<<) are not read; write the keys out');
    return key;
  }

  private inline(depth: number, isFlow: boolean): LocatedValue {
    const c = this.text[this.pos];
    if (c === '&' && isFlow) return this.anchored(depth, () => this.afterFlowAnchor(depth));
    if (c === '*') {
      const value = this.alias(depth);
      while (this.text[this.pos] === ' ') this.pos++;
      return value;
    }
    this.enter(depth, 1);
    if (c === '[') return this.flowList(depth);
    if (c === '{') return this.flowMap(depth);
    const value = c === '"' || c === "'" ? this.quoted() : scalar(this.plain(isFlow));
    while (this.text[this.pos] === ' ') this.pos++;
    return value;
  }

  private afterFlowAnchor(depth: number): LocatedValue {
    this.skipBlank();
    this.expectNoSecondName();
    return ',]}'.includes(this.text[this.pos] ?? ' ') ? null : this.inline(depth, true);
  }

  private flowList(depth: number): LocatedList {
    const out = this.made(new LocatedList());
    this.pos++;
    while (!this.atFlowEnd(']', out.items.length > 0)) {
      const { line } = this;
      out.push(this.inline(depth + 1, true), line);
    }
    return out;
  }

  private flowMap(depth: number): LocatedMap {
    const out = this.made(new LocatedMap());
    this.pos++;
    while (!this.atFlowEnd('}', out.entries.size > 0)) {
      const { line } = this;
      const c = this.text[this.pos];
      const key = c === '"' || c === "'" ? this.quoted() : this.plainKey(true);
      if (out.entries.has(key)) throw this.error(`the key ${shownName(key)} is there twice`);
      this.skipBlank();
      if (this.text[this.pos] !== ':') throw this.error(`expected ':' after the key ${shownName(key)}, found ${this.rest()}`);
      this.pos++;
      this.skipBlank();
      out.set(key, ',}'.includes(this.text[this.pos]) ? null : this.inline(depth + 1, true), line);
    }
    return out;
  }

  private atFlowEnd(bracket: string, needsComma: boolean): boolean {
    this.skipBlank();
    if (needsComma && this.text[this.pos] === ',') {
      this.pos++;
      this.skipBlank();
    } else if (needsComma && this.text[this.pos] !== bracket) {
      throw this.error(`expected ',' or '${bracket}', found ${this.rest()}`);
    }
    if (this.pos >= this.text.length) throw this.error(`'${bracket}' is missing`);
    if (this.text[this.pos] !== bracket) return false;
    this.pos++;
    while (this.text[this.pos] === ' ') this.pos++;
    return true;
  }

  private plain(isFlow: boolean): string {
    const { text, pos } = this;
    const first = text[pos];
    if (Object.hasOwn(REFUSED, first)) throw this.error(REFUSED[first]);
    if (pos >= text.length || '#,[]{}'.includes(first)) throw this.error(`expected a value, found ${this.rest()}`);
    if (first === '?' && this.isSpace(pos + 1)) throw this.error("keys of the form '? key' are not read");
    if (first === '-' && this.isSpace(pos + 1)) throw this.error('a list cannot begin here; put it on a line of its own');
    let end = pos;
    for (; end < text.length && text[end] !== '\n'; end++) {
      const c = text[end];
      if (c === ':' && (this.isSpace(end + 1) || (isFlow && ',[]{}'.includes(text[end + 1])))) break;
      if (c === '#' && end > pos && this.isSpace(end - 1)) break;
      if (isFlow && ',[]{}'.includes(c)) break;
    }
    const value = text.slice(pos, end).trimEnd();
    if (value === '') throw this.error(`expected a value, found ${this.rest()}`);
    this.pos = pos + value.length;
    return value;
  }

  private quoted(): string {
    const quote = this.text[this.pos];
    let out = '';
    for (let i = this.pos + 1; i < this.text.length && this.text[i] !== '\n'; i++) {
      const c = this.text[i];
      if (c === quote && quote === "'" && this.text[i + 1] === "'") {
        out += c;
        i++;
      } else if (c === quote) {
        this.pos = i + 1;
        return out;
      } else if (c === '\\' && quote === '"') {
        i++;
        const code = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(this.text.slice(i, i + 5));
        if (code !== null) {
          out += String.fromCharCode(Number.parseInt(code[1] ?? code[2], 16));
          i += code[0].length - 1;
        } else if (Object.hasOwn(ESCAPES, this.text[i] ?? '')) {
          out += entryOf(ESCAPES, this.text[i]);
        } else {
          throw this.error(`the escape \\${this.text[i] ?? ''} is not known`);
        }
      } else {
        out += c;
      }
    }
    throw this.error('a text without closing quote on its line');
  }

  private isBlockText(): boolean {
    return this.text[this.pos] === '|' || this.text[this.pos] === '>';
  }

  /** Lines deeper than `column`. */
  private blockText(depth: number, column: number): string {
    this.enter(depth, 1);
    const { value, fault, end, lines } = readBlockText(this.text, this.pos, column);
    this.line += lines;
    if (fault !== undefined) throw this.error(fault);
    this.pos = end;
    if (this.text[end - 1] === '\n') this.lineStart = end;
    return value;
  }

  private skipBlank(): void {
    const { text } = this;
    for (; this.pos < text.length; this.pos++) {
      const c = text[this.pos];
      if (c === '\n') {
        this.line++;
        this.lineStart = this.pos + 1;
      } else if (c === '#' && (this.pos === this.lineStart || this.isSpace(this.pos - 1))) {
        const end = text.indexOf('\n', this.pos);
        this.pos = (end < 0 ? text.length : end) - 1;
      } else if (c === '\t') {
        if (this.isIndentOfContent()) throw this.error('a tab in the indentation; use spaces');
      } else if (c !== ' ' && c !== '\r') {
        return;
      }
    }
  }

  /** Whether only blanks stand before here in this line, and something that counts behind them. */
  private isIndentOfContent(): boolean {
    const { text, lineStart } = this;
    if (this.indentOf !== lineStart) {
      this.indentOf = lineStart;
      this.indentEnd = lineStart;
      while (' \t\r'.includes(text[this.indentEnd] ?? '#')) this.indentEnd++;
    }
    const first = text[this.indentEnd] ?? '\n';
    return this.pos < this.indentEnd && first !== '\n' && first !== '#';
  }

  private expectLineEnd(): void {
    const { line } = this;
    this.skipBlank();
    if (this.pos < this.text.length && this.line === line) throw this.error(`${this.rest()} is more than one value on a line`);
  }

  private expectColumnUpTo(column: number): void {
    if (!this.atEnd() && this.column() > column) throw this.error(`${this.rest()} is indented deeper than what it should continue`);
  }

  private column(): number {
    return this.pos - this.lineStart;
  }

  private isDash(): boolean {
    return this.text[this.pos] === '-' && this.isSpace(this.pos + 1);
  }

  private isSpace(pos: number): boolean {
    return pos >= this.text.length || ' \t\r\n'.includes(this.text[pos]);
  }

  private atMarker(): boolean {
    const three = this.text.slice(this.pos, this.pos + 3);
    return this.pos === this.lineStart && (three === '---' || three === '...') && this.isSpace(this.pos + 3);
  }

  private atEnd(): boolean {
    return this.pos >= this.text.length || this.atMarker();
  }

  private rest(): string {
    const text = this.text.slice(this.pos, this.pos + 40).split(/\r?\n/)[0];
    return text === '' ? 'the end of the line' : `'${text}'`;
  }

  private error(fault: string): InputError {
    return new InputError(`is not YAML that can be read: ${fault}`, { file: this.file, line: this.line });
  }
}

function scalar(text: string): LocatedValue {
  if (isDecimal(text)) return Number(text);
  const lower = text.toLowerCase();
  if (Object.hasOwn(SPECIAL, lower)) return SPECIAL[lower];
  if (/^[-+]?\.inf$/.test(lower)) return lower[0] === '-' ? -Infinity : Infinity;
  return lower === '.nan' ? NaN : text;
}
