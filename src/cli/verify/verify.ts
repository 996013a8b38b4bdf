import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { proofLines, unreadable, verifyFile } from '../../node/verify-file.ts';
import { shrinkProof, type Verification, verifyProof } from '../../proof/index.ts';
import { proofSentence, stretchSentence } from '../../words/proof-sentence.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
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
  readonly maxPieces: number;
  /** Undefined: one a core, where it pays. */
  readonly threads?: number;
}

const CODES: Readonly<Record<Verification['result'], number>> = { proven: 0, refuted: 1, malformed: 2, undecided: 3 };

/** Checks a proof, and that these are the files it was made of; resolves to the exit code. */
export async function verify(path: string, given: readonly string[], options: VerifyOptions, streams: Streams): Promise<number> {
  const { maxPieces, threads } = options;
  const files = await Promise.all(given.map((file, i) => (i === 0 ? cellIn(file) : file)));
  const hashes = await Promise.all(files.map(hashOf));
  const line = new ProgressLine(streams.stderr, !options.quiet);
  const onProgress = (share: number) => line.show(`${basename(path)}: ${Math.floor(100 * share)} % verified`);
  const shrunk = options.shrink === undefined ? null : new ProofFile(options.shrink, '--shrink');
  if (shrunk !== null) await refuseOutputs([shrunk.output], [path, ...files]);
  const checked =
    shrunk === null
      ? await verifyFile(path, { maxPieces, threads, onProgress })
      : await verifyProof(written(shrinkProof(proofLines(path, onProgress)), shrunk), { maxPieces });
  line.clear();
  // what proves nothing is not worth a shorter file
  if (checked.result === 'proven' || checked.result === 'undecided') await shrunk?.write([path, ...files]);
  const problem =
    checked.result === 'proven' || checked.result === 'undecided' ? await compared(path, files, checked, options, streams) : null;
  const told = withFiles(checked, hashes, problem);
  if (!options.quiet) streams.stdout.write(options.json ? `${safeJson(told)}\n` : `${wordsOf(told).map(safeText).join('\n')}\n`);
  return CODES[told.result];
}

/** The problem of the proof beside the one in these files; null: they do not say what it is. */
async function compared(
  path: string,
  files: readonly string[],
  { step }: Verification,
  options: VerifyOptions,
  { env }: Streams,
): Promise<Comparison | null> {
  if (step !== undefined && files.length > 0) {
    const { sameStep } = await import('./same-step.ts');
    return sameStep(path, files, options, env);
  }
  const { cellAndPath, sameProblem } = await import('./same-problem.ts');
  const read = step === undefined ? await cellAndPath(files) : null;
  return read === null ? null : sameProblem(path, read, options, env);
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

function wordsOf(found: Told): string[] {
  const { result, untested, inputs, leaves, pieces, pairs, files, problem } = found;
  const [least, most] = found.clearance;
  const head = proofSentence(found);
  if (result === 'malformed') return [head];
  const isRead = problem !== null && problem.differs === null;
  return [
    head,
    ...(pairs === 0 ? [] : [`  clearance ${least}${most > least ? ` to ${most}, by pair` : ''}, tolerance ${found.tolerance}`]),
    ...found.carried.map(({ name, on, from }) => `  carried: ${name}, from path time ${from} on ${on === null ? 'by nobody' : `by ${on}`}`),
    ...(found.followed === 0
      ? []
      : [`  joints follow what closes them in ${found.followed} of the segments: shown to be within what is told of them`]),
    ...found.uncertain.map(({ name, length, angle }) => `  wherever ${name} is, within ${length} of its place and ${angle} radians`),
    ...found.exempt.map((stretch) => `  not proven: ${stretchSentence(stretch)}`),
    ...untested.map(
      ({ pairs: left, by, why: reason }) => `  not tested: ${left} ${left === 1 ? 'pair' : 'pairs'}, said by ${by}: ${reason}`,
    ),
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
  ];
}

function problemText(problem: Comparison | null): string {
  if (problem === null) return 'no cell was given first: that the problem in it is the one in these files is the word of who wrote it';
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
