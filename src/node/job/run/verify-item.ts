/**
 * Whether the proof of an item that others answered shows what their line says. Guarantee: `proven` means that the
 * problem in it is the item's, number by number, and that status and time of the line are true; whoever answered it
 * need not be trusted. Of what else the line says nothing is shown.
 */
import type { TaskContext } from '../../../batch/serve.ts';
import { InputError } from '../../../math/input-error.ts';
import type { Verification } from '../../../proof/verification.ts';
import { verifyProof } from '../../../proof/verify.ts';
import type { ProofRecorder } from '../../../prove/index.ts';
import { comparedProblem, problemTold } from '../../proof-problem.ts';
import { proofLines, workLimitOf } from '../../verify-file.ts';
import { cellProblem } from '../answer-cell.ts';
import { queryProblem } from '../answer-query.ts';
import type { Chunk, ItemKind } from '../chunk.ts';

/** Status and time that a line claims. */
export interface ClaimedAnswer {
  readonly status: string;
  readonly time: number;
}

export interface ItemProofTask {
  /** Where the proof lies; null: there is none, as for what is left out. */
  readonly path: string | null;
  /** The item, alone. */
  readonly chunk: Chunk;
  readonly claimed: ClaimedAnswer;
}

export interface ItemVerdict {
  readonly result: 'proven' | 'refuted' | 'undecided';
  /** Why it is not proven; empty where it is. */
  readonly why: string;
}

type TellProblem = (chunk: Chunk, id: string, data: Uint8Array, proof: ProofRecorder) => void;

const PROBLEMS: Readonly<Partial<Record<ItemKind, (bytes: Uint8Array) => TellProblem>>> = {
  path: cellProblem,
  motion: cellProblem,
  query: queryProblem,
};

/** What a worker does of it. */
export async function verifyItemService(
  { path, chunk, claimed }: ItemProofTask,
  context: Pick<TaskContext, 'opened'>,
): Promise<ItemVerdict> {
  const open = PROBLEMS[chunk.kind];
  if (open === undefined) throw new InputError(`proofs of items of kind '${chunk.kind}' are not known`);
  if (chunk.kind === 'query' && chunk.ask.start === 'leaving' && claimed.status === 'overlap')
    return { result: 'undecided', why: 'that the two never leave each other is not shown' };
  const tell = context.opened(open);
  const expected = problemTold((proof) => tell(chunk, chunk.ids[0], chunk.data, proof));
  if (path === null) {
    const isLeftOut = claimed.status === 'left out' && expected.length === 0;
    return isLeftOut ? { result: 'proven', why: '' } : { result: 'refuted', why: `the answer is '${claimed.status}', without a proof` };
  }
  // before any of its leaves: of another problem it shows nothing
  const { differs } = await comparedProblem(proofLines(path), expected);
  if (differs !== null) return { result: 'refuted', why: `it is about another problem: ${differs}` };
  const found = await verifyProof(proofLines(path), { maxWork: await workLimitOf(path) });
  if (found.result === 'malformed' || found.result === 'refuted') return { result: 'refuted', why: found.why };
  // where things are uncertain a proof may end before the answer does
  if (found.status === 'unresolved' && claimed.status !== 'unresolved')
    return { result: 'undecided', why: `it goes up to path time ${found.time} only` };
  const other = otherClaim(found, claimed);
  if (other !== null) return { result: 'refuted', why: other };
  return { result: found.result, why: found.why };
}

/** Null: the proof claims what the line does. What touches when something is taken or laid down is a contact there. */
function otherClaim(found: Verification, { status, time }: ClaimedAnswer): string | null {
  const isSame = found.status === status || (found.status === 'contact' && status === 'overlap' && time > 0);
  // a contact that nothing shows is left open
  if (found.result === 'undecided' || (isSame && found.time === time)) return null;
  return `it is about '${found.status}' at path time ${found.time}, and the answer is '${status}' at ${time}`;
}
