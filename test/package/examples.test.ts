import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { built, ROOT, ran } from './installed-package.ts';

const FOLDER = join(ROOT, 'examples/first-steps');
const examples = readdirSync(FOLDER)
  .map((file): [file: string, text: string] => [file, readFileSync(join(FOLDER, file), 'utf8')])
  .filter(([, text]) => !/^export /m.test(text)); // what others import prints nothing

beforeAll(async () => {
  await built();
});

describe('examples/first-steps', () => {
  // Inside the package's own folder `inbetween` is the built package, as it is for whoever installed it.
  test.each(examples)('%s prints what its last lines say', async (file, text) => {
    const promised = text
      .slice(text.indexOf('\n// Prints:\n') + 1)
      .split('\n')
      .slice(1, -1);
    expect(promised.length).toBeGreaterThan(0);
    const printed = await ran(process.execPath, [join(FOLDER, file)], ROOT);
    expect(printed.trimEnd().split('\n')).toEqual(promised.map((line) => line.replace(/^\/\/ /, '')));
  });

  test('the cloth is proven free at every step', async () => {
    const printed = await ran(process.execPath, [join(ROOT, 'examples/cloth/cloth.mjs')], ROOT);
    expect(printed.trimEnd().split('\n')).toHaveLength(7);
    expect(printed).toMatch(/^t = 0\.25 s: \d+ contacts with the ball, .*\nevery step was proven free; \d+ of 150 had to be cut\n$/s);
  });

  test.each([
    ['cell.json', []],
    ['cell.json', ['together.yaml']],
  ])('two arms, %s %s: the guide shows what check says', async (cell, paths) => {
    const files = [cell, ...paths].map((file) => `examples/two-arms/${file}`);
    const [, told] = readFileSync(join(ROOT, 'docs/guides/two-robots.md'), 'utf8').split(`$ inbetween check ${files.join(' ')}\n`);
    const command = promisify(execFile)(process.execPath, ['dist/cli/main.js', 'check', ...files], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' },
    });
    const { stdout, code } = await command.then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    );
    const shown = told.slice(0, told.indexOf('```')).trimEnd().split('\n');
    expect(code).toBe(paths.length);
    expect(stdout.replaceAll('examples/two-arms/', '').split('\n')).toEqual(expect.arrayContaining(shown));
  });

  test('there is one for each thing that can be asked', () => {
    const asked = ['firstContact', 'PairQuery', 'Scene', 'World', 'StepQuery', 'ToolQuery', 'ToolLoop', 'ContactForecast', 'ConvexQuery'];
    const missing = asked.filter((name) => !examples.some(([, text]) => new RegExp(`^import \\{[^}]*\\b${name}\\b`, 'm').test(text)));
    expect(missing).toEqual([]);
  });
});
