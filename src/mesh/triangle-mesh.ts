import { checkFlag, checkRecord, checkText, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength, limitHint } from '../math/limits.ts';

/** What a mesh is beside its triangles. */
export interface MeshOptions {
  /** Shown in results and errors. Default 'mesh'. */
  readonly name?: string;
  /**
   * Thickens every triangle by this much, in the unit of length (one number, or one per triangle): a point becomes a
   * sphere, a segment a capsule. Default 0.
   */
  readonly radius?: number | ArrayLike<number>;
  /** The inside counts too; queries then want a closed mesh. Default false: only the surface counts. */
  readonly solid?: boolean;
  /**
   * How far it may reach out of the shape that it stands for, in the unit of length, as prisms around cylinders do;
   * answers tell it. Default 0: it is the shape.
   */
  readonly excess?: number;
}

const MESH_OPTIONS: readonly string[] = ['name', 'radius', 'solid', 'excess'];

/**
 * A triangle soup: no manifold assumption, duplicate and degenerate triangles allowed. A leaf may also be a point
 * (three equal corners) or a segment (two equal corners); with a radius these are exact spheres and capsules. Queries
 * keep the trees they build with the mesh: do not write to its arrays. Files are read by `inbetween/io`.
 *
 * @example
 * ```ts
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]; // four vertices, x y z each
 * const indices = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]; // counter-clockwise seen from outside
 * const tetrahedron = new TriangleMesh(positions, indices, { name: 'tetrahedron', solid: true });
 * ```
 */
export class TriangleMesh {
  /** Shown in results and errors; 'mesh' where none was given. */
  readonly name: string;
  /** x y z per vertex, in the unit of length, relative to the origin of the body. */
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle. */
  readonly indices: Uint32Array;
  /** By how much each triangle is thickened, in the unit of length; null when all are 0. */
  readonly radii: Float64Array | null;
  /** Whether the inside counts too: what starts wholly inside then overlaps it. */
  readonly solid: boolean;
  /** How far it may reach out of the shape that it stands for, in the unit of length; 0 where it is the shape. */
  readonly excess: number;

  /** Copies its input. Without indices, every nine numbers are a triangle. */
  constructor(positions: ArrayLike<number>, indices?: ArrayLike<number>, options: MeshOptions = {}) {
    checkRecord(options, MESH_OPTIONS, 'mesh');
    const { name = 'mesh', solid = false, excess = 0, radius = 0 } = options;
    checkText(name, 'mesh: name');
    checkFlag(solid, `${name}: solid`);
    this.name = name;
    this.solid = solid;
    this.excess = excess;
    checkLength(this.excess, `${this.name}: excess`);
    this.positions = checkedPositions(positions, this.name);
    this.indices = checkedIndices(indices, this.positions.length / 3, this.name);
    this.radii = checkedRadii(radius, this.indices.length / 3, this.name);
  }

  /** Vertices in `positions`, used or not. */
  get vertexCount(): number {
    return this.positions.length / 3;
  }

  /** Triangles in `indices`, degenerate ones included. */
  get triangleCount(): number {
    return this.indices.length / 3;
  }
}

/** Arrays that meshes take as they are. */
const asTheyAre: WeakSet<object> = new WeakSet();

/** A mesh over memory that is given to it, checked as any other but not copied: nobody may write there any more. */
export function meshOver(
  positions: Float64Array,
  indices: Uint32Array,
  radii: Float64Array | null,
  options: Omit<MeshOptions, 'radius'>,
): TriangleMesh {
  for (const array of [positions, indices, radii]) if (array !== null) asTheyAre.add(array);
  return new TriangleMesh(positions, indices, { ...options, radius: radii ?? 0 });
}

function roomFor<A extends Float64Array | Uint32Array>(source: ArrayLike<number>, make: (length: number) => A): A {
  return asTheyAre.has(source) ? (source as unknown as A) : make(source.length);
}

/** Up to here every product of three coordinates is finite. */
export const LARGEST_COORDINATE: number = 2 ** 300;

function coordinateHint(x: unknown): string {
  return typeof x === 'number' ? limitHint(x) : '; positions are one flat list of numbers, three a vertex';
}

function checkedPositions(source: ArrayLike<number>, name: string): Float64Array {
  if (source === null || typeof source !== 'object' || !(source.length > 0)) throw new InputError(`${name}: no vertices`);
  if (source.length % 3 !== 0) {
    throw new InputError(`${name}: ${source.length} coordinates are not a whole number of vertices (3 each)`);
  }
  const out = roomFor(source, (length) => new Float64Array(length));
  for (let i = 0; i < source.length; i++) {
    const x = source[i];
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST_COORDINATE)) {
      throw new InputError(`${name}: vertex ${Math.floor(i / 3)} has coordinate ${'xyz'[i % 3]} = ${shownValue(x)}${coordinateHint(x)}`);
    }
    if (out !== source) out[i] = x;
  }
  return out;
}

function checkedIndices(source: ArrayLike<number> | undefined, vertexCount: number, name: string): Uint32Array {
  if (source === undefined) {
    if (vertexCount % 3 !== 0) {
      throw new InputError(`${name}: ${vertexCount} vertices are not a whole number of triangles and no indices are given`);
    }
    return Uint32Array.from({ length: vertexCount }, (_, i) => i);
  }
  if (source === null || typeof source !== 'object' || !(source.length > 0)) throw new InputError(`${name}: no triangles`);
  if (source.length % 3 !== 0) {
    throw new InputError(`${name}: ${source.length} indices are not a whole number of triangles (3 each)`);
  }
  const out = roomFor(source, (length) => new Uint32Array(length));
  for (let i = 0; i < source.length; i++) {
    const v = source[i];
    if (!(Number.isInteger(v) && v >= 0 && v < vertexCount)) {
      throw new InputError(
        `${name}: triangle ${Math.floor(i / 3)} names vertex ${v}, but there are ${vertexCount} (0 to ${vertexCount - 1})`,
      );
    }
    if (out !== source) out[i] = v;
  }
  return out;
}

function checkedRadii(radius: number | ArrayLike<number>, triangleCount: number, name: string): Float64Array | null {
  if (radius === 0) return null;
  if (typeof radius !== 'number' && (radius === null || typeof radius !== 'object')) {
    throw new InputError(`${name}: radius must be a number or one per triangle, got ${shownValue(radius)}`);
  }
  if (typeof radius !== 'number' && radius.length !== triangleCount) {
    throw new InputError(`${name}: ${radius.length} radii for ${triangleCount} triangles`);
  }
  const out = typeof radius === 'number' ? new Float64Array(triangleCount) : roomFor(radius, (length) => new Float64Array(length));
  for (let i = 0; i < triangleCount; i++) {
    const r = typeof radius === 'number' ? radius : radius[i];
    if (typeof r !== 'number' || !(r >= 0 && r <= LARGEST_COORDINATE)) {
      throw new InputError(
        `${name}: radius must be a finite number ≥ 0, got ${shownValue(r)}${typeof radius === 'number' ? '' : ` for triangle ${i}`}${limitHint(r)}`,
      );
    }
    if (out !== radius) out[i] = r;
  }
  return out;
}
