import { describe, expect, test } from 'vitest';
import {
  blend,
  type Camera,
  directionOf,
  FIELD,
  fitDistance,
  pictureAxes,
  project,
  shift,
  turn,
  zoom,
} from '../../../../src/report/viewer/program/camera.ts';
import { add, dot, type Vector } from '../../../../src/report/viewer/program/vectors.ts';

const camera = (): Camera => ({ azimuth: 0.7, elevation: 0.3, distance: 5, target: [0.2, -0.4, 0.1] });

/** Where a point lands in the picture, each from -1 to 1. */
function land(matrix: Float32Array, [x, y, z]: Vector): number[] {
  const row = (k: number) => matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k];
  return [row(0) / row(3), row(1) / row(3), row(2) / row(3)];
}

describe('projection', () => {
  test('the target lands in the middle, right to the right and up above', () => {
    const { matrix, right, up, eye } = project(camera(), 1.5, 3);
    const { target, distance } = camera();
    const half = distance * Math.tan(FIELD / 2);
    const [x, y, z] = land(matrix, target);
    expect([x, y]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
    expect(Math.abs(z)).toBeLessThan(1);
    expect(land(matrix, add(target, up, half)).slice(0, 2)).toEqual([expect.closeTo(0, 5), expect.closeTo(1, 5)]);
    expect(land(matrix, add(target, right, 1.5 * half)).slice(0, 2)).toEqual([expect.closeTo(1, 5), expect.closeTo(0, 5)]);
    expect(eye).toEqual(add(target, directionOf(camera()), distance));
  });

  test('everything within reach lies between the near and the far plane', () => {
    const { matrix } = project({ ...camera(), distance: 9 }, 1, 3);
    const v = directionOf(camera());
    for (const s of [-3, -1, 1, 3]) expect(Math.abs(land(matrix, add([0, 0, 0], v, s))[2])).toBeLessThanOrEqual(1);
    expect(land(matrix, add([0, 0, 0], v, 3))[2]).toBeLessThan(land(matrix, add([0, 0, 0], v, -3))[2]);
  });

  test('a ball just fits at the distance for it', () => {
    const distance = fitDistance(2, 1.7);
    expect(Math.asin(2 / distance)).toBeCloseTo(FIELD / 2, 12);
    expect(fitDistance(2, 0.5)).toBeCloseTo(2 * distance, 12);
  });
});

describe('steering', () => {
  test('turning stops short of the poles', () => {
    const eye = camera();
    turn(eye, 0.2, 9);
    expect([eye.azimuth, eye.elevation]).toEqual([expect.closeTo(0.9, 12), 1.55]);
    turn(eye, 0, -99);
    expect(eye.elevation).toBe(-1.55);
  });

  test('zooming keeps between a point and far away', () => {
    const eye = camera();
    zoom(eye, 0.5, 3);
    expect(eye.distance).toBe(2.5);
    zoom(eye, 1e-9, 3);
    expect(eye.distance).toBe(0.01);
    zoom(eye, 1e9, 3);
    expect(eye.distance).toBe(36);
  });

  test('what is under the pointer follows it', () => {
    const eye = camera();
    const before = eye.target;
    shift(eye, 30, -20, 400);
    const { matrix } = project(eye, 1, 3);
    const [x, y] = land(matrix, before);
    expect([x * 200, y * 200]).toEqual([expect.closeTo(30, 3), expect.closeTo(20, 3)]);
  });

  test('the axes of the picture are upright', () => {
    const v = directionOf({ azimuth: -2, elevation: 0.9 });
    const [right, up] = pictureAxes(v);
    expect([dot(right, v), dot(up, v), dot(right, up), right[2]].map(Math.abs)).toEqual(Array(4).fill(expect.closeTo(0, 12)));
    expect(up[2]).toBeGreaterThan(0);
  });
});

test('a flight goes from one view to the other', () => {
  const [from, to] = [camera(), { azimuth: 1, elevation: 0, distance: 1, target: [1, 1, 1] as Vector }];
  expect(blend(from, to, 0)).toEqual(from);
  expect(blend(from, to, 1)).toEqual({ ...to, target: to.target.map((x) => expect.closeTo(x, 12)) });
  expect(blend(from, to, 0.5)).toMatchObject({ distance: 3, elevation: 0.15 });
});
