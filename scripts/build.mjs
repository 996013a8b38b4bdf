// Builds dist/ of src/: one JavaScript file per door of package.json and one for the command, what they share in dist/chunks, and the
// declarations in dist/types; and the viewer in dist/viewer. With --if-stale only what is not made from the present sources.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms } from './bundle-programs.mjs';
import { isAlive, ROOT, runQuietly, TSC, timed } from './run.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.source-hash');
const LOCK = join(ROOT, '.dist-lock');
/** The page is built of the sources too, and of folders that the library knows nothing of. */
const VIEWER = join(DIST, 'viewer');
const VIEWER_STAMP = join(DIST, '.viewer-hash');
const VIEWER_FOLDERS = ['src', 'scenes', 'examples', 'viewer'];
/** What a build depends on beside src/. */
const RECIPE = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/bundle-programs.mjs',
  'scripts/build/compile-kernels.mjs',
  'scripts/build/mark-pure.mjs',
  'scripts/build/inline-constants.mjs',
  'scripts/build/merge-chunks.mjs',
  'scripts/build/third-party.mjs',
  'scripts/build/wgsl-text.mjs',
];

/** Programs of workers, started by name. */
const WORKERS = ['dist/node/thread.js', 'dist/page/worker.js'];

/** Builds when dist/ is missing or made from other sources; resolves to false when the build failed. */
export async function buildIfStale() {
  if (isFresh()) return true;
  return alone(() => build(!isStamped(STAMP, sourceHash()), !isStamped(VIEWER_STAMP, viewerHash())));
}

function isFresh() {
  return isStamped(STAMP, sourceHash()) && isStamped(VIEWER_STAMP, viewerHash());
}

