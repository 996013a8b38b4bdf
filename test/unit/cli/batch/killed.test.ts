import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wgslText } from '../../../../scripts/build/wgsl-text.mjs';
import { Random } from '../../../../src/index.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ITEMS = 6000;

let folder: TemporaryFolder;
let program: string;
beforeAll(async () => {
  folder = temporaryFolder();
  // threads find their program beside the command, as in the package
  mkdirSync(folder.path('cli'));
  mkdirSync(folder.path('node'));
  program = folder.path('cli/main.mjs');
  folder.write('node/thread.generated.mjs', readFileSync(join(ROOT, 'src/node/thread.generated.mjs')));
  await build({
    entryPoints: [join(ROOT, 'src/cli/main.ts')],
    outdir: folder.path('cli'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // as in the package: only what a command needs is loaded
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    plugins: [wgslText],
    packages: 'bundle',
    external: ['webgpu', 'bullmq', 'ioredis', 'pg'],
    // commander and picocolors are CommonJS
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  folder.write('cube.obj', CUBE_OBJ);
  const queries = Array.from({ length: ITEMS }, (_, id) => ({ ...SMALL_SCENE.queries[id % 3], id, t1: [-1, 0.3 + id / ITEMS, 0.2] }));
  folder.write('many.json', { ...SMALL_SCENE, queries });
});
afterAll(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** With `when`, it is killed as soon as that many bytes of results are there. */
function ran(out: string, when?: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const args = [program, 'batch', folder.path('many.json'), '--out', out, '--workers', '1'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, GITHUB_ACTIONS: '' } });
    let stderr = '';
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    const watch =
      when === undefined
        ? undefined
        : setInterval(() => {
            if (existsSync(out) && statSync(out).size >= when) child.kill('SIGKILL');
          }, 1);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, stderr });
    });
  });
}

test('killed six times at random moments and started again, the results are those of an undisturbed run', async () => {
  const whole = folder.path('whole.jsonl');
  expect(await ran(whole)).toMatchObject({ code: 1 });
  const results = readFileSync(whole);
  expect(results.toString().trimEnd().split('\n')).toHaveLength(ITEMS);
  const random = new Random('kill');
  const out = folder.path('killed.jsonl');
  let kills = 0;
  for (let k = 0; k < 6; k++) {
    const before = existsSync(out) ? statSync(out).size : 0;
    const { code } = await ran(out, before + 1 + random.next() * 0.2 * (results.length - before));
    if (code === null) kills++;
  }
  expect(kills).toBeGreaterThan(2);
  const { code, stderr } = await ran(out);
  expect(code).toBe(1);
  expect(stderr).toMatch(/going on after|is finished/);
  expect(readFileSync(out).equals(results)).toBe(true);
  expect(await ran(out)).toMatchObject({ code: 1, stderr: expect.stringContaining('is finished') });
});
