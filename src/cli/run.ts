import { Command, CommanderError } from 'commander';
import { CANNOT_RUN } from '../words/exit-code.ts';
import { safeText } from '../words/safe-text.ts';
import { addAcmCommand } from './acm-command.ts';
import { addBatchCommand } from './batch/batch-command.ts';
import { addCheckCommand } from './check/check-command.ts';
import type { OtherCommand, QueryCommand } from './command-capabilities.ts';
import { addDemoCommand } from './demo/demo-command.ts';
import { addInfoCommand } from './info-command.ts';
import { addInitCommand } from './init-command.ts';
import { addPlanCommand } from './plan/plan-command.ts';
import { addQueryCommand } from './query/query-command.ts';
import { addStepCommand } from './step/step-command.ts';
import { colorsFor, type Streams } from './terminal/streams.ts';
import { isOnGithub, withoutCommandsOn } from './terminal/without-commands.ts';
import { addVerifyCommand } from './verify/verify-command.ts';
import { packageVersion } from './version.ts';
import { addViewCommand } from './view/view-command.ts';
import { addWorkerCommand } from './worker/worker-command.ts';

/** A fault of ours; as in sysexits.h, and none of the codes that carry a verdict. */
const INTERNAL_ERROR = 70;

const EXAMPLES = `
Examples:
  $ inbetween demo                     a robot cell, checked, with a page to look at
  $ inbetween view cell.json           a cell in the browser, to move and to ask
  $ inbetween init cell                a cell of your own to start from
  $ inbetween check cell.json path.csv does the robot hit anything on its path?
  $ inbetween batch job.json           many paths on all cores, results as JSON lines
  $ inbetween plan cell.json --to pick a path there that is proven free
  $ inbetween step a.ply b.ply         does a deforming mesh hit itself from one frame to the next?
  $ inbetween query gear.json          every motion of a scene file
  $ inbetween info gear.obj            what a mesh holds
  $ inbetween acm ur5.urdf             which links need no test against each other
  $ inbetween verify cell.proof.gz     does a proof prove what it claims?
  $ inbetween worker --queue URL       works for jobs that others submit

'inbetween help COMMAND' tells more. Exit code 0 when the command ran ('check', 'batch' and 'step': when nothing touches, 'plan': when a path was found); 2 for bad input, or
when the output cannot be written; 75 to try again
later (a queue's server is away, another run writes); 70 for a fault of inbetween itself, with the place where it happened: please report it. Files that take work out of all proportion
to their size are bad input; --max-work raises the limit.
`;

/** Runs one command line and resolves to its exit code. */
export async function run(args: readonly string[], given: Streams): Promise<number> {
  const streams = isOnGithub(given.env) ? withoutCommandsOn(given) : given;
  const c = colorsFor(streams.stderr, streams.env);
  try {
    let code = 0;
    const exitWith = (verdict: number) => {
      code = verdict;
    };
    await programFor(args[0], streams, given, exitWith).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : CANNOT_RUN;
    const faults: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    if (faults.every((fault): fault is Error => fault instanceof Error && fault.name === 'InputError')) {
      for (const { message } of faults) streams.stderr.write(`${c.red('inbetween:')} ${safeText(message)}\n`);
      const own = faults.map((fault) => (fault as { readonly exitCode?: unknown }).exitCode);
      return own.find((code): code is number => typeof code === 'number') ?? CANNOT_RUN;
    }
    const message = error instanceof Error ? error.stack : String(error);
    streams.stderr.write(`${c.red('inbetween: internal error, please report it:')} ${message}\n`);
    return INTERNAL_ERROR;
  }
}

/** `name`: of the command that is wanted; `given`: on which commands of the runner may be written. */
function programFor(name: string | undefined, streams: Streams, given: Streams, exitWith: (code: number) => void): Command {
  const program = new Command('inbetween')
    .description('Does it hit anything on the way, when first, where, and is that proven? Certified continuous collision detection.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError("('inbetween --help', or 'inbetween help COMMAND', explains)")
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .helpCommand(false);
  const add = new Map<string, () => void>(
    Object.entries<() => void>({
      demo: () => addDemoCommand(program, streams),
      view: () => addViewCommand(program, streams),
      init: () => addInitCommand(program, streams),
      check: () => addCheckCommand(program, given, exitWith),
      batch: () => addBatchCommand(program, streams, exitWith),
      plan: () => addPlanCommand(program, streams, exitWith),
      step: () => addStepCommand(program, streams, exitWith),
      query: () => addQueryCommand(program, streams),
      info: () => addInfoCommand(program, streams),
      acm: () => addAcmCommand(program, streams),
      verify: () => addVerifyCommand(program, streams, exitWith),
      worker: () => addWorkerCommand(program, streams, exitWith),
      help: () => addHelpCommand(program),
    } satisfies Readonly<Record<QueryCommand | OtherCommand, () => void>>),
  );
  // the options of all the others need not be given to commander
  const wanted = name === undefined || name === 'help' ? undefined : add.get(name);
  for (const one of wanted === undefined ? add.values() : [wanted]) one();
  return program;
}

/** Unlike commander's own, it tells when there is no such command. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .summary('explain a command')
    .description('Explains a command.')
    .argument('[command]', 'its name')
    .action((name?: string) => {
      const asked = name === undefined ? program : program.commands.find((command) => command.name() === name);
      if (asked === undefined) program.error(`error: unknown command '${name}'`);
      else asked.help();
    });
}
