import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Slider } from '../../../src/plan/search/slide.ts';
import { StateSpace, type States } from '../../../src/plan/space/state-space.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';

const line = (at: number) => ({ kind: 'line' as const, at, weight: 1, sweep: 1, low: 0, high: 1, name: 'xy'[at] });

/** A point in a unit square, and what is asked about its ways; each meets the wall whose normal is given, then nothing is known. */
function slid(from: readonly number[], to: readonly number[], times: readonly number[], [nx, ny]: readonly [number, number]) {
  const space = new StateSpace(new Float64Array(2), [line(0), line(1)]);
  const asked: [States, States][] = [];
  const places = {
    poseOf: ({ body }: { body: string }, [x, y]: States) =>
      body === 'point' ? { position: [x, y, 0] as const, quaternion: [0, 0, 0, 1] as const } : null,
  };
  const answer = ([a, b]: readonly States[]): SceneFirstContact => {
    const time = times.at(asked.length);
    asked.push([a, b]);
    if (time === undefined) return { status: 'unresolved', contacts: [] } as unknown as SceneFirstContact;
    const point: Vec3 = [a[0] + time * (b[0] - a[0]), a[1] + time * (b[1] - a[1]), 0];
    const contact = { a: { body: 'point' }, b: { body: 'wall' }, pointA: point, pointB: point, normal: [nx, ny, 0] };
    return { status: 'contact', time, contacts: [contact] } as unknown as SceneFirstContact;
  };
  const found = new Slider(space, places, answer).step(Float64Array.from(from), Float64Array.from(to), 1);
  return { found, asked: asked.map(([, end]) => Array.from(end, (x) => Math.round(1e6 * x) / 1e6)) };
}

test('a wall that is met at the upper end of a range is known by how things change below it', () => {
  // along the wall is 0.16 of its normal off the wish; of a gradient without x it would be (0.9, 0.5)
  const { asked } = slid([1, 0.5], [0.9, 0.9], [1e-9], [0.8, 0.6]);
  expect(asked).toEqual([
    [0.9, 0.9],
    [0.772, 0.804],
  ]);
});

test('where a limit cuts a turned motion, what is gone of it is part of the motion that was asked about', () => {
  const { found, asked } = slid([0.9, 0.5], [0.9, 0.9], [0.5, 0.5], [-0.6, 0.8]);
  expect(asked[1]).toEqual([1, 0.644]);
  // a quarter of the first one, or of the second: the longer one of both, whose first half is free
  const [x, y] = Array.from(found?.state ?? [], (value) => Math.round(1e6 * value) / 1e6);
  expect([x, y]).toEqual([0.9, 0.6]);
  const second = slid([0.9, 0.5], [0.9, 0.9], [1e-9, 0.5], [-0.6, 0.8]);
  expect(Array.from(second.found?.state ?? [], (value) => Math.round(1e6 * value) / 1e6)).toEqual([0.925, 0.536]);
});
