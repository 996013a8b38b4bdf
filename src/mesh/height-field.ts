import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { TriangleMesh } from './triangle-mesh.ts';

/** Where the heights are, and what is below them. */
export interface HeightFieldOptions {
  /** Heights along x, at least 2; they run fastest. */
  readonly columns: number;
  /** Heights along y, at least 2. */
  readonly rows: number;
  /** Distance of neighbours in the unit of length, or along x and y. */
  readonly spacing: number | readonly [number, number];
  /** Where the first height stands. Default [0, 0]. */
  readonly origin?: readonly [number, number];
  /**
   * How far down the ground reaches: everything from there up to the heights counts, a solid. Default: the surface
   * alone, under which anything fits.
   */
  readonly base?: number;
  /** Shown in results. Default 'heights'. */
  readonly name?: string;
}

const OPTIONS: readonly string[] = ['columns', 'rows', 'spacing', 'origin', 'base', 'name'];

/**
 * A height field as an obstacle: z over a grid of x and y, two triangles between each four neighbours, cut from the
 * first to the last of them.
 * @example
 * ```ts
 * const ground = heightField([0, 0.1, 0, 0, 0.2, 0], { columns: 3, rows: 2, spacing: 0.5, base: -1 });
 * ```
 */
export function heightField(heights: ArrayLike<number>, options: HeightFieldOptions): TriangleMesh {
  checkRecord(options, OPTIONS, 'heights');
  const { columns, rows, spacing, origin = [0, 0], base, name = 'heights' } = options;
  for (const [key, count] of Object.entries({ columns, rows }))
    if (!(Number.isInteger(count) && count >= 2)) throw new InputError(`${name}: ${key} must be an integer ≥ 2, got ${shownValue(count)}`);
  const steps = typeof spacing === 'number' ? [spacing, spacing] : spacing;
  if (!Array.isArray(steps) || steps.length !== 2 || !Array.from(steps).every((step) => Number.isFinite(step) && step > 0))
    throw new InputError(`${name}: spacing must be one or two lengths > 0, got ${shownValue(spacing)}`);
  if (!Array.isArray(origin) || origin.length !== 2 || !Array.from(origin).every(Number.isFinite))
    throw new InputError(`${name}: origin must be two finite numbers, got ${shownValue(origin)}`);
  if (heights?.length !== columns * rows) throw new InputError(`${name}: ${heights?.length} heights for ${columns} × ${rows}`);
  let lowest = Infinity;
  const positions: number[] = [];
  for (let i = 0; i < heights.length; i++) {
    const column = i % columns;
    if (!Number.isFinite(heights[i])) throw new InputError(`${name}: height ${i} is ${shownValue(heights[i])}`);
    lowest = Math.min(lowest, heights[i]);
    positions.push(origin[0] + column * steps[0], origin[1] + ((i - column) / columns) * steps[1], heights[i]);
  }
  const indices: number[] = [];
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      indices.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  if (base === undefined) return new TriangleMesh(positions, indices, { name });
  if (!(Number.isFinite(base) && base < lowest))
    throw new InputError(`${name}: base must lie below all heights (${lowest}), got ${shownValue(base)}`);
  addGround(positions, indices, columns, rows, base);
  return new TriangleMesh(positions, indices, { name, solid: true });
}

/** The same triangles at the base, turned round, and walls between. */
function addGround(positions: number[], indices: number[], columns: number, rows: number, base: number): void {
  const count = columns * rows;
  for (let i = 0; i < count; i++) positions.push(positions[3 * i], positions[3 * i + 1], base);
  const surface = indices.length;
  for (let i = 0; i < surface; i += 3) indices.push(count + indices[i], count + indices[i + 2], count + indices[i + 1]);
  const wall = (a: number, b: number): void => {
    indices.push(b, a, count + a, b, count + a, count + b);
  };
  for (let column = 0; column + 1 < columns; column++) {
    wall(column, column + 1);
    wall((rows - 1) * columns + column + 1, (rows - 1) * columns + column);
  }
  for (let row = 0; row + 1 < rows; row++) {
    wall((row + 1) * columns, row * columns);
    wall((row + 1) * columns - 1, (row + 2) * columns - 1);
  }
}
