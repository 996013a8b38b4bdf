import { describe, expect, test } from 'vitest';
import { rigidIntervalMotion } from '../../../../bench/shared/rigid-interval-motion.ts';
import { triangleDistance } from '../../../../src/geometry/triangle-triangle.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { LEAF_STRIDE } from '../../../../src/hierarchy/triangle-tree.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { type LineSweptSphere, lineSweptSphere } from '../../../../src/methods/culling/line-swept-sphere.ts';
import { ObjectBoxes } from '../../../../src/methods/culling/object-boxes.ts';
import { RuledSkeleton } from '../../../../src/methods/culling/ruled-skeleton.ts';
import { ContactLocalisation } from '../../../../src/methods/culling/stages.ts';
import { sweptVolumeMesh } from '../../../../src/methods/culling/swept-volume-mesh.ts';
import type { IntervalMotion } from '../../../../src/motion/motion.ts';
import { libraryMotion, randomSoup } from '../../../property/random-pairs.ts';
import { add, bruteMotion, cross, dot, type MotionSpec, minus, norm, type Placement, placed, times } from '../../../support/brute-force.ts';
import { placedObject, randomCell } from '../../robot/random-cell.ts';

const ORIGIN = new Float64Array(3);
const WHOLE = Float64Array.of(0, 1);
const out = new Float64Array(8);

/** The library's enclosure of a motion and an independent evaluation of it. */
function moved(spec: MotionSpec): { motion: IntervalMotion; at: (t: number) => Placement } {
  const brute = bruteMotion(spec);
  const motion = libraryMotion(spec) as Parameters<typeof rigidIntervalMotion>[0];
  return { motion: rigidIntervalMotion(motion, ORIGIN), at: (t) => brute.at(t, [0, 0, 0]) };
}

function pointTriangles(x: Vec3, corners: ArrayLike<number>, stride: number, count: number): number {
  const point = Float64Array.of(...x, ...x, ...x);
  const triangle = new Float64Array(9);
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 9; k++) triangle[k] = corners[stride * i + k];
    triangleDistance(point, 0, triangle, 0, out, 0);
    least = Math.min(least, out[6]);
  }
  return least;
}

const fromSkeleton = (x: Vec3, { leaves, strips }: RuledSkeleton): number => pointTriangles(x, leaves, LEAF_STRIDE, 2 * strips);

function segmentDistance(x: Vec3, p: Vec3, q: Vec3): number {
  const d = minus(q, p);
  const s = Math.min(1, Math.max(0, dot(minus(x, p), d) / (dot(d, d) || 1)));
  return norm(minus(x, add(p, times(d, s))));
}

/** Distance of x from the rectangle of a node. */
function fromRectangle(x: Vec3, nodes: Float64Array, o: number): number {
  const u: Vec3 = [nodes[o], nodes[o + 1], nodes[o + 2]];
  const v: Vec3 = [nodes[o + 3], nodes[o + 4], nodes[o + 5]];
  const d = minus(x, [nodes[o + 6], nodes[o + 7], nodes[o + 8]]);
  const a = Math.min(nodes[o + 9], Math.max(0, dot(d, u)));
  const b = Math.min(nodes[o + 10], Math.max(0, dot(d, v)));
  return norm(minus(d, add(times(u, a), times(v, b))));
}

const SPECS: Record<string, MotionSpec> = {
  resting: { kind: 'rest', pose: { position: [1, 2, 3] } },
  straight: { kind: 'translation', pose: {}, displacement: [2, 0.3, 0] },
  axial: { kind: 'translation', pose: {}, displacement: [0, 0, 2.5] },
  'turning about its end': { kind: 'rotation', pose: {}, axis: [1, 0, 0], angle: 2 },
  'turning about its middle': { kind: 'rotation', pose: {}, axis: [1, 0, 0], angle: 1.5, centre: [0, 0, 0.5] },
  'turning about itself': { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: 3 },
  'on a cone': { kind: 'rotation', pose: {}, axis: [0.6, 0, 0.8], angle: 4 },
  'in a helix': { kind: 'in-between', from: {}, to: { position: [0, 0, 2], quaternion: [0, 0, 0.8, 0.6] } },
  tumbling: { kind: 'in-between', from: { position: [1, 0, 0] }, to: { position: [-1, 0.5, 1], quaternion: [0.5, 0.5, 0.5, -0.5] } },
};
const CAPSULE: LineSweptSphere = { p: [0, 0, 0], q: [0, 0, 1], radius: 0.1 };
const BALL: LineSweptSphere = { p: [0.1, 0.2, 1], q: [0.1, 0.2, 1], radius: 0.15 };
const cases = Object.entries(SPECS).flatMap(([name, spec]) => [
  { name, spec, shape: CAPSULE },
  { name: `${name}, a sphere`, spec, shape: BALL },
]);

