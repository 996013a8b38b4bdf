// Bodies thrown at a floor and at each other, answered by bouncing; nothing may come through the floor, and another unit changes nothing.
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { Schedule, WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { powerOfTwo, scaledVector, vector } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';

interface ThrownSpec {
  readonly shape: {
    readonly kind: 'prism' | 'sphere' | 'hull' | 'box' | 'mesh';
    readonly size: number;
    readonly points: readonly number[];
  };
  readonly position: Vec3;
  readonly quaternion: Quat;
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

interface WorldCase {
  readonly bodies: readonly ThrownSpec[];
  readonly gravity: Vec3;
  readonly schedule: Schedule;
  readonly restitution: number;
  readonly friction: number;
  readonly seconds: number;
  readonly tolerance: number;
}

export const WORLDS: Question<WorldCase> = {
  kind: 'worlds',
  make: (random) => ({
    bodies: Array.from({ length: 1 + random.integer(4) }, (_, i) => thrown(random, i)),
    gravity: random.pick<Vec3>([
      [0, 0, -9.81],
      [0, 0, -9.81],
      [0, 0, 0],
      [1, 0, -20],
    ]),
    schedule: random.pick<Schedule>(['certified', 'certified', 'estimate', 'fixed']),
    restitution: random.pick([0, 0.5, 0.5, 1]),
    friction: random.pick([0, 0.5]),
    seconds: 0.6,
    tolerance: powerOfTwo(-10),
  }),
  answer: played,
  doubt: (given) => {
    const told = played(given);
    return firstDoubt(
      () => difference(told, played(given), 'played again'),
      () => jsonDoubt(told),
      () => floorDoubt(given, told),
      () => scaleDoubt(given, told),
    );
  },
};

function thrown(random: Random, i: number): ThrownSpec {
  return {
    shape: {
      kind: random.pick(['prism', 'sphere', 'hull', 'box', 'mesh']),
      size: random.range(0.1, 0.4),
      points: Array.from({ length: 15 }, () => random.range(-0.3, 0.3)),
    },
    position: [random.range(-0.6, 0.6), random.range(-0.6, 0.6), 0.8 + 0.9 * i],
    quaternion: random.pick<Quat>([[0, 0, 0, 1], random.quaternion()]),
    velocity: random.pick<Vec3>([[0, 0, 0], vector(random, 3), [0, 0, -random.range(5, 80)]]),
    spin: random.pick<Vec3>([[0, 0, 0], vector(random, 12), vector(random, 60)]),
  };
}

function shapeOf({ kind, size, points }: ThrownSpec['shape'], factor: number): WorldBody['shape'] {
  const length = size * factor;
  switch (kind) {
    case 'prism':
      return convexPrism(7, length, length / 2);
    case 'sphere':
      return convexSphere(length);
    case 'box':
      return convexBox([length, length, length]);
    case 'mesh':
      return box([length, length, length]);
    default:
      // each point and its opposite, because a body of a world turns about its centre of mass
      return convexHull([...points, ...points.map((x) => -x)].map((x) => x * factor));
  }
}

interface Played {
  readonly events: readonly { readonly time: number; readonly status: string; readonly a: string; readonly b: string }[];
  readonly states: readonly { readonly position: Vec3; readonly quaternion: Quat; readonly velocity: Vec3 }[];
  readonly time: number;
  readonly complete: boolean;
}

function played(given: WorldCase, factor = 1): Played {
  const floor: WorldBody = { name: 'floor', shape: convexBox([40 * factor, 40 * factor, 8 * factor], [0, 0, -4 * factor]), fixed: true };
  const bodies = given.bodies.map(
    ({ shape, position, quaternion, velocity, spin }, i): WorldBody => ({
      name: `${i}`,
      shape: shapeOf(shape, factor),
      pose: { position: scaledVector(position, factor), quaternion },
      velocity: scaledVector(velocity, factor),
      angularVelocity: spin,
      mass: 1,
    }),
  );
  const { schedule, tolerance } = given;
  const gravity = scaledVector(given.gravity, factor);
  const world = new World({
    bodies: [floor, ...bodies],
    gravity,
    tolerance: tolerance * factor,
    schedule,
    ...(schedule === 'fixed' ? { interval: 1 / 128 } : {}),
  });
  const { time, complete, events } = world.advance(given.seconds, bounce(given.restitution, given.friction), { maxIterations: 3000 });
  return {
    events: events.map((event) => ({ time: event.time, status: event.status, a: event.a, b: event.b })),
    states: bodies.map(({ name }) => {
      const { position, quaternion, velocity } = world.state(name);
      return { position, quaternion, velocity };
    }),
    time,
    complete,
  };
}

/** The floor is 8 thick: whose middle is below its top has come through, as only the schedules that may miss things let it. */
function floorDoubt({ bodies, schedule }: WorldCase, { states, events }: Played): string | null {
  if (schedule !== 'certified') return null;
  const i = states.findIndex(
    ({ position }) => position[2] < -0.05 && position[0] > -19 && position[0] < 19 && position[1] > -19 && position[1] < 19,
  );
  if (i < 0) return null;
  const told = events.filter(({ a, b }) => a === `${i}` || b === `${i}`).length;
  return `body ${i} of ${bodies.length} is at z = ${states[i].position[2]} in the floor, after ${told} events`;
}

function scaleDoubt(given: WorldCase, told: Played): string | null {
  for (const factor of [-10, 10].map(powerOfTwo)) {
    const { events, time, complete } = played(given, factor);
    const found = difference({ events: told.events, time: told.time, complete: told.complete }, { events, time, complete });
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}
