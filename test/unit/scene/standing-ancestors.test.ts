import { expect, test } from 'vitest';
import { distance } from '../../../src/contact/placed-query.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

// Links see each other in the frame of the link that carries both. While that one stands they share the world's states; in the next segment it may move.

const bar = box([0.1, 0.1, 0.8], [0, 0, 0.4], 'bar');
const turn = (x: number, z: number) => ({
  type: 'continuous' as const,
  axis: [0, 1, 0] as const,
  origin: { position: [x, 0, z] as const },
});
const HAND = new Robot({
  name: 'hand',
  links: [
    { name: 'palm', joint: { ...turn(0, 0), axis: [0, 0.6, 0.8] }, shapes: [{ shape: box([1, 0.2, 0.1], [0, 0, 0], 'palm') }] },
    { name: 'left', parent: 'palm', joint: turn(-0.4, 0.1), shapes: [{ shape: bar }] },
    { name: 'right', parent: 'palm', joint: turn(0.4, 0.1), shapes: [{ shape: bar }] },
    { name: 'tip', parent: 'right', joint: turn(0, 0.9), shapes: [{ shape: bar }] },
  ],
  allowed: [
    { a: 'palm', b: 'left' },
    { a: 'palm', b: 'right' },
    { a: 'right', b: 'tip' },
  ],
});
const PAIRS = [
  ['left', 'right'],
  ['left', 'tip'],
  ['palm', 'tip'],
] as const;
/** In the way of fingers while the palm turns. */
const POST = { name: 'post', shape: box([0.2, 0.2, 0.2], [0, 0, 0], 'post'), pose: { position: [0, 0.9, 0.3] as const } };
const TOLERANCE = 1e-3;
const SAMPLES = 50;

/** The least distance at a path time, by the poses of links that know nothing of scenes. */
function leastAt(path: readonly (readonly number[])[], time: number): number {
  const segment = Math.min(path.length - 2, Math.floor(time));
  const share = time - segment;
  const poses = HAND.linkPoses(path[segment].map((from, i) => from + share * (path[segment + 1][i] - from)));
  const meshes = new Map(HAND.links.map(({ name }) => [name, name === 'palm' ? box([1, 0.2, 0.1], [0, 0, 0], 'palm') : bar]));
  const body = (name: string) => ({ shape: meshes.get(name) as typeof bar, pose: poses[name] });
  return Math.min(
    ...PAIRS.map(([a, b]) => distance(body(a), body(b)).distance),
    ...HAND.links.map(({ name }) => distance(body(name), POST).distance),
  );
}

test('segments in which what carries both stands, moves, and stands again (seed 41)', () => {
  const random = new Random(41);
  const scene = new Scene({ robots: [HAND], obstacles: [POST] });
  const found = new Map<string, number>();
  for (let k = 0; k < 40; k++) {
    // the palm moves in some segments only, the fingers in most
    const path: number[][] = [[random.range(-1, 1), random.range(-0.5, 0), random.range(0, 0.5), random.range(-0.5, 0.5)]];
    for (let s = 0; s < 3; s++) {
      const palm = random.integer(2) === 0 ? 0 : random.range(-9, 9);
      const steps = [palm, random.range(-0.3, 0.9), random.range(-0.9, 0.3), random.integer(3) === 0 ? 0 : random.range(-1, 1)];
      path.push(path[s].map((value, i) => value + steps[i]));
    }
    const { status, time } = scene.firstContact({ hand: path }, { tolerance: TOLERANCE, contacts: 'none' });
    const key = status === 'contact' ? `${status} ${Math.floor(time)}` : status;
    found.set(key, (found.get(key) ?? 0) + 1);
    if (status === 'overlap') continue;
    for (let i = 0; i <= SAMPLES; i++) expect(leastAt(path, (i / SAMPLES) * time * (1 - 1e-9))).toBeGreaterThan(0);
    if (status === 'contact') expect(leastAt(path, time)).toBeLessThanOrEqual(TOLERANCE);
    else expect(time).toBe(3);
  }
  for (const key of ['free', 'contact 0', 'contact 1', 'contact 2']) expect(found.get(key) ?? 0, key).toBeGreaterThan(0);
});
