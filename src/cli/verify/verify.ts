import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { proofLines, unreadable, verifyFile, workLimitOf } from '../../node/verify-file.ts';
import { shrinkProof, type Untested, type Verification, verifyProof } from '../../proof/index.ts';
import { proofSentence, stretchSentence } from '../../words/proof-sentence.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { counted, shownCount } from '../../words/shown-number.ts';
import { ProofFile } from '../check/check-proof.ts';
import { cellIn } from '../file-format.ts';
import { refuseOutputs } from '../terminal/output-file.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import type { Streams } from '../terminal/streams.ts';
import type { AskedAs, Comparison } from './same-problem.ts';
import type { AskedOfStep } from './same-step.ts';

export interface VerifyOptions extends AskedAs, AskedOfStep {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly shrink?: string;
  readonly maxPieces?: number;
  /** Undefined: one a core, where it pays. */
  readonly threads?: number;
  /** The problem is not compared. */
  readonly proofOnly?: boolean;
  /** Default with `quiet`: free. */
  readonly expect?: Expected;
}

export type Expected = 'free' | 'contact';

/** Names of pairs of one reason in text. */
const MOST_NAMED = 20;
const UNIT_WORDS = 'lengths as in the problem, angles in radians, path time in segments';
const STEP_WORDS = 'lengths as in the problem, time in steps';

const CODES: Readonly<Record<Verification['result'], number>> = { proven: 0, refuted: 1, malformed: 2, undecided: 3 };

/** Claims that meet what is expected. */
const EXPECTED: Readonly<Record<Expected, readonly (string | null)[]>> = { free: ['free'], contact: ['contact', 'overlap'] };

/** A share that no leaf belongs to: everything else of a proof is read and checked. */
const NO_LEAVES: readonly [number, number] = [0, 2 ** 50];

/** Checks a proof, and that these are the files it was made of; resolves to the exit code. */
export async function verify(path: string, given: readonly string[], options: VerifyOptions, streams: Streams): Promise<number> {
  const { maxPieces, threads, quiet = false, proofOnly = false, expect = quiet ? 'free' : undefined } = options;
  const files = await Promise.all(given.map(cellIn));
  const hashes = await Promise.all(files.map(hashOf));
  const line = new ProgressLine(streams.stderr, !quiet);
  const onProgress = (share: number) => line.show(`${basename(path)}: ${Math.floor(100 * share)} % verified`);
  const shrunk = options.shrink === undefined ? null : new ProofFile(options.shrink, '--shrink');
  if (shrunk !== null) await refuseOutputs([shrunk.output], [path, ...files]);
  // before the leaves: where the problem is another one they need not be checked
  const problem = proofOnly ? null : await compared(path, files, options, streams);
  const differs = problem !== null && problem.differs !== null;
  const limits = maxPieces === undefined ? { maxWork: await workLimitOf(path) } : { maxPieces };
  const checked =
    shrunk !== null && !differs
      ? await verifyProof(written(shrinkProof(proofLines(path, onProgress)), shrunk), limits)
      : await verifyFile(path, { maxPieces, threads, onProgress, ...(differs ? { share: NO_LEAVES } : {}) });
  line.clear();
  // what proves nothing is not worth a shorter file
  if (!differs && (checked.result === 'proven' || checked.result === 'undecided')) await shrunk?.write([path, ...files]);
  const told = withFiles(checked, hashes, problem);
  const fault = expect === undefined ? null : unexpected(told, expect);
  const isCompared = problem !== null || proofOnly;
  if (!quiet) {
    const words = options.json ? [] : wordsOf(told, isCompared, fault);
    streams.stdout.write(options.json ? `${safeJson(told)}\n` : `${words.map(safeText).join('\n')}\n`);
  }
  if (told.result !== 'proven') return CODES[told.result];
  return fault !== null ? fault.code : isCompared ? CODES.proven : CODES.undecided;
}

/** Why a proven claim is not the expected one, and the exit code; null: it is. */
function unexpected({ status, pairs }: Verification, expect: Expected): { readonly why: string; readonly code: number } | null {
  if (status === 'unresolved') return { why: 'it claims nothing of the end of the path', code: CODES.undecided };
  if (!EXPECTED[expect].includes(status)) return { why: `it claims ${status}`, code: CODES.refuted };
  return pairs === 0 ? { why: 'no pair was tested', code: CODES.undecided } : null;
}

/** The problem of the proof beside the one in these files; null: they do not say what it is, or it is no proof. */
async function compared(path: string, files: readonly string[], options: VerifyOptions, { env }: Streams): Promise<Comparison | null> {
  const kind = files.length === 0 ? undefined : await kindOfProof(path);
  if (kind === 'inbetween-step-proof/1') {
    const { sameStep } = await import('./same-step.ts');
    return sameStep(path, files, options, env);
  }
  const { cellAndPath, sameProblem } = await import('./same-problem.ts');
  const read = kind === 'inbetween-proof/1' ? await cellAndPath(files) : null;
  return read === null ? null : sameProblem(path, read, options, env);
}

/** What its first line says that it is. */
async function kindOfProof(path: string): Promise<unknown> {
  for await (const line of proofLines(path))
    try {
      return JSON.parse(line).kind;
    } catch {
      return undefined;
    }
  return undefined;
}

