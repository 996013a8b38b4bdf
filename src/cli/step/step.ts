import type { Command } from 'commander';
import { type LinearMotion, linear, type StepOptions, StepQuery, type StepResult } from '../../index.ts';
import { files } from '../../node/index.ts';
import { stepReportPage } from '../../report/index.ts';
import { stepExitCode } from '../../words/exit-code.ts';
import { safeText } from '../../words/safe-text.ts';
import { count, nonNegativeNumber, positiveNumber } from '../terminal/option-values.ts';
import { OutputFile, PAGE, recorded, refuseOutputs } from '../terminal/output-file.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import { colorsFor, type OutputStream, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { readStepScene, type StepScene } from './step-bodies.ts';
import { cutFiles, objText } from './step-cut.ts';
import { contactJson, summaryJson } from './step-json.ts';
import { contactText, type StepAnswer, verdictText } from './step-text.ts';

interface StepCommandOptions {
  readonly self?: boolean;
  readonly all?: boolean;
  readonly limit?: number;
  readonly clearance?: number;
  readonly tolerance?: number;
  readonly budget?: number;
  readonly startsFree?: boolean;
  readonly maxStep?: boolean;
  readonly weld?: true;
  readonly json?: boolean;
  readonly report?: string;
  readonly cut?: string;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Every vertex moves straight and evenly from its place in MESH0 to that in MESH1; both files have the same triangles of the same
vertices. Several bodies are given as several pairs of files, twice the same file where a body stands, or in one step file:

