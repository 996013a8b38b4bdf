import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { byPython, hasPython } from './by-python.ts';
import { tubeMutants, windowMutants, witnessMutants } from './claim-mutants.ts';

test('wrong witnesses, wider tubes, wider windows: none that is false is proven, and both checkers agree (seed 3513)', async () => {
  const random = new Random(3513);
  let falseOnes = 0;
  for (const { valid, mutants } of [witnessMutants(random, 12), tubeMutants(random, 6), tubeMutants(random, 6), windowMutants(random)]) {
    const texts = [valid, ...mutants.map(({ lines }) => lines)].map((lines) => lines.map((line) => JSON.stringify(line)));
    const found: string[] = [];
    for (const text of texts) found.push((await verifyProof(text, { maxPieces: 20_000 })).result);
    expect(found[0]).toBe('proven');
    const wrong = mutants.filter(({ isFalse }, k) => isFalse && found[k + 1] === 'proven');
    expect(wrong.map(({ name }) => name)).toEqual([]);
    falseOnes += mutants.filter(({ isFalse }) => isFalse).length;
    if (hasPython) expect(byPython(texts, 20_000)).toEqual(found);
  }
  expect(falseOnes).toBeGreaterThan(30);
});
