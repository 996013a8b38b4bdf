import type { GpuStepUse } from '../../gpu/index.ts';
import { stepReportPage } from '../../report/index.ts';
import {
  type LinearMotion,
  linearMotion,
  type StepFirstContact,
  type StepMotions,
  type StepOptions,
  type StepProof,
  StepQuery,
} from '../../soft/index.ts';
import { entryOf } from '../../words/entries.ts';
import { stepExitCode } from '../../words/exit-code.ts';
import { safeText } from '../../words/safe-text.ts';
import { ProofFile } from '../check/check-proof.ts';
import { inputFiles, type OutsideWish } from '../terminal/input-files.ts';
import { OutputFile, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import { colorsFor, type OutputStream, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { readStepScene, type StepScene } from './step-bodies.ts';
import { cutFiles, objText } from './step-cut.ts';
import { contactJson, summaryJson } from './step-json.ts';
import { contactText, type StepAnswer, verdictText } from './step-text.ts';

export interface StepCommandOptions extends OutsideWish {
  readonly maxWork?: number;
  readonly self?: boolean;
  readonly all?: boolean;
  readonly limit?: number;
  readonly clearance?: number;
  readonly tolerance?: number;
  readonly budget?: number;
  readonly startsFree?: boolean;
  readonly maxStep?: boolean;
  readonly weld?: true;
  readonly gpu?: boolean;
  readonly json?: boolean;
  readonly report?: string;
  readonly cut?: string;
  readonly proof?: string;
  readonly quiet?: boolean;
}

/** Phases of the work, for the progress bar. */
const PHASES = ['reading', 'searching', 'writing'] as const;

export async function step(paths: readonly string[], options: StepCommandOptions, streams: Streams): Promise<number> {
  const page = options.report === undefined ? undefined : new OutputFile('--report', options.report, PAGE);
  const proof = options.proof === undefined ? undefined : new ProofFile(options.proof);
  const outputs = [page, proof?.output].flatMap((output) => output ?? []);
  await refuseOutputs(outputs, paths);
  const inputs = inputFiles(options, streams.env);
  const { stdout, stderr } = streams;
  const bar = new ProgressBar(stderr, PHASES.length, !options.quiet);
  const begin = (phase: (typeof PHASES)[number], what: string) => {
    bar.clear();
    bar.show(PHASES.indexOf(phase), `${phase} ${safeText(what)}`);
  };
  const scene = await readStepScene(inputs, paths, {
    self: options.self === true,
    weld: options.weld,
    maxWork: options.maxWork,
    onBody: (name) => begin('reading', name),
  });
  const cuts = options.cut === undefined ? [] : cutFiles(options.cut, scene.bodies);
  await refuseOutputs([...outputs, ...cuts.map(({ output }) => output)], inputs.paths);

  begin('searching', scene.name);
  const motions = motionsOf(scene);
  const answer = await answerOf(scene, motions, options, proof && ((ask) => proof.record(ask, inputs.paths)));
  bar.clear();
  writeAnswer(answer, options, streams);
  if (outputs.length + cuts.length > 0) begin('writing', scene.name);

  const written: string[] = [];
  if (page !== undefined) {
    await page.write(pageText(answer), inputs.paths);
    written.push(page.path);
  }
  if (proof !== undefined) {
    await proof.write(inputs.paths);
    written.push(proof.output.path);
  }
  for (const { body, output } of cuts) {
    const positions = entryOf(motions, body.name).positionsAt(answer.maxStep ?? 0);
    await output.write(objText(positions, body.indices), inputs.paths);
    written.push(output.path);
  }
  bar.clear();
  if (!options.quiet && !options.json && written.length > 0) stdout.write(`\nwritten: ${written.join(', ')}\n`);
  return stepExitCode(answer.result);
}

function motionsOf({ bodies }: StepScene): Readonly<Record<string, LinearMotion>> {
  return Object.fromEntries(bodies.flatMap(({ name, mesh, end }) => (end === null ? [] : [[name, linearMotion(mesh.positions, end)]])));
}

/** `--budget` is for all questions together; the contacts come first. */
async function answerOf(
  scene: StepScene,
  motions: Readonly<Record<string, LinearMotion>>,
  options: StepCommandOptions,
  record: ((ask: (proof: StepProof) => void) => Promise<string>) | undefined,
): Promise<StepAnswer> {
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
    scene.bodies.map(({ name, mesh, self }) => ({ name, shape: mesh, self })),
    { allowed: scene.allowed },
  );
  const buildMs = watch.stop();
  const asker = options.gpu ? await gpuAsker(query) : processorAsker(query);
  deadline = performance.now() + (budget ?? Infinity);
  watch.start();
  const { result, gpu } = await asker.contact(motions, asked(), all);
  const ms = watch.stop();
  const isWanted = options.maxStep === true || options.cut !== undefined;
  const maxStep = isWanted ? await asker.maxStep(motions, asked()) : undefined;
  asker.close();
  // what was found in time is proven whatever that takes
  const known = result.status === 'unresolved' ? asked() : { ...asked(), maxMilliseconds: Infinity };
  const proof = await record?.((sink) => void query.firstContact(motions, { ...known, proof: sink }));
  const toleranceUsed = clearance > 0 ? query.tolerance : 0;
  const memory = process.resourceUsage().maxRSS * 1024;
  return {
    scene,
    result,
    all,
    clearance,
    tolerance,
    toleranceUsed,
    maxStep,
    startsFree,
    budget,
    cost: { ms, buildMs, memory },
    gpu,
    proof,
  };
}

/** Whoever answers: the processor, or graphics hardware and the processor. */
interface Asker {
  contact(motions: StepMotions, options: StepOptions, all: boolean): Promise<{ result: StepFirstContact; gpu?: GpuStepUse }>;
  maxStep(motions: StepMotions, options: StepOptions): Promise<number>;
  close(): void;
}

function processorAsker(query: StepQuery): Asker {
  return {
    contact: async (motions, options, all) => ({ result: all ? query.contacts(motions, options) : query.firstContact(motions, options) }),
    maxStep: async (motions, options) => query.maxStep(motions, options),
    close: () => {},
  };
}

async function gpuAsker(query: StepQuery): Promise<Asker> {
  const { GpuStep } = await import('../../gpu/index.ts');
  const steps = await GpuStep.open(query, { gpu: 'always' });
  return {
    contact: async (motions, options, all) => {
      const { gpu, ...result } = all ? await steps.contacts(motions, options) : await steps.firstContact(motions, options);
      return { result, gpu };
    },
    maxStep: async (motions, options) => (await steps.maxStep(motions, options)).share,
    close: () => steps.close(),
  };
}

function writeAnswer(answer: StepAnswer, { json, quiet }: StepCommandOptions, { stdout, env }: Streams): void {
  if (quiet) return;
  const { result, scene } = answer;
  const line = json ? contactJson : (contact: StepFirstContact['contacts'][number]) => contactText(contact, scene);
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
