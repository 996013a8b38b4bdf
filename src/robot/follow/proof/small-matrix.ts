/** Square matrices of a few rows, row by row: estimates, nothing here bounds its rounding. */

/**
 * The inverse, by elimination with the largest pivot of a column; false where there is none to speak of. `work` has
 * n × n numbers.
 */
export function invert(a: Float64Array, n: number, out: Float64Array, work: Float64Array): boolean {
  let size = 0;
  for (let k = 0; k < n * n; k++) {
    work[k] = a[k];
    out[k] = 0;
    size = Math.max(size, Math.abs(a[k]));
  }
  for (let k = 0; k < n; k++) out[k * n + k] = 1;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) if (Math.abs(work[row * n + column]) > Math.abs(work[pivot * n + column])) pivot = row;
    const value = work[pivot * n + column];
    if (!(Math.abs(value) > 1e-13 * size)) return false;
    for (let k = 0; k < n; k++) {
      const x = work[pivot * n + k];
      const y = out[pivot * n + k];
      work[pivot * n + k] = work[column * n + k];
      out[pivot * n + k] = out[column * n + k];
      work[column * n + k] = x / value;
      out[column * n + k] = y / value;
    }
    for (let row = 0; row < n; row++) {
      const factor = work[row * n + column];
      if (row === column || factor === 0) continue;
      for (let k = 0; k < n; k++) {
        work[row * n + k] -= factor * work[column * n + k];
        out[row * n + k] -= factor * out[column * n + k];
      }
    }
  }
  return true;
}

/**
 * Which n of the rows of a matrix of `rows` × n numbers are the best to solve with: elimination with the largest pivot
 * of all, down to a share of the first. Fewer: the columns are no more independent than these. `ahead`: as many are
 * taken from so many first rows before any of the others.
 */
export function bestRows(
  a: Float64Array,
  rows: number,
  n: number,
  least = 1e-9,
  [leading, ahead]: readonly [rows: number, count: number] = [0, 0],
): readonly number[] {
  const work = a.slice();
  const chosen: number[] = [];
  const columns = new Set(Array.from({ length: n }, (_, k) => k));
  let first = 0;
  while (chosen.length < n) {
    let [row, column, largest] = [-1, -1, 0];
    const among = chosen.length < ahead ? leading : rows;
    for (let i = 0; i < among; i++) {
      if (chosen.includes(i)) continue;
      for (const j of columns) if (Math.abs(work[i * n + j]) > largest) [row, column, largest] = [i, j, Math.abs(work[i * n + j])];
    }
    if (first === 0) first = largest;
    if (!(largest > least * first)) break;
    chosen.push(row);
    columns.delete(column);
    for (let i = 0; i < rows; i++) {
      if (chosen.includes(i)) continue;
      const factor = work[i * n + column] / work[row * n + column];
      for (let j = 0; j < n; j++) work[i * n + j] -= factor * work[row * n + j];
    }
  }
  return chosen.sort((x, y) => x - y);
}
