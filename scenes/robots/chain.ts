import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { alongX, block, hoop, partMesh, turned } from '../part-surfaces.ts';
import { placed } from '../placed.ts';
import { sixDecimals } from '../surface.ts';
import { adjacentLinks } from './adjacent-links.ts';
import type { Obstacle } from './robot-scene.ts';

/** Of the whole chain, however many links it has: only the depth varies, not the reach. */
export const CHAIN_LENGTH = 3;
const THICKEST = 0.05;
const SECTORS = 12;

/** A serial chain of so many equal links along x; joints turn about y and z by turns. 144 triangles a link. */
export function chainRobot(depth: number, name = `chain-${depth}`): Robot {
  const length = sixDecimals(CHAIN_LENGTH / depth);
  const radius = Math.min(THICKEST, length / 5);
  // Both ends reach a little beyond their joints: neighbours run into each other there, others are far apart.
  const end = length / radius;
  const profile = [-0.4, -0.1, 0.4, end - 0.6, end - 0.1, end + 0.2].map((z, i): [number, number] => [
    radius * [0.5, 0.9, 1, 1, 0.9, 0.5][i],
    radius * z,
  ]);
  const mesh = partMesh('chain-link', alongX(turned(SECTORS, profile)));
  const links: LinkOptions[] = [];
  for (let i = 0; i < depth; i++) {
    links.push({
      name: `link-${i + 1}`,
      parent: i === 0 ? undefined : `link-${i}`,
      joint: {
        name: `joint-${i + 1}`,
        type: 'revolute',
        axis: i % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
        origin: { position: [i === 0 ? 0 : length, 0, 0] },
      },
      shapes: [{ shape: mesh }],
    });
  }
  return new Robot({ name, links, allowed: adjacentLinks(links) });
}

/** Obstacles of three shared shapes all around a chain, its straight posture along x left free. */
export function scattered(count: number, seed: string): Obstacle[] {
  const random = new Random(seed);
  const meshes = [
    partMesh('scattered-crate', block([0.2, 0.16, 0.12], [0, 0, 0], [3, 3, 3])),
    partMesh('scattered-ring', hoop(24, 10, 0.1, 0.03)),
    partMesh(
      'scattered-bottle',
      turned(20, [
        [0.07, -0.14],
        [0.08, -0.12],
        [0.08, 0.02],
        [0.03, 0.08],
        [0.03, 0.14],
      ]),
    ),
  ];
  /** More than the largest of them, from its middle, and the chain's thickness. */
  const aside = 0.24;
  return Array.from({ length: count }, (_, i) => {
    const mesh = random.pick(meshes);
    let at: Vec3;
    do at = [random.range(-1.5, 4), random.range(-2.5, 2.5), random.range(-2.5, 2.5)];
    while (Math.sqrt(at[1] * at[1] + at[2] * at[2]) < aside);
    return { name: `${mesh.name.slice('scattered-'.length)}-${i}`, shape: mesh, pose: placed(at, random.quaternion()) };
  });
}
