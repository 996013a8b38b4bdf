import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { GrowingFloat64Array, GrowingUint32Array } from '../text/growing-array.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { buildMesh, meshMeter, type ReadMeshOptions } from './build-mesh.ts';

// Wavefront OBJ: `v`, `f`, `o` and `g`; what only matters for looks is skipped. A polygon becomes the fan from its
// first corner: where it is planar, the fan covers at least the polygon, so nothing solid is lost. Weights and colours
// of vertices are read and dropped. Curved surfaces and included files are errors, because leaving them out would lose
// contacts.

/** Consecutive triangles under one `o` (object) or `g` (group) statement. */
export interface ObjGroup {
  /** Which statement opened it: `o` or `g`. */
  readonly kind: 'object' | 'group';
  /** Name as written after the statement. */
  readonly name: string;
  /** Number of its first triangle in the mesh. */
  readonly firstTriangle: number;
  /** How many triangles it has from there on. */
  readonly triangleCount: number;
}

/** A mesh, and which of its triangles belong to which object or group of the file. */
export interface GroupedMesh {
  /** All triangles of the file. */
  readonly mesh: TriangleMesh;
  /**
   * In the order they end; an object lasts until the next `o`, a group until the next `g` or `o`. Empty ones are left
   * out.
   */
  readonly groups: readonly ObjGroup[];
}

/**
 * Reads Wavefront OBJ at hand; polygons become fans of triangles, looks are skipped. Curved surfaces and included files
 * are an InputError: leaving them out would lose contacts. `file` is its name, for errors.
 */
export function parseObj(source: MeshSource, file: string, options: ReadMeshOptions = {}): TriangleMesh {
  return parseObjGroups(source, file, options).mesh;
}

/** Reads Wavefront OBJ at hand, as `parseObj`, with its objects and groups. */
export function parseObjGroups(source: MeshSource, file: string, options: ReadMeshOptions = {}): GroupedMesh {
  const bytes = bytesOf(source, file);
  const work = meshMeter(options);
  work.open(file, bytes.length);
  const scanner = new TextScanner(bytes, file, { comments: true, continuation: true });
  const content = new ObjContent(scanner);
  content.read();
  return { mesh: buildMesh(content.positions.view, content.indices.view, file, options, work), groups: content.groups };
}

const SKIPPED: ReadonlySet<string> = new Set(
  (
    'vn vt vp l p s mg usemtl mtllib usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ctech stech ' +
    'cstype deg bmat step parm trim hole scrv sp end con curv2 csh'
  ).split(' '),
);
const CURVED: ReadonlySet<string> = new Set('curv surf bzp bsp cdc cdp res'.split(' '));

const SLASH = 47;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const LETTER_V = 118;

interface OpenGroup {
  readonly name: string;
  readonly firstTriangle: number;
}

class ObjContent {
  readonly positions: GrowingFloat64Array = new GrowingFloat64Array();
  readonly indices: GrowingUint32Array = new GrowingUint32Array();
  readonly groups: ObjGroup[] = [];
  private readonly scanner: TextScanner;
  private faceCount = 0;
  private object: OpenGroup | null = null;
  private group: OpenGroup | null = null;
  /** References beyond the vertices so far, each larger than those before it, with their lines. */
  private readonly forward: { vertex: number; line: number }[] = [];

  constructor(scanner: TextScanner) {
    this.scanner = scanner;
  }

  read(): void {
    const { scanner } = this;
    const counts = this.readCounts();
    while (scanner.skipToContent()) {
      this.readStatement();
      if (!scanner.atLineEnd()) throw scanner.unexpected('the rest of the line', 'empty');
      scanner.nextLine();
    }
    this.closeGroup('object');
    const vertexCount = this.positions.length / 3;
    if (vertexCount === 0) throw scanner.error('no vertices (v x y z)');
    if (this.indices.length === 0) throw scanner.error('no faces (f a b c)');
    for (const { vertex, line } of this.forward) {
      if (vertex <= vertexCount) continue;
      scanner.line = line;
      scanner.pos = 0;
      throw scanner.error(`the face names vertex ${vertex}, but the file has ${vertexCount}`);
    }
    if (counts !== null && (counts.vertices !== vertexCount || counts.faces !== this.faceCount)) {
      const found = `${vertexCount} vertices and ${this.faceCount} faces`;
      throw scanner.error(`the first line announces ${counts.vertices} vertices and ${counts.faces} faces, but there are ${found}`);
    }
  }

