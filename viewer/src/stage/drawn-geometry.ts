/** Triangles to draw a mesh by: smooth over flat edges, sharp over others; leaves with a radius are drawn round. And its sharp edges as lines. */
import type { TriangleMesh } from 'inbetween';
import { coloursOf } from 'inbetween/io';
import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  Matrix4,
  OctahedronGeometry,
  Quaternion,
  SphereGeometry,
  SRGBColorSpace,
  Vector3,
} from 'three';

/** Cosine of the angle, 35°, above which an edge is drawn sharp. */
const FLAT = 0.82;
/** Cosine of the angle, 40°, from which on an edge is drawn as a line. */
const SHARP = 0.766;
/** A mesh of so many triangles whose lines are more than this share of them has none: they would be its skin. */
const MANY = 600;
const MOST_SHARP = 0.35;
/** Nothing is smoothed around a vertex of more triangles. */
const MOST_AROUND = 64;
/** So many round leaves are drawn finely; more of them are drawn coarsely. */
const FINE = 60;

const known: WeakMap<TriangleMesh, BufferGeometry> = new WeakMap();
const knownEdges: WeakMap<TriangleMesh, BufferGeometry | null> = new WeakMap();

/** The geometry of a mesh, made at first use and kept with the mesh, which many bodies may share. */
export function drawnGeometry(mesh: TriangleMesh): BufferGeometry {
  let geometry = known.get(mesh);
  if (geometry === undefined) {
    geometry = mesh.radii === null ? surfaceGeometry(Float32Array.from(mesh.positions), mesh.indices) : roundGeometry(mesh);
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
    const colours = coloursOf(mesh);
    if (colours !== null && mesh.radii === null) geometry.setAttribute('color', cornerColours(colours));
    known.set(mesh, geometry);
  }
  return geometry;
}

/** A colour a corner, in linear light, of those of the triangles as a screen shows them. */
function cornerColours(colours: Uint8Array): BufferAttribute {
  const out = new BufferAttribute(new Float32Array(3 * colours.length), 3);
  const colour = new Color();
  for (let t = 0; t < colours.length / 3; t++) {
    colour.setRGB(colours[3 * t] / 255, colours[3 * t + 1] / 255, colours[3 * t + 2] / 255, SRGBColorSpace);
    for (let k = 0; k < 3; k++) out.setXYZ(3 * t + k, colour.r, colour.g, colour.b);
  }
  return out;
}

/** The edges at which the surface turns or ends, two points each; null: it has none worth a line. Made at first use and kept with the mesh. */
export function edgeGeometry(mesh: TriangleMesh): BufferGeometry | null {
  let geometry = knownEdges.get(mesh);
  if (geometry === undefined) {
    const points = mesh.radii === null ? sharpEdges(Float32Array.from(mesh.positions), mesh.indices) : new Float32Array(0);
    geometry = points.length === 0 ? null : new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
    knownEdges.set(mesh, geometry);
  }
  return geometry;
}

/** Gives the memory on the graphics card back. */
export function forgetGeometry(mesh: TriangleMesh): void {
  for (const all of [known, knownEdges]) {
    all.get(mesh)?.dispose();
    all.delete(mesh);
  }
}

export function surfaceGeometry(places: Float32Array, indices: Uint32Array): BufferGeometry {
  const positions = cornersOf(places, indices);
  return geometryOf(positions, creasedNormals(positions, placeNumbers(places), indices));
}

function cornersOf(places: Float32Array, indices: Uint32Array): Float32Array {
  const corners = 3 * Math.floor(indices.length / 3);
  const positions = new Float32Array(3 * corners);
  for (let i = 0; i < corners; i++) for (let k = 0; k < 3; k++) positions[3 * i + k] = places[3 * indices[i] + k];
  return positions;
}

function geometryOf(positions: Float32Array, normals: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  return geometry;
}

