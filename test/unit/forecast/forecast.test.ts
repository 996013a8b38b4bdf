import { describe, expect, test } from 'vitest';
import { aboutAxis } from '../../../scenes/placed.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { ContactForecast, type ForecastOptions } from '../../../src/forecast/forecast.ts';
import type { Forecast, ForecastSegment, SegmentCheck, SegmentVerdict } from '../../../src/forecast/forecast-result.ts';
import { JointStream } from '../../../src/forecast/joint-stream.ts';
import { PoseStream } from '../../../src/forecast/pose-stream.ts';
import type { Pose } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

type Tool = Required<Pose>;
type ToolCheck = SegmentCheck<Tool>;

/** The half space x ≥ wall, a point moving straight. */
const plane =
  (wall: number): ToolCheck =>
  ({ from, to }) => {
    const [a, b] = [wall - from.position[0], wall - to.position[0]];
    if (a <= 0) return { status: 'overlap', time: 0, zone: [7] };
    return b <= 0 ? { status: 'contact', time: a / (a - b), zone: [7, 8] } : { status: 'free', time: 1 };
  };

const FREE: SegmentVerdict = { status: 'free', time: 1 };

/** Samples at 100 Hz of a point that moves along x. */
function feed(
  forecast: ContactForecast<{ time: number; pose: Pose }, Tool>,
  x: (t: number) => number,
  until: number,
  from = 0,
): Forecast<Tool> {
  let result = forecast.predict();
  for (let i = Math.round(from * 100); i <= until * 100; i++)
    result = forecast.update({ time: i / 100, pose: { position: [x(i / 100), 0, 0] } });
  return result;
}

/** After one sample, of a motion along x at speed 1, without which nothing is foretold. */
const tool = (check: ToolCheck, options: Partial<ForecastOptions> = {}): ContactForecast<{ time: number; pose: Pose }, Tool> => {
  const forecast = fresh(check, options);
  forecast.stream.add({ time: -0.01, pose: { position: [-0.01, 0, 0] } });
  return forecast;
};

const fresh = (check: ToolCheck, options: Partial<ForecastOptions> = {}): ContactForecast<{ time: number; pose: Pose }, Tool> =>
  new ContactForecast(new PoseStream(), check, { scale: 0.01, maxMilliseconds: Number.POSITIVE_INFINITY, ...options });

