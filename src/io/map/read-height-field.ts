import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { type HeightFieldOptions, heightField } from '../../mesh/height-field.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type Files, namedFile } from '../files.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { NumberRows } from '../text/number-rows.ts';
import { parseJsonText, textOf } from '../text/parse-json.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';

/** Where the heights of a file stand, and what is below them. */
export interface ReadHeightFieldOptions extends Omit<HeightFieldOptions, 'columns' | 'rows'>, ReadOptions {
  /** Multiplies the heights alone; 0.001 for millimetres. Default 1. */
  readonly scale?: number;
}

const OPTIONS: readonly string[] = ['spacing', 'origin', 'base', 'name', 'scale', 'maxWork'];

/** Units of work of a height, which becomes a vertex and two triangles. */
const HEIGHT_UNITS = 16;

/**
 * Reads a height field: text with a row of heights in each line, separated by blanks, commas or semicolons, or JSON, a
 * list of rows. Heights run along x, rows along y, the first at the origin.
 * @example
 * const ground = await readHeightField(files('terrain'), 'yard.csv', { spacing: 0.25, base: -1 });
 */
export async function readHeightField(files: Files, path: string, options: ReadHeightFieldOptions): Promise<TriangleMesh> {
  checkOptions(options);
  return parseHeightField(await namedFile(files, path, 'readHeightField'), path, options);
}

/** Reads a height field at hand, as `readHeightField` does; `file` is its name, for the format and for errors. */
export function parseHeightField(source: MeshSource, file: string, options: ReadHeightFieldOptions): TriangleMesh {
  checkOptions(options);
  const { scale = 1, name = file, maxWork, ...rest } = options;
  const bytes = bytesOf(source, file);
  const work = meterOf(maxWork);
  work.open(file, bytes.length);
  const isJson = /^\s*[[{]/.test(String.fromCharCode(...bytes.subarray(0, 64)).replace(/^\xef\xbb\xbf/, ''));
  const grid = isJson ? readJsonRows(bytes, file, work) : readTextRows(bytes, file);
  work.spend(HEIGHT_UNITS * grid.heights.length, { file });
  const heights = Float64Array.from(grid.heights, (height) => height * scale);
  const far = heights.findIndex((height) => !(Math.abs(height) <= LARGEST_COORDINATE));
  if (far >= 0) throw new InputError(`height ${far} is ${heights[far]}; coordinates may reach 2^300, about 2e90`, { file });
  return heightField(heights, { ...rest, name, columns: grid.columns, rows: heights.length / grid.columns });
}

function checkOptions(options: ReadHeightFieldOptions): void {
  checkRecord(options, OPTIONS, 'heights');
  const { scale } = options;
  if (scale !== undefined && !(typeof scale === 'number' && scale !== 0 && Math.abs(scale) <= LARGEST_COORDINATE))
    throw new InputError(`heights: scale must be a number other than 0, got ${shownValue(scale)}`);
}

interface HeightGrid {
  readonly heights: ArrayLike<number> & Iterable<number>;
  readonly columns: number;
}

function readJsonRows(bytes: Uint8Array, file: string, work: WorkMeter): HeightGrid {
  const rows = parseJsonText(textOf(bytes, file), file, { work }).items('a list of rows');
  const heights: number[] = [];
  const columns = rows[0]?.numbers().length ?? 0;
  for (const row of rows) {
    const values = row.numbers();
    if (values.length !== columns) throw row.error(`has ${values.length} heights, the first row ${columns}`);
    for (const height of values) heights.push(height);
  }
  if (rows.length < 2 || columns < 2)
    throw new InputError(`${rows.length} rows of ${columns} heights; at least 2 of 2 are a field`, { file, line: 1 });
  return { heights, columns };
}

function readTextRows(bytes: Uint8Array, file: string): HeightGrid {
  const rows = new NumberRows(bytes, file);
  const { scanner } = rows;
  const heights: number[] = [];
  let columns = 0;
  let count = 0;
  while (scanner.skipToContent()) {
    const from = heights.length;
    do heights.push(scanner.coordinate('a height'));
    while (rows.nextValue());
    if (!scanner.atLineEnd()) throw scanner.unexpected('what follows', 'a separator');
    if (count === 0) columns = heights.length;
    if (heights.length - from !== columns) throw scanner.error(`has ${heights.length - from} heights, the first row ${columns}`);
    count++;
    scanner.nextLine();
  }
  if (count < 2 || columns < 2) throw scanner.error(`${count} rows of ${columns} heights; at least 2 of 2 are a field`);
  return { heights, columns };
}
