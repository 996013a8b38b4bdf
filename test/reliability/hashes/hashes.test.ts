import { describe, expect, test } from 'vitest';
import { readBytes } from '../../support/read-bytes.ts';
import { AnswerHash } from './answer-hash.ts';
import { ASKED, BLOCKS, differingBlocks, type HashFile, hashedAnswers, joinedHash, QUESTION_COUNT } from './hashed-answers.ts';

const file: HashFile = JSON.parse(new TextDecoder().decode(await readBytes('test/reliability/hashes/answers.json')));

/** All of it takes half a minute, `npm run hashes`; a tenth of it is asked here, another one every day. */
const block = Math.floor(Date.now() / 86_400_000) % BLOCKS;

describe('answers to fixed questions', () => {
  test(`are those of answers.json, in this engine too (block ${block}; where a change is meant: npm run hashes -- --write)`, async () => {
    expect(differingBlocks(await hashedAnswers([block]), file)).toEqual([]);
  });

  test('are 10,000 at least, of every kind', () => {
    expect(QUESTION_COUNT).toBeGreaterThanOrEqual(10_000);
    expect(file.questions).toBe(QUESTION_COUNT);
    expect(Object.keys(file.kinds)).toEqual(ASKED.map(({ question }) => question.kind));
    for (const { hash, blocks } of Object.values(file.kinds)) expect(joinedHash(blocks)).toBe(hash);
    expect(joinedHash(Object.values(file.kinds).map(({ hash }) => hash))).toBe(file.total);
  });

  test('another answer is noticed', async () => {
    const { pairs, ...kinds } = file.kinds;
    const other = { ...file, kinds: { ...kinds, pairs: { ...pairs, blocks: pairs.blocks.map((hash) => hash.replace(/^./, 'x')) } } };
    expect(differingBlocks({ pairs: { [block]: pairs.blocks[block] } }, file)).toEqual([]);
    expect(differingBlocks({ pairs: { [block]: pairs.blocks[block] } }, other)).toEqual([`pairs, block ${block}`]);
  });
});

describe('the hash', () => {
  const digest = (value: unknown): string => new AnswerHash().add(value).digest;

  test('sees every bit, the sign of a zero, and where things are', () => {
    const values = [
      0,
      -0,
      1,
      1 + 2 ** -52,
      Number.NaN,
      Infinity,
      '0',
      '',
      'a',
      null,
      true,
      false,
      [],
      [0],
      [0, 0],
      [[0], 0],
      [0, [0]],
      {},
      { a: 1 },
    ];
    const more = [{ b: 1 }, { a: 2 }, { a: [1] }, { a: 'b' }, ['a', 'b'], ['ab'], [1, 2], [2, 1]];
    const digests = [...values, ...more].map(digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('does not see the order of keys, what is undefined, which list it is, or a clock', () => {
    const one = digest({ a: 1, b: [2, 3], milliseconds: 5, c: undefined });
    expect(digest({ b: Float64Array.of(2, 3), a: 1, milliseconds: 7 })).toBe(one);
    expect(digest({ stats: { proofMilliseconds: 1 } })).toBe(digest({ stats: {} }));
  });

  test('is the same for good', () => {
    expect(digest({ time: 0.1, contacts: ['é', null, -0] })).toBe('9e650f9bcb900379');
  });
});
