// Splines of the tool, judged by all coefficients of the cubics as one system of equations, and by kinematics and Newton of the tests' own.
import { describe, expect, test } from 'vitest';
import { parseProgram, programText } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { verifyProof } from '../../../../src/proof/index.ts';
import { recordProof } from '../../../../src/prove/index.ts';
import type { SplineMove } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm, times } from '../../../support/brute-force.ts';
import { compose, type Frame } from '../../../support/brute-robot.ts';
import { rounds } from '../../../support/rounds.ts';
import { ARMS, about, eliminated, solved, toolAt } from './arms.ts';
import { gantry } from './gantry.ts';

/** Where the origin is at a share of the straight ways: four coefficients a span, from 4n equations. */
function splineOf(places: readonly Vec3[]): (share: number) => Vec3 {
  const n = places.length - 1;
  const lengths = places.slice(1).map((p, i) => norm(minus(p, places[i])));
  const rows: number[][] = [];
  const right: number[][] = [];
  const row = (entries: readonly (readonly [span: number, power: number, value: number])[], value: Vec3): void => {
    const out = new Array<number>(4 * n).fill(0);
    for (const [span, power, x] of entries) out[4 * span + power] = x;
    rows.push(out);
    right.push([...value]);
  };
  const none: Vec3 = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const h = lengths[i];
    row([[i, 0, 1]], places[i]);
    row(
      [0, 1, 2, 3].map((m) => [i, m, h ** m] as const),
      places[i + 1],
    );
    if (i + 1 === n) break;
    row(
      [
        [i, 1, 1],
        [i, 2, 2 * h],
        [i, 3, 3 * h * h],
        [i + 1, 1, -1],
      ],
      none,
    );
    row(
      [
        [i, 2, 2],
        [i, 3, 6 * h],
        [i + 1, 2, -2],
      ],
      none,
    );
  }
  row([[0, 2, 1]], none);
  row(
    [
      [n - 1, 2, 2],
      [n - 1, 3, 6 * lengths[n - 1]],
    ],
    none,
  );
  const c = [0, 1, 2].map(
    (e) =>
      eliminated(
        rows,
        right.map((x) => x[e]),
      ) as number[],
  );
  const whole = lengths.reduce((a, b) => a + b, 0);
  return (share) => {
    let [i, left] = [0, share * whole];
    while (i + 1 < n && left > lengths[i]) left -= lengths[i++];
    return [0, 1, 2].map((e) => [0, 1, 2, 3].reduce((sum, m) => sum + c[e][4 * i + m] * left ** m, 0)) as unknown as Vec3;
  };
}

const valuesAt = ({ pieces }: RobotPath, segment: number, t: number): Float64Array => {
  const { coefficients, errors } = (pieces ?? [])[segment];
  return errors.map((_, s) => coefficients.subarray(6 * s, 6 * s + 6).reduceRight((sum, x) => sum * t + x, 0));
};

describe.each(['ur5', 'track', 'panda', 'scara', 'gantry'])('%s', (name) => {
  test(`the true values are within the errors told (seed 'spline ${name}')`, () => {
    const arm = ARMS[name];
    const random = new Random(`spline ${name}`);
    const seen = { followed: 0, values: 0 };
    for (let round = 0; round < rounds(6); round++) {
      const from = Float64Array.from(arm.starts, ([lo, hi]) => random.range(lo, hi));
      const begin = toolAt(arm, from);
      const axis: Vec3 = name === 'scara' ? [0, 0, 1] : random.direction();
      const angles = [0];
      const places = [begin.p];
      for (let k = 0; k < 2 + (round % 3); k++) {
        places.push(add(places[k], times(random.direction(), random.range(0.03, 0.1))));
        angles.push(angles[k] + random.range(-0.3, 0.3));
      }
      const turned = (angle: number): Quat => compose({ p: [0, 0, 0], q: about(axis, angle) }, { p: [0, 0, 0], q: begin.q }).q;
      const spline = places.slice(1).map((position, k) => ({ position, quaternion: turned(angles[k + 1]) }));
      const lengths = places.slice(1).map((p, i) => norm(minus(p, places[i])));
      const whole = lengths.reduce((a, b) => a + b, 0);
      const place = splineOf(places);
      const at = (share: number): Frame => {
        let [i, left] = [0, share * whole];
        while (i + 1 < lengths.length && left > lengths[i]) left -= lengths[i++];
        return { p: place(share), q: turned(angles[i] + (left / lengths[i]) * (angles[i + 1] - angles[i])) };
      };
      let path: RobotPath;
      try {
        const joints = arm.following.map((k) => `joint${k}`);
        path = toolPath(arm.robot, { link: `link${arm.joints.length - 1}`, at: arm.at, from, moves: [{ spline }], joints });
      } catch (error) {
        expect((error as Error).message).toMatch(/moves\[0\]: (the spline can be followed up to|.*is beyond its limits|.*singular)/);
        continue;
      }
      seen.followed++;
      let values: Float64Array = from;
      for (let segment = 0; segment < path.segments; segment++) {
        const { errors, of } = (path.pieces ?? [])[segment];
        const { from: first, to, kind } = of as { from: number; to: number; kind: string };
        expect(kind).toBe('spline');
        for (let k = 0; k <= 12; k++) {
          const nominal = valuesAt(path, segment, k / 12);
          values = solved(arm, k === 0 && segment > 0 ? values : nominal, at(first + (k / 12) * (to - first))) as Float64Array;
          values.forEach((value, s) => {
            seen.values++;
            expect(Math.abs(value - nominal[s])).toBeLessThanOrEqual(errors[s] + 1e-10);
          });
        }
      }
    }
    expect(seen.followed).toBeGreaterThan(2);
    expect(seen.values).toBeGreaterThan(500);
  });
});

