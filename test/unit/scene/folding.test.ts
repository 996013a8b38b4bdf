/** Long searches of scenes begin anew from the roots, pair by pair: fewer entries, and nobody is lost. */
import { expect, test } from 'vitest';
import { LONG_SEARCH } from '../../../src/contact/methods/best-first.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../src/methods/index.ts';
import { type RigidMotion, rigidMotion, rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';

/** A wall about z: its radius by ring and angle. */
function wall(sides: number, rings: number, height: number, radiusOf: (ring: number, angle: number) => number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rings; j++)
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      const radius = radiusOf(j / rings, angle);
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height * (j / rings - 0.5));
    }
  for (let j = 0; j < rings; j++)
    for (let i = 0; i < sides; i++) {
      const [a, b] = [j * sides + i, j * sides + ((i + 1) % sides)];
      indices.push(a, b, b + sides, a, b + sides, a + sides);
    }
  return new TriangleMesh(positions, indices);
}

const Z = [0, 0, 1] as const;
const wheel = wall(96, 4, 0.3, (_, angle) => 1 + 0.1 * Math.cos(12 * angle));
const second = { position: [2.006, 0, 0], quaternion: [0, 0, Math.sin(Math.PI / 24), Math.cos(Math.PI / 24)] } as const;
const meshing = (slip: number): Record<'one' | 'two', RigidMotion> => ({
  one: rotationMotion({}, Z, 6),
  two: rotationMotion(second, Z, slip - 6),
});
const wheels = [
  { name: 'one', shape: wheel },
  { name: 'two', shape: wheel },
];

test('wheels that mesh: free, in two thirds of the entries', () => {
  const scene = new Scene({ bodies: wheels });
  const { status, stats } = scene.firstContact(meshing(0));
  expect(status).toBe('free');
  expect(stats.iterations).toBeGreaterThan(LONG_SEARCH);
  expect(stats.iterations).toBeLessThan(30_000);
});

test('one slips until teeth touch: when the method that follows pairs one by one says', () => {
  const scene = new Scene({ bodies: wheels });
  const found = scene.firstContact(meshing(0.005));
  expect(found.stats.iterations).toBeGreaterThan(LONG_SEARCH);
  const other = scene.firstContact(meshing(0.005), { method: hca });
  expect([found.status, other.status]).toEqual(['contact', 'contact']);
  expect(Math.abs(found.time - other.time)).toBeLessThan(1e-5);
});

test('what was proven apart as a whole until some time is looked at again then', () => {
  const cone = (out: number): TriangleMesh => wall(24, 8, 1, (ring) => 1 - out - 0.2 * ring);
  const scene = new Scene({ bodies: [...wheels, { name: 'shaft', shape: cone(0.05) }, { name: 'bore', shape: cone(0) }] });
  const far = [0, 0, 10] as const;
  // drifts by more than its air, which is a quarter along the axis
  const shaft = rigidMotion({ position: far }, { position: [0, 0, 10.26], quaternion: [0, 0, Math.sin(1), Math.cos(1)] });
  const bore = rotationMotion({ position: far }, Z, 0);
  const alone = new Scene({
    bodies: [
      { name: 'shaft', shape: cone(0.05) },
      { name: 'bore', shape: cone(0) },
    ],
  }).firstContact({ shaft, bore });
  expect(alone.status).toBe('contact');
  const { status, time, contacts } = scene.firstContact({ ...meshing(0), shaft, bore });
  expect([status, contacts[0]?.a.body]).toEqual(['contact', 'shaft']);
  expect(Math.abs(time - alone.time)).toBeLessThan(1e-4);
});
