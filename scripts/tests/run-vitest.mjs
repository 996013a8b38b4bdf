// Runs test files by vitest, from bundles. What npm test, npm run t, npm run nightly and npm run flakes have in common.
import { bundlePrograms } from '../bundle-programs.mjs';
import { run, tool } from '../run.mjs';
import { bundleTests } from './bundle-tests.mjs';
import { projectOf, runsInPages } from './test-files.mjs';

/**
 * Bundles test files and hands over the function that runs them: `vitest(args, options)` resolves to the exit code. The bundles are
 * gone afterwards, also when the process is ended by Ctrl-C. `some`: these of them; `pages`: whether those that run in pages do so too,
 * beside Node.
 */
export async function withTests(files, work) {
  if (!(await bundlePrograms())) return 1;
  const { folder, ended, remove } = bundleTests(files);
  process.once('exit', remove);
  // vitest hears of it too, and ends; then this process does
  const stay = () => {};
  process.on('SIGINT', stay);
  try {
    return await work((args, { some = files, pages = true, env = {} } = {}) => {
      const projects = new Set(some.map(projectOf));
      if (pages && some.some(runsInPages)) projects.add('browser');
      const words = [tool('vitest/vitest.mjs'), 'run', ...[...projects].map((name) => `--project=${name}`), ...args, ...some];
      return run(process.execPath, words, {
        INBETWEEN_BUNDLED_TESTS: folder,
        INBETWEEN_PAGES: projects.has('browser') ? 'yes' : 'no',
        ...env,
      });
    });
  } finally {
    process.off('SIGINT', stay);
    process.off('exit', remove);
    await ended;
    remove();
  }
}
