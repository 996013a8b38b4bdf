import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Pose, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { rotationMotion } from '../../../../src/motion/rigid-motion.ts';
import type { ToolMove, ToolPathOptions } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { limitFindings } from '../../../../src/robot/limit-findings.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm, times } from '../../../support/brute-force.ts';
import { compose, type Frame, inverse } from '../../../support/brute-robot.ts';
import { ARMS, type Arm, about, solved, toolAt } from './arms.ts';

const arm = ARMS.ur5;
const from = Float64Array.of(0.2, -1.2, 1.6, -1, -1.4, 0.3);
const begin = toolAt(arm, from);
const link = 'link5';

const follow = (moves: readonly ToolMove[], more: Partial<ToolPathOptions> = {}): RobotPath =>
  toolPath(arm.robot, { link, at: arm.at, from, moves, ...more });
const poseOf = ({ p, q }: Frame): Pose => ({ position: p, quaternion: q });
const turned = (q: Frame['q'], axis: Vec3, angle: number): Frame['q'] =>
  compose({ p: [0, 0, 0], q: about(axis, angle) }, { p: [0, 0, 0], q }).q;
const away = (way: Vec3, axis: Vec3 = [0, 0, 1], angle = 0): Frame => ({ p: add(begin.p, way), q: turned(begin.q, axis, angle) });

/** True values by the judge's own solver at 20 instants of every piece, where the tool is to be at that second. */
function judge(path: RobotPath, at: (second: number) => Frame, who: Arm = arm): void {
  const seconds = path.times as readonly number[];
  for (let segment = 0; segment < path.segments; segment++) {
    const { errors, of } = (path.pieces ?? [])[segment];
    if (of?.kind === 'joints' || of?.kind === 'pose') continue;
    for (let k = 0; k <= 20; k++) {
      const second = seconds[segment] + (k / 20) * (seconds[segment + 1] - seconds[segment]);
      const nominal = path.configurationAt(segment + k / 20);
      const truth = solved(who, nominal, at(second));
      expect(truth, `second ${second}`).not.toBe(null);
      truth?.forEach((value, s) => {
        expect(Math.abs(value - nominal[s]), `second ${second}, joint ${s}`).toBeLessThanOrEqual(errors[s] + 2e-10);
      });
    }
  }
}

/** How far a move from rest to rest has come, by speeds alone. */
function trapezoid(length: number, speed: number, acceleration: number): { readonly lasts: number; at(second: number): number } {
  const up = Math.min(speed / acceleration, Math.sqrt(length / acceleration));
  const peak = acceleration * up;
  const even = Math.max(0, (length - peak * up) / peak);
  const lasts = 2 * up + even;
  return {
    lasts,
    at: (t) =>
      t < up
        ? (acceleration * t * t) / 2
        : t < up + even
          ? (peak * up) / 2 + peak * (t - up)
          : length - (acceleration * (lasts - t) * (lasts - t)) / 2,
  };
}

describe('in seconds', () => {
  test.each([
    [0.25, 1],
    [2, 0.5],
  ])('a line at %d m/s and %d m/s²: where the tool is at every second', (speed, acceleration) => {
    const to = away([0.1, -0.2, 0.1], [1, 2, 0], 0.4);
    const path = follow([{ line: poseOf(to), speed, acceleration }, { wait: 0.5 }], { startsAt: 3 });
    const length = norm(minus(to.p, begin.p));
    const law = trapezoid(length, speed, acceleration);
    expect(path.times?.[0]).toBe(3);
    expect(path.times?.at(-1)).toBeCloseTo(3.5 + law.lasts, 9);
    judge(path, (second) => {
      const share = Math.min(1, law.at(Math.min(second - 3, law.lasts)) / length);
      return away(times(minus(to.p, begin.p), share), [1, 2, 0], 0.4 * share);
    });
  });

  test('joints go as fast as the fastest of them may', () => {
    const end = from.map((x, k) => x + 0.1 * (k + 1));
    const path = follow([{ joints: Array.from(end) }], { jointPace: { speed: 0.5, acceleration: 2 } });
    const law = trapezoid(0.6, 0.5, 2);
    expect(path.times?.at(-1)).toBeCloseTo(law.lasts, 12);
    for (let k = 0; k <= 50; k++) {
      const time = (k / 50) * path.segments;
      const share = law.at(path.secondsAt(time)) / 0.6;
      path.configurationAt(time).forEach((x, s) => {
        expect(x).toBeCloseTo(from[s] + 0.1 * (s + 1) * share, 12);
      });
    }
  });

  test('so many seconds, with and without an acceleration', () => {
    const to = poseOf(away([0, -0.2, 0]));
    expect(follow([{ line: to, seconds: 2 }]).times?.at(-1)).toBeCloseTo(2, 12);
    const soft = follow([{ line: to, seconds: 2, acceleration: 0.4 }]);
    expect(soft.times?.at(-1)).toBeCloseTo(2, 9);
    judge(soft, (second) => {
      // v T − v² / a = 0.2
      const law = trapezoid(0.2, 0.2 * (2 - Math.sqrt(2)), 0.4);
      return away([0, -law.at(second), 0]);
    });
    expect(() => follow([{ line: to, seconds: 2, acceleration: 0.1 }])).toThrow(/moves\[0\]: .*needs an acceleration of at least 0\.2/);
  });
});

