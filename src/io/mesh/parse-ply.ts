import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { GrowingUint32Array } from '../text/growing-array.ts';
import { buildMesh, meshMeter, type ReadMeshOptions } from './build-mesh.ts';
import { type PlyData, plyData } from './ply-data.ts';
import { type PlyElement, type PlyProperty, readPlyHeader } from './ply-header.ts';

// PLY, text or binary of either byte order: x, y, z of `vertex`, the vertex lists of `face` (polygons become fans, as
// in OBJ) and `tristrips`. Other elements and properties are skipped, in whatever order they come.

/**
 * Reads PLY at hand, text or binary; polygons become fans of triangles, other properties are skipped. `file` is its
 * name, for errors.
 */
export function parsePly(source: MeshSource, file: string, options: ReadMeshOptions = {}): TriangleMesh {
  const bytes = bytesOf(source, file);
  const work = meshMeter(options);
  work.open(file, bytes.length);
  const header = readPlyHeader(bytes, file);
  const data = plyData(bytes, file, header);
  const headerFault = (message: string) => new InputError(message, { file, line: header.endLine });

  const vertex = header.elements.find((element) => element.name === 'vertex');
  if (vertex === undefined || vertex.count === 0) throw headerFault('no vertices: the header has no element "vertex" with rows');
  const missing = missingAxis(vertex);
  if (missing !== undefined) throw headerFault(`the vertices have no single value ${missing}`);
  for (const { name, count, properties } of header.elements) {
    if (!hasCorners(name) || count === 0 || properties.some(isCornerList)) continue;
    throw headerFault(`element "${name}" has no list vertex_indices`);
  }

  let positions = new Float64Array(0);
  const indices = new GrowingUint32Array();
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    data.checkRoom(element);
    if (element === vertex) positions = readVertices(data, element);
    else readRows(data, element, hasCorners(element.name) ? cornerReader(data, element.name === 'face', vertex.count, indices) : null);
  }
  data.end();
  if (indices.length === 0) throw data.error('no triangles: points alone are no surface; readCloud of inbetween/io reads them as a cloud');
  return buildMesh(positions, indices.view, file, options, work);
}

export function missingAxis({ properties }: PlyElement): string | undefined {
  const single = new Set(properties.filter(({ countType }) => countType === null).map(({ name }) => name));
  return ['x', 'y', 'z'].find((axis) => !single.has(axis));
}

export function hasCorners(name: string): boolean {
  return name === 'face' || name === 'tristrips';
}

function isCornerList({ name, countType }: PlyProperty): boolean {
  return countType !== null && (name === 'vertex_indices' || name === 'vertex_index');
}

function readVertices(data: PlyData, { count, properties }: PlyElement): Float64Array<ArrayBuffer> {
  const positions = new Float64Array(3 * count);
  const axes = properties.map(({ name, countType }) => (countType === null && name.length === 1 ? 'xyz'.indexOf(name) : -1));
  for (let row = 0; row < count; row++) {
    for (let p = 0; p < properties.length; p++) {
      const { type, countType } = properties[p];
      if (countType !== null) skipList(data, properties[p]);
      else if (axes[p] < 0) data.skip(type);
      else {
        const x = data.value(type);
        if (!(Math.abs(x) <= LARGEST_COORDINATE))
          throw data.error(`vertex ${row} has coordinate ${properties[p].name} = ${x}${limitHint(x)}`);
        positions[3 * row + axes[p]] = x;
      }
    }
    data.endRow();
  }
  return positions;
}

type CornerReader = (count: number, property: PlyProperty) => void;

export function readRows(data: PlyData, { count, properties }: PlyElement, readCorners: CornerReader | null): void {
  for (let row = 0; row < count; row++) {
    for (const property of properties) {
      if (property.countType === null) data.skip(property.type);
      else if (readCorners !== null && isCornerList(property)) readCorners(listLength(data, property), property);
      else skipList(data, property);
    }
    data.endRow();
  }
}

function cornerReader(data: PlyData, isFan: boolean, vertexCount: number, indices: GrowingUint32Array): CornerReader {
  const corner = (property: PlyProperty): number => {
    const v = data.value(property.type);
    if (v >= 0 && v < vertexCount && Number.isInteger(v)) return v;
    if (v === -1 && !isFan) return -1;
    throw data.error(`a ${isFan ? 'face' : 'strip'} names vertex ${v}, but there are ${vertexCount} (0 to ${vertexCount - 1})`);
  };
  const readFan: CornerReader = (count, property) => {
    if (count < 3) throw data.error(`a face has at least 3 corners, here are ${count}`);
    const first = corner(property);
    let previous = corner(property);
    for (let k = 2; k < count; k++) {
      const v = corner(property);
      indices.push3(first, previous, v);
      previous = v;
    }
  };
  // −1 starts a new strip; a repeated corner only steers the strip and is no triangle; every other triangle is turned
  // round.
  const readStrips: CornerReader = (count, property) => {
    let length = 0;
    let a = 0;
    let b = 0;
    for (let k = 0; k < count; k++) {
      const c = corner(property);
      if (c >= 0 && length >= 2 && a !== b && b !== c && c !== a) {
        if (length % 2 === 0) indices.push3(a, b, c);
        else indices.push3(b, a, c);
      }
      length = c < 0 ? 0 : length + 1;
      a = b;
      b = c;
    }
  };
  return isFan ? readFan : readStrips;
}

function listLength(data: PlyData, property: PlyProperty): number {
  const length = data.value(property.countType ?? property.type);
  if (!(length >= 0 && Number.isInteger(length))) throw data.error(`a list cannot have ${length} values`);
  data.checkList(length, property.type);
  return length;
}

export function skipList(data: PlyData, property: PlyProperty): void {
  for (let left = listLength(data, property); left > 0; left--) data.skip(property.type);
}
