/** Arrays as NumPy saves them (.npy): a path is one of two dimensions, or of three where the first is 1. */
import { InputError } from '../../math/input-error.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { PathFile } from './path-file.ts';

/** Units of work of a row and of a value. */
const ROW_UNITS = 64;
const VALUE_UNITS = 4;

const MAGIC: readonly number[] = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

export function parseNpy(bytes: Uint8Array, file: string, work: WorkMeter): PathFile {
  const fault = (message: string): InputError => new InputError(message, { file });
  if (!isNpy(bytes)) throw fault('is no NumPy array: it does not begin as one');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lengthBytes = bytes[6] === 1 ? 2 : 4;
  if (bytes.length < 8 + lengthBytes) throw fault('is cut short in its header');
  const headerLength = lengthBytes === 2 ? view.getUint16(8, true) : view.getUint32(8, true);
  const begin = 8 + lengthBytes + headerLength;
  if (begin > bytes.length) throw fault('is cut short in its header');
  const header = new TextDecoder('latin1').decode(bytes.subarray(8 + lengthBytes, begin));
  const kind = /'descr'\s*:\s*'([<>=|])([a-z])(\d+)'/.exec(header);
  const shape = /'shape'\s*:\s*\(([\d\s,]*)\)/
    .exec(header)?.[1]
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  if (kind === null || shape === undefined) throw fault(`has a header that is not understood: ${header.trim().slice(0, 80)}`);
  const [, order, type, size] = kind;
  if (type !== 'f' || (size !== '4' && size !== '8')) throw fault(`holds values of kind '${type}${size}'; save it as float64 or float32`);
  const dimensions = shape.length === 3 && shape[0] === 1 ? shape.slice(1) : shape;
  if (dimensions.length !== 2) throw fault(`has the shape (${shape.join(', ')}); a path has two dimensions, a row for each configuration`);
  const [rows, columns] = dimensions;
  // Rows of no values take no bytes, however many they are.
  if (rows === 0 || columns === 0) throw fault(`has the shape (${shape.join(', ')}): there are no values in it`);
  const width = Number(size);
  if (bytes.length - begin !== rows * columns * width)
    throw fault(`has ${bytes.length - begin} bytes of values, but its shape (${shape.join(', ')}) wants ${rows * columns * width}`);
  work.spend(ROW_UNITS * rows + VALUE_UNITS * rows * columns, { file });
  const little = order !== '>';
  const byColumns = /'fortran_order'\s*:\s*True/.test(header);
  const at = (row: number, column: number): number => {
    const place = begin + width * (byColumns ? column * rows + row : row * columns + column);
    const value = width === 8 ? view.getFloat64(place, little) : view.getFloat32(place, little);
    if (Number.isFinite(value)) return value;
    throw fault(`row ${row}, column ${column} is ${value}; it should be a finite number`);
  };
  const points = Array.from({ length: rows }, (_, row) => ({ positions: Array.from({ length: columns }, (_, column) => at(row, column)) }));
  return { file, jointNames: null, points, kind: 'path' };
}
