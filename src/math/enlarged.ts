/** Every index of an array: an index masked by it can be added to without a look whether the sum overflows. */
export const INDICES = 0x3fffffff;

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** `to`, which begins with what `from` holds. */
export function enlarged<T extends Numbers>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** An array of twice the length that begins with what this one holds. */
export function doubled<T extends Numbers>(from: T): T {
  return enlarged(from, new (from.constructor as new (length: number) => T)(2 * from.length));
}

/**
 * Memory for so many doubles. No Float64Array: once any buffer of a program was detached, as WebAssembly's memory is
 * when it grows, every access to one asks whether its own was, which took a fifth of a cast.
 */
export function doubles(count: number): number[] {
  const out: number[] = [];
  // not whole, so that engines keep doubles from the start
  for (let k = 0; k < count; k++) out.push(0.5);
  return out;
}
