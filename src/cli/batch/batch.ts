import { randomInt } from 'node:crypto';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { InputError } from '../../index.ts';
import { JOURNAL_FORMAT, type JournalHead } from '../../node/job/run/journal.ts';
import { metricsText } from '../../node/job/run/metrics-text.ts';
import { type AnsweredItems, runJob } from '../../node/job/run/run-job.ts';
import type { Collected } from '../../node/queue/submit.ts';
import { batchReportPage } from '../../report/index.ts';
import { type ExitCode, worstExitCode } from '../../words/exit-code.ts';
import { countsText, rateText, spanText } from '../../words/job-words.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { shownCount } from '../../words/shown-number.ts';
import { cellIn } from '../file-format.ts';
import { inputFiles } from '../terminal/input-files.ts';
import { KnownFiles, OutputFile, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { colorsFor, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import type { BatchOptions } from './batch-options.ts';
import { type Engine, type OpenEngine, openEngine } from './engine.ts';
import { jobItems } from './job-items.ts';
import { jobSize } from './job-size.ts';
import { type JobSource, readJob } from './job-source.ts';
import { serveMetrics } from './metrics-server.ts';
import { ProofFolder, refuseProofs } from './proof-folder.ts';
import { isQueued, openQueueOf } from './queue-of.ts';
import { type OpenFile, ResultFile } from './result-file.ts';
import { fileSink, type ResultSink, streamSink } from './result-sink.ts';
import { RunWatch } from './run-watch.ts';

/** What a test may stand in for. */
export interface BatchSurroundings {
  readonly openEngine?: OpenEngine;
  readonly openFile?: OpenFile;
  /** Counted work of a chunk for a queue. */
  readonly chunkWork?: number;
}

/** Share of what a queue answers that is asked again here, and seconds for which its server is waited for. */
const RECHECK = 0.01;
const PATIENCE = 600;
/** Share of `--memory` that chunks and answers may hold; the rest is for the workers. */
const WAITING_SHARE = 0.25;

/** Resolves to the exit code. */
export async function batch(
  named: string,
  paths: readonly string[],
  options: BatchOptions,
  streams: Streams,
  surroundings: BatchSurroundings = {},
): Promise<number> {
  if (options.restart && options.out === undefined) throw new InputError('--restart is for --out: results on the output have no journal');
  if (options.ignoreLimits && options.limits !== undefined && options.limits !== 'ignore')
    throw new InputError(`--ignore-limits and --limits ${options.limits} contradict each other`);
  refuseProofs(options);
  const job = await cellIn(named);
  const files = inputFiles(options, streams.env);
  const page = options.report === undefined ? undefined : new OutputFile('--report', options.report, PAGE);
  if (page !== undefined) await refuseOutputs([page], [job, ...paths]);
  const pageAt = page === undefined ? undefined : resolve(page.path);
  if (options.out !== undefined && [options.out, `${options.out}.journal`].some((path) => resolve(path) === pageAt))
    throw new InputError(`${page?.path}: two outputs cannot go to the same file`);
  const source = await readJob(files, job, paths, options);
  if (options.out !== undefined) await new OutputFile('--out', options.out).refuseInputs(await KnownFiles.of([...files.paths, ...paths]));
  const memory = options.memory ?? totalmem() / 4;
  const engine = await (surroundings.openEngine ?? openEngine)({
    // a queue's workers do the work: here only the first few items are answered, and proofs checked
    workers: isQueued(options, streams) && !options.verify ? 1 : options.workers,
    memory: (1 - WAITING_SHARE) * memory,
    gpu: options.gpu === true,
    onNote: noteOn(streams, options),
  });
  try {
    return await runAll({ job, options, streams, files, source, engine, page, memory, ...surroundings });
  } finally {
    await engine.answerer.close();
  }
}

interface Run {
  readonly job: string;
  readonly options: BatchOptions;
  readonly streams: Streams;
  readonly files: ReturnType<typeof inputFiles>;
  readonly source: JobSource;
  readonly engine: Engine;
  readonly page: OutputFile | undefined;
  readonly memory: number;
  readonly openFile?: OpenFile;
  readonly chunkWork?: number;
  readonly proofs?: ProofFolder;
}

async function runAll(run: Run): Promise<number> {
  const { options, streams, files, source, engine, page } = run;
  const { stderr } = streams;
  const { limit = Infinity, out, quiet = false } = options;
  const note = noteOn(streams, options);
  const watch = new RunWatch({
    ...{ stderr, isShown: !quiet && !options.json, isReported: options.json === true },
    ...{ workers: engine.workers, ended: engine.ended },
  });
  const head: JournalHead = { format: JOURNAL_FORMAT, version: packageVersion(), job: source.name, limit: options.limit ?? null };
  const metrics = options.metrics === undefined ? undefined : await serveMetrics(options.metrics, () => metricsText(watch.numbers()));
  const file =
    out === undefined
      ? undefined
      : await ResultFile.open(out, head, options.restart === true, run.openFile, note).catch(async (error: unknown) => {
          await metrics?.close();
          throw error;
        });
  const sink = file === undefined ? streamSink(streams, watch) : fileSink(file, watch);
  if (file !== undefined) resumeFrom(file, watch, note);
  if (metrics !== undefined) note(`metrics at ${metrics.url}`);
  let isEnded = false;
  const stopListening = streams.onInterrupt?.(() => {
    isEnded = true;
  });
  try {
    // what is counted is shown when it is known
    jobSize(source, files, limit).then((expected) => {
      watch.expected = expected;
    });
    const written = [out, out === undefined ? undefined : `${out}.journal`, options.report];
    const outputs = new Set(written.flatMap((path) => (path === undefined ? [] : [resolve(path)])));
    const proofs = options.proof === undefined ? undefined : new ProofFolder(options.proof, options.verify ? engine : null, note);
    const { packCell } = engine;
    const items = jobItems(source, { files, options, packCell, outputs, onWarning: (text) => note(text, 'warning') }, limit);
    const isStopped = () => isEnded || sink.isClosed;
    await answered({ ...run, proofs }, sink, watch, items, isStopped);
    proofs?.summarize();
    const isDone = !isStopped();
    await sink.end(isDone);
    watch.update(true);
    watch.clear();
    const { unanswered } = watch.tally;
    if (unanswered > 0 && out !== undefined) note(`${shownCount(unanswered)} items have no answer; the same command asks for them again`);
    if (!isDone && !sink.isClosed)
      note(out === undefined ? 'ended before all was done' : 'ended before all was done; the same command goes on');
    if (page !== undefined) await writePage(run, page, watch, isDone);
    if (!quiet && !options.json && !sink.isClosed) summarize(run, watch, secondsOfFinished(file, watch));
    return isDone ? watch.tally.exitCode : worst(watch.tally.exitCode, 3);
  } catch (error) {
    watch.clear();
    await sink.close();
    throw error;
  } finally {
    stopListening?.();
    await metrics?.close();
  }
}

async function answered(
  { engine, memory, options, streams, source, chunkWork, proofs }: Run,
  sink: ResultSink,
  watch: RunWatch,
  items: AsyncIterable<Parameters<typeof watch.tally.add>[0][number]>,
  isStopped: () => boolean,
): Promise<void> {
  const take = async (given: AnsweredItems): Promise<void> => {
    const found = proofs === undefined ? given : await proofs.take(given);
    watch.tally.add(found.items, found.answer);
    await sink.take(found);
    watch.update();
  };
  const wanted = sink.items(items, isStopped);
  if (!isQueued(options, streams)) return runJob(wanted, engine.answerer, { memory: WAITING_SHARE * memory, isStopped, take });
  const note = noteOn(streams, options);
  const queue = await openQueueOf(options, streams, PATIENCE, note);
  try {
    note(`submitting to ${queue.shown} as '${source.name}'`);
    const onFailed = ({ first, items: count, reasons }: Collected) =>
      note(`no answer for ${shownCount(count)} items from ${first} on: ${reasons.join('; ')}`, 'warning');
    const [{ runOnQueue }, { Recheck }] = await Promise.all([import('./queue-run.ts'), import('../../node/job/run/recheck.ts')]);
    const recheck = new Recheck(engine.answerer, options.recheck ?? RECHECK, () => randomInt(2 ** 47) / 2 ** 47);
    await runOnQueue(wanted, queue, {
      ...{ job: source.name, pilot: engine.answerer, recheck, take, isStopped, onFailed },
      ...{ total: () => watch.expected, resumed: watch.resumed, chunkWork },
    });
  } finally {
    await queue.close();
  }
}

/** Goes on from where the last run was ended. */
function resumeFrom({ path, steps, isDone }: ResultFile, watch: RunWatch, note: Note): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  watch.tally.restore(last.tally);
  watch.resume(
    last.seconds,
    last.items,
    last.bytes,
    steps.map(({ seconds, items }) => ({ seconds, items })),
  );
  if (isDone) note(`${path} is finished; what it was made from is looked at again (--restart begins anew)`);
  else note(`${path}: going on after ${shownCount(last.items)} items`);
}

type Note = (text: string, kind?: 'warning') => void;

function noteOn({ stderr, env }: Streams, { quiet, json }: BatchOptions): Note {
  const c = colorsFor(stderr, env);
  const shownTexts = new Set<string>();
  return (text, kind) => {
    // cells of many tasks say the same again and again
    if (quiet || shownTexts.has(text)) return;
    shownTexts.add(text);
    if (json) stderr.write(`${safeJson({ [kind ?? 'note']: text })}\n`);
    else stderr.write(`${kind === undefined ? '' : `${c.yellow('warning:')} `}${safeText(text)}\n`);
  };
}

/** Seconds of a run that had nothing left to do. */
function secondsOfFinished(file: ResultFile | undefined, { tally }: RunWatch): number | undefined {
  const last = file?.steps.at(-1);
  return last?.done === true && last.items === tally.items ? last.seconds : undefined;
}

/** `before`: seconds of a run that had nothing left to do. */
function summarize({ streams, source, options }: Run, watch: RunWatch, before: number | undefined): void {
  const { tally, resumed } = watch;
  const seconds = before ?? watch.seconds;
  const rate = rateText(tally.items, seconds);
  const where = options.out === undefined ? '' : `, written to ${options.out}`;
  const earlier = resumed > 0 && before === undefined ? `, ${shownCount(resumed)} of them by earlier runs` : '';
  streams.stderr.write(
    `${safeText(`${source.name}: ${countsText(tally.items, tally.counts)}`)}\n${spanText(seconds)}${rate && `, ${rate}`}${earlier}${safeText(where)}\n`,
  );
}

async function writePage({ source, files, engine }: Run, page: OutputFile, watch: RunWatch, isDone: boolean): Promise<void> {
  const { tally, seconds, samples } = watch;
  const text = batchReportPage({
    title: source.name,
    counts: tally.counts,
    items: tally.items,
    seconds,
    busySeconds: tally.busy / 1000,
    workers: engine.workers,
    slowest: tally.slowest,
    samples,
    complete: isDone,
    version: packageVersion(),
  });
  await page.write(text, files.paths);
}

function worst(code: number, other: ExitCode): number {
  return code > 3 ? code : worstExitCode([code as ExitCode, other]);
}