describe('a steady motion towards a plane', () => {
  test('is announced a second ahead, at the right time and with the right level', () => {
    const forecast = tool(plane(2));
    const levels: string[] = [];
    for (let i = 0; i <= 220; i++) {
      const t = i / 100;
      const left = 2 - t;
      const { level, timeToContact, predicted, checkedUntil, unchecked, zone, confidence } = forecast.update({
        time: t,
        pose: { position: [t, 0, 0] },
      });
      if (levels[levels.length - 1] !== level) levels.push(level);
      expect(unchecked).toBeNull();
      // On the very edge of an interval rounding decides.
      if (i === 0 || [1, 0.1, 0].some((edge) => Math.abs(left - edge) < 1e-9)) continue;
      expect(level).toBe(left > 1 ? (confidence > 0 ? 'clear' : 'unknown') : left > 0.1 ? 'considered' : left > 0 ? 'reflex' : 'contact');
      if (left > 1) {
        expect([timeToContact, predicted, checkedUntil, zone]).toEqual([null, null, 1, []]);
      } else {
        expect(timeToContact).toBeCloseTo(Math.max(0, left), 9);
        expect(checkedUntil).toBe(timeToContact);
        expect(predicted?.position[0]).toBeCloseTo(Math.max(2, t), 9);
        expect(zone).toEqual(left > 0 ? [7, 8] : [7]);
      }
    }
    // two samples bear a line, not how well
    expect(levels).toEqual(['unknown', 'clear', 'considered', 'reflex', 'contact']);
  });

  test('with noise: at least 0.9 s ahead, and right within a few hundredths, seed steady', () => {
    for (let trial = 0; trial < 20; trial++) {
      const random = new Random(`steady ${trial}`);
      const speed = random.range(0.05, 0.5);
      const wall = 2 * speed;
      const forecast = tool(plane(wall));
      let announced = 0;
      for (let i = 0; i < 190; i++) {
        const t = i / 100 + random.range(-0.003, 0.003);
        const { timeToContact } = forecast.update({ time: t, pose: { position: [speed * t + random.range(-2e-4, 2e-4), 0, 0] } });
        if (timeToContact === null) {
          announced = 0;
          continue;
        }
        announced = Math.max(announced, 2 - t);
        if (2 - t < 1) expect(Math.abs(timeToContact - (2 - t))).toBeLessThan(0.06);
      }
      expect(announced).toBeGreaterThan(0.9);
      expect(announced).toBeLessThan(1.1);
    }
  });

  test('bits of the result survive JSON', () => {
    for (const wall of [1, 1.5, 3]) {
      const result = feed(tool(plane(wall)), (t) => t, 1);
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
  });

  test('between samples the extrapolated state is the start', () => {
    const forecast = tool(plane(2));
    feed(forecast, (t) => t, 1.2);
    expect(forecast.predict(1.5).timeToContact).toBeCloseTo(0.5, 9);
    expect(forecast.predict(1.5).now).toBe(1.5);
    // One before the newest sample counts as the newest.
    expect(forecast.predict(0.2).now).toBe(1.2);
  });

  test('an accelerated motion is followed by degree 2', () => {
    const result = feed(tool(plane(0.5 * 1.8 * 1.8)), (t) => 0.5 * t * t, 1);
    expect(result.timeToContact).toBeCloseTo(0.8, 2);
  });
});

describe('segments', () => {
  test('join, cover the horizon, fine first', () => {
    const seen: ForecastSegment<Tool>[] = [];
    const forecast = tool((segment) => {
      seen.push(segment);
      return FREE;
    });
    feed(forecast, (t) => t, 0.99);
    seen.length = 0;
    forecast.update({ time: 1, pose: { position: [1, 0, 0] } });
    expect(seen.map(({ t1 }) => Math.round(t1 * 1000) / 1000)).toEqual([
      0.02, 0.04, 0.06, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
    ]);
    expect(seen[0].t0).toBe(0);
    for (let i = 1; i < seen.length; i++) {
      expect(seen[i].t0).toBe(seen[i - 1].t1);
      expect(seen[i].from).toBe(seen[i - 1].to);
    }
    expect(seen[0].from.position).toEqual([1, 0, 0]);
    expect(seen[13].to.position[0]).toBeCloseTo(2, 9);
  });

  test('horizon, reflex interval and steps are options', () => {
    const ends: number[] = [];
    const check: ToolCheck = ({ t1 }) => {
      ends.push(t1);
      return FREE;
    };
    tool(check, { horizon: 0.5, reflex: 0.2, fineStep: 0.1, coarseStep: 0.2 }).update({ time: 0, pose: {} });
    expect(ends).toEqual([0.1, 0.2, 0.35, 0.5]);
  });

  test('fast turning is cut, so that no piece takes the short way round', () => {
    let longest = 0;
    let count = 0;
    const forecast = new ContactForecast(
      new PoseStream({ degree: 1 }),
      ({ from, to }) => {
        const cosine = Math.abs(from.quaternion.reduce((sum, x, i) => sum + x * to.quaternion[i], 0));
        longest = Math.max(longest, 2 * Math.acos(Math.min(1, cosine)));
        count++;
        return FREE;
      },
      { scale: 1, maxMilliseconds: Number.POSITIVE_INFINITY },
    );
    for (let i = 0; i < 100; i++) forecast.stream.add({ time: i / 100, pose: { quaternion: aboutAxis([0, 1, 0], (60 * i) / 100) } });
    expect(forecast.predict().unchecked).toBeNull();
    expect(count).toBeGreaterThan(60 / (Math.PI / 2));
    expect(longest).toBeLessThan(Math.PI / 2);
    expect(longest).toBeGreaterThan(1);
  });
});

describe('the budget', () => {
  /** A check that takes so long by a clock of its own. */
  function slow(cost: (segment: ForecastSegment<Tool>, allowed: number) => number, verdict: ToolCheck = () => FREE) {
    const state = { now: 1000, allowed: [] as number[], ends: [] as number[] };
    const check: ToolCheck = (segment, allowed) => {
      state.allowed.push(allowed);
      state.ends.push(segment.t1);
      state.now += cost(segment, allowed);
      return verdict(segment, allowed);
    };
    return { state, check, clock: () => state.now };
  }

  test.each([1, 2, 5, 9, 14, 30])('checks of %d ms in 30 ms: never exceeded, everything seen when it can be, the rest told', (cost) => {
    const { state, check, clock } = slow(() => cost);
    const forecast = tool(check, { maxMilliseconds: 30, clock });
    for (let i = 0; i < 30; i++) {
      const before = state.now;
      state.ends.length = 0;
      const { unchecked, checkedUntil, checks, level, confidence } = forecast.update({ time: i / 50, pose: { position: [i / 50, 0, 0] } });
      expect(state.now - before).toBeLessThanOrEqual(30);
      expect(checks).toBe(state.ends.length);
      expect(level).toBe(unchecked === null && confidence > 0 ? 'clear' : 'unknown');
      expect(checkedUntil).toBe(state.ends[state.ends.length - 1]);
      expect(unchecked).toEqual(checkedUntil < 1 ? [checkedUntil, 1] : null);
      // The first time the cost is not known; from then on the steps grow until all of the horizon is seen, if two checks can be paid.
      if (i > 0) expect(checkedUntil).toBeCloseTo(cost <= 15 ? 1 : 0.1, 12);
      if (cost === 1) expect(checks).toBe(14);
    }
  });

  test('steps shrink again when checks get cheap', () => {
    const speed = { cost: 10 };
    const { check, clock } = slow(() => speed.cost);
    const forecast = tool(check, { maxMilliseconds: 30, clock });
    for (let i = 0; i < 10; i++) expect(forecast.update({ time: i / 50, pose: {} }).checks).toBeLessThanOrEqual(3);
    speed.cost = 0.5;
    let checks = 0;
    for (let i = 10; i < 40; i++) checks = forecast.update({ time: i / 50, pose: {} }).checks;
    expect(checks).toBe(14);
  });

  test('one dear check does not blind it for good', () => {
    let dear = false;
    const { check, clock } = slow(({ t0 }) => {
      const cost = dear && t0 >= 0.1 ? 500 : 1;
      if (cost > 1) dear = false;
      return cost;
    });
    const forecast = tool(check, { maxMilliseconds: 30, clock });
    forecast.update({ time: 0, pose: {} });
    dear = true;
    expect(forecast.update({ time: 0.02, pose: {} }).unchecked).not.toBeNull();
    let last = forecast.update({ time: 0.04, pose: {} });
    for (let i = 3; i < 30; i++) last = forecast.update({ time: i / 50, pose: {} });
    expect(last.unchecked).toBeNull();
    expect(last.checks).toBe(14);
  });

  test('a check is told how long it may take, and one that stops in time leaves the rest unchecked', () => {
    const { state, check, clock } = slow(
      (_, allowed) => Math.min(12, allowed),
      (_, allowed) => (allowed < 12 ? { status: 'unresolved', time: allowed / 12 } : FREE),
    );
    const forecast = tool(check, { maxMilliseconds: 8, clock });
    const { checkedUntil, unchecked, level } = forecast.update({ time: 0, pose: {} });
    expect(state.allowed).toEqual([8]);
    expect(checkedUntil).toBeCloseTo((0.02 * 8) / 12, 12);
    expect(unchecked).toEqual([checkedUntil, 1]);
    expect(level).toBe('unknown');
  });

  test('from a rate: half a period, a period at most, and less where the caller says so', () => {
    expect(tool(plane(1), { maxMilliseconds: undefined }).maxMilliseconds).toBeCloseTo(1000 / 30, 12);
    expect(tool(plane(1), { maxMilliseconds: undefined, rate: 60 }).maxMilliseconds).toBeCloseTo(1000 / 120, 12);
    expect(tool(plane(1), { maxMilliseconds: 500, rate: 50 }).maxMilliseconds).toBe(20);
    expect(tool(plane(1), { maxMilliseconds: 500 }).maxMilliseconds).toBe(500);
    const { state, check, clock } = slow(() => 1);
    const forecast = tool(check, { maxMilliseconds: 30, clock });
    expect(forecast.update({ time: 0, pose: {} }, 0).unchecked).toEqual([0, 1]);
    expect(forecast.update({ time: 0.1, pose: {} }, 3).checks).toBe(3);
    expect(state.allowed).toEqual([3, 2, 1]);
  });

  test('a check that overruns is not followed by another one', () => {
    const { check, clock } = slow(() => 100);
    expect(tool(check, { maxMilliseconds: 30, clock }).update({ time: 0, pose: {} }).checks).toBe(1);
  });
});

describe('what is not known is said', () => {
  test('two samples bear a line, but not how well: unknown, though the line was checked', () => {
    const forecast = fresh(plane(100));
    forecast.update({ time: 0, pose: { position: [0, 0, 0] } });
    const second = forecast.update({ time: 0.02, pose: { position: [0.02, 0, 0] } });
    expect(second).toMatchObject({ level: 'unknown', confidence: 0, unchecked: null, samples: 2 });
  });

  test('from a single sample nothing is foretold, but contact now is told', () => {
    const looked: number[] = [];
    const forecast = fresh((segment, ms) => {
      looked.push(segment.t1);
      return plane(2)(segment, ms);
    });
    expect(forecast.update({ time: 0, pose: { position: [1.9, 0, 0] } })).toMatchObject({
      level: 'unknown',
      unchecked: [0, 1],
      checkedUntil: 0,
    });
    expect(looked).toEqual([0]);
    expect(fresh(plane(2)).update({ time: 0, pose: { position: [2.1, 0, 0] } })).toMatchObject({ level: 'contact', timeToContact: 0 });
  });

  test('time stamps in milliseconds: every sample starts anew, and nothing is promised', () => {
    const forecast = fresh(plane(2));
    for (let i = 0; i < 60; i++) {
      const { level, unchecked } = forecast.update({ time: 16.7 * i, pose: { position: [i / 60, 0, 0] } });
      expect([level, unchecked]).toEqual(['unknown', [0, 1]]);
    }
    expect(forecast.stream.counts.restarted).toBe(59);
  });

  test('a contact foretold stays told while there is no time to look, and goes when it is looked for', () => {
    const forecast = tool(plane(2));
    for (let i = 0; i <= 150; i++) forecast.update({ time: i / 100, pose: { position: [i / 100, 0, 0] } });
    const held = forecast.update({ time: 1.51, pose: { position: [1.51, 0, 0] } }, 0);
    expect(held).toMatchObject({ level: 'considered', held: true, unchecked: [0, 1], zone: [7, 8] });
    expect(held.timeToContact).toBeCloseTo(0.49, 9);
    expect(forecast.predict(1.92, 0)).toMatchObject({ level: 'reflex', held: true });
    // it turns away
    for (let i = 152; i <= 200; i++) forecast.update({ time: i / 100, pose: { position: [1.51 - i / 100, 0, 0] } });
    expect(forecast.predict()).toMatchObject({ level: 'clear', held: false, unchecked: null });
    expect(forecast.predict(2, 0)).toMatchObject({ level: 'unknown', held: false });
  });

  test('in contact, and no time to look: still in contact, for a horizon at most', () => {
    const forecast = tool(plane(2));
    for (let i = 0; i <= 205; i++) forecast.update({ time: i / 100, pose: { position: [i / 100, 0, 0] } });
    expect(forecast.update({ time: 2.06, pose: { position: [2.06, 0, 0] } }, 0)).toMatchObject({
      level: 'contact',
      timeToContact: 0,
      held: true,
    });
    for (let i = 207; i <= 320; i++) forecast.stream.add({ time: i / 100, pose: { position: [i / 100, 0, 0] } });
    expect(forecast.predict(3.2, 0)).toMatchObject({ level: 'unknown', held: false, unchecked: [0, 1] });
  });

  test('what the check found is passed on', () => {
    const check = (segment: Parameters<ToolCheck>[0], ms: number) => ({ ...plane(2)(segment, ms), pair: ['tool', 'wall'] });
    const forecast = new ContactForecast(new PoseStream(), check, { scale: 0.01, maxMilliseconds: Number.POSITIVE_INFINITY });
    let last = forecast.update({ time: 1.4, pose: { position: [1.4, 0, 0] } });
    expect(last.found).toBeNull();
    for (let i = 141; i <= 150; i++) last = forecast.update({ time: i / 100, pose: { position: [i / 100, 0, 0] } });
    expect(last.found?.pair).toEqual(['tool', 'wall']);
  });

  test('no sample, or none for longer than the gap: everything is unchecked', () => {
    const forecast = fresh(plane(2));
    const empty = { level: 'unknown', confidence: 0, checkedUntil: 0, unchecked: [0, 1], checks: 0, timeToContact: null };
    expect(forecast.predict(5)).toMatchObject({ ...empty, now: 5, samples: 0 });
    feed(forecast, (t) => t, 1);
    expect(forecast.predict(1 + forecast.stream.gap + 0.01)).toMatchObject({ ...empty, samples: 101 });
  });

  test('a segment left unresolved: later ones are still checked, the hole is told', () => {
    const holed =
      (wall: number): ToolCheck =>
      (segment, ms) =>
        Math.abs(segment.t0 - 0.3) < 1e-9 ? { status: 'unresolved', time: 0.5 } : plane(wall)(segment, ms);
    const near = feed(tool(holed(1.75)), (t) => t, 1);
    expect([near.level, near.timeToContact?.toFixed(6)]).toEqual(['considered', '0.750000']);
    expect(near.unchecked).toEqual([near.checkedUntil, near.timeToContact]);
    expect(near.checkedUntil).toBeCloseTo(0.35, 12);
    const far = feed(tool(holed(5)), (t) => t, 1);
    expect([far.level, far.checkedUntil.toFixed(6), far.unchecked?.[1]]).toEqual(['unknown', '0.350000', 1]);
    const before = feed(tool(holed(1.2)), (t) => t, 1);
    expect([before.timeToContact?.toFixed(6), before.unchecked]).toEqual(['0.200000', null]);
  });

  test('in contact at the start: now, with the measured pose', () => {
    const result = tool(plane(0)).update({ time: 3, pose: { position: [1, 2, 3] } });
    expect(result).toMatchObject({ level: 'contact', timeToContact: 0, confidence: 1, unchecked: null, zone: [7] });
    expect(result.predicted?.position).toEqual([1, 2, 3]);
  });
});

describe('confidence', () => {
  test('none from one, two or three samples, full from an exact polynomial', () => {
    const forecast = tool(plane(100), { scale: 1e-6 });
    const confidences = [0, 1, 2, 3].map((i) => forecast.update({ time: i / 100, pose: { position: [i / 100, 0, 0] } }).confidence);
    expect(confidences.slice(0, 3)).toEqual([0, 0, 0]);
    expect(feed(forecast, (t) => t, 1, 0.04).confidence).toBeGreaterThan(0.99);
  });

  test('falls with noise, with time ahead, and rises with the scale', () => {
    const of = (noise: number, wall: number, scale: number) => {
      const random = new Random('confidence');
      return feed(tool(plane(wall), { scale }), (t) => t + random.range(-noise, noise), 1);
    };
    expect(of(0.001, 1.5, 0.01).confidence).toBeGreaterThan(of(0.004, 1.5, 0.01).confidence);
    expect(of(0.004, 1.3, 0.01).confidence).toBeGreaterThan(of(0.004, 1.8, 0.01).confidence);
    expect(of(0.004, 1.5, 0.02).confidence).toBeGreaterThan(of(0.004, 1.5, 0.01).confidence);
    for (const noise of [0, 1e-4, 0.01, 1]) {
      const { confidence } = of(noise, 1.5, 0.01);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});

describe('with the checks of this package', () => {
  test('a tool over a table', () => {
    const [drill, table] = [cylinder(0.01, 0.1), box([1, 1, 0.1])];
    const forecast = new ContactForecast(
      new PoseStream({ radius: 0.06 }),
      ({ from, to }, ms) => {
        const { status, time, contacts } = firstContact(
          { shape: drill, motion: rigidMotion(from, to) },
          { shape: table },
          { maxMilliseconds: ms },
        );
        return { status, time, zone: contacts.map(({ b }) => b.triangle) };
      },
      { scale: 0.005, maxMilliseconds: Number.POSITIVE_INFINITY },
    );
    // The lower end is 0.05 below the origin and the table's top is at 0.05: contact at z = 0.1, half a second after 0.2.
    for (let i = 0; i <= 100; i++) forecast.stream.add({ time: i / 100, pose: { position: [0.1, 0.05, 0.4 - 0.2 * (i / 100)] } });
    const result = forecast.predict();
    expect([result.level, result.zone.length > 0, result.unchecked]).toEqual(['considered', true, null]);
    expect(result.timeToContact).toBeCloseTo(0.5, 4);
    expect(result.timeToContact).toBeLessThanOrEqual(0.5 + 1e-9);
  });

  test('a robot in a scene, its joints within limits', () => {
    const links = [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }] as const;
    const robot = new Robot({ name: 'slider', links });
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: box([0.2, 4, 4], [2.1, 0, 0]) }] });
    const slider = (upper: number) =>
      new ContactForecast(
        new JointStream(1, { limits: [{ lower: -1, upper }], names: ['slide'] }),
        ({ from, to }, ms) => scene.firstContact({ slider: robot.path([from, to]) }, { maxMilliseconds: ms, contacts: 'first' }),
        { scale: 0.01, maxMilliseconds: Number.POSITIVE_INFINITY },
      );
    // The ball touches the wall at 1.5.
    for (const [upper, level, clamped] of [
      [3, 'considered', []],
      [1.2, 'clear', ['slide']],
    ] as const) {
      const forecast = slider(upper);
      for (let i = 0; i <= 100; i++) forecast.stream.add({ time: i / 100, values: [i / 100] });
      const result = forecast.predict();
      expect([result.level, result.clamped, result.unchecked]).toEqual([level, clamped, null]);
      if (level === 'considered') expect(result.timeToContact).toBeCloseTo(0.5, 4);
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
  });
});

test('malformed input is named', () => {
  expect(() => new ContactForecast(new PoseStream(), plane(1), {} as ForecastOptions)).toThrow(/scale: is missing/);
  expect(() => new ContactForecast(new PoseStream(), plane(1), undefined as unknown as ForecastOptions)).toThrow(/needs { scale }/);
  expect(() => tool(plane(1), { horizon: 0 })).toThrow(/horizon: must be a number above 0, got 0/);
  expect(() => tool(plane(1), { rate: Number.NaN })).toThrow(/rate/);
  expect(() => tool(plane(1), { horizn: 1 } as object)).toThrow(/unknown key 'horizn'/);
  expect(() => new ContactForecast(new PoseStream(), undefined as never, { scale: 1 })).toThrow(/check: /);
  expect(() => new ContactForecast({} as never, plane(1), { scale: 1 })).toThrow(/stream: /);
  expect(() => tool(() => ({ status: 'no', time: 0 }) as never).update({ time: 0, pose: {} })).toThrow(/check: must return/);
  expect(() => tool(() => ({ status: 'contact', time: 2 })).update({ time: 0, pose: {} })).toThrow(/time of 'contact'/);
  expect(() => tool(plane(1)).predict(Number.NaN)).toThrow(/now: /);
});