describe('capsule of a link', () => {
  test('holds every thickened corner; seed "capsules"', () => {
    const random = new Random('capsules');
    for (let round = 0; round < 60; round++) {
      const mesh = randomSoup(random, 'soup', { radius: random.pick([0, 0.2]), degenerate: 0.3 });
      const { p, q, radius } = lineSweptSphere(mesh);
      mesh.indices.forEach((v, i) => {
        const x: Vec3 = [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]];
        expect(segmentDistance(x, p, q) + (mesh.radii?.[Math.floor(i / 3)] ?? 0)).toBeLessThanOrEqual(radius * (1 + 1e-15));
      });
      expect(lineSweptSphere(mesh)).toBe(lineSweptSphere(mesh));
    }
  });

  test('is the body itself for capsules and spheres, and snug for a bar', () => {
    const thick = lineSweptSphere(capsule([1, 2, 3], [1, 2, 7], 0.5));
    expect(thick.radius).toBeCloseTo(0.5, 10);
    expect(norm(minus(thick.p, thick.q))).toBeCloseTo(4, 10);
    const ball = lineSweptSphere(sphere(2, [1, 0, 0]));
    expect([...ball.p, ...ball.q, ball.radius]).toEqual([1, 0, 0, 1, 0, 0].concat([expect.closeTo(2, 10) as unknown as number]));
    expect(lineSweptSphere(box([0.2, 0.2, 3])).radius).toBeLessThan(0.1 * Math.SQRT2 * 1.01);
  });

  test('survives huge and tiny units', () => {
    for (const unit of [2 ** -200, 2 ** 100]) {
      const { p, q, radius } = lineSweptSphere(capsule([0, 0, 0], [0, 0, 4 * unit], unit));
      expect(radius / unit).toBeCloseTo(1, 9);
      expect(norm(minus(times(q, 1 / unit), times(p, 1 / unit)))).toBeCloseTo(4, 9);
    }
  });
});

describe('skeleton', () => {
  test.each(cases)('$name: the axis is within ε of the triangles and in the volumes of its times', ({ spec, shape }) => {
    const { motion, at } = moved(spec);
    for (const most of [2, 16, 64]) {
      for (const interval of [WHOLE, Float64Array.of(0.3, 0.45)]) {
        const skeleton = new RuledSkeleton(most);
        skeleton.sweep(shape, motion, interval, 0.02, 4);
        expect(skeleton.bounded).toBe(true);
        for (let k = 0; k <= 60; k++) {
          const t = interval[0] + ((interval[1] - interval[0]) * k) / 60;
          for (const s of [0, 0.37, 1]) {
            const x = placed(at(t), add(shape.p, times(minus(shape.q, shape.p), s)));
            expect(fromSkeleton(x, skeleton)).toBeLessThanOrEqual(skeleton.error + 1e-14);
            for (let width = skeleton.strips, first = 0; width >= 1; first += skeleton.strips / width, width /= 2) {
              const place = Math.min(skeleton.strips - 1, Math.floor((k / 60) * skeleton.strips * (1 - 1e-12)));
              const node = 16 * (first + Math.floor(place / width));
              expect(fromRectangle(x, skeleton.nodes, node) + shape.radius).toBeLessThanOrEqual(skeleton.nodes[node + 11]);
            }
          }
        }
      }
    }
  });

  test('needs one strip, and no error but rounding, for what rests or moves straight on', () => {
    for (const name of ['resting', 'straight', 'axial']) {
      for (const shape of [CAPSULE, BALL]) {
        const skeleton = new RuledSkeleton(64);
        skeleton.sweep(shape, moved(SPECS[name]).motion, WHOLE, 0.001, 4);
        expect(skeleton.strips).toBe(1);
        expect(skeleton.error).toBeLessThan(1e-12);
      }
    }
  });

  test('keeps the error asked for, and tells the true one where strips run out', () => {
    const { motion } = moved(SPECS['on a cone']);
    let last = Infinity;
    for (const asked of [0.1, 0.03, 0.01, 0.003]) {
      const skeleton = new RuledSkeleton(1024);
      skeleton.sweep(CAPSULE, motion, WHOLE, asked, 4);
      expect(skeleton.error).toBeLessThanOrEqual(asked);
      expect(skeleton.error).toBeLessThan(last);
      last = skeleton.error;
    }
    const coarse = new RuledSkeleton(4);
    coarse.sweep(CAPSULE, motion, WHOLE, 0.003, 4);
    expect(coarse.error).toBeGreaterThan(0.003);
  });

  test('holds the links of chains at all times; seed "chain skeletons"', () => {
    const random = new Random('chain skeletons');
    for (let round = 0; round < 10; round++) {
      const { links, poseAt } = randomCell(random, { links: 4, objects: 0, turn: 1.5 });
      links.forEach(({ mesh, motion }, i) => {
        const shape = lineSweptSphere(mesh);
        const skeleton = new RuledSkeleton(random.pick([4, 32]));
        skeleton.sweep(shape, motion, WHOLE, 0.02, 4);
        for (let k = 0; k <= 24; k++) {
          const v = random.integer(mesh.vertexCount);
          const x = placed(poseAt(i, k / 24), [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]);
          const thick = mesh.radii === null ? 0 : Math.max(...mesh.radii);
          expect(fromSkeleton(x, skeleton) + thick).toBeLessThanOrEqual(shape.radius + skeleton.error + 1e-13);
        }
      });
    }
  });
});

