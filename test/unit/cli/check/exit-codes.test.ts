import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_PATHS, writeRailCell } from './small-cell.ts';

// What a script goes by: 0 proven free, 1 contact or overlap, 3 not proven; of several paths the worst, 1 before 3 before 0.

/** The cart stays in the wall while the tail runs into it. */
const STUCK_AND_HIT = 'cart_x,tail_x\n0.95,0\n0.95,2\n';
const PATHS = { ...RAIL_PATHS, 'stuck-and-hit.csv': STUCK_AND_HIT };

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
  folder.write('rail/stuck-and-hit.csv', STUCK_AND_HIT);
});
afterAll(() => folder.remove());

const STRICT: string[] = [];
const LEAVING = ['--start', 'leaving'];
const NO_TIME = ['--budget', '1e-9'];

test.each<[(keyof typeof PATHS)[], string[], number]>([
  [['free.csv'], STRICT, 0],
  [['hit.csv'], STRICT, 1],
  [['leaving.csv'], STRICT, 1],
  [['stuck.csv'], STRICT, 1],
  [['free.csv'], NO_TIME, 3],
  [['hit.csv'], NO_TIME, 3],
  [['free.csv', 'free.csv'], STRICT, 0],
  [['free.csv', 'hit.csv', 'free.csv'], STRICT, 1],
  [['free.csv', 'free.csv'], NO_TIME, 3],
  // starts in contact and comes apart: judged from there on
  [['leaving.csv'], LEAVING, 0],
  // never comes apart: free otherwise, and nothing is known of that pair
  [['stuck.csv'], LEAVING, 3],
  // never comes apart, and another pair meets
  [['stuck-and-hit.csv'], LEAVING, 1],
  [['leaving.csv', 'stuck.csv', 'free.csv'], LEAVING, 3],
  [['stuck.csv', 'hit.csv'], LEAVING, 1],
  [['hit.csv', 'stuck.csv'], LEAVING, 1],
])('%j %j: exit code %d', async (names, options, code) => {
  const paths = names.map((name) => folder.path(`rail/${name}`));
  const found = await captured(['check', cell, ...paths, ...options, '--quiet']);
  expect([found.code, found.stdout, found.stderr]).toEqual([code, '', '']);
});
