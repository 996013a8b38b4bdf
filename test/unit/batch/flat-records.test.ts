import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flattened, raised } from '../../../src/batch/flat-records.ts';

test('records come back as they were, keys in their order, whatever they hold', () => {
  const keys = fc.oneof(fc.string(), fc.constantFrom('}', '{', '.', '..', '.}', 'n', '', '__proto__', 'toString', '0', 't'));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.double(),
      fc.constantFrom(-0, Number.NaN, Infinity),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    record: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  })).value;
  fc.assert(
    fc.property(fc.array(values, { maxLength: 6 }), (records) => {
      const back = raised(structuredClone(flattened(records)));
      expect(back).toStrictEqual(records);
      expect(JSON.stringify(back)).toBe(JSON.stringify(records));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('records of one shape share it, and texts are there once', () => {
  const records = Array.from({ length: 50 }, (_, i) => ({
    status: i % 2 === 0 ? 'free' : 'contact',
    time: i,
    gap: null,
    list: [1, { a: 'x' }],
  }));
  const flat = flattened(records);
  expect(flat.shapes.length).toBe(1);
  expect([...flat.texts].sort()).toStrictEqual(['contact', 'free', 'x']);
  expect(flat.numbers.length).toBe(4 * 50);
});
