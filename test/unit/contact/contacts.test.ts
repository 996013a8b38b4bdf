import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { Contact, PairFirstContact } from '../../../src/contact/result.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { body, randomPair } from '../../property/random-pairs.ts';
import { type BruteBody, bruteMotion, dot, minus, norm, placed } from '../../support/brute-force.ts';
import { rounds } from '../../support/rounds.ts';

const tolerance = 1e-6;

/** The mesh comes down by 2 from 1 above; the answer at about t = 0.5. */
function lowered(
  mesh: TriangleMesh,
  onto: TriangleMesh,
  at: Vec3 = [0, 0, 0],
  contacts: 'first' | 'all' | 'minimal' = 'all',
): PairFirstContact {
  const motion = translationMotion({ position: [at[0], at[1], at[2] + 1] }, [0, 0, -2]);
  return firstContact({ shape: mesh, motion, name: 'upper' }, { shape: onto, name: 'lower' }, { tolerance, contacts });
}

const soup = (...corners: Vec3[]): TriangleMesh => new TriangleMesh(corners.flat());
const triangle = soup([0, 0, 0], [1, 0, 0], [0, 1, 0]);
const spike = soup([0, 0, 0], [0.5, -0.5, 1], [-0.5, 0.5, 1]);

describe('kinds', () => {
  const cases: [string, TriangleMesh, TriangleMesh, Vec3][] = [
    ['vertex-face', spike, triangle, [0.25, 0.25, 0]],
    ['vertex-vertex', spike, triangle, [1, 0, 0]],
    ['vertex-edge', spike, triangle, [0.5, 0, 0]],
    ['edge-edge', soup([0.5, -1, 0], [0.5, 0.25, 0], [0.5, 0, 3]), soup([0, 0, 0], [1, 0, 0], [0, 0, -1]), [0, 0, 0]],
    ['edge-edge', soup([0, 0, 0], [1, 0, 0], [0.5, 0, 1]), soup([0.5, 0, 0], [1.5, 0, 0], [0.5, 0, -1]), [0, 0, 0]],
    ['edge-face', soup([0.1, 0.1, 0], [0.6, 0.2, 0], [0.3, 0.1, 2]), triangle, [0, 0, 0]],
    ['face-face', triangle, triangle, [0.2, 0.2, 0]],
  ];

  test.each(cases)('%s', (kind, upper, lower, at) => {
    const { status, contacts } = lowered(upper, lower, at);
    expect(status).toBe('contact');
    expect(contacts.length).toBeGreaterThan(0);
    for (const contact of contacts) {
      expect(contact.kind).toBe(kind);
      expect(contact.a).toMatchObject({ body: 'upper', triangle: 0 });
      expect(contact.b).toMatchObject({ body: 'lower', triangle: 0 });
      // a is above: from a to b is down
      expect(contact.normal[2]).toBeCloseTo(-1, 6);
    }
    // the other way round
    const swapped = lowered(flipped(lower), flipped(upper), [at[0], -at[1], at[2]]);
    expect(swapped.contacts.map((c) => c.kind)).toEqual(contacts.map(() => kind.split('-').reverse().join('-')));
  });

  test('a stretch has two ends, a polygon its corners', () => {
    const edges = lowered(soup([0, 0, 0], [1, 0, 0], [0.5, 0, 1]), soup([0.5, 0, 0], [1.5, 0, 0], [0.5, 0, -1])).contacts;
    expect(edges.map(({ point }) => Math.round(point[0] * 1e3) / 1e3).sort()).toEqual([0.5, 1]);
    // the common part of the two: a triangle cut off by the hypotenuse
    expect(lowered(triangle, triangle, [0.2, 0.2, 0]).contacts.length).toBe(3);
  });

  test('vertex and edge numbers', () => {
    const [contact] = lowered(spike, triangle, [0.5, 0, 0]).contacts;
    expect(contact.a).toMatchObject({ feature: 'vertex', index: 0 });
    expect(contact.b).toMatchObject({ feature: 'edge', index: 0 });
  });
});

/** Upside down: (x, y, z) ↦ (−x, y, −z). */
function flipped({ positions, indices }: TriangleMesh): TriangleMesh {
  return new TriangleMesh(
    Array.from(positions, (x, i) => (i % 3 === 1 ? x : -x)),
    indices,
  );
}

