import type { Command } from 'commander';
import { count, metricsAddress, queueOptions } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { WorkerOptions } from './worker.ts';

const EXAMPLES = `
Takes chunks of the jobs that 'inbetween batch JOB --queue URL' submits, answers them on all cores and stores the answers, until it
is told to end: SIGTERM or Ctrl+C lets it finish the chunks that it has, a second one ends it at once. Either way nothing is lost: a
chunk whose worker is not heard of for --lock seconds goes to another one, and the first answer to a chunk counts.

URL is redis://[USER:PASSWORD@]HOST[:PORT][/NUMBER], rediss://… for TLS (?ca=FILE names the authority of its certificate, ?verify=no asks for
none), or postgres://USER:PASSWORD@HOST[:PORT]/DATABASE (?sslmode=require, ?sslrootcert=FILE). Others on the machine can read
command lines: INBETWEEN_QUEUE in the environment says the same. Nothing that is secret in it is ever shown.

Whoever can write to the queue can ask for work: guard it with a password and TLS, and put nothing else on its server. What comes from it is
held against its hash, version and limits, names no files and is never run.

Workers and clients must be of the same build: answers are the same to the last bit then, whoever computes them. A worker leaves
jobs of other versions and builds alone, and says so once.

Whoever can write to the queue's store could also answer in a worker's place. With the same key for clients and workers, in a file
(--key-file) or in INBETWEEN_KEY, answers are signed (HMAC-SHA-256), and what is not signed with it does not count. 'openssl rand -hex 32'
makes one. It is in no store, no log and no list of processes. Workers and clients with different keys do not see each other.

The packages that speak to the servers are no part of this one: npm install bullmq ioredis, or bullmq pg.

Examples:
  $ inbetween worker --queue redis://:PASSWORD@queue.example.org
  $ INBETWEEN_QUEUE=postgres://bob:PASSWORD@db/jobs inbetween worker --threads 8

Exit code 0 when it was told to end and its chunks are done, 2 bad input, 75 try again: the server was away or full for longer than --patience.
`;

export function addWorkerCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  const command = program
    .command('worker')
    .summary('answers chunks of jobs that others submit to a queue')
    .description('Works for the jobs that are submitted to a queue in Redis or PostgreSQL, until it is told to end.')
    .option('--queue <url>', 'the queue (default: INBETWEEN_QUEUE of the environment)')
    .option('--threads <count>', 'chunks at a time (default: one a core)', count)
    .option('--memory <megabytes>', 'heap of one thread; one that wants more ends, and its chunk is tried again', count)
    .option('--lock <seconds>', "after how long of silence a worker's chunks are given to another (default: 30)", count)
    .option('--metrics <port>', 'numbers for Prometheus at /metrics, of this machine only unless it is HOST:PORT', metricsAddress)
    .option('--json', 'a line of JSON for every chunk and note, to the output')
    .option('-q, --quiet', 'only errors')
    .addHelpText('after', EXAMPLES)
    .action(async (options: WorkerOptions) => {
      const { worker } = await import('./worker.ts');
      exitWith(await worker(options, streams));
    });
  for (const option of queueOptions('for as long as it takes')) command.addOption(option);
}