describe('frames', () => {
  test('poses in a frame that stands', () => {
    const frame: Frame = { p: [0.3, 0.1, 0.2], q: about([1, 1, 0], 0.7) };
    const to = away([0.1, -0.1, 0.05], [0, 1, 0], 0.2);
    const inside = compose(inverse(frame), to);
    const path = follow([{ line: poseOf(inside) }], { frame: poseOf(frame) });
    const { p } = toolAt(arm, path.configurationAt(path.segments));
    expect(norm(minus(p, to.p))).toBeLessThan(1e-7);
  });

  test('a line on a belt and one on a table that turns: straight there, at every second', () => {
    const belt = bodyTrajectory([
      { time: 0, pose: { position: [1, 0, 0] } },
      { time: 1.3, pose: { position: [1, 0.13, 0] } },
      { time: 9, pose: { position: [1, 0.3, 0.02] } },
    ]);
    const beltAt = (second: number): Frame => {
      const share = second < 1.3 ? second / 1.3 : (second - 1.3) / 7.7;
      const [a, b]: [Vec3, Vec3] =
        second < 1.3
          ? [
              [1, 0, 0],
              [1, 0.13, 0],
            ]
          : [
              [1, 0.13, 0],
              [1, 0.3, 0.02],
            ];
      return { p: add(a, times(minus(b, a), share)), q: [0, 0, 0, 1] };
    };
    const goal: Frame = compose(inverse(beltAt(0)), away([0.05, -0.05, 0], [0, 0, 1], 0.3));
    const start = compose(inverse(beltAt(0)), begin);
    const path = follow([{ line: poseOf(goal), frame: { on: belt }, seconds: 2 }]);
    judge(path, (second) => {
      const share = second / 2;
      const inside: Frame = {
        p: add(start.p, times(minus(goal.p, start.p), share)),
        q: turned(start.q, [0, 0, 1], 0.3 * share),
      };
      return compose(beltAt(second), inside);
    });
    // a table that turns by more than half about a place off its own origin
    const table = bodyTrajectory([
      { time: 0, pose: { position: [0.3, 0, 0] } },
      { time: 4, motion: rotationMotion({ position: [0.3, 0, 0] }, [0, 0, 1], 4, [0.5, 0.1, 0]) },
    ]);
    const tableAt = (second: number): Frame => {
      const q = about([0, 0, 1], second);
      const arm0 = compose({ p: [0, 0, 0], q }, { p: minus([0.3, 0, 0], [0.5, 0.1, 0]), q: [0, 0, 0, 1] });
      return { p: add([0.5, 0.1, 0], arm0.p), q };
    };
    const seen = compose(inverse(tableAt(0)), begin);
    const still = follow([{ line: poseOf(seen), frame: { on: table }, seconds: 0.4 }]);
    judge(still, (second) => compose(tableAt(second), seen));
  });

  test("a line on another robot's table, which follows a line itself", () => {
    const table = new Robot({
      name: 'table',
      base: { position: [0.2, 0.4, 0] },
      links: [
        { name: 'slide', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.1) }] },
        { name: 'plate', parent: 'slide', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box(0.1) }] },
      ],
    });
    const moving = table.trajectory([
      { time: 0, positions: [0, 0], velocities: [0, 0] },
      { time: 1, positions: [0.1, 0.2], velocities: [0.05, 0.2] },
      { time: 3, positions: [0.2, 0.1], velocities: [0, 0] },
    ]);
    const plateAt = (second: number): Frame => {
      const time = second < 1 ? second : 1 + (second - 1) / 2;
      const [x, turn] = moving.configurationAt(time);
      return { p: add([0.2, 0.4, 0], [x, 0, 0]), q: about([0, 0, 1], turn) };
    };
    const seen = compose(inverse(plateAt(0)), begin);
    const path = follow([{ line: poseOf(seen), frame: { on: moving, link: 'plate' }, seconds: 2 }]);
    judge(path, (second) => compose(plateAt(second), seen));
    // its own error adds to that of the joints that follow it
    const lined = toolPath(table, {
      link: 'plate',
      joints: ['x'],
      from: [0, 0],
      moves: [{ line: { position: [0.3, 0.4, 0] }, seconds: 1 }],
    });
    expect(follow([{ line: poseOf(seen), frame: { on: lined, link: 'plate' }, seconds: 1 }]).segments).toBeGreaterThan(2);
  });
});