describe('primitives', () => {
  test('spheres: points on their surfaces, the normal between their centres', () => {
    const result = lowered(sphere(1), sphere(2), [0, 0, 3]);
    const [contact] = result.contacts;
    expect(result.contacts).toHaveLength(1);
    expect(contact.normal[2]).toBeCloseTo(-1, 9);
    expect(contact.pointA[2]).toBeCloseTo(2, 5);
    expect(contact.pointB[2]).toBeCloseTo(2, 9);
    expect(contact.distance).toBeLessThanOrEqual(tolerance);
  });

  test('a capsule on a box', () => {
    const result = lowered(capsule([-5, 0, 0], [5, 0, 0], 0.25), box(2), [0, 0, 1.25]);
    expect(result.status).toBe('contact');
    const xs = result.contacts.map(({ point }) => point[0]);
    expect(Math.min(...xs)).toBeCloseTo(-1, 3);
    expect(Math.max(...xs)).toBeCloseTo(1, 3);
    for (const { point, normal } of result.contacts) {
      expect(point[2]).toBeCloseTo(1, 5);
      expect(normal[2]).toBeCloseTo(-1, 6);
    }
  });

  test('box on box: all, a minimal set, the first', () => {
    const all = lowered(box(1), box(2), [0.1, 0.2, 1.5], 'all');
    const minimal = lowered(box(1), box(2), [0.1, 0.2, 1.5], 'minimal');
    const first = lowered(box(1), box(2), [0.1, 0.2, 1.5], 'first');
    expect(all.contacts.length).toBeGreaterThan(4);
    expect(minimal.contacts.length).toBeLessThan(all.contacts.length);
    expect(first.contacts.length).toBe(1);
    const corner = ({ point }: Contact): string => `${Math.round(point[0] * 1e3)} ${Math.round(point[1] * 1e3)}`;
    const corners = ['-400 -300', '600 -300', '-400 700', '600 700'];
    expect(minimal.contacts.map(corner)).toEqual(expect.arrayContaining(corners));
    for (const contact of minimal.contacts) expect(all.contacts).toContainEqual(contact);
    for (const { normal } of all.contacts) expect(normal[2]).toBeCloseTo(-1, 6);
  });

  test('none on request', () => {
    const options = { tolerance, contacts: 'none' } as const;
    const result = firstContact(
      { shape: sphere(1), motion: translationMotion({ position: [0, 0, 4] }, [0, 0, -4]) },
      { shape: sphere(1) },
      options,
    );
    expect(result.status).toBe('contact');
    expect(result.contacts).toEqual([]);
  });

  test('overlap has contacts with a defined normal, at distance 0 too', () => {
    for (const position of [
      [0, 0, 0],
      [0.5, 0, 0],
      [2, 0, 0],
      [1, 1, 1],
    ] as Vec3[]) {
      const { status, contacts } = firstContact(
        { shape: box(2), motion: translationMotion({ position }, [0, 0, 0]) },
        { shape: box(2) },
        { tolerance },
      );
      expect(status).toBe('overlap');
      expect(contacts.length).toBeGreaterThan(0);
      for (const { normal } of contacts) expect(norm(normal)).toBeCloseTo(1, 12);
    }
    const same = firstContact({ shape: sphere(1) }, { shape: sphere(1) }, { tolerance });
    expect(norm(same.contacts[0].normal)).toBeCloseTo(1, 12);
  });
});

const out = new Float64Array(8);

