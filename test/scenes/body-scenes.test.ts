import { expect, test } from 'vitest';
import { BodyRun, type BodyScene } from '../../scenes/bodies/body-scene.ts';
import { bowling } from '../../scenes/bodies/bowling.ts';
import { bullets } from '../../scenes/bodies/bullets.ts';
import { coins } from '../../scenes/bodies/coins.ts';
import { partChute } from '../../scenes/bodies/part-chute.ts';
import { rattleback } from '../../scenes/bodies/rattleback.ts';
import { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import { ConvexQuery } from '../../src/convex/convex-query.ts';
import type { Shape } from '../../src/world/world-shape.ts';

const SCENES: readonly { readonly scene: BodyScene; readonly seconds: number; readonly contacts: number }[] = [
  { scene: coins(8), seconds: 1, contacts: 100 },
  { scene: bowling(), seconds: 0.6, contacts: 50 },
  { scene: rattleback(), seconds: 0.3, contacts: 100 },
  { scene: partChute(8), seconds: 0.5, contacts: 50 },
  { scene: bullets(9), seconds: 0.2, contacts: 5 },
];

function played(scene: BodyScene, seconds: number): { run: BodyRun; told: string } {
  const run = new BodyRun(scene);
  const told: string[] = [];
  run.advance(seconds, ({ time, a, b, status, gap, normal }) => told.push(`${time} ${a} ${b} ${status} ${gap} ${normal}`));
  return { run, told: told.join('\n') };
}

for (const { scene, seconds, contacts } of SCENES) {
  test(`${scene.name}, seed in the scene: bodies meet, never overlap, lose energy, and the same happens twice`, () => {
    const start = new BodyRun(scene).impulses.energy();
    const { run, told } = played(scene, seconds);
    expect(run.contacts).toBeGreaterThan(contacts);
    expect(run.overlaps).toBe(0);
    expect(run.impulses.energy()).toBeLessThan(start);
    expect(played(scene, seconds).told).toBe(told);
  });
}

test('eight coins come to rest on the floor; at every hundredth of a second all are apart, by queries of their own', () => {
  const scene = coins(8);
  const run = new BodyRun(scene);
  const queries = scene.bodies.map(({ shape }, i) =>
    scene.bodies.slice(0, i).map((other) => new ConvexQuery({ shape: convex(shape) }, { shape: convex(other.shape) })),
  );
  for (let frame = 0; frame <= 150; frame++) {
    run.advance(frame / 100);
    const poses = scene.bodies.map(({ name }) => {
      const { position, quaternion } = run.world.state(name);
      return { position, quaternion };
    });
    for (const [i, row] of queries.entries())
      for (const [j, query] of row.entries()) expect(query.distance({ a: poses[i], b: poses[j] }).distance).toBeGreaterThan(0);
  }
  expect(run.impulses.asleep.size).toBe(8);
  // on its face, or leaning on another
  for (const name of scene.masses.keys()) expect(run.world.state(name).position[2]).toBeLessThan(0.012);
});

function convex(shape: Shape): ConvexPolyhedron {
  if (!(shape instanceof ConvexPolyhedron)) throw new Error('a coin is convex');
  return shape;
}

test('bowling: the ball strikes some pins down, the others stand', () => {
  const { run } = played(bowling(), 1);
  const upright = run.world.names.filter((name) => {
    const [x, y] = run.world.state(name).quaternion;
    return name.startsWith('pin') && x * x + y * y < 0.01;
  });
  expect(upright.length).toBeGreaterThan(0);
  expect(upright.length).toBeLessThan(8);
});

test('the rattleback turns round', () => {
  const { run } = played(rattleback(-6), 1.2);
  expect(run.world.state('rattleback').angularVelocity[2]).toBeGreaterThan(1);
});

test('no bullet is behind the first wall, however fast', () => {
  const scene = bullets(9);
  const { run } = played(scene, 0.2);
  for (const name of scene.masses.keys()) expect(run.world.state(name).position[0]).toBeLessThan(0.36);
});

test('parts leave the chute’s top and stay between its walls', () => {
  const scene = partChute(8);
  const { run } = played(scene, 1.2);
  for (const name of scene.masses.keys()) {
    const [x, y, z] = run.world.state(name).position;
    expect(Math.abs(x)).toBeLessThan(0.3);
    expect(Math.abs(y)).toBeLessThan(0.08);
    expect(z).toBeGreaterThan(0);
    expect(z).toBeLessThan(0.5);
  }
});
