import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLANTED, TESTS } from '../../scripts/mutants/planted-faults.mjs';
import { ROOT } from '../../scripts/run.mjs';

test.each(PLANTED)('%s still applies: its line stands once, and changes', (_, file, from, to) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(text.split(from).length - 1).toBe(1);
  expect(text.replace(from, () => to)).not.toBe(text);
});

test('tests that planted faults are held against exist', () => {
  expect(TESTS.filter((one) => !existsSync(join(ROOT, one)))).toEqual([]);
});
