// Lifts, belts, pushers, presses and turning tables, by motions and steered, under load: others fall on what lies on them. Judged from outside, at
// instants: poses are those that the world tells, ways of carriers are formulas, depths are those of solid-depth.ts.
import { ConvexHierarchy } from '../../../src/convex/convex-hierarchy.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { Answer, World } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld } from '../../support/proven-world.ts';
import { powerOfTwo, scaledVector } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';
import { depthOf, plus, type Solid, solidBall, solidBox, solidOctahedron, times } from './solid-depth.ts';

interface CarrierSpec {
  readonly how: 'motion' | 'steered' | 'fixed';
  readonly size: Vec3;
  readonly position: Vec3;
  readonly velocity: Vec3;
  /** Of what is steered; of a motion 0. */
  readonly acceleration: Vec3;
  /** Radians about z until the end; of what is steered 0. */
  readonly turn: number;
}

interface LoadSpec {
  readonly kind: 'box' | 'ball' | 'octahedron' | 'mesh' | 'cross';
  readonly size: Vec3;
  readonly position: Vec3;
  readonly quaternion: Quat;
  readonly velocity: Vec3;
  readonly spin: Vec3;
  readonly mass: number;
}

export interface CarrierCase {
  readonly carriers: readonly CarrierSpec[];
  readonly loads: readonly LoadSpec[];
  readonly restitution: number;
  readonly friction: number;
  /** 0: the default. */
  readonly tolerance: number;
  /** What is answered to overlaps: as bounce does, by letting them through, by parting them anyhow. */
  readonly overlaps: 'hold' | 'let through' | 'answered';
  readonly seconds: number;
  readonly slices: number;
  /** Bodies are added in another order, from this one on. */
  readonly first: number;
  /** The whole scene is elsewhere. */
  readonly offset: Vec3;
}

/** Looks for one slice of 1/48 s: a world that needs more does not get on. */
const MOST_LOOKS = 20_000;
/** Whatever a load is, and however it is turned, it is within such a ball. */
const REACH = 0.33;
/** Of the lengths at hand; two that touch, as far as doubles can tell, may be that deep. */
const SLACK = 1e-9;

export const CARRIERS: Question<CarrierCase> = {
  kind: 'carriers',
  make: (random) => {
    const carriers = [...random.pick([lift, lift, belt, table, pusher, press])(random)];
    const loads: LoadSpec[] = [];
    for (let k = random.integer(3), top = 0.11; k >= 0; k--) {
      const next = load(random, top);
      loads.push(next);
      top = next.position[2] + (next.quaternion[3] === 1 ? next.size[next.kind === 'ball' ? 0 : 2] / 2 : REACH);
    }
    const slices = 8 + random.integer(8);
    return {
      carriers,
      loads,
      restitution: random.pick([0, 0, 0.2, 0.5]),
      friction: random.pick([0, 0.2, 0.8]),
      tolerance: random.pick([0, 1e-5, 1e-4, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3]),
      overlaps: random.pick(['hold', 'hold', 'hold', 'let through', 'answered'] as const),
      seconds: slices / 48,
      slices,
      first: random.integer(carriers.length + loads.length),
      offset: random.pick<Vec3>([
        [0, 0, 0],
        [0, 0, 0],
        [3, -5, 7],
        [1000, 0, -300],
      ]),
    };
  },
  answer: (given) => {
    last = { given, played: played(given) };
    return last.played.told;
  },
  // who has just answered doubts that very play: each takes seconds
  doubt: (given) => {
    const { told, wrong } = last?.given === given ? last.played : played(given);
    return firstDoubt(
      () => wrong,
      () => jsonDoubt(told),
      () => scaleDoubt(given, told),
    );
  },
};

/** Up and down, from far below what crushes to far above. */
function lift(random: Random): CarrierSpec[] {
  const speed = random.pick([0.005, 0.1, 0.5, 1, 1, 2, 3, -0.3]);
  return [moved(random, { size: [2, 2, 0.1], position: [0, 0, 0.06], velocity: [random.pick([0, 0, 0.3]), 0, speed] })];
}

function belt(random: Random): CarrierSpec[] {
  return [moved(random, { size: [6, 2, 0.1], position: [0, 0, 0.06], velocity: [random.range(-3, 3), 0, 0] })];
}

function table(random: Random): CarrierSpec[] {
  const turning = { size: [2, 2, 0.1], position: [0, 0, 0.06], velocity: [0, 0, random.pick([0, 0.5])] } as const;
  return [{ ...turning, how: 'motion', acceleration: [0, 0, 0], turn: random.range(-2, 2) }];
}

/** A wall that sweeps a floor, against another wall at times. */
function pusher(random: Random): CarrierSpec[] {
  const still = { how: 'fixed', velocity: [0, 0, 0], acceleration: [0, 0, 0], turn: 0 } as const;
  const wall = moved(random, { size: [0.1, 2, 1], position: [-1, 0, 0.7], velocity: [random.range(0.5, 4), 0, 0] });
  const floor: CarrierSpec = { ...still, size: [6, 3, 0.1], position: [0, 0, 0.06] };
  return random.next() < 0.5 ? [floor, wall] : [floor, wall, { ...still, size: [0.1, 2, 1], position: [0.6, 0, 0.7] }];
}

