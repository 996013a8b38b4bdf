// npm run soak: mixed questions for a long time. Memory stays flat, and the same question gets the same bits as at the beginning.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { withBundle } from './bundle.mjs';

const HELP = `npm run soak -- [options]

  --minutes N   how long; default 20
  --help        this text

Asks questions of every kind in rounds, of new objects and of some that live as long as the process, and compares their answers with those of the
first round. After collections the heap, the buffers and what the process holds must not grow: their slope by least squares after a warm-up of a
quarter, times the time, stays below a share of the median (test/reliability/soak/soak-verdict.ts). A run of few rounds says that they are too
few to tell, and judges the answers only.
Exit code: 0 flat and equal, 1 not, 2 a wrong option.
`;

process.exitCode = await main();

async function main() {
  let values;
  try {
    ({ values } = parseArgs({ options: { minutes: { type: 'string', default: '20' }, help: { type: 'boolean', default: false } } }));
  } catch (error) {
    console.error(`soak: ${error.message}`);
    return 2;
  }
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) {
    console.error(`soak: --minutes must be a number above 0, got ${values.minutes}`);
    return 2;
  }
  if (globalThis.gc === undefined) {
    console.error('soak: memory is only known after collections; run it as npm run soak, or with node --expose-gc');
    return 2;
  }
  return withBundle('test/reliability/soak/soak.ts', (program) => run(program, minutes), { platform: 'node' });
}

async function run(program, minutes) {
  const { soak } = await import(pathToFileURL(program).href);
  const { samples, growth, memory, rounds, questions, drifted } = await soak(minutes, globalThis.gc, (line) => console.error(line));
  const number = (x, digits = 1) => x.toFixed(digits);
  console.log(`${questions.toLocaleString('en')} questions in ${rounds} rounds, ${minutes} minutes\n`);
  console.log('| minute | heap, MB | buffers, MB | resident, MB |\n|--:|--:|--:|--:|');
  const step = Math.max(1, Math.floor(samples.length / 10));
  for (const { seconds, heap, buffers, resident } of samples.filter((_, i) => i % step === 0))
    console.log(`| ${number(seconds / 60)} | ${number(heap)} | ${number(buffers, 2)} | ${number(resident, 0)} |`);
  console.log('\n| | median, MB | slope, MB an hour | grown, MB | bound, MB |\n|---|--:|--:|--:|--:|');
  for (const { what, median, slope, grown, bound } of growth)
    console.log(`| ${what} | ${number(median)} | ${number(slope, 2)} | ${number(grown, 2)} | ${number(bound)} |`);
  console.log(`\n${memory.text}`);
  console.log(
    drifted.length === 0 ? 'answers: the same bits in all rounds' : `OTHER ANSWERS than in the first round: ${drifted.join(', ')}`,
  );
  return !memory.isFault && drifted.length === 0 ? 0 : 1;
}
