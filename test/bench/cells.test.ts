import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test('cells --quick: three tables, clouds and meshes meet the same', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const code = await main(['cells', '--quick'], process.cwd()).finally(() => log.mockRestore());
  const text = lines.join('\n');
  expect(code).toBe(0);
  for (const title of ['Clouds', 'Changes of a scene', 'Limits']) expect(text).toContain(`## ${title}`);
  const contacts = [...text.matchAll(/^\| (mesh|cloud) .*\| (\d+) \|$/gm)].map(([, name, count]) => [name, Number(count)] as const);
  expect(contacts.map(([name]) => name)).toEqual(['mesh', 'cloud']);
  for (const [, count] of contacts) expect(count).toBeGreaterThan(100);
});

test('an unknown option is wrong use', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await main(['cells', '--fast'], process.cwd()).finally(() => error.mockRestore());
  expect(code).toBe(2);
});
