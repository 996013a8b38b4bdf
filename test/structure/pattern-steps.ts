/**
 * A regular expression run the way engines run it, by trying and going back, with its steps counted: whether a pattern
 * takes more than linear time shows in the count, not in the time. Knows what patterns of this repository use; anything
 * else throws, so that a new construct is not passed over.
 */

type Test = (c: string) => boolean;

type Node =
  | { readonly type: 'set'; readonly test: Test }
  | { readonly type: 'assert'; readonly test: (text: string, at: number) => boolean }
  | { readonly type: 'group'; readonly number: number; readonly options: readonly (readonly Node[])[] }
  | { readonly type: 'look'; readonly behind: boolean; readonly wanted: boolean; readonly options: readonly (readonly Node[])[] }
  | { readonly type: 'same'; readonly number: number }
  | { readonly type: 'repeat'; readonly body: Node; readonly least: number; readonly most: number; readonly greedy: boolean };

const CLASSES: Readonly<Record<string, Test>> = {
  d: (c) => c >= '0' && c <= '9',
  D: (c) => !(c >= '0' && c <= '9'),
  w: (c) => /^\w$/.test(c),
  W: (c) => !/^\w$/.test(c),
  s: (c) => c.trim() === '',
  S: (c) => c.trim() !== '',
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };

class Parser {
  private readonly source: string;
  private readonly flags: string;
  private pos = 0;
  private groups = 0;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  pattern(): readonly (readonly Node[])[] {
    const options = this.options();
    if (this.pos < this.source.length) throw new Error(`what is '${this.source.slice(this.pos)}' in /${this.source}/?`);
    return options;
  }

  private options(): Node[][] {
    const out: Node[][] = [[]];
    while (this.pos < this.source.length && this.source[this.pos] !== ')') {
      if (this.accept('|')) out.push([]);
      else (out.at(-1) as Node[]).push(this.repeated(this.atom()));
    }
    return out;
  }

  private accept(text: string): boolean {
    if (!this.source.startsWith(text, this.pos)) return false;
    this.pos += text.length;
    return true;
  }

  private repeated(body: Node): Node {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(this.source.slice(this.pos));
    if (found === null) return body;
    this.pos += found[0].length;
    const [, sign, least, comma, most, lazy] = found;
    const greedy = lazy === '';
    if (sign !== undefined) return { type: 'repeat', body, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity, greedy };
    return {
      type: 'repeat',
      body,
      least: Number(least),
      most: comma === '' ? Number(least) : most === '' ? Infinity : Number(most),
      greedy,
    };
  }

  private atom(): Node {
    const multiline = this.flags.includes('m');
    if (this.accept('^')) return { type: 'assert', test: (text, at) => at === 0 || (multiline && text[at - 1] === '\n') };
    if (this.accept('$')) return { type: 'assert', test: (text, at) => at === text.length || (multiline && text[at] === '\n') };
    for (const [sign, behind, wanted] of [
      ['(?=', false, true],
      ['(?!', false, false],
      ['(?<=', true, true],
      ['(?<!', true, false],
    ] as const)
      if (this.accept(sign)) return { type: 'look', behind, wanted, options: this.closed() };
    if (this.accept('(?:')) return { type: 'group', number: 0, options: this.closed() };
    if (this.accept('(')) {
      const number = ++this.groups;
      return { type: 'group', number, options: this.closed() };
    }
    if (this.accept('[')) return { type: 'set', test: this.folded(this.set()) };
    if (this.accept('.')) return { type: 'set', test: (c) => this.flags.includes('s') || !/^[\n\r\u2028\u2029]$/.test(c) };
    if (this.accept('\\B')) return { type: 'assert', test: (text, at) => /\w/.test(text[at - 1] ?? ' ') === /\w/.test(text[at] ?? ' ') };
    if (this.accept('\\b')) return { type: 'assert', test: (text, at) => /\w/.test(text[at - 1] ?? ' ') !== /\w/.test(text[at] ?? ' ') };
    const same = /^\\([1-9])/.exec(this.source.slice(this.pos));
    if (same !== null) {
      this.pos += 2;
      return { type: 'same', number: Number(same[1]) };
    }
    if ('?*+'.includes(this.source[this.pos]))
      throw new Error(`what is '${this.source.slice(this.pos, this.pos + 8)}' in /${this.source}/?`);
    return { type: 'set', test: this.folded(this.character()) };
  }

