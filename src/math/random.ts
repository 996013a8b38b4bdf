import { shownValue } from './check-record.ts';
import { InputError } from './input-error.ts';

/**
 * Seeded random numbers: the same seed gives the same numbers in every engine and forever.
 * Generator: sfc32 [Doty-Humphrey 2010], 128 bits of state; for tests, scenes and planners, not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Any text or any finite number; 1 and '1' are different seeds, 0 and −0 the same. */
  constructor(seed: number | string) {
    const words = seedWords(seed);
    this.#a = absorbed(words, 0x243f6a88);
    this.#b = absorbed(words, 0x85a308d3);
    this.#c = absorbed(words, 0x13198a2e);
    for (let i = 0; i < 12; i++) this.#word();
  }

  /** 32 random bits. */
  #word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number in [0, 2^53). */
  #bits53(): number {
    const high = this.#word() >>> 6;
    return high * 2 ** 27 + (this.#word() >>> 5);
  }

  /** Uniform in [0, 1), all multiples of 2^-53 equally likely. */
  next(): number {
    return this.#bits53() * 2 ** -53;
  }

  /** Uniform in [lo, hi); lo when both are equal. */
  range(lo: number, hi: number): number {
    const span = hi - lo;
    if (!(span >= 0 && span < Number.POSITIVE_INFINITY)) throw new InputError(`no range of random numbers from ${lo} to ${hi}`);
    const x = lo + span * this.next();
    return x < hi ? x : lo;
  }

  /** A whole number in [0, n), every one exactly equally likely. */
  integer(n: number): number {
    if (!(Number.isSafeInteger(n) && n > 0)) throw new InputError(`a random integer below ${n} needs a whole number from 1 to 2^53 − 1`);
    for (;;) {
      const bits = this.#bits53();
      // The whole multiple of n below, exact: no quotient of numbers below 2^53 is rounded up to a whole one.
      const base = Math.floor(bits / n) * n;
      // Fewer than n numbers are left up to 2^53: another draw.
      if (base <= 2 ** 53 - n) return bits - base;
    }
  }

  /** A unit vector, uniform on the sphere; its length is off 1 by a few 2^-53. */
  direction(): [x: number, y: number, z: number] {
    for (;;) {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      const z = 2 * this.next() - 1;
      const square = x * x + y * y + z * z;
      // The ball inside the cube; not its very centre, where the grid of the generator shows.
      if (square <= 1 && square > 2 ** -40) {
        const length = Math.sqrt(square);
        return [x / length, y / length, z / length];
      }
    }
  }

  /** A unit quaternion x y z w, uniform over all rotations [Marsaglia 1972]. */
  quaternion(): [x: number, y: number, z: number, w: number] {
    const [x, y, first] = this.#inDisc();
    const [z, w, second] = this.#inDisc();
    const stretch = Math.sqrt((1 - first) / second);
    const length = Math.sqrt(first + stretch * stretch * second);
    return [x / length, y / length, (z * stretch) / length, (w * stretch) / length];
  }

  /** A point of the open unit disc and its squared distance from the centre. */
  #inDisc(): [x: number, y: number, square: number] {
    for (;;) {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      const square = x * x + y * y;
      if (square < 1 && square > 2 ** -40) return [x, y, square];
    }
  }

  /** One of the items, every one equally likely; an InputError where there are none. */
  pick<T>(items: ArrayLike<T>): T {
    if (items.length === 0) throw new InputError('cannot pick one of no items');
    return items[this.integer(items.length)];
  }

  /** Reorders in place, every order equally likely; returns the same array. */
  shuffle<A extends { readonly length: number; [index: number]: unknown }>(items: A): A {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.integer(last + 1);
      const kept = items[last];
      items[last] = items[other];
      items[other] = kept;
    }
    return items;
  }
}

/** The seed as 32-bit words; the first tells text from number. */
function seedWords(seed: number | string): number[] {
  if (typeof seed === 'string') return [1, ...Array.from({ length: seed.length }, (_, i) => seed.charCodeAt(i))];
  if (!Number.isFinite(seed)) throw new InputError(`a seed must be a finite number or a text, got ${shownValue(seed)}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, seed + 0);
  return [2, view.getUint32(0), view.getUint32(4)];
}

function absorbed(words: readonly number[], start: number): number {
  let hash = start;
  for (const word of words) hash = mixed(hash ^ word);
  return hash;
}

/** A bijection of 32-bit words in which every bit reaches all others; multipliers from [Wellons 2018]. */
function mixed(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}