describe('blends', () => {
  const corner = away([0.15, -0.1, 0], [0, 0, 1], 0.2);
  const end: Frame = { p: add(corner.p, [0, -0.1, 0.12]), q: turned(corner.q, [0, 1, 0], 0.3) };
  const moves = (blend: number): ToolMove[] => [{ line: poseOf(corner), blend }, { line: poseOf(end) }];
  const parabolaAt = (blend: number, u: number): Frame => {
    const [L1, L2] = [norm(minus(corner.p, begin.p)), norm(minus(end.p, corner.p))];
    const entry = add(corner.p, times(minus(begin.p, corner.p), blend / L1));
    const exit = add(corner.p, times(minus(end.p, corner.p), blend / L2));
    const p = add(add(times(entry, (1 - u) ** 2), times(corner.p, 2 * u * (1 - u))), times(exit, u * u));
    const first = turned(corner.q, [0, 0, 1], (-0.2 * blend * (1 - u) ** 2) / L1);
    return { p, q: turned(first, [0, 1, 0], (0.3 * blend * u * u) / L2) };
  };

  test("the parabola of both zones, entered and left at the lines' own speed", () => {
    const path = follow(moves(0.04), { pace: { speed: 0.25 } });
    const [L1, L2] = [norm(minus(corner.p, begin.p)), norm(minus(end.p, corner.p))];
    const [enter, leave] = [(L1 - 0.04) / 0.25, (L1 - 0.04 + 0.08) / 0.25];
    expect(path.times?.at(-1)).toBeCloseTo((L1 + L2) / 0.25, 9);
    judge(path, (second) => {
      if (second < enter) {
        const share = (0.25 * second) / L1;
        return away(times(minus(corner.p, begin.p), share), [0, 0, 1], 0.2 * share);
      }
      if (second < leave) return parabolaAt(0.04, (second - enter) / (leave - enter));
      const share = (0.04 + 0.25 * (second - leave)) / L2;
      return { p: add(corner.p, times(minus(end.p, corner.p), share)), q: turned(corner.q, [0, 1, 0], 0.3 * share) };
    });
    const kinds = new Set(path.pieces?.map(({ of }) => `${of?.kind} ${of?.move}`));
    expect([...kinds]).toEqual(['line 0', 'blend 0', 'line 1']);
  });

  test("speed is kept from line to line, and what is too short to get faster is slower (seed 'run')", () => {
    const random = new Random('run');
    let p = begin.p;
    const lines: ToolMove[] = Array.from({ length: 5 }, (_, k) => {
      p = add(p, times(random.direction(), 0.05));
      return { line: { position: p, quaternion: begin.q }, ...(k < 4 && { blend: 0.02 }), speed: random.range(0.1, 0.5) };
    });
    const path = follow(lines, { pace: { acceleration: 0.6 } });
    // the tool's speed by differences has no jumps, and neither lines nor blends are faster than they may be
    const rows: (readonly [second: number, speed: number])[] = [];
    for (let k = 0; k < 40 * path.segments; k++) {
      const [a, b] = [k, k + 0.5].map((x) => x / 40);
      const [s, t] = [path.secondsAt(a), path.secondsAt(b)];
      const way = norm(minus(toolAt(arm, path.configurationAt(b)).p, toolAt(arm, path.configurationAt(a)).p));
      rows.push([(s + t) / 2, way / (t - s)]);
    }
    rows.forEach(([second, speed], i) => {
      expect(speed).toBeLessThan(0.51);
      if (i === 0) return;
      const [before, slow] = rows[i - 1];
      // along a parabola it slows down by more than along a line: v² / r of the zone, twice
      expect(Math.abs(speed - slow)).toBeLessThan((second - before) * 30 + 1e-4);
    });
    expect(rows[0][1]).toBeLessThan(0.05);
    expect(rows.at(-1)?.[1]).toBeLessThan(0.05);
  });

  test('a tube around it for robots that do otherwise: a triangle', () => {
    const zone = 0.001;
    const straight: ToolMove[] = [
      { line: poseOf({ ...corner, q: begin.q }), blend: zone },
      { line: { position: end.p, quaternion: begin.q } },
    ];
    const path = follow(straight, { blends: 'triangle' });
    const [L1, L2] = [norm(minus(corner.p, begin.p)), norm(minus(end.p, corner.p))];
    const entry = add(corner.p, times(minus(begin.p, corner.p), zone / L1));
    const exit = add(corner.p, times(minus(end.p, corner.p), zone / L2));
    const middle = times(add(entry, exit), 0.5);
    const height = norm(minus(corner.p, middle));
    const radius = height / 2;
    let seen = 0;
    path.pieces?.forEach(({ of, errors }, segment) => {
      if (of?.kind !== 'blend') return;
      seen++;
      for (let k = 0; k <= 10; k++) {
        const u = of.from + (k / 10) * (of.to - of.from);
        const centre = add(add(times(entry, (1 - u) ** 2), times(corner.p, 2 * u * (1 - u))), times(exit, u * u));
        const nominal = path.configurationAt(segment + k / 10);
        for (const sign of [-1, 1]) {
          const off = add(centre, times(minus(corner.p, middle), (sign * radius) / height));
          solved(arm, nominal, { p: off, q: begin.q })?.forEach((x, s) => {
            expect(Math.abs(x - nominal[s])).toBeLessThanOrEqual(errors[s] + 1e-10);
          });
        }
      }
    });
    // free is proven of all of them; what only the tube touches is not decided
    const wall = (gap: number) => {
      const outward = times(minus(corner.p, middle), 1 / height);
      const pose = { position: add(corner.p, times(outward, gap)) };
      return new Scene({ robots: [arm.robot], obstacles: [{ name: 'ball', shape: box(1e-4), pose }], self: false });
    };
    expect(seen).toBeGreaterThan(0);
    expect(wall(0.4).firstContact({ ur5: path }).status).toBe('free');
    expect(() => follow([{ ...straight[0], blend: 0.07 } as ToolMove, straight[1]], { blends: 'triangle' })).toThrow(
      /moves\[0\]: blend: curves up to/,
    );
  });

  test('a tube has no times of its own', () => {
    expect(() => follow(moves(0.03), { blends: 'triangle', pace: { speed: 1 } })).toThrow(/moves\[0\]: blend: nobody says when/);
  });
});

