import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';

test.skipIf(!existsSync('../shared/scenes/planning'))('edges --quick: three tables, verdicts agree', async () => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-edges-'));
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await main(['edges', '--quick', '--out', out], process.cwd()).finally(() => {
    log.mockRestore();
    error.mockRestore();
    rmSync(out, { recursive: true, force: true });
  });
  const text = lines.join('\n');
  expect(code).toBe(0);
  for (const title of ['Edges', 'States', 'The slow edge']) expect(text).toContain(`## ${title}`);
  const differ = [...text.matchAll(/^\| (?:hand-grasp|bookshelf_small_panda-0001|slow-edge) \| \d+ \+ \d+ .*\| (\d+) \|$/gm)].map(
    ([, count]) => count,
  );
  expect(differ).toEqual(['0', '0', '0']);
});
