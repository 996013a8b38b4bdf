import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { documented } from '../../bench/gpu/gpu-document.ts';
import { main } from '../../bench/main.ts';
import { ROOT, ran } from '../package/installed-package.ts';
import { NO_GPU } from '../support/shared/gpu-here.ts';
import { shareGpu } from '../support/shared/shared-gpu.ts';

test('gpu --quick --parts select: every triangle of the processor is found, every answer is its answer', async ({ skip }) => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-bench-'));
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const giveBack = NO_GPU === null ? await shareGpu() : () => undefined;
  try {
    expect(await main(['gpu', '--quick', '--rounds', '1', '--parts', 'select', '--out', out], process.cwd())).toBe(0);
    const text = lines.join('\n');
    for (const title of ['Selection for a tool', 'The loop of Caby & Crosnier with it']) expect(text).toContain(`## ${title}`);
    if (NO_GPU !== null) return skip(NO_GPU);
    const column = (name: string, at: number) =>
      readFileSync(join(out, `${name}.csv`), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',')[at]);
    expect(column('gpu-select', 10)).toEqual(['0']);
    expect(column('gpu-tool-loop', 6)).toEqual(['12/12 the same', '12/12 the same']);
  } finally {
    giveBack();
    log.mockRestore();
    error.mockRestore();
    rmSync(out, { recursive: true });
  }
});

test('parts that ran take the place of what the document has of them, others stay', () => {
  const parts = ['steps', 'select', 'visible'];
  const first = documented('# Title\n\nby hand\n', parts, new Map([['select', 'old list']]));
  const both = documented(
    first,
    parts,
    new Map([
      ['steps', 'ms'],
      ['visible', 'pixels'],
    ]),
  );
  const again = documented(both, parts, new Map([['select', 'new list']]));
  const told = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('<!--'));
  expect(told(first)).toEqual(['# Title', 'by hand', 'old list']);
  expect(told(both)).toEqual(['# Title', 'by hand', 'ms', 'old list', 'pixels']);
  expect(told(again)).toEqual(['# Title', 'by hand', 'ms', 'new list', 'pixels']);
  expect(documented(again, parts, new Map())).toBe(again);
});

test('--write-docs is not for a quick look', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await main(['gpu', '--quick', '--write-docs'], process.cwd()).finally(() => error.mockRestore())).toBe(2);
});

test('--bundle writes one file that runs by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-bundle-'));
  try {
    expect(await ran(process.execPath, [join(ROOT, 'bench/run.mjs'), '--bundle', 'bench.mjs'], folder)).toBe('');
    expect(await ran(process.execPath, ['bench.mjs', '--help'], folder)).toContain('npm run bench -- NAME');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
