import type { Random } from '../../src/math/random.ts';

const buffer = new DataView(new ArrayBuffer(8));

/** Any finite double, all exponents equally likely. */
export function doubleOfAnySize(random: Random): number {
  buffer.setUint32(0, random.integer(2 ** 32));
  buffer.setUint32(4, random.integer(2 ** 32));
  const x = buffer.getFloat64(0);
  return Number.isFinite(x) ? x : doubleOfAnySize(random);
}

/** Zeros, powers of two, the ends of the range, subnormals and everyday numbers. */
export function hardDouble(random: Random): number {
  const sign = random.pick([-1, 1]);
  switch (random.integer(7)) {
    case 0:
      return random.pick([0, -0, 1, 0.1, 5e-324, 2 ** -1022, Number.MAX_VALUE, 2 ** 53, 1 - 2 ** -53, 1 + 2 ** -52]) * sign;
    case 1:
      return sign * 5e-324 * random.integer(2 ** 52);
    case 2:
      return sign * 2 ** (random.integer(2098) - 1074);
    case 3:
      return random.range(-1, 1);
    case 4:
      return sign * random.integer(1000);
    case 5:
      return sign * 2 ** 1023 * random.range(0.9, 1.9999);
    default:
      return doubleOfAnySize(random);
  }
}
