import { expect, test } from 'vitest';
import { box, Random, Robot, Scene, TriangleMesh } from '../../../src/index.ts';

/** Open surfaces at one place: such obstacles share a body. */
function post(name: string, x: number, y: number): TriangleMesh {
  const { positions, indices } = box([0.05, 0.05, 0.6]);
  return new TriangleMesh(
    Array.from(positions, (value, k) => value + [x, y, 0][k % 3]),
    indices,
    { name },
  );
}

const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'base', shapes: [] },
    { name: 'beam', parent: 'base', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([1, 0.04, 0.04]) }] },
  ],
});

test('obstacles that share a body have stretches of their own, those of a scene in which each is alone (seed 3)', () => {
  const random = new Random(3);
  for (let round = 0; round < 12; round++) {
    const posts = Array.from({ length: 4 }, (_, i) => {
      const angle = 6.3 * random.next();
      return { name: `post ${i}`, shape: post(`post ${i}`, 0.4 * Math.cos(angle), 0.4 * Math.sin(angle)) };
    });
    const motions = { arm: arm.path([[3 * random.next()], [6 * random.next() - 3], [6 * random.next()]]) };
    const scene = new Scene({ robots: [arm], obstacles: posts, tolerance: 1e-6 });
    const before = scene.firstContact(motions);
    const { pairs = [], complete, intervals } = scene.contactIntervals(motions, { byPair: true });
    expect(complete).toBe(true);
    const found = new Map(pairs.map(({ b, intervals: own }) => [b.body, own]));
    expect(found.size).toBe(pairs.length);
    for (const one of posts) {
      const alone = new Scene({ robots: [arm], obstacles: [one], tolerance: 1e-6 }).contactIntervals(motions, { byPair: true });
      const [expected] = alone.pairs ?? [];
      const own = found.get(one.name) ?? [];
      expect(own.length).toBe(expected?.intervals.length ?? 0);
      own.forEach(({ from, to }, k) => {
        expect(from).toBeCloseTo(expected.intervals[k].from, 5);
        expect(to).toBeCloseTo(expected.intervals[k].to, 5);
      });
    }
    if (intervals.length > 0)
      expect(Math.min(...pairs.flatMap(({ intervals: own }) => own.map(({ from }) => from)))).toBeCloseTo(intervals[0].from, 6);
    // nothing of it stays behind
    expect(scene.firstContact(motions)).toStrictEqual(before);
  }
});
