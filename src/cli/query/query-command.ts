import { type Command, Option } from 'commander';
import {
  count,
  idList,
  methodOption,
  nonNegativeNumber,
  outsideOption,
  positiveNumber,
  startOption,
  withinOption,
  workOption,
} from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { QueryOptions } from './query.ts';

const EXAMPLES = `
The scene's 'touch' is the tolerance unless --tolerance is given. 'ms' is the processor time of the query alone, without
reading and without building the trees. Before it is measured the queries run untimed for a moment, so that the engine has
compiled what they use, and each is timed five times, of which the fastest counts; no answer is reused. With --cold each
runs once, and the first queries pay for the compiler.

With --gpu all motions of a scene of robots go to graphics hardware together (in Node: npm install webgpu); 'ms' of those that
it proves free is their share of the whole. Without one it says why, and the processor answers.

Where the scene has references, answers are judged by them, unless an option asks for something else than they tell.

Examples:
  $ inbetween query gear.json
  $ inbetween query gear.json --method hca --json > answers.jsonl
  $ inbetween query gear.json --only 3 --report query-3.html
  $ inbetween query puma-pipes.json --method interval
  $ inbetween query puma-pipes.json --gpu

Exit code 0 when the queries ran, whatever the answers; 2 for bad input, or when the output cannot be written.
`;

export function addQueryCommand(program: Command, streams: Streams): void {
  program
    .command('query')
    .summary('the first contact of every motion in a scene file')
    .description(
      'Finds the certified first contact of every motion in a scene file: two bodies (ccd-scene/1) or robots (ccd-robot-scene/1).',
    )
    .argument('<scene>', 'scene file; its meshes lie beside it')
    .addOption(methodOption())
    .option('--tolerance <length>', "how close counts as contact (default: the scene's touch)", positiveNumber)
    .option('--clearance <length>', 'the distance that must be kept', nonNegativeNumber, 0)
    .option('--json', 'one JSON line per query')
    .option('--csv', 'comma-separated values with a header')
    .option('--only <ids>', 'only the queries with these ids, separated by commas', idList)
    .option('--limit <count>', 'only the first so many queries', count)
    .option('--budget <ms>', "milliseconds a query may take before it answers 'unresolved'", positiveNumber)
    .addOption(workOption())
    .option('--max-iterations <count>', "steps a query may take before it answers 'unresolved' (default: some seconds' worth)", count)
    .addOption(
      new Option('--mode <mode>', "'any' takes some contact, not the first, and is quicker").choices(['first', 'any']).default('first'),
    )
    .addOption(startOption())
    .addOption(
      new Option('--contacts <which>', 'list the one found, all within tolerance, or a minimal set (more add to the times)')
        .choices(['first', 'all', 'minimal'])
        .default('first'),
    )
    .addOption(new Option('--all-contacts', 'the same as --contacts all').conflicts('contacts'))
    .option('--no-control', 'let c2a refine its front fully from the start (with --method c2a)')
    .option('--cold', 'run every query once only, without letting the engine compile first')
    .option('--gpu', 'let graphics hardware (WebGPU) prove which motions of robots are free, all at once; answers are the same')
    .addOption(withinOption())
    .addOption(outsideOption())
    .option('--report <file>', 'write a page with a picture of one query (choose it with --only)')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, options: QueryOptions) => {
      const { query } = await import('./query.ts');
      await query(path, options, streams);
    });
}
