import { Batch } from '../../batch/index.ts';
import { InputError, Scene } from '../../index.ts';
import type { LoadedCell } from '../../io/index.ts';
import { threads } from '../../node/index.ts';
import { type Goal, type Plan, type PlanProgress, type PlanRequest, plan } from '../../plan/index.ts';
import { CANNOT_RUN } from '../../words/exit-code.ts';
import { safeText } from '../../words/safe-text.ts';
import { keptText, uncertaintyText } from '../../words/scene-verdict.ts';
import { counted, shown } from '../../words/shown-number.ts';
import { untestedText } from '../check/check-advice.ts';
import { cellIn } from '../file-format.ts';
import { describeSizes } from '../scene-sizes.ts';
import { inputFiles } from '../terminal/input-files.ts';
import { KnownFiles } from '../terminal/output-file.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { readConstraints } from './constraint-options.ts';
import { plannedOnLines, wantsLines } from './on-lines.ts';
import type { PlanOptions } from './plan-options.ts';
import { PlanOutputs } from './plan-outputs.ts';
import { planText } from './plan-text.ts';
import type { Planned } from './planned.ts';
import { type ProblemSource, readProblem } from './problem-source.ts';
import { WhereReader } from './read-where.ts';
import { limitWarnings, refuseTiming, timedPlan } from './timed-plan.ts';
import { whyText } from './why-text.ts';

/** Resolves to the exit code. */
export async function planCell(named: string, options: PlanOptions, streams: Streams): Promise<number> {
  const cellFile = await cellIn(named);
  const { stdout, stderr, env } = streams;
  refuseTiming(options);
  const outputs = new PlanOutputs(wantsLines(options) ? {} : options, cellFile);
  await outputs.refuse();
  const inputs = inputFiles(options, env);
  const source = await readProblem(inputs, cellFile, options);
  const { cell } = source;
  const scene = new Scene({ ...cell, self: cell.self && options.self });
  const constraints = await readConstraints(inputs, cell, options, source.constraints ?? []);
  const asked = await requestOf(new WhereReader(inputs, cell), source, options);
  const request = constraints.length === 0 ? asked : { ...asked, constraints };

  const forPeople = !options.quiet && options.json !== true;
  const warn = (warnings: readonly string[], isQuiet = options.quiet) => {
    for (const warning of isQuiet ? [] : warnings) stderr.write(`${colorsFor(stderr, env).yellow('warning:')} ${safeText(warning)}\n`);
  };
  warn(cell.warnings);
  // a forgotten scene must not look like a proof, with --quiet neither
  const isEmpty = cell.obstacles.length + cell.bodies.length === 0 && !(cell.self && options.self);
  const untested = isEmpty ? [untestedText(cell, false)] : [];
  warn(untested, false);
  const c = colorsFor(stdout, env);
  if (forPeople) stdout.write(`${introduction(cell, request, options, c)}\n`);
  if (wantsLines(options)) return (await plannedOnLines(scene, cell, request, options, streams, inputs.paths, c)) ? FOUND : NONE;
  const found = await planned(scene, { ...request, keepTrees: outputs.wantsTrees }, options, streams);
  const timed = timedPlan(scene, found, request, options, source.shares ?? {}, cell.units);
  const fast = limitWarnings(scene, found, options, source.shares ?? {}, cell.units);
  warn(fast);
  const motions = timed?.trajectories ?? found.path;
  const clearance = motions === null || !options.margin ? null : scene.clearance(motions);
  const clearanceSeconds = motions === null || clearance === null ? null : scene.clock(motions).secondsAt(clearance.time);
  const hint =
    found.reason === 'start' && options.from === undefined && source.from === undefined ? '; give --from to start elsewhere' : '';
  const why = `${whyText(found, cell.robots, cell.units)}${hint}`;
  const result: Planned = {
    cell: { ...cell, warnings: [...cell.warnings, ...untested, ...fast] },
    scene,
    request,
    found,
    timed,
    names: namesOf(source, options),
    why,
    clearance,
    clearanceSeconds,
  };
  await outputs.write(result, await KnownFiles.of(inputs.paths), inputs.paths);

  if (options.json === true) stdout.write(outputs.jsonText(result));
  if (forPeople) stdout.write(`\n${planText(result, c)}`);
  if (forPeople && outputs.proven !== '') stdout.write(`  ${'proof'.padEnd(11)} ${outputs.proven}\n`);
  if (forPeople && outputs.written.length > 0) stdout.write(`\nwritten: ${outputs.written.join(', ')}\n`);
  if (found.status === 'found') return timed === null || timed.status === 'certified' ? FOUND : NONE;
  if (found.reason !== 'start' && found.reason !== 'goal') return NONE;
  // one who sees both sees it once
  const isSeen = forPeople && stdout.isTTY === true && stderr.isTTY === true;
  if (!isSeen) stderr.write(`${colorsFor(stderr, env).red('inbetween:')} ${safeText(why)}\n`);
  return CANNOT_RUN;
}

