/** Whether two boxes meet: min x y z, max x y z each, in the same frame. Comparisons are exact; NaN meets anything. */
export function aabbsOverlap(a: Float64Array, ao: number, b: Float64Array, bo: number): boolean {
  return !(
    a[ao] > b[bo + 3] ||
    b[bo] > a[ao + 3] ||
    a[ao + 1] > b[bo + 4] ||
    b[bo + 1] > a[ao + 4] ||
    a[ao + 2] > b[bo + 5] ||
    b[bo + 2] > a[ao + 5]
  );
}
