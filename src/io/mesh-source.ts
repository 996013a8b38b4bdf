import { InputError } from '../math/input-error.ts';

/** A file's content: bytes, or the text itself. */
export type MeshSource = Uint8Array | ArrayBuffer | string;

/** Bytes that it takes, as far as a meter wants to know. */
export function sizeOf(source: MeshSource, file: string): number {
  return typeof source === 'string' ? source.length : bytesOf(source, file).length;
}

export function bytesOf(source: MeshSource, file: string): Uint8Array {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (!(source instanceof Uint8Array)) throw new InputError('expected the content as bytes or text', { file });
  // A plain view, also of a Node Buffer, whose slice() means something else.
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
