import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { STATE_OMEGA, STATE_P, STATE_V } from '../../../src/motion/motion.ts';
import { Chain } from '../../../src/robot/chain.ts';
import { ChainReach } from '../../../src/robot/chain-reach.ts';
import { JOINT_TYPES } from '../../../src/robot/joint-types.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { robotPath } from '../../../src/robot/robot-path.ts';
import { libraryPath, type RobotShape, randomRobot } from '../../property/random-robots.ts';
import { add, cross, minus, norm, times, turned } from '../../support/brute-force.ts';
import { BruteRobot, compose, type Frame, inverse } from '../../support/brute-robot.ts';
import { rounds } from '../../support/rounds.ts';

// Forward kinematics, twists and bounds on speed and acceleration, against quaternions, the engine's sine and finite differences.

const ORIGIN: Vec3 = [0, 0, 0];
const point = ({ q, p }: Frame, x: Vec3): Vec3 => add(turned(q, x), p);

const FAMILIES: readonly (readonly [string, RobotShape])[] = [
  ...JOINT_TYPES.map((type) => [`${type} joints`, { types: [type], links: 5, bare: 1, mimic: 0 }] as const),
  ['all joints on a path', { links: 10, bare: 1, kinds: ['path'] }],
  ['all joints on a trajectory', { links: 10, bare: 1, kinds: ['trajectory'] }],
  ['mimic joints', { links: 8, bare: 1, mimic: 0.8, types: ['revolute', 'continuous', 'prismatic'] }],
  ['mimic screws', { links: 8, bare: 1, mimic: 0.8, types: ['revolute', 'helical', 'prismatic'] }],
  ['fast screws', { links: 6, bare: 1, turn: 30, types: ['revolute', 'helical'] }],
  ['links posed by themselves', { links: 5, bare: 1, kinds: ['posed'] }],
  ['fast joints', { links: 6, bare: 1, turn: 30 }],
];

/** f′ and f″ by five points. */
function derivatives(f: (t: number) => Vec3, t: number, h: number): { first: Vec3; second: Vec3 } {
  const [a, b, c, d, e] = [-2, -1, 0, 1, 2].map((k) => f(t + k * h));
  const first = times(add(minus(a, e), times(minus(d, b), 8)), 1 / (12 * h));
  const sum = add(times(add(b, d), 16), times(add(a, e), -1));
  return { first, second: times(add(sum, times(c, -30)), 1 / (12 * h * h)) };
}

