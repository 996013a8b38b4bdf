/**
 * A nonconvex body as convex pieces in one frame, with hulls around ever more of them: the hull of all at the root, the
 * pieces at the leaves [Mirtich 1997, §3.4; Ponamgi et al. 1995]. Disjoint hulls give a lower bound on the distance of
 * what they hold.
 * Guarantee: the hull of an inner node, swollen by its radius, holds all pieces below it with theirs: exactly the hull
 * of their cores, with the largest of their radii. Where radii differ that is more than the hull of the swollen pieces,
 * by no more than the difference.
 */
import { checkRecord, checkText } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { longestAxis } from '../mesh/longest-axis.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import { convexHull } from './hull/convex-hull.ts';

/** How the pieces are called together. */
export interface ConvexHierarchyOptions {
  /** Shown in results and errors. Default 'pieces'. */
  readonly name?: string;
}

/** Stands in `pieceOf` for inner nodes. */
export const NO_PIECE = -1;

/**
 * A nonconvex body as convex pieces in one frame, with hulls around ever more of them: the hull of all at the root, the
 * pieces at the leaves. Made of pieces at hand, or by `decompose` and `convexParts` of a mesh; a World takes it as a
 * shape, HierarchyTracker measures it.
 */
export class ConvexHierarchy {
  /** Shown in results and errors. */
  readonly name: string;
  /** The pieces as they were given. */
  readonly pieces: readonly ConvexPolyhedron[];
  /** One a node, the root first; a leaf's is its piece. */
  readonly hulls: readonly ConvexPolyhedron[];
  /** By node: the second child of an inner node (the first is the next node); 0 for leaves. */
  readonly second: Uint32Array;
  /** By node: the number of a leaf's piece, −1 for inner nodes. */
  readonly pieceOf: Int32Array;
  /** By node: the longest side of its bounds, in the unit of length; of two the larger is unwrapped first. */
  readonly sizes: Float64Array;
  /** No point of the body, radii included, is farther from the origin of its frame. */
  readonly reach: number;
  private surface: TriangleMesh | undefined;

  /** Needs at least one piece, all in the body's frame. */
  constructor(pieces: readonly ConvexPolyhedron[], options: ConvexHierarchyOptions = {}) {
    checkRecord(options, ['name'], 'convex hierarchy');
    const { name = 'pieces' } = options;
    checkText(name, 'convex hierarchy: name');
    this.name = name;
    if (!Array.isArray(pieces) || pieces.length === 0) throw new InputError(`${this.name}: needs at least one convex piece`);
    for (let i = 0; i < pieces.length; i++) {
      if (!(pieces[i] instanceof ConvexPolyhedron))
        throw new InputError(`${this.name}: piece ${i} is no convex polyhedron; make one with convexHull`);
    }
    this.pieces = pieces.slice();
    const count = 2 * pieces.length - 1;
    const hulls: ConvexPolyhedron[] = new Array(count);
    this.second = new Uint32Array(count);
    this.pieceOf = new Int32Array(count).fill(NO_PIECE);
    this.build(hulls, middles(pieces), Array.from(pieces.keys()), 0);
    this.hulls = hulls;
    this.sizes = Float64Array.from(hulls, longestSide);
    let reach = 0;
    for (const piece of pieces) reach = Math.max(reach, piece.reach);
    this.reach = reach;
  }

  /**
   * All pieces together, each with its own surface and radius, declared solid where every piece has an inside; for
   * pictures and files.
   */
  get mesh(): TriangleMesh {
    if (this.surface !== undefined) return this.surface;
    const positions: number[] = [];
    const indices: number[] = [];
    const radii: number[] = [];
    for (const { mesh, radius } of this.pieces) {
      const first = positions.length / 3;
      for (const x of mesh.positions) positions.push(x);
      for (const v of mesh.indices) indices.push(first + v);
      for (let t = 0; t < mesh.triangleCount; t++) radii.push(radius);
    }
    const solid = this.pieces.every((piece) => piece.dimension === 3);
    this.surface = new TriangleMesh(positions, indices, { name: this.name, radius: radii, solid });
    return this.surface;
  }

  /** Halves the pieces along the axis on which their middles spread most; returns the number of the next node. */
  private build(hulls: ConvexPolyhedron[], middle: Float64Array, held: number[], node: number): number {
    if (held.length === 1) {
      this.pieceOf[node] = held[0];
      hulls[node] = this.pieces[held[0]];
      return node + 1;
    }
    const axis = longestAxis(middle, held);
    held.sort((i, j) => middle[3 * i + axis] - middle[3 * j + axis] || i - j);
    const half = held.length >> 1;
    this.second[node] = this.build(hulls, middle, held.slice(0, half), node + 1);
    const next = this.build(hulls, middle, held.slice(half), this.second[node]);
    const p = hulls[node + 1];
    const q = hulls[this.second[node]];
    const points = new Float64Array(p.positions.length + q.positions.length);
    points.set(p.positions);
    points.set(q.positions, p.positions.length);
    hulls[node] = convexHull(points, { name: this.name, radius: Math.max(p.radius, q.radius) });
    return next;
  }
}

/** The middle of each piece's bounds. */
function middles(pieces: readonly ConvexPolyhedron[]): Float64Array {
  const out = new Float64Array(3 * pieces.length);
  for (let i = 0; i < pieces.length; i++) {
    for (let k = 0; k < 3; k++) {
      const [low, high] = extent(pieces[i], k);
      out[3 * i + k] = low / 2 + high / 2;
    }
  }
  return out;
}

function longestSide(hull: ConvexPolyhedron): number {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    const [low, high] = extent(hull, k);
    most = Math.max(most, high - low);
  }
  return most;
}

function extent({ positions }: ConvexPolyhedron, axis: number): [low: number, high: number] {
  let low = positions[axis];
  let high = low;
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return [low, high];
}
