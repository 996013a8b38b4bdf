import { expect, test } from 'vitest';
import { countsText, outcomeCounts } from '../../../src/words/path-overview.ts';

test('how many paths ended how, the worst first', () => {
  expect(countsText([])).toBe('0 paths');
  expect(countsText(['free'])).toBe('1 path: 1 free');
  expect(countsText(['free', 'limits', 'not-judged', 'free', 'overlap', 'contact', 'unresolved', 'unread', 'untested'])).toBe(
    '9 paths: 1 not read, 1 contact, 1 overlap, 1 unresolved, 1 not judged, as nothing was tested, 1 free, but with pairs not judged, 1 free, but beyond limits, 2 free',
  );
  expect(outcomeCounts(['free', 'contact']).map(({ outcome }) => outcome)).toEqual(['contact', 'free']);
});
