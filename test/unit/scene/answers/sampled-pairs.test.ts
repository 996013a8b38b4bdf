import { expect, test } from 'vitest';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { sampledPairs } from '../../../../src/scene/answers/sampled-pairs.ts';
import { Scene } from '../../../../src/scene/scene.ts';

/** A bar that sweeps over a block, two links apart. */
function sweeper(lower: number, upper: number): Robot {
  return new Robot({
    name: 'sweeper',
    links: [
      { name: 'block', shapes: [{ shape: box([0.4, 0.4, 1], [1, 0, 0]) }] },
      { name: 'pin', parent: 'block', shapes: [{ shape: box(0.1) }] },
      {
        name: 'bar',
        parent: 'pin',
        joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits: { lower, upper } },
        shapes: [{ shape: box([1, 0.1, 0.1], [0.8, 0, 0]) }],
      },
    ],
  });
}

test.each([
  [-Math.PI, Math.PI],
  [-Infinity, Infinity],
  [-1e308, 1e308],
])('limits %d to %d: a full turn, on which the bar meets the block', (lower, upper) => {
  const { tested } = sampledPairs(sweeper(lower, upper), { samples: 300 });
  const bar = tested.find(({ a, b }) => a === 'block' && b === 'bar');
  // the block spans about ±0.25 of 2π as seen from the pin
  const allowed = sampledPairs(sweeper(lower, upper), { samples: 300 }).allowed.find(({ a, b }) => a === 'block' && b === 'bar');
  const contacts = bar?.contacts ?? allowed?.contacts ?? 0;
  expect(contacts / 300).toBeGreaterThan(0.03);
  expect(contacts / 300).toBeLessThan(0.2);
});

test('rest is within the limits', () => {
  expect(sampledPairs(sweeper(1, 6), { samples: 1 }).rest).toEqual([1]);
});

test('a link wholly inside another, a solid, is in contact', () => {
  const robot = new Robot({
    name: 'nested',
    links: [
      { name: 'shell', shapes: [{ shape: box(4) }] },
      { name: 'arm', parent: 'shell', joint: { type: 'continuous', axis: [0, 0, 1] } },
      { name: 'hand', parent: 'arm', joint: { name: 'hold', type: 'continuous', axis: [0, 0, 1] }, shapes: [{ shape: box(0.1) }] },
    ],
  });
  const { allowed } = sampledPairs(robot, { samples: 20 });
  expect(allowed).toMatchObject([{ a: 'shell', b: 'hand' }]);
  expect(allowed[0].contacts).toBe(20);
});

/** Reasons of the pair of block and bar, or 'tested'. */
function verdictOf(lower: number, upper: number): string {
  const { allowed, tested } = sampledPairs(sweeper(lower, upper), { samples: 300 });
  const [pair] = [...allowed, ...tested.map((one) => ({ ...one, reason: `tested, at rest ${one.isContactAtRest}` }))].filter(
    ({ a, b }) => a === 'block' && b === 'bar',
  );
  return pair.reason;
}

// the bar is in contact with the block within about ±0.8
test.each([
  ['in few configurations and at rest', -Math.PI, Math.PI, 'tested, at rest true'],
  ['in half of the configurations and at rest', -1.6, 1.6, 'tested, at rest true'],
  ['in few configurations, not at rest', 1, 6, 'tested, at rest false'],
  ['in all configurations', -0.2, 0.2, 'always'],
  ['in none', 1, 5, 'never'],
])('a pair in contact %s, between %d and %d, is %s', (_, lower, upper, verdict) => {
  expect(verdictOf(lower, upper)).toBe(verdict);
});

test('a robot that allows the sampled pairs is in contact where two links meet that also touch at rest', () => {
  const robot = sweeper(-Math.PI, Math.PI);
  for (const { a, b, reason } of sampledPairs(robot, { samples: 300 }).allowed) robot.allowed.allow(a, b, reason);
  const scene = new Scene({ robots: [robot] });
  expect(scene.firstContact({ sweeper: robot.path([[2], [-2]]) }).status).toBe('contact');
});
