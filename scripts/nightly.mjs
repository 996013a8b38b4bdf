// npm run nightly: the property and conformance tests of npm test, with ten times as many cases of each seed (INBETWEEN_SEEDS for another number).
import { withTests } from './tests/run-vitest.mjs';
import { testFiles } from './tests/test-files.mjs';

const seeds = process.env.INBETWEEN_SEEDS ?? '10';
// What takes ten times as long is given ten times as long.
const limit = String(300_000 * Math.max(1, Number(seeds)));
const files = testFiles().filter((file) => /^test\/(property|conformance)\//.test(file));
process.exitCode = await withTests(files, (vitest) =>
  vitest(['--testTimeout', limit, ...process.argv.slice(2)], { pages: false, env: { INBETWEEN_SEEDS: seeds } }),
);