/** Corners of one triangle, in the world at t. */
function cornersAt({ mesh, motion }: BruteBody, k: number, t: number): Float64Array {
  const at = bruteMotion(motion).at(t, [0, 0, 0]);
  const corners = [0, 1, 2].flatMap((i) => {
    const v = 3 * mesh.indices[3 * k + i];
    return placed(at, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
  });
  return Float64Array.from(corners);
}

function distanceToPoint(corners: Float64Array, p: Vec3): number {
  triangleDistance(corners, 0, Float64Array.of(...p, ...p, ...p), 0, out, 0);
  return out[6];
}

describe.each([0, 0.1])("random pairs, radius up to %d (seed 'contacts')", (radius) => {
  const random = new Random(`contacts ${radius}`);
  const coarse = 1e-3;
  const SLIVER = (2 * coarse) / 1024;
  const cases = Array.from({ length: rounds(60, 20) }, () => randomPair(random, { most: 16, radius }));
  const hits = cases.flatMap(({ a, b }) =>
    METHODS.flatMap((method) => {
      const result = firstContact(body(a), body(b), { tolerance: coarse, method: methodNamed(method) });
      return result.status === 'contact' ? [{ a, b, result, method }] : [];
    }),
  );

  test('there are some', () => expect(hits.length).toBeGreaterThan(rounds(60, 20)));

  test('points lie on the triangles named, as far apart as told, along the normal', () => {
    for (const { a, b, result } of hits) {
      expect(result.contacts.length).toBeGreaterThan(0);
      for (const contact of result.contacts) {
        const A = cornersAt(a, contact.a.triangle, result.time);
        const B = cornersAt(b, contact.b.triangle, result.time);
        const [rA, rB] = [a.mesh.radii?.[contact.a.triangle] ?? 0, b.mesh.radii?.[contact.b.triangle] ?? 0];
        expect(distanceToPoint(A, contact.pointA)).toBeLessThan(rA + 1e-9);
        expect(distanceToPoint(B, contact.pointB)).toBeLessThan(rB + 1e-9);
        expect(norm(contact.normal)).toBeCloseTo(1, 12);
        triangleDistance(A, 0, B, 0, out, 0);
        const least = out[6] - rA - rB;
        expect(contact.distance).toBeGreaterThan(least - 1e-11);
        // other corners of a shared stretch may be apart by a tolerance more
        expect(contact.distance).toBeLessThanOrEqual(2 * coarse - least + 1e-11);
        const step = minus(contact.pointB, contact.pointA);
        // opposite each other, but for the sliver by which shadows are widened
        expect(Math.abs(dot(step, contact.normal) - contact.distance)).toBeLessThan(SLIVER);
        expect(Math.abs(norm(step) - Math.abs(contact.distance))).toBeLessThan(SLIVER);
        for (let k = 0; k < 3; k++) expect(contact.point[k]).toBeCloseTo((contact.pointA[k] + contact.pointB[k]) / 2, 12);
      }
    }
  });

  test('no pair of triangles within the tolerance is left out, none beyond it is told', () => {
    for (const { a, b, result } of hits) {
      const told = new Set(result.contacts.map((contact) => `${contact.a.triangle} ${contact.b.triangle}`));
      for (let i = 0; i < a.mesh.triangleCount; i++) {
        for (let j = 0; j < b.mesh.triangleCount; j++) {
          triangleDistance(cornersAt(a, i, result.time), 0, cornersAt(b, j, result.time), 0, out, 0);
          const distance = out[6] - (a.mesh.radii?.[i] ?? 0) - (b.mesh.radii?.[j] ?? 0);
          if (distance <= coarse * (1 - 1e-6)) expect(told).toContain(`${i} ${j}`);
          if (distance > coarse * (1 + 1e-6)) expect(told).not.toContain(`${i} ${j}`);
        }
      }
    }
  });

  test('the first is the nearest, and the poses are those of that time', () => {
    for (const { a, b, result } of hits) {
      const distances = result.contacts.map(({ distance }) => distance);
      expect(distances[0]).toBe(Math.min(...distances));
      [a, b].forEach(({ motion }, i) => {
        const at = bruteMotion(motion).at(result.time, [0, 0, 0]);
        const told = bruteMotion({ kind: 'rest', pose: result.poses[i] }).at(0, [0, 0, 0]);
        for (const x of [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ] as Vec3[])
          expect(norm(minus(placed(at, x), placed(told, x)))).toBeLessThan(1e-12);
      });
    }
  });

  test('minimal: some of them, at no fewer places', () => {
    for (const { a, b, result, method } of hits) {
      const minimal = firstContact(body(a), body(b), { tolerance: coarse, method: methodNamed(method), contacts: 'minimal' });
      expect(minimal.time).toBe(result.time);
      expect(minimal.contacts.length).toBeGreaterThan(0);
      expect(minimal.contacts.length).toBeLessThanOrEqual(result.contacts.length);
      for (const contact of minimal.contacts) expect(result.contacts).toContainEqual(contact);
      const [first] = firstContact(body(a), body(b), { tolerance: coarse, method: methodNamed(method), contacts: 'first' }).contacts;
      expect(result.contacts.some((c) => c.a.triangle === first.a.triangle && c.b.triangle === first.b.triangle)).toBe(true);
    }
  });

  test('a result is plain data', () => {
    for (const { result } of hits.slice(0, 10)) expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
});
