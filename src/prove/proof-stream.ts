/** The bytes of one pair's proof [docs/proof-format.md, "Proofs"], written as it is told. */
import { doubled } from '../math/enlarged.ts';
import type { ProofSteps } from './prover.ts';

/* Operations, in the lowest bits. */
const TO_END = 0;
const TO_TIME = 1;
const SPLIT_A = 2;
const SPLIT_B = 3;
const UNPROVEN = 0x40;
/** The direction is told in doubles. */
const DOUBLES = 0x80;

/** Bytes a component of a direction, by their code, and the largest one; bytes of a time by its code. */
const LARGEST: readonly number[] = [127, 32_767, 2_147_483_647];
const AS_BEFORE = 3;
const TIMES: readonly number[] = [2 ** 8, 2 ** 16, 2 ** 32];
/** A leaf takes so many bytes at most. */
const MOST = 33;

export class ProofStream implements ProofSteps {
  private bytes: Uint8Array = new Uint8Array(4096);
  private view: DataView = new DataView(this.bytes.buffer);
  private size = 0;
  private readonly before: Float64Array = new Float64Array(3);
  private readonly now: Float64Array = new Float64Array(3);

  begin(): void {
    this.size = 0;
    this.before.fill(0);
  }

  /** What was written since. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.size);
  }

  leaf(end: number, direction: Float64Array, share: number): void {
    const { before, now } = this;
    this.makeRoom();
    let width = 0;
    while (width < 3 && !(LARGEST[width] * share >= 1)) width++;
    if (width === 3) {
      this.put((end === Infinity ? TO_END : TO_TIME | (3 << 4)) | DOUBLES);
      before.set(direction);
      for (let k = 0; k < 3; k++) this.putDouble(direction[k]);
      if (end !== Infinity) this.putDouble(end);
      return;
    }
    const scale = LARGEST[width] / Math.max(Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2]));
    let isKnown = true;
    for (let k = 0; k < 3; k++) {
      now[k] = Math.round(scale * direction[k]);
      isKnown &&= now[k] === before[k];
      before[k] = now[k];
    }
    let time = 0;
    // a whole segment has no room in its parts
    while (time < 3 && !(end < 1 && Number.isInteger(end * TIMES[time]))) time++;
    const ends = end === Infinity;
    this.put(ends ? TO_END | ((isKnown ? AS_BEFORE : width) << 2) : TO_TIME | ((isKnown ? AS_BEFORE : width) << 2) | (time << 4));
    if (!isKnown) for (let k = 0; k < 3; k++) this.putNumber(now[k], width);
    if (ends) return;
    if (time === 3) this.putDouble(end);
    else this.putNumber(end * TIMES[time], time);
  }

  splitA(): void {
    this.makeRoom();
    this.put(SPLIT_A);
  }

  splitB(): void {
    this.makeRoom();
    this.put(SPLIT_B);
  }

  giveUp(): void {
    this.makeRoom();
    this.put(UNPROVEN);
  }

  private makeRoom(): void {
    if (this.size + MOST <= this.bytes.length) return;
    this.bytes = doubled(this.bytes);
    this.view = new DataView(this.bytes.buffer);
  }

  private put(byte: number): void {
    this.bytes[this.size++] = byte;
  }

  private putDouble(value: number): void {
    this.view.setFloat64(this.size, value, true);
    this.size += 8;
  }

  /** A whole number in 2^width bytes; of negative ones the two's complement. */
  private putNumber(value: number, width: number): void {
    const { view, size } = this;
    if (width === 0) view.setUint8(size, value);
    else if (width === 1) view.setUint16(size, value, true);
    else view.setUint32(size, value, true);
    this.size += 1 << width;
  }
}

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 61;

const LETTERS: Uint8Array = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
/** A stream of one leaf is a few bytes: a decoder costs more than they do. */
const SHORT = 48;

/** Little-endian bytes, as every engine in use stores them. */
export function base64({ buffer, byteOffset, byteLength }: Uint8Array | Float64Array | Uint32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const out = new Uint8Array(4 * Math.ceil(byteLength / 3));
  for (let i = 0, o = 0; i < byteLength; i += 3) {
    const three = (bytes[i] << 16) | (i + 1 < byteLength ? bytes[i + 1] << 8 : 0) | (i + 2 < byteLength ? bytes[i + 2] : 0);
    out[o++] = LETTERS[three >> 18];
    out[o++] = LETTERS[(three >> 12) & 63];
    out[o++] = i + 1 < byteLength ? LETTERS[(three >> 6) & 63] : PADDING;
    out[o++] = i + 2 < byteLength ? LETTERS[three & 63] : PADDING;
  }
  return byteLength <= SHORT ? out.reduce((text, letter) => text + String.fromCharCode(letter), '') : new TextDecoder().decode(out);
}