const slide = (name: string, axis: Vec3, parent?: string) =>
  ({ name, ...(parent !== undefined && { parent }), joint: { name, type: 'prismatic', axis } }) as const;
const RADIUS = 0.01;
const crane = new Robot({
  name: 'crane',
  links: [slide('x', [1, 0, 0]), slide('y', [0, 1, 0], 'x'), { ...slide('z', [0, 0, 1], 'y'), shapes: [{ shape: sphere(RADIUS) }] }],
});
const LED = { link: 'z', from: [0, 0, 0], free: ['orientation'] as const };

const SEED = 'splines in scenes';
test(`a ball on splines in seconds, on a belt too, beside plates: by three methods (seed '${SEED}')`, () => {
  const random = new Random(SEED);
  const seen = new Map<string, number>();
  for (let k = 0; k < rounds(30); k++) {
    const speed = k % 2 === 0 ? 0 : random.range(-0.1, 0.2);
    const belt = bodyTrajectory([0, 1, 2, 3].map((time) => ({ time, pose: { position: [speed * time, 0, 0] } })));
    const places: Vec3[] = [[0, 0, 0]];
    for (let i = 0; i < 3; i++) places.push(add(places[i], times(random.direction(), random.range(0.1, 0.3))));
    const spline = places.slice(1).map((position) => ({ position }));
    const move: SplineMove = { spline, seconds: 2, ...(speed !== 0 && { frame: { on: belt } }) };
    const path = toolPath(crane, { ...LED, moves: [move] });
    const along = splineOf(places);
    const at = (t: number): Vec3 => add(along(t / 2), [speed * t, 0, 0]);
    const size: Vec3 = [0.002, random.range(0.02, 0.06), random.range(0.02, 0.06)];
    const [x, y, z] = at(random.range(0.3, 1.9));
    const middle: Vec3 = [x + random.range(-0.02, 0.02), y + random.range(-0.04, 0.04), z + random.range(-0.04, 0.04)];
    const room = (t: number): number => Math.hypot(...at(t).map((c, i) => Math.max(0, Math.abs(c - middle[i]) - size[i] / 2))) - RADIUS;
    if (room(0) < 1e-3) continue;
    const rooms = Array.from({ length: 4001 }, (_, i) => room(i / 2000));
    const first = rooms.findIndex((r) => r < 0);
    const scene = new Scene({ robots: [crane], obstacles: [{ name: 'plate', shape: box([...size]), pose: { position: middle } }] });
    for (const method of [undefined, hca, interval]) {
      const hit = scene.firstContact({ crane: path }, method && { method });
      seen.set(hit.status, (seen.get(hit.status) ?? 0) + 1);
      if (hit.status === 'free') expect(first).toBe(-1);
      else {
        expect(hit.status).toBe('contact');
        const t = hit.seconds as number;
        expect(Math.abs(room(t))).toBeLessThan(1e-6);
        if (first >= 0) expect(t).toBeLessThanOrEqual(first / 2000 + 1e-9);
      }
    }
  }
  expect(Math.min(seen.get('free') ?? 0, seen.get('contact') ?? 0)).toBeGreaterThan(8);
});

const POINTS = [{ position: [0.1, 0.05, 0] }, { position: [0.2, 0, 0.1] }, { position: [0.3, 0.1, 0] }] as const;

