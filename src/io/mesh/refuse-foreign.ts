/**
 * A file that is called a mesh but is none may be anything: what is wrong with it is said without quoting it, so that
 * a path in a stranger's robot brings nothing of another file into a log. A mesh with a fault is quoted as ever.
 */
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';

/** Bytes at the beginning that are searched for the mark. */
const HEAD = 65_536;

interface FormatMark {
  readonly mark: RegExp;
  /** The message where the mark is missing. */
  readonly fault: string;
}

/** What every text of a format contains; GLB and binary STL are not quoted anyway. */
const MARKS: Readonly<Record<string, FormatMark>> = {
  obj: { mark: /^[ \t]*[vf][ \t]+[-+.\d]/m, fault: 'is no OBJ file: it has no vertex (v x y z) and no face (f)' },
  stl: { mark: /\b(facet|endsolid)\b/i, fault: 'is no STL file: it has no facet, nor the size of a binary one' },
  ply: { mark: /^ply\s[\s\S]*?\bformat\s+(ascii|binary)/, fault: 'is no PLY file: it begins with the line "ply", then "format"' },
  off: { mark: /^(\s|#.*[\r\n])*(ST)?C?N?4?n?OFF\b/, fault: 'is no OFF file: the first word should be OFF' },
  dae: { mark: /<COLLADA[\s>]/, fault: 'is no COLLADA file: it has no <COLLADA>' },
  gltf: { mark: /^\s*\{[\s\S]*"asset"/, fault: 'is no glTF file: expected a JSON object with an "asset"' },
};

/** Formats of which UTF-16 is refused before anything of it is read. */
const BYTES_ONLY: readonly string[] = ['obj', 'stl', 'ply', 'off'];

/** What `parse` returns; where it throws on content without the mark of its format, a message that quotes nothing. */
export function refuseForeign<T>(format: string, bytes: Uint8Array, file: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof InputError) || !Object.hasOwn(MARKS, format) || bytes.length === 0) throw cause;
    if (isUtf16(bytes) && BYTES_ONLY.includes(format)) throw cause;
    const text = textOf(bytes);
    const { mark, fault } = entryOf(MARKS, format);
    if (text === undefined || mark.test(text)) throw cause;
    throw new InputError(fault, { file });
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
