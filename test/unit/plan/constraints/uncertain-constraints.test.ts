// Constraints of robots that are only nearly where they should be, judged by forward kinematics at random errors within the uncertainty.
import { expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import type { Constraint } from '../../../../src/plan/constraints/constraint.ts';
import { Constraints } from '../../../../src/plan/constraints/constraints.ts';
import { plan } from '../../../../src/plan/plan.ts';
import type { Uncertainty } from '../../../../src/robot/follow/uncertainty.ts';
import type { JointType } from '../../../../src/robot/joint-types.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { randomRobot, randomValues } from '../../robot/inverse/random-robot.ts';

const POINT: Vec3 = [0.1, -0.2, 0.3];
const AXIS: Vec3 = [0, 0, 1];
const ANGLE = 0.01;
const LENGTH = 0.004;
const BASE = { length: 0.003, angle: 0.02 };
const KINDS: readonly (readonly JointType[])[] = [[], ['prismatic'], ['continuous', 'helical'], ['revolute', 'prismatic', 'prismatic']];

/** A share of the way, and a little more. */
const between = (near: number, far: number, share: number) => near + share * (far - near) + Math.sign(far - near) * 1e-6;

interface Seen {
  readonly point: Vec3;
  readonly axis: Vec3;
}

/** Where the tip is when each joint, and the base, is anywhere in its range; `part`: how much of the range. */
function seenAt(robot: Robot, values: Float64Array, random: Random, part: number): Seen {
  const off = values.slice();
  for (const { kind, slot } of robot.joints) off[slot] += part * (random.next() < 0.5 ? -1 : 1) * (kind.angle >= 0 ? ANGLE : LENGTH);
  const { position, quaternion } = robot.linkPoses(off).tip;
  const half = 0.5 * part * BASE.angle;
  const turn = [...random.direction().map((x) => Math.sin(half) * x), Math.cos(half)] as unknown as Quat;
  const shift = random.direction().map((x) => part * BASE.length * x);
  const { position: base } = robot.base;
  const at = rotate(quaternion, POINT).map((x, k) => x + position[k] - base[k]) as unknown as Vec3;
  return {
    point: rotate(turn, at).map((x, k) => x + base[k] + shift[k]) as unknown as Vec3,
    axis: rotate(multiply(turn, quaternion), AXIS),
  };
}

const tilt = (axis: Vec3, up: Vec3): number => {
  const cross = [axis[1] * up[2] - axis[2] * up[1], axis[2] * up[0] - axis[0] * up[2], axis[0] * up[1] - axis[1] * up[0]];
  return Math.atan2(Math.hypot(...cross), axis[0] * up[0] + axis[1] * up[1] + axis[2] * up[2]);
};

function extents(all: readonly Seen[], up: Vec3): { readonly min: number[]; readonly max: number[]; readonly tilt: number } {
  return {
    min: [0, 1, 2].map((k) => Math.min(...all.map(({ point }) => point[k]))),
    max: [0, 1, 2].map((k) => Math.max(...all.map(({ point }) => point[k]))),
    tilt: Math.max(...all.map(({ axis }) => tilt(axis, up))),
  };
}

test.each(KINDS)("chains of %s %s %s: what is proven holds at random errors of joints and base (seed 'off')", (...types) => {
  const random = new Random('off');
  const counts = { proven: 0, refused: 0 };
  for (let i = 0; i < rounds(8, 4); i++) {
    const robot = randomRobot(random, 4, types);
    const scene = new Scene({ robots: [robot], uncertainty: uncertain({ angle: ANGLE, length: LENGTH, places: { r: BASE } }) });
    const from = randomValues(robot, random);
    const to = from.map((x) => x + random.range(-0.2, 0.2));
    for (const { slot, limits } of robot.joints) to[slot] = Math.min(limits.upper ?? 9, Math.max(limits.lower ?? -9, to[slot]));
    const path = robot.path([from, to]);
    const up = seenAt(robot, from, random, 0).axis;
    const along = (count: number, part: number) =>
      Array.from({ length: count }, (_, k) => seenAt(robot, path.configurationAt(k / (count - 1)), random, part));
    const nominal = extents(along(400, 0), up);
    const worst = extents(along(4000, 1), up);
    const proves = (constraint: Constraint): boolean => {
      try {
        return new Constraints(scene, [constraint]).holdsAlong(from, to);
      } catch (error) {
        expect(String(error)).toMatch(/within the uncertainty/);
        return false;
      }
    };
    for (const share of [0.3, 0.8, 2, 5]) {
      const sides = {
        min: nominal.min.map((x, k) => between(x, worst.min[k], share)) as unknown as Vec3,
        max: nominal.max.map((x, k) => between(x, worst.max[k], share)) as unknown as Vec3,
      };
      for (const constraint of [
        { link: 'tip', point: POINT, box: sides },
        { link: 'tip', axis: AXIS, up, tolerance: between(nominal.tilt, worst.tilt, share) },
      ] satisfies Constraint[]) {
        const isProven = proves(constraint);
        counts[isProven ? 'proven' : 'refused']++;
        // errors that were seen break it
        if (isProven) expect(share, `robot ${i}, ${JSON.stringify(constraint)}`).toBeGreaterThanOrEqual(1);
      }
    }
  }
  expect(Math.min(counts.proven, counts.refused)).toBeGreaterThan(3);
});

/** Two bars that turn about z. */
const arm = new Robot({
  name: 'arm',
  links: [
    {
      name: 'upper',
      joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
      shapes: [{ shape: box(0.1) }],
    },
    {
      name: 'fore',
      parent: 'upper',
      joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 }, origin: { position: [1, 0, 0] } },
    },
  ],
});
const below = (top: number): Constraint => ({ link: 'fore', point: [0.5, 0, 0], box: { min: [-9, -9, -9], max: [9, top, 9] } });
const withinOf = (uncertainty: Uncertainty) => new Scene({ robots: [arm], uncertainty: uncertain(uncertainty) });

