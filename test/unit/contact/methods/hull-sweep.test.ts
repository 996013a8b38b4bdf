import { describe, expect, test } from 'vitest';
import { bumpyBlob } from '../../../../scenes/index.ts';
import { HullSweep } from '../../../../src/contact/methods/hulls/hull-sweep.ts';
import { PairQuery } from '../../../../src/contact/pair-query.ts';
import { convexHull } from '../../../../src/convex/index.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { restMotion, translationMotion } from '../../../../src/motion/rigid-motion.ts';
import { body, randomVector } from '../../../property/random-pairs.ts';
import { type BruteBody, BrutePair, turned, violation } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { recorded } from '../../prove/recorded.ts';
import { expectListed } from '../listed-contacts.ts';

// Small bodies that look convex, swept through meshes; judged by brute force, which knows nothing of hulls and trees.

const SMALL: Readonly<Record<string, (random: Random, unit: number) => TriangleMesh>> = {
  hulls: (random, unit) => hull(random, unit, 4 + random.integer(9)),
  'many corners': (random, unit) => hull(random, unit, 70),
  'thick hulls': (random, unit) => {
    const { positions, indices } = hull(random, unit, 6);
    const radius = Array.from({ length: indices.length / 3 }, () => 0.05 * unit * random.next());
    return new TriangleMesh(positions, indices, { name: 'small', radius });
  },
  'flat ones': (random, unit) => {
    const at = Array.from({ length: 5 }, (_, i) => [Math.cos(1.2 * i), Math.sin(1.2 * i), 0]).flat();
    const size = unit * random.range(0.05, 0.2);
    return new TriangleMesh(
      at.map((x) => size * x),
      [0, 1, 2, 0, 2, 3, 0, 3, 4],
      { name: 'small' },
    );
  },
  edges: (random, unit) => {
    const end = randomVector(random, 0.2 * unit);
    return new TriangleMesh([0, 0, 0, ...end, ...end], [0, 1, 2], { name: 'small' });
  },
  points: () => new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2], { name: 'small' }),
  balls: (random, unit) => sphere(unit * random.range(0.02, 0.2)),
  boxes: (random, unit) => box([0.2 * unit, 0.1 * unit, 0.05 * unit], randomVector(random, 0.1 * unit)),
};

function hull(random: Random, unit: number, points: number): TriangleMesh {
  const size = unit * random.range(0.05, 0.25);
  const stretch = [size, size * random.range(0.3, 1), size * random.range(0.1, 1)];
  const at = Array.from({ length: points }, () => random.direction().map((x, k) => stretch[k] * x)).flat();
  const { positions, indices } = convexHull(at).mesh;
  return new TriangleMesh(positions, indices, { name: 'small' });
}

/** A bumpy ball within a sphere. */
function blob(segments: number, rings: number, radius: number, solid = false): TriangleMesh {
  const { positions, indices } = bumpyBlob('large', segments, rings).mesh;
  const size = radius / Math.max(...positions.map(Math.abs));
  return new TriangleMesh(
    positions.map((x) => size * x),
    indices,
    { name: 'large', solid },
  );
}

/** What they are thrown at: a bumpy ball, a floor of squares with steps, loose triangles. */
function mesh(random: Random, unit: number): TriangleMesh {
  const at: number[] = [];
  switch (random.integer(3)) {
    case 0:
      return blob(8, 6, unit);
    case 1: {
      const corners: number[] = [];
      for (let i = 0; i < 49; i++)
        at.push(unit * ((i % 7) / 3 - 1), unit * (Math.floor(i / 7) / 3 - 1), unit * (random.integer(4) === 0 ? 0.1 : 0));
      for (let i = 0; i < 42; i++) if (i % 7 < 6) corners.push(i, i + 1, i + 7, i + 1, i + 8, i + 7);
      return new TriangleMesh(at, corners, { name: 'large' });
    }
    default: {
      for (let i = 0; i < 70; i++) {
        const middle = randomVector(random, unit);
        for (let c = 0; c < 3; c++) at.push(...randomVector(random, 0.2 * unit).map((x, k) => middle[k] + x));
      }
      return new TriangleMesh(at, undefined, { name: 'large', radius: random.integer(3) === 0 ? 0.03 * unit : 0 });
    }
  }
}

