// npm test: set up, then lint, type checks and all tests that decide a verdict, with one page, one queue and one graphics program;
// npm run test:all: all tests. Arguments are folders and files of tests (npm test -- test/unit/io), then vitest's own.
// Lint, types and the build run beside the tests. Every part runs even when another one failed. The last line is plain: "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';
import { ROOT, runQuietly, tool } from './run.mjs';
import { installDependencies, setupChromium, setupServers } from './setup.mjs';
import { withTests } from './tests/run-vitest.mjs';
import { isForAllOnly, needsMore, testFiles } from './tests/test-files.mjs';

const begun = Date.now();
const isAll = process.argv.includes('--all');
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
const firstOfVitest = args.findIndex((arg) => arg.startsWith('-'));
const [words, vitests] = firstOfVitest < 0 ? [args, []] : [args.slice(0, firstOfVitest), args.slice(firstOfVitest)];

const all = testFiles();
// what is asked for by name runs, whichever of the two it belongs to
const files =
  words.length > 0 ? all.filter((file) => words.some((word) => file.includes(word))) : all.filter((file) => isAll || !isForAllOnly(file));
if (files.length === 0) stop(`no test file has ${words.join(' or ')} in its path`);

// the generated modules are there before anybody reads the sources
if (!(await installDependencies()) || !(await bundlePrograms())) stop('');
const chromium = await setupChromium();
const missingServers = await setupServers(isAll ? ['Redis', 'PostgreSQL'] : ['Redis']);

const CHECKS = [
  ['lint and format (biome)', 'lint', () => program(tool('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '--colors=off'])],
  ['types', 'types', () => program(tool('typescript/bin/tsc'), [])],
  ['types of the core, without Node and DOM', 'types of the core', () => program(join(ROOT, 'scripts', 'core-types.mjs'), [])],
  ...(isAll || files.some((file) => needsMore(file).includes('build'))
    ? [['building dist', 'build', () => program(join(ROOT, 'scripts', 'build.mjs'), ['--if-stale'])]]
    : []),
];
console.log(
  `${files.length} of ${all.length} test files${words.length > 0 || isAll ? '' : ', the others by npm run test:all'}; beside them ${CHECKS.map(([, name]) => name).join(', ')}`,
);
const [failedChecks, tests] = await Promise.all([runChecks(), runTests()]);
const failed = failedChecks.length + tests.failed;
for (const { title, output } of failedChecks) console.log(`failed: ${title}\n${output}`);
if (chromium === undefined) console.log('without the browser tests: no Chromium');
if (missingServers.length > 0) console.log(`without the tests of clusters on ${missingServers.join(' and ')}`);
if (tests.slowest.length > 0) console.log(`slowest:\n${tests.slowest.join('\n')}`);
console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
console.log(`${tests.passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Those that failed, with what they said. */
async function runChecks() {
  const ended = await Promise.all(CHECKS.map(async ([title, , work]) => ({ title, ...(await work()) })));
  return ended.filter(({ code }) => code !== 0);
}

function program(path, words) {
  return runQuietly(process.execPath, [path, ...words]);
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-test-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // pages of their own are asked what Node is asked where all is, or where they are named
    const pages = isAll || words.length > 0;
    const code = await withTests(files, (vitest) => vitest([...reporters, ...vitests], { pages, env: { CHROME_PATH: chromium ?? '' } }));
    return counts(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that failed to load counts as one failure, and so does anything else that made vitest fail. */
function counts(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, slowest: [] };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const broken = results.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const failed = results.numFailedTests + broken.length;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    slowest: slowestOf(results),
  };
}

/** Told so that what grows is seen before it is a burden; nothing is asserted about time. */
function slowestOf({ testResults }) {
  return testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map(({ fullName, duration = 0 }) => ({ name, fullName, duration })))
    .sort((a, b) => b.duration - a.duration)
    .slice(0, 10)
    .map(({ name, fullName, duration }) => `  ${(duration / 1000).toFixed(1)} s  ${relative(ROOT, name)}: ${fullName}`);
}

function stop(text) {
  if (text !== '') console.log(text);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
