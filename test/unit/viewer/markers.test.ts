import { expect, test } from 'vitest';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { Markers, type Touching } from '../../../viewer/src/stage/markers.ts';
import { keysOf, partsOf } from '../../../viewer/src/stage/parts.ts';

const touching = (a: string, b: string, x: number): Touching => ({
  a: { body: 'arm', link: a },
  b: { body: b },
  point: [x, 0, 0],
  normal: [0, 0, 1],
});

test('one arrow for each two that touch, however many places that is at, and a dot at each of them', () => {
  const markers = new Markers();
  markers.show(Array.from({ length: 6 }, (_, k) => touching(k % 2 === 0 ? 'left' : 'right', 'table', k)));
  expect([markers.count, markers.arrows]).toEqual([6, 2]);
  // the two with an arrow are the marks, the others lie small beside them
  expect(markers.group.children.map(({ children: [dot] }) => dot.scale.x)).toEqual([1, 1, 0.5, 0.5, 0.5, 0.5]);
  // beyond some dozens they are one spot; an arrow is never left out for it
  markers.show([...Array.from({ length: 94 }, (_, k) => touching('left', 'table', k)), touching('right', 'table', 94)]);
  expect([markers.count, markers.arrows]).toEqual([61, 2]);
  markers.show([{ ...touching('left', 'table', 0), normal: null }]);
  expect([markers.count, markers.arrows]).toEqual([1, 0]);
  markers.clear();
  expect([markers.count, markers.arrows]).toEqual([0, 0]);
});

test('what a robot holds is told as a link of it, and coloured as the part that it is', async () => {
  const { scene, paths } = await openSource({ kind: 'gallery', id: 'pick-and-place' });
  const { pair } = scene.firstContact(paths[0].motions, { contacts: 'none' });
  expect(pair).toEqual([{ body: 'puma', link: 'workpiece' }, { body: 'post' }]);
  const parts = partsOf(scene);
  const keys = keysOf(parts, pair ?? []);
  expect(keys).toEqual(['workpiece', 'post']);
  expect(parts.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys]));
});
