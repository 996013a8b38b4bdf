import { entryOf } from '../../math/entries.ts';
import type { InputError } from '../../math/input-error.ts';
import { GrowingUint32Array } from '../text/growing-array.ts';
import { shown, type XmlElement } from '../text/xml-element.ts';
import { coordinatesIn, countIn, integersIn } from './collada-numbers.ts';
import { isPinched, type MeshPart } from './mesh-assembly.ts';

// One <geometry> of a COLLADA file as triangles. Polygons become the fan from their first corner: where one is planar,
// the fan covers at least the polygon, so nothing solid is lost, although a concave one grows. Lines and splines are
// skipped; polygons with holes and boundary representation are errors.

/** A part, and for each of its primitives the symbol of its material; which that is, says whoever places it. */
export interface ColladaPart extends MeshPart {
  readonly symbols: readonly { readonly triangles: number; readonly symbol: string }[];
}

/** Null where there is nothing but lines or curves. */
export function readGeometry(geometry: XmlElement): ColladaPart | null {
  const brep = geometry.only('brep');
  if (brep !== undefined) throw brep.fault('<brep> cannot be read; export it as triangles');
  const mesh = geometry.only('mesh') ?? geometry.only('convex_mesh');
  if (mesh === undefined) return null;
  if (mesh.attributes.has('convex_hull_of')) throw mesh.fault('<convex_mesh convex_hull_of> cannot be read; export the hull as triangles');
  const primitives = mesh.children.filter(({ name }) => Object.hasOwn(READERS, name));
  if (primitives.length === 0) return null;
  const vertices = mesh.required('vertices');
  const positions = readPositions(mesh, vertices);
  const indices = new GrowingUint32Array();
  const symbols: { triangles: number; symbol: string }[] = [];
  for (const primitive of primitives) {
    const first = indices.view.length;
    entryOf(READERS, primitive.name)(primitive, new CornerLists(primitive, vertices, positions.length / 3), indices, positions);
    const triangles = (indices.view.length - first) / 3;
    if (triangles > 0) symbols.push({ triangles, symbol: primitive.attributes.get('material') ?? '' });
  }
  return { positions, indices: indices.view, symbols };
}

function readPositions(mesh: XmlElement, vertices: XmlElement): Float64Array {
  const input = vertices.all('input').find((candidate) => candidate.attribute('semantic') === 'POSITION');
  if (input === undefined) throw vertices.fault('<vertices> has no <input semantic="POSITION">');
  const source = withId(mesh.all('source'), input);
  const accessor = source.required('technique_common').required('accessor');
  const array = withId(source.all('float_array'), accessor);
  const count = countIn(accessor, 'count', 0);
  const stride = countIn(accessor, 'stride', 1, 1);
  const offset = countIn(accessor, 'offset', 0, 0);
  if (stride < 3) throw accessor.fault(`positions have 3 coordinates each, but stride is ${stride}`);
  const numbers = coordinatesIn(array, countIn(array, 'count', 0));
  if (count > 0 && offset + stride * count > numbers.length) {
    throw accessor.fault(
      `<accessor> claims ${count} positions, which need ${offset + stride * count} numbers, but there are ${numbers.length}`,
    );
  }
  const [x, y, z] = columns(accessor, stride);
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const at = offset + stride * v;
    positions[3 * v] = numbers[at + x];
    positions[3 * v + 1] = numbers[at + y];
    positions[3 * v + 2] = numbers[at + z];
  }
  return positions;
}

/** Where x, y and z stand in a row; the first three where the file does not name them. */
function columns(accessor: XmlElement, stride: number): readonly number[] {
  const names = accessor.all('param').map(({ attributes }) => attributes.get('name')?.toUpperCase());
  const found = ['X', 'Y', 'Z'].map((axis) => names.indexOf(axis));
  return found.every((column) => column >= 0 && column < stride) ? found : [0, 1, 2];
}

/** The one of `candidates` that the `source` attribute refers to. */
function withId(candidates: readonly XmlElement[], reference: XmlElement): XmlElement {
  const url = reference.attribute('source').trim();
  const found = candidates.filter(({ attributes }) => `#${attributes.get('id')}` === url);
  if (found.length === 1) return found[0];
  throw reference.fault(`source=${shown(url)} should be # and the id of one element, but ${found.length} have it`);
}

/** The vertex numbers among the indices of all inputs. */
class CornerLists {
  private readonly primitive: XmlElement;
  private readonly vertexCount: number;
  private readonly offset: number;
  private readonly stride: number;

  constructor(primitive: XmlElement, vertices: XmlElement, vertexCount: number) {
    this.primitive = primitive;
    this.vertexCount = vertexCount;
    let stride = 0;
    let offset = -1;
    for (const input of primitive.all('input')) {
      const at = countIn(input, 'offset', 0);
      if (at > 255) throw input.fault(`offset is ${at}; more than 256 inputs cannot be read`);
      stride = Math.max(stride, at + 1);
      if (input.attribute('semantic') !== 'VERTEX') continue;
      offset = at;
      withId([vertices], input);
    }
    // A primitive without triangles may come without inputs.
    if (offset < 0 && countIn(primitive, 'count', 0) > 0) throw primitive.fault(`<${primitive.name}> has no <input semantic="VERTEX">`);
    this.offset = offset;
    this.stride = Math.max(stride, 1);
  }

