// npm run queues: jobs on Redis and PostgreSQL while everything goes wrong that may, compared line by line with an undisturbed run.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT } from '../run.mjs';
import { withBundle } from './bundle.mjs';

const HELP = `npm run queues -- [options]

  --jobs N      of each kind of server; default 10
  --items N     motions of a job; default 600
  --seed TEXT   of the motions and of the order of what goes wrong; default 1
  --only KIND   redis, or postgres
  --help        this text

Real servers, the real command, a key on both sides. While a job is at work its workers are killed and stopped, connections are cut, the server is
restarted, crashes and has no room, the client is killed and started again; half of the jobs start before their server.
Exit code: 0 no line lost, none differing, and nothing ended by itself; 1 otherwise; 2 a wrong option, or no such server here.
`;

process.exitCode = await main();

async function main() {
  const string = (value) => ({ type: 'string', default: value });
  let values;
  try {
    const options = { jobs: string('10'), items: string('600'), seed: string('1'), only: { type: 'string' }, help: { type: 'boolean' } };
    ({ values } = parseArgs({ options }));
  } catch (error) {
    console.error(`queues: ${error.message}`);
    return 2;
  }
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [jobs, items] = [Number(values.jobs), Number(values.items)];
  const kinds = ['redis', 'postgres'].filter((kind) => values.only === undefined || values.only === kind);
  if (!(Number.isSafeInteger(jobs) && jobs > 0 && Number.isSafeInteger(items) && items > 0) || kinds.length === 0) {
    console.error('queues: --jobs and --items are whole numbers above 0, --only is redis or postgres');
    return 2;
  }
  const options = { platform: 'node', packages: 'external', near: true };
  return withBundle('test/reliability/queues/all-kinds.ts', (program) => run(program, kinds, jobs, items, values.seed), options);
}

async function run(program, kinds, jobs, items, seed) {
  const { missing, queueTrials } = await import(pathToFileURL(program).href);
  let isGood = true;
  for (const kind of kinds) {
    if (missing[kind] !== undefined) {
      console.error(`queues: ${missing[kind]}`);
      return 2;
    }
    const onLine = (line) => console.error(line);
    const { lines, lost, differing, troubles, faults } = await queueTrials({ root: ROOT, kind, jobs, seed, items, onLine });
    console.log(`${kind}: ${jobs} jobs, ${lines.toLocaleString('en')} lines: ${lost} lost, ${differing} differing`);
    for (const [name, count] of Object.entries(troubles).sort()) console.log(`  ${name}: ${count}`);
    for (const fault of faults) console.log(`  FAULT: ${fault}`);
    isGood &&= lost === 0 && differing === 0 && faults.length === 0;
  }
  return isGood ? 0 : 1;
}
