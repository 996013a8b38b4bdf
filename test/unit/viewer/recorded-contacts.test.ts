import { expect, test } from 'vitest';
import { box } from '../../../src/index.ts';
import type { Recording } from '../../../viewer/src/source/opened.ts';
import { RecordingPlayback } from '../../../viewer/src/stage/recorded.ts';

test('each contact of a recording is drawn with one frame: the first that is not before it', () => {
  const frames = Array.from({ length: 11 }, (_, k) => ({ time: 0.1 * k, poses: new Float64Array(7), positions: [null] }));
  const times = [0, 0.05, 0.1, 0.3, 0.31, 0.32, 0.999];
  const contacts = times.map((time) => ({ time, a: 'part', b: 'part', point: [0, 0, 0] as const, normal: null }));
  const recording: Recording = { kind: 'recording', parts: [{ name: 'part', mesh: box(1), role: 'moving' }], frames, contacts };
  const playback = new RecordingPlayback(recording);
  const drawn = frames.map((_, k) => playback.contactsAt(playback.secondsAt(k)).map(({ time }) => time));
  expect(drawn.flat()).toEqual(times);
  times.forEach((time) => {
    const frame = drawn.findIndex((list) => list.includes(time));
    expect(frame).toBe(Math.ceil(Number((10 * time).toFixed(6))));
  });
  // whoever jumps to one sees it
  for (const time of times)
    expect(playback.contactsAt(playback.secondsAt(playback.timeOfSeconds(time))).map((one) => one.time)).toContain(time);
});
