import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('flat --quick: a row for every scene, none of the sheets in the planes of axes that fall asks integers', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['flat', '--quick'], process.cwd()).finally(() => log.mockRestore());
  expect(code).toBe(0);
  const rows = lines
    .join('\n')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 13 && /^\d+$/.test(cells[2]));
  expect(rows.length).toBeGreaterThan(15);
  for (const [, name, contacts, , first, , , , all] of rows) {
    expect(Number(contacts), name).toBeGreaterThan(0);
    if (/^(aligned|shifted)/.test(name) && !name.includes('turned')) expect([first, all], name).toEqual(['0', '0']);
  }
});
