import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { ROOT } from '../../scripts/run.mjs';

test('docs/architecture.md names every door, and no other', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const list = /^\*\*Doors\.\*\* [\s\S]*?`exports` of package\.json/m.exec(text)?.[0] ?? '';
  const named = [...list.matchAll(/`(?:inbetween)?(\/[a-z]+)`/g)].map(([, name]) => `inbetween${name}`);
  expect(['inbetween', ...named].sort()).toEqual(
    doors()
      .map(({ name }) => name)
      .sort(),
  );
});
