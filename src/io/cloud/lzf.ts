import { InputError } from '../../math/input-error.ts';

// LZF: a control byte below 32 is followed by so many bytes and one more, as they are; from 32 on its upper three bits
// are a length less 2 (7: the next byte is added), its lower five and the next byte how far back, less 1, to copy from.

/** A reference of 3 bytes stands for 264 at most. */
export const MOST_LZF_GROWTH = 88;

/** Unpacks `from` to `to` of the bytes into as many as `length` says; byte numbers in errors are those of the file. */
export function unpackLzf(bytes: Uint8Array, from: number, to: number, length: number, file: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  const fault = (message: string, byte: number) => new InputError(message, { file, byte });
  let n = 0;
  let pos = from;
  while (pos < to) {
    const start = pos;
    const control = bytes[pos++];
    if (control < 32) {
      const run = control + 1;
      if (pos + run > to) throw fault('the compressed data end within a run; the file may be cut short', start);
      if (n + run > length) throw fault(`the compressed data hold more than the ${length} bytes they should`, start);
      for (let k = 0; k < run; k++) out[n++] = bytes[pos++];
      continue;
    }
    let run = (control >> 5) + 2;
    if (run === 9) run += bytes[pos++];
    const back = (((control & 31) << 8) | bytes[pos++]) + 1;
    if (pos > to) throw fault('the compressed data end within a reference; the file may be cut short', start);
    if (back > n) throw fault(`the compressed data refer to ${back} bytes back, after ${n}`, start);
    if (n + run > length) throw fault(`the compressed data hold more than the ${length} bytes they should`, start);
    for (let k = 0; k < run; k++, n++) out[n] = out[n - back];
  }
  if (n < length) throw fault(`the compressed data hold ${n} bytes, not the ${length} they should`, to);
  return out;
}
