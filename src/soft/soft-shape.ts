/**
 * A mesh that deforms: its vertices, edges and triangles, and a tree of boxes around what the triangles sweep in one
 * step.
 * The tree's shape is made once; every step refits the boxes, which is linear and allocates nothing.
 * Guarantee: the boxes of a vertex, an edge or a node contain all that it sweeps while vertices move linearly, widened
 * by the given pad on every side, in real arithmetic. Each vertex and edge belongs to exactly one triangle that names
 * it, so that pairs of triangles yield every pair of features once [Curtis et al. 2008].
 */
import { type Budget, NO_LIMITS } from '../contact/budget.ts';
import { splitTriangles } from '../hierarchy/split-triangles.ts';
import { workingScale } from '../hierarchy/triangle-tree.ts';
import { type EdgeAdjacency, edgeAdjacency, NO_EDGE } from '../mesh/adjacency.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Doubles a box: min x y z, max x y z. */
export const BOX = 6;
/** Boxes less one between two units of the budget; 2 to some power less one. */
const PIECE = 63;

export class SoftShape {
  readonly mesh: TriangleMesh;
  readonly edges: EdgeAdjacency;
  /** A node: ≥ 0 the first of two adjacent children, else −1 − triangle. */
  readonly child: Int32Array;
  readonly nodeBoxes: Float64Array;
  readonly vertexBoxes: Float64Array;
  readonly edgeBoxes: Float64Array;
  /** A triangle: bits 0 to 2 its corners, 3 to 5 its edges, set where they belong to it. */
  readonly owned: Uint8Array;
  /** Largest radius of the triangles at a vertex and at an edge; null where all are 0. */
  readonly vertexRadii: Float64Array | null;
  readonly edgeRadii: Float64Array | null;
  /** Largest radius of any triangle. */
  readonly widestRadius: number;

  constructor(mesh: TriangleMesh) {
    this.mesh = mesh;
    const { indices, triangleCount, vertexCount, radii } = mesh;
    this.edges = edgeAdjacency(indices, vertexCount);
    const { edgeCount, edgeOf } = this.edges;
    this.vertexBoxes = new Float64Array(BOX * vertexCount);
    this.edgeBoxes = new Float64Array(BOX * edgeCount);
    this.nodeBoxes = new Float64Array(BOX * (2 * triangleCount - 1));
    this.child = treeShape(mesh);
    this.owned = new Uint8Array(triangleCount);
    const vertexTaken = new Uint8Array(vertexCount);
    const edgeTaken = new Uint8Array(edgeCount);
    for (let side = 0; side < indices.length; side++) {
      const triangle = Math.floor(side / 3);
      const vertex = indices[side];
      const edge = edgeOf[side];
      if (vertexTaken[vertex] === 0) this.owned[triangle] |= 1 << (side % 3);
      vertexTaken[vertex] = 1;
      if (edge === NO_EDGE) continue;
      if (edgeTaken[edge] === 0) this.owned[triangle] |= 8 << (side % 3);
      edgeTaken[edge] = 1;
    }
    this.widestRadius = radii === null ? 0 : radii.reduce((most: number, radius: number) => Math.max(most, radius), 0);
    this.vertexRadii = radii === null ? null : new Float64Array(vertexCount);
    this.edgeRadii = radii === null ? null : new Float64Array(edgeCount);
    if (radii === null || this.vertexRadii === null || this.edgeRadii === null) return;
    for (let side = 0; side < indices.length; side++) {
      const radius = radii[Math.floor(side / 3)];
      this.vertexRadii[indices[side]] = Math.max(this.vertexRadii[indices[side]], radius);
      if (edgeOf[side] !== NO_EDGE) this.edgeRadii[edgeOf[side]] = Math.max(this.edgeRadii[edgeOf[side]], radius);
    }
  }

  /** Fits all boxes to a step up to the time `until`, widened by pad. False: the budget is late, they are no good. */
  fit(p: Float64Array, q: Float64Array, until: number, pad: number, budget: Budget = NO_LIMITS): boolean {
    if (!this.fitVertices(p, q, until, pad, budget)) return false;
    const { edges, vertexBoxes: V, edgeBoxes: E } = this;
    const { ends } = edges;
    for (let edge = 0, o = 0; edge < edges.edgeCount; edge++, o += BOX) {
      if ((edge & PIECE) === 0 && budget.isLate()) return false;
      const a = BOX * ends[2 * edge];
      const b = BOX * ends[2 * edge + 1];
      for (let k = 0; k < 3; k++) {
        E[o + k] = V[a + k] < V[b + k] ? V[a + k] : V[b + k];
        E[o + 3 + k] = V[a + 3 + k] > V[b + 3 + k] ? V[a + 3 + k] : V[b + 3 + k];
      }
    }
    return this.fitNodes(budget);
  }

