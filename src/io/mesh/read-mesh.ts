import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { besidePath, type Files, namedFile } from '../files.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import type { WorkMeter } from '../work-meter.ts';
import { meshMeter } from './build-mesh.ts';
import type { SceneMeshOptions } from './mesh-assembly.ts';
import { MESH_FORMATS, type MeshFormat } from './mesh-format.ts';
import { parseCollada } from './parse-collada.ts';
import { buffersBeside, parseGlb, parseGltf } from './parse-glb.ts';
import { parseObj } from './parse-obj.ts';
import { parseOff } from './parse-off.ts';
import { parsePly } from './parse-ply.ts';
import { beginsWithSolid, isBinaryStl, parseStl } from './parse-stl.ts';
import { refuseForeign } from './refuse-foreign.ts';

const PARSERS: Readonly<Record<MeshFormat, (source: MeshSource, file: string, options?: SceneMeshOptions) => TriangleMesh>> = {
  obj: parseObj,
  stl: parseStl,
  ply: parsePly,
  off: parseOff,
  dae: parseCollada,
  glb: parseGlb,
  gltf: parseGltf,
};

/**
 * Reads a mesh file: OBJ, STL, PLY, OFF, COLLADA, GLB or glTF. Its format follows from its extension, or from its
 * content where the extension is none of these. Coordinates are taken as they are; `scale` changes the unit.
 * @example
 * const fixture = await readMesh(files('parts'), 'fixture.stl', { scale: 0.001, solid: true });
 */
export async function readMesh(files: Files, path: string, options: SceneMeshOptions = {}): Promise<TriangleMesh> {
  const maxWork = meshMeter(options);
  const bytes = await namedFile(files, path, 'readMesh');
  const beside = options.buffers === undefined ? await besideMesh(files, bytes, path, maxWork) : {};
  return parseMesh(bytes, path, { ...options, ...beside, maxWork });
}

/** What a mesh keeps in files beside it, as an option of its parser. */
export async function besideMesh(
  files: Files,
  bytes: Uint8Array,
  path: string,
  work: WorkMeter,
): Promise<Pick<SceneMeshOptions, 'buffers'>> {
  if (!/\.gltf(?:[?#].*)?$/i.test(path)) return {};
  const buffers: Record<string, Uint8Array> = {};
  for (const uri of buffersBeside(bytes, path, work)) {
    if (entryOf(buffers, uri) !== undefined) continue;
    const place = besidePath(path, unescaped(uri));
    const content = await files.read(place, { by: [path] });
    work.open(place, content.length);
    setEntry(buffers, uri, content);
  }
  return { buffers };
}

function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Reads a mesh at hand, as `readMesh` does; `file` is its name, for the format and for errors. */
export function parseMesh(source: MeshSource, file: string, options: SceneMeshOptions = {}): TriangleMesh {
  const bytes = bytesOf(source, file);
  const format = meshFormat(bytes, file);
  return refuseForeign(format, bytes, file, () => PARSERS[format](bytes, file, options));
}

export function meshFormat(bytes: Uint8Array, file: string): MeshFormat {
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(file)?.[1].toLowerCase() ?? '';
  if (Object.hasOwn(PARSERS, extension)) return extension as MeshFormat;
  const start = String.fromCharCode(...bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  if (start.startsWith('glTF')) return 'glb';
  if (/^\s*</.test(start) && /<COLLADA[\s>]/.test(start)) return 'dae';
  if (/^\s*\{/.test(start) && /"(asset|accessors|bufferViews|buffers|meshes|nodes|scenes)"\s*:/.test(start)) return 'gltf';
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
  throw new InputError(`format not recognised; these can be read: ${MESH_FORMATS.map((name) => `.${name}`).join(', ')}`, { file, byte: 0 });
}
