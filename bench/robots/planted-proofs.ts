/** How many queries of the shared scenes are proven: for a library with a fault in it [scripts/mutants/planted.mjs]. */
import { verifyProof } from '../../src/proof/index.ts';
import { recordProof } from '../../src/prove/index.ts';
import { proofAsks, proofScenes } from './proof-asks.ts';

export interface PlantedProofs {
  readonly asked: number;
  readonly proven: number;
  /** Of the first one that is not: what was found. */
  readonly first: string;
}

/** Asks some queries of each scene, with a proof, and checks them; ends at the first one that is not proven. */
export async function plantedProofs(folder: string, scenes: readonly string[], queries: number): Promise<PlantedProofs> {
  let asked = 0;
  for (const path of proofScenes(folder, scenes))
    for (const ask of await proofAsks(folder, path, queries, 'auto')) {
      asked++;
      const texts: string[] = [];
      const proof = recordProof((text) => texts.push(text));
      const { status } = ask(proof);
      const { result, why } = await verifyProof(texts.join('').trimEnd().split('\n'));
      // a proof that is left open, or shows less than the answer said, is none of it
      if (result !== 'proven' || !proof.facts.complete || status === 'unresolved') {
        const open = proof.facts.complete ? '' : 'left open, ';
        return { asked, proven: asked - 1, first: `${path}: ${status}, ${open}${result}: ${why}` };
      }
    }
  return { asked, proven: asked, first: '' };
}
