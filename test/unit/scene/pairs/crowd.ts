/** Scenes of many small things: chains, robots and bodies, of any number. */

import type { Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { adjacentPairs } from '../../../../src/robot/adjacent-pairs.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { SceneOptions } from '../../../../src/scene/content/content-options.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';

const BAR = box([0.8, 0.2, 0.2]);
const CUBE = box(0.5);

/** Bars of length 1 in a row along x, each turning about z. */
export function chain(count: number, name = 'chain', base: Vec3 = [0, 0, 0]): Robot {
  const robot = new Robot({
    name,
    base: { position: base },
    links: Array.from({ length: count }, (_, i) => ({
      name: `l${i}`,
      ...(i > 0 ? { parent: `l${i - 1}` } : {}),
      joint: { type: 'revolute', axis: [0, 0, 1], origin: { position: [i > 0 ? 1 : 0, 0, 0] } },
      shapes: [{ shape: BAR, pose: { position: [0.5, 0, 0] } }],
    })),
  });
  for (const { a, b, reason } of adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
  return robot;
}

/** What a scene is made of, and how its parts move. */
export interface Crowd {
  readonly options: SceneOptions;
  readonly motions: SceneMotions;
}

/**
 * Small robots and cubes on a lattice, with things that stand among them; `reach`: about how far they go, `side`: how
 * wide the lattice is, while its length is as it must be.
 */
export function crowd(random: Random, robots: number, bodies: number, obstacles: number, reach: number, side = 3): Crowd {
  let place = 0;
  const next = (): Vec3 => {
    const at = place++;
    const spread = (): number => 0.2 * random.next();
    return [1.6 * (at % side) + spread(), 1.6 * (Math.floor(at / side) % side) + spread(), 1.6 * Math.floor(at / side / side) + spread()];
  };
  const arms = Array.from({ length: robots }, (_, i) => chain(2 + random.integer(3), `arm${i}`, next()));
  const cubes = Array.from({ length: bodies }, (_, i) => ({ name: `cube${i}`, shape: CUBE, pose: { position: next() } }));
  const things = Array.from({ length: obstacles }, (_, i) => ({ name: `thing${i}`, shape: CUBE, pose: { position: next() } }));
  const motions: Record<string, SceneMotions[string]> = {};
  for (const arm of arms) {
    const from = Array.from({ length: arm.size }, () => random.range(-1, 1));
    motions[arm.name] = arm.path([from, from.map((value) => value + random.range(-reach, reach))]);
  }
  for (const { name, pose } of cubes) {
    const [x, y, z] = pose.position;
    const by = (): number => random.range(-reach, reach);
    motions[name] = rigidMotion(pose, { position: [x + by(), y + by(), z + by()], quaternion: random.quaternion() });
  }
  return { options: { robots: arms, bodies: cubes, obstacles: things }, motions };
}
