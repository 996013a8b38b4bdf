import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('dragging --quick: crates do not sink, and pushes of the arms that are there are told', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['dragging', '--quick', '--pushes', '2'], process.cwd()).finally(() => log.mockRestore());
  expect(code).toBe(0);
  const [crates, ...arms] = lines
    .join('\n')
    .split('\n')
    .filter((line) => /^\| .*\d \|$/.test(line))
    .map((row) => row.split('|').map((cell) => cell.trim()));
  expect([crates[1], Number(crates[5]) <= 1, crates[6], crates[7]]).toEqual(['20', true, '0', '0']);
  // without a budget all are stopped by a contact
  for (const [, , options, , , , contact] of arms) if (!options.startsWith('max')) expect(contact).toBe('2');
});
