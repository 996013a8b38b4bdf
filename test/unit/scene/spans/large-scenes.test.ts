// Where pairs get their numbers as they are met, every span meets them in another order: the answers are the same.
import { expect, test, vi } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { RobotPath } from '../../../../src/robot/robot-path.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../../src/scene/search/scene-options.ts';
import { rounds } from '../../../support/rounds.ts';
import { type Crowd, crowd } from '../pairs/crowd.ts';
import { clearanceBySpans, firstContactBySpans, stretchesBySpans } from './by-spans.ts';

vi.mock('../../../../src/scene/pairs/most-listed.ts', () => ({ MOST_LISTED: -1 }));

/** Everything goes on from place to place, by little. */
function wandering(random: Random, { options }: Crowd, segments: number, reach: number): SceneMotions {
  const out: Record<string, SceneMotions[string]> = {};
  const by = (): number => random.range(-reach, reach);
  for (const robot of options.robots ?? []) {
    const waypoints = [Float64Array.from({ length: robot.size }, () => random.range(-1, 1))];
    for (let k = 0; k < segments; k++) waypoints.push(waypoints[k].map((value) => value + by()));
    out[robot.name] = new RobotPath(robot, waypoints);
  }
  for (const { name, pose } of options.bodies ?? []) {
    const [x, y, z] = pose?.position ?? [0, 0, 0];
    const poses = [pose ?? {}, ...Array.from({ length: segments }, () => ({ position: [x + by(), y + by(), z + by()] as const }))];
    out[name as string] = poses.slice(1).map((to, k) => rigidMotion(poses[k], to));
  }
  return out;
}

test.each([0, 3, 8])('first contact and clearance among many; %i things stand (seed "many spans")', (obstacles) => {
  const random = new Random(`many spans ${obstacles}`);
  const statuses = new Set<string>();
  for (let round = 0; round < rounds(6); round++) {
    const made = crowd(random, random.integer(4), 4 + random.integer(10), obstacles, 0.3);
    const motions = wandering(random, made, 2 + random.integer(6), random.pick([0.1, 0.25, 0.4]));
    const [whole, ...others] = [0, 1, 2].map(() => ({ scene: new Scene(made.options), motions }));
    const { distance } = whole.scene.distanceAt(motions, 0);
    const options: SceneFirstContactOptions = {
      clearance: random.pick([0, Math.max(0, distance - 1e-5), { default: 0.01, self: 0.03, environment: 0 }]),
      tolerance: random.pick([undefined, 0.01]),
    };
    const expected = whole.scene.firstContact(motions, options);
    expect(firstContactBySpans(random, others, options), `round ${round}`).toStrictEqual(expected);
    statuses.add(expected.status);
    if (round % 3 === 0) expect(clearanceBySpans(random, others, {}), `round ${round}`).toStrictEqual(whole.scene.clearance(motions));
  }
  expect(statuses.size).toBeGreaterThan(1);
});

test('stretches in contact among many (seed "many stretches")', () => {
  const random = new Random('many stretches');
  let most = 0;
  for (let round = 0; round < rounds(3); round++) {
    const made = crowd(random, 1, 4, round, 0.3);
    const motions = wandering(random, made, 3, 0.5);
    const [whole, ...others] = [0, 1, 2].map(() => ({ scene: new Scene(made.options), motions }));
    const expected = whole.scene.contactIntervals(motions, { clearance: 0.01 });
    expect(stretchesBySpans(random, others, { clearance: 0.01 }).answer, `round ${round}`).toStrictEqual(expected);
    most = Math.max(most, expected.intervals.length);
  }
  expect(most).toBeGreaterThan(0);
});
