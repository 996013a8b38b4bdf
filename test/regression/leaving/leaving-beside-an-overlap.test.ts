// Where another pair overlapped at the start, contactIntervals did not look when a pair left in the first segment: it stayed exempt, and what
// it touched later in that segment was missed, told as complete.
import { expect, test } from 'vitest';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';

/** Boxes of one size, at several places, as one mesh. */
function boxes(size: readonly [number, number, number], ...places: readonly (readonly [number, number, number])[]): TriangleMesh {
  const { positions, indices, vertexCount } = box(size);
  return new TriangleMesh(
    places.flatMap((place) => [...positions].map((x, i) => x + place[i % 3])),
    places.flatMap((_, k) => [...indices].map((vertex) => vertex + k * vertexCount)),
  );
}

test.each([true, false])('a bar leaves one post and comes to the other; something else overlaps: %s', (overlaps) => {
  const scene = new Scene({
    obstacles: [
      { name: 'posts', shape: boxes([0.2, 0.2, 0.2], [1, 0.3, 0], [0, -1, 0]) },
      { name: 'block', shape: box([1, 1, 1]), pose: { position: [9, 0, 0] } },
    ],
    bodies: [
      { name: 'bar', shape: boxes([1.2, 0.4, 0.1], [0.6, 0, 0]) },
      { name: 'part', shape: box([1, 1, 1]), pose: { position: [overlaps ? 9.2 : 12, 0.1, 0.1] } },
    ],
  });
  const turned = rigidMotion({ position: [0, 0, 0] }, { position: [0, 0, 0], quaternion: [0, 0, -Math.sin(1.45), Math.cos(1.45)] });
  const { pairs = [], complete } = scene.contactIntervals({ bar: [turned] }, { leave: [['bar', 'posts']], byPair: true });
  const touched = pairs.find(({ a }) => a.body === 'bar');
  expect(complete).toBe(true);
  expect(touched?.intervals).toHaveLength(1);
  // the corner of the bar is at atan(0.2 / 1.2) from its axis; the post's nearest edge is at some 0.1 from straight down
  expect(touched?.intervals[0].from).toBeGreaterThan(0.4);
  expect(touched?.intervals[0].to).toBeLessThan(0.7);
});