  private closed(): Node[][] {
    const options = this.options();
    if (!this.accept(')')) throw new Error(`a group of /${this.source}/ is not closed`);
    return options;
  }

  private folded(test: Test): Test {
    return this.flags.includes('i') ? (c) => test(c) || test(c.toLowerCase()) || test(c.toUpperCase()) : test;
  }

  /** One character, or a class of them. */
  private character(): Test {
    const [c, test] = this.escaped();
    return test ?? ((other) => other === c);
  }

  private escaped(): [character: string, test: Test | undefined] {
    const c = this.source[this.pos++];
    if (c !== '\\') return [c, undefined];
    const next = this.source[this.pos++];
    if (next in CLASSES) return [next, CLASSES[next]];
    if (next in CONTROLS) return [CONTROLS[next], undefined];
    const long = /^u\{([\da-f]+)\}/i.exec(next + this.source.slice(this.pos));
    if (long !== null) {
      this.pos += long[0].length - 1;
      return [String.fromCodePoint(Number.parseInt(long[1], 16)), undefined];
    }
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(next + this.source.slice(this.pos));
    if (code !== null) {
      this.pos += code[0].length - 1;
      return [String.fromCharCode(Number.parseInt(code[1] ?? code[2], 16)), undefined];
    }
    const property = /^p(\{\w+\})/.exec(next + this.source.slice(this.pos));
    if (property !== null) {
      this.pos += property[1].length;
      const pattern = new RegExp(`^\\p${property[1]}$`, 'u');
      return ['', (other) => pattern.test(other)];
    }
    if (/[a-z\d]/i.test(next)) throw new Error(`what is \\${next} in /${this.source}/?`);
    return [next, undefined];
  }

  private set(): Test {
    const isNot = this.accept('^');
    const tests: Test[] = [];
    while (!this.accept(']')) {
      const [from, test] = this.escaped();
      if (test !== undefined) {
        tests.push(test);
        continue;
      }
      if (this.source[this.pos] === '-' && this.source[this.pos + 1] !== ']') {
        this.pos++;
        const [to] = this.escaped();
        tests.push((c) => c >= from && c <= to);
      } else tests.push((c) => c === from);
    }
    return (c) => tests.some((test) => test(c)) !== isNot;
  }
}

/** More than this is known to be too much. */
const MOST_STEPS = 100_000;

class Matcher {
  steps = 0;
  private readonly text: string;
  private readonly captured: Map<number, string> = new Map();

  constructor(text: string) {
    this.text = text;
  }

  options(options: readonly (readonly Node[])[], at: number, then: (at: number) => boolean): boolean {
    return options.some((nodes) => this.sequence(nodes, 0, at, then));
  }

  private sequence(nodes: readonly Node[], i: number, at: number, then: (at: number) => boolean): boolean {
    return i === nodes.length ? then(at) : this.node(nodes[i], at, (end) => this.sequence(nodes, i + 1, end, then));
  }

  private node(node: Node, at: number, then: (at: number) => boolean): boolean {
    if (++this.steps > MOST_STEPS) return true;
    switch (node.type) {
      case 'set':
        return at < this.text.length && node.test(this.text[at]) && then(at + 1);
      case 'assert':
        return node.test(this.text, at) && then(at);
      case 'group':
        return this.options(node.options, at, (end) => {
          const before = this.captured.get(node.number) ?? '';
          this.captured.set(node.number, this.text.slice(at, end));
          if (then(end)) return true;
          this.captured.set(node.number, before);
          return false;
        });
      case 'look':
        return this.looked(node, at) === node.wanted && then(at);
      case 'same': {
        const part = this.captured.get(node.number) ?? '';
        return this.text.startsWith(part, at) && then(at + part.length);
      }
      case 'repeat':
        return this.repeat(node.body, node.least, node.most, node.greedy, 0, at, then);
    }
  }

