import { expect } from 'vitest';
import { type Verification, verifyProof } from '../../../src/proof/index.ts';
import { recordProof } from '../../../src/prove/index.ts';

export interface Recorded extends Verification {
  readonly lines: readonly string[];
}

/** Records an answer and has it checked by the checker, which shares nothing with what wrote it. */
export async function recorded(ask: (proof: ReturnType<typeof recordProof>) => unknown): Promise<Recorded> {
  let text = '';
  const proof = recordProof((more) => {
    text += more;
  });
  ask(proof);
  const lines = text.split('\n').slice(0, -1);
  const found = await verifyProof(lines);
  expect(found).toMatchObject({ result: proof.facts.complete ? 'proven' : 'undecided', leaves: proof.facts.leaves });
  // between the segments of a path the library leaves none
  expect(found.largestGap).toBe(0);
  return { ...found, lines };
}
