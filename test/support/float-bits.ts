/** What a computation may give for a comparison by bits. */
export type Numbers = number | ArrayLike<number>;

/** Sixteen hexadecimal digits per double, in order. All NaNs are one: their payload belongs to the engine. */
export function floatBits(numbers: Numbers): string[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from(typeof numbers === 'number' ? [numbers] : numbers, (x) => {
    if (Number.isNaN(x)) return 'NaN';
    view.setFloat64(0, x);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  });
}