const FOUND = 0;
const NONE = 1;
const DEFAULT_BUDGET = 10_000;

/** What the command line says goes before what the files say. */
async function requestOf(where: WhereReader, source: ProblemSource, options: PlanOptions): Promise<PlanRequest> {
  const { cell } = source;
  const { from, to, through = [], moving, clearance = cell.clearance, tolerance = cell.tolerance, seed, shorten, method } = options;
  const group = options.group ?? source.group;
  const goal = to === undefined ? source.to : await where.goal(to, '--to');
  if (goal === undefined) throw new InputError('--to is missing: nothing says where to go');
  const passed: Goal[] = [];
  for (const text of through) passed.push(await where.goal(text, '--through'));
  return {
    from: await where.start(from, '--from', source.from),
    to: goal,
    ...(passed.length === 0 ? {} : { through: passed }),
    ...(group === undefined ? {} : { group }),
    ...(moving === undefined ? {} : { moving }),
    ...(source.bounds === undefined ? {} : { bounds: source.bounds }),
    clearance,
    ...(tolerance === undefined ? {} : { tolerance }),
    seed,
    maxMilliseconds: options.budget ?? source.budget ?? DEFAULT_BUDGET,
    shorten,
    ...(method === undefined ? {} : { method }),
  };
}

/** Ctrl-C ends it with what there is by then. */
async function planned(scene: Scene, request: PlanRequest, { quiet, workers = 1 }: PlanOptions, streams: Streams): Promise<Plan> {
  const line = new ProgressLine(streams.stderr, !quiet);
  const signal = { aborted: false };
  streams.untilInterrupted().then(() => {
    signal.aborted = true;
  });
  const batch = workers > 1 ? new Batch({ scene, workers: threads(workers) }) : undefined;
  try {
    return await plan(scene, { ...request, ...(batch && { batch }), signal, onProgress: (progress) => line.show(progressText(progress)) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/^plan: (?=(from|to|through|group|moving)\b)/, '--'));
  } finally {
    line.clear();
    await batch?.close();
  }
}

const STAGES = { search: 'searching', shorten: 'making it shorter', prove: 'proving' } as const;

function progressText({ stage, milliseconds, nodes, states, length }: PlanProgress): string {
  const best = length === null ? '' : `, best so far ${shown(length, 4)}`;
  return `${STAGES[stage]}: ${counted(nodes, 'state')} reached, ${counted(states, 'state')} looked at, ${(milliseconds / 1000).toFixed(1)} s${best}`;
}

function namesOf({ names, usualStart }: ProblemSource, { from, to, through = [] }: PlanOptions): readonly string[] {
  return [from ?? names?.[0] ?? usualStart, ...through, to ?? names?.[1] ?? ''];
}

function introduction(cell: LoadedCell, { clearance, tolerance, seed }: PlanRequest, { self }: PlanOptions, c: Colors): string {
  const close = tolerance === undefined ? 'default tolerance' : `tolerance ${tolerance}`;
  const off = uncertaintyText(cell.uncertainty ?? {});
  return [
    `${c.bold(safeText(cell.name))}: ${describeSizes(cell.robots, cell.obstacles, cell.bodies, cell.self && self, c)}`,
    `clearance ${keptText(clearance ?? 0)}, ${close}, seed ${safeText(String(seed))}`,
    ...(off === '' ? [] : [`only nearly followed: ${off}`]),
  ].join('\n');
}
