import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { STATE_A0, STATE_A1, STATE_OMEGA, STATE_P, STATE_SIZE, STATE_TIME, STATE_V } from '../../../src/motion/motion.ts';
import { RelativeMotion } from '../../../src/motion/relative-motion.ts';
import type { RigidMotion } from '../../../src/motion/rigid-motion.ts';
import { libraryMotion, randomMotion } from '../../property/random-pairs.ts';
import { add, type BruteMotion, bruteMotion, cross, minus, type Placement, times } from '../../support/brute-force.ts';

/** Where a point of a is at t, in the frame of b: by their places in the world alone. */
function seenFrom(a: BruteMotion, b: BruteMotion, t: number, x: Vec3): Vec3 {
  const to = ({ rotation: r, position: p }: Placement): Vec3 =>
    add([0, 1, 2].map((i) => r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2]) as unknown as Vec3, p);
  const frame = b.at(t, [0, 0, 0]);
  const d = minus(to(a.at(t, [0, 0, 0])), frame.position);
  return [0, 1, 2].map((i) => frame.rotation[i] * d[0] + frame.rotation[3 + i] * d[1] + frame.rotation[6 + i] * d[2]) as unknown as Vec3;
}

describe('the motion of a body as seen from another', () => {
  test('is where the world says, as fast, and within its bounds at all times, seed relative-motion', () => {
    const random = new Random('relative-motion');
    const relative = new RelativeMotion();
    const state = new Float64Array(STATE_SIZE);
    const REFERENCE = Float64Array.of(0.2, -0.4, 0.1);
    const h = 1e-4;
    let rounds = 0;
    while (rounds < 30) {
      const specs = [randomMotion(random, random.range(0, 2)), randomMotion(random, random.range(0, 2))] as const;
      if (specs.some(({ kind }) => kind === 'ballistic')) continue;
      rounds++;
      const [a, b] = specs.map(bruteMotion);
      relative.between(libraryMotion(specs[0]) as RigidMotion, libraryMotion(specs[1]) as RigidMotion, REFERENCE);
      for (let sample = 0; sample < 10; sample++) {
        const t = random.range(h, 1 - h);
        const rho = random.range(0, 2);
        const x = times(random.direction(), rho);
        const [before, now, after] = [t - h, t, t + h].map((time) => seenFrom(a, b, time, x));
        state[STATE_TIME] = t;
        relative.writeState(REFERENCE, state);
        const turned = [0, 1, 2].map((i) => state[3 * i] * x[0] + state[3 * i + 1] * x[1] + state[3 * i + 2] * x[2]) as unknown as Vec3;
        const own = (o: number): Vec3 => [state[o], state[o + 1], state[o + 2]];
        const place = add(turned, own(STATE_P));
        expect(Math.hypot(...minus(place, now))).toBeLessThan(1e-13 * (10 + Math.hypot(...now)));
        const velocity = add(own(STATE_V), cross(own(STATE_OMEGA), turned));
        const moved = times(minus(after, before), 1 / (2 * h));
        // differences err by h² of the third derivative and by roundings over h
        const noise = 1e-6 * (1 + Math.hypot(...moved));
        expect(Math.hypot(...minus(velocity, moved))).toBeLessThan(20 * noise);
        expect(Math.hypot(...moved)).toBeLessThanOrEqual(relative.travel(rho) + 20 * noise);
        const bent = times(add(minus(before, times(now, 2)), after), 1 / (h * h));
        expect(Math.hypot(...bent)).toBeLessThanOrEqual(relative.bend(rho) * (1 + 1e-4) + 1e-5);
        expect([state[STATE_A0] + state[STATE_A1] * rho]).toEqual([relative.bend(rho)]);
      }
    }
  });

  test('is none where both move as one, however they do', () => {
    const random = new Random('as-one');
    const relative = new RelativeMotion();
    for (let i = 0; i < 30; i++) {
      const spec = randomMotion(random, 2);
      if (spec.kind === 'ballistic') continue;
      const motion = libraryMotion(spec) as RigidMotion;
      relative.between(motion, libraryMotion(spec) as RigidMotion, new Float64Array(3));
      expect([relative.still, relative.travel(5), relative.bend(5)]).toEqual([true, 0, 0]);
    }
  });
});