/** One number a vertex; vertices at the same place have the same one, whether or not the soup shares them. */
function placeNumbers(places: Float32Array): Uint32Array {
  const bits = new Int32Array(places.buffer, places.byteOffset, places.length);
  const count = places.length / 3;
  const numbers = new Uint32Array(count);
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  // one more than the number of a vertex; 0: nobody
  const slots = new Uint32Array(mask + 1);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [places[3 * v], places[3 * v + 1], places[3 * v + 2]];
    const hash = Math.imul(bits[3 * v], 0x9e3779b1) ^ Math.imul(bits[3 * v + 1], 0x85ebca6b) ^ Math.imul(bits[3 * v + 2], 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = 3 * (slots[slot] - 1);
      if (places[other] === x && places[other + 1] === y && places[other + 2] === z) break;
    }
    if (slots[slot] === 0) slots[slot] = v + 1;
    numbers[v] = slots[slot] - 1;
  }
  return numbers;
}

/** Which triangles are around each place, and their normals, as long as twice their areas. */
interface Around {
  readonly areas: Float32Array;
  readonly lengths: Float32Array;
  /** Where the triangles of a place begin in `around`. */
  readonly starts: Uint32Array;
  readonly around: Uint32Array;
}

function aroundOf(positions: Float32Array, numbers: Uint32Array, indices: Uint32Array): Around {
  const triangles = positions.length / 9;
  const areas = new Float32Array(3 * triangles);
  const lengths = new Float32Array(triangles);
  const starts = new Uint32Array(numbers.length + 1);
  for (let t = 0; t < triangles; t++) {
    const p = 9 * t;
    const [ax, ay, az] = [positions[p + 3] - positions[p], positions[p + 4] - positions[p + 1], positions[p + 5] - positions[p + 2]];
    const [bx, by, bz] = [positions[p + 6] - positions[p], positions[p + 7] - positions[p + 1], positions[p + 8] - positions[p + 2]];
    areas[3 * t] = ay * bz - az * by;
    areas[3 * t + 1] = az * bx - ax * bz;
    areas[3 * t + 2] = ax * by - ay * bx;
    lengths[t] = Math.hypot(areas[3 * t], areas[3 * t + 1], areas[3 * t + 2]);
    for (let k = 0; k < 3; k++) starts[numbers[indices[3 * t + k]] + 1]++;
  }
  for (let v = 1; v < starts.length; v++) starts[v] += starts[v - 1];
  const fill = starts.slice();
  const around = new Uint32Array(3 * triangles);
  for (let i = 0; i < around.length; i++) around[fill[numbers[indices[i]]]++] = Math.floor(i / 3);
  return { areas, lengths, starts, around };
}

/** Every edge once: by the first triangle that has it, where no other has it or one is turned against it. */
function sharpEdges(places: Float32Array, indices: Uint32Array): Float32Array {
  const numbers = placeNumbers(places);
  const { areas, lengths, starts, around } = aroundOf(cornersOf(places, indices), numbers, indices);
  const triangles = lengths.length;
  const most = triangles < MANY ? Infinity : MOST_SHARP * triangles;
  const points: number[] = [];
  for (let t = 0; t < triangles && points.length / 6 <= most; t++) {
    for (let k = 0; k < 3 && lengths[t] > 0; k++) {
      const [a, b] = [numbers[indices[3 * t + k]], numbers[indices[3 * t + ((k + 1) % 3)]]];
      // the end with fewer triangles has all that share the edge too
      const [place, other] = starts[a + 1] - starts[a] <= starts[b + 1] - starts[b] ? [a, b] : [b, a];
      let isSharp = true;
      for (let n = starts[place]; n < starts[place + 1]; n++) {
        const f = around[n];
        const o = 3 * f;
        const has = numbers[indices[o]] === other || numbers[indices[o + 1]] === other || numbers[indices[o + 2]] === other;
        if (f === t || !has || lengths[f] === 0) continue;
        const along = areas[3 * t] * areas[o] + areas[3 * t + 1] * areas[o + 1] + areas[3 * t + 2] * areas[o + 2];
        // soups turn triangles either way round
        isSharp = f > t && Math.abs(along) < SHARP * lengths[t] * lengths[f];
        if (!isSharp) break;
      }
      if (!isSharp || a === b) continue;
      for (const end of [a, b]) points.push(places[3 * end], places[3 * end + 1], places[3 * end + 2]);
    }
  }
  return points.length / 6 > most ? new Float32Array(0) : Float32Array.from(points);
}

