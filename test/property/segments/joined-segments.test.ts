import { describe, expect, test } from 'vitest';
import { DEFAULT_ITERATIONS } from '../../../src/contact/options.ts';
import { Random } from '../../../src/math/random.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../src/scene/search/scene-options.ts';
import type { RobotMotionSpec, Values } from '../../support/brute-robot.ts';
import { BruteScene, type SceneSpec } from '../../support/brute-scene.ts';
import { rounds, roundsUntil } from '../../support/rounds.ts';
import { libraryScene, randomScene, type SceneShape } from '../random-robots.ts';
import { moved, scaled } from '../redrawn-scenes.ts';

// Segments that are nearly one motion are searched as one [scene/content/joined-motions.ts]: every answer must be, but for the work, that of
// each segment by itself, which is asked for by a limit just below the default; and must keep the guarantee.

const JOINTS: SceneShape['types'] = ['revolute', 'revolute', 'continuous', 'prismatic', 'helical', 'planar', 'fixed'];
const FAMILIES: readonly (readonly [string, SceneShape, number])[] = [
  ['straight moves', { types: JOINTS }, 0],
  ['curves', { types: JOINTS }, 0.02],
  ['wide curves', { obstacles: 8, types: JOINTS }, 0.2],
  ['two robots', { robots: 2, links: 3, types: JOINTS }, 0.01],
  ['thick links, many obstacles', { radius: 0.05, obstacles: 8, links: 3, types: JOINTS }, 0.01],
  ['a base that may float', { types: ['floating', 'revolute', 'revolute'] }, 0.01],
  ['screws and slides', { types: ['helical', 'prismatic', 'planar'] }, 0.02],
];

/** From the first waypoint towards the second, by so much of the way, along a curve; floating joints stand. */
function denser(random: Random, motion: RobotMotionSpec, share: number, knots: readonly number[], bend: number): RobotMotionSpec {
  if (motion.kind !== 'path') return motion;
  const [from, to] = motion.waypoints;
  const sides = Object.fromEntries(Object.entries(from).map(([joint, values]) => [joint, values.map(() => random.range(-bend, bend))]));
  const at = (s: number): Values =>
    Object.fromEntries(
      Object.entries(from).map(([joint, values]) => [
        joint,
        values.map((x, i) => (values.length === 7 ? x : x + share * ((to[joint][i] - x) * s + sides[joint][i] * s * (1 - s)))),
      ]),
    );
  const all = knots[knots.length - 1] || 1;
  return { kind: 'path', waypoints: knots.map((s) => at(s / all)) };
}

function denseScene(random: Random, shape: SceneShape, bend: number): SceneSpec {
  const spec = randomScene(random, { obstacles: 6, ...shape, kinds: ['path'], segments: 1 });
  const [share, segments] = [random.pick([0.1, 0.4, 1]), 4 + random.integer(40)];
  // segments of different lengths, some of none at all
  const knots = [0];
  for (let k = 0; k < segments; k++) knots.push(knots[k] + random.pick([1, 1, 1, 0.3, 2, 0]));
  return { ...spec, robots: spec.robots.map((robot) => ({ ...robot, motion: denser(random, robot.motion, share, knots, bend) })) };
}

/** Each segment by itself. */
const ALONE: SceneFirstContactOptions = { maxIterations: DEFAULT_ITERATIONS - 1 };

function asked(scene: Scene, motions: SceneMotions, options: SceneFirstContactOptions) {
  const { stats, ...answer } = scene.firstContact(motions, options);
  return { answer, work: stats.iterations };
}

describe.each(FAMILIES)('%s', (family, shape, bend) => {
  test.each([0, 0.02])('clearance %d: the answers of all segments by themselves, and the guarantee (seed: these words)', (clearance) => {
    const random = new Random(`joined ${family} ${clearance}`);
    const seen: Record<string, number> = { free: 0, contact: 0 };
    const faults: string[] = [];
    let [together, alone] = [0, 0];
    const isMet = (): boolean => Math.min(seen.free, seen.contact) > 0;
    for (const round of roundsUntil(isMet, 18, 6)) {
      const spec = denseScene(random, shape, bend);
      const tolerance = 10 ** random.range(-7, -3);
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      const joined = asked(scene, motions, { clearance, tolerance });
      const single = asked(scene, motions, { clearance, tolerance, ...ALONE });
      expect(joined.answer).toEqual(single.answer);
      const { status } = joined.answer;
      seen[status] = (seen[status] ?? 0) + 1;
      expect(asked(scene, motions, { clearance, tolerance, mode: 'any', contacts: 'none' }).answer.status).toBe(status);
      const fault = judge.violation(joined.answer, clearance, tolerance);
      if (fault !== null) faults.push(`round ${round}: ${fault}`);
      if (status === 'free') {
        together += joined.work;
        alone += single.work;
      }
    }
    expect(faults).toEqual([]);
    expect(isMet(), JSON.stringify(seen)).toBe(true);
    // they are searched together indeed
    expect(together).toBeLessThan(0.8 * alone);
  });
});

test("in other units and elsewhere the same (seed 'joined elsewhere')", () => {
  const random = new Random('joined elsewhere');
  for (let round = 0; round < rounds(10, 4); round++) {
    const spec = denseScene(random, { types: JOINTS }, 0.02);
    const [clearance, tolerance] = [random.pick([0, 0.02]), 1e-5];
    const { scene, motions } = libraryScene(spec);
    const { answer, work } = asked(scene, motions, { clearance, tolerance });
    for (const unit of [2 ** 10, 2 ** -10]) {
      const other = libraryScene(scaled(spec, unit));
      const again = asked(other.scene, other.motions, { clearance: clearance * unit, tolerance: tolerance * unit });
      expect([again.answer.status, again.answer.time, again.work]).toEqual([answer.status, answer.time, work]);
    }
    const judge = new BruteScene(spec);
    const far = libraryScene(moved(spec, random.quaternion(), [3, -2, 1]));
    expect(judge.violation(asked(far.scene, far.motions, { clearance, tolerance }).answer, clearance, tolerance)).toBeNull();
  }
});
