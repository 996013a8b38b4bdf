import { expect, test } from 'vitest';
import { readPose } from '../../../../src/io/robot/read-pose.ts';
import { parseJson } from '../../../../src/io/text/parse-json.ts';

const read = (pose: object, unit?: number) => readPose(parseJson(JSON.stringify({ pose }), 'p.json').field('pose'), unit);

test('a position and one kind of turn, the position in its unit', () => {
  expect(readPose(undefined)).toEqual({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] });
  expect(read({ position: [1, 2, 3] }, 0.001).position).toEqual([0.001, 0.002, 0.003]);
  const h = Math.SQRT1_2;
  for (const turn of [{ rpyDegrees: [0, 0, 90] }, { rpy: [0, 0, Math.PI / 2] }, { quaternion: [0, 0, h, h] }])
    read(turn).quaternion.forEach((x, k) => {
      expect(x).toBeCloseTo([0, 0, h, h][k], 15);
    });
});

test('what is none is said where it stands', () => {
  expect(() => read({ rpy: [0, 0, 0], quaternion: [0, 0, 0, 1] })).toThrow(/p\.json, line 1: pose has quaternion and rpy; give one/);
  expect(() => read({ quaternion: [0, 0, 0, 2] })).toThrow(/normalise it/);
  expect(() => read({ at: [0, 0, 0] })).toThrow(/pose\.at is no known key/);
});