describe('to a pose, to joint values', () => {
  test('the joints go straight to where the tool is at a pose, a line to joint values ends with them', () => {
    const to = away([0.1, -0.15, 0.1], [0, 0, 1], 0.4);
    const path = follow([{ pose: poseOf(to) }, { line: { joints: Array.from(from) } }]);
    expect(path.pieces?.[0].of).toEqual({ move: 0, kind: 'pose', from: 0, to: 1 });
    const reached = toolAt(arm, path.waypoints[1]);
    expect(norm(minus(reached.p, to.p))).toBeLessThan(1e-8);
    path.waypoints.at(-1)?.forEach((x, s) => {
      expect(x).toBeCloseTo(from[s], 7);
    });
    expect(path.configurationAt(0.5)[0]).toBeCloseTo((from[0] + path.waypoints[1][0]) / 2, 12);
  });
});

describe('what cannot be is said, with the number of the move', () => {
  const here = poseOf(begin);
  const there = poseOf(away([0.1, -0.2, 0]));
  const limited = new Robot({
    name: 'short',
    links: [
      {
        name: 'cart',
        joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0], limits: { lower: -1, upper: 1, velocity: 0.5 } },
        shapes: [{ shape: box(0.1) }],
      },
    ],
  });
  const cart = (moves: readonly ToolMove[], more: Partial<ToolPathOptions> = {}) =>
    toolPath(limited, { link: 'cart', from: [0], moves, ...more });
  const cases: readonly (readonly [what: string, call: () => unknown, says: RegExp])[] = [
    [
      'a limit of a joint',
      () => cart([{ joints: [0.5] }, { line: { position: [1.5, 0, 0] } }]),
      /moves\[1\]: joint 'x' is beyond its limits -1 to 1 from 50\.00 % of it on: 1\.5/,
    ],
    [
      'a joint that is too slow',
      () => cart([{ line: { position: [0.8, 0, 0] }, seconds: 1 }]),
      /moves\[0\]: velocity of joint 'x' is beyond its limits 0\.5 a second from 0.* 0\.8/,
    ],
    [
      'a blend of more than half',
      () => follow([{ line: there, blend: 0.2 }, { line: here }]),
      /moves\[0\]: blend: 0\.2 is more than half of it/,
    ],
    [
      'a blend of more than half of the next',
      () => follow([{ line: there, blend: 0.1 }, { line: { ...there, position: add(begin.p, [0.1, -0.1, 0]) } }]),
      /moves\[0\]: blend: 0\.1 is more than half of moves\[1\]/,
    ],
    ['a blend at the end', () => follow([{ line: there, blend: 0.01 }]), /moves\[0\]: blend: .*it is the last move/],
    ['a blend into a joint move', () => follow([{ line: there, blend: 0.01 }, { joints: from }]), /moves\[0\]: blend: only lines/],
    ['two moves in one', () => follow([{ line: there, joints: from } as never]), /moves\[0\]: has joints and line; a move is one of them/],
    ['no speed', () => follow([{ line: there, seconds: 1 }, { line: here }]), /moves\[1\]: has no speed and no seconds/],
    [
      'only a turn',
      () => follow([{ line: poseOf(away([0, 0, 0], [0, 0, 1], 0.3)), speed: 1 }]),
      /moves\[0\]: only turns: give it a turnSpeed, or seconds/,
    ],
    ['a speed of nothing', () => follow([{ line: there, speed: 0 }]), /moves\[0\]: speed must be a number above 0, got 0/],
    ['a pose out of reach', () => follow([{ pose: { position: [5, 0, 0] } }]), /moves\[0\]: no joint values were found .* within/],
    [
      'a line to joint values that it does not end with',
      () => follow([{ line: { joints: Array.from(from, (x, k) => (k === 5 ? x + 2 * Math.PI : x)) } }]),
      /moves\[0\]: the line ends with other joint values than those given: 'joint5'/,
    ],
    [
      'out of reach, and how fast it would have to go',
      () => follow([{ line: { ...here, position: [9, 0, 0] }, seconds: 2 }]),
      /moves\[0\]: the line can be followed up to [\d.]+ % of it: .*; joint 'joint\d' goes at [\d.e+]+ a second there/,
    ],
    ['a frame that is none', () => follow([{ line: here, frame: { on: {} } as never }]), /moves\[0\]: frame: on must be a trajectory/],
    [
      'a blend in what moves',
      () => {
        const belt = bodyTrajectory([
          { time: 0, pose: {} },
          { time: 1, pose: { position: [0, 1, 0] } },
        ]);
        return follow([
          { line: there, blend: 0.01, frame: { on: belt }, seconds: 1 },
          { line: here, seconds: 1 },
        ]);
      },
      /moves\[0\]: blend: a frame moves/,
    ],
  ];
  test.each(cases)('%s', (_, call, says) => {
    expect(call).toThrow(InputError);
    expect(call).toThrow(says);
  });

  test('limits that are not asked for', () => {
    expect(limitFindings(cart([{ line: { position: [1.5, 0, 0] } }], { limits: 'ignore' }))).toHaveLength(1);
  });
});
