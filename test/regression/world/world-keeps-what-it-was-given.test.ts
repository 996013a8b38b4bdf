// The acceleration of a body was kept by reference: a caller who used its array again changed the body's path behind the world's back, and contacts were missed.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, expectTime, told } from '../../unit/world/falling-balls.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

test('arrays given with a body, and then used for something else', () => {
  const position: Mutable<Vec3> = [0, 0, 0];
  const quaternion: Mutable<Quat> = [0, 0, 0, 1];
  const velocity: Mutable<Vec3> = [1, 0, 0];
  const acceleration: Mutable<Vec3> = [0, 0, -1];
  const gravity: Mutable<Vec3> = [0, 0, -1];
  const given = { name: 'given', shape: convexBox(1), pose: { position, quaternion }, velocity, acceleration };
  const falling = { name: 'falling', shape: convexBox(1, [0, 9, 0]), velocity };
  const world = new World({ gravity, bodies: [given, falling] });
  world.advance(1);
  for (const array of [position, velocity, acceleration, gravity]) array.fill(-100);
  quaternion.reverse();
  world.advance(2);
  for (const name of world.names)
    expect(world.state(name)).toEqual({
      moves: 'thrown',
      position: [2, 0, -2],
      quaternion: [0, 0, 0, 1],
      velocity: [1, 0, -2],
      angularVelocity: [0, 0, 0],
      acceleration: [0, 0, -1],
    });
});

test('and with a change', () => {
  const acceleration: Mutable<Vec3> = [0, 0, -1];
  const world = new World({ bodies: [{ name: 'body', shape: convexBox(1) }] });
  world.set('body', { acceleration });
  acceleration[2] = -100;
  world.advance(2);
  expect(world.state('body').position).toEqual([0, 0, -2]);
});

test('a contact is told as promised when the body was added', () => {
  const acceleration: Mutable<Vec3> = [0, 0, 0];
  const wall = { name: 'wall', shape: convexBox([0.1, 9, 9], [5, 0, 0]), fixed: true };
  const world = new World({ bodies: [wall, ball('ball', [0, 0, 0], { velocity: [1, 0, 0], acceleration })], tolerance: 1e-6 });
  world.advance(1);
  acceleration[0] = 1000;
  const { events } = world.advance(5);
  expect(told(events)).toEqual([['contact', 'wall', 'ball']]);
  expectTime(events[0], 4.45);
});