/** The same lines, which go to a file as well: what is checked is what is written. */
async function* written(lines: AsyncIterable<string>, file: ProofFile): AsyncGenerator<string> {
  for await (const line of lines) {
    file.take(`${line}\n`);
    yield line;
  }
}

interface FileHash {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
}

type Told = Verification & { readonly files: readonly FileHash[]; readonly problem: Comparison | null };

/** Every file that is given is one of the inputs; or it was read again, and says the same. */
function withFiles(found: Verification, files: readonly FileHash[], problem: Comparison | null): Told {
  const told = { ...found, files, problem };
  if (found.result === 'malformed' || found.result === 'refuted') return told;
  if (problem !== null && problem.differs !== null)
    return { ...told, result: 'refuted', why: `it is about another problem than ${problem.read.join(' and ')}: ${problem.differs}` };
  const read = new Set(problem?.read);
  const other = files.find((file) => !isNamed(file, found) && !read.has(file.path));
  return other === undefined ? told : { ...told, result: 'refuted', why: `it was not made of ${other.name}, as that is now` };
}

function isNamed({ sha256 }: FileHash, { inputs }: Verification): boolean {
  return inputs.some((input) => input.sha256 === sha256);
}

function wordsOf(found: Told, isCompared: boolean, fault: { readonly why: string } | null): string[] {
  const { result, untested, inputs, leaves, pieces, pairs, files, problem, segments, solids, step } = found;
  const [least, most] = found.clearance;
  const head = proofSentence(found);
  if (result === 'malformed') return [head];
  const isRead = problem !== null && problem.differs === null;
  return [
    result === 'proven' && !isCompared ? head.replace('proven: ', 'valid, problem not compared: ') : head,
    ...(fault === null || result !== 'proven' ? [] : [`  not as expected: ${fault.why}`]),
    ...(pairs === 0 ? [] : [`  clearance ${least}${most > least ? ` to ${most}, by pair` : ''}, tolerance ${found.tolerance}`]),
    step === undefined
      ? `  ${segments.proven} of ${counted(segments.path, 'segment')}, ${counted(solids, 'solid')}; ${UNIT_WORDS}`
      : `  1 step, ${counted(solids, 'solid')}; ${STEP_WORDS}`,
    ...(segments.proven < 2 ? [] : [`  largest gap between segments: ${found.largestGap === 0 ? 'none' : found.largestGap}`]),
    ...found.carried.map(({ name, on, from }) => `  carried: ${name}, from path time ${from} on ${on === null ? 'by nobody' : `by ${on}`}`),
    ...(found.followed === 0
      ? []
      : [
          `  joints follow what closes them in ${found.followed} of the segments: shown to be within what is told of them, closure error at most ${found.closureError}`,
        ]),
    ...found.uncertain.map(({ name, length, angle }) => `  wherever ${name} is, within ${length} of its place and ${angle} radians`),
    ...found.exempt.map((stretch) => `  not proven: ${stretchSentence(stretch)}`),
    ...untested.map((one) => `  not tested: ${counted(one.pairs, 'pair')}, said by ${one.by}: ${one.why} (${namesOf(one)})`),
    ...inputs.flatMap(({ name, sha256 }) => {
      const given = files.some((file) => file.sha256 === sha256);
      // what a cell names was read again with it
      if (!given && isRead) return [];
      return [`  said to be made of ${name}, SHA-256 ${sha256}${given ? ': the file given' : ', which was not given'}`];
    }),
    ...(files.length === 0 || problem?.differs ? [] : [`  ${problemText(problem)}`]),
    ...files
      .filter((file) => result !== 'refuted' && !isNamed(file, found))
      .map(({ name }) => `  ${name} ${inputs.length === 0 ? 'is not named in it' : 'has other bytes than then'}, and says the same`),
    `  ${leaves} leaves checked, in ${pieces} pieces of time; asked: ${found.question}; written by ${found.by}`,
    `  ${shownCount(found.work)} of ${shownCount(found.maxWork)} units of work that are allowed`,
  ];
}

/** The names of pairs that were not tested, each two once; of many the first ones. */
function namesOf({ between }: Untested): string {
  const names: string[] = [];
  const seen = new Set<string>();
  for (const { a, b } of between)
    for (const one of a)
      for (const other of b) {
        const key = JSON.stringify([one, other].sort());
        if ((one === other && (a.length > 1 || b.length > 1)) || seen.has(key)) continue;
        if (names.length === MOST_NAMED) return `${names.join(', ')}, …; --json names all`;
        seen.add(key);
        names.push(one === other ? `${one} with itself` : `${one} and ${other}`);
      }
  return names.join(', ');
}

function problemText(problem: Comparison | null): string {
  if (problem === null) return 'no cell was given: that the problem in it is the one in these files is the word of who wrote it';
  const { read, segments } = problem;
  if (segments === 0) return `read again: the meshes in it are those in ${read.join(' and ')}, every number`;
  return `read again: the problem in it is the one in ${read.join(' and ')}, ${segments} ${segments === 1 ? 'segment' : 'segments'}, every number`;
}

async function hashOf(path: string): Promise<FileHash> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  } catch (error) {
    throw unreadable(path, error);
  }
  return { path, name: basename(path), sha256: hash.digest('hex') };
}
