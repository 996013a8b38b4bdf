import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { bounce } from '../../../../src/world/answer/bounce.ts';
import type { Answer } from '../../../../src/world/world.ts';
import type { WorldEvent } from '../../../../src/world/world-event.ts';
import type { WorldBody } from '../../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../../support/proven-world.ts';

const block = (name: string, position: Vec3): WorldBody => ({ name, shape: convexBox([0.4, 0.4, 0.2]), pose: { position } });
const floor: WorldBody = { name: 'floor', shape: convexBox([40, 40, 1], [0, 0, -0.5]), fixed: true };
const STACK = ['low', 'middle', 'high'];
const answer = bounce(0.2, 0.3);

function stackOf(names: readonly string[], x: number): WorldBody[] {
  return names.map((name, i) => block(name, [x, 0, 0.1 + 0.2 * i]));
}

function asleep(world: World, name: string): boolean {
  const { velocity, acceleration } = world.state(name);
  return [...velocity, ...acceleration].every((x) => x === 0);
}

/** Three on each other, asleep for some time. */
function sleeping(others: readonly WorldBody[] = [], ground = floor): World {
  const world = new World({ gravity: [0, 0, -9.81], tolerance: 1e-4, bodies: [ground, ...stackOf(STACK, 0), ...others] });
  world.advance(2, answer);
  for (const name of [...STACK, ...others.map((other) => other.name)]) expect(asleep(world, name)).toBe(true);
  return world;
}

const height = (world: World, name: string): number => world.state(name).position[2];

/** All that are there have come down and sleep again. */
function settles(world: World, heights: Readonly<Record<string, number>>): void {
  expect(world.advance(world.time + 2, answer).complete).toBe(true);
  for (const [name, z] of Object.entries(heights)) {
    expect(height(world, name)).toBeCloseTo(z, 2);
    expect(asleep(world, name)).toBe(true);
  }
}

describe('who sleeps on another wakes', () => {
  test.each([
    ['the lowest is taken out', (world: World) => world.remove('low')],
    ['the lowest is put elsewhere', (world: World) => world.set('low', { pose: { position: [5, 0, 0.3] } })],
  ])('when %s', (_, change) => {
    const world = sleeping();
    change(world);
    settles(world, { middle: 0.1, high: 0.3, ...(world.has('low') ? { low: 0.1 } : {}) });
  });

  test('at once, all the way up: they fall together when the ground is taken out', () => {
    const world = sleeping();
    world.remove('floor');
    world.advance(world.time + 0.5, answer);
    STACK.forEach((name, i) => {
      expect(height(world, name)).toBeCloseTo(0.1 + 0.2 * i - 0.5 * 9.81 * 0.25, 2);
    });
  });

  test('when the lowest is sent away', () => {
    const world = sleeping();
    world.set('low', { velocity: [20, 0, 0] });
    world.advance(world.time + 1, answer);
    expect(height(world, 'middle')).toBeLessThan(0.25);
    expect(height(world, 'high')).toBeLessThan(0.45);
  });

  test.each([{ velocity: [0, 20, 0] as Vec3 }, { pose: { position: [0, 5, 0.3] as Vec3 } }])(
    'when an answer of somebody else sends a plate without weight, which never sleeps, away: %o',
    (change) => {
      const plate: WorldBody = { name: 'plate', shape: convexBox([1, 1, 0.1]), pose: { position: [0, 0, 0.05] }, acceleration: [0, 0, 0] };
      const ball: WorldBody = { name: 'ball', shape: convexSphere(0.02), pose: { position: [2, 0, 0.05] }, acceleration: [0, 0, 0] };
      const world = new World({ gravity: [0, 0, -9.81], tolerance: 1e-4, bodies: [floor, plate, block('block', [0, 0, 0.201]), ball] });
      world.advance(2, answer);
      expect([asleep(world, 'block'), height(world, 'block')]).toEqual([true, expect.closeTo(0.2, 2)]);
      world.set('ball', { velocity: [-4, 0, 0] });
      const struck = ({ a, b }: WorldEvent): boolean => [a, b].sort().join() === 'ball,plate';
      world.advance(4, (event, now) => (struck(event) ? { plate: change, ball: { velocity: [4, 0, 0] } } : answer(event, now)));
      expect(height(world, 'block')).toBeCloseTo(0.1, 2);
    },
  );

  test('when an answer of somebody else sends the lowest away', () => {
    const world = sleeping([{ ...block('striker', [-1, 0, 0.1]), velocity: [0, 0, 0] }]);
    world.set('striker', { velocity: [3, 0, 0.2] });
    const struck = (event: WorldEvent, now: World): Answer =>
      event.a === 'low' && event.b === 'striker'
        ? { low: { velocity: [20, 0, 3] }, striker: { velocity: [-1, 0, 0] } }
        : answer(event, now);
    world.advance(world.time + 1, (event, now) => struck(event, now as World));
    expect(height(world, 'middle')).toBeLessThan(0.25);
    expect(height(world, 'high')).toBeLessThan(0.45);
  });

  test('when one between is shot out', () => {
    const world = sleeping();
    world.add({ name: 'bullet', shape: convexSphere(0.05), pose: { position: [-3, 0, 0.3] }, velocity: [100, 0, 0.15], mass: 1 });
    settles(world, { low: 0.1, high: 0.3 });
  });

  test('and those of a stack beside it sleep on', () => {
    const beside = stackOf(['left', 'above'], 3);
    const world = sleeping(beside);
    world.remove('low');
    world.advance(world.time + 0.05, answer);
    expect(asleep(world, 'above')).toBe(true);
    expect(asleep(world, 'high')).toBe(false);
    settles(world, { middle: 0.1, high: 0.3, left: 0.1, above: 0.3 });
  });
});

test('a sleeper that is set has its weight again, unless told otherwise', () => {
  const world = sleeping();
  world.set('high', { velocity: [1, 0, 1] });
  expect(world.state('high').acceleration).toEqual([0, 0, -9.81]);
  world.set('middle', { acceleration: [0, 0, 0] });
  expect(world.state('middle').acceleration).toEqual([0, 0, 0]);
});

test('nothing sleeps on what is steered, nor on what lies there: both go along when it begins to move', () => {
  const lift = (t: number): number => (t < 1.5 ? 0 : 0.5 * 0.4 * (t - 1.5) ** 2);
  const ground: WorldBody = {
    name: 'floor',
    shape: convexBox([4, 4, 0.2], [0, 0, -0.1]),
    steering: {
      acceleration: 0.41,
      angularAcceleration: 0,
      state: (t) => ({ pose: { position: [0, 0, lift(t)] }, velocity: [0, 0, t < 1.5 ? 0 : 0.4 * (t - 1.5)] }),
    },
  };
  const bodies = [ground, ...stackOf(['low', 'high'], 0)];
  const world = new World({ gravity: [0, 0, -9.81], tolerance: 1e-3, bodies });
  for (let k = 1; k <= 10; k++) {
    expect(world.advance(0.25 * k, answer).complete).toBe(true);
    expect(asleep(world, 'high')).toBe(false);
    expect(height(world, 'low')).toBeCloseTo(0.1 + lift(0.25 * k), 1);
    expect(height(world, 'high')).toBeCloseTo(0.3 + lift(0.25 * k), 1);
    expect(world.passing).toEqual([]);
  }
});
