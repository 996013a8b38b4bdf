import { afterAll, describe, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { ALL_FEATURES, cellFault, countLines } from './conformance.ts';
import { LIBRARY } from './library-entries.ts';
import { LIBRARY_ROWS, THREE_ROWS } from './registry.ts';
import { THREE } from './three-entries.ts';

const ROWS = { ...LIBRARY_ROWS, ...THREE_ROWS };
const ENTRIES = { ...LIBRARY, ...THREE };

/** Times that each cell is asked: 60 by `npm run nightly`. */
const HITS = rounds(6, 2);

afterAll(() => console.log(countLines(ROWS)));

describe.each(Object.keys(ROWS) as (keyof typeof ROWS)[])('%s', (name) => {
  test.each(ALL_FEATURES)('%s', async (feature) => {
    expect(await cellFault(name, ROWS[name], ENTRIES[name], feature, HITS)).toBeNull();
  });
});
