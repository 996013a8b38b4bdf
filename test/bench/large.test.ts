import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('large --quick: a row for each kind of scene and size', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['large', '--quick'], process.cwd()).finally(() => log.mockRestore());
  expect(code).toBe(0);
  const rows = lines
    .join('\n')
    .matchAll(/^\| (chain|coil|chain, base swings|robots of 7 links|robot description|bodies) \| (10|20|40) \|/gm);
  expect([...rows].length).toBe(18);
});
