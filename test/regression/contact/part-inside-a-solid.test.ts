import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';

// Parts of a soft mesh were told apart by where the mesh has its vertices, not by their numbers. Two triangles that meet at a corner there
// but not in the frames passed for one part: if the corner that was asked for lay outside, the other triangle was never looked at.
const two = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0], [0, 1, 2, 3, 4, 5], { name: 'two' });
const solid = box([8, 8, 8], [0, 0, 0], 'solid');

describe.each([
  ['the first', true],
  ['the second', false],
])('%s of two triangles 20 away, the other inside a solid', (_which, first) => {
  const at = two.positions.map((x, i) => x + (i < 9 === first && i % 3 === 0 ? 20 : 0));
  const motion = linearMotion(at, at);

  test('a step starts in overlap', () => {
    const query = new StepQuery([{ shape: two }, { shape: solid }]);
    expect(query.firstContact({ two: motion })).toMatchObject({ status: 'overlap', time: 0, inside: ['two', 'solid'], contactCount: 0 });
    expect(query.maxStep({ two: motion })).toBe(0);
  });

  test('so do a soft and a rigid body, two soft bodies, a scene', () => {
    expect(firstContact({ shape: two, motion }, { shape: solid }).status).toBe('overlap');
    expect(firstContact({ shape: solid }, { shape: two, motion }).status).toBe('overlap');
    const still = linearMotion(solid.positions, solid.positions);
    expect(firstContact({ shape: two, motion }, { shape: solid, motion: still }).status).toBe('overlap');
    const scene = new Scene({ soft: [{ name: 'two', shape: two }], obstacles: [{ name: 'solid', shape: solid }] });
    expect(scene.firstContact({ two: motion })).toMatchObject({ status: 'overlap', time: 0, pair: [{ body: 'two' }, { body: 'solid' }] });
  });
});

test('both outside: free', () => {
  const at = two.positions.map((x, i) => x + (i % 3 === 0 ? (i < 9 ? 20 : -20) : 0));
  expect(new StepQuery([{ shape: two }, { shape: solid }]).firstContact({ two: linearMotion(at, at) }).status).toBe('free');
});

test('a solid that is closed only where its mesh has the vertices is refused: its seams may open', () => {
  const soup = new TriangleMesh(
    [...solid.indices].flatMap((v) => [...solid.positions.subarray(3 * v, 3 * v + 3)]),
    undefined,
    { name: 'soup', solid: true },
  );
  expect(() => new StepQuery([{ shape: soup }])).toThrow(InputError);
  expect(() => firstContact({ shape: soup, motion: linearMotion(soup.positions, soup.positions) }, { shape: two })).toThrow(InputError);
});
