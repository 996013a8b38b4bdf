import { expect, test } from 'vitest';
import { BodyRun } from '../../../scenes/bodies/body-scene.ts';
import { bowling } from '../../../scenes/bodies/bowling.ts';
import { coins } from '../../../scenes/bodies/coins.ts';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { rotate } from '../../../src/math/quat.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { WorldBox } from '../../../src/world/index.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

function meet(a: WorldBox, b: WorldBox): boolean {
  return [0, 1, 2].every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
}

test.each([
  ['coins', coins()],
  ['bowling', bowling()],
])('%s: the pairs are those of brute force, and boxes hold where their bodies are', (_, made) => {
  const run = new BodyRun(made);
  const { world } = run;
  const fixed = new Set(made.bodies.filter((body) => body.fixed).map(({ name }) => name));
  let met = 0;
  for (let k = 0; k <= 8; k++) {
    run.advance((k * made.duration) / 8, () => {});
    const { boxes, pairs } = world.broadPhase();
    expect(boxes.map(({ body }) => body)).toEqual(world.names);
    const brute = boxes.flatMap((a, i) =>
      boxes.slice(i + 1).flatMap((b) => (meet(a, b) && !(fixed.has(a.body) && fixed.has(b.body)) ? [[a.body, b.body]] : [])),
    );
    const sorted = (list: readonly (readonly string[])[]) => list.map((pair) => [...pair].sort().join(' ')).sort();
    expect(sorted(pairs)).toEqual(sorted(brute));
    met += pairs.length;
    for (const { body, min, max, until } of boxes) {
      expect(until).toBeGreaterThanOrEqual(world.time);
      const { shape } = made.bodies.find(({ name }) => name === body) as (typeof made.bodies)[number];
      const { positions } = 'mesh' in shape ? shape.mesh : (shape as TriangleMesh);
      const { position, quaternion } = world.state(body);
      let outside = 0;
      for (let v = 0; v < positions.length; v += 3) {
        const turned = rotate(quaternion, [positions[v], positions[v + 1], positions[v + 2]]);
        if (turned.some((x, d) => x + position[d] < min[d] || x + position[d] > max[d])) outside++;
      }
      expect(outside).toBe(0);
    }
  }
  expect(met).toBeGreaterThan(0);
});

test('a pair that is allowed is none, and a box that ends is as long as its body may go until then', () => {
  const at = (x: number) => ({ position: [x, 0, 0] as const });
  const bodies = [
    { name: 'a', shape: convexBox(1), pose: at(0), velocity: [1, 0, 0] as const },
    { name: 'b', shape: convexBox(1), pose: at(1.2) },
    { name: 'c', shape: convexBox(1), pose: at(1.2) },
    { name: 'wall', shape: convexBox(1), pose: at(90), fixed: true },
  ];
  const world = new World({
    bodies,
    allowed: [
      ['a', 'b'],
      ['b', 'c'],
    ],
  });
  const { boxes, pairs } = world.broadPhase();
  expect(pairs.map((pair) => [...pair].sort())).toEqual([['a', 'c']]);
  const [a, b, , wall] = boxes;
  expect([b.until, wall.until]).toEqual([Infinity, Infinity]);
  expect(a.until).toBeLessThan(Infinity);
  expect(a.max[0]).toBeGreaterThanOrEqual(0.5 + a.until);
  world.advance(0.1);
  expect(world.broadPhase().boxes).toHaveLength(4);
});
