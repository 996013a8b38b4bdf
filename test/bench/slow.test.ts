import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('slow --quick: a line for each kind of question, all answered', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['slow', '--quick'], process.cwd()).finally(() => log.mockRestore());
  expect(code).toBe(0);
  const text = lines.join('\n');
  for (const row of [/shaft in a bore.*\| free \|/, /six cylinders.*\| complete \|/, /coins: 27.*contacts/, /prism.*\| hull \|/])
    expect(text).toMatch(row);
});
