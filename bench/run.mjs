// node bench/run.mjs NAME [options]: bundles bench/main.ts and runs it in this process, so that flags of Node reach the measured code
// (`node --trace-gc bench/run.mjs rigid`).
// node bench/run.mjs --bundle FILE: writes one file and runs nothing, for machines without this repository's packages: `node FILE NAME [options]`
// there takes relative paths from the folder it is started in. What a bench loads on demand (`webgpu`) must be installed where FILE lies.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { makeInliner } from '../scripts/build/inline-constants.mjs';
import { wgslText } from '../scripts/build/wgsl-text.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [first, file] = process.argv.slice(2);
/** Some benches start processes that import the bundle: it only runs by itself where it is what was started. */
const BY_ITSELF = `import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from './main.ts';
export { main };
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2), process.cwd());`;

/** The library as it is published: with numbers in place of their names, without which it is 3 to 30 % slower. */
const asPublished = {
  name: 'as-published',
  setup({ onLoad }) {
    const inlined = makeInliner();
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(join(root, 'src') + sep)) return undefined;
      return { contents: inlined(path, await readFile(path, 'utf8')), loader: 'ts' };
    });
  },
};

if (first === '--bundle') {
  if (file === undefined || process.argv.length > 4) {
    console.error('bench: --bundle needs the name of one file, such as bench.mjs');
    process.exitCode = 2;
  } else await bundle(resolve(file), { stdin: { contents: BY_ITSELF, resolveDir: join(root, 'bench') } });
} else {
  // below the repository, so that packages which are loaded on demand are found
  const results = join(root, 'bench', 'results');
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(join(results, 'bundle-'));
  process.setSourceMapsEnabled(true);
  try {
    const outfile = join(folder, 'main.mjs');
    await bundle(outfile, { entryPoints: [join(root, 'bench', 'main.ts')], sourcemap: 'inline' });
    const { main } = await import(pathToFileURL(outfile).href);
    process.exitCode = await main(process.argv.slice(2), root);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(outfile, entry) {
  await build({
    ...entry,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [wgslText, asPublished],
    external: ['playwright'], // loaded on demand
    logLevel: 'error',
  });
  await stop();
}
