import { describe, expect, test } from 'vitest';
import { PairQuery } from '../../../../src/contact/pair-query.ts';
import type { PairFirstContact } from '../../../../src/contact/result.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { boundingRadius } from '../../../../src/mesh/bounding-radius.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { coherent } from '../../../../src/methods/coherent.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { libraryMotion, randomSoup } from '../../../property/random-pairs.ts';
import { add, BrutePair, type MotionSpec, product, times, turn, violation } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';

// Small steps, each begun where the search of the last one ended, against a judge that keeps nothing.

const STEPS = 30;
const TOLERANCE = 1e-5;

interface Place {
  position: Vec3;
  quaternion: readonly [number, number, number, number];
}

function moved(random: Random, { position, quaternion }: Place, size: number, towards: Vec3): Place {
  const way = add(times(random.direction(), size * random.next()), times(towards, 0.5 * size));
  return { position: add(position, way), quaternion: product(turn(random.direction(), 0.3 * size * random.next()), quaternion) };
}

describe.each([
  ['as they are', [0, 0, 0] as Vec3, 0],
  ['with a clearance', [0, 0, 0] as Vec3, 0.05],
  ['far from the origin', [3e5, -7e5, 2e5] as Vec3, 0],
])('%s', (name, offset, clearance) => {
  test(`coherent steps keep the guarantee (seed 'steps ${name}')`, () => {
    const random = new Random(`steps ${name}`);
    const seen: Record<string, number> = { free: 0, contact: 0 };
    let [looks, cold] = [0, 0];
    for (let run = 0; run < rounds(10); run++) {
      const a = randomSoup(random, 'a', { most: 40 });
      const b = randomSoup(random, 'b', { most: 40 });
      const query = new PairQuery({ shape: a }, { shape: b });
      const size = Math.min(boundingRadius(a), boundingRadius(b)) / 800;
      const standing: Place = { position: offset, quaternion: random.quaternion() };
      const direction = random.direction();
      const from: Place = { position: add(offset, times(direction, 4)), quaternion: random.quaternion() };
      const approach = rigidMotion(from, { ...from, position: offset });
      const options = { clearance, tolerance: TOLERANCE, contacts: 'first' } as const;
      const first = query.firstContact({ a: approach, b: rigidMotion(standing, standing) }, options);
      if (first.status !== 'contact') continue;
      let place: Place = { ...from, position: add(first.poses[0].position, times(direction, 2 * size)) };
      let other: Place = standing;
      for (let step = 0; step < STEPS; step++) {
        const kind = random.pick(['in-between', 'screw'] as const);
        // now and then from somewhere else, or with both in motion
        if (step % 13 === 12) place = { ...place, position: add(place.position, times(direction, 40 * size)) };
        const to = moved(random, place, size, times(direction, -1));
        const otherTo = step % 5 === 4 ? moved(random, other, size / 2, [0, 0, 0]) : other;
        const specA: MotionSpec = { kind, from: place, to };
        const specB: MotionSpec = { kind: 'in-between', from: other, to: otherTo };
        const motions = { a: libraryMotion(specA), b: libraryMotion(specB) };
        const result: PairFirstContact = query.firstContact(motions, { ...options, method: coherent });
        const judge = new BrutePair({ mesh: a, motion: specA }, { mesh: b, motion: specB });
        expect(violation(judge, result, clearance, TOLERANCE), `run ${run}, step ${step}`).toBe(null);
        seen[result.status] = (seen[result.status] ?? 0) + 1;
        looks += result.stats.nodes;
        cold += query.firstContact(motions, options).stats.nodes;
        if (result.status === 'free') [place, other] = [to, otherTo];
      }
    }
    expect(seen.free).toBeGreaterThan(40);
    expect(seen.contact).toBeGreaterThan(20);
    // else nothing was followed
    expect(looks).toBeLessThan(0.8 * cold);
  });
});

/** Of radius 1, with so many rings of triangles. */
/** With a dent at the pole: convex bodies go another way. */
function globe(rings: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j < 2 * rings; j++) {
      const [theta, phi] = [(Math.PI * i) / rings, (Math.PI * j) / rings];
      positions.push(Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), i < 3 ? 0.9 : Math.cos(theta));
      if (i === rings) continue;
      const [here, beside] = [2 * rings * i + j, 2 * rings * i + ((j + 1) % (2 * rings))];
      indices.push(here, here + 2 * rings, beside, beside, here + 2 * rings, beside + 2 * rings);
    }
  }
  return new TriangleMesh(positions, indices, { name: 'globe' });
}

test("a large mesh that slides along another takes a third of the looks (seed 'slide')", () => {
  const random = new Random('slide');
  const shape = globe(32);
  const query = new PairQuery({ shape }, { shape });
  const still = rigidMotion({}, {});
  let [looks, cold] = [0, 0];
  let angle = 0;
  for (let step = 0; step < 60; step++) {
    const at = (phi: number): Place => ({
      position: times([Math.cos(phi), Math.sin(phi), 0], 2.0005),
      quaternion: turn([0, 0, 1], phi),
    });
    const next = angle + 0.0005 * random.next();
    const a = rigidMotion(at(angle), at(next));
    const followed = query.firstContact({ a, b: still }, { method: coherent, contacts: 'none' });
    const known = query.firstContact({ a, b: still }, { contacts: 'none' });
    expect([followed.status, known.status], `step ${step}`).toEqual(['free', 'free']);
    looks += followed.stats.nodes;
    cold += known.stats.nodes;
    angle = next;
  }
  expect(looks).toBeLessThan(cold / 3);
});
