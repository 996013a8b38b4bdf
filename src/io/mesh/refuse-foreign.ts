/**
 * A file that is called a mesh but is none may be anything: what is wrong with it is said without quoting it, so that
 * a path in a stranger's robot brings nothing of another file into a log. A mesh with a fault is quoted as ever.
 */
import { InputError } from '../../math/input-error.ts';
import type { MeshFormat } from './mesh-format.ts';
import { MESH_KINDS } from './mesh-kinds.ts';

/** Bytes at the beginning that are searched for the mark. */
const HEAD = 65_536;

/** What `parse` returns; where it throws on content without the mark of its format, a message that quotes nothing. */
export function refuseForeign<T>(format: MeshFormat, bytes: Uint8Array, file: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    const { mark, bytesOnly } = MESH_KINDS[format];
    if (!(cause instanceof InputError) || mark === null || bytes.length === 0) throw cause;
    if (isUtf16(bytes) && bytesOnly) throw cause;
    const text = textOf(bytes);
    if (text === undefined || mark.pattern.test(text)) throw cause;
    throw new InputError(mark.fault, { file });
  }
}

/** The beginning as text; undefined where it is none. */
function textOf(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD);
  if (isUtf16(head)) return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  return head.includes(0) ? undefined : new TextDecoder().decode(head);
}

/** By its byte order mark. */
function isUtf16([a, b]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
}