test('by a speed, with lines before and after; a proof of it', async () => {
  const moves = [
    { line: { position: [0.05, 0, 0] as Vec3 } },
    { spline: POINTS, speed: 0.2 },
    { line: { position: [0.3, 0.1, 0.2] as Vec3 } },
  ];
  const path = toolPath(crane, { ...LED, pace: { speed: 0.1, acceleration: 1 }, moves });
  const length = [[0.05, 0, 0] as Vec3, ...POINTS.map(({ position }) => position)].reduce(
    (sum, p, i, all) => (i === 0 ? 0 : sum + norm(minus(p, all[i - 1]))),
    0,
  );
  const times = path.times as readonly number[];
  const own = (path.pieces ?? [])
    .map(({ of }, k) => ({ move: of?.move, from: times[k], to: times[k + 1] }))
    .filter(({ move }) => move === 1);
  expect((own.at(-1)?.to as number) - own[0].from).toBeCloseTo(length / 0.2, 9);
  const lines: string[] = [];
  const proof = recordProof((text) => {
    lines.push(text);
  });
  const scene = new Scene({ robots: [crane], obstacles: [{ name: 'plate', shape: box(0.1), pose: { position: [0.2, 0.3, 0] } }] });
  expect(scene.firstContact({ crane: path }, { proof }).status).toBe('free');
  expect(proof.facts.complete).toBe(true);
  expect((await verifyProof(lines)).result).toBe('proven');
});

describe('what cannot be is said', () => {
  const made = (move: object) => () => toolPath(crane, { ...LED, moves: [{ joints: [0, 0, 0.001] }, move as never] });
  test.each([
    ['one pose', { spline: [{ position: [1, 0, 0] }] }, /moves\[1\]: spline must be a list of poses, two at least/],
    ['no list', { spline: { position: [1, 0, 0] } }, /moves\[1\]: spline must be a list of poses, two at least/],
    [
      'two at one place',
      { spline: [{ position: [1, 0, 0] }, { position: [1, 0, 0] }] },
      /moves\[1\]: spline: pose 0 and pose 1 are at one place/,
    ],
    ['a pose that is none', { spline: [{ position: [1, 0] }, { position: [1, 0, 0] }] }, /moves\[1\]: spline: pose 0/],
    ['an acceleration', { spline: POINTS, acceleration: 1 }, /moves\[1\]: unknown key 'acceleration'/],
    ['a blend', { spline: POINTS, blend: 0.01 }, /moves\[1\]: unknown key 'blend'/],
    [
      'a line that is to go over into one',
      { line: { position: [0.1, 0, 0] }, blend: 0.01 },
      /moves\[1\]: blend: only lines go over into lines/,
    ],
  ])('%s', (_, move, says) => {
    expect(made(move)).toThrow(InputError);
    expect(made(move)).toThrow(says);
  });

  test('out of reach: how far it can be followed', () => {
    const { robot, at, starts } = ARMS.ur5;
    const from = starts.map(([a, b]) => (a + b) / 2);
    const [x, y, z] = toolAt(ARMS.ur5, from).p;
    const spline = [{ position: [x, y, z + 0.05] as Vec3 }, { position: [x, y, z + 3] as Vec3 }];
    expect(() => toolPath(robot, { link: 'link5', at, from, moves: [{ spline }] })).toThrow(
      /moves\[0\]: the spline can be followed up to [\d.]+ % of it/,
    );
  });

  test('in a program', () => {
    const read = (moves: unknown) => parseProgram(JSON.stringify({ format: 'inbetween-program/1', link: 'z', moves }), 'p.json');
    const program = read([{ spline: [{ position: [100, 0, 0] }, { position: [200, 0, 0] }], speed: 0.1 }]);
    expect(program.moves[0].spline?.map(({ position }) => position)).toEqual([
      [100, 0, 0],
      [200, 0, 0],
    ]);
    expect(parseProgram(programText(program), 'q.json').moves[0].spline).toEqual(program.moves[0].spline);
    expect(() => read([{ spline: [{ position: [1, 0, 0] }] }])).toThrow(/two at least/);
    expect(() => read([{ spline: POINTS, acceleration: 1 }])).toThrow(/acceleration/);
    expect(() => read([{ spline: [1, 2] }])).toThrow(/a pose/);
  });
});

test('places that differ by rounding alone leave the direction there open, whatever the size', () => {
  const robot = gantry();
  for (const size of [1e-3, 1, 1e3])
    for (const apart of [1e-16, 1e-12, 1e-7]) {
      const [first, far, end] = [times([0, 0.6, 0.8], apart * size), times([0.5, 0, 0], size), times([1, 0.2, 0], size)];
      const make = (spline: readonly Vec3[]) =>
        toolPath(robot, { link: 'c', from: [0, 0, 0, 0, 0, 0], moves: [{ spline: spline.map((position) => ({ position })) }] });
      expect(() => make([first, far, end])).toThrow(/moves\[0\]: spline: where it begins and pose 0 are at one place.*leave one out/);
      expect(() => make([far, add(far, first), end])).toThrow(/moves\[0\]: spline: pose 0 and pose 1 are at one place/);
      expect(make([far, end]).segments).toBeGreaterThan(1);
    }
});
