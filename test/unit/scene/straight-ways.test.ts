import { describe, expect, test } from 'vitest';
import { blobBody, castsOf, hullBody } from '../../../bench/casts/cast-scenes.ts';
import { castTruth } from '../../../bench/casts/cast-truth.ts';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { Random } from '../../../src/math/random.ts';
import { rigidMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { libraryMotion, randomPair, randomSoup, type SoupOptions } from '../../property/random-pairs.ts';
import type { MotionSpec } from '../../support/brute-force.ts';
import { BruteScene } from '../../support/brute-robot.ts';
import { rounds } from '../../support/rounds.ts';

// Bodies of a scene that neither turn nor bend their ways are searched with the bounds that pairs have for such.

const FAMILIES: Readonly<Record<string, SoupOptions>> = {
  'one triangle each': { most: 1, degenerate: 0 },
  'small soups': { most: 8 },
  'larger soups': { most: 40, degenerate: 0.3 },
  'points, segments and needles': { most: 6, degenerate: 1 },
  'thick triangles, capsules and spheres': { most: 10, degenerate: 0.5, radius: 0.2 },
};

describe.each(Object.entries(FAMILIES))('%s', (family, soup) => {
  // two that fly, one that turns as well, and so many that stand: from five on there is a tree over them
  test.each([0, 3, 7])(`the guarantee among %d obstacles (seed 'straight scene ${family}')`, (standing) => {
    const random = new Random(`straight scene ${family} ${standing}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const count = rounds(25, 9);
    for (let round = 0; round < count; round++) {
      const { a, b } = randomPair(random, soup, 'translation');
      const third = randomPair(random, soup, random.pick(['translation', 'in-between']));
      const bodies = [a, b, ...(round % 3 === 0 ? [third.a] : [])].map(({ mesh, motion }, i) => ({ name: `body${i}`, mesh, motion }));
      const obstacles = Array.from({ length: standing }, (_, i) => ({
        name: `thing${i}`,
        mesh: randomSoup(random, `thing${i}`, soup),
        pose: { position: [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)] as const, quaternion: random.quaternion() },
      }));
      const tolerance = 10 ** random.range(-8, -2);
      const clearance = random.pick([0, 0, 0.15]);
      const judge = new BruteScene({
        robots: [],
        bodies: bodies.map(({ name, mesh, motion }) => ({ name, mesh, motions: [motion as MotionSpec] })),
        obstacles,
      });
      const scene = new Scene({
        bodies: bodies.map(({ name, mesh }) => ({ name, shape: mesh })),
        obstacles: obstacles.map(({ name, mesh, pose }) => ({ name, shape: mesh, pose })),
      });
      const motions: SceneMotions = Object.fromEntries(bodies.map(({ name, motion }) => [name, libraryMotion(motion)]));
      const answer = scene.firstContact(motions, { tolerance, clearance });
      seen[answer.status]++;
      expect(judge.violation(answer, clearance, tolerance), `round ${round}`).toBe(null);
      if (answer.initial.length > 0) continue;
      const leaving = scene.firstContact(motions, { tolerance, clearance, start: 'leaving' });
      expect([leaving.status, leaving.time], `round ${round}, leaving`).toEqual([answer.status, answer.time]);
    }
    expect(seen.unresolved).toBe(0);
    expect(seen.contact + seen.overlap).toBeGreaterThan(count / 8);
  });
});

test("hulls cast at lobed meshes take as few looks in a scene as in a pair, and hit when brute force says (seed 'scene casts')", () => {
  const random = new Random('scene casts');
  const target = blobBody(1000);
  const { mesh } = hullBody(random, 8);
  const query = new PairQuery({ shape: mesh }, { name: 'target', shape: target.mesh });
  const scene = new Scene({ bodies: [{ name: 'hull', shape: mesh }], obstacles: [{ name: 'target', shape: target.mesh }] });
  const looks = { pair: 0, scene: 0, poses: 0 };
  let hits = 0;
  for (const cast of castsOf(random, rounds(40, 14), 3)) {
    const truth = castTruth(mesh, target.mesh, cast);
    const hull = translationMotion(cast.pose, cast.way);
    const alone = query.firstContact({ a: hull }, { contacts: 'none' });
    const { status, time, tolerance, stats } = scene.firstContact({ hull }, { contacts: 'none' });
    expect(status).toBe(truth < Infinity ? 'contact' : 'free');
    looks.pair += alone.stats.nodes + alone.stats.triangles;
    looks.scene += stats.nodes + stats.triangles;
    looks.poses += stats.poses;
    if (truth === Infinity) continue;
    hits++;
    const speed = Math.hypot(...cast.way);
    expect(time).toBeLessThanOrEqual(truth + 1e-12);
    // early by no more than the tolerance explains, where it does not graze
    expect(Math.abs(time - alone.time) * speed).toBeLessThan(100 * tolerance);
  }
  expect(hits).toBeGreaterThan(5);
  expect(looks.scene).toBeLessThan(1.15 * looks.pair);
});

test("each pair keeps the clearance of its own: the earliest of the pairs by themselves (seed 'straight clearances')", () => {
  const random = new Random('straight clearances');
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
  const blamed = new Set<number>();
  for (let round = 0; round < rounds(60, 20); round++) {
    const { a, b } = randomPair(random, { most: 8 }, 'translation');
    const bodies = [a, b].map(({ mesh, motion }, i) => ({ name: `body${i}`, shape: mesh, motion: libraryMotion(motion) }));
    const obstacles = Array.from({ length: 6 }, (_, i) => ({
      name: `thing${i}`,
      shape: randomSoup(random, `thing${i}`, { most: 8 }),
      pose: { position: [random.range(-6, 6), random.range(-6, 6), random.range(-6, 6)] as const, quaternion: random.quaternion() },
    }));
    const sides = [...bodies, ...obstacles];
    const named = bodies.flatMap(({ name }, i) =>
      sides.slice(i + 1).map((other) => [name, other.name, random.pick([0, 0.02, 0.1, 0.4])] as const),
    );
    const tolerance = 1e-6;
    // one question a pair, each of which brute force judges above
    const alone = named.map(([first, second, clearance]) => {
      const [one, other] = [first, second].map((wanted) => sides.find(({ name }) => name === wanted) as (typeof sides)[number]);
      const query = new PairQuery(one, other);
      const moving = { ...('motion' in one && { a: one.motion }), ...('motion' in other && { b: other.motion }) };
      return query.firstContact(moving, { clearance, tolerance });
    });
    const scene = new Scene({ bodies: bodies.map(({ name, shape }) => ({ name, shape })), obstacles });
    const motions = Object.fromEntries(bodies.map(({ name, motion }) => [name, motion]));
    const answer = scene.firstContact(motions, { tolerance, clearance: { default: 7, pairs: named } });
    seen[answer.status]++;
    if (alone.some(({ status }) => status === 'overlap')) {
      expect(answer.status, `round ${round}`).toBe('overlap');
      continue;
    }
    const earliest = Math.min(...alone.map(({ status, time }) => (status === 'free' ? Infinity : time)));
    expect(answer.status, `round ${round}`).toBe(earliest < Infinity ? 'contact' : 'free');
    if (answer.pair === null) continue;
    expect(answer.time, `round ${round}`).toBeCloseTo(earliest, 4);
    const names = answer.pair.map(({ body }) => body);
    const blame = named.find(([first, second]) => names.includes(first) && names.includes(second));
    expect(answer.clearance).toBe(blame?.[2]);
    blamed.add(answer.clearance);
  }
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(rounds(60, 20) / 12);
  expect(blamed.size).toBe(4);
});

test('what turns a little is searched as ever, and gives about the same', () => {
  const target = blobBody(200);
  const { mesh } = hullBody(new Random('one that turns'), 8);
  const scene = new Scene({ bodies: [{ name: 'hull', shape: mesh }], obstacles: [{ name: 'target', shape: target.mesh }] });
  const from = { position: [3, 0.1, 0.2] as const };
  const to = { position: [-3, 0.1, 0.2] as const };
  const straight = scene.firstContact({ hull: rigidMotion(from, to) });
  const turning = scene.firstContact({ hull: rigidMotion(from, { ...to, quaternion: [0, 0, 1e-9, 1] }) });
  expect(straight.status).toBe('contact');
  expect(turning.status).toBe('contact');
  expect(turning.time).toBeCloseTo(straight.time, 5);
  expect(turning.stats.poses).toBeGreaterThan(straight.stats.poses);
});
