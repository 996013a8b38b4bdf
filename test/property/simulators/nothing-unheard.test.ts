// Nothing passes anything unheard: worlds whose answers give too little speed, looked at between the events by formulas that share nothing with the scheduler.
import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { Answer } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { OnOverlap, WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { rounds } from '../../support/rounds.ts';
import { pairName } from './random-worlds.ts';

const TOLERANCE = 1e-5;

/** A ball (half: all 0) or a box that does not turn. */
interface Part {
  readonly name: string;
  readonly half: Vec3;
  readonly radius: number;
  readonly fixed: boolean;
}

function bodyOf({ name, half, radius, fixed }: Part, position: Vec3, velocity: Vec3): WorldBody {
  const shape = radius > 0 ? convexSphere(radius) : convexBox([2 * half[0], 2 * half[1], 2 * half[2]]);
  return fixed ? { name, shape, pose: { position }, fixed } : { name, shape, pose: { position }, velocity };
}

/** How deep two are in each other, below 0 where they are apart: a ball is its middle against the other grown by it. */
function depthOf(a: Part, b: Part, p: Vec3, q: Vec3): number {
  const apart = [0, 1, 2].map((k) => Math.abs(p[k] - q[k]) - a.half[k] - b.half[k]);
  const outside = Math.sqrt(apart.reduce((sum, x) => sum + Math.max(0, x) ** 2, 0));
  return a.radius + b.radius - (outside > 0 ? outside : Math.max(...apart));
}

function randomWorld(random: Random, balls: boolean): { parts: Part[]; bodies: WorldBody[] } {
  // a floor, thick or thin, a wall at times, and some bodies in a heap over it
  const thickness = random.pick([0.5, 0.01]);
  const parts: Part[] = [{ name: 'floor', half: [3, 3, thickness], radius: 0, fixed: true }];
  const places: Vec3[] = [[0, 0, -thickness]];
  if (random.next() < 0.5) {
    parts.push({ name: 'wall', half: [0.05, 3, 1], radius: 0, fixed: true });
    places.push([-0.6, 0, 1.05]);
  }
  for (let k = 0; k < 4; k++) {
    const half: Vec3 = [random.range(0.05, 0.2), random.range(0.05, 0.2), random.range(0.05, 0.2)];
    const isBall = balls || random.next() < 0.5;
    parts.push({ name: `body ${k}`, half: isBall ? [0, 0, 0] : half, radius: isBall ? half[0] : 0, fixed: false });
    places.push([random.range(-0.15, 0.15), random.range(-0.15, 0.15), 0.3 + 0.45 * k]);
  }
  const speed = random.pick([0, 0.5]);
  const velocity = (): Vec3 => [random.range(-speed, speed), random.range(-speed, speed), random.range(-speed, 0)];
  return { parts, bodies: parts.map((part, k) => bodyOf(part, places[k], velocity())) };
}

/** Too little to part, in whatever direction; at times nothing for an overlap. */
function poorAnswer(random: Random, { a, b, status }: WorldEvent, parts: readonly Part[]): Answer {
  if (status === 'overlap' && random.next() < 0.3) return undefined;
  const answer: Record<string, { velocity: Vec3 }> = {};
  for (const name of [a, b]) {
    if (parts.some((part) => part.name === name && part.fixed)) continue;
    const speed = random.pick([0, 1e-14, 1e-12, 1e-9, 1e-6, 1e-5]);
    answer[name] = { velocity: [random.range(-speed, speed), random.range(-speed, speed), random.range(-speed, speed)] };
  }
  return answer;
}

/** Runs a world and hands every pair with its depth to `judge`, at the events and many times between them. */
function look(
  seed: string,
  onOverlap: OnOverlap,
  seconds: number,
  answerOf: (random: Random, parts: readonly Part[]) => (event: WorldEvent, world: World) => Answer,
  judge: (pair: string, depth: number, told: number, size: number, event: boolean) => number,
  balls = false,
): WorldEvent[] {
  const random = new Random(seed);
  const { parts, bodies } = randomWorld(random, balls);
  const world = new World({ bodies, gravity: [0, 0, -9.81], tolerance: TOLERANCE, onOverlap });
  const told = new Map<string, number>();
  const events: WorldEvent[] = [];
  const judgeAll = (a?: string, b?: string): void => {
    for (let i = 0; i < parts.length; i++)
      for (let j = i + 1; j < parts.length; j++) {
        const pair = pairName(parts[i].name, parts[j].name);
        const depth = depthOf(parts[i], parts[j], world.state(parts[i].name).position, world.state(parts[j].name).position);
        const size = Math.min(
          ...[parts[i], parts[j]].map(({ half, radius }) => radius + Math.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2)),
        );
        const isTold = a !== undefined && b !== undefined && pair === pairName(a, b);
        told.set(pair, judge(pair, depth, told.get(pair) ?? Number.NaN, size, isTold));
      }
  };
  const answer = answerOf(random, parts);
  for (let t = 0.01; t < seconds; t += 0.01) {
    world.advance(
      t,
      (event) => {
        events.push(event);
        judgeAll(event.a, event.b);
        return answer(event, world);
      },
      { maxIterations: 100_000 },
    );
    judgeAll();
  }
  return events;
}

describe.each(Array.from({ length: rounds(4) }, (_, k) => k))('random heap %d', (k) => {
  test("told: whoever is deeper than the tolerance was told so, at no less than about half of it (seed 'unheard')", () => {
    let deepest = 0;
    const events = look(
      `unheard ${k}`,
      'tell',
      1,
      (random, parts) => (event) => poorAnswer(random, event, parts),
      (pair, depth, told, size, isEvent) => {
        deepest = Math.max(deepest, depth);
        if (isEvent) return Math.max(0, depth);
        if (depth < -TOLERANCE) return Number.NaN;
        // since the last time apart it was told, and not much deeper than that
        if (depth > TOLERANCE) {
          expect(told, `${pair} are ${depth} deep`).not.toBeNaN();
          expect(depth, pair).toBeLessThanOrEqual(2 * Math.max(2 * told, told + 2 * TOLERANCE) + size / 256);
        }
        return told;
      },
    );
    expect(deepest).toBeGreaterThan(0.04);
    expect(events.some(({ status }) => status === 'overlap')).toBe(true);
  });

  test("held: nothing gets deeper than some tolerances (seed 'held')", () => {
    const events = look(
      `held ${k}`,
      'hold',
      1,
      (random, parts) => (event) => poorAnswer(random, event, parts),
      (pair, depth, told) => {
        expect(depth, pair).toBeLessThan(8 * TOLERANCE);
        return told;
      },
    );
    expect(events.some(({ status }) => status === 'overlap')).toBe(true);
  });
});

test.each([0, 1])("bounce without restitution: nothing gets deeper than the tolerance (seed 'dead %d')", (k) => {
  const events = look(
    `dead ${k}`,
    'tell',
    0.6,
    () => bounce(0, 0.3),
    (pair, depth, told) => {
      expect(depth, pair).toBeLessThan(TOLERANCE);
      return told;
    },
    // boxes would turn
    true,
  );
  expect(events.length).toBeGreaterThan(20);
});
