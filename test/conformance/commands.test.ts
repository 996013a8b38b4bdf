import { afterAll, describe, expect, test } from 'vitest';
import { COMMAND_CAPABILITIES } from '../../src/cli/command-capabilities.ts';
import { VIEWER_CAPABILITIES } from '../../viewer/src/ask/viewer-capabilities.ts';
import { rounds } from '../support/rounds.ts';
import { COMMANDS, removeFiles, VIEWER } from './command-entries.ts';
import { ALL_FEATURES, cellFault, countLines } from './conformance.ts';

const ROWS = { ...COMMAND_CAPABILITIES, viewer: VIEWER_CAPABILITIES };
const ENTRIES = { ...COMMANDS, viewer: VIEWER };
/** Times that each cell is asked: 30 by `npm run nightly`. */
const HITS = rounds(3, 1);

afterAll(() => {
  removeFiles();
  console.log(countLines(ROWS));
});

describe.each(Object.keys(ROWS) as (keyof typeof ROWS)[])('%s', (name) => {
  test.each(ALL_FEATURES)('%s', async (feature) => {
    expect(await cellFault(name, ROWS[name], ENTRIES[name], feature, HITS)).toBeNull();
  });
});
