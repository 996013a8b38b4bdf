import { describe, expect, test } from 'vitest';
import { readBlockText } from '../../../../src/io/text/yaml-block-text.ts';

/** The value of the block text whose sign is the first | or > of the text. */
const textOf = (text: string, column = -1): string => {
  const { value, fault } = readBlockText(text, text.search(/[|>]/), column);
  if (fault !== undefined) throw new Error(fault);
  return value;
};

/** Examples of YAML 1.2.2, chapter 8.1, with what they mean there; · is a blank. */
const EXAMPLES: readonly [name: string, text: string, value: string, column?: number][] = [
  ['8.1 literal', '- | # Empty header\n literal\n', 'literal\n', 0],
  ['8.1 with an indentation', '- >1 # Indentation indicator\n  folded\n', ' folded\n', 0],
  ['8.1 with a chomping', '- |+ # Chomping indicator\n keep\n\n', 'keep\n\n', 0],
  ['8.1 with both', '- >1- # Both indicators\n  strip\n', ' strip', 0],
  ['8.2 blank lines before the first', '- >\n \n  \n  # detected\n', '\n\n# detected\n', 0],
  ['8.2 told', '- |1\n  explicit\n', ' explicit\n', 0],
  ['8.4 stripped', 'strip: |-\n  text\n', 'text', 0],
  ['8.4 clipped', 'clip: |\n  text\n', 'text\n', 0],
  ['8.4 kept', 'keep: |+\n  text\n', 'text\n', 0],
  ['8.6 nothing stripped', 'strip: >-\n\n', '', 0],
  ['8.6 nothing clipped', 'clip: >\n\n', '', 0],
  ['8.6 nothing kept', 'keep: |+\n\n', '\n', 0],
  ['8.6 nothing kept, folded, twice', 'keep: >+\n\n  \n', '\n\n', 0],
  ['8.7 with a tab', '|\n literal\n \ttext\n\n\n', 'literal\n\ttext\n'],
  ['8.8 blank lines around', '|\n \n  \n  literal\n   \n  \n  text\n', '\n\nliteral\n \n\ntext\n'],
  ['8.9 folded', '>\n folded\n text\n\n\n', 'folded text\n'],
  [
    '8.10 folded lines and a list',
    '>\n\n folded\n line\n\n next\n line\n   * bullet\n\n   * list\n   * lines\n\n last\n line\n\n',
    '\nfolded line\nnext line\n  * bullet\n\n  * list\n  * lines\n\nlast line\n',
  ],
];

describe('block texts', () => {
  test.each(EXAMPLES)('example %s of YAML 1.2.2', (_, text, value, column) => {
    expect(textOf(text, column)).toBe(value);
    // the same with the line ends of Windows, and where no line end comes last
    expect(textOf(text.replaceAll('\n', '\r\n'), column)).toBe(value);
    expect(textOf(text.replace(/\n$/, ''), column).trimEnd()).toBe(value.trimEnd());
  });

  test.each<[text: string, column: number, rest: string]>([
    ['a: |\n  b\nc: 1\n', 0, 'c: 1\n'],
    ['a: |\n  b\n\n\nc: 1\n', 0, 'c: 1\n'],
    ['|\n text\n---\nnext', -1, '---\nnext'],
    ['|\n text\n...\n', -1, '...\n'],
    ['|\n text', -1, ''],
    ['a: |\nc: 1\n', 0, 'c: 1\n'],
  ])('%j ends where its lines do, and counts them', (text, column, rest) => {
    const { end, lines } = readBlockText(text, text.indexOf('|'), column);
    expect([text.slice(end), lines]).toEqual([rest, text.slice(0, end).split('\n').length - 1]);
  });

  test.each(['|x\n a', '|--\n a', '|-1+\n a', '| a\n b', '|0\n a', '|\n\ta', '|\n  \n text'])('%j is refused', (text) => {
    expect(readBlockText(text, 0, -1).fault).toBeDefined();
  });
});
