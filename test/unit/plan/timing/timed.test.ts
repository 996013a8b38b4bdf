import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { timed } from '../../../../src/plan/timing/timed.ts';
import type { TimedPath } from '../../../../src/plan/timing/timed-path.ts';
import type { JointLimits } from '../../../../src/robot/joint.ts';
import { limitFindings } from '../../../../src/robot/limit-findings.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { rounds } from '../../../support/rounds.ts';
import { distanceInBoxes, largestRates } from '../../../support/sampled-rates.ts';
import { referenceDuration, type Way } from '../../../support/timing-reference.ts';

/** A chain of turning joints; the odd ones slide. */
function chainOf(limits: readonly JointLimits[]): Robot {
  const links = limits.map((own, i) => ({
    name: `l${i}`,
    ...(i === 0 ? {} : { parent: `l${i - 1}` }),
    joint: { name: `j${i}`, type: i % 2 === 0 ? ('continuous' as const) : ('prismatic' as const), limits: own },
  }));
  return new Robot({ name: 'chain', links });
}

const one = chainOf([{ velocity: 1, acceleration: 2 }]);
const two = chainOf([
  { velocity: 1, acceleration: 2 },
  { velocity: 1, acceleration: 2 },
]);

/** The way that blends and straight pieces make, told by the answer alone. */
function wayOf(waypoints: readonly (readonly number[])[], { trajectory, blends }: TimedPath): Way {
  const at = (seconds: number): number[] => {
    const times = trajectory.times ?? [];
    return [...trajectory.waypoints[times.findIndex((t) => Math.abs(t - seconds) < 1e-9)]];
  };
  const way: (readonly number[])[][] = [];
  let from = waypoints[0];
  for (const { waypoint, enters, leaves } of blends) {
    way.push([from, at(enters)], [at(enters), waypoints[waypoint], at(leaves)]);
    from = at(leaves);
  }
  return [...way, [from, waypoints[waypoints.length - 1]]];
}

