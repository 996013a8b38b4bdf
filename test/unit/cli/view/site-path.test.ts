import { expect, test } from 'vitest';
import { sitePath } from '../../../../src/cli/view/site-path.ts';

test('names between slashes, decoded', () => {
  expect(sitePath('/files/a%20b/%C3%BC.csv')).toEqual(['files', 'a b', 'ü.csv']);
  expect(sitePath('/..a/b..')).toEqual(['..a', 'b..']);
});

test.each([
  '',
  'x',
  '/',
  '//',
  '/a//b',
  '/./a',
  '/a/..',
  '/../a',
  '/%2e%2e/a',
  '/a%2fb',
  '/a%5Cb',
  '/a\\b',
  '/a%00',
  '/a%0a',
  '/%',
  '/%ff',
  'http://evil.example/',
])('%j leads nowhere', (path) => {
  expect(sitePath(path)).toBe(undefined);
});
