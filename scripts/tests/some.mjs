// npm run t -- WHAT: some tests, at once: no lint, no types, nothing built that they do not need.
//   npm run t -- test/unit/robot               a folder or a file of tests
//   npm run t -- src/robot/joint-motion.ts     what imports a source, directly or by others, the nearest first
//   npm run t -- --changed                     the same for all that differs from the last commit (--changed=main: from main)
//   npm run t -- test/unit/io -t 'a name'      what follows is vitest's
import { existsSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { ROOT, runQuietly } from '../run.mjs';
import { installDependencies } from '../setup.mjs';
import { testsNear } from './imports.mjs';
import { withTests } from './run-vitest.mjs';
import { needsMore, projectOf, secondsOf, testFiles } from './test-files.mjs';

/** So many are bundled at once. */
const FIRST = 10;

const USAGE = `npm run t -- FOLDER|FILE ... | --changed[=COMMIT]  [arguments of vitest, such as -t 'name']
  a folder or file of tests; or a source, then the tests that import it, the nearest first
  --changed           tests of all that differs from the last commit, or from COMMIT`;

const args = process.argv.slice(2);
// in a folder below, npm still runs here: what is named is meant from there
const from = process.env.INIT_CWD ?? ROOT;
const firstOfVitest = args.findIndex((arg) => arg.startsWith('-') && !/^--(changed|help)/.test(arg));
const [own, vitests] = firstOfVitest < 0 ? [args, []] : [args.slice(0, firstOfVitest), args.slice(firstOfVitest)];

if (own.length === 0 || own.includes('--help')) stop(USAGE, own.length === 0 ? 2 : 0);
if (!(await installDependencies())) process.exit(1);
const files = await wanted();
if (files.length === 0) stop('nothing changed that a test imports', 0);
// what takes long is no first result, whoever is near
const isQuick = (file) => needsMore(file).length === 0 && secondsOf(file) === 0 && projectOf(file) !== 'node-alone';
const ordered = [...files.filter(isQuick), ...files.filter((file) => !isQuick(file))];
// many take seconds to bundle: a few run before, unless vitest is told something, which is meant for one run
const parts = files.length > 2 * FIRST && vitests.length === 0 ? [ordered.slice(0, FIRST), ordered.slice(FIRST)] : [ordered];
console.log(
  files.length > 3 ? `${files.length} files${parts.length > 1 ? `, the nearest ${FIRST} first` : ''} (Ctrl-C ends)` : files.join('\n'),
);
process.on('SIGINT', () => process.exit(130));
for (const part of parts) process.exitCode = Math.max(process.exitCode ?? 0, await runPart(part));

function runPart(part) {
  const pages = files.every((file) => file.startsWith('test/browser/'));
  return withTests(part, (vitest) => vitest(vitests, { pages, env: { INBETWEEN_ORDER: 'as named' } }));
}

async function wanted() {
  const sources = [];
  const tests = new Set();
  for (const arg of own) {
    const changed = /^--changed(?:=(.+))?$/.exec(arg);
    if (changed !== null) sources.push(...(await changedFiles(changed[1] ?? 'HEAD')));
    else for (const file of named(arg, sources)) tests.add(file);
  }
  for (const file of testsNear(sources)) tests.add(file);
  return [...tests];
}

/** The tests that a word names; a source goes to the sources. */
function named(word, sources) {
  const path = [join(from, word), join(ROOT, word)].find(existsSync);
  if (path === undefined) {
    const alike = testFiles().filter((file) => file.includes(word));
    if (alike.length > 0) return alike;
    stop(`${word}: no such file or folder, and no test file has that in its name\n\n${USAGE}`, 2);
  }
  const place = posix.normalize(relative(ROOT, path).replaceAll('\\', '/'));
  if (place.startsWith('..')) stop(`${word}: not in ${ROOT}`, 2);
  const isFolder = statSync(path).isDirectory();
  const inside = testFiles().filter(
    (file) => file === place || (isFolder && (place === '.' || file.startsWith(`${place.replace(/\/$/, '')}/`))),
  );
  if (inside.length === 0) sources.push(place.replace(/\/$/, ''));
  return inside;
}

async function changedFiles(commit) {
  const asked = [
    ['diff', '--name-only', '--relative', commit],
    ['ls-files', '--others', '--exclude-standard'],
  ];
  const told = await Promise.all(asked.map((words) => runQuietly('git', words)));
  const refused = told.find(({ code }) => code !== 0);
  if (refused !== undefined) stop(refused.output.trim(), 2);
  return told.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean));
}

function stop(text, code) {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