/** One build at a time: whoever comes second waits, and then finds it done. What a process left that was ended is taken over. */
async function alone(work) {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = existsSync(LOCK) ? Number(readFileSync(LOCK, 'utf8')) : 0;
    if (owner !== 0 && !isAlive(owner)) rmSync(LOCK, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const unlock = () => rmSync(LOCK, { force: true });
  process.once('exit', unlock);
  try {
    return await work();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

/** The library and the page, or one of them: beside each other, since each is made of the sources. */
async function build(library, viewer) {
  if (!library && !viewer) return true;
  if (!(await bundlePrograms())) return false;
  const hashes = { library: sourceHash(), viewer: viewerHash() };
  // Built beside dist/ (at the same depth, for the paths in the maps) and then put in its place: nobody sees a half-built package.
  const fresh = { library: join(ROOT, `.dist-${process.pid}`), viewer: join(ROOT, `.dist-viewer-${process.pid}`) };
  const title = [...(library ? ['dist, its types'] : []), ...(viewer ? ['the viewer'] : [])].join(' and ');
  try {
    const built = await timed(`building ${title}`, () =>
      allEnded([...(library ? [bundle(fresh.library), declare(fresh.library)] : []), ...(viewer ? [bundleViewer(fresh.viewer)] : [])]),
    );
    if (!built) return false;
    if (library) {
      writeFileSync(join(fresh.library, '.source-hash'), hashes.library);
      // a page of the same sources stays: what differs is the recipe of the library
      if (!viewer) {
        cpSync(VIEWER, join(fresh.library, 'viewer'), { recursive: true });
        cpSync(VIEWER_STAMP, join(fresh.library, '.viewer-hash'));
      }
      replace(fresh.library, DIST);
    }
    if (viewer) {
      replace(fresh.viewer, VIEWER);
      writeFileSync(VIEWER_STAMP, hashes.viewer);
    }
    return true;
  } finally {
    for (const folder of Object.values(fresh)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for all, also where one fails: nobody writes any more when its folder is taken away. */
async function allEnded(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function replace(fresh, folder) {
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** The page: index.html with its parts; and element.js, its types and element-view.js, for other pages. */
async function bundleViewer(folder) {
  const [{ build: bundlePage }, { thirdParty }] = await Promise.all([import('vite'), import('./build/third-party.mjs')]);
  const configFile = join(ROOT, 'viewer', 'vite.config.ts');
  const { plugin, text } = thirdParty();
  const noted = { plugins: [plugin], worker: { format: 'es', plugins: () => [plugin] } };
  for (const mode of ['production', 'element', 'element-view'])
    await bundlePage({ configFile, mode, logLevel: 'error', build: { outDir: folder }, ...noted });
  cpSync(join(ROOT, 'viewer/src/element/element-types.ts'), join(folder, 'element.d.ts'));
  writeFileSync(join(folder, 'third-party-notices.txt'), text());
}

/** The JavaScript. Nothing is in it twice: a class that comes through two doors is the same class. */
async function bundle(folder) {
  // After npm ci: this file is loaded before there are any packages.
  const [esbuild, { markPure }, { wgslText }, { mergeChunks }] = await Promise.all([
    import('esbuild'),
    import('./build/mark-pure.mjs'),
    import('./build/wgsl-text.mjs'),
    import('./build/merge-chunks.mjs'),
  ]);
  const command = manifest().bin.inbetween;
  // of a program that is named twice esbuild would make a file that only imports the program
  const entries = [...new Set([...doors(), ...WORKERS, command].map((entry) => entry.replace(/^\.\//, '')))];
  const { outputFiles } = await esbuild.build({
    entryPoints: entries.map(sourceOf),
    outdir: folder,
    outbase: join(ROOT, 'src'),
    chunkNames: 'chunks/[name]-[hash]',
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    target: ['es2022', 'node20'],
    sourcemap: 'linked',
    sourcesContent: false, // src/ is in the package
    legalComments: 'inline',
    plugins: [wgslText, markPure],
    logLevel: 'silent',
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [relative(folder, path).replaceAll('\\', '/'), withoutBareImports(text)]));
  const merged = await mergeChunks(
    folder,
    files,
    entries.map((entry) => entry.replace(/^dist\//, '')),
  );
  for (const [name, text] of merged) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withBuiltWorkers(withoutBareImports(text)));
  }
  chmodSync(join(folder, command.replace(/^dist\//, '')), 0o755);
}

/** Sources name the programs of workers as they are called there. */
function withBuiltWorkers(text) {
  return text.replaceAll('"../node/thread.ts"', '"../node/thread.js"').replaceAll('"../page/worker.ts"', '"../page/worker.js"');
}

/** esbuild names chunks of which nothing is used, for their effects: there are none. The line stays, for the maps. */
function withoutBareImports(text) {
  return text.replace(/^import "\.[^"]*";$/gm, '');
}

/** The declarations. Their types are checked by npm test and npm run types. */
async function declare(folder) {
  const args = ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'types')];
  const { code, output } = await runQuietly(process.execPath, [TSC, ...args]);
  if (code !== 0) throw new Error(output);
}

function manifest() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** JavaScript files that package.json exports. */
function doors() {
  return Object.values(manifest().exports).flatMap((door) => (typeof door === 'string' ? [] : [door.default]));
}

function sourceOf(built) {
  return join(ROOT, built.replace(/^(\.\/)?dist\/(.*)\.js$/, 'src/$2.ts'));
}

function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Over names and contents of all that goes into the library. */
function sourceHash() {
  return hashOf(filesBelow('src'));
}

/** Over those of all that goes into the page. */
function viewerHash() {
  return hashOf([
    ...VIEWER_FOLDERS.flatMap(filesBelow),
    ...['scripts/doors.mjs', 'scripts/build/page-policy.mjs', 'scripts/run.mjs'].map((name) => join(ROOT, name)),
  ]);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files, ...RECIPE.map((name) => join(ROOT, name))]) {
    const text = readFileSync(file);
    hash.update(`${file.slice(ROOT.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/[\\/]node_modules[\\/]/.test(file))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await (process.argv.includes('--if-stale') ? buildIfStale() : alone(() => build(true, true)))) ? 0 : 1;
}