/** Most are aimed at the mesh, some begin within it, some fly along an axis. */
function thrown(random: Random, unit: number, kind: keyof typeof SMALL): [BruteBody, BruteBody] {
  const origin = random.pick([randomVector(random, unit), randomVector(random, 1e4 * unit)]);
  const far = unit * random.pick([0.4, 1.5, 4, 300]);
  const from = random.integer(4) === 0 ? ([0, 0, 1] as const) : random.direction();
  const start = from.map((x, k) => origin[k] + far * x + unit * random.range(-0.7, 0.7)) as unknown as Vec3;
  const length = random.pick([1, 1, 2, 0.2]) * far;
  const displacement = from.map((x) => -length * x) as unknown as Vec3;
  const pose = { position: start, quaternion: random.integer(4) === 0 ? ([0, 0, 0, 1] as const) : random.quaternion() };
  const stood = { position: origin, quaternion: random.integer(2) === 0 ? ([0, 0, 0, 1] as const) : random.quaternion() };
  const a: BruteBody = { mesh: SMALL[kind](random, unit), motion: { kind: 'translation', pose, displacement } };
  const b: BruteBody = {
    mesh: mesh(random, unit),
    motion:
      random.integer(3) === 0
        ? { kind: 'translation', pose: stood, displacement: randomVector(random, 0.5 * unit) }
        : { kind: 'rest', pose: stood },
  };
  return random.integer(3) === 0 ? [b, a] : [a, b];
}

