import { describe, expect, test } from 'vitest';
import { NumberRows } from '../../../../src/io/text/number-rows.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

/** All words, row by row. */
function rowsOf(text: string, most = 100): string[][] {
  const rows = new NumberRows(new TextEncoder().encode(text), 'table.csv');
  const out: string[][] = [];
  while (rows.scanner.skipToContent()) {
    out.push(rows.words(most));
    rows.scanner.nextLine();
  }
  return out;
}

describe('tables of numbers', () => {
  test.each([
    [';', '\n'],
    [',', '\r\n'],
    [', ', '\n'],
    [' ', '\n'],
    ['\t', '\r'],
    ['   ', '\n'],
  ])('what was written with %j between values is read, comments and blank lines passed over, seed number-rows', (separator, end) => {
    const random = new Random(`number-rows${separator}`);
    const table = Array.from({ length: 20 }, () => Array.from({ length: 1 + random.integer(5) }, () => String(random.range(-1e3, 1e3))));
    // a first line of two values: it tells the separator
    table.unshift(['x', 'y']);
    const noise = (): string => random.pick(['', '', `# a, b; c${end}`, end, `  # 1;2${end}`]);
    const text = table.map((row) => noise() + row.join(separator) + random.pick(['', ' # so'])).join(end);
    expect(rowsOf(text)).toEqual(table);
  });

  test('semicolons go before commas, which are decimal then; quotes are taken off; nothing between separators is a word too', () => {
    expect(rowsOf('"a";\'b\';c\n1,5;2,5;3\n')).toEqual([
      ['a', 'b', 'c'],
      ['1,5', '2,5', '3'],
    ]);
    expect(rowsOf('a,,b,\n')).toEqual([['a', '', 'b', '']]);
    expect(rowsOf('# only, a; comment\n1 2\n')).toEqual([['1', '2']]);
  });

  test('a line of too many values is refused where it stands', () => {
    expect(() => rowsOf('1 2 3\n1 2 3 4\n', 3)).toThrow(InputError);
    expect(() => rowsOf('1 2 3\n1 2 3 4\n', 3)).toThrow(/table\.csv, line 2:.*more than 3 values/);
  });
});
