import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/run.mjs';
import { guidePrograms, printedByGuide } from './guide-programs.ts';

test.each(['two-robots'])('every program of the guide %s prints what stands below it', async (guide) => {
  const programs = guidePrograms(readFileSync(join(ROOT, 'docs/guides', `${guide}.md`), 'utf8'));
  expect(programs.length).toBeGreaterThan(4);
  expect(await printedByGuide(programs)).toEqual(programs.map(({ promised }) => promised));
});