describe.each(Object.keys(SMALL))('%s', (kind) => {
  test(`the guarantee, and every contact (seed 'swept ${kind}')`, () => {
    const random = new Random(`swept ${kind}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const count = rounds(24);
    for (let round = 0; round < count; round++) {
      const unit = random.pick([1, 1, 2 ** -30, 2 ** 20]);
      const [a, b] = thrown(random, unit, kind);
      const clearance = unit * random.pick([0, 0, 0.1]);
      const tolerance = unit * 10 ** random.range(-7, -2);
      const judge = new BrutePair(a, b);
      const result = new PairQuery(body(a), body(b)).firstContact({}, { clearance, tolerance });
      seen[result.status]++;
      expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);
      if (result.status === 'contact') expectListed(a, b, result, clearance + tolerance, 1e-12 * judge.size, `round ${round}`);
    }
    expect(seen.unresolved).toBe(0);
    expect(seen.contact).toBeGreaterThan(count / 6);
    expect(seen.free).toBeGreaterThan(count / 12);
  });
});

test("a plate that flies along its long side meets what is next to its edge (seed 'swept plates')", () => {
  const random = new Random('swept plates');
  const plate = new TriangleMesh([-0.5, -0.01, 0, 0.5, -0.01, 0, 0.5, 0.01, 0, -0.5, 0.01, 0], [0, 1, 2, 0, 2, 3]);
  for (let round = 0; round < 200; round++) {
    const quaternion = random.quaternion();
    const tolerance = 10 ** random.range(-9.3, -7);
    // only roundings say which way is across
    const tilt = tolerance * 10 ** random.range(-3, 0);
    const side = random.pick([0.01, -0.01]) * random.range(0.97, 0.9999);
    // a post in the way, and others behind the end of it
    const at: number[] = [];
    for (let post = 0; post < 80; post++) {
      for (let c = 0; c < 3; c++) at.push(...turned(quaternion, [post === 0 ? 10 : 32 + 0.1 * post, side, 0.001 * (c - 1)]));
    }
    const posts = new TriangleMesh(at);
    const a = translationMotion({ quaternion }, turned(quaternion, [30, 30 * tilt, 0]));
    const answer = new PairQuery({ shape: plate }, { shape: posts }).firstContact({ a }, { tolerance });
    expect([answer.status, Math.abs(answer.time - 9.5 / 30) < tolerance], `round ${round}`).toEqual(['contact', true]);
  }
});

test("what is passed by, within the tolerance, is listed too (seed 'swept past')", () => {
  const random = new Random('swept past');
  const count = rounds(60);
  let seen = 0;
  for (let round = 0; round < count; round++) {
    const at: number[] = [];
    for (let i = 0; i < 120; i++) {
      const middle = randomVector(random, 1);
      for (let c = 0; c < 3; c++) at.push(...randomVector(random, 0.02).map((x, k) => middle[k] + x));
    }
    const [x, y, z] = random.direction();
    const pose = { position: [2 * x, 2 * y, 2 * z] as const, quaternion: random.quaternion() };
    const a: BruteBody = {
      mesh: SMALL[random.pick(['hulls', 'boxes', 'balls'])](random, 1),
      motion: { kind: 'translation', pose, displacement: [-3 * x, -3 * y, -3 * z] },
    };
    const b: BruteBody = { mesh: new TriangleMesh(at, undefined, { name: 'large' }), motion: { kind: 'rest', pose: {} } };
    const tolerance = random.range(0.02, 0.2);
    const result = new PairQuery(body(a), body(b)).firstContact({}, { tolerance });
    if (result.status !== 'contact') continue;
    seen++;
    expectListed(a, b, result, tolerance, 1e-12, `round ${round}`);
  }
  expect(seen).toBeGreaterThan(count / 6);
});

test("its proofs are found true (seed 'swept proofs')", async () => {
  const random = new Random('swept proofs');
  const seen = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const [a, b] = thrown(random, 1, random.pick(['hulls', 'flat ones', 'boxes']));
    const query = new PairQuery(body(a), body(b));
    const { status } = await recorded((proof) => query.firstContact({}, { proof, tolerance: 1e-4 }));
    seen.add(status ?? '');
  }
  expect(seen.size).toBeGreaterThan(1);
});

test.each([8, 64])('of %i points few nodes are looked at, and an answer does not depend on the question before', (points) => {
  const random = new Random('swept twice');
  const ball = blob(25, 20, 1);
  const small = hull(random, 0.5, points);
  const query = new PairQuery({ shape: small }, { shape: ball });
  const casts = Array.from({ length: 60 }, () => {
    const [x, y, z] = random.direction();
    return translationMotion({ position: [4 * x, 4 * y, 4 * z], quaternion: random.quaternion() }, [-4 * x, -4 * y, -4 * z]);
  });
  let looks = 0;
  for (const a of casts) {
    const answer = query.firstContact({ a });
    expect(answer.status).toBe('contact');
    looks += answer.stats.nodes;
    expect(answer).toEqual(new PairQuery({ shape: small }, { shape: ball }).firstContact({ a }));
    query.firstContact({ a: casts[0], b: restMotion({ position: [0.3, 0, 0] }) }, { start: 'leaving' });
  }
  // 137 and 252 of both trees, so that none is searched after it was swept
  expect(looks / casts.length).toBeLessThan(90);
});

test('within a solid at the start is overlap, and a large body is searched', () => {
  const ball = blob(20, 12, 1, true);
  const inside = new PairQuery({ shape: box(0.05) }, { shape: ball });
  expect(inside.firstContact({ a: translationMotion({}, [0.01, 0, 0]) }).status).toBe('overlap');
  expect(inside.firstContact({ a: translationMotion({ position: [9, 0, 0] }, [-9, 0, 0]) }).status).toBe('contact');
  expect(HullSweep.suits(treeOf(box(0.05)), treeOf(ball))).toBe(true);
  expect(HullSweep.suits(treeOf(box(4)), treeOf(ball))).toBe(false);
  expect(HullSweep.suits(treeOf(box(0.05)), treeOf(box(1)))).toBe(false);
});
