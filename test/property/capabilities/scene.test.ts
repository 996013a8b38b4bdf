import { expect, test } from 'vitest';
import type { SceneCapability } from '../../../src/math/scene-capability.ts';
import { askedCell } from './asked-cells.ts';
import { wrongAnswer } from './judge.ts';
import { sceneOf } from './library-side.ts';

const F: SceneCapability[] = [
  'bodiesByRows',
  'bodiesByScene',
  'heldParts',
  'clocks',
  'uncertainty',
  'clearanceByGroups',
  'allowedPairs',
  'attachedBodies',
  'closedChains',
  'toolPaths',
  'clouds',
  'solids',
  'softBodies',
  'mimicJoints',
  'floatingBases',
  'helicalJoints',
  'initialContact',
  'intendedContacts',
];
test.each(F)('%s', async (feature) => {
  const counts: Record<string, number> = {};
  const begin = performance.now();
  let b = 0,
    l = 0;
  for (let k = 0; k < 12; k++) {
    for (const segments of [1, 2]) {
      const t0 = performance.now();
      const asked = askedCell(feature, `${k}`, segments, k % 2 === 0);
      const t1 = performance.now();
      const it = await sceneOf(asked);
      const answer = it.scene().firstContact(it.motions, asked.options);
      const t2 = performance.now();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      const wrong = wrongAnswer(asked, answer);
      b += performance.now() - t2 + t1 - t0;
      l += t2 - t1;
      expect(wrong, `${feature} ${k} ${segments}`).toBeNull();
    }
  }
  console.log(feature, JSON.stringify(counts), Math.round(performance.now() - begin), Math.round(b), Math.round(l));
});
