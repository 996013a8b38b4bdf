// Scans and parts that nobody made for a test: the three methods must agree, and at the time they tell the bodies must be
// as near as they say, by the distance query, and apart shortly before.

import { describe, expect, test } from 'vitest';
import { PairQuery } from '../../src/contact/pair-query.ts';
import { distance } from '../../src/contact/placed-query.ts';
import { parseMesh } from '../../src/io/index.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect-mesh.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { poseAt } from '../../src/motion/pose-at.ts';
import { rigidMotion, screwMotion } from '../../src/motion/rigid-motion.ts';
import { hasBytes, readBytes } from '../support/read-bytes.ts';
import { rounds } from '../support/rounds.ts';

const DATA = '../shared/data';
const PAIRS = [
  ['ipc-toolkit-tests-data/bunny.ply', 'ipc-toolkit-tests-data/bunny.ply'],
  ['rigid-ipc/meshes/screw-and-nut/nut-big.obj', 'rigid-ipc/meshes/screw-and-nut/screw-big.obj'],
  ['rigid-ipc/meshes/wrecking-ball/link.obj', 'rigid-ipc/meshes/gears/gear.obj'],
  ['fcl-resources/rob.obj', 'fcl-resources/env.obj'],
  ['puma560_description/meshes/puma_link2.stl', 'allegro_hand/meshes/visual/base_link.obj'],
] as const;
const present = await hasBytes(`${DATA}/${PAIRS[0][0]}`);
if (!present) console.log(`skipped: no ${DATA} beside the repository`);

describe.skipIf(!present)('real meshes', () => {
  test.each(PAIRS)("%s against %s (seed 'real')", async (fileA, fileB) => {
    const random = new Random('real');
    const a = parseMesh(await readBytes(`${DATA}/${fileA}`), fileA);
    const b = parseMesh(await readBytes(`${DATA}/${fileB}`), fileB);
    const [boundsA, boundsB] = [inspectMesh(a), inspectMesh(b)];
    const reach = boundsA.boundingRadius.centre + boundsB.boundingRadius.centre;
    const between = [0, 1, 2].map((k) => {
      const middle = ({ bounds }: typeof boundsA) => (bounds.min[k] + bounds.max[k]) / 2;
      return middle(boundsB) - middle(boundsA);
    });
    const at = (d: Vec3, way: number, e: Vec3, aside: number): Vec3 =>
      [0, 1, 2].map((k) => between[k] + reach * (way * d[k] + aside * e[k])) as unknown as Vec3;
    const query = new PairQuery({ shape: a }, { shape: b });
    const seen = new Set<string>();
    for (let round = 0; round < rounds(8); round++) {
      const [d, e] = [random.direction(), random.direction()];
      const from = { position: at(d, random.pick([0.6, 1.05]), e, 0), quaternion: random.quaternion() };
      const to = { position: at(d, -0.3, e, 0.7), quaternion: random.quaternion() };
      const motion = (round % 3 === 0 ? screwMotion : rigidMotion)(from, to);
      const answers = METHODS.map((method) => query.firstContact({ a: motion }, { method: methodNamed(method), contacts: 'first' }));
      const [{ status, time, tolerance, poses }] = answers;
      seen.add(status);
      for (const other of answers) {
        expect(other.status, `round ${round}`).toBe(status);
        expect(Math.abs(other.time - time), `round ${round}`).toBeLessThan(1e-3);
      }
      if (status !== 'contact') continue;
      expect(distance({ shape: a, pose: poses[0] }, { shape: b }).distance).toBeLessThanOrEqual(tolerance * (1 + 1e-6));
      for (const before of [0, time / 2, 0.999 * time]) {
        expect(distance({ shape: a, pose: poseAt(motion, before) }, { shape: b }).distance).toBeGreaterThan(0);
      }
    }
    expect(seen.has('contact')).toBe(true);
  });
});
