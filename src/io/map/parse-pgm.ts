import { InputError } from '../../math/input-error.ts';
import { TextScanner } from '../text/text-scanner.ts';

/** A grey image, rows from the top. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** The value of white. */
  readonly most: number;
  readonly pixels: Uint16Array;
}

/** PGM, P5 (bytes) or P2 (text). */
export function parsePgm(bytes: Uint8Array, file: string): GreyImage {
  const scanner = new TextScanner(bytes, file, { comments: true });
  const magic = scanner.word();
  if (magic !== 'P5' && magic !== 'P2')
    throw scanner.error('is no PGM image, which begins with P5 or P2; write the map with --fmt pgm, or convert the image');
  const width = headerNumber(scanner, 'the width', 2 ** 20);
  const height = headerNumber(scanner, 'the height', 2 ** 20);
  const most = headerNumber(scanner, 'the largest value', 65535);
  const count = width * height;
  if (magic === 'P2') return { width, height, most, pixels: readText(scanner, count, most) };
  const size = most < 256 ? 1 : 2;
  // One blank or line break, then the pixels.
  const from = scanner.pos + 1;
  const left = bytes.length - from;
  if (count * size > left)
    throw new InputError(
      `${width} × ${height} pixels of ${size} bytes, but only ${Math.max(0, left)} are left; the file may be cut short`,
      { file, byte: Math.min(from, bytes.length) },
    );
  const pixels = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const at = from + size * i;
    pixels[i] = size === 1 ? bytes[at] : (bytes[at] << 8) | bytes[at + 1];
    if (pixels[i] > most) throw new InputError(`pixel ${i} is ${pixels[i]}, more than ${most}`, { file, byte: at });
  }
  for (let at = from + count * size; at < bytes.length; at++)
    if (bytes[at] > 32) throw new InputError(`${bytes.length - at} bytes are left over after the last pixel`, { file, byte: at });
  return { width, height, most, pixels };
}

function headerNumber(scanner: TextScanner, what: string, limit: number): number {
  scanner.skipToContent();
  const value = scanner.integer(what);
  if (!(value >= 1 && value <= limit)) throw scanner.error(`${what} cannot be ${value}; 1 to ${limit} can be read`);
  return value;
}

function readText(scanner: TextScanner, count: number, most: number): Uint16Array {
  const left = scanner.bytes.length - scanner.pos;
  // A digit and a blank or line break each, which the last may lack.
  if (2 * count > left + 1) throw scanner.error(`${count} pixels, but only ${left} bytes are left; the file may be cut short`);
  const pixels = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    scanner.skipToContent();
    const value = scanner.integer(`pixel ${i}`);
    if (!(value >= 0 && value <= most)) throw scanner.error(`pixel ${i} is ${value}; 0 to ${most} are possible`);
    pixels[i] = value;
  }
  if (scanner.skipToContent()) throw scanner.error(`more values than the ${count} pixels that the header says`);
  return pixels;
}
