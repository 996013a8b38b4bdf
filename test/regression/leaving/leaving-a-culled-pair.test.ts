// The culling stages of `interval` ruled out a pair that was leaving; it stayed exempt, and its contact in a later segment was missed.

import { expect, test } from 'vitest';
import { sphere } from '../../../src/mesh/primitives.ts';
import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

test.each(SCENE_METHODS)('%s: out, back to within tolerance, then through', (method) => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'ball', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }],
  });
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'other', shape: sphere(0.5), pose: { position: [-1.005, 0, 0] } }] });
  const hit = scene.firstContact({ r: [[0], [1], [0], [-4]] }, { method: methodNamed(method), tolerance: 0.01, start: 'leaving' });
  expect(hit.status).toBe('contact');
  expect(hit.time).toBeGreaterThan(2);
  expect(hit.time).toBeLessThan(2.01);
  expect(hit.initial[0].left).toBeCloseTo(0.005, 3);
});
