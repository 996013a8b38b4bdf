import { box, capsule, Robot, Scene, sphere } from '../../src/index.ts';
import { plan, timed } from '../../src/plan/index.ts';

/**
 * Paths of an arm among posts, of a body that turns, by inverse kinematics and with a constraint, and one in seconds:
 * all their numbers.
 */
export async function plannedPaths(seeds: number): Promise<number[]> {
  const out: number[] = [];
  const link = (k: number, length: number) => ({
    name: `link${k}`,
    parent: k === 0 ? 'foot' : `link${k - 1}`,
    joint: {
      name: `joint${k}`,
      type: 'revolute' as const,
      axis: (k % 2 === 0 ? [0, 0, 1] : [0, 1, 0]) as [number, number, number],
      origin: { position: [k === 0 ? 0 : 0.6, 0, 0] as const },
      limits: { lower: -2.5, upper: 2.5, velocity: 1, acceleration: 2 },
    },
    shapes: [{ shape: capsule([0.1, 0, 0], [length, 0, 0], 0.04) }],
  });
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'foot' }, ...[0.6, 0.6, 0.6, 0.4].map((length, k) => link(k, length))],
    allowed: [0, 1, 2].map((k) => ({ a: `link${k}`, b: `link${k + 1}` })),
  });
  const posts = [0.5, -0.5, 0].map((y, k) => ({ name: `post${k}`, shape: box([0.2, 0.2, 2]), pose: { position: [1.3, y, 0] as const } }));
  const cell = new Scene({ robots: [robot], obstacles: posts });
  const room = new Scene({
    bodies: [{ name: 'rod', shape: box([0.1, 1, 0.1]) }],
    obstacles: [
      { name: 'left', shape: box([0.1, 2, 2]), pose: { position: [0, 1.3, 0] } },
      { name: 'right', shape: box([0.1, 2, 2]), pose: { position: [0, -1.3, 0] } },
      { name: 'ball', shape: sphere(0.2), pose: { position: [0.6, 0.3, 0] } },
    ],
  });
  for (let seed = 0; seed < seeds; seed++) {
    const found = [
      await plan(cell, { from: [1, 0, 0.3, 0], to: [-1, 0, -0.3, 0.2], seed }),
      await plan(cell, { from: [1, 0, 0.3, 0], to: { link: 'link3', pose: { position: [0.4, -0.9, 0.3] }, free: ['orientation'] }, seed }),
      await plan(room, {
        from: { rod: { position: [-1, 0, 0] } },
        to: { rod: { position: [1, 0, 0] } },
        bounds: { rod: { min: [-1.3, -1, -1], max: [1.3, 1, 1] } },
        seed,
      }),
    ];
    for (const { states, length, certificate, stats } of found) {
      for (const state of states) out.push(...state);
      out.push(length, certificate?.tolerance ?? -1, stats.states, stats.proofs);
    }
    const [{ states }] = found;
    const { trajectory } = timed(robot.path(states), {});
    out.push(...(trajectory?.times ?? []));
  }
  return out;
}
