/** Asks with a proof: what a proof that is written as complete claims, the checker must not find false. */
import { InputError } from '../../../src/math/input-error.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../../src/prove/index.ts';

/** Numbers of every size are asked about, those too that are finer than the checker's units: some stay undecided. */
const MOST_PIECES = 20_000;

export async function proofDoubt(
  ask: (proof: ProofRecorder) => { readonly status: string; readonly time: number },
): Promise<string | null> {
  const texts: string[] = [];
  const proof = recordProof((text) => texts.push(text));
  let told: { readonly status: string; readonly time: number };
  try {
    told = ask(proof);
  } catch (error) {
    // refused without a proof, too, or not covered
    if (error instanceof InputError) return null;
    throw error;
  }
  const { result, status, time, why } = await verifyProof(texts.join('').trimEnd().split('\n'), { maxPieces: MOST_PIECES });
  if (result === 'refuted' || result === 'malformed') return `the proof of ${told.status} is ${result}: ${why}`;
  if (result === 'undecided') return null;
  if (!proof.facts.complete) return 'a proof that is left open is proven';
  if (status === told.status && time === told.time) return null;
  return `the proof is one of ${status} up to ${time}, the answer is ${told.status} at ${told.time}`;
}
