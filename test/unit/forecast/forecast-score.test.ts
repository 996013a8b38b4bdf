import { describe, expect, test } from 'vitest';
import { type ForecastTrial, scoreForecast, trueContactTime } from '../../../bench/soft/soft-prediction-score.ts';
import { OPERATOR_MOTION_KINDS, type OperatorMotionKind, operatorMotion } from '../../../scenes/soft/operator-motions.ts';
import { ContactForecast } from '../../../src/forecast/forecast.ts';
import type { SegmentCheck } from '../../../src/forecast/forecast-result.ts';
import { withinDeviations } from '../../../src/forecast/normal-probability.ts';
import { type PoseSample, PoseStream } from '../../../src/forecast/pose-stream.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import { rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';

type Tool = Required<Pose>;

/** The tool is a needle of 0.1 from its frame's origin, the workpiece the half space below z = 0. */
const TIP: Vec3 = [0, 0, -0.1];
const height = ({ position, quaternion }: Tool): number => Math.min(position[2], position[2] + rotate(quaternion, TIP)[2]);
const check: SegmentCheck<Tool> = ({ from, to }) => {
  const [a, b] = [height(from), height(to)];
  if (a <= 0) return { status: 'overlap', time: 0 };
  return b <= 0 ? { status: 'contact', time: a / (a - b) } : { status: 'free', time: 1 };
};
const forecast = () => new ContactForecast<PoseSample, Tool>(new PoseStream({ radius: 0.1 }), check, { scale: 0.005 });

/** Three of four head for the workpiece, the others away from it. */
function trials(kind: OperatorMotionKind, count: number, rate: number): ForecastTrial<PoseSample>[] {
  const out: ForecastTrial<PoseSample>[] = [];
  for (let draw = 0; out.length < count; draw++) {
    const random = new Random(`trial ${kind} ${draw}`);
    const heading: Vec3 = [random.range(-1, 1), random.range(-1, 1), draw % 4 === 3 ? 0.5 : -1];
    const start: Vec3 = [0, 0, random.range(0.25, 0.45)];
    const motion = operatorMotion(kind, {
      seed: draw,
      duration: kind === 'hesitating' ? 6 : 4,
      rate,
      speed: random.range(0.05, 0.3),
      heading,
      start,
    });
    const contactTime = trueContactTime((t) => height(motion.truth(t)) <= 0, motion.duration);
    // So soon that nothing could be announced a second ahead.
    if (contactTime !== null && contactTime < 1.3) continue;
    out.push({ samples: motion.samples, contactTime, end: motion.duration });
  }
  return out;
}

describe('forecasts of operators against the true future', () => {
  // [missed, false alarms] as parts of those that could be.
  const most: Record<OperatorMotionKind, [number, number]> = {
    straight: [0, 0],
    noisy: [0.01, 0.01],
    curved: [0.03, 0.05],
    // Who stands still and starts again gives no sign before: that is missed, whatever is fitted.
    hesitating: [0.5, 0.2],
  };

  test.each(OPERATOR_MOTION_KINDS)('%s, seed trial', (kind) => {
    for (const rate of [30, 100]) {
      const { predictions, due, missed, idle, falseAlarms, leads, timing, reflexDue, reflexMissed } = scoreForecast(
        trials(kind, 16, rate),
        forecast,
      );
      expect(leads.length).toBeGreaterThan(4);
      expect(Math.min(due, idle, reflexDue)).toBeGreaterThan(25);
      expect(predictions).toBeGreaterThan(due + idle);
      expect(missed / due).toBeLessThanOrEqual(most[kind][0]);
      expect(falseAlarms / idle).toBeLessThanOrEqual(most[kind][1]);
      // What is about to happen is seen, unless it was begun a moment ago.
      expect(reflexMissed / reflexDue).toBeLessThanOrEqual(kind === 'hesitating' ? 0.15 : 0);
      if (kind === 'straight' || kind === 'noisy') {
        expect(Math.min(...leads)).toBeGreaterThanOrEqual(0.9);
        for (const error of timing) expect(Math.abs(error)).toBeLessThan(kind === 'noisy' ? 0.1 : 0.02);
      }
    }
  });

  test('operators end up where they were expected, about as often as the confidence says or more, seed calibration', () => {
    for (const kind of ['straight', 'noisy', 'curved'] as const) {
      for (const ahead of [0.1, 0.5, 0.9]) {
        let [promised, kept, count] = [0, 0, 0];
        for (let seed = 0; seed < 10; seed++) {
          const motion = operatorMotion(kind, { seed: `calibration ${seed}` });
          const stream = new PoseStream();
          for (const sample of motion.samples) {
            stream.add(sample);
            const then = sample.time + ahead;
            if (then > motion.duration || sample.time < 0.5) continue;
            const error = Math.abs(stream.stateAt(then).position[2] - motion.truth(then).position[2]);
            for (const scale of [0.002, 0.01, 0.05]) {
              promised += withinDeviations(scale / stream.deviationAt(then));
              kept += error <= scale ? 1 : 0;
              count++;
            }
          }
        }
        expect(kept / count).toBeGreaterThan(promised / count - 0.05);
        expect(promised / count).toBeGreaterThan(kept / count - 0.3);
      }
    }
  });
});

describe('the scene of operators', () => {
  test.each(OPERATOR_MOTION_KINDS)('%s: the same samples from the same seed, in order, near the truth', (kind) => {
    const motion = operatorMotion(kind, { seed: 5 });
    expect(operatorMotion(kind, { seed: 5 }).samples).toEqual(motion.samples);
    expect(operatorMotion(kind, { seed: 6 }).samples).not.toEqual(motion.samples);
    expect(motion.samples.length).toBeGreaterThan(150);
    const stream = new PoseStream();
    for (const { time, pose } of motion.samples) {
      expect(stream.add({ time, pose })).toBe('taken');
      const { position, quaternion } = motion.truth(time);
      for (let i = 0; i < 3; i++) expect(Math.abs(pose.position[i] - position[i])).toBeLessThan(0.005);
      expect(Math.abs(pose.quaternion.reduce((sum, x, i) => sum + x * quaternion[i], 0))).toBeGreaterThan(0.9999);
    }
  });

  test('hesitating: the speed changes without jumps, and it does stop', () => {
    const { truth, duration } = operatorMotion('hesitating', { seed: 1, tremor: 0, speed: 0.2, heading: [1, 0, 0] });
    const speeds = Array.from({ length: duration * 100 }, (_, i) => (truth((i + 1) / 100).position[0] - truth(i / 100).position[0]) * 100);
    for (let i = 1; i < speeds.length; i++) expect(Math.abs(speeds[i] - speeds[i - 1])).toBeLessThan(0.02);
    expect(Math.max(...speeds)).toBeCloseTo(0.2, 6);
    expect(Math.min(...speeds)).toBeCloseTo(0, 6);
  });

  test('curved: on a circle', () => {
    const { truth } = operatorMotion('curved', { seed: 1, tremor: 0, speed: 0.4, bend: 0.3, heading: [1, 0, 0], start: [1, 2, 3] });
    const [a, b] = [truth(0).position, truth((0.3 * Math.PI) / 0.4).position];
    expect(Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0))).toBeCloseTo(0.6, 12);
  });
});
