// npm test: set up, then lint, type checks and all tests that decide a verdict, with one page, one queue and one graphics program, and the first of random cases that take long;
// npm run test:all: all tests (-- --write-times: and how long the long ones take, for their order). Arguments are folders and files of tests (npm test -- test/unit/io), then vitest's own.
// Lint, types and the build run beside the tests. Every part runs even when another one failed. The last line is plain: "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT, runQuietly, TSC, tool } from './run.mjs';
import { installDependencies, setupChromium, setupServers } from './setup.mjs';
import { withTests } from './tests/run-vitest.mjs';
import { isForAllOnly, needsMore, runsApart, testFiles } from './tests/test-files.mjs';

/** From so many seconds on a file is long. */
const LONG = 4;
const TIMES = join(ROOT, 'scripts', 'tests', 'longest.json');

const begun = Date.now();
const isAll = process.argv.includes('--all');
const areTimesWritten = process.argv.includes('--write-times');
const args = process.argv.slice(2).filter((arg) => arg !== '--all' && arg !== '--write-times');
const firstOfVitest = args.findIndex((arg) => arg.startsWith('-'));
const [words, vitests] = firstOfVitest < 0 ? [args, []] : [args.slice(0, firstOfVitest), args.slice(firstOfVitest)];

const all = testFiles();
// what is asked for by name runs, whichever of the two it belongs to
const files =
  words.length > 0 ? all.filter((file) => words.some((word) => file.includes(word))) : all.filter((file) => isAll || !isForAllOnly(file));
if (files.length === 0) stop(`no test file has ${words.join(' or ')} in its path`);

if (!(await installDependencies())) stop('');
const chromium = await setupChromium();
const missingServers = await setupServers(isAll ? ['Redis', 'PostgreSQL'] : ['Redis']);

/** What runs beside the tests. */
const CHECKS = {
  lint: [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off'],
  types: [TSC],
  'types of the core, without Node and DOM': [join(ROOT, 'scripts', 'core-types.mjs')],
  ...(isAll || files.some((file) => needsMore(file).includes('build'))
    ? { build: [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'] }
    : {}),
};
console.log(
  `${files.length} of ${all.length} test files${words.length > 0 || isAll ? '' : ', the others by npm run test:all'}; beside them ${Object.keys(CHECKS).join('; ')}`,
);
const { failedChecks, ...tests } = await runAll();
const failed = failedChecks.length + tests.failed;
for (const { title, output } of failedChecks) console.log(`failed: ${title}\n${output}`);
if (chromium === undefined) console.log('without the browser tests: no Chromium');
if (missingServers.length > 0) console.log(`without the tests of clusters on ${missingServers.join(' and ')}`);
if (tests.slowest.length > 0) console.log(`slowest:\n${tests.slowest.join('\n')}`);
if (tests.names.length > 0) console.log(`failed:\n${tests.names.join('\n')}`);
if (areTimesWritten) writeFileSync(TIMES, `${JSON.stringify(tests.longest, null, 2)}\n`);
console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
console.log(`${tests.passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

async function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-test-'));
  // pages are asked what Node is asked, and every random case is tried, where all is asked, or where it is named
  const pages = isAll || words.length > 0;
  const seeds = process.env.INBETWEEN_SEEDS ?? (pages ? '1' : 'few');
  const env = { CHROME_PATH: chromium ?? '', INBETWEEN_SEEDS: seeds };
  const apart = isAll ? files.filter(runsApart) : [];
  const parts = [
    { some: files.filter((file) => !apart.includes(file)), more: [] },
    { some: apart, more: ['--maxWorkers=1'] },
  ].filter(({ some }) => some.length > 0);
  const reports = parts.map((_, k) => join(folder, `report-${k}.json`));
  let failedChecks = [];
  try {
    // the checks read what is generated before the tests are bundled
    const code = await withTests(files, async (vitest) => {
      const checks = runChecks();
      const reporters = (k) => ['--reporter=default', '--reporter=json', `--outputFile.json=${reports[k]}`];
      const codes = await Promise.all(
        parts.map(({ some, more }, k) => vitest([...reporters(k), ...more, ...vitests], { some, pages, env })),
      );
      failedChecks = await checks;
      return Math.max(...codes);
    });
    return { failedChecks, ...counts(reports, code) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those that failed, with what they said. */
async function runChecks() {
  const ended = await Promise.all(
    Object.entries(CHECKS).map(async ([title, words]) => ({ title, ...(await runQuietly(process.execPath, words)) })),
  );
  return ended.filter(({ code }) => code !== 0);
}

/** A file that failed to load counts as one failure, and so does anything else that made vitest fail. */
function counts(reports, code) {
  const told = reports.filter(existsSync).map((report) => JSON.parse(readFileSync(report, 'utf8')));
  const results = { testResults: told.flatMap(({ testResults }) => testResults) };
  const sum = (name) => told.reduce((total, one) => total + one[name], 0);
  const broken = results.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const failed = sum('numFailedTests') + broken.length + reports.length - told.length;
  return {
    passed: sum('numPassedTests'),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: sum('numPendingTests') + sum('numTodoTests'),
    names: [...broken.map(({ name }) => `  ${relative(ROOT, name)}`), ...testsOf(results, 'failed').map(nameOf)],
    slowest: slowestOf(results),
    longest: longestOf(results),
  };
}

/** Seconds of the files that take long: the table by which the longest begin first. */
function longestOf({ testResults }) {
  const seconds = testResults.map(({ name, startTime, endTime }) => [
    relative(ROOT, name).replaceAll('\\', '/'),
    (endTime - startTime) / 1000,
  ]);
  const long = seconds.filter(([, time]) => time >= LONG).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(long.map(([file, time]) => [file, Math.round(time)]));
}

/** Told so that what grows is seen before it is a burden; nothing is asserted about time. */
function slowestOf(results) {
  return testsOf(results, 'passed')
    .sort((a, b) => b.duration - a.duration)
    .slice(0, 10)
    .map((test) => `  ${(test.duration / 1000).toFixed(1)} s${nameOf(test)}`);
}

function testsOf({ testResults }, wanted) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === wanted)
      .map(({ fullName, duration = 0 }) => ({ file: relative(ROOT, name), fullName, duration })),
  );
}

function nameOf({ file, fullName }) {
  return `  ${file}: ${fullName}`;
}

function stop(text) {
  if (text !== '') console.log(text);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
