import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { InputError, SCENE_METHODS, Scene, type SceneContactOptions, type SceneMethod, type Status } from '../index.ts';
import { type LoadedCell, readCell } from '../io/index.ts';
import { files } from '../node/index.ts';
import { cellReportPage } from '../report/index.ts';
import { readPathOfCell } from './cell-path.ts';
import { CHECK_FORMAT, checkJson } from './check-json.ts';
import { checkPath, type PathCheck } from './check-path.ts';
import { checkText } from './check-text.ts';
import { crowdText } from './crowd-text.ts';
import { harmless } from './harmless-text.ts';
import { junitText } from './junit-text.ts';
import { methodOption, nonNegativeNumber, positiveNumber, startOption } from './option-values.ts';
import { ProgressBar } from './progress-bar.ts';
import { slashed } from './slashed-path.ts';
import { type Colors, colorsFor, type Streams } from './streams.ts';
import { packageVersion } from './version.ts';
import { writeText } from './write-text.ts';

interface CheckOptions {
  readonly method: SceneMethod;
  readonly tolerance?: number;
  readonly clearance?: number;
  readonly start: 'strict' | 'leaving';
  readonly self: boolean;
  readonly all?: boolean;
  readonly ignoreLimits?: boolean;
  readonly margin: boolean;
  readonly budget?: number;
  /** True: to the output. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly report?: string;
  readonly quiet?: boolean;
}

const EXIT_CODES: Readonly<Record<Status, number>> = { free: 0, contact: 1, overlap: 1, unresolved: 3 };

const EXAMPLES = `
A cell file names the robots (URDF, SRDF) and what stands around them; 'inbetween init' writes one to start from. A path is a CSV,
JSON or YAML file, or a ROS JointTrajectory: with times it runs as a controller executes it (linear, cubic, quintic), without by
straight lines in joint space. Without PATH the one that the cell names is checked. Waypoints are counted from 0, and waypoint k
is at t = k.

A path that starts in contact is a contact: exit code 0 means that everything was proven apart, from start to end. Where a robot
rightly starts in contact, --start leaving lets those pairs leave first; pairs that never do are listed.

Examples:
  $ inbetween check cell.json path.csv
  $ inbetween check cell.json paths/*.csv --junit report.xml --quiet
  $ inbetween check cell.json path.yaml --clearance 0.01 --report contact.html
  $ inbetween check cell.json path.csv --all --json answer.json

Exit code 0 free, 1 contact or overlap, 3 undecided, 2 bad input or output that cannot be written; over several paths the
worst counts: 2, then 1, then 3.
`;

export function addCheckCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  program
    .command('check')
    .summary('does a robot hit anything along its path?')
    .description('Finds the certified first contact of the robots of a cell along one or several paths.')
    .argument('<cell>', 'cell file (inbetween-cell/1); what it names lies beside it')
    .argument('[path...]', 'path files (default: the path that the cell names)')
    .addOption(methodOption(SCENE_METHODS))
    .option('--tolerance <length>', "how close counts as contact (default: the cell's)", positiveNumber)
    .option('--clearance <length>', "the distance that must be kept (default: the cell's)", nonNegativeNumber)
    .addOption(startOption())
    .option('--no-self', 'do not test links against each other')
    .option('--all', 'find every stretch in contact, not only the first contact')
    .option('--ignore-limits', 'do not warn of waypoints beyond the limits of joints')
    .option('--no-margin', 'do not look for the least distance along the way')
    .option('--budget <ms>', "milliseconds a path may take before it answers 'unresolved'", positiveNumber)
    .option('--json [file]', 'everything found as JSON, to the output or a file')
    .option('--junit <file>', 'write JUnit XML: one suite a path, one case a segment')
    .option('--report <file>', 'write a page with a picture of one path')
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (cell: string, paths: string[], options: CheckOptions) => exitWith(await check(cell, paths, options, streams)));
}

/** Resolves to the exit code; rejects with what is wrong in the input once all else is told. */
async function check(cellFile: string, paths: readonly string[], options: CheckOptions, streams: Streams): Promise<number> {
  if (options.report !== undefined && paths.length > 1) throw new InputError(`--report shows one path, but ${paths.length} are given`);
  if (typeof options.json === 'string') await refuseOverwriting(options.json);
  const cell = await readCell(files(), slashed(cellFile));
  const asked = askedOf(cell, options);
  const self = cell.self && options.self;
  const scene = new Scene({ robots: cell.robots, obstacles: cell.obstacles, self });
  const names = { severalRobots: cell.robots.length > 1, clearance: asked.clearance ?? 0 };
  const { stdout, stderr } = streams;
  const c = colorsFor(stdout, streams.env);
  const forPeople = !options.quiet && options.json !== true;
  if (!options.quiet)
    for (const warning of cell.warnings) stderr.write(`${colorsFor(stderr, streams.env).yellow('warning:')} ${harmless(warning)}\n`);
  if (forPeople) stdout.write(`${introduction(cell, asked, self, c)}\n`);

  const wanted: readonly (string | undefined)[] = paths.length > 0 ? paths : [undefined];
  const bar = new ProgressBar(stderr, wanted.length, !options.quiet);
  const checks: PathCheck[] = [];
  const faults: { readonly path: string; readonly error: InputError }[] = [];
  const wishes = { intervals: options.all === true, clearance: options.margin && told(options), limits: !options.ignoreLimits };
  for (const [i, path] of wanted.entries()) {
    bar.show(i, harmless(path ?? ''));
    try {
      const found = checkPath(scene, await readPathOfCell(files(), cell, path), asked, wishes);
      checks.push(found);
      bar.clear();
      if (forPeople) stdout.write(`\n${checkText(found, names, c)}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push({ path: path ?? cellFile, error });
    }
    // A closed pipe or an interrupt gets its turn.
    await setImmediate();
  }
  bar.clear();

  const messages = faults.map(({ path, error }) => ({ path, message: error.message }));
  if (options.json !== undefined) {
    const text = checkJson(
      cell,
      { ...asked, self },
      checks,
      messages.map(({ message }) => message),
    );
    if (options.json === true) stdout.write(text);
    else await writeText(options.json, text);
  }
  if (options.junit !== undefined) await writeText(options.junit, junitText(cell.name, checks, messages, names));
  if (options.report !== undefined && checks.length > 0) await writeReport(options.report, cell, scene, checks[0], asked);
  const written = [options.json, options.junit, options.report].filter((file) => typeof file === 'string');
  if (forPeople && written.length > 0) stdout.write(`\nwritten: ${written.join(', ')}\n`);
  if (faults.length > 0) throw new AggregateError(faults.map(({ error }) => error));
  return worstCode(checks);
}

/** 1 before 3 before 0. */
function worstCode(checks: readonly PathCheck[]): number {
  const codes = checks.map(({ result }) => EXIT_CODES[result.status]);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}

function askedOf(cell: LoadedCell, options: CheckOptions): SceneContactOptions {
  const { method, start, tolerance = cell.tolerance, clearance = cell.clearance, budget = Infinity } = options;
  return { method, tolerance, clearance, start, contacts: 'minimal', maxMilliseconds: budget };
}

/** Whether anybody gets to see more than the exit code. */
function told({ quiet, json, report }: CheckOptions): boolean {
  return !quiet || json !== undefined || report !== undefined;
}

function introduction(cell: LoadedCell, { method, tolerance, clearance, start }: SceneContactOptions, self: boolean, c: Colors): string {
  const close = tolerance === undefined ? 'default tolerance' : `tolerance ${tolerance}`;
  return [
    `${c.bold(harmless(cell.name))}: ${crowdText(cell.robots, cell.obstacles, self, c)}`,
    `method ${method}, ${close}, clearance ${clearance}, start ${start}`,
  ].join('\n');
}

async function writeReport(file: string, cell: LoadedCell, scene: Scene, found: PathCheck, options: SceneContactOptions): Promise<void> {
  const { path, result, intervals, clearance, milliseconds } = found;
  const html = cellReportPage({
    title: `${cell.name}: ${path.name}`,
    scene,
    motions: path.motions,
    result,
    ...(intervals === null ? {} : { intervals }),
    // The page tells it of the whole path.
    ...(clearance === null || clearance.until < path.segments ? {} : { clearance }),
    options,
    milliseconds,
    version: packageVersion(),
    unit: 'm',
  });
  await writeText(file, html);
}

/** A path that follows --json would be taken for its file: nothing but an earlier answer is written over. */
async function refuseOverwriting(file: string): Promise<void> {
  const advice = 'to print the JSON put --json behind the paths';
  if (!/\.json$/i.test(file)) throw new InputError(`--json ${file}: its name should end in .json; ${advice}`);
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before !== undefined && !before.slice(0, 100).includes(CHECK_FORMAT))
    throw new InputError(`--json ${file}: is there already and no earlier answer; ${advice}`);
}
