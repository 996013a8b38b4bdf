import { expect, test } from 'vitest';
import { SCENE_METHODS as OF_LIBRARY } from '../../../src/methods/index.ts';
import { FIRST_CHOSEN, SCENE_METHODS } from '../../../viewer/src/ask/chosen.ts';
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

test('methods are those of the library, which the page does not load for their names', () => {
  expect(SCENE_METHODS).toEqual(OF_LIBRARY);
});

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
  const { ofSource, ...rest } = state;
  const held = { ...rest, wanted: null, faults: [] };
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

test('however much there is, a link is one that is read again: at most 8 kB', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, k) => [`post ${k}`, pose]));
  const { hash, leftOut } = hashOf({
    ...PLAIN,
    path: 3,
    ofSource: 9,
    moved: many,
    made: [{ name: 'x', robot: 'arm', waypoints: [[0], [1]] }],
  });
  const read = readHash(hash ?? '');
  expect([hash?.length ?? 0, read.faults, read.path]).toEqual([expect.toSatisfy((n: number) => n > 8000 && n <= 8192), [], 3]);
  expect(Object.keys(read.moved).length + read.made.length + leftOut.length).toBe(201);
  const main = 'a/'.repeat(5000);
  expect(hashOf({ ...PLAIN, source: { kind: 'address', main: `${main}b`, path: null } }).hash).toBe(null);
});

test('halves of letters in names, which a file may have, are no reason to have no link', () => {
  expect(hashOf({ ...PLAIN, joints: { 'a\ud800': [1] } }).hash).toBe('#source=gallery&id=planning&time=0&joints=a%EF%BF%BD:1');
});

test('what is no link of ours is left out field by field, and told', () => {
  const hash =
    '#source=gallery&id=planning&clearance=x&tolerance=0&method=guess&contacts=&ask=why&seed=-1&count=1e9&joints=arm:1,x&moved=post:1,2&moved=:1,2,3,0,0,0,1&placed=a:0,0,0,0,0,0,2&made=arm:1;2&made=arm/x:1,;2&made=arm/x:1;1,2&layers=grid,other&trees=1e3&view=1,2&view=1,1,1,1,1,1&time=-1&shown=1.5&__proto__=1&more=2';
  const { layers, faults, ...read } = readHash(hash);
  const { faults: none, layers: no, ...plain } = readHash('#source=gallery&id=planning');
  expect([read, none, no]).toEqual([plain, [], null]);
  expect(layers).toEqual({ ...Object.fromEntries(Object.keys(FIRST_LAYERS).map((key) => [key, key === 'grid'])), treeLevel: -1 });
  const unreadable = 'ask clearance tolerance method contacts seed count trees shown time view moved joints placed made'.split(' ');
  expect(new Set(faults)).toEqual(
    new Set(['‘__proto__’ is unknown', '‘more’ is unknown', ...unreadable.map((key) => `‘${key}’ cannot be read`)]),
  );
});

test('a link of a newer version, one that is too long, and one that leads elsewhere are refused in words', () => {
  const nothing = { source: null, moved: {}, joints: {} };
  const rest = '&source=gallery&id=planning&joints=arm:1';
  expect(readHash(`#v=2${rest}`)).toMatchObject({
    ...nothing,
    faults: ['it is of version 2, and this page reads 1: a newer inbetween opens it'],
  });
  expect(readHash(`#v=1${rest}`)).toMatchObject({ source: { id: 'planning' }, faults: [] });
  expect(readHash(`#v=x${rest}`)).toMatchObject({ ...nothing, faults: ['its version is none'] });
  expect(readHash(`#${rest}&time=${'1'.repeat(9000)}`).faults).toEqual(['it has 9047 letters, and 8192 are the most']);
  expect(readHash('#source=address&main=//evil.example/cell.json').faults).toEqual(['what it opens is nothing below this page']);
});
