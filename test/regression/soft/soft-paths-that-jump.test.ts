import { expect, it } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';

// A sheet could jump through a wall between two segments of its path.
it('the motions of a soft body must follow each other', () => {
  const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const at = (z: number): Float64Array => mesh.positions.map((x, i) => (i % 3 === 2 ? z : x));
  const scene = new Scene({
    obstacles: [{ name: 'wall', shape: box([9, 9, 0.1]), pose: { position: [0, 0, 2.5] } }],
    soft: [{ name: 'sheet', shape: mesh }],
  });
  expect(() => scene.firstContact({ sheet: [linearMotion(at(0), at(1)), linearMotion(at(4), at(5))] })).toThrow(InputError);
  const through = scene.firstContact({ sheet: [linearMotion(at(0), at(1)), linearMotion(at(1), at(4))] });
  expect([through.status, through.segment]).toEqual(['contact', 1]);
  expect(through.time).toBeCloseTo(1 + 1.45 / 3, 5);
});
