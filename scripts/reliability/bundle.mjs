// One file of a program of test/reliability, for engines that read no TypeScript.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../run.mjs';

/** Bundles into a folder of its own (`near`: below the repository, for what loads packages), hands the file over and removes it when `work` is done. */
export async function withBundle(entry, work, { near = false, ...options } = {}) {
  if (near) mkdirSync(join(ROOT, 'out'), { recursive: true });
  const folder = mkdtempSync(join(near ? join(ROOT, 'out') : tmpdir(), 'inbetween-reliability-'));
  try {
    const outfile = join(folder, 'program.mjs');
    await build({
      entryPoints: [join(ROOT, entry)],
      outfile,
      bundle: true,
      format: 'esm',
      target: 'es2022',
      logLevel: 'error',
      ...options,
    });
    return await work(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
