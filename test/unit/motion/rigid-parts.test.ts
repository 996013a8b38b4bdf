import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { STATE_SIZE, STATE_TIME } from '../../../src/motion/motion.ts';
import { type RigidMotion, restMotion, rigidMotion, rotationMotion, screwMotion } from '../../../src/motion/rigid-motion.ts';
import { motionOfParts, partsOf } from '../../../src/motion/rigid-parts.ts';

const ORIGIN = new Float64Array(3);

function states(motion: RigidMotion): number[] {
  return [0, 0.3, 1].flatMap((t) => {
    const state = new Float64Array(STATE_SIZE);
    state[STATE_TIME] = t;
    motion.writeState(ORIGIN, state);
    return [...state];
  });
}

test("a motion made again of its parts is the same bit by bit, seed 'parts'", () => {
  const random = new Random('parts');
  for (let i = 0; i < 50; i++) {
    const [from, to] = [0, 1].map(() => ({ position: random.direction(), quaternion: random.quaternion() }));
    const motions = [
      restMotion(from),
      rigidMotion(from, { ...from, position: to.position }),
      rigidMotion(from, to),
      screwMotion(from, to),
      rotationMotion(from, random.direction(), random.range(-9, 9), random.direction()),
    ];
    for (const motion of motions) {
      const again = motionOfParts(partsOf(motion));
      expect(states(again)).toEqual(states(motion));
      expect(partsOf(again)).toEqual(partsOf(motion));
    }
  }
});
