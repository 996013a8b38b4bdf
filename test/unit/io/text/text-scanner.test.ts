import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextScanner } from '../../../../src/io/text/text-scanner.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const scan = (text: string) => new TextScanner(new TextEncoder().encode(text), 'file', { comments: true, continuation: true });

describe('numbers are rounded as Number() rounds them', () => {
  const written = [
    '0',
    '-0',
    '+1',
    '1.',
    '.5',
    '-.5e1',
    '1e22',
    '1e23',
    '1e-22',
    '1e-23',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
  ]
    .concat([
      '9007199254740993e3',
      '0.1',
      '0.30000000000000004',
      '123456789012345678901234567890',
      '5e-324',
      '2.4703282292062328e-324',
      '1e-400',
    ])
    .concat(['179769313486231570e291', '8.5e1', '00012.5', '0.000000000000000000000000000001', '1E+5', '4.35', '2.2250738585072011e-308']);
  test.each(written)('%s', (text) => {
    expect(Object.is(scan(text).number('x'), Number(text))).toBe(true);
    expect(Object.is(scan(`  ${text} next`).number('x'), Number(text))).toBe(true);
  });

  test('random doubles and decimals, seed 20', () => {
    const parts = fc.tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.nat(30), fc.integer({ min: -330, max: 300 }), fc.boolean());
    const decimal = parts.map(([digits, point, power, plain]) => {
      const sign = digits < 0n ? '-' : '';
      const text = String(digits < 0n ? -digits : digits).padStart(point + 1, '0');
      return `${sign}${text.slice(0, text.length - point)}.${text.slice(text.length - point)}${plain ? '' : `e${power}`}`;
    });
    const shortest = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
    fc.assert(
      fc.property(fc.oneof(decimal, shortest), (text) => Object.is(scan(text).number('x'), Number(text))),
      { seed: 20, numRuns: 3000 },
    );
  });

  const broken = [
    '',
    'nan',
    'NaN',
    'inf',
    'Infinity',
    '-',
    '+',
    '.',
    '-.',
    'e5',
    '1e',
    '1e+',
    '1.2.3',
    '0x10',
    '1,5',
    '1_000',
    '1d3',
    '--1',
    '1f',
    '1\\',
  ];
  test.each(broken)('%j is no number', (text) => {
    expect(() => scan(text).number('x')).toThrow(InputError);
  });
});

test('integers stop at a slash only when told so', () => {
  expect(scan('-12/3').integer('i', 47)).toBe(-12);
  expect(() => scan('12/3').integer('i')).toThrow(/an integer, got "12\/3"/);
  expect(() => scan('1.0').integer('i')).toThrow(InputError);
});

test('lines are counted over LF, CR LF, CR, comments and joined lines', () => {
  const scanner = scan('a\r\nb\rc # d\n\n# \\\ne \\\r\n f\\\ng');
  const words: [string, number][] = [];
  while (scanner.skipToContent()) words.push([scanner.word(), scanner.line]);
  expect(words).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['e', 6],
    ['f', 7],
    ['g', 8],
  ]);
});

test('an error at the end of the file names its last line', () => {
  const scanner = scan('a\nb\n');
  while (scanner.skipToContent()) scanner.word();
  expect(scanner.error('x').line).toBe(2);
});
