// How reading grows with the file: for every format and everything that it can repeat, sizes n, 2n, 4n with bytes, units of the readers' meter, and processor
// time, best of alternating rounds. Times are beside the counts, because a pattern that goes back shows in nothing else.

import { MESH_CASES } from '../../test/property/readers/mesh-cases.ts';
import { prepared, type ReaderCase } from '../../test/property/readers/reader-case.ts';
import { ROBOT_CASES } from '../../test/property/readers/robot-cases.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const READERS_USAGE = `readers    how reading grows with the file: bytes, work, milliseconds at sizes n, 2n, 4n
  --size N               things repeated at the smallest size (default 4000)
  --rounds N             the best of so many (default 3)
  --only TEXT            formats and constructs whose name has it
  --quick                a look whether it runs: 64 things, one round`;

export async function readers(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'size', 'rounds', 'only']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const size = countOption(line, 'size', quick ? 64 : 4000);
  const rounds = countOption(line, 'rounds', quick ? 1 : 3);
  if (size < 8) throw new UsageError('--size is at least 8');
  const only = textOption(line, 'only') ?? '';
  const rows: Cell[][] = [];
  for (const one of [...MESH_CASES, ...ROBOT_CASES])
    if (`${one.format} ${one.construct}`.includes(only)) rows.push(await growthOf(one, size, rounds));
  console.log(
    toMarkdown({
      file: 'readers',
      title: 'Growth of the readers',
      note: `What is repeated ${size}, ${2 * size} and ${4 * size} times. Work: units on the meter for a byte of the largest file. Ratios: of the largest to the middle one; linear is 2. What decides is work × beside bytes ×: work must not grow faster than the file, which the tests hold. Milliseconds of a shared machine are noise; ms × far above work × in every run is work that nobody counts.`,
      columns: ['format', 'repeated', 'kB', 'work a byte', 'ms', 'ms', 'ms', 'bytes ×', 'work ×', 'ms ×'],
      rows,
    }),
  );
}

async function growthOf(one: ReaderCase, size: number, rounds: number): Promise<Cell[]> {
  const runs = [1, 2, 4].map((k) => ({ run: prepared(one, k * size), best: Infinity, bytes: 0, work: 0 }));
  await prepared(one, 8).read();
  for (let round = 0; round < rounds; round++)
    for (const at of runs) {
      const start = process.cpuUsage();
      const { bytes, work } = await at.run.read();
      const { user, system } = process.cpuUsage(start);
      at.best = Math.min(at.best, (user + system) / 1000);
      at.bytes = bytes;
      at.work = work;
    }
  const [, middle, large] = runs;
  const ratio = (key: 'bytes' | 'work' | 'best'): number => Number((large[key] / middle[key]).toFixed(2));
  const times = runs.map(({ best }) => Number(best.toFixed(1)));
  return [
    one.format,
    one.construct,
    Math.round(large.bytes / 1000),
    Number((large.work / large.bytes).toFixed(1)),
    ...times,
    ratio('bytes'),
    ratio('work'),
    ratio('best'),
  ];
}
