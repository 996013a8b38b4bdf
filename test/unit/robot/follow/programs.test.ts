import { expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { rounds } from '../../../support/rounds.ts';
import { judgedProgram } from './programs.ts';

// `npm run bench -- moves programs` judges 500 of them
test("random programs with a belt, a part in the hand and a second robot, judged by brute force (seeds 'program 0' on)", () => {
  const seen: Record<string, number> = { free: 0, contact: 0 };
  const kinds = new Set<string>();
  for (let k = 0; k < rounds(20, 12); k++) {
    const found = judgedProgram(new Random(`program ${k}`), [undefined, undefined, hca(), interval()][k % 4]);
    if (found === null) continue;
    expect(found.wrong, `program ${k}: ${found.moves.join(', ')}`).toBe(null);
    seen[found.status] = (seen[found.status] ?? 0) + 1;
    for (const kind of found.moves) kinds.add(kind);
  }
  expect(seen.unresolved ?? 0).toBe(0);
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(rounds(20, 12) / 4);
  expect([...kinds].sort()).toEqual(['arc', 'belt', 'joints', 'line', 'wait']);
});
