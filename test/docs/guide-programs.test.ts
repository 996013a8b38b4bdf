import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/run.mjs';
import { printedByGuide } from './guide-programs.ts';
import { runGuides } from './run-guides.ts';

const guides = runGuides();

test.each(guides)('every program of $name prints what stands below it', async ({ programs }) => {
  expect(await printedByGuide(programs)).toEqual(programs.map(({ promised }) => promised));
});

test('most guides say what their programs print', () => {
  expect(guides.length).toBeGreaterThan(10);
  expect(guides.flatMap(({ programs }) => programs).length).toBeGreaterThan(35);
});

test('the worker that the guide shows is the one of the example', () => {
  const [, shown] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, 'docs/guides/in-a-page.md'), 'utf8')) ?? [];
  expect(readFileSync(join(ROOT, 'examples/page/worker.mjs'), 'utf8')).toContain(shown);
});
