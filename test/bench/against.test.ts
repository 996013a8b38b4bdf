import { beforeAll, expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';
import { BUILD_PATIENCE, built } from '../package/installed-package.ts';

beforeAll(async () => {
  await built();
}, BUILD_PATIENCE);

test('against: a build answers as it does itself, line by line', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const code = await main(['against', 'dist', '--rounds', '1', '--scenes', 'none'], process.cwd()).finally(() => {
    log.mockRestore();
    error.mockRestore();
  });
  expect(code).toBe(0);
  const rows = lines.join('\n').match(/\| (pair|body|arm)[^\n]*/g) ?? [];
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row).toMatch(/\| same \|$/);
});

test('against: without a build it says what is missing', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [args, what] of [
    [['against'], /the dist of one build/],
    [['against', 'src'], /no build in/],
  ] as const) {
    expect(await main(args, process.cwd())).toBe(2);
    expect(said.mock.lastCall?.[0]).toMatch(what);
  }
  said.mockRestore();
});
