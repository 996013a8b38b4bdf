import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DRILL_LENGTH } from '../../scenes/soft/drill-motion.ts';
import { HAND_GUIDED_SECONDS, handGuided } from '../../scenes/soft/hand-guided.ts';
import { handGuidedFiles } from '../../scenes/soft/hand-guided-files.ts';

const FOLDER = join(import.meta.dirname, '../../examples/hand-guided');
const generated = handGuidedFiles();

describe('examples/hand-guided', () => {
  // After a change of the motion: npx vitest run test/scenes/hand-guided-files.test.ts --project node -u
  test.each(generated.map(({ path, text }) => [path, text]))('%s is what the generator gives', async (path, text) => {
    await expect(text).toMatchFileSnapshot(join(FOLDER, path));
  });

  test('holds nothing else', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(generated.map(({ path }) => path).sort());
  });
});

test('the motion is smooth: no speed changes by more than a hand can', () => {
  const at = (i: number) => handGuided(i / 1000).position;
  for (let i = 1; i < HAND_GUIDED_SECONDS * 1000; i++) {
    const change = Math.hypot(...[0, 1, 2].map((k) => at(i + 1)[k] - 2 * at(i)[k] + at(i - 1)[k])) * 1e6;
    // 5 m/s², half of gravity.
    expect(change).toBeLessThan(5);
  }
  // Its first contact is at 50 mm/s.
  expect(Math.hypot(...[0, 1, 2].map((k) => at(2000)[k] - at(1900)[k]))).toBeGreaterThan(0.005);
  expect(DRILL_LENGTH).toBe(0.08);
});
