import { setImmediate } from 'node:timers/promises';
import { InputError, Scene, type SceneFirstContactOptions, type SceneMethod } from '../../index.ts';
import { type LoadedCell, parseCell, parseUnits, readCell } from '../../io/index.ts';
import { files } from '../../node/index.ts';
import { cellReportPage } from '../../report/index.ts';
import { limitsExitCode, sceneExitCode, worstExitCode } from '../../words/exit-code.ts';
import { safeText } from '../../words/safe-text.ts';
import { refuseScene } from '../file-format.ts';
import { describeSizes } from '../scene-sizes.ts';
import { JUNIT, OutputFile, type OutputKind, PAGE, recorded, refuseOutputs } from '../terminal/output-file.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { readPathOfCell } from './cell-path.ts';
import { acmCommands, allowedText } from './check-advice.ts';
import { CHECK_FORMAT, checkJson } from './check-json.ts';
import type { CheckNames } from './check-names.ts';
import { checkPath, type LimitsWish, type PathCheck } from './check-path.ts';
import { checkText } from './check-text.ts';
import { junitText } from './junit-text.ts';

export interface CheckOptions {
  readonly method: SceneMethod;
  readonly tolerance?: number;
  readonly clearance?: number;
  readonly start: 'strict' | 'leaving';
  readonly self: boolean;
  readonly units?: string;
  readonly all?: boolean;
  readonly limits?: 'error' | 'warn' | 'ignore';
  readonly ignoreLimits?: boolean;
  readonly margin: boolean;
  readonly budget?: number;
  /** True: to the output. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly report?: string;
  readonly quiet?: boolean;
}

/** Resolves to the exit code; rejects with what is wrong in the input once all else is reported. */
export async function check(cellFile: string, paths: readonly string[], options: CheckOptions, streams: Streams): Promise<number> {
  if (options.report !== undefined && paths.length > 1) throw new InputError(`--report shows one path, but ${paths.length} are given`);
  if (options.ignoreLimits && options.limits !== undefined && options.limits !== 'ignore')
    throw new InputError(`--ignore-limits and --limits ${options.limits} contradict each other`);
  const outputs = outputsOf(options);
  await refuseOutputs(Object.values(outputs), [cellFile, ...paths]);
  const inputs = recorded(files());
  const place = slashed(cellFile);
  await refuseScene(inputs, place);
  const read = await readCell(inputs, place);
  const cell = options.units === undefined ? read : { ...read, units: parseUnits(options.units, '--units') };
  const asked = askedOf(cell, options);
  const self = cell.self && options.self;
  const { robots, obstacles, bodies, allowed } = cell;
  const scene = new Scene({ robots, obstacles, bodies, self, allowed });
  const names: CheckNames = {
    severalRobots: robots.length > 1,
    clearance: asked.clearance ?? 0,
    allowed: allowedText(robots, allowed.length, self),
    acmCommands: acmCommands(
      place,
      parseCell(await inputs.read(place), place),
      robots.map(({ name }) => name),
    ),
  };
  const { stdout, stderr } = streams;
  const c = colorsFor(stdout, streams.env);
  const forPeople = !options.quiet && options.json !== true;
  if (!options.quiet)
    for (const warning of cell.warnings) stderr.write(`${colorsFor(stderr, streams.env).yellow('warning:')} ${safeText(warning)}\n`);
  if (forPeople) stdout.write(`${introduction(cell, asked, self, c)}\n`);

  const wanted: readonly (string | undefined)[] = paths.length > 0 ? paths : [undefined];
  const bar = new ProgressBar(stderr, wanted.length, !options.quiet);
  const checks: PathCheck[] = [];
  const faults: { readonly path: string; readonly error: InputError }[] = [];
  for (const [i, path] of wanted.entries()) {
    const shownPath = safeText(path ?? '');
    const onSegment = (segment: number, segments: number) => bar.show(i, `${shownPath}, contacts of segment ${segment + 1} of ${segments}`);
    const clearance = options.margin && wantsFacts(options);
    const limits: LimitsWish = options.ignoreLimits ? 'ignore' : (options.limits ?? 'default');
    const wishes = { intervals: options.all === true, clearance, limits, onSegment };
    bar.show(i, shownPath);
    try {
      const found = checkPath(scene, await readPathOfCell(inputs, cell, scene, path), asked, wishes);
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
  const texts: Partial<Record<OutputOption, () => string>> = {
    json: () =>
      checkJson(
        cell,
        { ...asked, self },
        checks,
        messages.map(({ message }) => message),
      ),
    junit: () => junitText(cell.name, checks, messages, names),
    ...(checks.length > 0 ? { report: () => reportText(cell, scene, checks[0], asked) } : {}),
  };
  if (options.json === true) stdout.write(texts.json?.() ?? '');
  const written: string[] = [];
  for (const option of OUTPUT_OPTIONS) {
    const [output, text] = [outputs[option], texts[option]];
    if (output === undefined || text === undefined) continue;
    await output.write(text(), inputs.paths);
    written.push(output.path);
  }
  if (forPeople && written.length > 0) stdout.write(`\nwritten: ${written.join(', ')}\n`);
  if (faults.length > 0) throw new AggregateError(faults.map(({ error }) => error));
  return worstExitCode(checks.map(({ result, limits }) => worstExitCode([sceneExitCode(result), limitsExitCode(limits)])));
}

const OUTPUT_OPTIONS = ['json', 'junit', 'report'] as const;
type OutputOption = (typeof OUTPUT_OPTIONS)[number];

const ANSWER: OutputKind = { not: 'no earlier answer', mark: new RegExp(`^.{0,100}${CHECK_FORMAT}`, 's') };

function outputsOf({ json, junit, report }: CheckOptions): Partial<Record<OutputOption, OutputFile>> {
  // A path that follows --json would be taken for its file.
  const advice = 'to print the JSON put --json behind the paths';
  if (typeof json === 'string' && !/\.json$/i.test(json)) throw new InputError(`--json ${json}: its name should end in .json; ${advice}`);
  return {
    ...(typeof json === 'string' ? { json: new OutputFile('--json', json, ANSWER, advice) } : {}),
    ...(junit === undefined ? {} : { junit: new OutputFile('--junit', junit, JUNIT) }),
    ...(report === undefined ? {} : { report: new OutputFile('--report', report, PAGE) }),
  };
}

function askedOf(cell: LoadedCell, options: CheckOptions): SceneFirstContactOptions {
  const { method, start, tolerance = cell.tolerance, clearance = cell.clearance, budget = Infinity } = options;
  return { method, tolerance, clearance, start, contacts: 'minimal', maxMilliseconds: budget };
}

/** Whether anybody gets to see more than the exit code. */
function wantsFacts({ quiet, json, report }: CheckOptions): boolean {
  return !quiet || json !== undefined || report !== undefined;
}

function introduction(
  cell: LoadedCell,
  { method, tolerance, clearance, start }: SceneFirstContactOptions,
  self: boolean,
  c: Colors,
): string {
  const close = tolerance === undefined ? 'default tolerance' : `tolerance ${tolerance}`;
  return [
    `${c.bold(safeText(cell.name))}: ${describeSizes(cell.robots, cell.obstacles, cell.bodies, self, c)}`,
    `method ${method}, ${close}, clearance ${clearance}, start ${start}`,
  ].join('\n');
}

function reportText(cell: LoadedCell, scene: Scene, found: PathCheck, options: SceneFirstContactOptions): string {
  const { path, result, intervals, clearance, milliseconds } = found;
  return cellReportPage({
    title: `${cell.name}: ${path.name}`,
    scene,
    motions: path.motions,
    result,
    ...(intervals === null ? {} : { intervals }),
    // The page shows it of the whole path.
    ...(clearance === null || clearance.until < path.segments ? {} : { clearance }),
    options,
    milliseconds,
    version: packageVersion(),
    unit: 'm',
  });
}
