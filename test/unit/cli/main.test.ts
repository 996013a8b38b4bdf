import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wgslText } from '../../../scripts/build/wgsl-text.mjs';
import { writeRailCell } from './check/small-cell.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from './query/small-scene.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Where these tests run in GitHub Actions, they are not what is told there; nor do they have its colours. */
const { FORCE_COLOR: _, ...BARE } = process.env;
const ENV = { ...BARE, GITHUB_ACTIONS: '' };

let folder: TemporaryFolder;
let program: string;
beforeAll(async () => {
  folder = temporaryFolder();
  program = folder.path('main.mjs');
  await build({
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [wgslText],
    // commander and picocolors are CommonJS
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  folder.write('cube.obj', CUBE_OBJ);
});
afterAll(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as its own process; its output is closed after its first piece, or before it has begun, where that is enough. */
function ended(args: readonly string[], enough?: 'one piece' | 'nothing'): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: ENV });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (piece) => {
      stdout += piece;
      if (enough === 'one piece') child.stdout.destroy();
    });
    if (enough === 'nothing') child.stdout.destroy();
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('a reader that closes the pipe early ends the command in silence', async () => {
  const queries = Array.from({ length: 20_000 }, (_, id) => ({ ...SMALL_SCENE.queries[1], id }));
  const scene = folder.write('many.json', { ...SMALL_SCENE, queries });
  const { code, stdout, stderr } = await ended(['query', scene, '--json'], 'one piece');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\{"id":0,/);
});

test('check keeps its verdict when nobody reads its text', async () => {
  const cell = writeRailCell(folder);
  const paths = Array.from({ length: 40 }, () => folder.path('rail/hit.csv'));
  for (const enough of ['nothing', 'one piece'] as const) {
    const { code, stderr } = await ended(['check', cell, ...paths, '--no-margin'], enough);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  }
});

test('everything written arrives, and the exit code with it', async () => {
  const scene = folder.write('cubes.json', SMALL_SCENE);
  const good = await ended(['query', scene, '--json']);
  expect(good.code).toBe(0);
  expect(good.stdout.trimEnd().split('\n')).toHaveLength(SMALL_SCENE.queries.length);
  const bad = await ended(['query', folder.path('none.json')]);
  expect(bad).toEqual({ code: 2, stdout: '', stderr: `inbetween: ${folder.path('none.json')}: no such file\n` });
});

test.skipIf(!existsSync('/dev/full'))('an output that cannot be written: one line, exit code 2', () => {
  const scene = folder.write('cubes.json', SMALL_SCENE);
  const full = openSync('/dev/full', 'w');
  for (const args of [['query', scene], ['query', scene, '--json'], ['info', folder.path('cube.obj')], ['--help']]) {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
      env: ENV,
    });
    expect(stderr).toBe('inbetween: cannot write the output: the disk is full\n');
    expect(status).toBe(2);
  }
  closeSync(full);
});