  private fitVertices(p: Float64Array, q: Float64Array, until: number, pad: number, budget: Budget): boolean {
    const { vertexBoxes: V, widestRadius: widest } = this;
    for (let i = 0, o = 0; i < p.length; i += 3, o += BOX) {
      if ((i & PIECE) === 0 && budget.isLate()) return false;
      for (let k = 0; k < 3; k++) {
        const x = p[i + k];
        const y = until === 1 ? q[i + k] : x + until * (q[i + k] - x);
        // where it stops on the way is off by ≤ 4u of the ends
        const wide = pad + widest + (until === 1 ? 0 : 2 ** -50 * (Math.abs(x) + Math.abs(q[i + k])));
        const low = x < y ? x : y;
        const high = x < y ? y : x;
        if (wide === 0) {
          V[o + k] = low;
          V[o + 3 + k] = high;
        } else {
          // fl(low − wide) is off by ≤ u of it; twice that, and a little for underflow, is outside for certain
          const below = low - wide;
          const above = high + wide;
          V[o + k] = below - (2 ** -52 * Math.abs(below) + 2 ** -1074);
          V[o + 3 + k] = above + (2 ** -52 * Math.abs(above) + 2 ** -1074);
        }
      }
    }
    return true;
  }

  /** Children come after parents, so backwards is bottom-up. */
  private fitNodes(budget: Budget): boolean {
    const { nodeBoxes: N, vertexBoxes: V, child } = this;
    const { indices } = this.mesh;
    for (let node = child.length - 1, o = BOX * node; node >= 0; node--, o -= BOX) {
      if ((node & PIECE) === 0 && budget.isLate()) return false;
      const down = child[node];
      if (down < 0) {
        const t = 3 * (-1 - down);
        const a = BOX * indices[t];
        const b = BOX * indices[t + 1];
        const c = BOX * indices[t + 2];
        for (let k = 0; k < 3; k++) {
          const x = V[a + k] < V[b + k] ? V[a + k] : V[b + k];
          const y = V[a + 3 + k] > V[b + 3 + k] ? V[a + 3 + k] : V[b + 3 + k];
          N[o + k] = x < V[c + k] ? x : V[c + k];
          N[o + 3 + k] = y > V[c + 3 + k] ? y : V[c + 3 + k];
        }
      } else {
        const a = BOX * down;
        const b = a + BOX;
        for (let k = 0; k < 3; k++) {
          N[o + k] = N[a + k] < N[b + k] ? N[a + k] : N[b + k];
          N[o + 3 + k] = N[a + 3 + k] > N[b + 3 + k] ? N[a + 3 + k] : N[b + 3 + k];
        }
      }
    }
    return true;
  }

  /** Bytes held, the mesh itself left out. */
  get bytes(): number {
    const { child, nodeBoxes, vertexBoxes, edgeBoxes, owned, edges } = this;
    let sum = edges.ends.byteLength + edges.start.byteLength + edges.triangles.byteLength + edges.edgeOf.byteLength;
    for (const part of [child, nodeBoxes, vertexBoxes, edgeBoxes, owned, this.vertexRadii, this.edgeRadii]) sum += part?.byteLength ?? 0;
    return sum;
  }
}

const shapes = new WeakMap<TriangleMesh, SoftShape>();

/** The shape of a mesh, made once and kept with it. */
export function softShapeOf(mesh: TriangleMesh): SoftShape {
  let shape = shapes.get(mesh);
  if (shape === undefined) {
    shape = new SoftShape(mesh);
    shapes.set(mesh, shape);
  }
  return shape;
}

function treeShape(mesh: TriangleMesh): Int32Array {
  const { positions, indices, triangleCount } = mesh;
  const scale = workingScale(mesh);
  const boxes = new Float64Array(BOX * triangleCount);
  for (let t = 0, o = 0; t < triangleCount; t++, o += BOX) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * indices[3 * t] + k] * scale;
      const y = positions[3 * indices[3 * t + 1] + k] * scale;
      const z = positions[3 * indices[3 * t + 2] + k] * scale;
      boxes[o + k] = Math.min(x, y, z);
      boxes[o + 3 + k] = Math.max(x, y, z);
    }
  }
  const { child, order } = splitTriangles(boxes);
  return Int32Array.from(child, (down) => (down < 0 ? -1 - order[-1 - down] : down));
}
