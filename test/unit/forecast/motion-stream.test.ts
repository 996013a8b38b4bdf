import { describe, expect, test } from 'vitest';
import { JointStream } from '../../../src/forecast/joint-stream.ts';
import { type PoseSample, PoseStream } from '../../../src/forecast/pose-stream.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';

const at = (time: number, x = time): PoseSample => ({ time, pose: { position: [x, 0, 0] } });

describe('the rhythm of samples', () => {
  test('the same time stamp again is ignored, whatever comes with it', () => {
    const [plain, doubled] = [new PoseStream(), new PoseStream()];
    for (let i = 0; i < 40; i++) {
      expect(plain.add(at(i / 50))).toBe('taken');
      expect(doubled.add(at(i / 50))).toBe('taken');
      expect(doubled.add(at(i / 50, 1000))).toBe('duplicate');
    }
    expect(doubled.stateAt(1)).toEqual(plain.stateAt(1));
    expect(doubled.counts).toEqual({ taken: 40, restarted: 0, duplicate: 40, late: 0 });
  });

  test('late samples are ignored and counted', () => {
    const [plain, shuffled] = [new PoseStream(), new PoseStream()];
    for (let i = 0; i < 40; i++) {
      plain.add(at(i / 50));
      shuffled.add(at(i / 50));
      if (i > 5) expect(shuffled.add(at((i - 2.5) / 50, -7))).toBe('late');
    }
    expect(shuffled.stateAt(1)).toEqual(plain.stateAt(1));
    expect([shuffled.counts.late, shuffled.samples, shuffled.time]).toEqual([34, 40, 39 / 50]);
  });

  test('a gap starts the fit anew: no velocity is made up across it', () => {
    const stream = new PoseStream({ gap: 0.25 });
    for (let i = 0; i < 20; i++) stream.add(at(i / 50, i / 50));
    expect(stream.add(at(0.38 + 0.25, 0.63))).toBe('taken');
    expect(stream.samples).toBe(21);
    expect(stream.add(at(1, 55))).toBe('restarted');
    expect([stream.samples, stream.stateAt(3).position[0], stream.deviationAt(3)]).toEqual([1, 55, Number.POSITIVE_INFINITY]);
    stream.add(at(1.01, 55.02));
    expect(stream.stateAt(2.01).position[0]).toBeCloseTo(57.02, 9);
  });

  test('a clock that was set back by more than a gap is followed, and one far-off stamp does not stop the stream', () => {
    const stream = new PoseStream({ gap: 0.25 });
    for (let i = 0; i < 20; i++) stream.add(at(100 + i / 50));
    expect(stream.add(at(1e9, 0))).toBe('restarted');
    expect(stream.add(at(100.5, 100.5))).toBe('restarted');
    expect(stream.add(at(100.52, 100.52))).toBe('taken');
    expect(stream.velocityAt(100.52).linear[0]).toBeCloseTo(1, 9);
  });

  test('a pause within the gap is bridged', () => {
    const stream = new PoseStream({ gap: 0.5 });
    for (let i = 0; i < 60; i++) if (i < 20 || i > 35) stream.add(at(i / 50, 3 - 2 * (i / 50)));
    expect([stream.counts.restarted, stream.samples]).toEqual([0, 44]);
    expect(stream.stateAt(2).position[0]).toBeCloseTo(-1, 9);
  });
});

describe('malformed samples', () => {
  const bad: [string, unknown, RegExp][] = [
    ['nothing', null, /sample: must be an object/],
    ['no time', { pose: {} }, /sample\.time: .* got undefined/],
    ['a time that is none', { time: Number.NaN, pose: {} }, /sample\.time/],
    ['a time as text', { time: '1', pose: {} }, /sample\.time/],
    ['no pose', { time: 9 }, /sample\.pose: is missing/],
    ['a short position', { time: 9, pose: { position: [1, 2] } }, /sample\.pose: position/],
    ['a position that is none', { time: 9, pose: { position: [1, 2, Number.NaN] } }, /sample\.pose: position/],
    ['a quaternion of length 2', { time: 9, pose: { quaternion: [0, 0, 0, 2] } }, /sample\.pose: quaternion .* length 2/],
    ['an unknown field', { time: 9, pose: { rotation: [0, 0, 0, 1] } }, /unknown key 'rotation'/],
  ];

  test.each(bad)('%s is named, and the stream stays as it was', (_, sample, message) => {
    const stream = new PoseStream();
    for (let i = 0; i < 10; i++) stream.add(at(i / 50));
    const before = stream.stateAt(1);
    expect(() => stream.add(sample as PoseSample)).toThrow(message);
    expect([stream.stateAt(1), stream.samples]).toEqual([before, 10]);
  });

  test.each([
    [{ degree: 6 }, /degree/],
    [{ memory: -1 }, /memory/],
    [{ gap: 0 }, /gap/],
    [{ memroy: 1 }, /unknown key 'memroy'/],
    [{ constrained: ['w'] }, /constrained: 'w'/],
    [{ constrained: 'x' }, /constrained: must be a list/],
    [{ radius: -1 }, /radius/],
    [null, /must be an object/],
  ])('options %j', (options, message) => {
    expect(() => new PoseStream(options as object)).toThrow(message);
  });

  test('an empty stream says so', () => {
    const stream = new PoseStream();
    expect([stream.time, stream.newest, stream.samples]).toEqual([null, null, 0]);
    expect(() => stream.stateAt(0)).toThrow(/no sample yet/);
  });
});

test('what was handed in may be changed afterwards', () => {
  const position: [number, number, number] = [1, 2, 3];
  const tool = new PoseStream();
  tool.add({ time: 0, pose: { position: position as Vec3 } as Pose });
  position[0] = 9;
  expect(tool.newest?.position).toEqual([1, 2, 3]);
  const values = new Float64Array([1, 2]);
  const robot = new JointStream(2);
  robot.add({ time: 0, values });
  values[0] = 9;
  expect([robot.newest, robot.stateAt(4)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});
