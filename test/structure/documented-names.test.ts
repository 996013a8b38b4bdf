import { expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { listed, undocumentedNames } from './documented-names.ts';

test('every public name has a sentence that an editor shows', () => {
  const names = undocumentedNames(doors());
  expect(names.length, `without a sentence directly before the export:\n${listed(names)}\n`).toBe(0);
});
