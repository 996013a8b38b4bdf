import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { HeldMotion, InputError, Scene, type SceneFirstContactOptions } from '../../index.ts';
import { type LoadedCell, unlikeSizes } from '../../io/index.ts';
import { threads } from '../../node/index.ts';
import { codeOf } from '../../node/job/cell-line.ts';
import { readPathOfCell } from '../../node/job/cell-path.ts';
import { CheckCrew } from '../../node/job/check-crew.ts';
import type { LimitsWish } from '../../node/job/check-path.ts';
import { inOrder } from '../../node/job/run/in-order.ts';
import { loadMethod, methodName } from '../../node/load-method.ts';
import { entryOf } from '../../words/entries.ts';
import { worstExitCode } from '../../words/exit-code.ts';
import { proofSentence } from '../../words/proof-sentence.ts';
import { safeText } from '../../words/safe-text.ts';
import { isUntested } from '../../words/scene-judgement.ts';
import { keptText, uncertaintyText } from '../../words/scene-verdict.ts';
import { cellIn } from '../file-format.ts';
import { describeSizes } from '../scene-sizes.ts';
import { inputFiles } from '../terminal/input-files.ts';
import { KnownFiles } from '../terminal/output-file.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { isOnGithub, withoutCommandsOn } from '../terminal/without-commands.ts';
import { allowedText, budgetTexts, looseBases, untestedText } from './check-advice.ts';
import type { CheckNames } from './check-names.ts';
import type { CheckOptions } from './check-options.ts';
import { CheckOutputs } from './check-outputs.ts';
import { checkText } from './check-text.ts';
import type { CheckedPath } from './checked-path.ts';
import { type CheckSoFar, tellGithub } from './github/tell-github.ts';
import { loadCell } from './load-cell.ts';
import { requestFaults } from './request-ends.ts';
import { ofScene, wantedPaths } from './wanted-paths.ts';

/** Milliseconds; to start threads takes about as long. */
const ALONE = 300;

/** Resolves to the exit code; rejects with what is wrong in the input once all else is reported. */
export async function check(named: string, paths: readonly string[], options: CheckOptions, streams: Streams): Promise<number> {
  const cellFile = await cellIn(named);
  const runs = isOnGithub(streams.env);
  const isTold = options.github ?? runs;
  const known: CheckSoFar = {
    cellFile,
    title: cellFile,
    names: { severalRobots: false },
    warnings: [],
    paths: [],
    written: [],
    inputs: [cellFile, ...paths],
  };
  try {
    const code = await checkCell(known, paths, { ...options, github: isTold }, runs || isTold ? withoutCommandsOn(streams) : streams);
    if (isTold) await tellGithub(known, undefined, streams);
    return code;
  } catch (error) {
    if (isTold) await tellGithub(known, error, streams);
    throw error;
  }
}

