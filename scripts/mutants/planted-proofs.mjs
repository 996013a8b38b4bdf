// Asks some queries of each shared scene with a proof, and checks them; ends at the first one that is not proven, and prints what was found. Bundled
// by planted.mjs with a fault in the library: FOLDER, SCENES, QUERIES are its arguments.
import { proofAsks, proofScenes } from '../../bench/robots/proof-asks.ts';
import { verifyProof } from '../../src/proof/index.ts';
import { recordProof } from '../../src/prove/index.ts';

const [folder, scenes, queries] = process.argv.slice(2);
console.log(JSON.stringify(await firstUnproven()));

async function firstUnproven() {
  let asked = 0;
  for (const path of proofScenes(folder, scenes.split(',')))
    for (const ask of await proofAsks(folder, path, Number(queries), 'auto')) {
      asked++;
      const texts = [];
      const proof = recordProof((text) => texts.push(text));
      const { status } = ask(proof);
      const { result, why } = await verifyProof(texts.join('').trimEnd().split('\n'));
      // a proof that is left open, or shows less than the answer said, is none of it
      const open = proof.facts.complete ? '' : 'left open, ';
      if (result !== 'proven' || open !== '' || status === 'unresolved')
        return `${path}: ${status}, ${open}${result}: ${why} (query ${asked})`;
    }
  return '';
}
