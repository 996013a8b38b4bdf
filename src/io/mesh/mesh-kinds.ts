import type { MeshFormat } from './mesh-format.ts';

/** What there is to know of a format beside its parser. */
export interface MeshKind {
  /** What every text of it contains, and the message where that is missing; null: it is no text, and never quoted. */
  readonly mark: { readonly pattern: RegExp; readonly fault: string } | null;
  /** Whether UTF-16 is refused before anything of it is read, as `TextScanner` does. */
  readonly bytesOnly: boolean;
  /** Whether triangles that share a corner say so by its number, instead of repeating it. */
  readonly numbered: boolean;
}

/** By format. */
export const MESH_KINDS: Readonly<Record<MeshFormat, MeshKind>> = {
  obj: {
    mark: { pattern: /^[ \t]*[vf][ \t]+[-+.\d]/m, fault: 'is no OBJ file: it has no vertex (v x y z) and no face (f)' },
    bytesOnly: true,
    numbered: true,
  },
  stl: {
    mark: { pattern: /\b(facet|endsolid)\b/i, fault: 'is no STL file: it has no facet, nor the size of a binary one' },
    bytesOnly: true,
    numbered: false,
  },
  ply: {
    mark: {
      pattern: /^ply\s[\s\S]*?\bformat\s+(ascii|binary)/,
      fault: 'is no PLY file: it begins with the line "ply", then "format"',
    },
    bytesOnly: true,
    numbered: true,
  },
  off: {
    mark: { pattern: /^(\s|#.*[\r\n])*(ST)?C?N?4?n?OFF\b/, fault: 'is no OFF file: the first word should be OFF' },
    bytesOnly: true,
    numbered: true,
  },
  dae: {
    mark: { pattern: /<COLLADA[\s>]/, fault: 'is no COLLADA file: it has no <COLLADA>' },
    bytesOnly: false,
    numbered: false,
  },
  glb: { mark: null, bytesOnly: false, numbered: false },
  gltf: {
    mark: { pattern: /^\s*\{[\s\S]*"asset"/, fault: 'is no glTF file: expected a JSON object with an "asset"' },
    bytesOnly: false,
    numbered: false,
  },
};
