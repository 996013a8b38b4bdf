import { describe, expect, test, vi } from 'vitest';
import { distance } from '../../../src/contact/placed-query.ts';
import { convexPrism } from '../../../src/convex/polyhedra.ts';
import type { World } from '../../../src/world/world.ts';
import { add, norm, times } from '../../support/brute-force.ts';
import { IS_NIGHTLY } from '../../support/rounds.ts';
import { poseNow } from './random-worlds.ts';

// The example has the package by its name, as its users do; here that is the source.
vi.mock('inbetween', () => import('../../../src/index.ts'));
vi.mock('inbetween/convex', () => import('../../../src/convex/index.ts'));
vi.mock('inbetween/world', () => import('../../../src/world/index.ts'));

interface Line {
  readonly time: number;
  readonly resting: number;
  readonly energy: number;
  readonly reported: Readonly<Record<'contact' | 'overlap' | 'unresolved', number>>;
  readonly world: World;
}
interface Toss {
  readonly count: number;
  readonly seed?: string;
  readonly onLine?: (line: Line) => void;
}
// @ts-expect-error: JavaScript, as users write it
const { tossCoins } = (await import('../../../examples/coin-toss/simulator.mjs')) as { tossCoins: (toss: Toss) => Line };

// as in the example
const RADIUS = 0.012;
const HEIGHT = 0.002;
const TOLERANCE = 3e-5;
const HOP_ENERGY = 0.007 * 9.81 * 1.25 * TOLERANCE;
const { mesh, reach } = convexPrism(12, RADIUS, HEIGHT);

/** The least distance of two coins, and of a coin from the floor, by the foundation's distance of meshes. */
function least(world: World): { ofCoins: number; ofFloor: number } {
  const poses = world.names.filter((name) => name !== 'floor').map((name) => poseNow(world, name));
  let ofFloor = Infinity;
  for (const { position, quaternion } of poses) {
    const [x, y, z, w] = quaternion;
    const row = [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [p, q, r] = mesh.positions.subarray(i, i + 3);
      ofFloor = Math.min(ofFloor, position[2] + row[0] * p + row[1] * q + row[2] * r);
    }
  }
  // only coins in neighbouring cells of a grid can be near
  const cells = new Map<string, number[]>();
  const cellOf = (i: number): number[] => poses[i].position.map((x) => Math.floor(x / (2 * reach)));
  poses.forEach((_, i) => {
    const key = cellOf(i).join();
    cells.set(key, [...(cells.get(key) ?? []), i]);
  });
  let ofCoins = Infinity;
  poses.forEach((pose, i) => {
    const [x, y, z] = cellOf(i);
    for (let k = 0; k < 27; k++) {
      for (const j of cells.get([x + (k % 3) - 1, y + (Math.floor(k / 3) % 3) - 1, z + Math.floor(k / 9) - 1].join()) ?? []) {
        if (j >= i || norm(add(pose.position, times(poses[j].position, -1))) > 2 * reach) continue;
        ofCoins = Math.min(ofCoins, distance({ shape: mesh, pose }, { shape: mesh, pose: poses[j] }).distance);
      }
    }
  });
  return { ofCoins, ofFloor };
}

describe('the coins of the example', () => {
  test.each([
    [30, 'heads'],
    [30, 'tails'],
    [IS_NIGHTLY ? 1000 : 60, 'coins'],
  ])('%d coins come to rest, none ever in another, and their energy does not grow (seed %j)', (count, seed) => {
    let first = Number.NaN;
    let before = Infinity;
    const end = tossCoins({
      count,
      seed,
      onLine: ({ energy, reported, world, time }) => {
        if (Number.isNaN(first)) first = energy;
        expect(energy).toBeLessThanOrEqual(first * (1 + 1e-12));
        expect(energy - before, `from line to line, at ${time}`).toBeLessThanOrEqual(count * HOP_ENERGY);
        before = energy;
        expect([reported.overlap, reported.unresolved]).toEqual([0, 0]);
        // apart beyond doubt: far less than a tolerance deep would be below 0
        const { ofCoins, ofFloor } = least(world);
        expect(ofCoins, `at ${time}`).toBeGreaterThan(0);
        expect(ofFloor, `at ${time}`).toBeGreaterThan(0);
      },
    });
    expect(end.resting).toBe(count);
    expect(end.time).toBeLessThan(5);
    expect(end.reported.contact).toBeGreaterThan(50 * count);
    // at rest, and low: in piles of a few coins at most
    for (const name of end.world.names) {
      const { velocity, angularVelocity, position } = end.world.state(name);
      expect([...velocity, ...angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
      expect(position[2]).toBeLessThan(4 * RADIUS);
    }
    const still = end.world.names.map((name) => end.world.state(name).position);
    expect(end.world.advance(end.time + 10).events).toEqual([]);
    expect(end.world.names.map((name) => end.world.state(name).position)).toEqual(still);
  });
});
