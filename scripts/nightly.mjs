// npm run nightly: the property tests of npm test, with ten times as many cases of each seed (INBETWEEN_SEEDS for another number).
import { run, tool } from './run.mjs';

const seeds = process.env.INBETWEEN_SEEDS ?? '10';
// What takes ten times as long is given ten times as long.
const limit = String(300_000 * Math.max(1, Number(seeds)));
process.exitCode = await run(
  process.execPath,
  [
    tool('vitest/vitest.mjs'),
    'run',
    '--project',
    'node',
    '--project',
    'node-alone',
    'test/property',
    '--testTimeout',
    limit,
    ...process.argv.slice(2),
  ],
  { INBETWEEN_SEEDS: seeds },
);
