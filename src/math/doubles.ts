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
