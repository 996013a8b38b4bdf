import { describe, expect, test } from 'vitest';
import { setClock } from '../../../src/contact/budget.ts';
import type { PairSide } from '../../../src/contact/result.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { ClearanceOptions } from '../../../src/scene/search/scene-options.ts';
import { libraryScene, randomScene, type SceneShape } from '../../property/random-robots.ts';
import { BruteScene } from '../../support/brute-scene.ts';
import { rounds } from '../../support/rounds.ts';

// distanceAt, clearance and contactIntervals, against a judge with kinematics and distances of its own.

const wall = (at: number, name: string): TriangleMesh =>
  new TriangleMesh([at, -2, -2, at, 2, -2, at, 2, 2, at, -2, 2], [0, 1, 2, 0, 2, 3], { name });

const ball = new Robot({
  name: 'r',
  links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }],
});

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['one robot', { links: 4 }],
  ['two robots and bodies', { robots: 2, links: 3, bodies: 1 }],
  ['many obstacles', { links: 3, obstacles: 8 }],
  ['thick links', { links: 4, radius: 0.1 }],
];

describe.each(FAMILIES)('%s', (family, shape) => {
  test(`distanceAt is the distance (seed 'distance ${family}')`, () => {
    const random = new Random(`distance ${family}`);
    for (let round = 0; round < rounds(16, 8); round++) {
      const spec = randomScene(random, shape);
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      for (const time of [0, judge.segments, judge.segments * random.next()]) {
        // where spheres penetrate, how deep is not told
        const expected = Math.max(0, judge.distance(time));
        const {
          distance,
          gap: [lower],
          pair,
        } = scene.distanceAt(motions, time);
        const what = `round ${round}, time ${time}`;
        expect(Math.abs(Math.max(0, distance) - expected), what).toBeLessThan(1e-12 * judge.size);
        expect(lower, what).toBeLessThanOrEqual(expected + 1e-13 * judge.size);
        if (expected > 0) expect(lower, what).toBeGreaterThan(expected - 1e-9 * judge.size);
        const own = pair && judge.pair(pair);
        expect(Math.max(0, own?.distance(time, judge.segmentOf(time)) ?? Infinity), what).toBeCloseTo(expected, 10);
        const near = scene.distanceAt(motions, time, { cutoff: expected / 2 });
        if (expected > 1e-9) expect(near.pair, what).toBe(null);
      }
    }
  });

  test(`distanceAt in too little time encloses the distance (seed 'cut ${family}')`, () => {
    const random = new Random(`cut ${family}`);
    let cut = 0;
    for (let round = 0; round < rounds(12, 6); round++) {
      const spec = randomScene(random, shape);
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      const time = judge.segments * random.next();
      const expected = Math.max(0, judge.distance(time));
      for (let maxMilliseconds = 0; ; maxMilliseconds++) {
        // a millisecond goes by from each look at the clock to the next
        let now = 0;
        setClock(() => now++);
        const answer = scene.distanceAt(motions, time, { maxMilliseconds });
        setClock(undefined);
        const { distance, gap, complete } = answer;
        const what = `round ${round}, time ${time}, ${maxMilliseconds} ms`;
        expect(gap[0], what).toBeLessThanOrEqual(expected + 1e-13 * judge.size);
        expect(gap[0], what).toBeGreaterThanOrEqual(0);
        expect(gap[1], what).toBeGreaterThanOrEqual(expected - 1e-12 * judge.size);
        if (complete) {
          expect(answer, what).toEqual(scene.distanceAt(motions, time));
          break;
        }
        expect(distance, what).toBe(gap[0]);
        cut++;
      }
    }
    expect(cut).toBeGreaterThan(rounds(12, 6));
  });

  test(`clearance encloses the least distance (seed 'clearance ${family}')`, () => {
    const random = new Random(`clearance ${family}`);
    const faults: string[] = [];
    let positive = 0;
    for (let round = 0; round < rounds(12, 6); round++) {
      const spec = randomScene(random, { ...shape, segments: 1 + random.integer(2) });
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      const accuracy = random.pick([0.1, 1e-3]);
      const {
        gap: [lower, upper],
        time,
        pair,
        complete,
      } = scene.clearance(motions, { accuracy, tolerance: 1e-6 });
      if (!complete) faults.push(`round ${round}: not complete`);
      const cut = scene.clearance(motions, { accuracy, tolerance: 1e-6, maxMilliseconds: 0 });
      if (cut.complete || cut.gap[0] > 0) faults.push(`round ${round}: ${JSON.stringify(cut)} in no time`);
      const slack = 1e-12 * judge.size;
      if (upper > 1e-3) positive++;
      const told = judge.distance(time);
      if (Math.abs(Math.max(0, told) - Math.max(0, upper)) > 1e-6 + slack)
        faults.push(`round ${round}: d(${time}) = ${told}, told ${upper}`);
      if (pair === null || judge.pair(pair) === undefined) faults.push(`round ${round}: pair ${JSON.stringify(pair)}`);
      else if (Math.abs((judge.pair(pair)?.distance(time, judge.segmentOf(time)) ?? 0) - told) > 1e-6 + slack)
        faults.push(`round ${round}: ${JSON.stringify(pair)} is not the closest`);
      if (!(lower <= upper)) faults.push(`round ${round}: lower ${lower} above upper ${upper}`);
      if (upper > 1e-3 && !(upper - lower <= 1.01 * accuracy * upper + 1e-6))
        faults.push(`round ${round}: ${lower} to ${upper}, accuracy ${accuracy}`);
      const hit = lower > 0 ? judge.firstBelow(lower - slack) : null;
      if (hit !== null) faults.push(`round ${round}: ${hit.key} is nearer than ${lower} at ${hit.time}`);
    }
    expect(faults).toEqual([]);
    expect(positive).toBeGreaterThan(rounds(12, 6) / 4);
  });

  test(`contactIntervals leave nothing in contact out (seed 'intervals ${family}')`, () => {
    const random = new Random(`intervals ${family}`);
    const faults: string[] = [];
    let several = 0;
    const tolerance = 1e-4;
    for (let round = 0; round < rounds(8, 4); round++) {
      const spec = randomScene(random, { ...shape, segments: 2 });
      const judge = new BruteScene(spec);
      const { scene, motions } = libraryScene(spec);
      const { intervals, complete } = scene.contactIntervals(motions, { tolerance });
      if (!complete) faults.push(`round ${round}: not complete`);
      if (intervals.length > 1) several++;
      let before = -1;
      for (const { from, to, first, pairs } of intervals) {
        if (!(from > before && to >= from)) faults.push(`round ${round}: [${from}, ${to}] after ${before}`);
        before = to;
        if (first.time !== from) faults.push(`round ${round}: first contact at ${first.time}, interval from ${from}`);
        if (judge.distance(from) > tolerance * 1.001) faults.push(`round ${round}: apart at the beginning ${from}`);
        if (pairs.some((pair) => judge.pair(pair) === undefined)) faults.push(`round ${round}: a pair that is not tested`);
      }
      for (let i = 0; i <= 300; i++) {
        const time = (judge.segments * i) / 300;
        if (intervals.some(({ from, to }) => from <= time && time <= to)) continue;
        const d = judge.distance(time);
        if (d <= 0) faults.push(`round ${round}: d(${time}) = ${d}, in no interval`);
      }
    }
    expect(faults).toEqual([]);
    expect(several).toBeGreaterThan(0);
  });
});