describe('culling by swept volumes', () => {
  const arm = box([0.3, 0.3, 2], [0, 0, 1], 'arm');
  const turning = moved({ kind: 'rotation', pose: {}, axis: [1, 0, 0], angle: 2.4 });
  const links = [{ mesh: arm, tree: treeOf(arm), motion: turning.motion }];
  const kept = (position: Vec3, size: number): number => {
    const stage = new ContactLocalisation(links, new ObjectBoxes([placedObject(box(size), [0, 0, 0, 1], position)]), {
      stages: { boxes: false },
    });
    stage.run(WHOLE, 0, 1e-14);
    return stage.candidates.count;
  };
  const between = (t: number, reach: number, aside: number): Vec3 => add(placed(turning.at(t), [0, 0, reach]), [aside, 0, 0]);

  test('keeps an obstacle wholly inside the volume, off the axis too', () => {
    for (const t of [0.21, 0.5, 0.77]) {
      for (const reach of [0.4, 1.1, 1.9]) for (const aside of [0, 0.09, -0.12]) expect(kept(between(t, reach, aside), 0.01)).toBe(1);
    }
  });

  test('culls what lies beside, beyond and behind it', () => {
    const radius = lineSweptSphere(arm).radius;
    for (const t of [0.1, 0.5, 0.9]) {
      for (const reach of [0.5, 1.5]) expect(kept(between(t, reach, 1.5 * radius), 0.01)).toBe(0);
      expect(kept(between(t, 2 + 1.5 * radius, 0), 0.01)).toBe(0);
    }
    expect(kept(placed(turning.at(0.5), [0, 0, -1]), 0.5)).toBe(0);
  });
});

describe('drawn volume', () => {
  test.each(cases)('$name: nothing sticks out, nothing of the boundary is missing; seed by name', ({ name, spec, shape }) => {
    const { motion, at } = moved(spec);
    const tolerance = 0.01;
    const { mesh, error } = sweptVolumeMesh(shape, motion, WHOLE, { tolerance });
    expect(error).toBeLessThan(tolerance);
    const random = new Random(name);
    const fine = new RuledSkeleton(128);
    fine.sweep(shape, motion, WHOLE, 0, 4);
    for (let k = 0; k < 60; k++) {
      const i = 3 * random.integer(mesh.triangleCount);
      const [a, b, c] = [0, 1, 2].map((j) => vertex(mesh, mesh.indices[i + j]));
      const middle = times(add(a, add(b, c)), 1 / 3);
      for (const x of [a, middle]) expect(fromSkeleton(x, fine)).toBeLessThanOrEqual(shape.radius + error + fine.error + 1e-12);
    }
    const soup = new Float64Array(3 * mesh.indices.length);
    mesh.indices.forEach((v, i) => {
      soup.set(vertex(mesh, v), 3 * i);
    });
    let onBoundary = 0;
    for (let k = 0; k < 250; k++) {
      const t = random.pick([0, 1, random.next(), random.next()]);
      const s = random.pick([0, 1, random.next(), random.next()]);
      const axis = placed(at(t), add(shape.p, times(minus(shape.q, shape.p), s)));
      // Directions across the ruling and the motion are the ones that matter.
      const next = placed(at(Math.min(1, t + 1e-5)), add(shape.p, times(minus(shape.q, shape.p), s)));
      const along = placed(at(t), add(shape.p, times(minus(shape.q, shape.p), s + 0.1)));
      let normal: Vec3 = random.direction();
      if (random.next() < 0.4) normal = cross(minus(next, axis), minus(along, axis));
      else if (random.next() < 0.5) normal = cross(minus(next, axis), normal);
      if (!(norm(normal) > 1e-9)) normal = random.direction();
      const x = add(axis, times(normal, (random.pick([1, -1]) * shape.radius) / norm(normal)));
      if (fromSkeleton(x, fine) <= shape.radius - fine.error - tolerance / 2) continue;
      onBoundary++;
      expect(pointTriangles(x, soup, 9, soup.length / 9)).toBeLessThanOrEqual(tolerance + fine.error);
    }
    expect(onBoundary).toBeGreaterThan(25);
  });
});

const vertex = (mesh: TriangleMesh, v: number): Vec3 => [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]];