/** Notes in `known` what it found out, as far as it came. */
async function checkCell(known: CheckSoFar, paths: readonly string[], options: CheckOptions, streams: Streams): Promise<number> {
  // One piece: the command from its options to its exit code, in the order in which it happens.
  const { cellFile } = known;
  if (options.ignoreLimits && options.limits !== undefined && options.limits !== 'ignore')
    throw new InputError(`--ignore-limits and --limits ${options.limits} contradict each other`);
  const inputs = inputFiles(options, streams.env);
  const asWritten = await wantedPaths(inputs, paths, options.maxWork);
  const outputs = new CheckOutputs(
    options,
    cellFile,
    asWritten.flatMap(({ name }) => name ?? []),
  );
  await outputs.refuse();
  const place = slashed(cellFile);
  const source = await loadCell(inputs, place, options);
  const { paths: wanted, left } = ofScene(asWritten, source.scene);
  if (options.proof !== undefined && wanted.length > 1)
    throw new InputError(`--proof ${options.proof} is of one path, but ${wanted.length} are given`);
  const cell: LoadedCell = { ...source.cell, warnings: [...source.cell.warnings, ...left] };
  const asked = { ...askedOf(cell, options), method: await loadMethod(options.method) };
  const self = cell.self && options.self;
  const { robots, allowed } = cell;
  // what is taken and laid down is asked of scenes of its phases, which build what they need; in time for a budget
  const isHeld = Object.values(cell.bodyMotions).some((motion) => motion instanceof HeldMotion);
  const scene = new Scene({ ...cell, self, trees: isHeld && options.budget === undefined ? 'later' : 'now' });
  const names: CheckNames = {
    severalRobots: robots.length > 1,
    byGroups: typeof asked.clearance === 'object',
    uncertain: uncertaintyText(cell.uncertainty ?? {}) !== '',
    allowed: allowedText(robots, allowed.length, self),
    untested: untestedText(cell, self),
    budgets: budgetTexts(options),
    acmCommands: source.acmCommands,
    looseBases: looseBases(cell.robots),
  };
  Object.assign(known, { title: cell.name, names, warnings: cell.warnings, inputs: inputs.paths });
  const { stdout, stderr } = streams;
  const c = colorsFor(stdout, streams.env);
  const forPeople = !options.quiet && options.json !== true;
  // what may make a proof worthless is told in any case
  for (const warning of options.quiet ? unlikeSizes(robots, cell.obstacles, cell.bodies) : cell.warnings)
    stderr.write(`${colorsFor(stderr, streams.env).yellow('warning:')} ${safeText(warning)}\n`);
  if (forPeople) stdout.write(`${introduction(cell, asked, self, c)}\n`);

  const bar = new ProgressBar(stderr, wanted.length, !options.quiet);
  const crew = new CheckCrew(scene, threads(options.workers ?? availableParallelism()), options.workers === undefined ? ALONE : 0);
  const limits: LimitsWish = options.ignoreLimits ? 'ignore' : (options.limits ?? 'default');
  const clearance = options.margin && wantsFacts(options);
  const checked = async (i: number): Promise<CheckedPath> => {
    const { name, file: path, content } = wanted[i];
    const shownPath = safeText(name ?? '');
    const onSegment = (segment: number, segments: number) => bar.show(i, `${shownPath}, contacts of segment ${segment + 1} of ${segments}`);
    const onProgress = (done: number, segments: number, round: number) =>
      bar.show(known.paths.length, `${shownPath}, segment ${done} of ${segments}${round > 1 ? `, round ${round}` : ''}`);
    const wishes = { intervals: options.all === true, clearance, limits, arrivals: options.arrivals, onSegment, onProgress };
    const file = path ?? (typeof cell.path === 'string' ? cell.path : cellFile);
    bar.show(known.paths.length, shownPath);
    try {
      const own = await readPathOfCell(inputs, cell, scene, path === undefined ? undefined : slashed(path), content, options.maxWork);
      const ends = source.request === undefined ? [] : requestFaults(source.request, entryOf(own.paths, robots[0].name));
      const asKnown = { ...own, name: name ?? own.name, warnings: [...own.warnings, ...ends] };
      const found = await crew.check(asKnown, asked, wishes, wanted.length - 1 - i);
      const proof = await outputs.proof?.record(
        (sink) => void scene.firstContact(asKnown.motions, { ...asked, contacts: 'none', proof: sink }),
        inputs.paths,
      );
      const shown = options.report === undefined ? undefined : await outputs.proof?.verified();
      return { name: found.path.name, file, found, proof, shown };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { name: name ?? cellFile, file, error };
    }
  };
  try {
    for await (const one of inOrder(wanted.length, () => crew.room, checked)) {
      known.paths.push(one);
      bar.clear();
      if (forPeople && one.found !== undefined) stdout.write(`\n${checkText(one.found, names, c)}`);
      if (forPeople && one.proof !== undefined) stdout.write(`  ${'proof'.padEnd(11)} ${one.proof}\n`);
      if (forPeople && one.shown !== undefined) stdout.write(`  ${'verified'.padEnd(11)} ${safeText(proofSentence(one.shown.found))}\n`);
      // A closed pipe or an interrupt gets its turn.
      await setImmediate();
    }
  } finally {
    await crew.close();
  }
  bar.clear();
  const checks = known.paths.flatMap(({ found }) => found ?? []);
  // Also where nobody reads the rest: a forgotten scene must not look like a proof.
  if (checks.some(({ result }) => isUntested(result)))
    stderr.write(`${colorsFor(stderr, streams.env).yellow('warning:')} ${names.untested ?? ''}\n`);

  const reported = { cell, scene, asked, self, names };
  if (options.json === true) stdout.write(outputs.jsonText(reported, known.paths));
  await outputs.write(reported, known, await KnownFiles.of(inputs.paths));
  if (forPeople && known.written.length > 0) stdout.write(`\nwritten: ${known.written.join(', ')}\n`);
  const faults = known.paths.flatMap(({ error }) => error ?? []);
  if (faults.length > 0) throw new AggregateError(faults);
  return worstExitCode(checks.map(codeOf));
}

function askedOf(cell: LoadedCell, options: CheckOptions): SceneFirstContactOptions {
  const { start, tolerance = cell.tolerance, budget = Infinity, maxIterations } = options;
  // What a planning scene pads is more than the option asks for, and counts it in.
  const clearance =
    typeof cell.clearance === 'object' && options.scene !== undefined ? cell.clearance : (options.clearance ?? cell.clearance);
  return { tolerance, clearance, start, contacts: 'minimal', maxMilliseconds: budget, maxIterations };
}

/** Whether anybody gets to see more than the exit code. */
function wantsFacts({ quiet, json, report, github }: CheckOptions): boolean {
  return !quiet || github === true || json !== undefined || report !== undefined;
}

function introduction(
  cell: LoadedCell,
  { method, tolerance, clearance, start }: SceneFirstContactOptions,
  self: boolean,
  c: Colors,
): string {
  const close = tolerance === undefined ? 'default tolerance' : `tolerance ${tolerance}`;
  const off = uncertaintyText(cell.uncertainty ?? {});
  return [
    `${c.bold(safeText(cell.name))}: ${describeSizes(cell.robots, cell.obstacles, cell.bodies, self, c)}`,
    `method ${methodName(method)}, ${close}, clearance ${keptText(clearance ?? 0)}, start ${start}`,
    ...(off === '' ? [] : [`only nearly followed: ${off}`]),
  ].join('\n');
}
