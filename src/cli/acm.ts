import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { InputError, type Robot, type SampledPairs, sampledPairs } from '../index.ts';
import { readUrdf } from '../io/index.ts';
import { files } from '../node/index.ts';
import { shownCount } from '../report/index.ts';
import { count } from './option-values.ts';
import { ProgressBar } from './progress-bar.ts';
import { colorsFor, type Streams } from './streams.ts';
import { textTable } from './text-table.ts';

interface AcmOptions {
  readonly srdf?: string;
  readonly geometry: 'collision' | 'visual';
  readonly samples: number;
  readonly seed: number;
  readonly format?: 'srdf' | 'json';
  readonly output?: string;
}

const EXAMPLES = `
Pairs that need no test are links held together by a joint (adjacent), links in contact at rest (default), in contact in at
least 95 % of the configurations looked at (always), and in none of them (never). The last two are observations: more samples
make them surer. Joints go anywhere within their limits, at random from the seed.

Examples:
  $ inbetween acm ur5.urdf
  $ inbetween acm ur5.urdf --output ur5.srdf
  $ inbetween acm hand.urdf --samples 10000 --format json

Exit code 0, or 2 for bad input, or when the output cannot be written.
`;

export function addAcmCommand(program: Command, streams: Streams): void {
  program
    .command('acm')
    .summary('which links of a robot need no test against each other')
    .description(
      'Finds the allowed collision matrix of a robot: the pairs of its links that need no test, by looking at random configurations.',
    )
    .argument('<robot>', 'URDF file')
    .option('--srdf <file>', 'keep the pairs this file disables')
    .addOption(new Option('--geometry <which>', 'which shapes of the URDF').choices(['collision', 'visual']).default('collision'))
    .option('--samples <count>', 'random configurations to look at', count, 10_000)
    .option('--seed <number>', 'where the random configurations begin', count, 1)
    .addOption(new Option('--format <format>', 'write the pairs as SRDF or JSON').choices(['srdf', 'json']))
    .option('--output <file>', 'write them to a file (its ending says the format)')
    .addHelpText('after', EXAMPLES)
    .action((path: string, options: AcmOptions) => acm(path, options, streams));
}

async function acm(path: string, options: AcmOptions, streams: Streams): Promise<void> {
  const { stdout, stderr } = streams;
  const c = colorsFor(stdout, streams.env);
  const robot = await readUrdf(files(), path, { srdf: options.srdf, geometry: options.geometry, allowAdjacent: false });
  const bar = new ProgressBar(stderr, options.samples, true);
  const { samples, seed } = options;
  const found = sampledPairs(robot, { samples, seed, onProgress: (done) => bar.show(done, basename(path)) });
  bar.clear();
  const format = options.format ?? (options.output === undefined ? undefined : options.output.endsWith('.json') ? 'json' : 'srdf');
  const all: SampledPairs['allowed'] = [...robot.allowed.list(), ...found.allowed];
  const text = format === 'json' ? jsonText(robot, found, all) : srdfText(robot, all);
  if (options.output !== undefined) await written(options.output, text);
  if (format !== undefined && options.output === undefined) {
    stdout.write(text);
    return;
  }
  const kinds = [...new Set(all.map(({ reason }) => reason))];
  const sums = kinds.map((kind) => `${all.filter(({ reason }) => reason === kind).length} ${kind}`).join(', ');
  stdout.write(
    `${c.bold(robot.name)}: ${shownCount(samples)} configurations; ${all.length} pairs need no test${sums && ` (${sums})`}, ${found.tested.length} do\n\n`,
  );
  if (options.output !== undefined) {
    stdout.write(`  written: ${options.output}\n`);
    return;
  }
  const rows = [
    ...all.map(({ a, b, reason }) => [a, b, reason, '']),
    ...found.tested.map(({ a, b, contacts }) => [a, b, 'tested', `${((100 * contacts) / samples).toFixed(1)} %`]),
  ];
  stdout.write(`${textTable(['link', 'link', '', 'in contact'], rows, c.bold)}\n`);
}

function srdfText(robot: Robot, pairs: SampledPairs['allowed']): string {
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const lines = pairs.map(
    ({ a, b, reason }) => `  <disable_collisions link1="${escaped(a)}" link2="${escaped(b)}" reason="${escaped(capital(reason))}"/>`,
  );
  return `<?xml version="1.0"?>\n<robot name="${escaped(robot.name)}">\n${lines.join('\n')}\n</robot>\n`;
}

function jsonText(robot: Robot, { samples, tested }: SampledPairs, allowed: SampledPairs['allowed']): string {
  return `${JSON.stringify({ robot: robot.name, samples, allowed, tested }, null, 2)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function written(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`cannot be written in ${dirname(path)}: ${error.message}`, { file: path });
  });
}
