import { expect, test } from 'vitest';
import { Batch, type BatchAnswer } from '../../../../src/batch/index.ts';
import {
  bodyTrajectory,
  box,
  InputError,
  Random,
  Robot,
  rotationMotion,
  Scene,
  type SceneMotions,
  uncertain,
} from '../../../../src/index.ts';
import { roundsUntil } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';

// Slices of paths (scene.between) where everything may be early or late by some seconds. The judge: at second t a cube may be wherever its whole
// path is between t - late and t + late, before and after the slice too; between knots all goes straight along x, so extremes are at knots and ends.

const SIZE = 0.1;
const slider = (name: string, y: number) =>
  new Robot({
    name,
    base: { position: [0, y, 0] },
    links: [
      { name: 'rail' },
      {
        name: `${name}-cart`,
        parent: 'rail',
        joint: { name: `${name}-x`, type: 'prismatic', axis: [1, 0, 0] },
        shapes: [{ shape: box(SIZE) }],
      },
    ],
  });
const [left, right] = [slider('left', 0), slider('right', 5)];

interface Knot {
  readonly time: number;
  readonly x: number;
}

function valueAt(knots: readonly Knot[], second: number): number {
  if (second <= knots[0].time) return knots[0].x;
  for (let k = 1; k < knots.length; k++) {
    const [a, b] = [knots[k - 1], knots[k]];
    if (second <= b.time) return a.x + ((b.x - a.x) * (second - a.time)) / (b.time - a.time);
  }
  return knots[knots.length - 1].x;
}

/** The largest x that anything on these knots may have from one second to another. */
function farthest(knots: readonly Knot[], from: number, to: number): number {
  const inside = knots.filter(({ time }) => time > from && time < to).map(({ x }) => x);
  return Math.max(valueAt(knots, from), valueAt(knots, to), ...inside);
}

function randomKnots(random: Random, last: number): Knot[] {
  const times = [0, ...Array.from({ length: 3 }, () => random.range(0.2, last - 0.2)), last].sort((a, b) => a - b);
  return times.map((time, k) => ({ time: time + 1e-3 * k, x: random.range(-0.6, 0.6) }));
}

test(`a slice, a copy of it and workers know the whole path (seed 'slices')`, async () => {
  const random = new Random('slices');
  const seen: Record<string, number> = {};
  let outside = 0;
  const isMet = (): boolean => outside > 3 && (seen.free ?? 0) > 2 && (seen.uncertainty ?? 0) > 2;
  for (const _ of roundsUntil(isMet, 40, 8)) {
    const late = random.range(0.02, 0.4);
    const [a, b, c] = [3, 3.4, 2.7].map((last) => randomKnots(random, last));
    const wall = random.range(0.3, 3);
    const stands = random.next() < 0.3;
    const scene = new Scene({
      robots: [left, right],
      bodies: [{ name: 'crate', shape: box(SIZE), pose: { position: [0, 10, 0] } }],
      obstacles: [{ name: 'wall', shape: box([0.02, 30, 1]), pose: { position: [wall, 0, 0] } }],
      uncertainty: uncertain({ seconds: late }),
    });
    const path = (robot: Robot, knots: readonly Knot[]) => robot.trajectory(knots.map(({ time, x }) => ({ time, positions: [x] })));
    const motions: SceneMotions = {
      left: path(left, a),
      right: stands ? [b[0].x] : path(right, b),
      crate: bodyTrajectory(c.map(({ time, x }) => ({ time, pose: { position: [x, 10, 0] } }))),
    };
    const { segments, seconds } = scene.clock(motions);
    const first = random.integer(segments);
    const last = first + 1 + random.integer(segments - first);
    const whole = scene.between(motions, first, last);
    // of a slice again: what is before and after it counts all the same
    const cut = last - first > 1 ? scene.between(whole, 1, last - first) : whole;
    const from = (seconds as readonly number[])[last - first > 1 ? first + 1 : first];
    const to = (seconds as readonly number[])[last];
    const answer = scene.firstContact(cut, { contacts: 'none' });
    const { gap } = scene.clearance(cut);
    const tracks = [a, stands ? [b[0]] : b, c];
    const reached = Math.max(...tracks.map((knots) => farthest(knots, from - late, to + late)));
    const nominal = Math.max(...tracks.map((knots) => farthest(knots, from, to)));
    const room = wall - 0.01 - SIZE / 2 - reached;
    if (reached > nominal + 0.05) outside++;
    if (answer.status === 'free') expect(room).toBeGreaterThan(-1e-9);
    expect(gap[0]).toBeLessThanOrEqual(Math.max(0, room) + 1e-9);
    const kind = answer.reason ?? answer.status;
    seen[kind] = (seen[kind] ?? 0) + 1;

    const copies = [{ ...cut }, Object.fromEntries(Object.entries(cut).reverse()), { ...scene.between(motions, 0, segments), ...cut }];
    for (const copy of copies) expect([scene.firstContact(copy, { contacts: 'none' }), scene.clearance(copy).gap]).toEqual([answer, gap]);
    const batch = new Batch({ scene, workers: workersHere(2) });
    const told: BatchAnswer[] = [];
    for await (const one of batch.firstContacts([cut, { ...cut }], { contacts: 'none' })) told.push(one);
    expect(told.map(({ result }) => result)).toEqual([answer, answer]);
    expect(await batch.firstContact(cut, { contacts: 'none' })).toEqual(answer);
    expect((await batch.clearance(cut)).gap).toEqual(gap);
    await batch.close();
  }
  expect(isMet(), JSON.stringify({ ...seen, outside })).toBe(true);
});

