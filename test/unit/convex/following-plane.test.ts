import { expect, test } from 'vitest';
import { ConvexApproach, EPSILON, FALLING_STATE_SIZE, HORIZON, LOW, NORMAL, STEP, TARGET } from '../../../src/convex/convex-approach.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import {
  FollowingPlane,
  PLANE_EPSILON,
  PLANE_HORIZON,
  PLANE_NORMAL,
  PLANE_STEP,
  PLANE_TARGET,
} from '../../../src/convex/following-plane.ts';
import { convexBox, convexCapsule, convexPrism } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { VClip } from '../../../src/convex/trackers/v-clip.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { STATE_TIME } from '../../../src/motion/motion.ts';
import { ThrownPath } from '../../../src/world/world-path.ts';
import { rounds } from '../../support/rounds.ts';
import { randomHull } from './placed-hulls.ts';

// Steps across a plane that turns along, against distances at instants in between, which another tracker measures anew.

const SEED = 1808;
const SAMPLES = 24;
const EPS = 1e-12;

function bodyOf(random: Random): ConvexPolyhedron {
  return random.pick([
    () => randomHull(random, 4 + random.integer(20)),
    () => randomHull(random, 8, [1, 1, 0]),
    () => convexBox([1, random.range(0.1, 1), random.range(0.02, 1)]),
    () => convexPrism(3 + random.integer(30), 1, random.range(0.05, 1)),
    () => convexCapsule([-0.5, 0, 0], [0.5, 0, 0], 0.2),
  ])();
}

function stateOf(path: ThrownPath, time: number): Float64Array {
  const state = new Float64Array(FALLING_STATE_SIZE);
  state[STATE_TIME] = time;
  path.writeState(state);
  return state;
}

test(`nothing comes nearer than the target within a step, whatever turns, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const vector = (most: number): Vec3 => random.direction().map((x) => x * random.range(0, most)) as unknown as Vec3;
  let steps = 0;
  let longer = 0;
  for (let round = 0; round < rounds(600); round++) {
    const [a, b] = [bodyOf(random), bodyOf(random)];
    const fast = 10 ** random.range(-2, 1);
    const thrown = (position: Vec3): ThrownPath =>
      new ThrownPath(0, position, random.quaternion(), vector(fast), vector(fast), random.pick<Vec3>([[0, 0, -9.8], [0, 0, 0], vector(5)]));
    const paths = [thrown([0, 0, 0]), thrown(random.direction().map((x) => x * random.range(0.5, 2.5)) as unknown as Vec3)];
    const [A, B] = paths.map((path) => stateOf(path, 0));
    const approach = new ConvexApproach(random.next() < 0.5 ? new VClip(a, b) : new Gjk(a, b));
    approach.numbers[EPSILON] = EPS;
    approach.measure(A, B);
    const low = approach.numbers[LOW];
    if (!(low > 1e-6)) continue;
    const plane = new FollowingPlane(approach.tracker);
    const { numbers } = plane;
    for (let k = 0; k < 3; k++) numbers[PLANE_NORMAL + k] = approach.numbers[NORMAL + k];
    numbers[PLANE_TARGET] = approach.numbers[TARGET] = low * random.pick([0, 0.5, 0.99]);
    numbers[PLANE_HORIZON] = approach.numbers[HORIZON] = random.pick([0.01, 1, 100]);
    numbers[PLANE_EPSILON] = EPS;
    plane.step(A, B);
    approach.step(A, B);
    const step = numbers[PLANE_STEP];
    expect(step).toBeLessThanOrEqual(numbers[PLANE_HORIZON]);
    // the approach takes the longer of its own and this one
    expect(approach.numbers[STEP]).toBeGreaterThanOrEqual(step * (1 - 2 ** -29));
    if (!(step > 0)) continue;
    steps++;
    const judge = new Gjk(a, b);
    for (let i = 1; i <= SAMPLES; i++) {
      const [x, y] = paths.map((path) => stateOf(path, (step * i) / SAMPLES));
      judge.reset();
      judge.track(x, y);
      const distance = judge.out[0] - a.radius - b.radius;
      if (!(distance >= numbers[PLANE_TARGET] - 1e-9))
        expect.fail(`round ${round}: ${distance} at ${i}/${SAMPLES} of ${step}, kept ${numbers[PLANE_TARGET]}`);
      if (i === SAMPLES && distance > numbers[PLANE_TARGET] * (1 + 1e-6)) longer++;
    }
  }
  expect(steps).toBeGreaterThan(rounds(600) / 4);
  expect(longer).toBeGreaterThan(0);
});
