// What a cluster of a thousand workers would do, by the simulation beside: sizes of chunks, how far the client is ahead, faults.

import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { type ClusterModel, simulateCluster } from './scheduler-simulation.ts';

export const SCHEDULER_USAGE = `scheduler  a cluster on paper: chunks of several sizes over many workers, with slow ones, deaths and standstills
  --workers N            (default 1000)
  --hours N              of work on one ordinary worker, in all (default 280: a billion motions of a millisecond)
  --quick                a look whether it runs`;

export async function scheduler(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'workers', 'hours']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const workers = quick ? 20 : countOption(line, 'workers', 1000);
  const hours = quick ? 1 : countOption(line, 'hours', 280);
  const usual: ClusterModel = {
    ...{ workers, chunks: Math.round((hours * 3600) / 10), seconds: 10, spread: 0.25, slow: 0.02, slowness: 4 },
    ...{
      hoursToDeath: 24,
      back: 60,
      stalls: 0.0005,
      stillFor: 300,
      lock: 30,
      look: 30,
      server: 0.0008,
      ahead: 2,
      hold: 64,
      seed: 'cluster',
    },
  };
  const sized = (seconds: number): ClusterModel => ({ ...usual, seconds, chunks: Math.round((hours * 3600) / seconds) });
  const faultless = { slow: 0, hoursToDeath: 1e9, stalls: 0 };
  const rows: readonly (readonly [string, ClusterModel])[] = [
    ['nothing goes wrong', { ...usual, ...faultless }],
    ['slow ones, deaths, standstills', usual],
    ...[1, 3, 30, 100, 300].map((seconds) => [`chunks of ${seconds} s`, sized(seconds)] as const),
    ...[1, 1.2, 4].map((ahead) => [`client ${ahead} chunks a worker ahead`, { ...usual, ahead }] as const),
    ...[1, 4, 16].map((hold) => [`store holds ${hold} answers a worker out of turn`, { ...usual, hold }] as const),
    ['a tenth of the workers four times slower', { ...usual, slow: 0.1 }],
    ['one in fifty twenty times slower', { ...usual, slowness: 20 }],
    ['a worker dies every hour', { ...usual, hoursToDeath: 1 }],
    ['one chunk in a hundred stands still', { ...usual, stalls: 0.01 }],
    ['lost ones noticed after 5 to 10 s', { ...usual, lock: 5, look: 5 }],
    ['lost ones noticed after 5 to 10 min', { ...usual, lock: 300, look: 300 }],
    ['a server ten times slower', { ...usual, server: 0.008 }],
    ['ten times the workers', { ...usual, workers: 10 * workers }],
  ];
  console.log(toMarkdown(schedulerTable(workers, hours, rows)));
}

function schedulerTable(workers: number, hours: number, rows: readonly (readonly [string, ClusterModel])[]): Table {
  return {
    file: 'scheduler',
    title: `A cluster of ${workers} workers on paper, ${hours} hours of work`,
    note: 'Minutes from the first chunk to the last answer; the same over what all workers need who never wait, die or stand still; seconds from 99 of 100 answers to the last; chunks given out again; chunks answered twice (and counted once); answers that waited for their turn at the client, at most; share of the time in which the server was busy.',
    columns: ['', 'chunks', 'minutes', 'over ideal', 'tail, s', 'again', 'twice', 'waiting', 'server'],
    rows: rows.map(([title, model]): Cell[] => {
      const { makespan, ideal, tail, again, twice, waiting, busy } = simulateCluster(model);
      return [title, model.chunks, makespan / 60, makespan / ideal, tail, again, twice, waiting, busy];
    }),
  };
}
