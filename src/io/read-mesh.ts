import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource, type ReadMeshOptions } from './build-mesh.ts';
import type { Files } from './files.ts';
import { parseObj } from './parse-obj.ts';
import { parseOff } from './parse-off.ts';
import { parsePly } from './parse-ply.ts';
import { beginsWithSolid, isBinaryStl, parseStl } from './parse-stl.ts';

export type MeshFormat = 'obj' | 'stl' | 'ply' | 'off';

const PARSERS: Readonly<Record<MeshFormat, (source: MeshSource, file: string, options?: ReadMeshOptions) => TriangleMesh>> = {
  obj: parseObj,
  stl: parseStl,
  ply: parsePly,
  off: parseOff,
};

/** Reads a mesh file; its format follows from its extension, or from its content where the extension is none of ours. */
export async function readMesh(files: Files, path: string, options: ReadMeshOptions = {}): Promise<TriangleMesh> {
  if (typeof files?.read !== 'function')
    throw new InputError("readMesh(files, path): the first argument says where from, files('folder') in Node or fetched(url)");
  return parseMesh(await files.read(path), path, options);
}

/** The same for content at hand; `file` is its name, for the format and for errors. */
export function parseMesh(source: MeshSource, file: string, options: ReadMeshOptions = {}): TriangleMesh {
  const bytes = bytesOf(source, file);
  return PARSERS[meshFormat(bytes, file)](bytes, file, options);
}

export function meshFormat(bytes: Uint8Array, file: string): MeshFormat {
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(file)?.[1].toLowerCase() ?? '';
  if (Object.hasOwn(PARSERS, extension)) return extension as MeshFormat;
  const start = String.fromCharCode(...bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  if (/^ply[\r\n]/.test(start)) return 'ply';
  if (/^(\s|#.*[\r\n])*(ST)?C?N?4?n?OFF/.test(start)) return 'off';
  if (beginsWithSolid(bytes)) return 'stl';
  if (/^[ \t]*(v|f|o|g|vn|vt|mtllib)[ \t]/m.test(start)) return 'obj';
  if (
    bytes.length >= 84 &&
    isBinaryStl(bytes) &&
    bytes.length === 84 + 50 * new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true)
  ) {
    return 'stl';
  }
  throw new InputError('format not recognised; OBJ, STL, PLY and OFF can be read (name it .obj, .stl, .ply or .off)', { file, byte: 0 });
}
