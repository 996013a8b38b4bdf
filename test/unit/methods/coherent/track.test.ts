import { expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { Track } from '../../../../src/methods/coherent/track.ts';
import { type Motion, STATE_P, STATE_SIZE, STATE_TIME } from '../../../../src/motion/motion.ts';
import { rigidMotion, screwMotion } from '../../../../src/motion/rigid-motion.ts';
import { add, product, times, turn } from '../../../support/brute-force.ts';

interface Place {
  position: Vec3;
  quaternion: Quat;
}

const RADIUS = 1.5;
const state = new Float64Array(STATE_SIZE);

function placed(motion: Motion, t: number, origin: Float64Array): Float64Array {
  state[STATE_TIME] = t;
  motion.writeState(origin, state);
  return state;
}

function pointAt(motion: Motion, t: number, x: Vec3): Vec3 {
  const s = placed(motion, t, new Float64Array(3));
  return [0, 1, 2].map((i) => s[3 * i] * x[0] + s[3 * i + 1] * x[1] + s[3 * i + 2] * x[2] + s[STATE_P + i]) as unknown as Vec3;
}

test("no point is ever farther from where the last motion had it (seed 'track')", () => {
  const random = new Random('track');
  let sharpest = 0;
  for (let round = 0; round < 200; round++) {
    const make = random.pick([rigidMotion, screwMotion]);
    const from: Place = { position: times(random.direction(), 3), quaternion: random.quaternion() };
    const to: Place = {
      position: times(random.direction(), 3),
      quaternion: product(turn(random.direction(), random.next()), from.quaternion),
    };
    const size = 10 ** random.range(-4, 0);
    const near = ({ position, quaternion }: Place): Place => ({
      position: add(position, times(random.direction(), size)),
      quaternion: product(turn(random.direction(), size), quaternion),
    });
    const motions = [make(from, to), make(near(from), near(to))];
    const track = new Track();
    let bound = 0;
    for (const motion of motions) {
      // whatever the places are relative to
      const origin = Float64Array.from(times(random.direction(), 5));
      track.begin(placed(motion, 0, origin), origin, RADIUS);
      bound = track.end(placed(motion, 1, origin), origin, RADIUS);
    }
    let farthest = 0;
    for (let k = 0; k <= 20; k++) {
      for (let i = 0; i < 10; i++) {
        const x = times(random.direction(), RADIUS);
        const [p, q] = motions.map((motion) => pointAt(motion, k / 20, x));
        farthest = Math.max(farthest, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      }
    }
    expect(farthest, `round ${round}`).toBeLessThanOrEqual(bound + 1e-12);
    sharpest = Math.max(sharpest, farthest / bound);
  }
  // a bound that is always far off would pass too
  expect(sharpest).toBeGreaterThan(0.5);
});

test('nothing is known of the first motion, nor after it was forgotten', () => {
  const track = new Track();
  const origin = new Float64Array(3);
  const motion = rigidMotion({}, { position: [0.1, 0, 0] });
  const next = (): number => {
    track.begin(placed(motion, 0, origin), origin, RADIUS);
    return track.end(placed(motion, 1, origin), origin, RADIUS);
  };
  expect(next()).toBe(Infinity);
  expect(next()).toBe(0);
  track.forget();
  expect(next()).toBe(Infinity);
});