  /** Some writers begin with a line "vertices faces". */
  private readCounts(): { vertices: number; faces: number } | null {
    const { scanner } = this;
    if (!scanner.skipToContent()) throw scanner.error('no vertices: the file is empty');
    const c = scanner.bytes[scanner.pos];
    if (!(c >= 48 && c <= 57)) return null;
    const vertices = scanner.integer('the number of vertices');
    const faces = scanner.integer('the number of faces');
    if (!scanner.atLineEnd()) throw scanner.unexpected('the rest of the line', 'empty');
    return { vertices, faces };
  }

  private readStatement(): void {
    const { scanner } = this;
    const { bytes } = scanner;
    const start = scanner.skipWord();
    const length = scanner.pos - start;
    if (length === 1 && bytes[start] === LETTER_V) return this.readVertex();
    if (length === 1 && bytes[start] === LETTER_F) return this.readFace();
    // Half of many files is vn and vt, not worth making words of.
    const next = bytes[start + 1];
    if (length === 2 && bytes[start] === LETTER_V && (next === LETTER_N || next === LETTER_T)) return scanner.skipStatement();
    scanner.pos = start;
    const keyword = scanner.word();
    if (keyword === 'o' || keyword === 'g') return this.openGroup(keyword === 'o' ? 'object' : 'group', scanner.restOfLine());
    if (SKIPPED.has(keyword)) return scanner.skipStatement();
    scanner.pos = start;
    if (CURVED.has(keyword)) throw scanner.error(`curved geometry (${keyword}) cannot be read; export it as polygons`);
    if (keyword === 'call') throw scanner.error('includes another file (call), which cannot be read; export it as one file');
    throw scanner.unexpected('the statement', 'one of OBJ (v, f, o, g, ...)');
  }

  private readVertex(): void {
    const { scanner } = this;
    const x = scanner.coordinate('x');
    const y = scanner.coordinate('y');
    const z = scanner.coordinate('z');
    this.positions.push3(x, y, z);
    if (scanner.atLineEnd()) return;
    let count = 3;
    for (; !scanner.atLineEnd(); count++) scanner.number('a weight or colour');
    // x y z w, x y z r g b, and either with one more.
    if (count === 5 || count > 7)
      throw scanner.error(`a vertex has 3 coordinates, perhaps a weight or a colour, but here are ${count} numbers`);
  }

  private readFace(): void {
    const { scanner, indices } = this;
    let first = 0;
    let previous = 0;
    let count = 0;
    while (!scanner.atLineEnd()) {
      const corner = this.readCorner();
      if (count === 0) first = corner;
      else if (count >= 2) indices.push3(first, previous, corner);
      previous = corner;
      count++;
    }
    if (count < 3) throw scanner.error(`a face has at least 3 corners, here are ${count}`);
    this.faceCount++;
  }

  /** v, v/vt, v//vn or v/vt/vn: the vertex, counted from 0. */
  private readCorner(): number {
    const { scanner } = this;
    const { bytes } = scanner;
    const given = scanner.integer('a corner', SLASH);
    const line = scanner.line;
    for (let slashes = 0; slashes < 2 && bytes[scanner.pos] === SLASH; slashes++) {
      scanner.pos++;
      const c = bytes[scanner.pos];
      if (c === 45 || (c >= 48 && c <= 57)) scanner.integer('a texture or normal number', SLASH);
    }
    const vertexCount = this.positions.length / 3;
    if (given === 0) throw scanner.error('the face names vertex 0, but they are counted from 1');
    if (given < 0) {
      if (-given > vertexCount) throw scanner.error(`the face names vertex ${given}, but there are only ${vertexCount} so far`);
      return vertexCount + given;
    }
    if (given > vertexCount) {
      const largest = this.forward.at(-1)?.vertex ?? 0;
      if (given > largest) this.forward.push({ vertex: given, line });
    }
    return given - 1;
  }

  private openGroup(kind: ObjGroup['kind'], name: string): void {
    this.closeGroup(kind);
    this[kind] = { name, firstTriangle: this.indices.length / 3 };
  }

  /** The end of an object ends its group too. */
  private closeGroup(kind: ObjGroup['kind']): void {
    for (const ended of kind === 'object' ? (['group', 'object'] as const) : (['group'] as const)) {
      const open = this[ended];
      this[ended] = null;
      const triangleCount = this.indices.length / 3 - (open?.firstTriangle ?? 0);
      if (open !== null && triangleCount > 0) this.groups.push({ kind: ended, ...open, triangleCount });
    }
  }
}
