import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { turned } from '../../support/brute-force.ts';
import { byPython, hasPython } from '../proof/by-python.ts';
import { about } from '../robot/follow/arms.ts';
import { recorded } from './recorded.ts';

/** Corners of triangles that are points, segments (two corners alike, three in a row), or one that stands twice. */
function degenerate(random: Random, kind: number): number[] {
  const point = () => [0, 1, 2].map(() => random.range(-0.5, 0.5));
  const [p, q, r] = [point(), point(), point()];
  const middle = p.map((x, k) => (x + q[k]) / 2);
  const all = [
    [p, p, p],
    [p, q, q],
    [p, middle, q],
    [p, q, r],
    [p, q, r, p, q, r],
  ];
  return (kind < all.length ? all[kind] : all.flat()).flat();
}

test('degenerate meshes: points, segments, one triangle, the same one twice are proven by both checkers (seed 3514)', async () => {
  const random = new Random(3514);
  const proofs: (readonly string[])[] = [];
  let contacts = 0;
  for (let round = 0; round < 36; round++) {
    const soups = [degenerate(random, round % 6), degenerate(random, Math.floor(round / 6))];
    const pose = (x: number) => ({
      position: [x, random.range(-0.2, 0.2), random.range(-0.2, 0.2)] as Vec3,
      quaternion: about(random.direction() as unknown as Vec3, random.range(0, 2)) as Quat,
    });
    const motions = [rigidMotion(pose(-2), pose(1)), rigidMotion(pose(2), pose(-1))];
    const [a, b] = soups.map((corners, k) => ({
      name: `${k}`,
      shape: new TriangleMesh(corners),
      motion: motions[k],
    }));
    const clearance = round % 2 === 0 ? 0.1 : 0;
    const { status, result, time, lines } = await recorded((proof) => firstContact(a, b, { proof, clearance, tolerance: 1e-4 }));
    expect(result).toBe('proven');
    proofs.push(lines);
    if (status === 'contact') contacts++;
    // corners alone must be apart until then
    const placed = (side: number, t: number) => {
      const { position, quaternion } = poseAt(motions[side], t);
      const all: number[][] = [];
      for (let i = 0; i < soups[side].length; i += 3)
        all.push(turned(quaternion, soups[side].slice(i, i + 3) as unknown as Vec3).map((x, k) => x + position[k]));
      return all;
    };
    for (let k = 0; k < 64; k++) {
      const t = (k / 64) * time;
      const near = Math.min(...placed(0, t).flatMap((x) => placed(1, t).map((y) => Math.hypot(...x.map((one, i) => one - y[i])))));
      expect(near).toBeGreaterThan(clearance);
    }
  }
  expect(contacts).toBeGreaterThan(8);
  if (hasPython) expect(byPython(proofs)).toEqual(proofs.map(() => 'proven'));
});