describe.each(FAMILIES)('%s', (family, shape) => {
  test(`poses and twists (seed 'chain ${family}')`, () => {
    const random = new Random(`chain ${family}`);
    for (let round = 0; round < rounds(8, 3); round++) {
      const spec = randomRobot(random, 'r', shape);
      const judge = new BruteRobot(spec);
      const robot = new Robot(spec.options);
      const chain = new Chain(robot);
      const reference = times(random.direction(), random.next());
      chain.refer(Float64Array.from(reference));
      const path = libraryPath(robot, spec.motion);
      // segments out of order: a load must leave nothing behind
      for (const segment of random.shuffle(Array.from({ length: path.segments }, (_, i) => i))) {
        chain.load(path, segment);
        for (const t of [0, 1, 0.001 + 0.998 * random.next()]) {
          chain.clock[0] = t;
          for (const { name, index } of random.shuffle([...robot.links])) {
            chain.place(index);
            const S = chain.states[index];
            const at = (time: number): Frame => judge.frame(name, segment + time, reference, segment);
            const what = `round ${round}, segment ${segment}, t ${t}, ${name}`;
            const frame = at(t);
            for (let k = 0; k < 3; k++) {
              const column = turned(frame.q, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
              for (let row = 0; row < 3; row++) expect(Math.abs(S[3 * row + k] - column[row]), what).toBeLessThan(1e-12);
              expect(Math.abs(S[STATE_P + k] - frame.p[k]), what).toBeLessThan(1e-12);
            }
            // ẋ = v + ω × (x − p)
            const x: Vec3 = [0.3, -0.5, 0.7];
            const { first } = derivatives((time) => point(at(time), x), t, 1e-4);
            const omega: Vec3 = [S[STATE_OMEGA], S[STATE_OMEGA + 1], S[STATE_OMEGA + 2]];
            const v: Vec3 = [S[STATE_V], S[STATE_V + 1], S[STATE_V + 2]];
            const told = add(v, cross(omega, minus(point(frame, x), frame.p)));
            expect(norm(minus(told, first)), what).toBeLessThan(1e-7 * (1 + norm(first)));
          }
        }
      }
    }
  });

  test(`no point is faster, or gains speed faster, than its reach says (seed 'reach ${family}')`, () => {
    const random = new Random(`reach ${family}`);
    for (let round = 0; round < rounds(12, 4); round++) {
      const spec = randomRobot(random, 'r', { ...shape, segments: 1 });
      const judge = new BruteRobot(spec);
      const robot = new Robot(spec.options);
      const chain = new Chain(robot);
      const reach = new ChainReach(chain);
      const path = libraryPath(robot, spec.motion);
      chain.load(path, 0);
      reach.begin();
      for (const { name, index } of robot.links) {
        chain.clock[0] = 0;
        chain.place(index);
        reach.write(index);
        const above = [-1];
        for (let c = robot.links[index].parent; c >= 0 && spec.motion.kind !== 'posed'; c = robot.links[c].parent) above.push(c);
        for (const ancestor of above) {
          const [speed0, speed1, bend0, bend1] = reach.bounds.subarray(reach.at(index, ancestor));
          for (let sample = 0; sample < 6; sample++) {
            const t = 0.002 + 0.996 * random.next();
            const rho = random.pick([0, 0.5, 3]);
            const x = times(random.direction(), rho);
            const f = (time: number): Vec3 => {
              const frame = judge.frame(name, time, ORIGIN, 0);
              return point(ancestor < 0 ? frame : compose(inverse(judge.frame(robot.links[ancestor].name, time, ORIGIN, 0)), frame), x);
            };
            const { first, second } = derivatives(f, t, shape.turn === undefined ? 1e-3 : 1e-4);
            const what = `round ${round}, ${name} on ${ancestor}, t ${t}, ρ ${rho}`;
            expect(norm(first), what).toBeLessThanOrEqual((speed0 + speed1 * rho) * (1 + 1e-6) + 1e-6);
            expect(norm(second), what).toBeLessThanOrEqual((bend0 + bend1 * rho) * (1 + 1e-4) + 1e-4);
          }
        }
      }
    }
  });
});

describe('reach is not larger than it must be', () => {
  const robot = new Robot({
    name: 'r',
    links: [
      { name: 'a', joint: { type: 'revolute', axis: [0, 0, 1] } },
      { name: 'b', parent: 'a', joint: { type: 'prismatic', axis: [1, 0, 0], origin: { position: [2, 0, 0] } } },
    ],
  });
  const reachOf = (from: readonly number[], to: readonly number[]): ChainReach => {
    const chain = new Chain(robot);
    const reach = new ChainReach(chain);
    chain.load(robotPath(robot, [from, to]), 0);
    reach.begin();
    chain.place(1);
    reach.write(0);
    reach.write(1);
    return reach;
  };

  test('one joint that turns: r (D + ρ) and r² (D + ρ)', () => {
    const reach = reachOf([0, 0], [3, 0]);
    const [speed0, speed1, bend0, bend1] = reach.bounds.subarray(reach.at(1, -1));
    expect([speed0, speed1, bend0, bend1].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([6, 3, 18, 9]);
    expect([...reach.bounds.subarray(reach.at(1, 0), reach.at(1, 0) + 4)]).toEqual([0, 0, 0, 0]);
  });

  test('sliding on what turns: r D + l, and Coriolis 2 r l', () => {
    const reach = reachOf([0, 0], [3, 0.5]);
    const [speed0, speed1, bend0, bend1] = reach.bounds.subarray(reach.at(1, -1));
    expect([speed0, speed1, bend0, bend1].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([3 * 2.5 + 0.5, 3, 9 * 2.5 + 3, 9]);
    const [slide0, slide1, still0, still1] = reach.bounds.subarray(reach.at(1, 0));
    expect([slide0, slide1, still0, still1].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([0.5, 0, 0, 0]);
  });
});

describe('from joint to joint', () => {
  /** A serial arm: its joints' axes, where each stands on the one before, and how far each goes. */
  const armOf = (joints: readonly (readonly ['revolute' | 'prismatic', Vec3, Vec3, number])[]) => {
    const robot = new Robot({
      name: 'r',
      links: joints.map(([type, axis, position], i) => ({
        name: `l${i}`,
        ...(i === 0 ? {} : { parent: `l${i - 1}` }),
        joint: { type, axis, origin: { position } },
      })),
    });
    const chain = new Chain(robot);
    chain.load(robotPath(robot, [joints.map(() => 0), joints.map(([, , , way]) => way)]), 0);
    const reach = new ChainReach(chain);
    reach.begin();
    chain.clock[0] = 0;
    const last = joints.length - 1;
    chain.place(last);
    reach.write(last);
    return { chain, reach, last };
  };
  const bendsOf = ({ reach, last }: ReturnType<typeof armOf>, ancestor = -1) =>
    [...reach.bounds.subarray(reach.at(last, ancestor) + 2, reach.at(last, ancestor) + 4)].map((x) => Math.round(x * 100) / 100);

  test('two axes at right angles: |α| + |ω|², less than the square of the sum', () => {
    const arm = armOf([
      ['revolute', [0, 0, 1], [0, 0, 0], 2],
      ['revolute', [1, 0, 0], [0, 0, 0], 3],
    ]);
    expect(bendsOf(arm)).toEqual([0, 6 + 13]);
  });

  test('parallel axes turn by their sum, with its sign; a height above an axis bends nothing', () => {
    const arm = armOf([
      ['revolute', [0, 0, 1], [0, 0, 0], 3],
      ['revolute', [0, 0, 1], [2, 0, 5], -2],
      ['revolute', [0, 0, -1], [0, 1, 5], 1],
    ]);
    // the elbow on a circle of 2, the last origin on one of 1 about it, at a rate of 3 − 2; R turns by 3 − 2 − 1
    expect(bendsOf(arm)).toEqual([9 * 2 + 1, 0]);
  });

  test("no point gains speed faster along axes of a grid (seed 'grid of axes')", () => {
    const random = new Random('grid of axes');
    const axes: readonly Vec3[] = [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 1e-7, 1],
      [0.6, 0, 0.8],
    ];
    let smaller = 0;
    for (let round = 0; round < rounds(150, 50); round++) {
      const joints = Array.from({ length: 2 + random.integer(5) }, () => {
        const type = random.next() < 0.8 ? ('revolute' as const) : ('prismatic' as const);
        const place = times(random.pick(axes), random.pick([0, 0.5, 2]));
        return [type, random.pick(axes), place, random.pick([0, 3, -3, 1.2, -0.4])] as const;
      });
      const arm = armOf(joints);
      const { chain, reach, last } = arm;
      for (let ancestor = -1; ancestor < last; ancestor++) {
        const [bend0, bend1] = reach.bounds.subarray(reach.at(last, ancestor) + 2);
        const sum = reach.bounds[reach.at(last, ancestor) + 1];
        if (bend1 < 0.9 * sum * sum) smaller++;
        for (let sample = 0; sample < 4; sample++) {
          const rho = random.pick([0, 0.5, 3]);
          const x = times(random.direction(), rho);
          const f = (time: number): Vec3 => {
            chain.clock[0] = time;
            chain.placeAll();
            const S = chain.states[last];
            const world = [0, 1, 2].map((k) => S[STATE_P + k] + S[3 * k] * x[0] + S[3 * k + 1] * x[1] + S[3 * k + 2] * x[2]);
            if (ancestor < 0) return world as unknown as Vec3;
            const P = chain.states[ancestor];
            const [a, b, c] = world.map((w, k) => w - P[STATE_P + k]);
            return [0, 1, 2].map((k) => P[k] * a + P[3 + k] * b + P[6 + k] * c) as unknown as Vec3;
          };
          const { second } = derivatives(f, 0.01 + 0.98 * random.next(), 1e-3);
          expect(norm(second), `round ${round} on ${ancestor}, ρ ${rho}`).toBeLessThanOrEqual((bend0 + bend1 * rho) * (1 + 1e-5) + 1e-5);
        }
      }
    }
    expect(smaller).toBeGreaterThan(20);
  });
});

test('a planar joint stays in its plane, whatever the normal', () => {
  for (const axis of [
    [0, 0, 1],
    [0, 0, -1],
    [1e-3, 0, -1],
    [1e-3, 1e-3, -1],
    [0, 1e-4, -1],
    [1, 0, 0],
    [1, 2, -3],
  ] as Vec3[]) {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', joint: { type: 'planar', axis } }] });
    const chain = new Chain(robot);
    chain.load(
      robotPath(robot, [
        [1, 0, 0],
        [0, 1, 0],
      ]),
      0,
    );
    const normal = times(axis, 1 / norm(axis));
    const arms = [0, 1].map((t): Vec3 => {
      chain.clock[0] = t;
      chain.place(0);
      const S = chain.states[0];
      return [S[STATE_P], S[STATE_P + 1], S[STATE_P + 2]];
    });
    for (const arm of arms) {
      expect(norm(arm), `${axis}`).toBeCloseTo(1, 12);
      expect(arm[0] * normal[0] + arm[1] * normal[1] + arm[2] * normal[2], `${axis}`).toBeCloseTo(0, 12);
    }
    // x, y and the normal are right-handed
    expect(norm(minus(cross(arms[0], arms[1]), normal)), `${axis}`).toBeLessThan(1e-12);
  }
});

test("links that stand where they stood are not placed again, and have the same bits (seed 'standing links')", () => {
  const random = new Random('standing links');
  const link = (k: number) => ({
    name: `link${k}`,
    ...(k > 0 && { parent: `link${k < 4 ? k - 1 : k === 4 ? 0 : k - 1}` }),
    joint: {
      name: `joint${k}`,
      type: (['revolute', 'prismatic', 'fixed', 'continuous'] as const)[k % 4],
      axis: random.direction(),
      origin: { position: times(random.direction(), 0.5), quaternion: random.quaternion() },
      limits: { lower: -3, upper: 3 },
    },
  });
  const robot = new Robot({ name: 'two branches', links: Array.from({ length: 8 }, (_, k) => link(k)) });
  const chain = new Chain(robot);
  let values: readonly number[] = Array.from({ length: robot.size }, () => 0);
  let kept = 0;
  const change = (often: number) => values.map((value) => (random.next() < often ? 2 * random.next() - 1 : value));
  for (let round = 0; round < rounds(300, 100); round++) {
    const from = random.next() < 0.5 ? values : change(0.3);
    values = from;
    const to = random.next() < 0.5 ? values : change(0.2);
    values = to;
    const path = robot.path([from, to]);
    const anew = new Chain(robot);
    if (round % 20 === 19) for (const one of [chain, anew]) one.refer(Float64Array.of(1, 2, 3));
    else anew.refer(Float64Array.from(round < 20 ? ORIGIN : [1, 2, 3]));
    chain.load(path, 0);
    anew.load(path, 0);
    const before = chain.placed.slice();
    for (const t of [0, random.next()]) {
      chain.clock[0] = anew.clock[0] = t;
      // some are not asked for
      for (const { index } of robot.links.filter(() => random.next() < 0.8)) {
        chain.place(index);
        anew.place(index);
        expect(Array.from(chain.states[index]), `round ${round}, t ${t}, link ${index}`).toEqual(Array.from(anew.states[index]));
        if (chain.placed[index] === before[index]) kept++;
      }
    }
  }
  expect(kept).toBeGreaterThan(50);
});
