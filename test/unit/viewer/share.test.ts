import { expect, test } from 'vitest';
import { FIRST_CHOSEN } from '../../../viewer/src/ask/chosen.ts';
import { FIRST_LAYERS } from '../../../viewer/src/panels/layers-panel.ts';
import { hashOf, type LinkedState, readHash } from '../../../viewer/src/panels/share.ts';

const PLAIN: LinkedState = {
  source: { kind: 'gallery', id: 'planning' },
  path: 0,
  ofSource: 1,
  time: 0,
  view: null,
  chosen: FIRST_CHOSEN,
  layers: null,
  moved: {},
  joints: {},
  bodies: {},
  made: [],
};
const pose = { position: [0.1, -1e-17, 1 / 3], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;

test('what is as it was when it was opened is not in the link', () => {
  expect(hashOf(PLAIN)).toEqual({ hash: '#source=gallery&id=planning&time=0', leftOut: [] });
});

test('a link holds all of it, to the last bit, whatever things are called', () => {
  const state: LinkedState = {
    ...PLAIN,
    path: 2,
    time: 0.1 + 0.2,
    view: { from: [1, 2, 3], at: [0, 0, 0.5] },
    chosen: { kind: 'clearance', clearance: 0.02, tolerance: 1e-7, method: 'interval', contacts: 'all', gpu: 'never', seed: 7, count: 12 },
    layers: { ...FIRST_LAYERS, grid: false, clearance: true, treeLevel: 3 },
    moved: { 'post:1 & #2; "a/b"': pose },
    joints: { 'arm/left': [1 / 3, -2e-9, 0] },
    bodies: { crate: pose },
    made: [
      {
        name: 'moved/by: hand',
        robot: 'arm/50%',
        waypoints: [
          [0, 1],
          [1 / 3, 1e-9],
        ],
      },
      { name: 'planned', robot: 'arm', waypoints: [[0], [1]] },
    ],
  };
  const { hash, leftOut } = hashOf(state);
  const { ofSource, ...held } = state;
  expect(readHash(hash ?? '')).toEqual(held);
  expect(leftOut).toEqual([]);
  // as a browser gives it back
  expect(readHash(new URL(`http://localhost/${hash}`).hash)).toEqual(held);
});

test('what is too long for a link is left out, and said; then no other path is shown in its place', () => {
  const long = { name: 'planned', robot: 'arm', waypoints: Array.from({ length: 400 }, (_, k) => [k / 7, k / 3, k]) };
  const short = { name: 'planned 2', robot: 'arm', waypoints: [[0], [1]] };
  const shown = hashOf({ ...PLAIN, path: 1, made: [long, short] });
  expect(shown.leftOut).toEqual(['the path ‘planned’, which is too long for a link']);
  expect(readHash(shown.hash ?? '')).toMatchObject({ path: 0, made: [short] });
  expect(readHash(hashOf({ ...PLAIN, path: 2, made: [long, short] }).hash ?? '')).toMatchObject({ path: 1, made: [short] });
});

test('what is no link of ours is taken for nothing', () => {
  const hash =
    '#source=gallery&id=planning&clearance=x&method=guess&contacts=&ask=why&joints=arm:1,x&moved=post:1,2&moved=:1,2,3,0,0,0,1&made=arm:1;2&made=arm/x:1,;2&layers=grid,other&trees=x&view=1,2';
  const { layers, ...read } = readHash(hash);
  expect(read).toEqual({ ...readHash('#source=gallery&id=planning'), layers: undefined });
  expect(layers).toEqual({ ...Object.fromEntries(Object.keys(FIRST_LAYERS).map((key) => [key, key === 'grid'])), treeLevel: -1 });
});