describe('a ball between walls', () => {
  const scene = new Scene({
    robots: [ball],
    obstacles: [
      { name: 'left', shape: wall(-3, 'left') },
      { name: 'right', shape: wall(3, 'right') },
    ],
  });
  const named = (pairs: readonly (readonly [PairSide, PairSide])[]): string[] => pairs.map(([a, b]) => `${a.body}/${a.link} ${b.body}`);

  test('clearance: which, when, how near', () => {
    const result = scene.clearance({ r: [[0], [1], [-0.5]] }, { tolerance: 1e-6 });
    expect(result.gap[1]).toBeCloseTo(1.5, 2);
    expect(result.gap[0]).toBeGreaterThan(1.49);
    expect(result.gap[0]).toBeLessThanOrEqual(1.5);
    expect(result.time).toBeCloseTo(1, 2);
    expect(named(result.pair === null ? [] : [result.pair])).toEqual(['r/tip right']);
    expect(scene.clearance({ r: [[0], [1], [-0.5]] }, { tolerance: 1e-6, enough: 0.5 }).gap[0]).toBe(0.5);
  });

  test('clearance within a budget of iterations is enclosed as far as it came', () => {
    const none = scene.clearance({ r: [[0], [1]] }, { maxIterations: 0 });
    const some = scene.clearance({ r: [[0], [1]] }, { maxIterations: 40 });
    const whole = scene.clearance({ r: [[0], [1]] });
    expect(none.gap[0]).toBe(0);
    expect(whole.gap[0]).toBeGreaterThan(0);
    expect(some.gap[0]).toBeLessThanOrEqual(whole.gap[1]);
    expect(some.gap[1]).toBeGreaterThanOrEqual(whole.gap[0]);
  });

  test('clearance of what touches is 0', () => {
    const {
      gap: [lower, upper],
      time,
    } = scene.clearance({ r: [[0], [5]] }, { tolerance: 1e-6 });
    expect(lower).toBeLessThanOrEqual(0);
    expect(upper).toBeLessThanOrEqual(1e-6);
    expect(time * 5).toBeGreaterThanOrEqual(2.5 - 1e-6);
  });

  test('distanceAt names the nearest, joined with others or not', () => {
    expect(scene.distanceAt({ r: [[0], [4]] }, 0.25)).toMatchObject({ pair: [{ body: 'r', link: 'tip' }, { body: 'right' }] });
    expect(scene.distanceAt({ r: [[0], [4]] }, 0.25).distance).toBeCloseTo(1.5, 12);
    expect(scene.distanceAt({ r: [[0], [-4]] }, 0.25)).toMatchObject({ pair: [{ body: 'r', link: 'tip' }, { body: 'left' }] });
  });

  test('contactIntervals: both walls, with their names', () => {
    const { intervals, complete } = scene.contactIntervals({ r: [[0], [4], [-4]] }, { tolerance: 1e-6 });
    expect(complete).toBe(true);
    // in at 2.5 and 3.5 … of x, back out, then the left one to the end of its passage
    const expected = [
      [2.5 / 4, 1 + 1.5 / 8, 'right'],
      [1 + 6.5 / 8, 1 + 7.5 / 8, 'left'],
    ] as const;
    // a surface is left on its far side: from 3.5 on the ball is behind the wall
    const walls = intervals.map(({ from, to, pairs }) => [from, to, named(pairs)] as const);
    expect(walls.map(([, , pairs]) => pairs)).toEqual([['r/tip right'], ['r/tip right'], ['r/tip left']]);
    expect(walls[0][0]).toBeCloseTo(expected[0][0], 5);
    expect(walls[0][1]).toBeCloseTo(3.5 / 4, 2);
    expect(walls[1][0]).toBeCloseTo(1 + 0.5 / 8, 5);
    expect(walls[1][1]).toBeCloseTo(expected[0][1], 2);
    expect(walls[2][0]).toBeCloseTo(expected[1][0], 5);
    expect(walls[2][1]).toBeCloseTo(expected[1][1], 2);
  });

  test("contactIntervals with start: 'leaving': what leaves and comes back is told", () => {
    const { intervals } = scene.contactIntervals({ r: [[3], [0], [4]] }, { tolerance: 1e-6, start: 'leaving' });
    expect(intervals.length).toBeGreaterThan(0);
    expect(intervals[0].from).toBeCloseTo(1 + 2.5 / 4, 5);
  });

  test('inside a solid: in contact all the way', () => {
    const room = new Scene({ robots: [ball], obstacles: [{ name: 'room', shape: box(8, [0, 0, 0], 'room') }] });
    const { intervals } = room.contactIntervals({ r: [[0], [9]] }, { tolerance: 1e-6 });
    expect(intervals).toHaveLength(1);
    expect(intervals[0].from).toBe(0);
    expect(intervals[0].to).toBeCloseTo(0.5, 2);
    const {
      gap: [lower, upper],
    } = room.clearance({ r: [[0], [1]] }, { tolerance: 1e-6 });
    expect(lower).toBeLessThanOrEqual(0);
    expect(upper).toBeLessThanOrEqual(0);
  });

  test.each([
    ['a negative time', () => scene.distanceAt({ r: [[0], [1]] }, -1)],
    ['a time beyond the end', () => scene.distanceAt({ r: [[0], [1]] }, 1.5)],
    ['a time that is NaN', () => scene.distanceAt({ r: [[0], [1]] }, Number.NaN)],
    ['a cutoff that is NaN', () => scene.distanceAt({ r: [[0], [1]] }, 0, { cutoff: Number.NaN })],
    ['poses at NaN', () => scene.linkPoses({ r: [[0], [1]] }, Number.NaN)],
    ['poses beyond the end', () => scene.linkPoses({ r: [[0], [1]] }, 2)],
    ['accuracy 0', () => scene.clearance({ r: [[0], [1]] }, { accuracy: 0 })],
    ['enough 0', () => scene.clearance({ r: [[0], [1]] }, { enough: 0 })],
    ['options null', () => scene.clearance({ r: [[0], [1]] }, null as unknown as ClearanceOptions)],
    ['an unknown option', () => scene.clearance({ r: [[0], [1]] }, { accurate: 1 } as ClearanceOptions)],
  ])('%s is an input error', (_, run) => {
    expect(run).toThrow(InputError);
  });
});