/** A lift, and a plate that comes down on what it carries. */
function press(random: Random): CarrierSpec[] {
  const plate = moved(random, { size: [2, 2, 0.1], position: [0, 0, 2.6], velocity: [0, 0, -random.range(1, 5)] });
  return [...lift(random), plate];
}

function moved(random: Random, spec: Pick<CarrierSpec, 'size' | 'position' | 'velocity'>): CarrierSpec {
  const how = random.pick(['motion', 'steered'] as const);
  const back = random.pick([0, 0, -1, -4, 2]);
  return { ...spec, how, turn: 0, acceleration: how === 'steered' ? times(spec.velocity, back) : [0, 0, 0] };
}

/** Above what is there: some lie on the carrier, or on each other, the others fall on them. */
function load(random: Random, top: number): LoadSpec {
  const size: Vec3 = [random.range(0.1, 0.4), random.range(0.1, 0.4), random.range(0.1, 0.3)];
  const isTurned = random.next() < 0.3;
  const kind = random.pick(['box', 'box', 'box', 'ball', 'octahedron', 'mesh', 'cross'] as const);
  const gap = isTurned ? REACH : size[kind === 'ball' ? 0 : 2] / 2 + random.pick([1e-9, 1e-3, 0.05, 0.2]);
  const quaternion: Quat = isTurned ? random.quaternion() : [0, 0, 0, 1];
  const near = random.pick([0, 0, 0.05, 0.3]);
  return {
    kind,
    size,
    position: [random.range(-near, near), random.range(-near, near), top + gap],
    quaternion,
    velocity: random.pick<Vec3>([
      [0, 0, 0],
      [0, 0, -random.range(0.5, 4)],
      [random.range(-1, 1), random.range(-1, 1), 0],
    ]),
    spin: random.pick<Vec3>([[0, 0, 0], [0, 0, 0], times(random.direction(), 6)]),
    mass: random.pick([1, 1, 0.1, 20]),
  };
}

interface Part {
  readonly body: WorldBody;
  readonly solids: readonly Solid[];
  /** Where it is at a time, where a formula says so. */
  readonly position: ((t: number) => Vec3) | null;
}

function carrierPart(
  { how, size, position, velocity, acceleration, turn }: CarrierSpec,
  i: number,
  given: CarrierCase,
  unit: number,
): Part {
  const name = `carrier ${i}`;
  const shape = convexBox(scaledVector(size, unit));
  const solids = [solidBox(size)];
  const at = (t: number): Vec3 => plus(plus(plus(position, given.offset), times(velocity, t)), times(acceleration, 0.5 * t * t));
  const placed = (t: number): Vec3 => scaledVector(at(t), unit);
  if (how === 'fixed') return { body: { name, shape, pose: { position: placed(0) }, fixed: true }, solids, position: at };
  if (how === 'motion') {
    const { seconds } = given;
    const quaternion: Quat = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)];
    const motion = rigidMotion({ position: placed(0) }, { position: placed(seconds), quaternion });
    return { body: { name, shape, motion, duration: seconds }, solids, position: at };
  }
  const state = (t: number) => ({ pose: { position: placed(t) }, velocity: scaledVector(plus(velocity, times(acceleration, t)), unit) });
  const limit = (Math.hypot(...acceleration) * 1.001 + 2 ** -10) * unit;
  return { body: { name, shape, steering: { state, acceleration: limit, angularAcceleration: 0 } }, solids, position: at };
}

function loadPart(spec: LoadSpec, i: number, { offset }: CarrierCase, unit: number): Part {
  const { kind, size, position, quaternion, velocity, spin, mass } = spec;
  const [x, y, z] = scaledVector(size, unit);
  const thrown = {
    name: `load ${i}`,
    pose: { position: scaledVector(plus(position, offset), unit), quaternion },
    velocity: scaledVector(velocity, unit),
    angularVelocity: spin,
    mass,
  };
  const made = (shape: WorldBody['shape'], ...solids: Solid[]): Part => ({ body: { ...thrown, shape }, solids, position: null });
  switch (kind) {
    case 'ball':
      return made(convexSphere(x / 2), solidBall(size[0] / 2));
    case 'mesh':
      return made(box([x, y, z]), solidBox(size));
    case 'octahedron': {
      const corners: [Vec3, Vec3, Vec3] = [
        [size[0] / 2, size[1] / 8, 0],
        [0, size[1] / 2, size[2] / 8],
        [size[0] / 8, 0, size[2] / 2],
      ];
      const scaled = corners.flatMap((corner) => [...scaledVector(corner, unit), ...scaledVector(corner, -unit)]);
      return made(convexHull(scaled), solidOctahedron(corners));
    }
    case 'cross': {
      const [along, across]: Vec3[] = [
        [size[0], size[1] / 3, size[2]],
        [size[0] / 3, size[1], size[2]],
      ];
      const pieces = [along, across].map((piece) => convexBox(scaledVector(piece, unit)));
      return made(new ConvexHierarchy(pieces), solidBox(along), solidBox(across));
    }
    default:
      return made(convexBox([x, y, z]), solidBox(size));
  }
}

