import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { MotionChecker } from '../../../../src/scene/check/motion-checker.ts';
import { Scene } from '../../../../src/scene/scene.ts';

/** Two bars that turn about z, one on the other, and a third that hangs on the first. */
function arm(): Robot {
  const turn = (x: number) => ({
    type: 'continuous' as const,
    axis: [0, 0, 1] as const,
    origin: { position: [x, 0, 0] as const },
  });
  const bar = box([1, 0.1, 0.1], [0, 0, 0], 'bar');
  return new Robot({
    name: 'arm',
    links: [
      { name: 'upper', joint: turn(0), shapes: [{ shape: bar, pose: { position: [0.5, 0, 0] } }] },
      { name: 'lower', parent: 'upper', joint: turn(1.1), shapes: [{ shape: bar, pose: { position: [0.6, 0, 0] } }] },
      {
        name: 'rod',
        parent: 'upper',
        joint: { type: 'prismatic', axis: [0, 0, 1], origin: { position: [0.5, 0, 0.2] }, limits: { lower: 0, upper: 2 } },
        shapes: [{ shape: box([0.05, 0.05, 0.1], [0, 0, 0], 'tip') }],
      },
    ],
    allowed: [
      { a: 'upper', b: 'lower' },
      { a: 'upper', b: 'rod' },
    ],
  });
}

const post = (name: string, x: number, y: number, z: number) => ({
  name,
  shape: box([0.1, 0.1, 0.1], [0, 0, 0], name),
  pose: { position: [x, y, z] as const },
});
// the one stands where the lower bar sweeps, the other above it, where only the rod comes
const OBSTACLES = [post('post', 1.6, 0, 0), post('lamp', 0.5, 0, 1.2)];
const make = () => new Scene({ robots: [arm()], obstacles: OBSTACLES });
const TOLERANCE = 1e-4;

type State = [number, number, number];
/** Ways past the post, from one side of it to the other: they hit about the middle, never at an end. */
const across = (random: Random): [State, State] => [
  [-0.5 - random.range(0, 0.3), 0, 0],
  [0.5 + random.range(0, 0.3), random.range(-0.1, 0.1), 0],
];
/** Ways that end at the post. */
const against = (random: Random): [State, State] => [
  [-0.6 - random.range(0, 0.3), 0, 0],
  [random.range(-0.03, 0.03), 0, 0],
];
/** Ways on which the rod hits the lamp, which nothing hit before. */
const aloft = (random: Random): [State, State] => [
  [-0.6, 2 + random.range(0, 0.3), 0.9],
  [0.6, 2, 0.95],
];
/** Ways anywhere. */
const anywhere = (random: Random): [State, State] => {
  const state = (): State => [random.range(-3, 3), random.range(-2.5, 2.5), random.range(0, 1.5)];
  return [state(), state()];
};

describe('looks for any contact', () => {
  test('whatever they have learnt, yes and no are as the search for the first contact has them (seed 31)', () => {
    const random = new Random(31);
    const [asked, judge] = [make(), make()];
    const checker = new MotionChecker(make(), { tolerance: TOLERANCE });
    const verdicts = [0, 0];
    for (const kind of [against, across, anywhere, aloft, across, anywhere, aloft, against]) {
      for (let k = 0; k < 40; k++) {
        const [from, to] = kind(random);
        const { status } = judge.firstContact({ arm: [from, to] }, { tolerance: TOLERANCE });
        const any = asked.firstContact({ arm: [from, to] }, { tolerance: TOLERANCE, mode: 'any', contacts: 'none' });
        expect(any.status).toBe(status);
        expect(checker.motionIsFree(from, to)).toBe(status === 'free');
        verdicts[status === 'free' ? 0 : 1]++;
      }
    }
    expect(Math.min(...verdicts)).toBeGreaterThan(30);
  });

  test('ends that never hit are left out: what hits in the middle needs no search (seed 32)', () => {
    const random = new Random(32);
    const [asked, judge] = [make(), make()];
    const entries = [0, 0];
    for (let k = 0; k < 120; k++) {
      const [from, to] = across(random);
      const any = asked.firstContact({ arm: [from, to] }, { tolerance: TOLERANCE, mode: 'any', contacts: 'none' });
      const first = judge.firstContact({ arm: [from, to] }, { tolerance: TOLERANCE });
      expect([any.status, first.status]).toEqual(['contact', 'contact']);
      if (k < 80) continue;
      entries[0] += any.stats.iterations;
      entries[1] += first.stats.iterations;
    }
    expect(entries[0]).toBeLessThan(0.1 * entries[1]);
  });

  test('what was left out is tried again, and learnt anew (seed 33)', () => {
    const random = new Random(33);
    const asked = make();
    const ask = ([from, to]: [State, State]) =>
      asked.firstContact({ arm: [from, to] }, { tolerance: TOLERANCE, mode: 'any', contacts: 'none' });
    for (let k = 0; k < 120; k++) ask(across(random));
    let atEnd = 0;
    for (let k = 0; k < 240; k++) if (ask(against(random)).time === 1 && k >= 200) atEnd++;
    expect(atEnd).toBeGreaterThan(30);
  });
});
