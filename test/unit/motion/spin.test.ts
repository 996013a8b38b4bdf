import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import {
  MOTION_SPIN,
  ONE_TURN,
  SPIN_AXES,
  SPIN_BEND,
  SPIN_COUNT,
  SPIN_DRIFT,
  SPIN_FROM,
  SPIN_SIZE,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
  SPIN_TIME,
  writeNoSpin,
} from '../../../src/motion/spin.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { add, bruteMotion, dot, type MotionSpec, minus, norm, times } from '../../support/brute-force.ts';

const ORIGIN: Vec3 = [0, 0, 0];

/** How far a point is from the circle on which another one turns about an axis. */
function fromCircle(point: Vec3, on: Vec3, centre: Vec3, axis: Vec3): number {
  const cylinder = (x: Vec3): [number, number] => {
    const d = minus(x, centre);
    const along = dot(d, axis);
    return [norm(minus(d, times(axis, along))), along];
  };
  const [a, b] = [cylinder(point), cylinder(on)];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Spinning about an axis of its own or of the world, thrown or not, by few turns or many. */
function randomSpec(random: Random): MotionSpec {
  const pose = { position: times(random.direction(), random.next()), quaternion: random.quaternion() };
  const angle = random.pick([0.3, 2, 7, 60]) * random.range(0.5, 1);
  if (random.next() < 0.5)
    return { kind: 'rotation', pose, axis: random.direction(), angle, centre: random.pick([undefined, times(random.direction(), 2)]) };
  return {
    kind: 'ballistic',
    pose,
    velocity: times(random.direction(), 3),
    angularVelocity: times(random.direction(), angle),
    acceleration: times(random.direction(), random.pick([0, 4])),
  };
}

test('with its spins turned by any angle, a body moves no faster than it says, from any time on, seed spin', () => {
  const random = new Random('spin');
  const out = new Float64Array(SPIN_SIZE);
  const reference = Float64Array.of(0.3, -0.2, 0.5);
  const aside: Vec3 = [0.3, -0.2, 0.5];
  let spinning = 0;
  for (let i = 0; i < 150; i++) {
    const spec = randomSpec(random);
    const motion: Motion = libraryMotion(spec);
    const brute = bruteMotion(spec);
    const rho = random.range(0, 2);
    const x = times(random.direction(), rho);
    const at = (t: number): Vec3 => {
      const { rotation: r, position } = brute.at(t, ORIGIN);
      return add([0, 1, 2].map((k) => r[3 * k] * x[0] + r[3 * k + 1] * x[1] + r[3 * k + 2] * x[2]) as unknown as Vec3, position);
    };
    const t = random.range(0, 0.9);
    out[SPIN_TIME] = t;
    out[SPIN_FROM] = random.pick([0.5, ONE_TURN]);
    motion.writeSpin?.(reference, out);
    const vector = (o: number): Vec3 => [out[o], out[o + 1], out[o + 2]];
    const drift = vector(SPIN_DRIFT);
    for (let k = 0; k < 10; k++) {
      const s = random.range(0, 1 - t);
      // taken back by the drift, the point is near where its spin may have brought it from
      const place = minus(at(t + s), times(drift, s));
      const bound = s * (out[SPIN_SPEED] + out[SPIN_SPEED_OF_RHO] * rho) + 0.5 * s * s * out[SPIN_BEND];
      const way =
        out[SPIN_COUNT] === 0 ? norm(minus(place, at(t))) : fromCircle(place, at(t), add(vector(SPIN_AXES), aside), vector(SPIN_AXES + 3));
      expect(way).toBeLessThanOrEqual(bound + 1e-12);
    }
    if (out[SPIN_COUNT] === 0) continue;
    spinning++;
    expect(norm(vector(SPIN_AXES + 3))).toBeCloseTo(1, 13);
  }
  expect(spinning).toBeGreaterThan(40);
  expect(spinning).toBeLessThan(140);
});

test('of a motion of which only its speed is known, the record says that and nothing else', () => {
  const out = new Float64Array(SPIN_SIZE).fill(7);
  writeNoSpin(3, out);
  const part = (name: keyof typeof MOTION_SPIN, count = 1): number[] => [...out.subarray(MOTION_SPIN[name], MOTION_SPIN[name] + count)];
  expect([part('count'), part('drift', 3), part('speed'), part('speedOfRho'), part('bend')]).toEqual([[0], [0, 0, 0], [3], [0], [0]]);
  // what the caller wrote stays
  expect([part('time'), part('from'), MOTION_SPIN.size]).toEqual([[7], [7], out.length]);
});