describe('stretches of each pair', () => {
  test('as brute force in time, also where one touches while others do; seed 5', () => {
    const random = new Random(5);
    let overlapping = 0;
    for (let round = 0; round < rounds(25, 13); round++) {
      // three balls that go straight, at different speeds, past a wall of three balls
      const bodies = ['p', 'q', 'r'].map((name) => ({ name, shape: sphere(random.range(0.2, 0.5)) }));
      const obstacles = ['x', 'y', 'z'].map((name) => ({
        name,
        shape: sphere(random.range(0.3, 0.8)),
        pose: { position: [random.range(-1, 1), random.range(-1, 1), random.range(-0.3, 0.3)] as const },
      }));
      const ends = bodies.map(() => ({
        from: [-4, random.range(-1, 1), random.range(-0.3, 0.3)] as const,
        to: [4, random.range(-1, 1), random.range(-0.3, 0.3)] as const,
      }));
      // kept apart from each other: only the wall counts
      const allowed = [
        ['p', 'q'],
        ['q', 'r'],
        ['p', 'r'],
      ] as const;
      const scene = new Scene({ bodies, obstacles, allowed, tolerance: 1e-7 });
      const motions = Object.fromEntries(
        bodies.map(({ name }, i) => [name, rigidMotion({ position: ends[i].from }, { position: ends[i].to })]),
      );
      const { pairs, intervals, complete } = scene.contactIntervals(motions, { byPair: true });
      expect(complete).toBe(true);
      const expected = bodies.flatMap((body, i) =>
        obstacles.flatMap((obstacle) => {
          // |from + t d − c| = r, a quadratic in t
          const radius = (body.shape.radii?.[0] ?? 0) + (obstacle.shape.radii?.[0] ?? 0);
          const d = ends[i].to.map((x, k) => x - ends[i].from[k]);
          const o = ends[i].from.map((x, k) => x - obstacle.pose.position[k]);
          const [aa, bb, cc] = [0, 1, 2].reduce(
            ([p, q, r], k) => [p + d[k] * d[k], q + d[k] * o[k], r + o[k] * o[k]],
            [0, 0, -radius * radius],
          );
          const root = bb * bb - aa * cc;
          if (root <= 1e-6) return [];
          return [{ key: `${body.name} ${obstacle.name}`, from: (-bb - Math.sqrt(root)) / aa, to: (-bb + Math.sqrt(root)) / aa }];
        }),
      );
      const found = (pairs ?? []).map(({ a, b, intervals: own }) => ({ key: `${a.body} ${b.body}`, own }));
      expect(found.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
      for (const { key, from, to } of expected) {
        const [own] = found.find((one) => one.key === key)?.own ?? [];
        expect(own.from).toBeLessThanOrEqual(from + 1e-12);
        expect(own.from).toBeCloseTo(from, 4);
        expect(own.to).toBeGreaterThanOrEqual(to - 1e-12);
        expect(own.to).toBeCloseTo(to, 2);
      }
      if (expected.length > intervals.length) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(rounds(25, 13) / 4);
  });
});