function creasedNormals(positions: Float32Array, numbers: Uint32Array, indices: Uint32Array): Float32Array {
  const { areas, lengths, starts, around } = aroundOf(positions, numbers, indices);
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < around.length; i++) {
    const t = Math.floor(i / 3);
    const [ox, oy, oz] = [areas[3 * t], areas[3 * t + 1], areas[3 * t + 2]];
    let [x, y, z] = [ox, oy, oz];
    const place = numbers[indices[i]];
    const [from, to] = [starts[place], starts[place + 1]];
    for (let n = from; n < to && to - from <= MOST_AROUND; n++) {
      const f = around[n];
      const [fx, fy, fz] = [areas[3 * f], areas[3 * f + 1], areas[3 * f + 2]];
      if (f === t || ox * fx + oy * fy + oz * fz <= FLAT * lengths[t] * lengths[f]) continue;
      x += fx;
      y += fy;
      z += fz;
    }
    const size = Math.hypot(x, y, z) || 1;
    normals.set([x / size, y / size, z / size], 3 * i);
  }
  return normals;
}

/** Points become balls, segments capsules, triangles two plates. */
function roundGeometry(mesh: TriangleMesh): BufferGeometry {
  const radii = mesh.radii as Float64Array;
  const isFine = radii.length <= FINE;
  const ball = (
    isFine ? new SphereGeometry(1, 24, 16) : radii.length <= 4000 ? new SphereGeometry(1, 8, 6) : new OctahedronGeometry(1)
  ).toNonIndexed();
  const pieces: { readonly geometry: BufferGeometry; readonly matrix: Matrix4 }[] = [];
  for (let t = 0; t < radii.length; t++) {
    const corners = [0, 1, 2].map((k) => new Vector3().fromArray(mesh.positions, 3 * mesh.indices[3 * t + k]));
    const distinct = corners.filter((p, k) => corners.findIndex((q) => q.equals(p)) === k);
    const radius = radii[t];
    if (distinct.length === 1)
      pieces.push({ geometry: ball, matrix: new Matrix4().makeScale(radius, radius, radius).setPosition(distinct[0]) });
    else if (distinct.length === 2 && radius > 0) pieces.push(capsulePiece(distinct[0], distinct[1], radius, isFine));
    else pieces.push({ geometry: plates(corners, radius), matrix: new Matrix4() });
  }
  return joined(pieces);
}

function capsulePiece(a: Vector3, b: Vector3, radius: number, isFine: boolean): { geometry: BufferGeometry; matrix: Matrix4 } {
  const axis = b.clone().sub(a);
  const geometry = new CapsuleGeometry(radius, axis.length(), isFine ? 8 : 3, isFine ? 24 : 8).toNonIndexed();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis.clone().normalize());
  return { geometry, matrix: new Matrix4().compose(a.clone().addScaledVector(axis, 0.5), turn, new Vector3(1, 1, 1)) };
}

function plates(corners: readonly Vector3[], radius: number): BufferGeometry {
  const normal = corners[1].clone().sub(corners[0]).cross(corners[2].clone().sub(corners[0])).normalize();
  const sides = radius > 0 ? [radius, -radius] : [0];
  const places = sides.flatMap((side) => corners.flatMap((p) => p.clone().addScaledVector(normal, side).toArray()));
  const normals = sides.flatMap((side) =>
    corners.flatMap(() =>
      normal
        .clone()
        .multiplyScalar(side < 0 ? -1 : 1)
        .toArray(),
    ),
  );
  return geometryOf(Float32Array.from(places), Float32Array.from(normals));
}

function joined(pieces: readonly { readonly geometry: BufferGeometry; readonly matrix: Matrix4 }[]): BufferGeometry {
  const count = pieces.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const at = new Vector3();
  let slot = 0;
  for (const { geometry, matrix } of pieces) {
    const places = geometry.getAttribute('position');
    const directions = geometry.getAttribute('normal');
    for (let i = 0; i < places.count; i++, slot += 3) {
      at.fromBufferAttribute(places, i).applyMatrix4(matrix).toArray(positions, slot);
      at.fromBufferAttribute(directions, i).transformDirection(matrix).toArray(normals, slot);
    }
  }
  return geometryOf(positions, normals);
}