test('a slice of a slow robot is off by as much as its fastest segment', async () => {
  const scene = new Scene({
    robots: [left],
    obstacles: [{ name: 'wall', shape: box([0.1, 1, 1]), pose: { position: [0.6, 0, 0] } }],
    uncertainty: uncertain({ seconds: 0.3 }),
  });
  const path = left.trajectory([0, 0.2, 2].map((x, time) => ({ time, positions: [x] })));
  const cut = scene.between({ left: path }, 0, 1);
  // 0.3 s after the slice it is at 0.74, in the wall, which begins at 0.55
  for (const one of [cut, { ...cut }, scene.between(cut, 0, 1)]) {
    expect(scene.firstContact(one)).toMatchObject({ status: 'unresolved', reason: 'uncertainty' });
    expect(scene.clearance(one).gap[0]).toBe(0);
  }
  const batch = new Batch({ scene, workers: workersHere(1) });
  expect(await batch.firstContact(cut)).toEqual(scene.firstContact(cut));
  expect((await batch.clearance(cut)).gap[0]).toBe(0);
  await batch.close();
});

test('a slice of a turning body is off by as much as its fastest turn', async () => {
  const pose = { position: [0, 0, 0] } as const;
  const turning = bodyTrajectory([
    { time: 0, pose },
    { time: 1, pose },
    { time: 2, motion: rotationMotion(pose, [0, 0, 1], 3) },
  ]);
  const scene = new Scene({
    bodies: [{ name: 'bar', shape: box([1, 0.1, 0.1]) }],
    obstacles: [{ name: 'post', shape: box(0.1), pose: { position: [0, 0.3, 0] } }],
    uncertainty: uncertain({ seconds: 0.2 }),
  });
  const cut = scene.between({ bar: turning }, 0, 1);
  // a bar that stands may begin to turn 0.2 s early: its tip goes up to 0.3 towards the post, which is 0.2 away
  const answers = [cut, { ...cut }].map((one) => scene.firstContact(one));
  for (const { status, reason } of answers) expect([status, reason]).toEqual(['unresolved', 'uncertainty']);
  const batch = new Batch({ scene, workers: workersHere(1) });
  expect(await batch.firstContact(cut)).toEqual(answers[0]);
  await batch.close();
});

test('a slice that was turned into plain data is refused', () => {
  const scene = new Scene({ robots: [left], uncertainty: uncertain({ seconds: 0.1 }) });
  const path = left.trajectory([
    { time: 0, positions: [0] },
    { time: 1, positions: [1] },
    { time: 2, positions: [5] },
  ]);
  const cut = scene.between({ left: path }, 0, 1);
  expect(() => structuredClone(cut)).toThrow();
  expect(() => scene.firstContact(JSON.parse(JSON.stringify({ left: { ...cut.left, robot: undefined } })))).toThrow(InputError);
});
