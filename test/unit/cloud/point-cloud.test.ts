import { expect, test } from 'vitest';
import { type PointCloudOptions, pointCloud } from '../../../src/cloud/point-cloud.ts';
import { InputError } from '../../../src/math/input-error.ts';

test('one leaf a point, with one radius, one each, or none', () => {
  const points = [0, 0, 0, 1, 2, 3];
  const plain = pointCloud(points);
  expect([[...plain.positions], [...plain.indices], plain.radii, plain.solid, plain.name]).toEqual([
    points,
    [0, 0, 0, 1, 1, 1],
    null,
    false,
    'cloud',
  ]);
  expect([...(pointCloud(new Float32Array(points), { radius: 0.5, name: 'scan' }).radii ?? [])]).toEqual([0.5, 0.5]);
  expect([...(pointCloud(points, { radius: new Float32Array([0.5, 0]) }).radii ?? [])]).toEqual([0.5, 0]);
});

test('points that are none are left out with their radii, where that is wanted', () => {
  const points = [Number.NaN, 0, 0, 1, 2, 3, 4, Infinity, 6, 7, 8, 9];
  const cloud = pointCloud(points, { invalid: 'skip', radius: [1, 2, 3, 4] });
  expect([[...cloud.positions], [...(cloud.radii ?? [])], [...cloud.indices]]).toEqual([
    [1, 2, 3, 7, 8, 9],
    [2, 4],
    [0, 0, 0, 1, 1, 1],
  ]);
  expect(() => pointCloud(points)).toThrow(/^cloud: point 0 is \(NaN, 0, 0\); invalid: 'skip'/);
});

test.each([1, 40])('points at one place are one leaf, of the first, as thick as the thickest; others %i', (others) => {
  const more = Array.from({ length: others }, (_, i) => [i + 5, 0, 0]).flat();
  const points = [1, 2, 3, 0, 0, 0, 1, 2, 3, -0, 0, -0, 4, 5, 6, ...more];
  const radius = [0.1, 0.4, 0.3, 0.2, 0.5, ...Array.from({ length: others }, () => 1)];
  const cloud = pointCloud(points, { radius });
  expect([...cloud.indices.slice(0, 9)]).toEqual([0, 0, 0, 1, 1, 1, 4, 4, 4]);
  expect([...(cloud.radii ?? [])].slice(0, 3)).toEqual([0.3, 0.4, 0.5]);
  expect([cloud.triangleCount, cloud.vertexCount]).toEqual([3 + others, 5 + others]);
});

test('does not keep what it was given', () => {
  const points = new Float64Array([0, 0, 0]);
  const cloud = pointCloud(points);
  points[0] = 5;
  expect(cloud.positions[0]).toBe(0);
});

test.each<[string, unknown, unknown, RegExp]>([
  ['nothing', null, {}, /^cloud: no points/],
  ['no points', [], {}, /^cloud: no points/],
  ['none but invalid ones', [Number.NaN, 0, 0], { invalid: 'skip' }, /^cloud: no points: all 1 are no finite numbers/],
  ['four coordinates', [0, 0, 0, 0], {}, /^cloud: 4 coordinates are not a whole number of points/],
  ['too far away', [1e99, 0, 0], {}, /^cloud: point 0 is/],
  ['radii for others', [0, 0, 0], { radius: [1, 2] }, /^cloud: 2 radii for 1 points/],
  ['a negative radius', [0, 0, 0], { radius: -1 }, /radius must be a finite number ≥ 0, got -1/],
  ['a radius that is none', [0, 0, 0], { radius: 'large' }, /radius must be a number/],
  [
    'a negative radius of one',
    [Number.NaN, 0, 0, 1, 1, 1, 2, 2, 2],
    { invalid: 'skip', radius: [1, 1, -1] },
    /^cloud: point 2 has the radius -1/,
  ],
  ['another rule', [0, 0, 0], { invalid: 'drop' }, /invalid must be 'error' or 'skip', got 'drop'/],
  ['a misspelt key', [0, 0, 0], { radii: 1 }, /unknown key 'radii'/],
])('%s', (_what, points, options, says) => {
  expect(() => pointCloud(points as number[], options as PointCloudOptions)).toThrow(InputError);
  expect(() => pointCloud(points as number[], options as PointCloudOptions)).toThrow(says);
});
