// Puts the chunks that esbuild makes together into few files: it makes one for every set of doors that share something, and to find and open
// a file takes Node longer than to read what is in it (`inbetween` was 39 files).
// What a door loads may grow by that, but by no room that it may not know: what the command or `node` load stays by itself, then what `trees`
// loads, then what `inbetween` shares with another door of the core, then what only `inbetween` has, with and without what `io` needs.
// Of what no door of these has, `check` has one file, and two of what it shares with pages: it was 36 files.
// A chunk imports only chunks that all its doors load, so that the files form no circle.
import { basename, dirname, join, relative } from 'node:path';
import { rollup } from 'rollup';

/** Load little, and go on doing so. */
const COMMAND = 'cli/main.js';
const FILES = 'node/index.js';
const TREES = 'hierarchy/index.js';
const MAIN = 'index.js';
const CORE = ['soft', 'tool', 'world', 'convex', 'broad'].map((room) => `${room}/index.js`);
const IO = 'io/index.js';
const REPORT = 'report/index.js';
/** Started by the command, and not by people: programs of threads, and `check`, the subcommand that is run most. */
const NO_DOORS = [COMMAND, 'node/thread.js'];
const CHECK = /\bimport\("(\.[^"]*\/check-[A-Z0-9]{8}\.js)"\)/;

/** `files`: text by path below `folder`; `entries`: paths of what people and workers start with. Resolves to the same, merged. */
export async function mergeChunks(folder, files, entries) {
  const groups = groupsOf(files, entries);
  const build = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ''), join(folder, entry)])),
    treeshake: false,
    external: (id) => !id.startsWith('.') && !id.startsWith(folder),
    plugins: [
      {
        name: 'in-memory',
        resolveId: (id, importer) => (importer === undefined ? id : id.startsWith('.') ? join(dirname(importer), id) : null),
        load: (id) => {
          const path = relative(folder, id).replaceAll('\\', '/');
          return files.has(path) ? { code: files.get(path), map: files.get(`${path}.map`) ?? null } : null;
        },
      },
    ],
  });
  const { output } = await build.generate({
    dir: folder,
    format: 'es',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    manualChunks: (id) => groups.get(relative(folder, id).replaceAll('\\', '/')),
  });
  await build.close();
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? withDoubleQuotes(file.code) : String(file.source)]));
}

/** As esbuild writes them. */
function withDoubleQuotes(code) {
  return code.replace(/^((?:import|export) (?:.* from )?)'([^'"]*)';$/gm, '$1"$2";');
}

/** To which file each shared chunk goes; none: its own. */
function groupsOf(files, entries) {
  const doors = new Map();
  for (const entry of entries) {
    for (const file of loadedWith(files, entry)) doors.set(file, (doors.get(file) ?? new Set()).add(entry));
  }
  const check = checkOf(files);
  const withCheck = loadedWith(files, check);
  const groups = new Map();
  for (const file of new Set([...doors.keys(), ...withCheck])) {
    if (entries.includes(file) || file === check) continue;
    const group = groupOf(doors.get(file) ?? new Set(), withCheck.has(file));
    if (group !== null) groups.set(file, group);
    // rollup would put it beside what imports it
    else if (withCheck.has(file)) groups.set(file, basename(file, '.js'));
  }
  return groups;
}

/** `by`: the entries that load it. Null: it stays by itself. */
function groupOf(by, isOfCheck) {
  if (by.has(MAIN) || by.has(TREES)) {
    if (by.has(COMMAND) || by.has(FILES)) return 'basics';
    if (by.has(TREES)) return 'trees';
    if (CORE.some((door) => by.has(door))) return 'pairs';
    return by.has(IO) ? 'robots' : 'scenes';
  }
  if (by.has(REPORT)) return by.has(COMMAND) ? 'texts' : isOfCheck ? 'words' : null;
  if ([...by].some((entry) => !NO_DOORS.includes(entry))) return null;
  return by.has(COMMAND) ? 'command' : isOfCheck ? 'told' : null;
}

/** The file that the command starts `check` with. */
function checkOf(files) {
  const [, path] = files.get(COMMAND).match(CHECK);
  return join(dirname(COMMAND), path).replaceAll('\\', '/');
}

/** All that is loaded at once with a file. */
function loadedWith(files, entry) {
  const found = new Set([entry]);
  for (const file of found) {
    for (const [, path] of files.get(file).matchAll(/^(?:import|export|\}).* from "(\.[^"]*)";$/gm)) {
      found.add(join(dirname(file), path).replaceAll('\\', '/'));
    }
  }
  return found;
}
