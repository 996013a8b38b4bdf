/**
 * Is a point in the Voronoi region of a feature, and if not, which neighbour is nearer? Regions are bounded by planes:
 * across each edge at a vertex, and upright along each edge of a face [Mirtich 1998]. What V-Clip and Lin-Canny ask
 * alike; beside it, what both fall back on.
 * The plane between two features is evaluated by the same expression from both sides, so that no point is outside of
 * both by rounding.
 */
import { type ConvexPolyhedron, NO_FACE } from '../convex-polyhedron.ts';
import { FEATURE_EDGE, FEATURE_FACE, FEATURE_VERTEX } from '../convex-tracker.ts';
import { closestOfEdges, EDGES_A, EDGES_B, EDGES_PLACE_A, edgePair } from './edge-edge.ts';
import { FeatureWalker, TO_A, TO_B, WALK_DONE, WALK_MEETS, WALK_MOVED } from './feature-walker.ts';

/** No feature. */
export const NONE = -1;
/** Places in the scratch `w`: a point, or the ends of an edge, in the frame of the other body; a turned normal. */
export const TAIL = 0;
export const HEAD = 3;
export const TURNED = 6;
/** sine² of a slope that is nothing but rounding: 16 of it. A walk along what is level leads in circles. */
export const LEVEL: number = 2 ** -98;

/** Behind the centre of the ball inside: its radius. */
const INNER_RADIUS = 3;

/** Working memory of one walk, shared by all trackers. */
const W = new Float64Array(9);
const CUT = new Float64Array(2);
const NEAR = new Float64Array(6);

export abstract class RegionWalker extends FeatureWalker {
  protected readonly w: Float64Array = W;
  /** The clipped edge: [0] from, [1] to; the neighbours behind the planes that cut it. */
  protected readonly cut: Float64Array = CUT;
  protected cutFrom: number = NONE;
  protected cutTo: number = NONE;
  private readonly near: Float64Array = NEAR;
  /** A point inside of the body that is not `innerSide`, and how deep it is. */
  private inner: Float64Array | undefined;
  private innerSide = NONE;

  /**
   * The vertices farthest towards the other body's origin: near to what is looked for, and climbing costs less than
   * walking.
   */
  protected begin(): void {
    const { maps } = this;
    this.move(0, FEATURE_VERTEX, this.farthest(this.a, maps, TO_A + 9));
    this.move(1, FEATURE_VERTEX, this.farthest(this.b, maps, TO_B + 9));
  }

  protected step(): number {
    const { kindA, kindB } = this;
    if (kindA === FEATURE_VERTEX) {
      if (kindB === FEATURE_VERTEX) return this.vertexVertex();
      return kindB === FEATURE_EDGE ? this.vertexEdge(0) : this.vertexFace(0);
    }
    if (kindA === FEATURE_EDGE) {
      if (kindB === FEATURE_VERTEX) return this.vertexEdge(1);
      return kindB === FEATURE_EDGE ? this.edgeEdge() : this.edgeFace(0);
    }
    if (kindB === FEATURE_FACE) return this.faceFace();
    return kindB === FEATURE_VERTEX ? this.vertexFace(1) : this.edgeFace(1);
  }

  /** What the rules say of the current pair; `side`: whose is the feature named first. */
  protected abstract vertexEdge(side: number): number;
  protected abstract vertexFace(side: number): number;
  protected abstract edgeEdge(): number;
  protected abstract edgeFace(side: number): number;
  protected abstract faceFace(): number;

