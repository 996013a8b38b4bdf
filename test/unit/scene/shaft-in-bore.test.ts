/** A shaft that turns in a bore with hardly any air: long searches, in which parts of a turn are looked at as turns. */
import { describe, expect, test } from 'vitest';
import { LONG_SEARCH } from '../../../src/contact/methods/best-first.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

const SIDES = 64;
const RINGS = 8;

/** The wall of a tube about z whose edges are at `radius`; a fin stands on it at the angle 0, radially, if wanted. */
function wall(radius: number, height: number, fin: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= RINGS; j++) {
    for (let i = 0; i < SIDES; i++) {
      const angle = (2 * Math.PI * i) / SIDES;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height * (j / RINGS - 0.5));
    }
  }
  for (let j = 0; j < RINGS; j++) {
    for (let i = 0; i < SIDES; i++) {
      const a = j * SIDES + i;
      const b = j * SIDES + ((i + 1) % SIDES);
      indices.push(a, b, b + SIDES, a, b + SIDES, a + SIDES);
    }
  }
  if (fin !== 0) {
    const base = positions.length / 3;
    for (const [r, z] of [
      [radius, -height / 4],
      [radius + fin, -height / 4],
      [radius + fin, height / 4],
      [radius, height / 4],
    ] as const) {
      positions.push(r, 0, z);
    }
    indices.push(base, base + 1, base + 2, base, base + 2, base + 3);
  }
  return new TriangleMesh(positions, indices);
}

const INNER = 0.05;
// as near as the sides' middles come to the axis, less the air
const shaftOf = (air: number, fin: number): TriangleMesh => wall(INNER * Math.cos(Math.PI / SIDES) - air, 0.1, fin);

function askedInScene(shaft: TriangleMesh, bore: TriangleMesh, from: number, to: number, limits = {}): ReturnType<Scene['firstContact']> {
  const robot = new Robot({
    name: 'wrist',
    links: [
      { name: 'housing', shapes: [{ shape: bore }] },
      { name: 'shaft', parent: 'housing', joint: { type: 'continuous', axis: [0, 0, 1] }, shapes: [{ shape: shaft }] },
    ],
  });
  return new Scene({ robots: [robot] }).firstContact({ wrist: robot.path([[from], [to]]) }, limits);
}

describe.each([0.5e-3, 0.2e-3])('air of %d', (air) => {
  const shaft = shaftOf(air, 0);
  const bore = wall(INNER, 0.12, 0);

  test('a pair of bodies: free, in a fraction of what following it takes', () => {
    const motion = rotationMotion({}, [0, 0, 1], 3);
    const { status, stats } = firstContact({ shape: shaft, motion }, { shape: bore });
    expect(status).toBe('free');
    // as wholes, long before
    expect(stats.iterations).toBeLessThan(LONG_SEARCH / 4);
    // nor does a limit of time change what is looked at
    expect(firstContact({ shape: shaft, motion }, { shape: bore }, { maxMilliseconds: 1e6 }).stats).toEqual(stats);
    // a motion that does not tell its axis is followed
    const silent = Object.create(motion, { writeSpin: { value: undefined } });
    const followed = firstContact({ shape: shaft, motion: silent }, { shape: bore });
    expect(followed.status).toBe('free');
    expect(stats.nodes + stats.triangles).toBeLessThan(0.1 * (followed.stats.nodes + followed.stats.triangles));
  });

  test('a joint: free, likewise', () => {
    const { status, stats } = askedInScene(shaft, bore, 0, 3);
    expect(status).toBe('free');
    expect(stats.iterations).toBeLessThan(LONG_SEARCH / 4);
    expect(askedInScene(shaft, bore, 0, 3, { maxMilliseconds: 1e6 }).stats.iterations).toBe(stats.iterations);
  });
});

test('fins that would meet after more than that: not apart as wholes, and free in a fraction all the same', () => {
  const motion = rotationMotion({ quaternion: [0, 0, Math.sin(0.1), Math.cos(0.1)] }, [0, 0, 1], 3);
  const shaft = shaftOf(0.3e-3, 0.0002);
  const bore = wall(INNER, 0.12, -0.0002);
  const { status, stats } = firstContact({ shape: shaft, motion }, { shape: bore });
  expect(status).toBe('free');
  expect(stats.iterations).toBeGreaterThan(LONG_SEARCH);
  // 68,290 where nothing is folded
  expect(stats.iterations).toBeLessThan(50_000);
});

// The fins are radial and overlap in radius and height: they meet when the angle has come full circle to the other.
describe.each([0.7, 1.9, 2.9])('fins that meet after a turn by %d', (angle) => {
  const air = 0.3e-3;
  const shaft = shaftOf(air, 0.0002);
  const bore = wall(INNER, 0.12, -0.0002);
  const way = 3.1;
  const exact = angle / way;

  test('a pair of bodies', () => {
    const start = { quaternion: [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)] as const };
    const answer = firstContact({ shape: shaft, motion: rotationMotion(start, [0, 0, 1], way) }, { shape: bore });
    expect(answer.status).toBe('contact');
    expect(answer.time).toBeLessThanOrEqual(exact);
    expect(answer.time).toBeGreaterThan(exact - 1e-3);
  });

  test('a joint', () => {
    const answer = askedInScene(shaft, bore, -angle, way - angle);
    expect(answer.status).toBe('contact');
    expect(answer.time).toBeLessThanOrEqual(exact);
    expect(answer.time).toBeGreaterThan(exact - 1e-3);
  });
});
