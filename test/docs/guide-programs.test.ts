import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/run.mjs';
import { guidePrograms } from '../../site/src/guide-programs.ts';
import { printedByGuide } from './guide-programs.ts';

test.each(['two-robots', 'in-a-page', 'graphics-hardware', 'planning', 'timing', 'three'])(
  'every program of the guide %s prints what stands below it',
  async (guide) => {
    const programs = guidePrograms(readFileSync(join(ROOT, 'docs/guides', `${guide}.md`), 'utf8'));
    expect(programs.length).toBeGreaterThan(2);
    expect(await printedByGuide(programs)).toEqual(programs.map(({ promised }) => promised));
  },
);

test('the worker that the guide shows is the one of the example', () => {
  const [, shown] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, 'docs/guides/in-a-page.md'), 'utf8')) ?? [];
  expect(readFileSync(join(ROOT, 'examples/page/worker.mjs'), 'utf8')).toContain(shown);
});
