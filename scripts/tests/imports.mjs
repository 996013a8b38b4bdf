// Which tests a source concerns: by the imports of all files, read as text.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { doors } from '../doors.mjs';
import { ROOT } from '../run.mjs';
import { testFiles } from './test-files.mjs';

const FOLDERS = ['src', 'test', 'bench', 'scenes', 'scripts', 'viewer', 'examples'];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Test files that import one of these files or folders, by however many others; those with the fewest between first. */
export function testsNear(sources) {
  const importers = importersOfAll();
  const inFolder = (file) => sources.some((source) => file === source || file.startsWith(`${source}/`));
  const known = [...new Set([...importers.keys(), ...sources])].filter(inFolder);
  const found = new Set(known);
  const tests = new Set(testFiles());
  // a set is walked in the order in which it grows, so nearer ones come first
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter((file) => tests.has(file));
}

/** Of each file those that import it. */
function importersOfAll() {
  const entries = new Map(doors().map(({ name, entry }) => [name, entry]));
  const importers = new Map();
  for (const file of FOLDERS.flatMap(filesBelow)) {
    for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name.replace(/\?.*$/, '')) : entries.get(name);
      if (target === undefined) continue;
      if (!importers.has(target)) importers.set(target, []);
      importers.get(target).push(file);
    }
  }
  return importers;
}

function filesBelow(folder) {
  if (!existsSync(join(ROOT, folder)) || !statSync(join(ROOT, folder)).isDirectory()) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(ts|mts|mjs)$/.test(name) && !name.includes('/node_modules/'));
}
