// npm run flakes -- FOLDER ...: runs tests again and again, and tells which of them do not pass every time.
//   npm run flakes -- test/viewer test/cluster --times 10          on an idle machine
//   npm run flakes -- test/viewer --times 5 --busy                 beside four loops that never end (--busy 2: beside two)
//   npm run flakes -- test/unit/cli --user                         in a clone of its own, as nobody (from root only)
//   npm run flakes -- test/package --without shared,chromium       without what a newcomer may not have: shared, chromium, redis, postgres
// What has to be built is built first. Prints a table for docs/notes/test-time.md, and what each failure said; ends with 1 where there is one.
// Ctrl-C: the table of the rounds so far.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../build.mjs';
import { ROOT, runQuietly } from '../run.mjs';
import { installDependencies } from '../setup.mjs';
import { testFiles } from './test-files.mjs';

const PARTS = ['shared', 'chromium', 'redis', 'postgres'];
/** A user that every Unix has, and that owns nothing. */
const NOBODY = 65534;
/** What of one message is printed. */
const TOLD = 1200;

const { values, positionals } = options();
const times = Number(values.times);
const loops = values.busy === undefined ? 0 : Number(values.busy);
const without = values.without === undefined ? [] : values.without.split(',');
const unknown = without.find((name) => !PARTS.includes(name));
if (positionals.length === 0) stop('name folders or files of tests');
if (!(times >= 1) || !(loops >= 0)) stop('--times and --busy take numbers');
if (unknown !== undefined) stop(`--without takes ${PARTS.join(', ')}, not ${unknown}`);
if (values.user && process.getuid?.() !== 0) stop('--user works from root only: nobody else may become another user');
const files = testFiles().filter((file) => positionals.some((word) => file.includes(word)));
if (files.length === 0) stop(`no test file has ${positionals.join(' or ')} in its path`);
if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1);

const place = values.user || without.includes('shared') ? cloned() : { root: ROOT, remove: () => {} };
const busy = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const end = () => {
  for (const child of busy) child.kill('SIGKILL');
  place.remove();
};
process.once('exit', end);
// however it is ended, no loop stays
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    report();
    process.exit(130);
  });

/** By file: how often it ran, and what of it failed, by its name: how often, and what was said first. */
const tally = new Map(files.map((file) => [file, { runs: 0, skipped: 0, failures: new Map() }]));
let done = 0;
while (done < times) await runOnce(done + 1);
report();

async function runOnce(round) {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-flakes-'));
  chmodSync(folder, 0o777);
  const file = join(folder, 'report.json');
  const begun = Date.now();
  const env = {
    ...(without.includes('chromium') ? { CHROME_PATH: '' } : {}),
    INBETWEEN_WITHOUT: without.join(','),
    INIT_CWD: place.root,
    ...(values.user ? { HOME: folder } : {}),
  };
  const words = ['scripts/tests/some.mjs', ...files, '--reporter=json', `--outputFile.json=${file}`];
  const { code, output } = await runQuietly(process.execPath, words, env, {
    cwd: place.root,
    ...(values.user ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  try {
    for (const result of resultsOf(file)) count(result, relative(place.root, result.name).replaceAll('\\', '/'));
  } catch (error) {
    for (const one of tally.values()) note(one, 'the run itself', `${error.message}\n${output.slice(-TOLD)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  done = round;
  console.log(`${round} of ${times}: ${code === 0 ? 'passed' : 'FAILED'}, ${((Date.now() - begun) / 1000).toFixed(0)} s`);
}

function resultsOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).testResults;
}

function count({ status, message, assertionResults }, file) {
  const one = tally.get(file);
  if (one === undefined) return;
  one.runs++;
  if (assertionResults.every((test) => test.status === 'skipped' || test.status === 'pending')) one.skipped++;
  const failed = assertionResults.filter((test) => test.status === 'failed');
  for (const { fullName, failureMessages } of failed) note(one, fullName, failureMessages[0] ?? '');
  if (status === 'failed' && failed.length === 0) note(one, 'the file itself', message);
}

function note({ failures }, name, said) {
  const before = failures.get(name);
  failures.set(name, { times: (before?.times ?? 0) + 1, said: before?.said ?? said });
}

function report() {
  const conditions = [
    values.user ? 'an ordinary user' : process.getuid?.() === 0 ? 'root' : 'this user',
    loops === 0 ? 'nothing beside' : `${loops} busy loops beside`,
    ...without.map((name) => `without ${name}`),
  ].join(', ');
  const rows = [...tally].map(([file, one]) => ({ file, ...one }));
  // what did not run has not passed
  for (const one of rows) if (one.runs < done) one.failures.set('did not run', { times: done - one.runs, said: '' });
  const failing = rows.filter(({ failures }) => failures.size > 0);
  console.log(`\n${conditions}: ${rows.length} files, ${done} times; ${failing.length} did not pass every time\n`);
  console.log('| file | runs | of them skipped | failed |\n|---|---|---|---|');
  for (const { file, runs, skipped, failures } of rows) {
    const worst = [...failures].map(([name, one]) => `${one.times} × ${name}`).join('; ');
    if (failures.size > 0 || values.all) console.log(`| ${file} | ${runs} | ${skipped} | ${worst} |`);
  }
  for (const { file, failures } of failing)
    for (const [name, { said }] of failures) console.log(`\n${file}: ${name}\n${said.slice(0, TOLD)}`);
  process.exitCode = failing.length === 0 ? 0 : 1;
}

/** The work tree as it is, without what is ignored, where nothing lies beside it; with what is installed and built. */
function cloned() {
  const top = mkdtempSync(join(tmpdir(), 'inbetween-clone-'));
  const root = join(top, 'inbetween');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  // what other runs write and remove meanwhile stays where it is
  const left = ['out', 'coverage', '.gpu', 'node_modules', '.inbetween-tests', '.vite'];
  const copy = (from, to) => {
    const names = readdirSync(from).filter((name) => !left.includes(name));
    execFileSync('cp', ['-a', ...names.map((name) => join(from, name)), to]);
  };
  copy(ROOT, root);
  copy(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  if (values.user) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, top]);
  if (!without.includes('shared')) symlinkSync(join(ROOT, '..', 'shared'), join(top, 'shared'));
  return { root, remove: () => rmSync(top, { recursive: true, force: true }) };
}

function options() {
  const args = process.argv.slice(2);
  // a number may follow or not
  const at = args.indexOf('--busy');
  if (at >= 0 && !/^\d+$/.test(args[at + 1] ?? '')) args.splice(at + 1, 0, '4');
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        times: { type: 'string', default: '10' },
        busy: { type: 'string' },
        user: { type: 'boolean', default: false },
        without: { type: 'string' },
        all: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return stop(error.message);
  }
}

function stop(text) {
  console.error(`${text}\nnpm run flakes -- FOLDER ... [--times 10] [--busy [4]] [--user] [--without ${PARTS.join(',')}] [--all]`);
  process.exit(2);
}
