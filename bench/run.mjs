// node bench/run.mjs NAME [options]: bundles bench/main.ts and runs it in this process, so that flags of Node reach the measured code
// (`node --trace-gc bench/run.mjs rigid`).
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { wgslText } from '../scripts/wgsl-text.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// below the repository, so that packages which are loaded on demand are found
const results = join(root, 'bench', 'results');
await mkdir(results, { recursive: true });
const folder = await mkdtemp(join(results, 'bundle-'));
const bundle = join(folder, 'main.mjs');
process.setSourceMapsEnabled(true);
try {
  await build({
    entryPoints: [join(root, 'bench', 'main.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    plugins: [wgslText],
    logLevel: 'error',
  });
  await stop();
  const { main } = await import(pathToFileURL(bundle).href);
  process.exitCode = await main(process.argv.slice(2), root);
} finally {
  await rm(folder, { recursive: true, force: true });
}
