import { type Command, Option } from 'commander';
import { SCENE_METHODS } from '../terminal/method-names.ts';
import {
  arrivalsOption,
  byteSize,
  count,
  limitsOption,
  metricsAddress,
  nonNegativeNumber,
  positiveNumber,
  queueOptions,
  robotOptions,
  several,
  share,
  workOption,
} from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { BatchOptions } from './batch-options.ts';

const EXAMPLES = `
A job file (inbetween-job/1, JSON with comments) names one task, or several under "tasks": a "cell" with "paths", "motions" or a
"roadmap", a "scene" with its "queries", or "steps" and "frames" of deforming meshes; and options by the names that they have here
("maxIterations" for --max-iterations). Names of files may hold * and ? and ** (any folders); what they match is taken in the order of
its name, numbers by their value. What a job file names lies beside it, as for cells. Options given here hold for all tasks.

Motions are one a line: JSON with "from" and "to", or a table whose rows hold the values at the start and then those at the end, with
or without a row of names (from_elbow, to_elbow). A roadmap is what Roadmap.save gave; all of its edges are asked about.

Results are JSON lines in the order of the job, the same for any number of workers. An item that cannot be read is a line with "error",
and the others go on. With --out a journal is kept beside the file: a run that was ended, however, goes on where it was when the same
command is given again, and the file comes out as if nothing had happened; what changed meanwhile is an error. --restart begins anew.

Joints beyond their limits, and hands that take air, count as for 'check'. --margin, --all and --budget add to the time; a --budget makes answers depend on the machine.
--memory bounds what waits between reading, workers and writing, and the heap of every worker; scenes are shared by all of them.

Examples:
  $ inbetween batch job.json --out results.jsonl
  $ inbetween batch cell.json 'paths/**/*.csv' --out results.jsonl --report summary.html
  $ inbetween batch cell.json --motions edges.csv --workers 4 > results.jsonl
  $ inbetween batch cell.json --roadmap roadmap.json --out edges.jsonl --metrics 9464
  $ inbetween batch gear.json
  $ inbetween batch job.json --out results.jsonl --queue redis://localhost --proof proofs --verify

With --queue the workers of a queue answer ('inbetween help worker'). A server that is away or full is waited for, --patience long. A chunk
that fails is asked again in halves; what no worker can answer is a line with "error", and is asked again by the same command. With
--key-file, or INBETWEEN_KEY in the environment, answers count that are signed with the same key by the same build, and no others; and of
all answers a share (--recheck) is asked again here. --cancel ends a job: its clients end, what no worker has begun leaves the queue.
--purge removes all that a server holds in the namespace, of all jobs; those that run send theirs again.

With --proof the folder holds NAME.proof.gz for every item, its id with letters like / as %2F. With --verify each of them is checked here: whoever
answered need not be trusted in status and time. One that is false ends the run (76); one that is left open counts as undecided. What else
a line says (pairs, points, gaps, limits) nobody proves. Steps have no proofs yet, nor does --gpu.

Exit code 0 free, 1 contact, overlap or a limit that is an error, 3 undecided, not all pairs judged, or ended or cancelled before all was done, 2
bad input or output that cannot be written; over all items the worst counts: 2, then 1, then 3. 75 try again, the same command goes on: the
queue's server was away or full for longer than --patience, no worker could answer some items, or another run writes to --out. 76 an answer
of the queue is another one than that of this machine, or its proof is false.
`;

export function addBatchCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  // One piece: options and help of one command, as they are read.
  const command = robotOptions(
    program
      .command('batch')
      .summary('many paths, motions, queries or steps on all cores')
      .description('Answers many paths, motions, queries or steps on all cores; results are JSON lines, and a run that was ended goes on.')
      .argument('[job]', "job file (inbetween-job/1), or a cell, robot, mesh or scene as 'check' and 'query' take them, or a step file")
      .argument('[path...]', 'path files, or patterns of them, for a cell')
      .option('--motions <file>', 'a file of many motions, for a cell; several', several)
      .option('--roadmap <file>', 'a roadmap whose edges are the motions, for a cell; several', several)
      .addOption(new Option('--method <method>', 'how the time is found (default: auto)').choices([...SCENE_METHODS]))
      .option('--tolerance <length>', "how close counts as contact (default: the cell's)", positiveNumber)
      .option('--clearance <length>', "the distance that must be kept (default: the cell's)", nonNegativeNumber)
      .addOption(
        new Option('--start <rule>', "'leaving' does not judge bodies that start in contact until they are proven apart").choices([
          'strict',
          'leaving',
        ]),
      )
      .option('--units <units>', 'what the values of paths and motions are in: degrees, or degrees,mm')
      .option('--group <name>', 'the group whose joints the columns are, of paths and motions without names')
      .option('--scene <file>', 'around a robot or body: a planning scene of MoveIt (YAML, JSON), or a mesh; several', several),
  )
    .option('--all', 'find every stretch in contact, not only the first contact')
    .addOption(limitsOption())
    .option('--ignore-limits', 'short for --limits ignore')
    .addOption(arrivalsOption())
    .option('--margin', 'also the least distance along the way')
    .option('--budget <ms>', "milliseconds an item may take before it answers 'unresolved'", positiveNumber)
    .option('--max-iterations <count>', "steps a search may take before it answers 'unresolved'; the same on every machine", count)
    .addOption(workOption())
    .option('--limit <count>', 'only the first so many items', count)
    .option('--out <file>', 'write the results to a file, with a journal beside it')
    .option('--restart', 'begin anew, whatever an earlier run did')
    .option('--workers <count>', 'threads (default: one a core)', count)
    .option('--memory <size>', 'bounds the memory of the run: 512M, 2G (default: a quarter of the machine)', byteSize)
    .option(
      '--queue <url>',
      'have the workers of a queue answer: redis://…, rediss://…, postgres://… (default: INBETWEEN_QUEUE of the environment)',
    )
    .option('--no-queue', 'work here, whatever the environment says')
    .option('--recheck <share>', 'how much of what the queue answers is asked again here: 0, 5% (default: 1%)', share)
    .option('--status <job>', 'only tell what the queue knows of a job, by its name')
    .option('--cancel <job>', 'only end a job on the queue, by its name')
    .option('--purge', 'only remove all that the queue holds, of every job in the namespace')
    .option('--gpu', 'let graphics hardware (WebGPU) prove motions of robots free; results are the same')
    .option('--json', 'progress as JSON lines on stderr, one a second')
    .option('--metrics <port>', 'progress for Prometheus at /metrics, of this machine only unless it is HOST:PORT', metricsAddress)
    .option('--report <file>', 'write a page about the run: verdicts, slowest items, throughput')
    .option('--proof <folder>', 'write a proof of each first contact, one file an item, which inbetween verify checks')
    .option('--verify', 'check each proof here: its problem, and that status and time of its line are true')
    .option('-q, --quiet', 'only results and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (job: string | undefined, paths: string[], options: BatchOptions) => {
      if (options.status !== undefined || options.cancel !== undefined || options.purge === true) {
        const { jobOnQueue } = await import('./job-on-queue.ts');
        exitWith(await jobOnQueue(options, streams));
        return;
      }
      if (job === undefined) program.error("error: missing required argument 'job'");
      const { batch } = await import('./batch.ts');
      exitWith(await batch(job as string, paths, options, streams));
    });
  for (const option of queueOptions('10m')) command.addOption(option);
}
