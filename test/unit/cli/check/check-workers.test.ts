import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_PATHS, writeRailCell } from './small-cell.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
});
afterAll(() => folder.remove());

/** All that `check` tells, but for how long it took. */
async function told(options: readonly string[], paths: readonly string[]) {
  const { code, stdout, stderr } = await captured(['check', cell, ...paths, '--json', ...options]);
  const timeless = JSON.parse(stdout, (key, value) => (/milliseconds/i.test(key) ? null : value));
  return { code, stderr, timeless };
}

test('threads find of every path what this one finds, in order, files that cannot be read among them', async () => {
  const files = Object.keys(RAIL_PATHS).map((name) => folder.path(`rail/${name}`));
  const paths = [...files, folder.path('rail/none.csv'), ...files];
  const options = ['--all', '--clearance', '0.01', '--start', 'leaving'];
  const alone = await told([...options, '--workers', '1'], paths);
  const shared = await told([...options, '--workers', '2'], paths);
  expect(shared).toStrictEqual(alone);
  expect(alone.timeless.paths.length).toBeGreaterThanOrEqual(2 * files.length - 2);
  expect(alone.code).toBe(2);
});

test('the segments of one long path are shared out, and found is the same', async () => {
  const rows = (shift: number) => Array.from({ length: 60 }, (_, k) => `${shift + 0.002 * k},${0.1 * (k % 3)}`).join('\n');
  for (const [name, shift, code] of [
    ['near', 0.72, 1],
    ['far', 0.1, 0],
  ] as const) {
    const long = folder.write(`rail/${name}.csv`, `cart_x,tail_x\n${rows(shift)}\n`);
    const alone = await told(['--workers', '1'], [long]);
    expect(await told(['--workers', '2'], [long])).toStrictEqual(alone);
    expect([name, alone.code, alone.timeless.paths[0].clearance === null]).toStrictEqual([name, code, false]);
  }
});
