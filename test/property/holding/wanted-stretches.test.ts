import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../src/scene/search/scene-options.ts';
import { rounds } from '../../support/rounds.ts';

// A cube goes to and fro along x past two others: when it touches which is known by hand.

type Stretch = [from: number, to: number];

/** While the cube at x(t), straight between the places, is within `reach` of one at `centre`. */
function touching(places: readonly number[], centre: number, reach: number): Stretch[] {
  const out: Stretch[] = [];
  for (let k = 0; k + 1 < places.length; k++) {
    const way = places[k + 1] - places[k];
    const [first, second] = [centre - reach, centre + reach].map((end) => (end - places[k]) / way).sort((a, b) => a - b);
    const [from, to] = [Math.max(0, first), Math.min(1, second)];
    if (from > to) continue;
    const last = out.at(-1);
    if (last !== undefined && Math.abs(last[1] - k - from) < 1e-9) last[1] = k + to;
    else out.push([k + from, k + to]);
  }
  return out;
}

test(`stretches and first contact of pairs that may touch at an end, ${rounds(50, 17)} ways, seed 'wanted'`, () => {
  const random = new Random('wanted');
  let bumps = 0;
  for (let round = 0; round < rounds(50, 17); round++) {
    const segments = 2 + random.integer(4);
    const places = Array.from({ length: segments + 1 }, () => random.range(0, 3));
    const isWide = random.next() < 0.5;
    const mayLeave = random.next() < 0.5;
    const near = touching(places, 1, isWide ? 0.25 : 0.2);
    const far = touching(places, 2, 0.2);
    // what is shorter than the steps of the search may be joined
    if ([...near, ...far].some(([from, to]) => to - from < 0.01)) continue;
    const leaves = ([from]: Stretch, k: number): boolean => mayLeave && k === 0 && from === 0;
    const arrives = ([from, to]: Stretch, k: number): boolean => k === near.length - 1 && from > 0 && Math.abs(to - segments) < 1e-9;
    const expected = {
      near: near.filter((one, k) => !leaves(one, k) && !arrives(one, k)),
      far: far.filter((one, k) => !leaves(one, k)),
    };
    const scene = new Scene({
      bodies: [{ name: 'b', shape: box(0.2) }],
      obstacles: [
        { name: 'near', shape: box(0.2, [1, 0, 0]) },
        { name: 'far', shape: box(0.2, [2, 0, 0]) },
      ],
      tolerance: 1e-7,
      clearance: isWide ? { pairs: [['b', 'near', 0.05]] } : 0,
    });
    const at = (x: number) => ({ position: [x, 0, 0] as const });
    const motions = { b: places.slice(1).map((x, k) => rigidMotion(at(places[k]), at(x))) };
    const leave: SceneFirstContactOptions['leave'] = mayLeave
      ? [
          ['b', 'near'],
          ['b', 'far'],
        ]
      : [];
    const options: SceneFirstContactOptions = { arrive: [['b', 'near']], leave };
    const { pairs, complete } = scene.contactIntervals(motions, { ...options, byPair: true });
    expect(complete).toBe(true);
    for (const name of ['near', 'far'] as const) {
      const found = (pairs ?? []).filter(({ a, b }) => a.body === name || b.body === name).flatMap(({ intervals }) => intervals);
      expect(found.length, `round ${round}, ${name}`).toBe(expected[name].length);
      expected[name].forEach(([from, to], k) => {
        expect(found[k].from).toBeLessThanOrEqual(from + 1e-9);
        expect(found[k].from).toBeCloseTo(from, 3);
        expect(found[k].to).toBeGreaterThanOrEqual(to - 1e-9);
        expect(found[k].to).toBeCloseTo(to, 3);
      });
    }
    const begins = [...expected.near, ...expected.far].map(([from]) => from);
    bumps += expected.near.length;
    const { status, time } = scene.firstContact(motions, options);
    if (begins.length === 0) expect(status, `round ${round}`).toBe('free');
    else expect([status === 'free', time], `round ${round}`).toEqual([false, expect.closeTo(Math.min(...begins), 3)]);
  }
  expect(bumps).toBeGreaterThan(rounds(50, 17) / 4);
});
