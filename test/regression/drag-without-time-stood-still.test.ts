import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/contact/budget.ts';
import { box, DragLoop, type Pose, Scene } from '../../src/index.ts';

afterEach(() => setClock(undefined));

// A step that had found what it stands at, and then no time to slide along it, was asked the same again in every frame: it stood still for ever.

test('a step whose time is over after its first search goes on with the next one', () => {
  const scene = new Scene({
    bodies: [{ name: 'crate', shape: box(1) }],
    obstacles: [{ name: 'wall', shape: box([1, 20, 20], [2, 0, 0]) }],
  });
  const drag = new DragLoop(scene, {}, { keep: 1e-3, maxMilliseconds: 8 });
  drag.move({ crate: { position: [2, 0, 0] } });
  const search = scene.firstContact;
  const heights: number[] = [];
  for (let frame = 0; frame < 6; frame++) {
    let searches = 0;
    let over = false;
    setClock(() => (over ? 100 : 0));
    scene.firstContact = function (...question) {
      over = ++searches > 1;
      return search.apply(this, question);
    };
    const { status, hit } = drag.move({ crate: { position: [4, 3, 0] } });
    expect([status === 'free', hit?.pair?.map(({ body }) => body)]).toEqual([false, ['crate', 'wall']]);
    heights.push(((drag.places.crate as Pose).position as readonly number[])[1]);
  }
  expect(heights.at(-1)).toBeCloseTo(3, 2);
});
