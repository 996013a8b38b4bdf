import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/mesh/primitives.ts';
import type { RobotPath } from '../../src/robot/robot-path.ts';
import { MotionChecker } from '../../src/scene/check/motion-checker.ts';
import type { SceneMotions } from '../../src/scene/content/scene-motions.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { MotionSpec } from '../support/brute-force.ts';
import { times } from '../support/brute-force.ts';
import { BruteScene, type SceneSpec } from '../support/brute-scene.ts';
import { rounds } from '../support/rounds.ts';
import { cleared, libraryScene, randomScene, type SceneShape } from './random-robots.ts';

// Yes/no questions against a judge with kinematics, pairs and distances of its own: yes must be true of every instant, no of some instant.

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['branched robots', { links: 5 }],
  ['thick links', { radius: 0.1, links: 4 }],
  ['two robots', { robots: 2, links: 3, obstacles: 2 }],
  ['many obstacles, in a tree', { obstacles: 8, links: 3 }],
  ['moving bodies', { bodies: 2, links: 3, obstacles: 2 }],
  ['bodies alone', { robots: 0, bodies: 3, obstacles: 0 }],
  ['solids', { links: 3, obstacles: 0, bodies: 1 }],
  ['fast turns', { turn: 12, links: 4 }],
  ['no pair left out', { clear: 0, links: 3 }],
];

/** Obstacles that are solid boxes, large enough to hold a link. */
function withSolids(spec: SceneSpec, random: Random): SceneSpec {
  const obstacles = Array.from({ length: 3 }, (_, i) => ({
    name: `s${i}`,
    mesh: box([random.range(0.5, 3), random.range(0.5, 3), random.range(0.5, 3)], [0, 0, 0], `s${i}`),
    pose: { position: times(random.direction(), random.range(0.5, 2.5)), quaternion: random.quaternion() },
  }));
  return { ...spec, obstacles };
}

/** The ends of motions of one segment, as flat lists. */
function endsOf(scene: Scene, motions: SceneMotions, spec: SceneSpec): [number[], number[]] {
  const ends = [0, 1].map((end) => [
    ...scene.robots.flatMap(({ name }) => Array.from((motions[name] as RobotPath).waypoints[end])),
    ...(spec.bodies ?? []).flatMap(({ motions: [motion] }) => {
      const { from, to } = motion as Extract<MotionSpec, { kind: 'in-between' }>;
      const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = end === 0 ? from : to;
      return [...position, ...quaternion];
    }),
  ]);
  return [ends[0], ends[1]];
}

const seen = { yes: 0, no: 0, free: 0, hit: 0 };

describe.each([0, 0.05])('clearance %d', (clearance) => {
  test.each(FAMILIES)(`%s (seed: these words and ${clearance})`, (family, shape) => {
    const random = new Random(`yes-no ${family} ${clearance}`);
    const faults: string[] = [];
    for (let round = 0; round < rounds(4, 2); round++) {
      const drawn = randomScene(random, { ...shape, kinds: ['path'], segments: 1, clear: 0 });
      const solid = family === 'solids' ? withSolids(drawn, random) : drawn;
      const spec = shape.clear === 0 ? solid : cleared(solid, clearance + 0.02);
      const { scene, motions } = libraryScene(spec);
      const judge = new BruteScene(spec);
      const tolerance = 10 ** random.range(-8, -2);
      const slack = 1e-12 * (1 + judge.size);
      const checker = new MotionChecker(scene, { clearance, tolerance });
      const [from, to] = endsOf(scene, motions, spec);
      const fault = (text: string) => faults.push(`round ${round}: ${text}`);
      for (const [end, state] of [from, to].entries()) {
        const d = judge.distance(end);
        const free = checker.isFree(state);
        seen[free ? 'yes' : 'no']++;
        if (free && !(d > clearance + tolerance - slack)) fault(`a state is free at ${d}`);
        if (!free && !(d <= clearance + tolerance + slack)) fault(`a state is not free at ${d}`);
        if (!free) {
          const said = checker.saidNo;
          const pair = said === null ? undefined : judge.pair(said);
          if (pair === undefined || !(pair.distance(end, 0) <= clearance + tolerance + slack)) fault(`${JSON.stringify(said)} said no`);
        }
        if (family === 'solids') continue;
        const cutoff = random.range(0.01, 2);
        const least = checker.distance(state, cutoff);
        if (!(least <= Math.max(0, Math.min(d, cutoff)) + slack && least >= 0.875 * Math.min(d, cutoff) - slack))
          fault(`distance ${least} for ${d}, cutoff ${cutoff}`);
      }
      const hit = judge.firstBelow(clearance - slack);
      const near = judge.firstBelow(clearance + tolerance + slack);
      for (const [a, b] of [
        [from, to],
        [to, from],
      ]) {
        const free = checker.motionIsFree(a, b);
        seen[free ? 'free' : 'hit']++;
        if (free && hit !== null) fault(`a motion is free, but ${hit.key} touches at ${hit.time}`);
        if (!free && near === null) fault(`a motion is not free, said ${JSON.stringify(checker.saidNo)}`);
      }
      const reach = checker.reach(from, to);
      if (hit !== null && reach > hit.time + 1e-9) fault(`reaches ${reach}, but ${hit.key} touches at ${hit.time}`);
      if (reach < 1 && !(judge.distance(reach) <= clearance + tolerance + slack))
        fault(`reaches ${reach}, where d is ${judge.distance(reach)}`);
      const any = scene.firstContact(motions, { clearance, tolerance, mode: 'any' });
      if ((any.status === 'free') !== (near === null) && (any.status === 'free') !== (hit === null)) fault(`any: ${any.status}`);
      if (any.status === 'contact' && any.pair !== null) {
        const d = judge.pair(any.pair)?.distance(any.time, 0) ?? Infinity;
        if (!(d <= clearance + tolerance + slack)) fault(`any: contact at ${any.time}, where d is ${d}`);
        if (!(any.gap !== null && any.gap[0] - slack <= Math.max(0, d) && d <= any.gap[1] + slack))
          fault(`any: d ${d} is not in [${any.gap}]`);
      }
    }
    expect(faults).toEqual([]);
  });
});

test('every answer was given', () => {
  for (const [answer, times] of Object.entries(seen)) expect(times, answer).toBeGreaterThan(rounds(10, 5));
});
