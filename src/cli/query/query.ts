import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../index.ts';
import { loadMethod } from '../../node/load-method.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { shown, shownCount, shownPoint, shownUp } from '../../words/shown-number.ts';
import { inputFiles, type OutsideWish } from '../terminal/input-files.ts';
import { OutputFile, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { textTable } from '../terminal/text-table.ts';
import { type Answer, answerOf, csvHeader, csvLine } from './answer-line.ts';
import { loadScene, selectQueries } from './load-scene.ts';
import { QuerySummary } from './query-summary.ts';
import type { Answered, BatchProof, ProvenFree, Question, QuestionOptions, QuestionScene, Reference } from './question.ts';
import { verdictOf, whyNotJudged } from './verdict.ts';

export interface QueryOptions extends OutsideWish {
  readonly maxWork?: number;
  readonly method: string;
  readonly tolerance?: number;
  readonly clearance: number;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly only?: readonly number[];
  readonly limit?: number;
  readonly budget?: number;
  readonly maxIterations?: number;
  readonly mode: 'first' | 'any';
  readonly start: 'strict' | 'leaving';
  readonly contacts: 'first' | 'all' | 'minimal';
  readonly allContacts?: boolean;
  readonly control: boolean;
  readonly report?: string;
  readonly cold?: boolean;
  readonly gpu?: boolean;
}

/** So many answers are listed one by one for people; more are only summed up. */
const MOST_LISTED = 20;
/** The engine's compiler has settled after this, or after so many rounds of the same queries. */
const WARM_UP_MILLISECONDS = 1500;
const WARM_UP_ROUNDS = 20;
const TIMED_RUNS = 5;
/** How long the queries run before the surroundings get a turn: a closed pipe, an interrupt. */
const MILLISECONDS_A_TURN = 30;

export async function query(path: string, options: QueryOptions, streams: Streams): Promise<void> {
  // One piece: the command from its options to its exit code, in the order in which it happens.
  if (options.json && options.csv) throw new InputError('--json and --csv exclude each other');
  if (!options.control && options.method !== 'c2a')
    throw new InputError('--no-control needs --method c2a: no other method has the control');
  if (options.report !== undefined && options.mode === 'any') throw new InputError('--report shows a first contact; leave out --mode any');
  if (options.gpu) refuseBesideGpu(options);
  const inputs = inputFiles(options, streams.env);
  const report = options.report === undefined ? undefined : new OutputFile('--report', options.report, PAGE);
  if (report !== undefined) await refuseOutputs([report], [path]);
  const scene = await loadScene(path, inputs, options.maxWork);
  if (options.gpu && scene.prove === undefined) throw new InputError('--gpu is for scenes of robots; this one has two bodies');
  const chosen = selectQueries(scene.queries, options.only, options.limit);
  if (options.report !== undefined && chosen.length !== 1) {
    throw new InputError(`--report shows one query, but ${chosen.length} are chosen; choose it with --only ID`);
  }
  const contacts = options.allContacts ? 'all' : options.contacts;
  const { method, clearance, mode, start, maxIterations } = options;
  const made = await loadMethod(method, options.control ? undefined : { control: false });
  const tolerance = options.tolerance ?? scene.touch;
  const asked = {
    method,
    made,
    tolerance,
    clearance,
    mode,
    start,
    contacts,
    maxIterations,
    maxMilliseconds: options.budget ?? Infinity,
  };
  const notJudged = whyNotJudged(asked, scene.touch);
  const manyContacts = contacts !== 'first';
  const { stdout, stderr } = streams;
  const forPeople = !options.json && !options.csv;
  const c = colorsFor(stdout, streams.env);

  const treesBegun = performance.now();
  const questions = scene.questions(asked, chosen);
  const treeMilliseconds = performance.now() - treesBegun;
  if (forPeople) stdout.write(introduction(scene, questions.length, asked, treeMilliseconds, c));
  if (options.csv) stdout.write(`${csvHeader(manyContacts)}\n`);

  const proof = options.gpu ? await scene.prove?.(asked, chosen) : undefined;
  if (forPeople && proof !== undefined) stdout.write(proofText(proof, chosen.length));
  const left = proof?.gpu.used ? questions.filter((_, i) => proof.free[i] === 0) : questions;
  if (!options.cold) warmUp(left);
  const summary = new QuerySummary(notJudged);
  const rows: string[][] = [];
  const bar = new ProgressBar(stderr, questions.length, forPeople || stdout.isTTY !== true);
  const listed = forPeople && questions.length <= MOST_LISTED;
  await answerAll(questions, proof, options.cold ? 1 : TIMED_RUNS, (question, result, ms, done) => {
    summary.add(question, result, ms);
    const answer = answerOf(question, result, ms, manyContacts);
    if (options.json) stdout.write(`${safeJson(answer)}\n`);
    if (options.csv) stdout.write(`${csvLine(answer)}\n`);
    if (listed) for (const row of rowsFor(answer, notJudged === undefined ? question.ref : undefined)) rows.push(row);
    bar.show(done, scene.name);
  });
  bar.clear();
  if (listed && rows.length > 0)
    stdout.write(`${textTable(['query', 'answer', 'time', 'gap at most', 'point', 'ms', 'verdict'], rows, c.bold)}\n`);
  if (forPeople && questions.length > 0) stdout.write(summary.text(c, manyContacts));
  if (report !== undefined) {
    await report.write(questions[0].page(notJudged === undefined), inputs.paths);
    if (forPeople) stdout.write(`\n  report: ${report.path}\n`);
  }
}

/** The answer as the scene would give it, without what it would have done. */
const PROVEN_FREE: ProvenFree = {
  status: 'free',
  time: 1,
  gap: null,
  contacts: [],
  pair: null,
  stats: { method: 'auto', nodes: 0, triangles: 0, poses: 0, iterations: 0, steps: 0, frontNodes: 0, pairs: 0, placements: 0 },
};

function refuseBesideGpu({ method, start, report }: QueryOptions): void {
  if (method !== 'auto') throw new InputError('--gpu proves motions free in its own way; leave out --method');
  if (start !== 'strict') throw new InputError('--gpu knows no motions that begin in contact; leave out --start');
  if (report !== undefined) throw new InputError('--report shows one query; leave out --gpu');
}

function proofText({ free, open, gpu, milliseconds }: BatchProof, count: number): string {
  if (!gpu.used) return `  gpu: not used: ${safeText(gpu.why)}\n\n`;
  const proven = free.reduce((sum, one) => sum + one, 0);
  const each = shown((1000 * milliseconds) / Math.max(1, count), 3);
  return `  gpu: ${safeText(gpu.why)}: ${shownCount(proven)} of ${shownCount(count)} proven free, ${shownCount(open)} left open, ${shown(milliseconds, 3)} ms in all, ${each} µs a motion; the others are asked one by one\n\n`;
}

/** Runs queries untimed until the engine has seen enough of them. */
function warmUp(questions: readonly Question[]): void {
  const end = performance.now() + WARM_UP_MILLISECONDS;
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const question of questions) {
      if (performance.now() > end) return;
      question.ask();
    }
  }
}

