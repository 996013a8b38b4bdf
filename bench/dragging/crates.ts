// Crates that rest on floors and in corners, or a little in them, pushed at random: how deep are they afterwards? Judged by arithmetic of its own about
// corners of boxes over planes, which shares nothing with the library.

import { box, DragLoop, Scene } from '../../src/index.ts';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { processorClock } from '../shared/processor-time.ts';
import { summarize } from '../shared/statistics.ts';
import type { Table } from '../shared/table.ts';

/** Pushes of one crate. */
const IN_A_ROW = 10;

/** What became of pushes of crates. */
export interface CrateFindings {
  readonly pushes: number;
  /** How often something moved by more than a tenth of its push, stood although it was pushed, was set aside. */
  readonly moved: number;
  readonly stayed: number;
  readonly rested: number;
  /** The farthest that one was sunk, beyond where it was at first, in `rounding`s as the scene tells it; ≤ 1 is right. */
  readonly sunk: number;
  /** Of crates that did not touch: how often nearer than `keep`, and than they were. */
  readonly tooNear: number;
  /** How often one was not where it was pulled although nothing was told to be in the way. */
  readonly untold: number;
  /** Processor time of every push, in milliseconds. */
  readonly times: readonly number[];
}

/** The first one to be looked at by its seed. */
export function pushCrates(pushes: number, seed: string): CrateFindings {
  const random = new Random(seed);
  const found = { pushes: 0, moved: 0, stayed: 0, rested: 0, sunk: 0, tooNear: 0, untold: 0, times: [] };
  while (found.pushes < pushes) pushOne(random, found, Math.min(IN_A_ROW, pushes - found.pushes));
  return found;
}

type Counted = { -readonly [Key in keyof CrateFindings]: Key extends 'times' ? number[] : CrateFindings[Key] };

function pushOne(random: Random, found: Counted, count: number): void {
  const scale = 10 ** random.range(-2, 2);
  const half: Vec3 = [random.range(0.2, 1) * scale, random.range(0.2, 1) * scale, random.range(0.2, 1) * scale];
  const frame =
    random.next() < 0.5
      ? { turn: [0, 0, 0, 1] as Quat, at: [0, 0, 0] as Vec3 }
      : { turn: random.quaternion(), at: times(random.direction(), scale) };
  // the planes that it may rest on: below, and beside it in none, one or two directions
  const walls = [2, 0, 1].slice(0, 1 + Math.floor(random.range(0, 3)));
  const thick = 0.5 * scale;
  const keep = 2e-3 * scale;
  const obstacles = walls.map((axis, k) => {
    const size: [number, number, number] = [40 * scale, 40 * scale, 40 * scale];
    size[axis] = thick;
    const middle: [number, number, number] = [0, 0, 0];
    middle[axis] = -thick / 2;
    return {
      name: `plane ${k}`,
      shape: box(size),
      pose: { position: plus(frame.at, turnedBy(frame.turn, middle)), quaternion: frame.turn },
    };
  });
  // on it exactly, in it, or above it by less than is kept
  const sink = walls.map(() => random.pick([0, 0, 0, 1e-3, 1e-6, -1e-4, -1e-3]) * scale);
  const place: [number, number, number] = [...half];
  walls.forEach((axis, k) => {
    place[axis] -= sink[k];
  });
  const toWorld = (local: Vec3): Vec3 => plus(frame.at, turnedBy(frame.turn, local));
  const start = { position: toWorld(place), quaternion: frame.turn };
  const scene = new Scene({ bodies: [{ name: 'crate', shape: box([2 * half[0], 2 * half[1], 2 * half[2]]), pose: start }], obstacles });
  const { rounding } = scene.firstContact({}, { contacts: 'none', clearance: 2 * keep });
  const drag = new DragLoop(scene, {}, { keep });
  const normals = walls.map((axis): Vec3 => turnedBy(frame.turn, [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0]));
  /** Of the lowest corner below each plane. */
  const depths = (pose: { readonly position: Vec3; readonly quaternion: Quat }): number[] =>
    normals.map((normal) => Math.max(...cornersOf(half, pose).map((corner) => -along(normal, minus(corner, frame.at)))));
  const first = depths(start);
  let before = first;
  for (let k = 0; k < count; k++) {
    const from = drag.places.crate as { position: Vec3; quaternion: Quat };
    const way = times(random.direction(), random.pick([1e-4, 0.01, 1, 1]) * scale);
    const turn = random.pick([[0, 0, 0, 1] as Quat, [0, 0, 0, 1] as Quat, yaw(frame.turn, random.range(-1, 1)), random.quaternion()]);
    const flat = random.next() < 0.5 ? minus(way, times(normals[0], along(normals[0], way))) : way;
    const to = { position: plus(from.position, flat), quaternion: product(turn, from.quaternion) };
    const began = processorClock();
    const { status, places, hit, resting } = drag.move({ crate: to });
    found.times.push(processorClock() - began);
    const now = places.crate as { position: Vec3; quaternion: Quat };
    const after = depths(now);
    found.pushes++;
    if (resting.length > 0) found.rested++;
    const gone = size(minus(now.position, from.position));
    if (gone > 0.1 * size(flat)) found.moved++;
    if (gone === 0) found.stayed++;
    if (status === 'free' ? size(minus(now.position, to.position)) > 1e-12 * scale : hit === null && resting.length === 0) found.untold++;
    after.forEach((depth, i) => {
      const gap = Math.min(-before[i], keep);
      if (-first[i] < 1e-9 * scale) found.sunk = Math.max(found.sunk, (depth - first[i]) / rounding);
      if (gap > 1e-5 * keep && -depth < gap * (1 - 2 ** -12)) found.tooNear++;
    });
    before = after;
  }
}

export function cratesTable(pushes: number): Table {
  const { moved, stayed, rested, sunk, tooNear, untold, times } = pushCrates(pushes, 'crates');
  const { median, p95, max } = summarize(times);
  return {
    file: 'crates',
    title: 'Crates that rest',
    note: `${pushes} seeded pushes of boxes that rest on a floor, in an edge or in a corner, are 0.001 or a millionth in it, or hardly above it. Sunk: the most that any was deeper than at first, in the rounding that the scene tells, by arithmetic about corners over planes. Milliseconds of processor time a push.`,
    columns: ['pushes', 'moved', 'stayed', 'set aside', 'sunk', 'too near', 'untold', 'median ms', '95 %', 'worst'],
    rows: [[pushes, moved, stayed, rested, sunk, tooNear, untold, median, p95, max]],
  };
}

function cornersOf([x, y, z]: Vec3, { position, quaternion }: { readonly position: Vec3; readonly quaternion: Quat }): Vec3[] {
  const signs = [-1, 1];
  return signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => plus(position, turnedBy(quaternion, [a * x, b * y, c * z])))));
}

/** By the matrix of a quaternion. */
function turnedBy([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  return [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - z * w) * b + 2 * (x * z + y * w) * c,
    2 * (x * y + z * w) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - x * w) * c,
    2 * (x * z - y * w) * a + 2 * (y * z + x * w) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
}

/** About the third axis of a frame. */
function yaw(frame: Quat, angle: number): Quat {
  const [x, y, z] = turnedBy(frame, [0, 0, 1]);
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
}

function product([a, b, c, d]: Quat, [x, y, z, w]: Quat): Quat {
  return [d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x, d * w - a * x - b * y - c * z];
}

function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function times(a: Vec3, s: number): Vec3 {
  return [s * a[0], s * a[1], s * a[2]];
}

function along(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function size(a: Vec3): number {
  return Math.sqrt(along(a, a));
}
