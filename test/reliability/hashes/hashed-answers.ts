// The answers to 10,000 fixed questions, as one hash per kind and block: what must not change unless somebody wants it to, in any engine.
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { GEOMETRY_QUESTIONS } from '../questions/all-questions.ts';
import type { AnyQuestion } from '../questions/question.ts';
import { READER_QUESTIONS } from '../questions/reader-questions.ts';
import { AnswerHash } from './answer-hash.ts';

/** A kind is asked in ten blocks, so that a test can ask one of them. */
export const BLOCKS = 10;

const COUNTS: Readonly<Record<string, number>> = {
  pairs: 2000,
  clouds: 600,
  swept: 300,
  robots: 700,
  soft: 1000,
  elementary: 1500,
  convex: 1000,
  worlds: 200,
  tool: 500,
  forecast: 100,
  plan: 200,
  inverse: 300,
  timing: 300,
};
/** Of each format. */
const FILES = 70;

/** Kinds with how many questions of each are asked; a block is a tenth. */
export const ASKED: readonly { readonly question: AnyQuestion; readonly count: number }[] = [
  ...GEOMETRY_QUESTIONS.map((question) => ({ question, count: COUNTS[question.kind] })),
  ...READER_QUESTIONS.map((question) => ({ question, count: FILES })),
];

/** The names of all of them. */
export const KINDS: readonly string[] = ASKED.map(({ question }) => question.kind);

export const QUESTION_COUNT: number = ASKED.reduce((sum, { count }) => sum + count, 0);

/** By kind, the hashes of the blocks asked for. */
export type BlockHashes = Record<string, Record<number, string>>;

/** `tell` is told after each kind which it was and how many questions are done. `only`: the kinds; default all. */
export async function hashedAnswers(
  blocks: readonly number[],
  tell: (kind: string, done: number) => void = () => {},
  only: readonly string[] = KINDS,
): Promise<BlockHashes> {
  const hashes: BlockHashes = {};
  let done = 0;
  for (const { question, count } of ASKED.filter(({ question }) => only.includes(question.kind))) {
    const own: Record<number, string> = {};
    for (const block of blocks) {
      const hash = new AnswerHash();
      for (let i = block; i < count; i += BLOCKS) hash.add(await answered(question, i));
      own[block] = hash.digest;
    }
    hashes[question.kind] = own;
    done += (count / BLOCKS) * blocks.length;
    tell(question.kind, Math.round(done));
  }
  return hashes;
}

/** A refusal counts as one; its words, and the line that it names, may be made better. */
async function answered(question: AnyQuestion, i: number): Promise<unknown> {
  try {
    return await question.answer(question.make(new Random(`hashed ${question.kind} ${i}`)));
  } catch (error) {
    if (error instanceof InputError) return { refused: true };
    throw error;
  }
}

/** One hash of many: of kinds, of all. */
export function joinedHash(hashes: readonly string[]): string {
  return new AnswerHash().add(hashes).digest;
}

/** What the file holds. */
export interface HashFile {
  readonly total: string;
  readonly questions: number;
  readonly kinds: Readonly<Record<string, { readonly questions: number; readonly hash: string; readonly blocks: readonly string[] }>>;
}

/** The file of all blocks. */
export function hashFile(hashes: BlockHashes): HashFile {
  const kinds = Object.fromEntries(
    ASKED.map(({ question: { kind }, count }) => {
      const blocks = Array.from({ length: BLOCKS }, (_, block) => hashes[kind][block]);
      return [kind, { questions: count, hash: joinedHash(blocks), blocks }];
    }),
  );
  return { total: joinedHash(Object.values(kinds).map(({ hash }) => hash)), questions: QUESTION_COUNT, kinds };
}

/** Kinds and blocks whose hashes are not those of the file. */
export function differingBlocks(hashes: BlockHashes, file: HashFile): string[] {
  return Object.entries(hashes).flatMap(([kind, blocks]) =>
    Object.entries(blocks).flatMap(([block, hash]) =>
      file.kinds[kind]?.blocks[Number(block)] === hash ? [] : [`${kind}, block ${block}`],
    ),
  );
}