/**
 * Every query in the order of the file; only the motion and the query itself are timed, the fastest of `runs` counts.
 */
async function answerAll(
  questions: readonly Question[],
  proof: BatchProof | undefined,
  runs: number,
  take: (question: Question, result: Answered, milliseconds: number, done: number) => void,
): Promise<void> {
  const watch = new Stopwatch();
  let turnBegun = performance.now();
  for (const [i, question] of questions.entries()) {
    let milliseconds = Infinity;
    let result: Answered | undefined;
    if (proof?.gpu.used && proof.free[i] === 1) {
      take(question, PROVEN_FREE, proof.milliseconds / questions.length, i + 1);
      continue;
    }
    for (let run = 0; run < runs; run++) {
      watch.start();
      result = question.ask();
      milliseconds = Math.min(milliseconds, watch.stop());
    }
    take(question, result as Answered, milliseconds, i + 1);
    if (performance.now() - turnBegun > MILLISECONDS_A_TURN) {
      await setImmediate();
      turnBegun = performance.now();
    }
  }
}

function introduction(scene: QuestionScene, count: number, options: QuestionOptions, treeMilliseconds: number, c: Colors): string {
  const tolerance = options.tolerance === undefined ? 'default tolerance' : `tolerance ${options.tolerance}`;
  const clearance = options.clearance ? `, clearance ${options.clearance}` : '';
  return [
    `${c.bold(scene.name)}: ${scene.subject(c)}`,
    `${count === 1 ? '1 query' : `${shownCount(count)} queries`}, method ${options.method}, ${tolerance}${clearance}; trees built in ${shown(treeMilliseconds, 3)} ms\n\n`,
  ].join('\n');
}

/** One row an answer, and one for each further contact where more were asked for. */
function rowsFor(answer: Answer, ref: Reference | undefined): string[][] {
  const { id, status, time, gap, ms, point, contacts = [] } = answer;
  const verdict = ref === undefined ? '' : verdictOf(answer, ref);
  const pointText = point === null ? '' : shownPoint(point);
  const first = [String(id), status, shown(time, 8), gap === null ? '' : shownUp(gap[1], 4), pointText, shown(ms, 3), verdict];
  return [
    first,
    ...contacts.slice(1).map((contact) => ['', contact.kind, '', shown(contact.distance, 4), shownPoint(contact.point), '', '']),
  ];
}