  private looked({ behind, options }: Node & { type: 'look' }, at: number): boolean {
    if (!behind) return this.options(options, at, () => true);
    // Of few characters.
    for (let from = at; from >= Math.max(0, at - 4); from--) if (this.options(options, from, (end) => end === at)) return true;
    return false;
  }

  private repeat(
    body: Node,
    least: number,
    most: number,
    greedy: boolean,
    count: number,
    at: number,
    then: (at: number) => boolean,
  ): boolean {
    const again = (): boolean =>
      count < most &&
      this.node(body, at, (end) => (end > at || count < least) && this.repeat(body, least, most, greedy, count + 1, end, then));
    if (count < least) return again();
    return greedy ? again() || then(at) : then(at) || again();
  }
}

/** Steps of looking for a pattern in a text, from its first place on. */
export function patternSteps(source: string, flags: string, text: string): number {
  return stepsOf(new Parser(source, flags).pattern(), flags, text);
}

function stepsOf(options: readonly (readonly Node[])[], flags: string, text: string): number {
  const matcher = new Matcher(text);
  const last = flags.includes('y') ? 0 : text.length;
  for (let at = 0; at <= last; at++) {
    let end = -1;
    const isFound = matcher.options(options, at, (stop) => {
      end = stop;
      return true;
    });
    if (!isFound) continue;
    if (!flags.includes('g')) break;
    // All of them: the next one begins behind this one.
    at = Math.max(at, end - 1);
  }
  return matcher.steps;
}

const LETTERS = [...'a1 .()[]{}"\'\\/#$<;=-_e\n\t'];

/** Texts that make a pattern go back: what it repeats, again and again, behind what comes before it, and then something else. */
function* hardTexts(options: readonly (readonly Node[])[], length: number): Generator<string> {
  const begins = new Set(['']);
  const pumps = new Set<string>();
  const sample = (node: Node): string => {
    if (node.type === 'set')
      return (
        LETTERS.find((c) => node.test(c)) ??
        String.fromCharCode(...Array(256).keys())
          .split('')
          .find(node.test) ??
        ''
      );
    if (node.type === 'group') return (node.options[0] ?? []).map(sample).join('');
    return node.type === 'repeat' ? sample(node.body).repeat(Math.max(1, node.least)) : '';
  };
  const walk = (nodes: readonly Node[], before: string): void => {
    let begin = before;
    for (const node of nodes) {
      if (node.type === 'group' || node.type === 'look') for (const inner of node.options) walk(inner, begin);
      if (node.type === 'repeat') {
        if (node.most > 20) {
          begins.add(begin);
          if (node.body.type === 'set') for (const c of LETTERS) if (node.body.test(c)) pumps.add(c);
          pumps.add(sample(node.body));
        }
        if (node.body.type === 'group') for (const inner of node.body.options) walk(inner, begin);
      }
      begin += sample(node);
    }
  };
  for (const nodes of options) walk(nodes, '');
  for (const begin of begins)
    for (const pump of pumps) {
      if (pump === '') continue;
      const many = pump.repeat(Math.ceil(length / pump.length));
      for (const end of ['', '~', ']]', ')x', '\n~', ' ~', '"', "'", '\\']) yield begin + many + end;
    }
}

/** A text that takes steps in proportion to the square of its length, or worse; undefined where none was found. */
export function slowText(source: string, flags: string): string | undefined {
  const options = new Parser(source, flags).pattern();
  const short = [...hardTexts(options, 24)];
  const long = [...hardTexts(options, 72)];
  for (let i = 0; i < long.length; i++) {
    const steps = stepsOf(options, flags, long[i]);
    if (steps < 800) continue;
    // Three times as long: linear is 3, square 9.
    if (steps > 5 * stepsOf(options, flags, short[i])) return short[i];
  }
  return undefined;
}