describe('moves whose best duration is known', () => {
  // full speed is reached after v²/2a: trapezoid L/v + v/a, triangle 2 √(L/a)
  test.each([
    [3, 1, 2, 3.5],
    [0.5, 1, 2, 1],
    [0.3, 1, 2, 2 * Math.sqrt(0.15)],
    [1e-9, 1, 2, 2 * Math.sqrt(0.5e-9)],
    [1, 1e-3, 1e6, 1000],
    [1, 1e9, 1e-3, 2 * Math.sqrt(1000)],
  ])('%f with velocity %f, acceleration %f: %f s', (way, velocity, acceleration, seconds) => {
    for (const sign of [1, -1]) {
      const { seconds: got, trajectory, joints } = timed(one.path([[1], [1 + sign * way]]), { velocity, acceleration });
      expect(got / seconds - 1).toBeGreaterThan(-1e-7);
      expect(got / seconds - 1).toBeLessThan(1e-6);
      expect(trajectory.waypoints[0]).toEqual(Float64Array.of(1));
      expect(trajectory.waypoints.at(-1)).toEqual(Float64Array.of(1 + sign * way));
      expect(joints[0].velocity).toBeLessThanOrEqual(1);
      expect(joints[0].acceleration).toBeLessThanOrEqual(1);
    }
  });

  // [Biagiotti & Melchiorri 2008, §3.4] with both limits reached; the velocity's, the acceleration's, none
  test.each([
    [3, 1, 2, 5, 3 + 0.5 + 0.4],
    [10, 1, 10, 1, 12],
    [1, 2, 3, 10, 0.3 + Math.sqrt(0.09 + 4 / 3)],
    [0.1, 2, 10, 100, 4 * Math.cbrt(0.0005)],
    [1e-6, 2, 10, 100, 4 * Math.cbrt(0.5e-8)],
  ])('%f with velocity %f, acceleration %f, jerk %f: %f s', (way, velocity, acceleration, jerk, seconds) => {
    const { seconds: got, joints } = timed(one.path([[1], [1 + way]]), { velocity, acceleration, jerk });
    expect(got / seconds - 1).toBeGreaterThan(-1e-7);
    expect(got / seconds - 1).toBeLessThan(1e-4);
    expect(joints[0].jerk).toBeLessThanOrEqual(1);
  });

  test('of several joints the one that needs longest says how long', () => {
    const { seconds, joints } = timed(
      two.path([
        [0, 0],
        [1, 3],
      ]),
    );
    expect(seconds).toBeCloseTo(3.5, 11);
    expect(joints.map(({ joint }) => joint)).toEqual(['j1', 'j0']);
    expect(joints[0].slowest).toBeCloseTo(1, 12);
    expect(joints[1].velocity).toBeCloseTo(1 / 3, 11);
  });

  test('corners are stopped at without a radius', () => {
    const { seconds, trajectory, blends } = timed(
      two.path([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    );
    expect(seconds).toBeCloseTo(3, 11);
    expect(blends).toEqual([]);
    const corner = trajectory.waypoints.findIndex((q) => q[0] === 1 && q[1] === 0);
    expect(trajectory.times?.[corner]).toBeCloseTo(1.5, 11);
  });

  test('velocities at the ends', () => {
    // from 0.5 to 1 in 0.25 s over 0.1875, then 0.8125 at 1
    const { seconds, trajectory } = timed(one.path([[0], [1]]), {}, { startVelocities: [0.5], endVelocities: { j0: 1 } });
    expect(seconds).toBeCloseTo(0.25 + 0.8125, 8);
    expect(largestRates(trajectory, 1)[0].velocity).toBeLessThanOrEqual(1 + 1e-9);
    expect(trajectory.configurationAt(1e-6)[0] / 1e-6 / (trajectory.times?.[1] ?? 0)).toBeCloseTo(0.5, 5);
    expect(() => timed(one.path([[0], [0.1]]), {}, { startVelocities: [1] })).toThrow('no motion along the path has');
    expect(() => timed(one.path([[0], [0.1]]), {}, { startVelocities: [-1] })).toThrow('must point along the path');
    expect(() =>
      timed(
        two.path([
          [0, 0],
          [1, 1],
        ]),
        {},
        { startVelocities: { j1: 0.1 } },
      ),
    ).toThrow('must point along the path');
  });
});

describe('waypoints that change nothing', () => {
  const straight = timed(
    two.path([
      [0, 0],
      [1, 2],
    ]),
  ).seconds;

  test.each([
    [
      'collinear',
      [
        [0, 0],
        [0.25, 0.5],
        [0.3, 0.6],
        [1, 2],
      ],
    ],
    [
      'repeated',
      [
        [0, 0],
        [0, 0],
        [0.25, 0.5],
        [0.25, 0.5],
        [1, 2],
        [1, 2],
      ],
    ],
    ['many', Array.from({ length: 200 }, (_, k) => [k / 199, (2 * k) / 199])],
  ])('%s: no slower', (_, waypoints) => {
    for (const radius of [0, 0.1, Infinity]) {
      const { seconds, trajectory, deviation } = timed(two.path(waypoints), {}, { radius });
      expect(seconds).toBeCloseTo(straight, 9);
      expect(trajectory.segments).toBe(3);
      expect(Math.max(...deviation)).toBeLessThan(1e-13);
    }
  });

  test('what goes back is a corner, however straight', () => {
    const { seconds } = timed(
      two.path([
        [0, 0],
        [1, 0],
        [0.5, 0],
        [2, 0],
      ]),
    );
    expect(seconds).toBeCloseTo(1.5 + 1 + 2, 10);
  });

  test('segments of 1e-9 next to a corner do not stop it where it may be cut', () => {
    const cut = timed(
      two.path([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
      {},
      { radius: 0.2 },
    );
    const rough = timed(
      two.path([
        [0, 0],
        [1, 0],
        [1, 1e-9],
        [1 + 1e-9, 1e-9],
        [1, 1],
      ]),
      {},
      { radius: 0.2 },
    );
    expect(rough.seconds).toBeCloseTo(cut.seconds, 6);
    const exact = timed(
      two.path([
        [0, 0],
        [1, 0],
        [1, 1e-9],
        [1 + 1e-9, 1e-9],
        [1, 1],
      ]),
    );
    expect(exact.seconds).toBeCloseTo(3 + 4 * Math.sqrt(0.5e-9), 7);
  });

  test('a path that stands lasts a second', () => {
    const { seconds, trajectory, joints } = timed(
      two.path([
        [1, 2],
        [1, 2],
      ]),
    );
    expect([seconds, joints, trajectory.segments]).toEqual([1, [], 1]);
    expect([...trajectory.configurationAt(0.3)]).toEqual([1, 2]);
  });
});

describe('random ways', () => {
  const random = new Random('timed');
  const limitsOf = (): JointLimits => ({ velocity: random.range(0.5, 3), acceleration: random.range(1, 30) });
  const randomWay = (size: number, count: number): number[][] =>
    Array.from({ length: count }, () => Array.from({ length: size }, () => random.range(-2, 2)));

  test('as fast as dynamic programming finds it, within 0.3 %', () => {
    for (let round = 0; round < rounds(3); round++) {
      const limits = [limitsOf(), limitsOf(), limitsOf()];
      const waypoints = randomWay(3, 3 + (round % 3));
      const result = timed(chainOf(limits).path(waypoints), {}, { radius: round % 2 === 0 ? Infinity : 0.3 });
      const reference = referenceDuration(
        wayOf(waypoints, result),
        limits.map(({ velocity = 0 }) => velocity),
        limits.map(({ acceleration = 0 }) => acceleration),
        40,
      );
      expect(result.seconds / reference).toBeLessThan(1.003);
      expect(result.seconds / reference).toBeGreaterThan(0.997);
    }
  });

  test('limits hold everywhere, by extremes and samples, and the polyline is kept to as told', () => {
    for (let round = 0; round < rounds(10); round++) {
      const limits = Array.from({ length: 1 + (round % 4) }, limitsOf);
      const robot = chainOf(limits);
      const waypoints = randomWay(limits.length, 2 + (round % 5));
      const jerk = round % 3 === 0 ? { jerk: random.range(20, 300) } : {};
      const radius = [0, 0.1, Infinity][round % 3 === 0 ? (round / 3) % 3 : round % 3];
      const result = timed(robot.path(waypoints), jerk, { radius });
      const { trajectory, deviation, joints } = result;
      expect(limitFindings(trajectory)).toEqual([]);
      largestRates(trajectory, limits.length).forEach((sampled, j) => {
        const own = joints.find(({ joint }) => joint === `j${j}`);
        expect(sampled.velocity).toBeLessThanOrEqual((own?.velocity ?? 0) * (limits[j].velocity ?? 0) * (1 + 1e-9));
        expect(sampled.acceleration).toBeLessThanOrEqual((own?.acceleration ?? 0) * (limits[j].acceleration ?? 0) * (1 + 1e-6));
        if (jerk.jerk !== undefined) expect(sampled.jerk).toBeLessThanOrEqual((own?.jerk ?? 0) * jerk.jerk * (1 + 1e-3));
        for (const share of [own?.velocity, own?.acceleration, own?.jerk]) expect(share ?? 0).toBeLessThanOrEqual(1);
      });
      for (let i = 0; i <= 100; i++) {
        const q = trajectory.configurationAt((trajectory.segments * i) / 100);
        expect(distanceInBoxes(q, waypoints, deviation)).toBeLessThanOrEqual(1);
      }
      for (const { waypoint, enters, leaves } of result.blends) {
        expect(leaves).toBeGreaterThan(enters);
        if (radius === Infinity) continue;
        trajectory.times?.forEach((t, k) => {
          if (t > enters && t < leaves)
            for (const [j, x] of trajectory.waypoints[k].entries())
              expect(Math.abs(x - waypoints[waypoint][j])).toBeLessThan(radius * 1.0001);
        });
      }
    }
  });

  test('limits and lengths many orders apart: kept, told truly, and no slower than with stops', () => {
    const power = (low: number, high: number): number => 10 ** random.range(low, high);
    for (let round = 0; round < rounds(8); round++) {
      const limits = Array.from({ length: 1 + (round % 3) }, () => ({ velocity: power(-4, 4), acceleration: power(-4, 4) }));
      const scale = round % 2 === 0 ? 1 : power(-8, 2);
      const waypoints = randomWay(limits.length, 4).map((q) => q.map((x) => x * scale));
      waypoints.splice(
        2,
        0,
        waypoints[1].map((x) => x + scale * random.range(-1, 1) * power(-13, -3)),
      );
      const rates = round % 4 < 2 ? {} : { jerk: power(-4, 6) };
      const path = chainOf(limits).path(waypoints);
      const { trajectory, joints, deviation, seconds } = timed(path, rates, { radius: round % 3 === 0 ? 0.1 * scale : Infinity });
      for (const joint of joints)
        for (const share of [joint.velocity, joint.acceleration, joint.jerk ?? 0]) expect(share).toBeLessThanOrEqual(1);
      expect(limitFindings(trajectory)).toEqual([]);
      expect(seconds).toBeLessThanOrEqual(timed(path, rates).seconds * 1.00001);
      const box = deviation.map((x) => x + 1e-11 * scale);
      for (let i = 0; i <= 40; i++)
        expect(distanceInBoxes(trajectory.configurationAt((trajectory.segments * i) / 40), waypoints, box)).toBeLessThanOrEqual(1);
    }
  });

  test('nothing depends on the unit of length', () => {
    const limits = [limitsOf(), limitsOf(), limitsOf(), limitsOf()];
    const waypoints = randomWay(4, 5);
    const larger = (values: readonly number[]): number[] => values.map((x, j) => (j % 2 === 0 ? x : 1024 * x));
    const times = ({ velocity = 0, acceleration = 0 }: JointLimits, j: number): JointLimits =>
      j % 2 === 0 ? { velocity, acceleration } : { velocity: 1024 * velocity, acceleration: 1024 * acceleration };
    for (const radius of [0.2, Infinity]) {
      const small = timed(chainOf(limits).path(waypoints), {}, { radius: { j0: radius, j1: radius, j2: radius, j3: radius } });
      const radii = { j0: radius, j1: 1024 * radius, j2: radius, j3: 1024 * radius };
      const large = timed(chainOf(limits.map(times)).path(waypoints.map(larger)), {}, { radius: radii });
      expect(large.trajectory.times).toEqual(small.trajectory.times);
      expect(large.joints).toEqual(small.joints);
    }
  });
});

describe('limits', () => {
  test('a joint that follows another keeps its own, times its factor', () => {
    const robot = new Robot({
      name: 'hand',
      links: [
        { name: 'finger', joint: { name: 'finger', type: 'revolute', limits: { velocity: 2, acceleration: 8 } } },
        {
          name: 'tip',
          parent: 'finger',
          joint: { name: 'tip', type: 'revolute', mimic: { joint: 'finger', multiplier: -2 }, limits: { velocity: 2, acceleration: 8 } },
        },
      ],
    });
    const { seconds, trajectory } = timed(robot.path([[0], [3]]));
    // as if the finger had 1 and 4
    expect(seconds).toBeCloseTo(3.25, 10);
    expect(limitFindings(trajectory)).toEqual([]);
    expect(timed(robot.path([[0], [3]]), { velocity: { tip: 100, finger: 2 }, acceleration: { tip: 100 } }).seconds).toBeCloseTo(1.75, 10);
  });

  test('for all, by name, scaled; joints that stand need none', () => {
    const bare = chainOf([{}, {}]);
    expect(
      timed(
        bare.path([
          [0, 0],
          [3, 3],
        ]),
        { velocity: 1, acceleration: 2 },
      ).seconds,
    ).toBeCloseTo(3.5, 10);
    expect(
      timed(
        bare.path([
          [0, 7],
          [3, 7],
        ]),
        { velocity: { j0: 1 }, acceleration: { j0: 2 } },
      ).seconds,
    ).toBeCloseTo(3.5, 10);
    expect(
      timed(
        bare.path([
          [0, 0],
          [3, 3],
        ]),
        { velocity: 2, acceleration: 4, scale: 0.5 },
      ).seconds,
    ).toBeCloseTo(3.5, 10);
  });

  test('a planar joint by its values; a floating one can only stand', () => {
    const cart = new Robot({ name: 'cart', links: [{ name: 'base', joint: { name: 'drive', type: 'planar', axis: [0, 0, 1] } }] });
    const path = cart.path([
      [0, 0, 0],
      [3, 1, 1],
    ]);
    expect(timed(path, { velocity: { drive: 1 }, acceleration: { drive: 2 } }).seconds).toBeCloseTo(3.5, 10);
    const turning = timed(path, { velocity: { drive: 1, 'drive/theta': 0.1 }, acceleration: { drive: 2 } });
    expect(turning.seconds).toBeCloseTo(10 + 0.15, 1);
    expect(() => timed(path, { velocity: { 'drive/x': 1 }, acceleration: 1 })).toThrow('no velocity limit of drive/y, drive/theta;');
    const free = new Robot({
      name: 'free',
      links: [
        { name: 'base', joint: { name: 'root', type: 'floating' } },
        { name: 'arm', parent: 'base', joint: { name: 'a', type: 'revolute' } },
      ],
    });
    const stands = [1, 2, 3, 0, 0, 0, 1];
    const { seconds, trajectory } = timed(
      free.path([
        [...stands, 0],
        [...stands, 3],
      ]),
      { velocity: 1, acceleration: 2 },
    );
    expect(seconds).toBeCloseTo(3.5, 10);
    expect([...trajectory.configurationAt(1).subarray(0, 7)]).toEqual(stands);
    expect(() =>
      timed(
        free.path([
          [...stands, 0],
          [0, ...stands.slice(1), 0],
        ]),
        { velocity: 1, acceleration: 2 },
      ),
    ).toThrow("floating joint 'root'");
  });

  test.each([
    [
      'no limits',
      () =>
        timed(
          chainOf([{}, { velocity: 1 }]).path([
            [0, 0],
            [1, 1],
          ]),
        ),
      /no velocity limit of j0; give limits.velocity/,
    ],
    ['no accelerations', () => timed(chainOf([{ velocity: 1 }]).path([[0], [1]])), /no acceleration limit of j0;/],
    [
      'not all jerks',
      () =>
        timed(
          two.path([
            [0, 0],
            [1, 1],
          ]),
          { jerk: { j1: 3 } },
        ),
      /no jerk limit of j0;/,
    ],
    ['an unknown joint', () => timed(one.path([[0], [1]]), { velocity: { j9: 1 } }), /unknown key 'j9'/],
    ['a limit of 0', () => timed(one.path([[0], [1]]), { velocity: 0 }), /joint 'j0' moves, but its velocity limit is 0/],
    ['a limit that is a text', () => timed(one.path([[0], [1]]), { velocity: { j0: '1' as never } }), /needs a number, got '1'/],
    ['a scale of 0', () => timed(one.path([[0], [1]]), { scale: 0 }), /scale must be a number above 0/],
    ['a radius below 0', () => timed(one.path([[0], [1]]), {}, { radius: -1 }), /radius must be a number ≥ 0, got -1/],
    ['a radius of no joint', () => timed(one.path([[0], [1]]), {}, { radius: { j7: 1 } }), /unknown key 'j7'/],
    ['no path', () => timed(undefined as never), /a path of robot.path is needed/],
    ['configurations', () => timed([[0], [1]] as never), /only paths of robots can be timed/],
    ['a spline', () => timed(one.trajectory([0, 1].map((time) => ({ time, positions: [time], velocities: [0] })))), /must be straight/],
    ['a clearance of nothing', () => timed(one.path([[0], [1]]), {}, { clearance: 1 }), /clearance is of no use without a scene/],
    ['jerk and speed', () => timed(one.path([[0], [1]]), { jerk: 1 }, { endVelocities: [1] }), /starts and ends at rest/],
    ['two paths of one robot', () => timed([one.path([[0], [1]]), one.path([[0], [1]])]), /two paths are of a robot 'chain'/],
  ])('%s: an error that says so', (_, make, message) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});

test('a share of each limit, where one for all does not do', () => {
  const path = one.path([{ j0: 0 }, { j0: 10 }]);
  const seconds = (scale: NonNullable<Parameters<typeof timed>[1]>['scale']) => timed(path, { scale }).seconds;
  // s/v + v/a of a trapeze
  expect(seconds(1)).toBeCloseTo(10.5, 6);
  expect(seconds({ velocity: 0.5 })).toBeCloseTo(20.25, 6);
  expect(seconds({ acceleration: 0.5 })).toBeCloseTo(11, 6);
  expect(seconds({ velocity: 0.5, acceleration: 0.25 })).toBeCloseTo(21, 6);
  expect(seconds(0.5)).toBeCloseTo(seconds({ velocity: 0.5, acceleration: 0.5 }), 9);
  expect(() => seconds({ velocity: 0 })).toThrow(/scale must be a number above 0, or one for velocity, acceleration, jerk each/);
  expect(() => seconds({ speed: 1 } as never)).toThrow(/limits: scale: unknown key 'speed'/);
});
