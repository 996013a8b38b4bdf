import { GrowingFloat64Array } from '../text/growing-array.ts';
import { NumberRows } from '../text/number-rows.ts';
import type { TextScanner } from '../text/text-scanner.ts';
import type { CloudPoints } from './build-cloud.ts';

// Points as text, one a line: XYZ, TXT, CSV, ASC, PTS. x, y, z are the first three columns, or those that a first line
// of names calls so, `radius` likewise; other columns are skipped. PTS begins with the number of points.

const VALUES: readonly string[] = ['x', 'y', 'z', 'radius'];
/** Columns are looked at one by one. */
const MOST_COLUMNS = 1000;

export function parseXyz(bytes: Uint8Array, file: string): CloudPoints {
  const rows = new NumberRows(bytes, file);
  const { scanner } = rows;
  if (!scanner.skipToContent()) throw scanner.error('no points: the file is empty');
  const claimed = /\.pts(?:[?#].*)?$/i.test(file) ? readCount(scanner) : undefined;
  const slots = readNames(rows);
  const positions = new GrowingFloat64Array();
  const radii = slots.includes(3) ? new GrowingFloat64Array() : null;
  const point = new Float64Array(4);
  while (scanner.skipToContent()) {
    readPoint(rows, slots, point);
    positions.push3(point[0], point[1], point[2]);
    // three a time, as it grows
    if (radii !== null) radii.push3(point[3], 0, 0);
  }
  const count = positions.length / 3;
  if (count === 0) throw scanner.error('no points: the file has none behind its first line');
  if (claimed !== undefined && claimed !== count)
    throw scanner.error(`the first line says ${claimed} points, the file has ${count}; it may be cut short`);
  return { positions: positions.view, radii: radii === null ? null : everyThird(radii.view), placeOf: () => ({}) };
}

/** Where a line holds one number alone. */
function readCount(scanner: TextScanner): number | undefined {
  const { pos } = scanner;
  const text = scanner.word();
  const isAlone = /^\d{1,15}$/.test(text) && scanner.atLineEnd();
  if (!isAlone) {
    scanner.pos = pos;
    return undefined;
  }
  scanner.nextLine();
  scanner.skipToContent();
  return Number(text);
}

/** For each column: which value it holds, or −1. */
function readNames(rows: NumberRows): readonly number[] {
  const { scanner } = rows;
  const { pos } = scanner;
  const words = rows.words(MOST_COLUMNS);
  if (!/^[a-z_"'/]/i.test(words[0]) || /^[+-]?(nan|inf)/i.test(words[0])) {
    scanner.pos = pos;
    return [0, 1, 2];
  }
  const names = words.map((word) => word.replace(/^\/\//, '').toLowerCase());
  const missing = VALUES.slice(0, 3).find((name) => !names.includes(name));
  if (missing !== undefined)
    throw scanner.error(
      `the first line names columns (${words.slice(0, 6).join(', ')}${words.length > 6 ? ', …' : ''}), but none is ${missing}; name x, y and z, or leave the line out`,
    );
  const twice = VALUES.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw scanner.error(`the first line names two columns ${twice}`);
  scanner.nextLine();
  const slots = names.map((name) => VALUES.indexOf(name));
  while (slots.at(-1) === -1) slots.pop();
  return slots;
}

/** Reads up to the last column that counts, and passes over the rest of the line. */
function readPoint(rows: NumberRows, slots: readonly number[], point: Float64Array): void {
  const { scanner } = rows;
  for (let column = 0; column < slots.length; column++) {
    const slot = slots[column];
    if (column > 0 && !rows.nextValue()) {
      if (scanner.atLineEnd()) throw scanner.error(`the line ends after ${column} of ${slots.length} values`);
      throw scanner.unexpected('what follows', 'a separator');
    }
    if (slot < 0) scanner.skipWord();
    else point[slot] = slot === 3 ? scanner.radius() : scanner.measured(VALUES[slot]);
  }
  if (rows.nextValue() || scanner.atLineEnd()) scanner.nextLine();
  else throw scanner.unexpected('what follows', 'a separator');
}

function everyThird(values: Float64Array): Float64Array {
  const out = new Float64Array(values.length / 3);
  for (let i = 0; i < out.length; i++) out[i] = values[3 * i];
  return out;
}