  /** The vertices of one <p>. */
  read(p: XmlElement): Uint32Array {
    const all = integersIn(p);
    const { stride, offset, vertexCount } = this;
    if (all.length > 0 && offset < 0) throw this.primitive.fault(`<${this.primitive.name}> has no <input semantic="VERTEX">`);
    if (all.length % stride !== 0)
      throw p.fault(`<p> holds ${all.length} entries, not a multiple of ${stride} (the inputs of each corner)`);
    const out = new Uint32Array(all.length / stride);
    for (let i = 0; i < out.length; i++) {
      const v = all[stride * i + offset];
      if (!(v >= 0 && v < vertexCount))
        throw p.fault(`corner ${i} of <p> names vertex ${v}, but there are ${vertexCount} (0 to ${vertexCount - 1})`);
      out[i] = v;
    }
    return out;
  }
}

type Reader = (primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array, positions: Float64Array) => void;

const READERS: Readonly<Record<string, Reader>> = { triangles: readTriangles, polylist: readPolylist, polygons, tristrips, trifans };

function readTriangles(primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array): void {
  const p = primitive.only('p');
  const corners = p === undefined ? [] : lists.read(p);
  const count = countIn(primitive, 'count', 0);
  if (corners.length !== 3 * count)
    throw (p ?? primitive).fault(`${count} triangles have ${3 * count} corners, but <p> holds ${corners.length}`);
  for (let i = 0; i < corners.length; i += 3) out.push3(corners[i], corners[i + 1], corners[i + 2]);
}

function readPolylist(primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array): void {
  const count = countIn(primitive, 'count', 0);
  const [vcount, p] = [primitive.only('vcount'), primitive.only('p')];
  if (vcount === undefined || p === undefined) {
    if (count === 0) return;
    throw primitive.fault('<polylist> needs <vcount> and <p>');
  }
  const sizes = integersIn(vcount);
  if (sizes.length !== count) throw vcount.fault(`${count} polygons are announced, but <vcount> holds ${sizes.length} entries`);
  const corners = lists.read(p);
  let at = 0;
  for (const size of sizes) {
    if (size < 3) throw vcount.fault(`a polygon has at least 3 corners, here is one with ${size}`);
    // Before it is used: a sum of lying sizes would run past the end.
    if (at + size > corners.length) break;
    pushFan(corners, at, size, out);
    at += size;
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total !== corners.length) throw p.fault(`<vcount> adds up to ${total} corners, but <p> holds ${corners.length}`);
}

function polygons(primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array): void {
  const holed = primitive.children.find(({ name }) => name === 'ph');
  if (holed !== undefined) throw holed.fault('polygons with holes (<ph>) cannot be read; export triangles');
  for (const p of countedLists(primitive)) {
    const corners = lists.read(p);
    if (corners.length < 3) throw tooFew(p, corners.length);
    pushFan(corners, 0, corners.length, out);
  }
}

function tristrips(primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array, positions: Float64Array): void {
  for (const p of countedLists(primitive)) {
    const corners = lists.read(p);
    if (corners.length < 3) throw tooFew(p, corners.length);
    for (let i = 0; i + 2 < corners.length; i++) {
      const [a, b, c] = [corners[i], corners[i + 1 + (i % 2)], corners[i + 2 - (i % 2)]];
      // Strips are joined by triangles without area, which are no part of the surface.
      if (!isPinched(positions, a, b, c)) out.push3(a, b, c);
    }
  }
}

function trifans(primitive: XmlElement, lists: CornerLists, out: GrowingUint32Array, positions: Float64Array): void {
  for (const p of countedLists(primitive)) {
    const corners = lists.read(p);
    if (corners.length < 3) throw tooFew(p, corners.length);
    for (let i = 2; i < corners.length; i++) {
      if (!isPinched(positions, corners[0], corners[i - 1], corners[i])) out.push3(corners[0], corners[i - 1], corners[i]);
    }
  }
}

function countedLists(primitive: XmlElement): readonly XmlElement[] {
  const lists = primitive.all('p');
  const count = countIn(primitive, 'count', 0);
  if (lists.length === count) return lists;
  throw primitive.fault(`count of <${primitive.name}> is ${count}, but it has ${lists.length} <p>`);
}

function pushFan(corners: Uint32Array, at: number, size: number, out: GrowingUint32Array): void {
  for (let i = at + 2; i < at + size; i++) out.push3(corners[at], corners[i - 1], corners[i]);
}

function tooFew(p: XmlElement, count: number): InputError {
  return p.fault(`<p> should hold at least 3 corners, here are ${count}`);
}
