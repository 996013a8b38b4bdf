import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../../../src/cli/run.ts';
import { InputError } from '../../../../src/index.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

// The simulator is a user of the package; here it gets the sources, not what was built of them some time ago.
vi.mock('inbetween', () => import('../../../../src/index.ts'));
vi.mock('inbetween/convex', () => import('../../../../src/convex/index.ts'));
vi.mock('inbetween/world', () => import('../../../../src/world/index.ts'));

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const COINS = 12;
/** Kilograms, metres, seconds: of examples/coin-toss. */
const WEIGHT = 0.007 * 9.81;
const HALF_HEIGHT = 0.001;

describe('demo --coins', () => {
  let stdout: string;
  let html: string;
  beforeAll(async () => {
    const told = await captured(['demo', '--coins', '--count', `${COINS}`, '--no-serve', '--out', folder.path('out')]);
    expect([told.code, told.stderr]).toEqual([0, '']);
    stdout = told.stdout;
    html = readFileSync(folder.path('out/coins.html'), 'utf8');
  });

  test('prints a line every 0.05 s, the end, and where the page is', () => {
    const rows = [...stdout.matchAll(/^ +(\d\.\d\d) +(\d+) +(\d+\.\d{3}) +(\d+) +(\d+)$/gm)].map((row) => row.slice(1).map(Number));
    expect(rows.length).toBeGreaterThan(5);
    for (const [i, [time]] of rows.slice(0, -1).entries()) expect(time).toBeCloseTo(0.05 * i, 9);
    expect(rows[0].slice(1)).toEqual([0, rows[0][2], 0, 0]);
    const end = rows[rows.length - 1];
    expect(end[1]).toBe(COINS);
    // Lying flat on the floor, or higher.
    expect(end[2]).toBeGreaterThanOrEqual(Number((1e3 * COINS * WEIGHT * HALF_HEIGHT).toFixed(3)) - 1e-3);
    expect(end[2]).toBeLessThan(rows[0][2]);
    expect(stdout).toMatch(
      new RegExp(`^${COINS} of ${COINS} coins lie still after ${end[0].toFixed(2)} s; 0 went through others\\.$`, 'm'),
    );
    expect(stdout).toMatch(/^PROVEN {2}/m);
    expect(stdout).toContain(`of ${(COINS * (COINS + 1)) / 2} pairs watched at most`);
    expect(stdout).toContain(`page  ${folder.path('out/coins.html')}`);
  });

  test('the page tells the same contacts, and its coins lie on the floor at the end', () => {
    const contacts = /^ {2}contacts +([\d,]+)$/m.exec(stdout)?.[1];
    expect(html).toMatch(new RegExp(`<h1>${contacts} contacts in 0\\.\\d+ s, none missed</h1>`));
    expect(html).toContain('No two bodies ever went through each other: proven.');
    const { bodies, tracks, times } = JSON.parse(/id="scene-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(tracks).toHaveLength(COINS);
    expect(bodies).toHaveLength(COINS + 1);
    expect(html.length).toBeLessThan(1e6);
    for (const text of tracks) {
      const track = new Int16Array(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer);
      expect(track).toHaveLength(7 * times.length);
      // Lower than at the start.
      expect(track[7 * (times.length - 1) + 2]).toBeLessThan(track[2]);
    }
  });
});

test('--json: the lines as data, each as soon as it is known, and no page', async () => {
  const written: string[] = [];
  // A reader that goes away after three lines ends the run.
  const stdout = {
    write: (text: string) => {
      written.push(text);
      if (written.length === 3) throw new InputError('enough');
      return true;
    },
  };
  const streams = { stdout, stderr: { write: () => true }, env: {}, untilInterrupted: () => Promise.resolve() };
  expect(await run(['demo', '--coins', '--count', '3', '--json'], streams)).toBe(2);
  const lines = written.map((line) => JSON.parse(line));
  expect(lines.map(({ time }) => time)).toEqual([0, 0.05, 0.1]);
  for (const line of lines) expect(Object.keys(line)).toEqual(['time', 'resting', 'energy', 'contacts', 'checks']);
});

test.each([
  [['--count', '5'], '--count: is for --coins'],
  [['--coins', '--tool'], '--tool and --coins: choose one'],
  [['--coins', '--count', '0'], 'It should be a whole number, 1 or more.'],
])('demo %j is refused', async (args, why) => {
  const { code, stdout, stderr } = await captured(['demo', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});

test('a page that cannot be written is told before the work', async () => {
  const file = folder.write('notes.html', 'mine');
  const { code, stdout, stderr } = await captured(['demo', '--coins', '--no-serve', '--out', `${file}/below`]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/coins\.html: cannot be written: a folder on the way is a file\n$/);
});
