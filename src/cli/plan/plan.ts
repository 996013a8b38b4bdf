import { InputError, Scene } from '../../index.ts';
import { type LoadedCell, parseUnits, readCell } from '../../io/index.ts';
import { files } from '../../node/index.ts';
import { type Plan, type PlanProgress, type PlanRequest, plan } from '../../plan/index.ts';
import { CANNOT_RUN } from '../../words/exit-code.ts';
import { safeText } from '../../words/safe-text.ts';
import { keptText } from '../../words/scene-verdict.ts';
import { counted, shown } from '../../words/shown-number.ts';
import { refuseScene } from '../file-format.ts';
import { describeSizes } from '../scene-sizes.ts';
import { KnownFiles, recorded } from '../terminal/output-file.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import type { PlanOptions } from './plan-options.ts';
import { PlanOutputs } from './plan-outputs.ts';
import { planText } from './plan-text.ts';
import type { Planned } from './planned.ts';
import { WhereReader } from './read-where.ts';

/** Resolves to the exit code. */
export async function planCell(cellFile: string, options: PlanOptions, streams: Streams): Promise<number> {
  const { stdout, stderr, env } = streams;
  const outputs = new PlanOutputs(options, cellFile);
  await outputs.refuse();
  const inputs = recorded(files());
  const cell = await loadCell(inputs, cellFile, options);
  const scene = new Scene({ ...cell, self: cell.self && options.self });
  const where = new WhereReader(inputs, cell);
  const request = await requestOf(where, cell, options);

  const forPeople = !options.quiet && options.json !== true;
  if (!options.quiet)
    for (const warning of cell.warnings) stderr.write(`${colorsFor(stderr, env).yellow('warning:')} ${safeText(warning)}\n`);
  const c = colorsFor(stdout, env);
  if (forPeople) stdout.write(`${introduction(cell, request, options, c)}\n`);
  const found = await planned(scene, { ...request, keepTrees: outputs.wantsTrees }, options, streams);
  const result: Planned = { cell, scene, request, found, names: namesOf(options), ...kept(scene, found, options) };
  await outputs.write(result, await KnownFiles.of(inputs.paths));

  if (options.json === true) stdout.write(outputs.jsonText(result));
  if (forPeople) stdout.write(`\n${planText(result, c)}`);
  if (forPeople && outputs.written.length > 0) stdout.write(`\nwritten: ${outputs.written.join(', ')}\n`);
  if (found.status === 'found') return FOUND;
  if (found.reason !== 'start' && found.reason !== 'goal') return NONE;
  stderr.write(`${colorsFor(stderr, env).red('inbetween:')} ${safeText(found.why ?? '')}\n`);
  return CANNOT_RUN;
}

const FOUND = 0;
const NONE = 1;

async function loadCell(inputs: ReturnType<typeof recorded>, cellFile: string, { units }: PlanOptions): Promise<LoadedCell> {
  const place = slashed(cellFile);
  await refuseScene(inputs, place, 'plan');
  const read = await readCell(inputs, place);
  const moved = Object.keys(read.bodyMotions);
  if (moved.length > 0) {
    const [are, it] = moved.length === 1 ? ['moves', 'it'] : ['move', 'them'];
    throw new InputError(
      `${moved.map((name) => `'${name}'`).join(', ')} ${are} by the clock or by waypoints, which is not planned around; make ${it} an obstacle where standing, or "attach" ${it} where held`,
      { file: place },
    );
  }
  return units === undefined ? read : { ...read, units: parseUnits(units, '--units') };
}

async function requestOf(where: WhereReader, cell: LoadedCell, options: PlanOptions): Promise<PlanRequest> {
  const { from, to, through, group, moving, clearance = cell.clearance, tolerance = cell.tolerance, seed, budget, shorten } = options;
  const goals: PlanRequest['to'][] = [];
  for (const text of through) goals.push(await where.goal(text, '--through'));
  return {
    from: await where.start(from, '--from'),
    to: await where.goal(to, '--to'),
    ...(goals.length === 0 ? {} : { through: goals }),
    ...(group === undefined ? {} : { group }),
    ...(moving === undefined ? {} : { moving }),
    clearance,
    ...(tolerance === undefined ? {} : { tolerance }),
    seed,
    maxMilliseconds: budget,
    shorten,
  };
}

/** Ctrl-C ends it with what there is by then. */
async function planned(scene: Scene, request: PlanRequest, { quiet }: PlanOptions, streams: Streams): Promise<Plan> {
  const line = new ProgressLine(streams.stderr, !quiet);
  const signal = { aborted: false };
  streams.untilInterrupted().then(() => {
    signal.aborted = true;
  });
  try {
    return await plan(scene, { ...request, signal, onProgress: (progress) => line.show(progressText(progress)) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/^plan: (?=(from|to|through|group|moving)\b)/, '--'));
  } finally {
    line.clear();
  }
}

const STAGES = { search: 'searching', shorten: 'making it shorter', prove: 'proving' } as const;

function progressText({ stage, milliseconds, nodes, states, length }: PlanProgress): string {
  const best = length === null ? '' : `, best so far ${shown(length, 4)}`;
  return `${STAGES[stage]}: ${counted(nodes, 'state')} reached, ${counted(states, 'state')} looked at, ${(milliseconds / 1000).toFixed(1)} s${best}`;
}

/** The least distance along the path, and whether limits are kept between waypoints. */
function kept(scene: Scene, { path }: Plan, { margin }: PlanOptions): Pick<Planned, 'clearance'> {
  return { clearance: path === null || !margin ? null : scene.clearance(path) };
}

function namesOf({ from, to, through }: PlanOptions): readonly string[] {
  return [from ?? "the cell's start", ...through, to];
}

function introduction(cell: LoadedCell, { clearance, tolerance, seed }: PlanRequest, { self }: PlanOptions, c: Colors): string {
  const close = tolerance === undefined ? 'default tolerance' : `tolerance ${tolerance}`;
  return [
    `${c.bold(safeText(cell.name))}: ${describeSizes(cell.robots, cell.obstacles, cell.bodies, cell.self && self, c)}`,
    `clearance ${keptText(clearance ?? 0)}, ${close}, seed ${safeText(String(seed))}`,
  ].join('\n');
}