  private farthest(P: ConvexPolyhedron, direction: Float64Array, o: number): number {
    const { w } = this;
    const x = direction[o];
    const y = direction[o + 1];
    const z = direction[o + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return 0;
    w[TURNED] = -x / length;
    w[TURNED + 1] = -y / length;
    w[TURNED + 2] = -z / length;
    let v = 0;
    for (let hops = 0; hops < P.vertexCount; hops++) {
      const k = this.steepest(P, v, true);
      if (k === NONE) break;
      v = P.vertexNeighbours[k];
      this.steps++;
    }
    return v;
  }

  protected vertexVertex(): number {
    const { a, b, w, indexA, indexB } = this;
    this.place(b, indexB, TO_A, w, TAIL);
    if (this.beyondVertex(0, a, indexA)) return WALK_MOVED;
    this.place(a, indexA, TO_B, w, TAIL);
    return this.beyondVertex(1, b, indexB) ? WALK_MOVED : WALK_DONE;
  }

  /** The ends of P's edge e in the other frame, to TAIL and HEAD of w. */
  protected placeEnds(P: ConvexPolyhedron, e: number, map: number): void {
    this.place(P, P.edges[4 * e], map, this.w, TAIL);
    this.place(P, P.edges[4 * e + 1], map, this.w, HEAD);
  }

  /** Goes to the edge of v the point w lies farthest along, if there is one. */
  protected beyondVertex(side: number, P: ConvexPolyhedron, v: number): boolean {
    const { w } = this;
    const { positions, vertexStart, vertexNeighbours } = P;
    const vx = positions[3 * v];
    const vy = positions[3 * v + 1];
    const vz = positions[3 * v + 2];
    const x = w[TAIL] - vx;
    const y = w[TAIL + 1] - vy;
    const z = w[TAIL + 2] - vz;
    let most = 0;
    let best = NONE;
    for (let k = vertexStart[v]; k < vertexStart[v + 1]; k++) {
      const n = 3 * vertexNeighbours[k];
      const beyond = x * (positions[n] - vx) + y * (positions[n + 1] - vy) + z * (positions[n + 2] - vz);
      if (beyond > most) {
        most = beyond;
        best = k;
      }
    }
    if (best === NONE) return false;
    const other = vertexNeighbours[best];
    const n = 3 * other;
    const dx = positions[n] - vx;
    const dy = positions[n + 1] - vy;
    const dz = positions[n + 2] - vz;
    // beyond the whole edge: its other end is nearer still
    const all = (w[TAIL] - positions[n]) * dx + (w[TAIL + 1] - positions[n + 1]) * dy + (w[TAIL + 2] - positions[n + 2]) * dz > 0;
    this.move(side, all ? FEATURE_VERTEX : FEATURE_EDGE, all ? other : P.vertexEdges[best]);
    return true;
  }

  /** Goes to the end or face of Q's edge e that the point at w is nearer to, if there is one; `side` is Q's. */
  protected beyondEdge(side: number, Q: ConvexPolyhedron, e: number): boolean {
    const { w } = this;
    const { positions, edges, planes } = Q;
    const tail = edges[4 * e];
    const head = edges[4 * e + 1];
    const x = w[TAIL] - positions[3 * tail];
    const y = w[TAIL + 1] - positions[3 * tail + 1];
    const z = w[TAIL + 2] - positions[3 * tail + 2];
    const dx = positions[3 * head] - positions[3 * tail];
    const dy = positions[3 * head + 1] - positions[3 * tail + 1];
    const dz = positions[3 * head + 2] - positions[3 * tail + 2];
    if (x * dx + y * dy + z * dz < 0) {
      this.move(side, FEATURE_VERTEX, tail);
      return true;
    }
    const hx = w[TAIL] - positions[3 * head];
    const hy = w[TAIL + 1] - positions[3 * head + 1];
    const hz = w[TAIL + 2] - positions[3 * head + 2];
    if (hx * dx + hy * dy + hz * dz > 0) {
      this.move(side, FEATURE_VERTEX, head);
      return true;
    }
    const left = edges[4 * e + 2];
    if (left === NO_FACE) return false;
    const right = edges[4 * e + 3];
    // how far inside of the plane that stands on the edge: ±(d × x)·n
    const mx = dy * z - dz * y;
    const my = dz * x - dx * z;
    const mz = dx * y - dy * x;
    const l = mx * planes[4 * left] + my * planes[4 * left + 1] + mz * planes[4 * left + 2];
    const r = -(mx * planes[4 * right] + my * planes[4 * right + 1] + mz * planes[4 * right + 2]);
    if (!(l > 0 || r > 0)) return false;
    this.move(side, FEATURE_FACE, l >= r ? left : right);
    return true;
  }

  protected isAbove(Q: ConvexPolyhedron, f: number): boolean {
    return this.heightOver(Q, f, TAIL) > 0;
  }

  /** Height of the point at o of w over the plane of Q's face f. */
  protected heightOver(Q: ConvexPolyhedron, f: number, o: number): number {
    const { w } = this;
    const { planes, positions } = Q;
    const c = 3 * Q.faceVertices[Q.faceStart[f]];
    return (
      planes[4 * f] * (w[o] - positions[c]) +
      planes[4 * f + 1] * (w[o + 1] - positions[c + 1]) +
      planes[4 * f + 2] * (w[o + 2] - positions[c + 2])
    );
  }

  /** The place in vertexEdges of P's edge that leads from v most against (or most along) the turned normal at w. */
  protected steepest(P: ConvexPolyhedron, v: number, down: boolean): number {
    const { w } = this;
    const { positions, vertexStart, vertexNeighbours } = P;
    const nx = down ? w[TURNED] : -w[TURNED];
    const ny = down ? w[TURNED + 1] : -w[TURNED + 1];
    const nz = down ? w[TURNED + 2] : -w[TURNED + 2];
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    const end = vertexStart[v + 1];
    let most = 0;
    let towards = NONE;
    for (let k = vertexStart[v]; k < end; k++) {
      const n = 3 * vertexNeighbours[k];
      const dx = positions[n] - x;
      const dy = positions[n + 1] - y;
      const dz = positions[n + 2] - z;
      const slope = nx * dx + ny * dy + nz * dz;
      if (slope < most && slope * slope > LEVEL * (dx * dx + dy * dy + dz * dz)) {
        most = slope;
        towards = k;
      }
    }
    return towards;
  }

  /** The edge of Q's face f that the point at w lies farthest beyond, across the face. */
  protected outside(Q: ConvexPolyhedron, f: number): number {
    const { w } = this;
    const { positions, faceStart, faceEdges, edges, planes } = Q;
    const nx = planes[4 * f];
    const ny = planes[4 * f + 1];
    const nz = planes[4 * f + 2];
    const px = w[TAIL];
    const py = w[TAIL + 1];
    const pz = w[TAIL + 2];
    const end = faceStart[f + 1];
    let most = -1;
    let beyond = NONE;
    for (let k = faceStart[f]; k < end; k++) {
      const e = 4 * faceEdges[k];
      const tail = 3 * edges[e];
      const head = 3 * edges[e + 1];
      const x = px - positions[tail];
      const y = py - positions[tail + 1];
      const z = pz - positions[tail + 2];
      const dx = positions[head] - positions[tail];
      const dy = positions[head + 1] - positions[tail + 1];
      const dz = positions[head + 2] - positions[tail + 2];
      const m = (dy * z - dz * y) * nx + (dz * x - dx * z) * ny + (dx * y - dy * x) * nz;
      if (edges[e + 2] === f ? m < 0 : m > 0) {
        const far = (m * m) / (dx * dx + dy * dy + dz * dz);
        if (far > most) {
          most = far;
          beyond = e / 4;
        }
      }
    }
    return beyond;
  }

  /** The vertex at w is below f, and no edge of it leads nearer: inside, or below f but outside of another face. */
  protected beneath(side: number, Q: ConvexPolyhedron, f: number): number {
    const { w } = this;
    this.inner ??= new Float64Array(4);
    const { inner } = this;
    const x = w[TAIL];
    const y = w[TAIL + 1];
    const z = w[TAIL + 2];
    if (this.innerSide === side) {
      // a point known to be that deep inside keeps its neighbourhood from all faces
      const dx = x - inner[0];
      const dy = y - inner[1];
      const dz = z - inner[2];
      if (dx * dx + dy * dy + dz * dz < inner[INNER_RADIUS] * inner[INNER_RADIUS]) return WALK_MEETS;
    }
    const { planes, faceCount } = Q;
    let highest = Number.NEGATIVE_INFINITY;
    let above = f;
    for (let g = 0; g < faceCount; g++) {
      const height = planes[4 * g] * x + planes[4 * g + 1] * y + planes[4 * g + 2] * z - planes[4 * g + 3];
      if (height > highest) {
        highest = height;
        above = g;
      }
    }
    if (highest > 0 && above !== f) return this.move(1 - side, FEATURE_FACE, above);
    this.innerSide = side;
    inner[0] = x;
    inner[1] = y;
    inner[2] = z;
    inner[INNER_RADIUS] = highest < 0 ? -highest : 0;
    return WALK_MEETS;
  }

  /** Clips the edge at w by the prism over Q's face f; false where nothing is left. */
  protected clipByFace(Q: ConvexPolyhedron, f: number): boolean {
    const { w, cut } = this;
    const { positions, faceStart, faceEdges, edges, planes } = Q;
    const nx = planes[4 * f];
    const ny = planes[4 * f + 1];
    const nz = planes[4 * f + 2];
    let from = 0;
    let to = 1;
    this.cutFrom = this.cutTo = NONE;
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const e = 4 * faceEdges[k];
      const tail = 3 * edges[e];
      const head = 3 * edges[e + 1];
      const dx = positions[head] - positions[tail];
      const dy = positions[head + 1] - positions[tail + 1];
      const dz = positions[head + 2] - positions[tail + 2];
      const tx = w[TAIL] - positions[tail];
      const ty = w[TAIL + 1] - positions[tail + 1];
      const tz = w[TAIL + 2] - positions[tail + 2];
      const hx = w[HEAD] - positions[tail];
      const hy = w[HEAD + 1] - positions[tail + 1];
      const hz = w[HEAD + 2] - positions[tail + 2];
      const mt = (dy * tz - dz * ty) * nx + (dz * tx - dx * tz) * ny + (dx * ty - dy * tx) * nz;
      const mh = (dy * hz - dz * hy) * nx + (dz * hx - dx * hz) * ny + (dx * hy - dy * hx) * nz;
      const t = edges[e + 2] === f ? mt : -mt;
      const h = edges[e + 2] === f ? mh : -mh;
      if (t < 0) {
        if (h < 0) return false;
        const at = t / (t - h);
        if (at > from) {
          from = at;
          this.cutFrom = e / 4;
        }
      } else if (h < 0) {
        const at = t / (t - h);
        if (at < to) {
          to = at;
          this.cutTo = e / 4;
        }
      }
      if (from > to) return false;
    }
    cut[0] = from;
    cut[1] = to;
    return true;
  }

