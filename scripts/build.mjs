// Compiles src/ to dist/. With --if-stale only when dist/ is not made from the present sources, and not at all,
// without failing, where the compiler is not installed (npm ci --omit=dev).
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms } from './bundle-programs.mjs';
import { ROOT, step, tool } from './run.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.source-hash');
const COMPILER = tool('typescript/bin/tsc');

/** Builds when dist/ is missing or made from other sources; resolves to false when the build failed. */
export async function buildIfStale() {
  return isBuilt(sourceHash()) || build();
}

async function build() {
  if (!(await bundlePrograms())) return false;
  const hash = sourceHash();
  // Compiled elsewhere and then put in its place, so that nobody sees a half-built package.
  const fresh = tool(`.inbetween-build-${process.pid}`);
  try {
    const ok = await step('building dist', process.execPath, [COMPILER, '-p', 'tsconfig.build.json', '--outDir', fresh]);
    if (!ok) return false;
    const main = join(fresh, 'cli', 'main.js');
    if (existsSync(main)) chmodSync(main, 0o755);
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
  for (const file of [...sources, ...['tsconfig.json', 'tsconfig.build.json', 'package.json'].map((name) => join(ROOT, name))]) {
    const text = readFileSync(file);
    hash.update(`${file.slice(ROOT.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ifStale = process.argv.includes('--if-stale');
  const skip = ifStale && !existsSync(COMPILER);
  const ok = skip || (await (ifStale ? buildIfStale() : build()));
  process.exitCode = ok ? 0 : 1;
}
