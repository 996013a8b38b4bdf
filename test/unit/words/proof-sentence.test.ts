import { expect, test } from 'vitest';
import { proofSentence, stretchSentence } from '../../../src/words/proof-sentence.ts';

const found = { result: 'proven', status: 'free', why: '', time: 2, pairs: 3, witness: null, exempt: [], solids: 1 } as const;

test('what is proven, up to when, of how many pairs', () => {
  expect(proofSentence(found)).toBe(
    'proven: free. 3 tested pairs stay farther apart than the clearance up to path time 2, all the way, and none starts inside a solid.',
  );
  expect(proofSentence({ ...found, status: 'contact', pairs: 1, witness: ['cart', 'wall'] })).toBe(
    'proven: contact. 1 tested pair stays farther apart than the clearance up to path time 2, and there cart and wall are within clearance and tolerance.',
  );
});

test('where no body is a solid the sentence does not say that none starts inside one', () => {
  const claims = ['free', 'contact', 'overlap', 'unresolved'] as const;
  for (const status of claims) expect(proofSentence({ ...found, status, solids: 0 })).not.toContain('inside a solid');
  expect(proofSentence({ ...found, solids: 0 })).toMatch(
    /all the way; no body is a solid, so whether one starts inside another was not tested\.$/,
  );
  const step = { startsFree: false, inside: null };
  expect(proofSentence({ ...found, solids: 0, step })).toContain('no body is a solid');
  expect(proofSentence({ ...found, step })).toContain('none starts inside a solid');
});

test('whatever is not proven says why', () => {
  expect(proofSentence({ ...found, result: 'undecided', why: 'a leaf' })).toBe('not decided: a leaf');
  expect(proofSentence({ ...found, result: 'malformed', status: null, why: 'line 1' })).toBe('no proof: line 1');
  expect(proofSentence({ ...found, result: 'refuted', why: 'a leaf' })).toBe('refuted: a leaf');
});

test('while two may touch nothing is proven of them, and that is said', () => {
  const stretch = { a: 'hand', b: 'part', rule: 'arrive', by: 'held', from: 1.5, to: 2 } as const;
  expect(proofSentence({ ...found, exempt: [stretch] })).toBe(
    'proven: free. 3 tested pairs stay farther apart than the clearance up to path time 2, all the way, but for a stretch in which two may touch, and none starts inside a solid.',
  );
  expect(stretchSentence(stretch)).toBe(
    'hand and part from path time 1.5 to 2, where they may touch once they have arrived, and are near; said by held',
  );
});
