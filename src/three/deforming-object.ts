import type { BufferAttribute, InterleavedBufferAttribute, Object3D } from 'three';
import { checkRecord } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type LinearMotion, linearMotion } from '../soft/linear-motion.ts';
import { type DrawnPiece, drawnPieces, pushPositions, pushTriangles } from './drawn-triangles.ts';
import type { RigidFrame } from './rigid-frame.ts';
import { checkObject, objectName, updateAround } from './world-matrices.ts';

/** How an object that deforms becomes a body of a step. */
export interface DeformingObjectOptions {
  /** Shown in results. Default: the object's name, or its type where it has none. */
  readonly name?: string;
}

const WORLD: RigidFrame = {
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  position: [0, 0, 0],
};

/**
 * An object of three.js whose triangles move against each other: skinned, morphed, scaled, or several that move by
 * themselves. `shape` is how it is when this is made, in the world; each `step` leads from the state before to the one
 * now, every vertex straight. For `StepQuery` and the other questions of `inbetween/soft`.
 *
 * @example
 * ```ts
 * const figure = new DeformingObject(skinnedMesh);
 * const query = new StepQuery([{ shape: figure.shape }, { shape: meshOf(wall, { frame: scene }) }]);
 * mixer.update(1 / 60); // every frame
 * const { status, time } = query.firstContact({ [figure.shape.name]: figure.step() });
 * ```
 */
export class DeformingObject {
  /** Its triangles in the world when this was made. Vertices that always move together are one, roundings aside. */
  readonly shape: TriangleMesh;
  private readonly object: Object3D;
  /** By vertex of three's buffers, one after the other: its number in the shape. */
  private readonly numbers: Uint32Array;
  private last: Float64Array;

  /** Reads the triangles as they are now. */
  constructor(object: Object3D, options: DeformingObjectOptions = {}) {
    checkObject(object, 'DeformingObject');
    checkRecord(options, ['name'], 'DeformingObject');
    this.object = object;
    updateAround(object);
    const pieces = drawnPieces(object);
    const indices: number[] = [];
    let first = 0;
    for (const piece of pieces) {
      pushTriangles(piece, first, indices);
      first += piece.mesh.geometry.attributes.position.count;
    }
    const { name = objectName(object) } = options;
    if (indices.length === 0) throw new InputError(`${name}: three.js draws no triangle of it`);
    this.numbers = mergedNumbers(pieces, first);
    this.last = this.read(pieces);
    const corners = indices.map((vertex) => this.numbers[vertex]);
    this.shape = new TriangleMesh(this.last, corners, { name });
  }

  /** Where its vertices are in the world now, x y z each, in the order of the shape. */
  positions(): Float64Array {
    updateAround(this.object);
    return this.read(drawnPieces(this.object));
  }

  /** The motion from where it was at the last call, at first when this was made, to where it is now. */
  step(): LinearMotion {
    const now = this.positions();
    const motion = linearMotion(this.last, now);
    this.last = now;
    return motion;
  }

  private read(pieces: readonly DrawnPiece[]): Float64Array {
    const all: number[] = [];
    for (const piece of pieces) pushPositions(piece, WORLD, all);
    if (all.length !== 3 * this.numbers.length)
      throw new InputError(
        `${objectName(this.object)}: has ${all.length / 3} vertices now, and had ${this.numbers.length}; a step keeps its triangles: make a new DeformingObject`,
      );
    const out = new Float64Array(3 * (largest(this.numbers) + 1));
    this.numbers.forEach((number, vertex) => {
      for (let k = 0; k < 3; k++) out[3 * number + k] = all[3 * vertex + k];
    });
    return out;
  }
}

function largest(numbers: Uint32Array): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

/**
 * Rounding, as a share of the largest number of an attribute: three computes in doubles and keeps floats, which parts
 * corners that are one.
 */
const FLOAT_ROUNDING: number = 2 ** -22;
const DOUBLE_ROUNDING: number = 2 ** -50;

/**
 * Vertices that differ in normal, colour or texture only are one, and so are those that a rounding parts, as at the
 * seams of three's own geometries: whatever moves them moves them alike.
 */
function mergedNumbers(pieces: readonly DrawnPiece[], total: number): Uint32Array {
  const out = new Uint32Array(total);
  let vertex = 0;
  let count = 0;
  for (const { mesh } of pieces) {
    const { attributes, morphAttributes } = mesh.geometry;
    const given = [attributes.position, attributes.skinIndex, attributes.skinWeight, ...(morphAttributes.position ?? [])];
    const deciding = given.flatMap((attribute) => (attribute === undefined ? [] : [new RoundedAttribute(attribute)]));
    const [position] = deciding;
    const known = new Map<string, { readonly vertex: number; readonly number: number }[]>();
    for (let i = 0; i < attributes.position.count; i++) {
      const same = position
        .cellsAround(i)
        .flatMap((cell) => known.get(cell) ?? [])
        .find((other) => deciding.every((attribute) => attribute.isSame(i, other.vertex)));
      const number = same?.number ?? count++;
      if (same === undefined) {
        const cell = position.cell(i);
        known.set(cell, [...(known.get(cell) ?? []), { vertex: i, number }]);
      }
      out[vertex++] = number;
    }
  }
  return out;
}

/** Numbers of vertices, of which those are the same that a rounding parts. */
class RoundedAttribute {
  private readonly values: Float64Array;
  private readonly size: number;
  private readonly near: number;

  constructor(attribute: BufferAttribute | InterleavedBufferAttribute) {
    const { count, itemSize, array } = attribute;
    this.size = itemSize;
    this.values = new Float64Array(count * itemSize);
    for (let i = 0; i < this.values.length; i++) this.values[i] = attribute.getComponent(Math.floor(i / itemSize), i % itemSize);
    const rounding = array instanceof Float32Array ? FLOAT_ROUNDING : array instanceof Float64Array ? DOUBLE_ROUNDING : 0;
    this.near = rounding * this.values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  isSame(i: number, j: number): boolean {
    const { values, size, near } = this;
    for (let k = 0; k < size; k++) if (!(Math.abs(values[size * i + k] - values[size * j + k]) <= near)) return false;
    return true;
  }

  cell(i: number): string {
    return this.cellAt(i, [0, 0, 0]);
  }

  /** Cells in which vertices may lie that are the same. */
  cellsAround(i: number): readonly string[] {
    const { near } = this;
    const signs = [-near, near];
    return [...new Set(signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => this.cellAt(i, [x, y, z])))))];
  }

  private cellAt(i: number, off: readonly number[]): string {
    const { values, size, near } = this;
    // − 0 is 0
    return off.map((x, k) => (near > 0 ? Math.floor((values[size * i + k] + x) / (4 * near)) : values[size * i + k]) + 0).join(' ');
  }
}
