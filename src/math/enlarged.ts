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
