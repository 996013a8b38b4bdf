import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wgslText } from '../../../../scripts/build/wgsl-text.mjs';
import { Random } from '../../../../src/index.ts';
import { SCENE_METHODS } from '../../../../src/methods/index.ts';
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
  folder.write('killer.mjs', KILLER);
  const queries = Array.from({ length: ITEMS }, (_, id) => ({ ...SMALL_SCENE.queries[id % 3], id, t1: [-1, 0.3 + id / ITEMS, 0.2] }));
  folder.write('many.json', { ...SMALL_SCENE, queries });
});
afterAll(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/**
 * Loaded before the command: it is killed as soon as a file has so many bytes, in the middle of what it writes there. Whoever watched the
 * file from outside could come too late for it.
 */
const KILLER = `import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { open } = fs;
fs.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (path !== process.env.KILLED_AT_FILE) return handle;
  const write = handle.write.bind(handle);
  handle.write = async (bytes, at, length) => {
    const left = Number(process.env.KILLED_AT_BYTE) - (await handle.stat()).size;
    if (length < left) return write(bytes, at, length);
    if (left > 0) await write(bytes, at, left);
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  return handle;
};
syncBuiltinESMExports();
`;

/** With `killed`, it ends when that file has so many bytes. */
function ran(out: string, killed?: { readonly file: string; readonly at: number }, more: readonly string[] = []): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const first = killed === undefined ? [] : ['--import', pathToFileURL(folder.path('killer.mjs')).href];
    const args = [...first, program, 'batch', folder.path('many.json'), '--out', out, '--workers', '1', ...more];
    const env = { ...process.env, GITHUB_ACTIONS: '', KILLED_AT_FILE: killed?.file ?? '', KILLED_AT_BYTE: String(killed?.at) };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    let stderr = '';
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stderr }));
  });
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

test('killed six times at random bytes and started again, the results are those of an undisturbed run', async () => {
  const whole = folder.path('whole.jsonl');
  expect(await ran(whole)).toMatchObject({ code: 1 });
  const results = readFileSync(whole);
  expect(results.toString().trimEnd().split('\n')).toHaveLength(ITEMS);
  const random = new Random('kill');
  const out = folder.path('killed.jsonl');
  const notes = `${out}.journal`;
  for (let k = 0; k < 4; k++) {
    const at = sizeOf(out) + 1 + random.integer(Math.floor(0.2 * (results.length - sizeOf(out))));
    expect(await ran(out, { file: out, at })).toMatchObject({ code: null });
  }
  // and in the middle of what says how far it came
  for (let k = 0; k < 2; k++)
    expect(await ran(out, { file: notes, at: sizeOf(notes) + 1 + random.integer(20) })).toMatchObject({ code: null });
  // where it goes on from, if anything was noted by then, is a matter of how quick it was
  expect(await ran(out)).toMatchObject({ code: 1 });
  expect(readFileSync(out).equals(results)).toBe(true);
  expect(await ran(out)).toMatchObject({ code: 1, stderr: expect.stringContaining('is finished') });
});

test.each(SCENE_METHODS.filter((name) => name !== 'auto'))(
  'by %s: killed and started again, as undisturbed; not by another',
  async (name) => {
    const by = ['--method', name, '--limit', '300'];
    const [whole, out] = [folder.path(`whole-${name}.jsonl`), folder.path(`killed-${name}.jsonl`)];
    expect(await ran(whole, undefined, by)).toMatchObject({ code: 1 });
    const results = readFileSync(whole);
    expect(await ran(out, { file: out, at: Math.floor(0.6 * results.length) }, by)).toMatchObject({ code: null });
    expect(await ran(out, undefined, by)).toMatchObject({ code: 1 });
    expect(readFileSync(out).equals(results)).toBe(true);
    expect(await ran(out, undefined, ['--limit', '300'])).toMatchObject({ code: 2, stderr: expect.stringContaining('options changed') });
  },
);
