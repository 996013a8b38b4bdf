import { expect, test } from 'vitest';
import { buildAabbTree, buildObbTree, buildSweptSphereTree } from '../../../src/hierarchy/index.ts';
import { box, distance, firstContact, InputError, rigidMotion, Scene, TriangleMesh } from '../../../src/index.ts';
import { weldByPosition } from '../../../src/mesh/adjacency.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';

// A mesh's arrays can be written to before its first query, which then never ended: what is no number is near nothing
// and far from nothing.

const drop = rigidMotion({ position: [0, 0, 3] }, { position: [0, 0, -3] });
const cube = { shape: box(1), motion: drop };

function spoilt(value: number, solid: boolean): TriangleMesh {
  const { positions, indices } = box(1);
  const mesh = new TriangleMesh(positions, indices, { name: 'spoilt', solid });
  mesh.positions[4] = value;
  return mesh;
}

const BROKEN = [Number.NaN, Infinity, -Infinity, 1e200].flatMap((value) => [true, false].map((solid): [number, boolean] => [value, solid]));

test.each(BROKEN)('%s, solid %s', (value, solid) => {
  const says = /^spoilt: vertex 1 has coordinate y = /;
  const asked: readonly (() => unknown)[] = [
    ...METHODS.map((method) => () => firstContact(cube, { shape: spoilt(value, solid) }, { method: methodNamed(method) })),
    () => firstContact({ shape: spoilt(value, solid), motion: drop }, { shape: box(1) }),
    () => distance({ shape: box(1) }, { shape: spoilt(value, solid) }),
    () => {
      const scene = new Scene({ bodies: [{ name: 'a', shape: box(1) }], obstacles: [{ name: 'b', shape: spoilt(value, solid) }] });
      scene.firstContact({ a: drop });
    },
    () => buildSweptSphereTree(spoilt(value, solid)),
    () => buildObbTree(spoilt(value, solid)),
    () => buildAabbTree(spoilt(value, solid)),
  ];
  for (const ask of asked) {
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(says);
  }
});

test('what is no number has no other at its place', () => {
  const places = new Float64Array([0, 0, 0, Number.NaN, 0, 0, 0, 0, 0]);
  expect([...weldByPosition(places)]).toEqual([0, 1, 0]);
});
