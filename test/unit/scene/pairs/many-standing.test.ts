// More than a thousand obstacles: their trees are built when a query comes near them. Held against every obstacle by itself.

import { expect, test } from 'vitest';
import { firstContact } from '../../../../src/contact/pair-query.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { methodNamed } from '../../../../src/methods/index.ts';
import { restMotion, rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';

const TOLERANCE = 1e-4;

function block(size: number | readonly [number, number, number], solid: boolean): TriangleMesh {
  const { positions, indices } = box(size);
  return new TriangleMesh(positions, indices, { solid });
}

function standing(random: Random, count: number, solid: boolean) {
  return Array.from({ length: count }, (_, i) => {
    const size = [random.range(0.05, 0.3), random.range(0.05, 0.3), random.range(0.05, 0.6)] as const;
    const position = [random.range(-4, 4), random.range(-4, 4), random.range(-4, 4)] as const;
    const angle = random.range(0, 3);
    const quaternion = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;
    return { name: `o${i}`, shape: block(size, solid), pose: { position, quaternion } };
  });
}

test.each([true, false])('first contact and yes or no, as of each obstacle alone; solid: %s (seed "many standing")', (solid) => {
  const random = new Random('many standing');
  const shape = block(0.1, solid);
  const obstacles = standing(random, 1100, solid);
  const scene = new Scene({ bodies: [{ name: 'b', shape }], obstacles, tolerance: TOLERANCE });
  const statuses = new Set<string>();
  for (let round = 0; round < rounds(12, 4); round++) {
    const from = [random.range(-4, 4), random.range(-4, 4), random.range(-4, 4)] as const;
    const to = [from[0] + random.range(-2, 2), from[1] + random.range(-2, 2), from[2] + random.range(-2, 2)] as const;
    const motion = rigidMotion({ position: from }, { position: to });
    let first = Infinity;
    for (const { shape: other, pose } of obstacles) {
      const alone = firstContact({ shape, motion }, { shape: other, motion: restMotion(pose) }, { tolerance: TOLERANCE });
      if (alone.status !== 'free') first = Math.min(first, alone.time);
    }
    for (const method of ['auto', 'hca', 'interval'] as const) {
      const found = scene.firstContact({ b: motion }, { method: methodNamed(method) });
      statuses.add(found.status);
      expect(found.status === 'free').toBe(first === Infinity);
      if (first < Infinity) expect(Math.abs(found.time - first)).toBeLessThan(4e-4);
    }
    expect(scene.isFree({ b: { position: from } })).toBe(!(first === 0));
  }
  expect(statuses.size).toBeGreaterThan(1);
});

test('the same bits whether the trees were there before or not, and asked again', () => {
  const ask = (grown: boolean) => {
    const obstacles = standing(new Random('grown'), 1100, true);
    if (grown) for (const { shape } of obstacles) treeOf(shape);
    const scene = new Scene({ bodies: [{ name: 'b', shape: box(0.1) }], obstacles });
    const motions = { b: rigidMotion({ position: [-4, 0.1, 0] }, { position: [4, 0, 0.2] }) };
    const answers = [scene.firstContact(motions, { start: 'leaving' }), scene.firstContact(motions, { start: 'leaving' })];
    expect({ ...answers[1], stats: null }).toEqual({ ...answers[0], stats: null });
    return { ...answers[0], stats: null };
  };
  const answer = ask(false);
  expect(answer.status).toBe('contact');
  expect(ask(true)).toEqual(answer);
});
