// Tests as plain modules: esbuild puts each test file, and what several of them share, into one folder, from where Node itself loads
// them; those that compute much share nothing, each has a copy of all it imports. Vite transforms module by module and looks up every
// imported name at every use: a sixth more processor time (docs/notes/test-time.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { doors } from '../doors.mjs';
import { isAlive, ROOT } from '../run.mjs';
import { projectOf } from './test-files.mjs';

/** Here packages are found from, and nobody lints. One folder a process: two may test at the same time. */
const FOLDERS = join(ROOT, 'node_modules', '.inbetween-tests');

/**
 * What runs by Vite, module by module: tests that replace modules, count the steps of single ones, or load an example, which names the
 * package: in Node that would be what is built, not the sources.
 */
const BY_MODULES = /\bvi\.(mock|doMock|hoisted)\b|counted-steps|'--coins'/;

function canBundle(file) {
  return !file.startsWith('test/browser/') && !BY_MODULES.test(readFileSync(join(ROOT, file), 'utf8'));
}

/** Written last: all that can be bundled is. */
const DONE = 'done';

/**
 * Begins to bundle test files (from the repository, 'test/unit/…') into a folder, which `remove` takes away again; vitest, which takes
 * as long to start, may be started meanwhile. Where a file has a fault, esbuild tells it and writes none of them: they run by Vite
 * then, and only that file fails.
 */
export function bundleTests(files) {
  sweep();
  const folder = join(FOLDERS, String(process.pid));
  mkdirSync(folder, { recursive: true });
  const ended = bundleInto(folder, files.filter(canBundle)).finally(() => {
    if (existsSync(folder)) writeFileSync(join(folder, DONE), '');
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, ended, remove };
}

async function bundleInto(folder, bundled) {
  const filesOf = (isOwn) => bundled.filter((file) => (projectOf(file) === 'node-own') === isOwn);
  await Promise.allSettled([build(folder, filesOf(false), true), build(folder, filesOf(true), false)]);
}

async function build(folder, files, splitting) {
  const esbuild = await import('esbuild');
  return esbuild.build({
    entryPoints: files.map((file) => join(ROOT, file)),
    splitting,
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [asViteDoes],
    logLevel: 'error',
  });
}

const modules = new Map();

/** The exports of one module of the repository, bundled into the folder when it is first asked for. */
export function bundledModule(folder, file) {
  const path = join(folder, file.replace(/\.ts$/, '.mjs'));
  if (!modules.has(path))
    modules.set(
      path,
      build(folder, [file], false).then(() => import(pathToFileURL(path).href)),
    );
  return modules.get(path);
}

/** For vitest: loads a test file from the folder where it is bundled there. */
export function bundledTests(folder) {
  const bundler = process.ppid;
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    async load(id) {
      const own = id.split('?')[0];
      if (!own.endsWith('.test.ts') || !own.startsWith(ROOT)) return undefined;
      // whoever bundles may have been killed
      while (!existsSync(join(folder, DONE)) && process.ppid === bundler) await sleep(20);
      const path = join(folder, own.slice(ROOT.length).replace(/\.ts$/, '.mjs'));
      return existsSync(path) ? `import ${JSON.stringify(pathToFileURL(path).href)};` : undefined;
    },
  };
}

const QUICK_EXPECT = fileURLToPath(new URL('quick-expect.mjs', import.meta.url));

/** Doors from the sources, `?raw`, and the address of a module, which stays that of its source; and an `expect` that costs less. */
const asViteDoes = {
  name: 'as-vite-does',
  setup(build) {
    const entries = new Map(doors().map(({ name, entry }) => [name, join(ROOT, entry)]));
    build.onResolve({ filter: /^inbetween(\/|$)/ }, ({ path }) => (entries.has(path) ? { path: entries.get(path) } : undefined));
    build.onResolve({ filter: /^vitest$/ }, ({ importer }) => (importer === QUICK_EXPECT ? undefined : { path: QUICK_EXPECT }));
    build.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice(0, -4)), namespace: 'raw' }));
    build.onLoad({ filter: /./, namespace: 'raw' }, ({ path }) => ({ contents: readFileSync(path, 'utf8'), loader: 'text' }));
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const define = { 'import.meta.url': JSON.stringify(pathToFileURL(path).href), 'import.meta.dirname': JSON.stringify(dirname(path)) };
      const { code } = await build.esbuild.transform(text, {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        define,
        sourcemap: 'inline',
        sourcefile: path,
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** What runs left that were ended before they could. */
function sweep() {
  for (const name of existsSync(FOLDERS) ? readdirSync(FOLDERS) : [])
    if (!isAlive(Number(name))) rmSync(join(FOLDERS, name), { recursive: true, force: true });
}
