// npm test: set up, then lint, type checks and all tests; arguments go to vitest (npm test -- test/math).
// Every stage runs even when an earlier one failed. The last line is plain: "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildIfStale } from './build.mjs';
import { ROOT, run, runQuietly, tool } from './run.mjs';
import { installDependencies, setupChromium, setupServers } from './setup.mjs';

if (!(await installDependencies())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const failedChecks = [];
if (!(await buildIfStale())) failedChecks.push('building dist');
const chromium = await setupChromium();
const missingServers = await setupServers();

const checks = [
  ['lint and format (biome)', tool('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '--colors=off']],
  ['types', tool('typescript/bin/tsc'), []],
  ['types of the core, without Node and DOM', join(ROOT, 'scripts', 'core-types.mjs'), []],
];
process.stdout.write(`${checks.map(([title]) => title).join('; ')} ... `);
const start = Date.now();
const checked = await Promise.all(checks.map(([, program, args]) => runQuietly(process.execPath, [program, ...args])));
console.log(`${((Date.now() - start) / 1000).toFixed(1)} s`);
checks.forEach(([title], i) => {
  if (checked[i].code === 0) return;
  failedChecks.push(title);
  console.log(`${title}: failed\n${checked[i].output}`);
});

const tests = await runTests(process.argv.slice(2));
const failed = failedChecks.length + tests.failed;
for (const title of failedChecks) console.log(`failed: ${title}`);
if (chromium === undefined) console.log('without the browser tests: no Chromium');
if (missingServers.length > 0) console.log(`without the tests of clusters on ${missingServers.join(' and ')}`);
if (tests.slowest.length > 0) console.log(`slowest:\n${tests.slowest.join('\n')}`);
console.log(`${tests.passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-test-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run(process.execPath, [tool('vitest/vitest.mjs'), 'run', ...reporters, ...args], { CHROME_PATH: chromium ?? '' });
    return counts(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that failed to load counts as one failure, and so does anything else that made vitest fail. */
function counts(report, code) {
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, slowest: [] };
  }
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
