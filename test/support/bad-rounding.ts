/** Rounding to f32 as badly as WGSL allows: to either neighbour, whichever hurts. */
import type { Random } from '../../src/math/random.ts';

const word = new Float32Array(1);
const bits = new Int32Array(word.buffer);

/** The f32 at or above x, or at or below it. */
export function directed(x: number, up: boolean): number {
  word[0] = x;
  const nearest = word[0];
  if (nearest === x || (up ? nearest > x : nearest < x)) return nearest;
  if (nearest === 0) return (up ? 1 : -1) * 2 ** -149;
  bits[0] += nearest > 0 === up ? 1 : -1;
  return word[0];
}

/** Every operation up or down by chance, the same again for the same seed. */
export function randomRounding(random: Random): (x: number) => number {
  return (x) => directed(x, random.next() < 0.5);
}

/** As badly as WGSL allows: all up, all down, and `more` by chance. */
export function badRoundings(random: Random, more: number): ((x: number) => number)[] {
  return [(x) => directed(x, true), (x) => directed(x, false), ...Array.from({ length: more }, () => randomRounding(random))];
}

/** Roots and quotients are off by some units. */
export function badRoot(random: Random): (x: number) => number {
  return (x) => Math.fround(x * (1 + random.range(-1, 1) * 2 ** -21));
}