  { "format": "inbetween-step/1", "clearance": 0.001,
    "bodies": [{ "name": "cloth", "frames": ["cloth0.ply", "cloth1.ply"], "self": true },
               { "name": "pin", "frames": ["pin0.stl", "pin1.stl"], "weld": false },
               { "name": "table", "frames": ["table.obj"] }],
    "allowed": [["cloth", "pin"]] }

"self" and "weld" go before --self and --weld; pairs under "allowed" are not tested against each other.

One line per contact: kind, numbers of the features, time. Vertices and triangles are numbered from 0 as in the file (polygons are
cut into triangles from their first corner), edges by their larger, then their smaller vertex. Pairs of different bodies are
tested, with --self also pairs of the same mesh where it moves; one body alone is always tested against itself. STL has no vertex
numbers, and COLLADA and glTF repeat vertices: there, vertices at the same place in both frames are taken as one, the first.

Meshes that intersect at the start are told by the edges that go through faces there (edge-face, t = 0). Where that is meant, as
of a funnel whose sheets go through each other, --starts-free passes over it, or "self": false leaves that body untested
against itself.

--json prints one line per contact, the numbers as "vertex" and "face", as "edges" and "edgeVertices", or as "edge", "edgeVertices"
and "face", and a last line with "status", the count of contacts, clearance and tolerance (0 without a clearance: exact), the work
done, milliseconds and bytes of memory.

Examples:
  $ inbetween step cloth0.ply cloth1.ply
  $ inbetween step cloth0.ply cloth1.ply ball0.obj ball1.obj --self --all
  $ inbetween step step.json --all --json
  $ inbetween step cloth0.ply cloth1.ply --max-step --cut safe.obj --report step.html

Exit code 0 free, 1 contact or overlap, 3 unresolved, 2 bad input or output that cannot be written. Where the budget runs out after
a contact was found the exit code is 1, "status" is unresolved (overlap, if it is at the start), "reason" is told, and "contacts"
counts those that are proven: there may be more, and earlier ones.
`;

export function addStepCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  program
    .command('step')
    .summary('do deforming meshes touch from one frame to the next?')
    .description('Finds the first contact, or all, of one step of deforming meshes, proven to be so.')
    .argument('<mesh...>', 'two frames of every body, MESH0 MESH1 [MESH0 MESH1 ...], or one step file (inbetween-step/1)')
    .option('--self', 'test moving meshes against themselves too')
    .option('--all', 'find all contacts of the step, not only the first')
    .option('--limit <n>', 'list at most so many contacts; all are counted', count)
    .option('--clearance <length>', "the distance that must be kept (default: the step file's, or 0)", nonNegativeNumber)
    .option('--tolerance <length>', 'with a clearance, how far above it still counts as contact', positiveNumber)
    .option('--starts-free', 'do not look whether anything intersects at the start, only what comes to touch')
    .option('--max-step', 'find the largest fraction of the step that is safe')
    .option('--weld', 'join vertices at the same place in both frames, whatever the format')
    .option('--budget <ms>', "milliseconds of searching before it answers 'unresolved'; reading and writing do not count", positiveNumber)
    .option('--json', 'one JSON line per contact, and one for the answer')
    .option('--report <file>', 'write a page with a picture of the step')
    .option('--cut <file>', 'write the meshes at the largest safe fraction, as OBJ')
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: StepCommandOptions) => exitWith(await step(paths, options, streams)));
}

/** Of the work, for the progress bar. */
const PHASES = ['reading', 'searching', 'writing'] as const;

async function step(paths: readonly string[], options: StepCommandOptions, streams: Streams): Promise<number> {
  const page = options.report === undefined ? undefined : new OutputFile('--report', options.report, PAGE);
  if (page !== undefined) await refuseOutputs([page], paths);
  const inputs = recorded(files());
  const { stdout, stderr } = streams;
  const bar = new ProgressBar(stderr, PHASES.length, !options.quiet);
  const begin = (phase: (typeof PHASES)[number], what: string) => {
    bar.clear();
    bar.show(PHASES.indexOf(phase), `${phase} ${safeText(what)}`);
  };
  const scene = await readStepScene(inputs, paths, {
    self: options.self === true,
    weld: options.weld,
    onBody: (name) => begin('reading', name),
  });
  const cuts = options.cut === undefined ? [] : cutFiles(options.cut, scene.bodies);
  await refuseOutputs([...(page === undefined ? [] : [page]), ...cuts.map(({ output }) => output)], inputs.paths);

  begin('searching', scene.name);
  const motions = motionsOf(scene);
  const answer = answerOf(scene, motions, options);
  bar.clear();
  tell(answer, options, streams);
  if (page !== undefined || cuts.length > 0) begin('writing', scene.name);

  const written: string[] = [];
  if (page !== undefined) {
    await page.write(pageText(answer), inputs.paths);
    written.push(page.path);
  }
  for (const { body, output } of cuts) {
    const positions = motions[body.name].positionsAt(answer.maxStep ?? 0);
    await output.write(objText(positions, body.indices), inputs.paths);
    written.push(output.path);
  }
  bar.clear();
  if (!options.quiet && !options.json && written.length > 0) stdout.write(`\nwritten: ${written.join(', ')}\n`);
  return stepExitCode(answer.result);
}

function motionsOf({ bodies }: StepScene): Readonly<Record<string, LinearMotion>> {
  return Object.fromEntries(bodies.flatMap(({ name, mesh, end }) => (end === null ? [] : [[name, linear(mesh.positions, end)]])));
}

/** `--budget` is for all questions together; the contacts come first. */
function answerOf(scene: StepScene, motions: Readonly<Record<string, LinearMotion>>, options: StepCommandOptions): StepAnswer {
  const { clearance = scene.clearance, tolerance = scene.tolerance, limit, budget, all = false, startsFree = false } = options;
  let deadline = Infinity;
  const asked = (): StepOptions => ({
    clearance,
    ...(tolerance === undefined ? {} : { tolerance }),
    self: scene.bodies.some(({ self }) => self),
    ...(startsFree ? { startsFree } : {}),
    ...(limit === undefined ? {} : { maxContacts: limit }),
    ...(budget === undefined ? {} : { maxMilliseconds: Math.max(0, deadline - performance.now()) }),
  });
  const watch = new Stopwatch();
  watch.start();
  const query = new StepQuery(
    scene.bodies.map(({ name, mesh, self }) => ({ name, mesh, self })),
    scene.allowed,
  );
  const buildMs = watch.stop();
  deadline = performance.now() + (budget ?? Infinity);
  watch.start();
  const result = all ? query.contacts(motions, asked()) : query.firstContact(motions, asked());
  const ms = watch.stop();
  const isWanted = options.maxStep === true || options.cut !== undefined;
  const maxStep = isWanted ? query.maxStep(motions, asked()) : undefined;
  const toleranceUsed = clearance > 0 ? query.tolerance : 0;
  const memory = process.resourceUsage().maxRSS * 1024;
  return { scene, result, all, clearance, tolerance, toleranceUsed, maxStep, startsFree, cost: { ms, buildMs, memory } };
}

function tell(answer: StepAnswer, { json, quiet }: StepCommandOptions, { stdout, env }: Streams): void {
  if (quiet) return;
  const { result, scene } = answer;
  const line = json ? contactJson : (contact: StepResult['contacts'][number]) => contactText(contact, scene);
  writeLines(stdout, result.contacts, line);
  if (json) stdout.write(`${summaryJson(result, answer)}\n`);
  else stdout.write(`${result.contacts.length > 0 ? '\n' : ''}${verdictText(answer, colorsFor(stdout, env))}`);
}

/** Many at a time, so that a million of them are neither one text nor a million writes. */
const LINES_AT_ONCE = 1000;

function writeLines<T>(stream: OutputStream, items: readonly T[], line: (item: T) => string): void {
  for (let i = 0; i < items.length; i += LINES_AT_ONCE)
    stream.write(
      items
        .slice(i, i + LINES_AT_ONCE)
        .map((item) => `${line(item)}\n`)
        .join(''),
    );
}

function pageText({ scene, result, all, clearance, tolerance, maxStep, startsFree, cost }: StepAnswer): string {
  return stepReportPage({
    title: scene.name,
    bodies: scene.bodies.map(({ name, mesh, end, self, welded, coincident }) => ({
      name,
      mesh,
      end,
      self,
      joined: welded ? coincident : 0,
    })),
    result,
    all,
    clearance,
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(maxStep === undefined ? {} : { maxStep }),
    startsFree,
    milliseconds: cost.ms,
    memory: cost.memory,
    version: packageVersion(),
  });
}
