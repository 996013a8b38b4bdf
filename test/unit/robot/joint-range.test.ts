import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { plan } from '../../../src/plan/plan.ts';
import { inverseKinematics } from '../../../src/robot/inverse/inverse.ts';
import { jointRange } from '../../../src/robot/joint-range.ts';
import { limitFindings } from '../../../src/robot/limit-findings.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { DragLoop } from '../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../src/scene/scene.ts';

interface Follower {
  readonly multiplier: number;
  readonly offset: number;
  readonly limits: { readonly lower: number; readonly upper: number };
}

/** A jaw on a rail, with another one that follows it. */
function gripper(lower: number, upper: number, { multiplier, offset, limits }: Follower): Robot {
  const jaw = (name: string, y: number) => ({ name, parent: 'palm', shapes: [{ shape: box(0.1, [0, y, 0], name) }] });
  return new Robot({
    name: 'gripper',
    links: [
      { name: 'palm' },
      { ...jaw('left', 0.2), joint: { name: 'grip', type: 'prismatic', axis: [0, 1, 0], limits: { lower, upper } } },
      {
        ...jaw('right', -0.2),
        joint: { name: 'also', type: 'prismatic', axis: [0, -1, 0], limits, mimic: { joint: 'grip', multiplier, offset } },
      },
    ],
  });
}

/** Millionths as a file writes them. */
const decimal = (millionths: number): number => Number(`${millionths}e-6`);

describe('a limit of a joint that another one follows', () => {
  test("is within the follower's limits where the decimals of a file say so (seed 'followers')", () => {
    const random = new Random('followers');
    let rounded = 0;
    for (let round = 0; round < 2000; round++) {
      // whole thousandths, so that millionths hold the follower's values without rounding
      const multiplier = random.pick([-1, 1]) * (1 + Math.floor(random.range(0, 2000)));
      const offset = random.pick([0, Math.floor(random.range(-1000, 1000))]);
      const low = random.pick([0, Math.floor(random.range(-1000, 1000))]);
      const high = low + 1 + Math.floor(random.range(0, 1000));
      const ends = [low, high].map((value) => multiplier * value + 1000 * offset).sort((a, b) => a - b);
      const follower = {
        multiplier: decimal(1000 * multiplier),
        offset: decimal(1000 * offset),
        limits: { lower: decimal(ends[0]), upper: decimal(ends[1]) },
      };
      const [lower, upper] = [decimal(1000 * low), decimal(1000 * high)];
      const robot = gripper(lower, upper, follower);
      expect(jointRange(robot, 'grip')).toMatchObject({ lower, upper });
      for (const value of [lower, upper]) {
        const follows = follower.multiplier * value + follower.offset;
        if (follows < follower.limits.lower || follows > follower.limits.upper) rounded++;
        expect(robot.limitFaults([value])).toEqual([]);
        expect(limitFindings(robot.path([[value], [value]]))).toEqual([]);
      }
      // what is beyond by more than rounding still is
      const more = decimal(1);
      const inner = { ...follower, limits: { lower: follower.limits.lower + more, upper: follower.limits.upper } };
      const tighter = gripper(lower, upper, inner);
      const out = multiplier > 0 ? lower : upper;
      expect(tighter.limitFaults([out])).toHaveLength(1);
      expect(limitFindings(tighter.path([[out], [out]]))).toHaveLength(1);
      const range = jointRange(tighter, 'grip');
      expect(multiplier > 0 ? range.lower > lower : range.upper < upper).toBe(true);
      for (const value of [range.lower, range.upper]) expect(tighter.limitFaults([value])).toEqual([]);
    }
    // bits are lost: else nothing was tried
    expect(rounded).toBeGreaterThan(100);
  });

  const closed = gripper(0, 0.85, { multiplier: 1, offset: 0, limits: { lower: 0, upper: 0.85 } });
  const scene = new Scene({ robots: [closed] });

  test('is a start and a goal of plans', async () => {
    for (const [from, to] of [
      [0, 0.85],
      [0.85, 0],
    ])
      expect(await plan(scene, { from: [from], to: [to] })).toMatchObject({ status: 'found' });
  });

  test('is reached by dragging and by inverse kinematics, to the bit', () => {
    const drag = new DragLoop(scene, { gripper: [0.4] });
    for (const [to, end] of [
      [-1, 0],
      [2, 0.85],
    ]) {
      for (let k = 0; k < 4; k++) drag.move({ gripper: [to] });
      expect(drag.places.gripper).toEqual([end]);
    }
    const [found] = inverseKinematics(closed, { link: 'left', pose: { position: [0, 0, 0] } }, { begin: [[0]] }).solutions;
    expect(Array.from(found)).toEqual([0]);
  });
});
