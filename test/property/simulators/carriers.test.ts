// A sample of the 10,000 worlds with carriers of `npm run fuzz -- --only carriers --cases 10000`, judged by code that shares nothing with the engine.
import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { CARRIERS, played } from '../../reliability/questions/carrier-questions.ts';
import { depthOf, solidBall, solidBox, solidOctahedron } from '../../reliability/questions/solid-depth.ts';
import { rounds } from '../../support/rounds.ts';

const SEED = 'carriers in npm test';

test(`lifts, belts, tables, pushers and presses under load: no overlap outside passing, and every slice is finished (seed '${SEED}')`, () => {
  let [judged, passing] = [0, 0];
  const wrong: string[] = [];
  for (let i = 0; i < rounds(8, 3); i++) {
    const found = played(CARRIERS.make(new Random(`${SEED} ${i}`)));
    judged += found.judged;
    passing += found.passing;
    if (found.wrong !== null) wrong.push(`${i}: ${found.wrong}`);
  }
  expect(wrong).toEqual([]);
  // worlds in which all pass through each other would show nothing
  expect(passing).toBeLessThan(0.1 * judged);
});

test('the judge knows depths', () => {
  const upright = [0, 0, 0, 1] as const;
  const cube = { solid: solidBox([2, 2, 2]), position: [0, 0, 0], quaternion: upright } as const;
  const half = Math.SQRT1_2;
  expect(depthOf(cube, { ...cube, position: [1.5, 0.2, 0] })).toBeCloseTo(0.5, 12);
  expect(depthOf(cube, { ...cube, position: [2.5, 0.2, 0] })).toBeCloseTo(-0.5, 12);
  // a corner of a cube that stands on its edge
  expect(
    depthOf(cube, { ...cube, position: [1 + Math.SQRT2 - 0.1, 0, 0], quaternion: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] }),
  ).toBeCloseTo(0.1, 12);
  const ball = { solid: solidBall(1), position: [1 + half, 1 + half, 0], quaternion: upright } as const;
  expect(depthOf(cube, ball)).toBeCloseTo(0, 12);
  expect(depthOf(ball, { ...ball, position: [1 + half, 1 + half, 3] })).toBeCloseTo(-1, 12);
  const spike = {
    solid: solidOctahedron([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
    position: [0, 0, 1.75],
    quaternion: upright,
  } as const;
  expect(depthOf(cube, spike)).toBeCloseTo(0.25, 12);
  // faces against an edge: the plane x + y + z = 1
  expect(depthOf({ ...spike, position: [0, 0, 0] }, { ...ball, position: [1, 1, 1] })).toBeCloseTo(1 - 2 / Math.sqrt(3), 12);
});
