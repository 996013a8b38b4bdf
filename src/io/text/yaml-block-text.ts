// Block texts of YAML 1.2: lines as they are (|) or folded (>), with the indentation and end that their sign asks for.

/** How it is to be read, its indentation, and what becomes of line ends behind it. */
const HEAD = /([|>])([-+]?)([1-9]?)([-+]?)[ \t]*(#[^\n]*)?\r?(\n|$)/y;

export interface BlockText {
  readonly value: string;
  /** What is wrong with it; absent: nothing. */
  readonly fault?: string;
  /** Where the line begins that does not belong to it any more. */
  readonly end: number;
  /** Line ends up to there, or to the fault. */
  readonly lines: number;
}

/** `pos`: of its sign; its lines are deeper than `column`. */
export function readBlockText(text: string, pos: number, column: number): BlockText {
  HEAD.lastIndex = pos;
  const [head, style, before, given, behind] = HEAD.exec(text) ?? [];
  if (head === undefined || (before !== '' && behind !== '')) {
    const rest = text
      .slice(pos + 1, pos + 41)
      .split('\n')[0]
      .replace(/^[-+1-9]*\s*/, '')
      .trimEnd();
    return { value: '', fault: `expected the lines of a block text below, found '${rest}'`, end: pos, lines: 0 };
  }
  let indent = given === '' ? 0 : column + Number(given);
  /** Blanks of the longest blank line before the first one with text, which tells how deep all are. */
  let blanks = 0;
  let at = pos + head.length;
  let count = head.endsWith('\n') ? 1 : 0;
  const lines: string[] = [];
  while (at < text.length && !(at > 0 && /^(---|\.\.\.)(\s|$)/.test(text.slice(at, at + 4)))) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    let first = at;
    while (first < end && text[first] === ' ') first++;
    const isBlank = first === end || (text[first] === '\r' && first + 1 === end);
    if (!isBlank && indent === 0) {
      if (text[first] === '\t') return { value: '', fault: 'a tab in the indentation; use spaces', end: at, lines: count };
      indent = Math.max(column + 1, first - at);
      if (blanks > indent && first - at >= indent)
        return { value: '', fault: 'a blank line above is deeper than the first line of its block text', end: at, lines: count };
    }
    if (!isBlank && first - at < indent) break;
    if (isBlank && indent === 0) blanks = Math.max(blanks, first - at);
    lines.push(isBlank && indent === 0 ? '' : text.slice(Math.min(at + indent, end), end).replace(/\r$/, ''));
    at = Math.min(end + 1, text.length);
    if (found >= 0) count++;
  }
  const value = style === '|' ? lines.join('\n') : folded(lines);
  return { value: lines.length === 0 ? '' : chomped(value, before + behind), end: at, lines: count };
}

/** Lines of one paragraph in a row; what is indented, and blank lines around it, stay as they are. */
function folded(lines: readonly string[]): string {
  const isOwn = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t');
  let out = '';
  let before: string | null = null;
  let blank = 0;
  for (const line of lines) {
    if (line === '') {
      blank++;
      continue;
    }
    const breaks = before === null ? blank : isOwn(line) || isOwn(before) ? blank + 1 : blank;
    out += before !== null && breaks === 0 ? ' ' : '\n'.repeat(breaks);
    out += line;
    before = line;
    blank = 0;
  }
  return before === null ? lines.join('\n') : out + '\n'.repeat(blank);
}

/** The text with one end of line; with none where the indicator is '-', with all where it is '+'. */
function chomped(text: string, chomp: string): string {
  if (chomp === '+') return `${text}\n`;
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end) + (chomp === '-' || end === 0 ? '' : '\n');
}