  /** The edge or vertex of Q's face f nearest to the edge at w. */
  protected nearestSide(side: number, Q: ConvexPolyhedron, f: number): number {
    const { w, near } = this;
    const { positions, faceStart, faceEdges, edges } = Q;
    const F = edgePair;
    for (let i = 0; i < 6; i++) F[EDGES_B + i] = w[TAIL + i];
    let least = Number.POSITIVE_INFINITY;
    let kind = FEATURE_EDGE;
    let index = 0;
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const e = faceEdges[k];
      const tail = 3 * edges[4 * e];
      const head = 3 * edges[4 * e + 1];
      for (let i = 0; i < 3; i++) {
        F[EDGES_A + i] = positions[tail + i];
        F[EDGES_A + 3 + i] = positions[head + i];
      }
      closestOfEdges(F, near);
      const x = near[3] - near[0];
      const y = near[4] - near[1];
      const z = near[5] - near[2];
      const square = x * x + y * y + z * z;
      if (square >= least) continue;
      least = square;
      const s = F[EDGES_PLACE_A];
      kind = s > 0 && s < 1 ? FEATURE_EDGE : FEATURE_VERTEX;
      index = s > 0 ? (s < 1 ? e : head / 3) : tail / 3;
    }
    return this.move(side, kind, index);
  }
}