test.each([0, 1, 2, 3])('plan with seed %d keeps a tip below a line within the joint errors', async (seed) => {
  const scene = withinOf({ angle: 0.05 });
  const found = await plan(scene, { from: [0.2, 0], to: [2.8, 0], constraints: [below(1.2)], seed });
  expect(found.status).toBe('found');
  let highest = -9;
  for (let k = 1; k < found.states.length; k++)
    for (let t = 0; t <= 1; t += 1 / 64)
      for (const [a, b] of [
        [0.05, 0.05],
        [0.05, -0.05],
        [-0.05, 0.05],
        [-0.05, -0.05],
      ]) {
        const [shoulder, elbow] = [0, 1].map((j) => (1 - t) * found.states[k - 1][j] + t * found.states[k][j]);
        highest = Math.max(highest, Math.sin(shoulder + a) + 0.5 * Math.sin(shoulder + a + elbow + b));
      }
  expect(highest).toBeLessThanOrEqual(1.2);
});

test('what cannot be kept within the uncertainty is refused, or fails with its reason', async () => {
  const narrow: Constraint = { link: 'fore', axis: [1, 0, 0], up: [1, 0, 0], tolerance: 0.09 };
  expect(() => new Constraints(withinOf({ angle: 0.05 }), [narrow])).toThrow(
    /constraints\[0\]: within the uncertainty .* off by 0\.1.* radians/,
  );
  expect(() => new Constraints(withinOf({ angle: 0.05 }), [{ link: 'fore', box: { min: [0, 0, 0], max: [0.1, 9, 9] } }])).toThrow(
    /to either side/,
  );
  // a base that stands elsewhere counts, an obstacle's place and a zero do not
  expect(() => new Constraints(withinOf({ places: { arm: { angle: 0.2 } } }), [narrow])).toThrow(/within the uncertainty/);
  expect(new Constraints(withinOf({ angle: 0 }), [narrow]).margins([0, 0])[0]).toBeCloseTo(0.09, 12);
  expect(new Constraints(withinOf({ joints: { elbow: 0.02 } }), [narrow]).margins([0, 0])[0]).toBeCloseTo(0.07, 9);
  // a stretched arm gives away nothing: its tip moves by 0.05 (1.5 + 0.5)
  expect(new Constraints(withinOf({ angle: 0.05 }), [below(1.45)]).margins([0, 0])[0]).toBeCloseTo(1.45 - 0.1, 9);
  expect(() => new Constraints(withinOf({ seconds: 0.1 }), [narrow])).toThrow(/uncertainty\.seconds/);
  const start = await plan(withinOf({ angle: 0.05 }), { from: [1.5, 0], to: [0, 0], constraints: [below(1.55)] });
  expect([start.status, start.reason]).toEqual(['none', 'start']);
});
