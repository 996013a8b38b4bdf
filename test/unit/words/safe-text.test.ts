import { expect, test } from 'vitest';
import { safeJson, safeText } from '../../../src/words/safe-text.ts';

const STEERING = '\u001b[31m \u007f \u009b31m \u0085 \u2028 \u202e reversed \u2066';

test('text: no character is left that a terminal obeys', () => {
  const safe = safeText(`a\nb${STEERING}`);
  expect(safe).toMatch(/^[\x20-\x7e]*$/);
  expect(safe).toContain('a\\u000ab\\u001b[31m');
});

test('JSON: the same, and it says the same', () => {
  const value = { [`key ${STEERING}`]: [STEERING, 1, null], nested: { ä: 'ö' } };
  for (const indent of [undefined, 2]) {
    const safe = safeJson(value, indent);
    expect(safe.replaceAll('\n', '')).toMatch(/^[\x20-\x7eäö]*$/);
    expect(JSON.parse(safe)).toEqual(value);
  }
});
