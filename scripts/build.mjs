// Builds dist/ of src/: one JavaScript file per door of package.json and one for the command, what they share in dist/chunks, and the
// declarations in dist/types. With --if-stale only when dist/ is not made from the present sources.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms } from './bundle-programs.mjs';
import { ROOT, step, timed, tool } from './run.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.source-hash');
/** What a build depends on beside src/. */
const RECIPE = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build/mark-pure.mjs',
  'scripts/build/inline-constants.mjs',
  'scripts/build/wgsl-text.mjs',
];

/** Programs of workers, started by name. */
const WORKERS = ['dist/node/thread.js', 'dist/page/worker.js'];

/** Builds when dist/ is missing or made from other sources; resolves to false when the build failed. */
export async function buildIfStale() {
  return isBuilt(sourceHash()) || build();
}

async function build() {
  if (!(await bundlePrograms())) return false;
  const hash = sourceHash();
  // Built beside dist/ (at the same depth, for the paths in the maps) and then put in its place: nobody sees a half-built package.
  const fresh = join(ROOT, `.dist-${process.pid}`);
  try {
    const ok = (await timed('building dist', () => bundle(fresh))) && (await declare(fresh));
    if (!ok) return false;
    writeFileSync(join(fresh, '.source-hash'), hash);
    rmSync(DIST, { recursive: true, force: true });
    try {
      renameSync(fresh, DIST);
    } catch (error) {
      if (!isBuilt(hash)) throw error; // else another build of the same sources came first
    }
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The JavaScript. Nothing is in it twice: a class that comes through two doors is the same class. */
async function bundle(folder) {
  // After npm ci: this file is loaded before there are any packages.
  const [esbuild, { markPure }, { wgslText }] = await Promise.all([
    import('esbuild'),
    import('./build/mark-pure.mjs'),
    import('./build/wgsl-text.mjs'),
  ]);
  const command = manifest().bin.inbetween;
  const { outputFiles } = await esbuild.build({
    entryPoints: [...new Set([...doors(), ...WORKERS, command].map(sourceOf))],
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
  for (const { path, text } of outputFiles) {
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
function declare(folder) {
  const args = ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'types')];
  return step('declaring types', process.execPath, [tool('typescript/bin/tsc'), ...args]);
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

function isBuilt(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

/** Over names and contents of all that goes into dist/. */
function sourceHash() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  for (const file of [...sources, ...RECIPE.map((name) => join(ROOT, name))]) {
    const text = readFileSync(file);
    hash.update(`${file.slice(ROOT.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await (process.argv.includes('--if-stale') ? buildIfStale() : build())) ? 0 : 1;
}
