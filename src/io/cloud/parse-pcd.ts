import { InputError } from '../../math/input-error.ts';
import { TextScanner } from '../text/text-scanner.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { CloudPoints } from './build-cloud.ts';
import { MOST_LZF_GROWTH, unpackLzf } from './lzf.ts';
import { type PcdField, type PcdHeader, readPcdHeader } from './pcd-header.ts';

// PCD 0.6 and 0.7, of the Point Cloud Library: x, y, z and radius of any type, among whatever other fields, organised
// or not. Text: a point a line. Binary: point after point. Compressed: field after field, packed by LZF. The viewpoint
// is where the sensor stood; points are relative to the origin, not to it.

const VALUES: readonly string[] = ['x', 'y', 'z', 'radius'];

export function parsePcd(bytes: Uint8Array, file: string, work: WorkMeter): CloudPoints {
  const header = readPcdHeader(bytes, file);
  const headerFault = (message: string) => new InputError(message, { file, line: header.dataLine - 1 || 1 });
  const byName = new Map([...header.fields].reverse().map((field) => [field.name, field]));
  const found = VALUES.map((name) => byName.get(name));
  const missing = found.indexOf(undefined);
  if (missing >= 0 && missing < 3) throw headerFault(`the points have no field ${VALUES[missing]}`);
  const fields = found.filter((field) => field !== undefined);
  for (const { name, count } of fields) if (count !== 1) throw headerFault(`field ${name} has COUNT ${count}; expected one value a point`);
  if (header.points === 0) throw headerFault('no points: the header says 0');
  const points = header.data === 'ascii' ? readText(bytes, file, header, fields) : readBytes(bytes, file, header, fields, work);
  const warnings = header.isMoved ? ['its VIEWPOINT is not applied; points are taken as they are, and a pose can place them'] : [];
  return { ...points, warnings };
}

function readText(bytes: Uint8Array, file: string, header: PcdHeader, fields: readonly PcdField[]): CloudPoints {
  const { points, columns, dataByte, dataLine } = header;
  const scanner = new TextScanner(bytes, file, {}, dataByte, dataLine);
  const left = bytes.length - dataByte;
  // Every value takes a digit and a blank or line break, which the last one may lack.
  if (points * 2 * columns > left + 1)
    throw scanner.error(`${points} points of ${columns} values, but only ${left} bytes are left; the file may be cut short`);
  const { positions, radii } = roomFor(points, fields);
  const slots = new Int8Array(columns).fill(-1);
  fields.forEach((field, slot) => {
    slots[field.column] = slot;
  });
  for (let i = 0; i < points; i++) {
    if (!scanner.skipToContent()) throw scanner.error(`the file ends before point ${i + 1} of ${points}; it may be cut short`);
    for (let column = 0; column < columns; column++) {
      const slot = slots[column];
      if (slot >= 0 && slot < 3) positions[3 * i + slot] = scanner.measured(VALUES[slot]);
      else if (slot === 3 && radii !== null) radii[i] = scanner.radius();
      else if (scanner.atLineEnd()) throw scanner.error(`the line ends after ${column} of ${columns} values`);
      else scanner.skipWord();
    }
    if (!scanner.atLineEnd()) throw scanner.error(`the line has more than ${columns} values`);
  }
  if (scanner.skipToContent()) throw scanner.error(`more lines than the ${points} points that the header says`);
  return { positions, radii, placeOf: () => ({}) };
}

function readBytes(bytes: Uint8Array, file: string, header: PcdHeader, fields: readonly PcdField[], work: WorkMeter): CloudPoints {
  const { points, stride, dataByte } = header;
  const isPacked = header.data === 'binary_compressed';
  const data = isPacked ? unpacked(bytes, file, header, work) : bytes.subarray(dataByte);
  if (!isPacked) checkLength(data, file, header);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const { positions, radii } = roomFor(points, fields);
  fields.forEach(({ offset, size, read }, slot) => {
    // Packed, all values of a field follow one another, and fields lie as they would in points.
    const step = isPacked ? size : stride;
    const out = slot < 3 ? positions : radii;
    if (out === null) return;
    const width = slot < 3 ? 3 : 1;
    let at = isPacked ? offset * points : offset;
    for (let o = slot % 3; o < width * points; o += width, at += step) out[o] = read(view, at);
  });
  return { positions, radii, placeOf: (i) => ({ byte: isPacked ? dataByte : dataByte + i * stride }) };
}

function roomFor(points: number, fields: readonly PcdField[]): { positions: Float64Array; radii: Float64Array | null } {
  return { positions: new Float64Array(3 * points), radii: fields.length > 3 ? new Float64Array(points) : null };
}

function checkLength(data: Uint8Array, file: string, { points, stride, dataByte }: PcdHeader): void {
  const length = points * stride;
  if (length > data.length)
    throw new InputError(`${points} points of ${stride} bytes, but only ${data.length} are left; the file may be cut short`, {
      file,
      byte: dataByte,
    });
  refuseRest(data, length, dataByte, file);
}

function unpacked(bytes: Uint8Array, file: string, { points, stride, dataByte }: PcdHeader, work: WorkMeter): Uint8Array {
  const fault = (message: string) => new InputError(message, { file, byte: dataByte });
  const left = bytes.length - dataByte - 8;
  if (left < 0) throw fault('the file ends before the sizes of its compressed data; it may be cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataByte);
  const packed = view.getUint32(0, true);
  const length = view.getUint32(4, true);
  if (packed > left) throw fault(`${packed} bytes of compressed data, but only ${left} are left; the file may be cut short`);
  if (length !== points * stride)
    throw fault(`the compressed data claim ${length} bytes, but ${points} points of ${stride} bytes are ${points * stride}`);
  if (length > MOST_LZF_GROWTH * packed) throw fault(`${packed} compressed bytes cannot hold ${length}`);
  const end = dataByte + 8 + packed;
  refuseRest(bytes, end, 0, file);
  // Copied a byte at a time, quicker than most work; 88 come out of one at most.
  work.spend(length / 4, { file, byte: dataByte });
  return unpackLzf(bytes, dataByte + 8, end, length, file);
}

/** Line breaks, blanks and zeros at the end do no harm. */
function refuseRest(data: Uint8Array, from: number, base: number, file: string): void {
  for (let i = from; i < data.length; i++) {
    const c = data[i];
    if (c === 0 || c === 10 || c === 13 || c === 32) continue;
    throw new InputError(`${data.length - i} bytes are left over after the last point; counts or sizes of the header do not fit`, {
      file,
      byte: base + i,
    });
  }
}
