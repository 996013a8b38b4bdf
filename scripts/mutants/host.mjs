// One vitest kept warm, in a process of its own that can be ended when a mutant never comes back. It is handed mutants one
// at a time and answers whether their tests noticed. The mutated text is served by Vite in place of the file: nothing is
// written to the work tree. Tests run in threads, so that they end with this process.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { ROOT } from '../run.mjs';

let mutant;

/** As Vite writes it, on Windows too. */
const idOf = (file) => join(ROOT, file).replaceAll('\\', '/');

const served = {
  name: 'inbetween-mutant',
  enforce: 'pre',
  load: (id) => (mutant !== undefined && id === idOf(mutant.file) ? mutant.text : undefined),
};

const vitest = await createVitest(
  'test',
  {
    config: false,
    root: ROOT,
    watch: false,
    bail: 1,
    pool: 'threads',
    maxWorkers: 1,
    fileParallelism: false,
    reporters: [{}],
    testTimeout: 60_000,
  },
  { plugins: [served], server: { watch: null, ws: false }, logLevel: 'silent' },
);

process.on('message', async (asked) => {
  const places = [mutant?.file, asked.file].filter((file) => file !== undefined);
  mutant = asked;
  for (const file of places) vitest.invalidateFile(idOf(file));
  process.send(await judge(asked.tests));
});
process.on('disconnect', () => process.exit());
process.send('ready');

async function judge(tests) {
  const project = vitest.getRootProject();
  const ids = tests.map(idOf);
  vitest.state.errorsSet.clear();
  const found = await vitest.runTestSpecifications(
    ids.map((id) => project.createSpecification(id)),
    false,
  );
  // vitest remembers the files of runs before
  const modules = found.testModules.filter(({ moduleId }) => ids.includes(moduleId));
  const failed = modules.filter((module) => !module.ok());
  const first = failed[0]?.children.allTests('failed').next().value;
  return {
    noticed: failed.length > 0 || found.unhandledErrors.length > 0,
    by: first?.fullName ?? failed[0]?.errors()[0]?.message ?? found.unhandledErrors[0]?.message,
    ran: modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0),
  };
}
