import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { DragLoop } from '../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { rounds } from '../../support/rounds.ts';

// Robots with random limits among boxes, dragged and sliding: no value ever beyond a limit, and what stands beyond one at first only comes back.

interface Limits {
  readonly lower: number;
  readonly upper: number;
}

/** A chain of joints of all kinds with one value, the last one following the first. */
function anyRobot(random: Random): { readonly robot: Robot; readonly limits: readonly Limits[] } {
  const limits: Limits[] = [];
  const count = 2 + Math.floor(random.range(0, 3));
  const links = Array.from({ length: count }, (_, i) => {
    const type = random.pick(['revolute', 'revolute', 'prismatic'] as const);
    const reach = type === 'revolute' ? random.range(0.1, 1.5) : random.range(0.02, 0.2);
    const middle = random.range(-0.5, 0.5) * reach;
    limits.push({ lower: middle - reach, upper: middle + reach });
    return {
      name: `l${i}`,
      ...(i === 0 ? {} : { parent: `l${i - 1}` }),
      joint: {
        name: `j${i}`,
        type,
        axis: random.direction(),
        origin: { position: (i === 0 ? [0, 0, 0] : [0.45, 0, 0]) as Vec3 },
        limits: limits[i],
      },
      shapes: [{ shape: box([0.4, 0.06, 0.06], [0.22, 0, 0], `l${i}`) }],
    };
  });
  const [first] = links;
  const follower = {
    name: 'follower',
    parent: `l${count - 1}`,
    joint: { name: 'follows', type: first.joint.type, axis: [0, 0, 1] as Vec3, mimic: { joint: 'j0', multiplier: -0.5, offset: 0.1 } },
    shapes: [{ shape: box([0.1, 0.02, 0.02], [0.5, 0, 0], 'follower') }],
  };
  const own = { lower: 0.1 - random.range(0.02, 0.6), upper: 0.1 + random.range(0.02, 0.6) };
  // value = 0.1 − q/2 within its own limits
  limits[0] = {
    lower: Math.max(limits[0].lower, -2 * (own.upper - 0.1)),
    upper: Math.min(limits[0].upper, -2 * (own.lower - 0.1)),
  };
  return { robot: new Robot({ name: 'arm', links: [...links, { ...follower, joint: { ...follower.joint, limits: own } }] }), limits };
}

function sceneOf(robot: Robot, random: Random): Scene {
  const boxes = Array.from({ length: 5 }, (_, k) => ({
    name: `box ${k}`,
    shape: box(random.range(0.1, 0.4)),
    pose: { position: random.direction().map((x) => x * random.range(0.5, 1.2)) as unknown as Vec3 },
  }));
  return new Scene({ robots: [robot], obstacles: boxes, self: false });
}

/** How far values are beyond their limits, each. */
const beyond = (q: readonly number[], limits: readonly Limits[]): number[] =>
  q.map((x, i) => Math.max(0, x - limits[i].upper, limits[i].lower - x));

describe('joints and their limits', () => {
  test.each([true, false])("slide: %s; dragged anywhere from within: never beyond (seed 'limits')", (slide) => {
    const random = new Random('limits');
    let slides = 0;
    let stopped = 0;
    for (let round = 0; round < rounds(25); round++) {
      const { robot, limits } = anyRobot(random);
      const scene = sceneOf(robot, random);
      const start = limits.map(({ lower, upper }) => random.range(lower, upper));
      if (!scene.isFree(start)) continue;
      const drag = new DragLoop(scene, { arm: start }, { keep: 2e-3, slide });
      for (let k = 0; k < 6; k++) {
        const q = drag.places.arm as readonly number[];
        const step = drag.move({ arm: q.map((x) => x + random.range(-2, 2)) });
        slides += step.slides;
        stopped += step.status === 'contact' ? 1 : 0;
        const now = step.places.arm as readonly number[];
        // what follows has a limit that is divided by its factor: a rounding
        expect(Math.max(...beyond(now, limits)), `${now}`).toBeLessThan(4e-15);
        expect(robot.limitFaults(now)).toEqual([]);
      }
    }
    expect(stopped).toBeGreaterThan(rounds(25) / 5);
    if (slide) expect(slides).toBeGreaterThan(rounds(25) / 5);
  });

  test("what stands beyond them comes back, and goes no farther (seed 'beyond')", () => {
    const random = new Random('beyond');
    let back = 0;
    for (let round = 0; round < rounds(25); round++) {
      const { robot, limits } = anyRobot(random);
      const scene = sceneOf(robot, random);
      const start = limits.map(({ lower, upper }) => (random.next() < 0.5 ? upper + random.range(0, 0.3) : lower - random.range(0, 0.3)));
      if (!scene.isFree(start)) continue;
      const drag = new DragLoop(scene, { arm: start }, { keep: 2e-3 });
      let before = beyond(start, limits);
      for (let k = 0; k < 6; k++) {
        const q = drag.places.arm as readonly number[];
        const { places } = drag.move({ arm: q.map((x) => x + random.range(-0.5, 0.5)) });
        const after = beyond(places.arm as readonly number[], limits);
        after.forEach((x, i) => {
          expect(x).toBeLessThanOrEqual(before[i] + 4e-15);
          if (before[i] > 0 && x === 0) back++;
        });
        before = after;
      }
    }
    expect(back).toBeGreaterThan(rounds(25) / 3);
  });
});
