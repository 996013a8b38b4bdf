import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('inverse --quick: nearly all poses are solved, nothing is beyond limits, nothing proven is broken', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['inverse', '--quick'], process.cwd()).finally(() => log.mockRestore());
  const rows = lines
    .join('\n')
    .split('\n')
    .filter((line) => /^\| .*\d \|$/.test(line));
  expect(code).toBe(0);
  const robots = rows.filter((row) => row.split('|').length === 14).map((row) => row.split('|').map((cell) => cell.trim()));
  expect(robots.length).toBeGreaterThan(4);
  for (const [, name, , solved] of robots) expect(Number(solved), name).toBeGreaterThan(90);
  for (const cells of robots) expect(cells[12], cells[1]).toBe('0');
  const edges = rows.filter((row) => row.split('|').length === 10).map((row) => row.split('|').map((cell) => cell.trim()));
  expect(edges.length).toBeGreaterThan(2);
  for (const cells of edges) expect(cells[8], cells[1]).toBe('0');
});
