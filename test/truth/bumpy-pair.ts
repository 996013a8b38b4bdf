// Two bumpy spheres in free flight: no file, no engine function, so every engine must give the same bits.

import { PairQuery } from '../../src/contact/pair-query.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { methodNamed, type PairMethodName } from '../../src/methods/index.ts';
import { type RigidMotion, restMotion, rigidMotion, rotationMotion, screwMotion } from '../../src/motion/rigid-motion.ts';

/** A cube of n × n squares a face, blown up to a sphere and dented at random. */
function bumpySphere(random: Random, n: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const dents = Array.from({ length: 12 }, () => random.direction());
  for (let face = 0; face < 6; face++) {
    const axis = face % 3;
    const side = face < 3 ? 1 : -1;
    const first = positions.length / 3;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) {
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = (2 * i) / n - 1;
        p[(axis + 2) % 3] = side * ((2 * j) / n - 1);
        const length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        const unit = p.map((x) => x / length);
        let radius = 1;
        for (const d of dents) {
          const near = Math.max(0, unit[0] * d[0] + unit[1] * d[1] + unit[2] * d[2] - 0.8);
          radius -= near * near * 4;
        }
        positions.push(...unit.map((x) => x * radius));
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const v = first + i * (n + 1) + j;
        indices.push(v, v + n + 1, v + 1, v + 1, v + n + 1, v + n + 2);
      }
    }
  }
  return new TriangleMesh(positions, indices, { name: 'bumpy' });
}

function flight(random: Random): RigidMotion {
  const from = { position: random.direction().map((x) => 3 * x) as unknown as Vec3, quaternion: random.quaternion() };
  const to = { position: random.direction().map((x) => 2 * x) as unknown as Vec3, quaternion: random.quaternion() };
  const kind = random.integer(3);
  if (kind === 0) return rigidMotion(from, to);
  return kind === 1 ? screwMotion(from, to) : rotationMotion(from, random.direction(), random.range(-9, 9), to.position);
}

/** Status, time, gap, work and the first contact of every flight, as numbers. */
export function bumpyTimes(seed: string, method: PairMethodName, flights: number): number[] {
  const random = new Random(seed);
  const query = new PairQuery({ shape: bumpySphere(random, 8) }, { shape: bumpySphere(random, 12) });
  const numbers: number[] = [];
  let hits = 0;
  for (let i = 0; i < flights; i++) {
    const other = i % 3 === 0 ? flight(random) : restMotion({ quaternion: random.quaternion() });
    const { status, time, gap, contacts, poses, stats } = query.firstContact(
      { a: flight(random), b: other },
      { method: methodNamed(method), tolerance: 1e-5 },
    );
    if (status === 'contact') hits++;
    numbers.push(
      ['free', 'contact', 'overlap', 'unresolved'].indexOf(status),
      time,
      ...(gap ?? []),
      stats.nodes,
      stats.triangles,
      contacts.length,
    );
    for (const { point, normal, distance } of contacts.slice(0, 2)) numbers.push(...point, ...normal, distance);
    for (const { position, quaternion } of poses) numbers.push(...position, ...quaternion);
  }
  if (hits < flights / 4 || hits === flights) throw new Error(`${hits} of ${flights} flights hit: not worth comparing`);
  return numbers;
}
