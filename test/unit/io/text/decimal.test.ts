import { expect, test } from 'vitest';
import { isDecimal } from '../../../../src/io/text/decimal.ts';
import { Random } from '../../../../src/math/random.ts';

test('is what the pattern of decimal numbers says, of all texts of three letters and many longer ones, seed decimal', () => {
  const pattern = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
  const letters = ['', '0', '7', '.', 'e', 'E', '+', '-', ' ', 'x', '٣', '_'];
  const texts = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const random = new Random('decimal');
  for (let i = 0; i < 3000; i++) texts.push(Array.from({ length: 4 + random.integer(6) }, () => random.pick(letters.slice(0, 9))).join(''));
  expect(texts.filter((text) => isDecimal(text) !== pattern.test(text))).toEqual([]);
  const taken = texts.filter(isDecimal);
  expect(taken.length).toBeGreaterThan(100);
  // and all of them are numbers of the language too
  expect(taken.filter((text) => Number.isNaN(Number(text)))).toEqual([]);
});

test('a million digits take no longer than they are long', () => {
  const digits = '9'.repeat(1_000_000);
  expect([isDecimal(digits), isDecimal(`${digits}.${digits}`), isDecimal(`${digits}x`), isDecimal(`${digits}e`)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
