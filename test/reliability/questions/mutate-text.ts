// Changes of a file, by bytes and by what is written in it: numbers, words, lines, brackets, blocks of numbers.
import type { Random } from '../../../src/math/random.ts';

const TEMPTING = '0123456789-+.eE[]{}<>()/:,;= \n\r\t"\'#&*|~%\\!?@x_\0\x7f\xff\xfe\xef\xbb\xbf';
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-400',
  '5e-324',
  '1e91',
  '1e308',
  '4294967295',
  '4294967296',
  '2147483648',
  '9007199254740993',
  '-9007199254740993',
  '99999999999999999999',
  'nan',
  'NaN',
  'inf',
  '-Infinity',
  '1e',
  '0x10',
  '1_000',
  '.5.',
  '1,5',
  '',
];
const WORDS = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'null',
  'true',
  '../part.obj',
  'part.obj',
  'é',
  '\u0000',
  'a b',
  '"',
  "'",
];
const NUMBER = /[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/gi;
const WORD = /[A-Za-z_][A-Za-z_0-9-]*/g;

type Change = (text: string, random: Random, other: () => string) => string;

const CHANGES: readonly Change[] = [
  // up to 8 bytes, any or tempting ones
  (text, random) => {
    const letters = [...text];
    for (let n = 1 + random.integer(8); n > 0; n--)
      letters[random.integer(letters.length)] = random.next() < 0.5 ? String.fromCharCode(random.integer(256)) : random.pick(TEMPTING);
    return letters.join('');
  },
  (text, random) => text.slice(0, random.integer(text.length)),
  // a part twice, left out, or two parts exchanged
  (text, random) => {
    const [a, b, c] = cuts(text, random);
    const kind = random.integer(3);
    if (kind === 0) return text.slice(0, b) + text.slice(a);
    if (kind === 1) return text.slice(0, a) + text.slice(b);
    return text.slice(0, a) + text.slice(b, c) + text.slice(a, b) + text.slice(c);
  },
  (text, random) => replaced(text, NUMBER, random, () => random.pick(NUMBERS)),
  (text, random) => replaced(text, NUMBER, random, () => random.pick(NUMBERS)),
  (text, random) => {
    const words = text.match(WORD) ?? ['x'];
    return replaced(text, WORD, random, () => (random.next() < 0.5 ? random.pick(WORDS) : random.pick(words)));
  },
  // lines and elements twice, left out, elsewhere
  (text, random) => {
    const lines = text.split(/(?<=[\n>])/);
    const [from, to] = [random.integer(lines.length), random.integer(lines.length)];
    const kind = random.integer(3);
    if (kind === 0) return [...lines.slice(0, to), lines[from], ...lines.slice(to)].join('');
    lines.splice(from, 1 + random.integer(3), ...(kind === 1 ? [] : [lines[to]]));
    return lines.join('');
  },
  // the head of this one and the end of another
  (text, random, other) => {
    const rest = other();
    return text.slice(0, random.integer(text.length)) + rest.slice(random.integer(rest.length));
  },
  // what is repeated a lot, or nested deeply
  (text, random) => {
    const at = random.integer(text.length + 1);
    const many = random.pick([10, 100, 2000, 20_000, 150_000]);
    const what = random.pick([
      '[',
      '{',
      '(',
      '<a>',
      '<group name="a">',
      ' ',
      '\t',
      '\n',
      '0',
      '9',
      '- ',
      '{"a":',
      '[[',
      '&a ',
      'a',
      ',',
      '1 ',
      '\\',
      '\r',
      '.',
    ]);
    return text.slice(0, at) + repeated(what, many) + text.slice(at);
  },
  // a line many times: what is counted in the file grows
  (text, random) => {
    const lines = text.split(/(?<=\n)/);
    const i = random.integer(lines.length);
    lines[i] = repeated(lines[i], random.pick([2, 10, 300]));
    return lines.join('');
  },
  // a word of four bytes: counts, offsets and lengths of binary files
  (text, random) => {
    const at = random.integer(Math.max(1, text.length - 3));
    const word = random.pick([
      '\xff\xff\xff\xff',
      '\0\0\0\0',
      '\x01\0\0\0',
      '\0\0\0\x01',
      '\xff\xff\xff\x7f',
      '\0\0\0\x80',
      '\0\0\xc0\x7f',
      '\xfe\xff\xff\xff',
    ]);
    return text.slice(0, at) + word + text.slice(at + 4);
  },
  (text, random) => {
    const noise = Array.from({ length: random.integer(300) }, () => String.fromCharCode(random.integer(256))).join('');
    return text.slice(0, random.integer(Math.min(100, text.length))) + noise;
  },
];

/** The text, changed once to four times. `other`: another file of the same format. */
export function mutated(text: string, random: Random, other: () => string): string {
  let changed = text;
  for (let n = random.pick([1, 1, 2, 4]); n > 0 && changed.length > 0; n--)
    changed = random.pick(CHANGES)(changed, random, other).slice(0, LONGEST);
  return changed;
}

/** Changes multiply: what is longer is cut. */
const LONGEST = 200_000;

function repeated(what: string, many: number): string {
  return what.repeat(Math.min(many, Math.ceil(LONGEST / Math.max(1, what.length))));
}

function cuts(text: string, random: Random): readonly number[] {
  return [0, 1, 2].map(() => random.integer(text.length + 1)).sort((x, y) => x - y);
}

/** One of the matches, replaced. */
function replaced(text: string, pattern: RegExp, random: Random, by: () => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: match } = random.pick(found);
  return text.slice(0, index) + by() + text.slice(index + match.length);
}
