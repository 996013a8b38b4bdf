import { InputError } from '../../math/input-error.ts';
import { TextScanner } from '../text/text-scanner.ts';
import type { PlyElement, PlyHeader, PlyScalar } from './ply-header.ts';

/** The values after a PLY header, one after the other, from text or from bytes. */
export interface PlyData {
  /** Throws unless the bytes left could hold so many rows; to be asked before allocating for them. */
  checkRoom(element: PlyElement): void;
  /** Throws unless the bytes left could hold so many values. */
  checkList(count: number, type: PlyScalar): void;
  value(type: PlyScalar): number;
  /** The same, and NaN where a sensor saw nothing. */
  measured(type: PlyScalar): number;
  skip(type: PlyScalar): void;
  endRow(): void;
  /** After the last row: throws when something is left over. */
  end(): void;
  /** The error to be thrown where the fault is in the value read last. */
  error(message: string): InputError;
}

export function plyData(bytes: Uint8Array, file: string, header: PlyHeader): PlyData {
  return header.format === 'ascii' ? new PlyText(bytes, file, header) : new PlyBytes(bytes, file, header);
}

/** One row a line. */
class PlyText implements PlyData {
  private readonly scanner: TextScanner;
  private isRowStart = true;

  constructor(bytes: Uint8Array, file: string, header: PlyHeader) {
    this.scanner = new TextScanner(bytes, file, {}, header.dataByte, header.dataLine);
  }

  checkRoom({ name, count, properties }: PlyElement): void {
    const left = this.scanner.bytes.length - this.scanner.pos;
    // Every value takes a digit and a blank or line break, which the last one may lack.
    if (count * 2 * properties.length <= left + 1) return;
    throw this.scanner.error(
      `element ${JSON.stringify(name)} claims ${count} rows, but only ${left} bytes are left; the file may be cut short`,
    );
  }

  checkList(count: number): void {
    const left = this.scanner.bytes.length - this.scanner.pos;
    if (2 * count > left) throw this.scanner.error(`a list of ${count} values, but only ${left} bytes are left; the file may be cut short`);
  }

  value(): number {
    this.startRow();
    return this.scanner.number('the value');
  }

  measured(): number {
    this.startRow();
    return this.scanner.measured('the value');
  }

  skip(): void {
    this.startRow();
    if (this.scanner.atLineEnd()) throw this.scanner.unexpected('the value', 'a number');
    this.scanner.skipWord();
  }

  endRow(): void {
    if (!this.scanner.atLineEnd()) throw this.scanner.unexpected('the rest of the line', 'empty');
    this.isRowStart = true;
  }

  end(): void {
    if (this.scanner.skipToContent()) throw this.scanner.error('more lines than the header says');
  }

  error(message: string): InputError {
    return this.scanner.error(message);
  }

  private startRow(): void {
    if (!this.isRowStart) return;
    this.isRowStart = false;
    if (!this.scanner.skipToContent()) throw this.scanner.error('the file ends before the last row its header says; it may be cut short');
  }
}

class PlyBytes implements PlyData {
  private readonly view: DataView;
  private readonly file: string;
  private readonly isLittle: boolean;
  private pos: number;
  private valueStart: number;

  constructor(bytes: Uint8Array, file: string, header: PlyHeader) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.file = file;
    this.isLittle = header.format === 'binary_little_endian';
    this.pos = header.dataByte;
    this.valueStart = this.pos;
  }

  checkRoom({ name, count, properties }: PlyElement): void {
    let least = 0;
    for (const { countType, type } of properties) least += (countType ?? type).bytes;
    this.valueStart = this.pos;
    if (count * least <= this.left) return;
    const claim = `element ${JSON.stringify(name)} claims ${count} rows of at least ${least} bytes`;
    throw this.error(`${claim}, but only ${this.left} are left; the file may be cut short`);
  }

  checkList(count: number, type: PlyScalar): void {
    if (count * type.bytes <= this.left) return;
    throw this.error(`a list of ${count} values, but only ${this.left} bytes are left; the file may be cut short`);
  }

  value(type: PlyScalar): number {
    const at = this.pos;
    this.skip(type);
    return type.read(this.view, at, this.isLittle);
  }

  measured(type: PlyScalar): number {
    return this.value(type);
  }

  skip(type: PlyScalar): void {
    this.valueStart = this.pos;
    this.pos += type.bytes;
    if (this.pos <= this.view.byteLength) return;
    this.valueStart = this.view.byteLength;
    throw this.error('the file ends before the last row its header says; it may be cut short');
  }

  endRow(): void {}

  /** Line breaks and blanks at the end do no harm. */
  end(): void {
    for (; this.left > 0; this.pos++) {
      const c = this.view.getUint8(this.pos);
      if (c === 10 || c === 13 || c === 32) continue;
      this.valueStart = this.pos;
      throw this.error(`${this.left} bytes are left over after the last row; counts or types of the header do not fit`);
    }
  }

  error(message: string): InputError {
    return new InputError(message, { file: this.file, byte: this.valueStart });
  }

  private get left(): number {
    return this.view.byteLength - this.pos;
  }
}
