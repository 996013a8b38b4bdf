import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { GPU } from '../../../reliability/questions/gpu-questions.ts';
import { rounds } from '../../../support/rounds.ts';
import { NO_GPU } from '../../../support/shared/gpu-here.ts';

const SEED = 'crossings of batches';

describe.skipIf(NO_GPU !== null)('batches beside their scene', () => {
  test(`hands, followers, floors, far away: the bits of the scene (seed '${SEED}')`, async () => {
    const seen = [0, 0];
    for (let i = 0; i < rounds(6); i++) {
      const given = GPU.make(new Random(`${SEED} ${i}`));
      expect(await GPU.doubt(given), JSON.stringify(given)).toBeNull();
      for (const isFree of (await GPU.answer(given)) as number[]) seen[isFree]++;
    }
    expect(Math.min(...seen)).toBeGreaterThan(10);
  });
});
