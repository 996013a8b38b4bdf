import type { Motion } from '../../src/motion/motion.ts';

/** The same motion, but asked for more than `most` states it throws: a search that never ends fails its test instead of hanging it. */
export function patient(motion: Motion, most = 1_000_000): Motion {
  let asked = 0;
  const limited: Motion = Object.create(motion);
  limited.writeState = (reference, out) => {
    if (++asked > most) throw new Error(`the search has asked for more than ${most} states: it does not end`);
    motion.writeState(reference, out);
  };
  return limited;
}