interface Told {
  readonly events: readonly { readonly time: number; readonly status: string; readonly a: string; readonly b: string }[];
  readonly time: number;
  readonly complete: boolean;
}

export interface Played {
  readonly told: Told;
  /** What the judge found; null: nothing. */
  readonly wrong: string | null;
  /** Pairs at instants that were judged, and those that were passing. */
  readonly judged: number;
  readonly passing: number;
  readonly looks: number;
}

let last: { readonly given: CarrierCase; readonly played: Played } | null = null;

export function played(given: CarrierCase, unit = 1): Played {
  const parts = [
    ...given.carriers.map((spec, i) => carrierPart(spec, i, given, unit)),
    ...given.loads.map((spec, i) => loadPart(spec, i, given, unit)),
  ];
  const order = [...parts.slice(given.first), ...parts.slice(0, given.first)];
  const world = new ProvenWorld({
    bodies: order.map(({ body }) => body),
    gravity: [0, 0, -9.81 * unit],
    ...(given.tolerance > 0 ? { tolerance: given.tolerance * unit } : {}),
  });
  const events: WorldEvent[] = [];
  const bounced = bounce(given.restitution, given.friction);
  const answer = (event: WorldEvent, now: World): Answer => {
    events.push(event);
    if (event.status === 'contact' || given.overlaps === 'hold') return bounced(event, now);
    return given.overlaps === 'let through' ? undefined : parted(event, now);
  };
  let [judged, passing] = [0, 0];
  let wrong: string | null = null;
  for (let slice = 1; slice <= given.slices && wrong === null; slice++) {
    const { complete } = world.advance((slice / given.slices) * given.seconds, answer, { maxIterations: MOST_LOOKS });
    if (!complete) wrong = `slice ${slice} is at ${world.time} after ${MOST_LOOKS} looks and ${events.length} events in all`;
    const found = judge(world, parts, unit);
    judged += found.judged;
    passing += found.passing;
    wrong ??= found.wrong;
  }
  const told = events.map(({ time, status, a, b }) => ({ time, status, a, b }));
  const { time } = world;
  return { told: { events: told, time, complete: time === given.seconds }, wrong, judged, passing, looks: world.stats.checks };
}

/** Some way apart, along the normal or upwards. */
function parted({ a, b, normal }: WorldEvent, world: World): Answer {
  const changes: Record<string, { velocity: Vec3 }> = {};
  for (const [name, sign] of [
    [a, -1],
    [b, 1],
  ] as const) {
    const { moves, velocity } = world.state(name);
    if (moves === 'thrown') changes[name] = { velocity: plus(velocity, times(normal, (sign * Math.hypot(...world.gravity)) / 64)) };
  }
  return changes;
}

function judge(world: World, parts: readonly Part[], unit: number): Pick<Played, 'wrong' | 'judged' | 'passing'> {
  const through = new Set(world.passing.map(([a, b]) => [a, b].sort().join(' and ')));
  const placed = parts.map(({ body: { name }, solids, position }) => {
    const { position: told, quaternion } = world.state(name);
    const where = scaledVector(told, 1 / unit);
    return {
      name,
      off: position === null ? 0 : Math.hypot(...plus(position(world.time), times(where, -1))),
      solids,
      position: where,
      quaternion,
    };
  });
  let judged = 0;
  for (let i = 0; i < placed.length; i++) {
    const a = placed[i];
    const size = 4 + Math.hypot(...a.position);
    if (!(a.off <= SLACK * size)) return { judged, passing: 0, wrong: `${a.name} is ${a.off} away from its way at ${world.time}` };
    for (const b of placed.slice(0, i)) {
      const pair = [a.name, b.name].sort().join(' and ');
      if (through.has(pair) || (world.state(a.name).moves === 'fixed' && world.state(b.name).moves === 'fixed')) continue;
      judged++;
      let depth = -Infinity;
      for (const one of a.solids) for (const two of b.solids) depth = Math.max(depth, depthOf({ ...a, solid: one }, { ...b, solid: two }));
      if (depth <= SLACK * size) continue;
      const what = `${pair} are ${depth} in each other at ${world.time}, passing is ${JSON.stringify(world.passing)}`;
      return { judged, passing: through.size, wrong: what };
    }
  }
  return { judged, passing: through.size, wrong: null };
}

/** In a unit of length that is a power of two, all bits are the same. */
function scaleDoubt(given: CarrierCase, told: Told): string | null {
  // one of some, because each costs as much as the case itself
  if (given.slices % 4 !== 0) return null;
  const unit = powerOfTwo(given.slices % 8 === 0 ? 10 : -10);
  const found = difference(told, played(given, unit).told);
  return found === null ? null : `in a unit ${unit} times as long: ${found}`;
}
