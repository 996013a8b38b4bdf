// A budget that ran out while it was looked for when a pair leaves its start was told as free: the pair stayed exempt.

import { expect, test } from 'vitest';
import { box } from '../../../src/mesh/primitives.ts';
import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

/** A slider on a rail: touches it at first, parts from it, and runs into its far end. */
function railScene(): Scene {
  const robot = new Robot({
    name: 'r',
    links: [
      { name: 'lift', joint: { name: 'up', type: 'prismatic', axis: [0, 0, 1] } },
      { name: 'slider', parent: 'lift', joint: { name: 'along', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2) }] },
    ],
  });
  const rail = { name: 'rail', shape: box([4, 0.2, 0.2]), pose: { position: [1, 0, -0.2] as const } };
  const end = { name: 'end', shape: box([0.2, 0.2, 2]), pose: { position: [2.5, 0, 1] as const } };
  return new Scene({ robots: [robot], obstacles: [rail, end] });
}

const PATH = [
  [0, 0],
  [0, 1],
  [0.5, 1],
  [-0.5, 1.2],
];

test.each(SCENE_METHODS)('%s: unresolved, whatever the budget, never free', (method) => {
  const options = { method: methodNamed(method), start: 'leaving', tolerance: 1e-4, contacts: 'none' } as const;
  const whole = railScene().firstContact({ r: PATH }, options);
  expect(whole.status).toBe('contact');
  expect(whole.time).toBeCloseTo(2.5, 2);
  for (const maxIterations of [0, 10, 30, 100, 300, 600]) {
    const { status, time } = railScene().firstContact({ r: PATH }, { ...options, maxIterations });
    expect(['contact', 'unresolved'], `${maxIterations}`).toContain(status);
    expect(time).toBeLessThanOrEqual(whole.time + 1e-6);
  }
});

test('contactIntervals say that they are not complete', () => {
  const options = { start: 'leaving', tolerance: 1e-4, contacts: 'none' } as const;
  const whole = railScene().contactIntervals({ r: PATH }, options);
  expect(whole.complete).toBe(true);
  expect(whole.intervals).toHaveLength(1);
  for (const maxIterations of [0, 10, 30]) {
    const { intervals, complete } = railScene().contactIntervals({ r: PATH }, { ...options, maxIterations });
    if (intervals.length === 0) expect(complete).toBe(false);
  }
});
