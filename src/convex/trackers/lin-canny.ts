/**
 * Which features of two convex polyhedra are closest? By Lin and Canny's rules
 * [Lin and Canny 1991; Mirtich 1997, §3.1]: the closest points of the current pair of features; each must lie in the
 * Voronoi region of the other feature; where one does not, its feature gives way to the neighbour behind the plane it
 * violates. Kept for comparison with V-Clip, with its known flaws: parallel features need rules of their own and a
 * tolerance, and where the bodies penetrate there is no end.
 * Guarantee: none of its own. A walk that comes back to a pair it has seen, or finds a vertex inside the other body,
 * has no answer by these rules: `cycled` says so, `cycles` counts, and V-Clip answers from there. The answer is
 * therefore as good as V-Clip's, but for edges parallel to faces within PARALLEL.
 */
import type { ConvexPolyhedron } from '../convex-polyhedron.ts';
import { FEATURE_EDGE, FEATURE_VERTEX, TRACK_DISTANCE } from '../convex-tracker.ts';
import { closestOfEdges, EDGES_A, EDGES_B, EDGES_PLACE_A, EDGES_PLACE_B, edgePair } from './edge-edge.ts';
import { TO_A, TO_B, WALK_DONE, WALK_LOST, WALK_MEETS, WALK_MOVED } from './feature-walker.ts';
import { HEAD, NONE, RegionWalker, TAIL, TURNED } from './region-walker.ts';
import { VClip } from './v-clip.ts';

/** sine of the angle up to which an edge is parallel to a face. */
const PARALLEL = 2 ** -46;
/**
 * Relative to the bodies' reach: closer than this, closest points of nearly parallel edges say too little about
 * regions, and V-Clip looks at the end of the walk.
 */
const CLOSE = 2 ** -10;

/**
 * Which features of two convex polyhedra are closest, by Lin and Canny's rules? For comparison with VClip, with the
 * known flaws: parallel features, and no end where bodies penetrate. Where the rules have no answer VClip gives it, and
 * `cycled` says so.
 */
export class LinCanny extends RegionWalker {
  /** True where the rules had no answer to the last call. */
  cycled = false;
  /** Calls so far without an answer by the rules. */
  cycles = 0;
  private readonly fallback: VClip;
  private readonly close: number;
  private readonly points = new Float64Array(6);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    super(a, b);
    this.fallback = new VClip(a, b);
    this.close = CLOSE * (a.reach + b.reach);
  }

  override track(A: Float64Array, B: Float64Array): void {
    this.cycled = false;
    super.track(A, B);
    if (!this.cycled && this.out[TRACK_DISTANCE] < this.close) this.ask(A, B);
  }

  protected rescue(A: Float64Array, B: Float64Array): void {
    this.cycled = true;
    this.cycles++;
    this.ask(A, B);
  }

  private ask(A: Float64Array, B: Float64Array): void {
    const { fallback } = this;
    fallback.startFrom(this);
    fallback.track(A, B);
    this.adopt(fallback);
  }

  /** `side`: whose vertex it is. */
  protected vertexEdge(side: number): number {
    const { w } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const v = side === 0 ? this.indexA : this.indexB;
    const e = side === 0 ? this.indexB : this.indexA;
    this.place(P, v, side === 0 ? TO_B : TO_A, w, TAIL);
    if (this.beyondEdge(1 - side, Q, e)) return WALK_MOVED;
    // the closest point of the edge, against the region of the vertex
    this.placeEnds(Q, e, side === 0 ? TO_A : TO_B);
    const p = P.positions;
    const x = w[HEAD] - w[TAIL];
    const y = w[HEAD + 1] - w[TAIL + 1];
    const z = w[HEAD + 2] - w[TAIL + 2];
    const along = (p[3 * v] - w[TAIL]) * x + (p[3 * v + 1] - w[TAIL + 1]) * y + (p[3 * v + 2] - w[TAIL + 2]) * z;
    const t = along / (x * x + y * y + z * z);
    w[TAIL] += t * x;
    w[TAIL + 1] += t * y;
    w[TAIL + 2] += t * z;
    return this.beyondVertex(side, P, v) ? WALK_MOVED : WALK_DONE;
  }

  /** `side`: whose vertex it is. */
  protected vertexFace(side: number): number {
    const { w } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const v = side === 0 ? this.indexA : this.indexB;
    const f = side === 0 ? this.indexB : this.indexA;
    this.place(P, v, side === 0 ? TO_B : TO_A, w, TAIL);
    const beyond = this.outside(Q, f);
    if (beyond !== NONE) return this.move(1 - side, FEATURE_EDGE, beyond);
    // under the face there are no closest points to speak of: the face the vertex is highest above, if any
    if (!this.isAbove(Q, f)) return this.beneath(side, Q, f) === WALK_MEETS ? WALK_LOST : WALK_MOVED;
    this.turn(Q, f, side === 0 ? TO_A : TO_B, w, TURNED);
    const towards = this.steepest(P, v, true);
    return towards === NONE ? WALK_DONE : this.move(side, FEATURE_EDGE, P.vertexEdges[towards]);
  }

  protected edgeEdge(): number {
    const { a, b, w, indexA, indexB, points } = this;
    const F = edgePair;
    this.loadEnds(a, indexA, EDGES_A);
    this.place(b, b.edges[4 * indexB], TO_A, F, EDGES_B);
    this.place(b, b.edges[4 * indexB + 1], TO_A, F, EDGES_B + 3);
    closestOfEdges(F, points);
    const s = F[EDGES_PLACE_A];
    const t = F[EDGES_PLACE_B];
    if (s <= 0 || s >= 1) return this.move(0, FEATURE_VERTEX, a.edges[4 * indexA + (s <= 0 ? 0 : 1)]);
    if (t <= 0 || t >= 1) return this.move(1, FEATURE_VERTEX, b.edges[4 * indexB + (t <= 0 ? 0 : 1)]);
    w[TAIL] = points[3];
    w[TAIL + 1] = points[4];
    w[TAIL + 2] = points[5];
    if (this.beyondEdge(0, a, indexA)) return WALK_MOVED;
    const m = this.maps;
    for (let i = 0; i < 3; i++) {
      const o = TO_B + 3 * i;
      w[TAIL + i] = m[o] * points[0] + m[o + 1] * points[1] + m[o + 2] * points[2] + m[TO_B + 9 + i];
    }
    return this.beyondEdge(1, b, indexB) ? WALK_MOVED : WALK_DONE;
  }

  /** `side`: whose edge it is. */
  protected edgeFace(side: number): number {
    const { w } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const e = side === 0 ? this.indexA : this.indexB;
    const f = side === 0 ? this.indexB : this.indexA;
    this.placeEnds(P, e, side === 0 ? TO_B : TO_A);
    const tail = this.heightOver(Q, f, TAIL);
    const head = this.heightOver(Q, f, HEAD);
    const x = w[HEAD] - w[TAIL];
    const y = w[HEAD + 1] - w[TAIL + 1];
    const z = w[HEAD + 2] - w[TAIL + 2];
    const parallel = Math.abs(head - tail) <= PARALLEL * Math.sqrt(x * x + y * y + z * z);
    if (parallel && tail > 0 && head > 0) return this.parallelEdge(side, P, e, Q, f);
    // through the plane of the face: the bodies meet if that is in the face; else the nearer end, if it is over the
    // face; else the nearest side of the face
    const through = (tail > 0 && head < 0) || (tail < 0 && head > 0);
    const end = Math.abs(head) < Math.abs(tail) ? 1 : 0;
    const at = through ? tail / (tail - head) : end;
    const tx = w[TAIL];
    const ty = w[TAIL + 1];
    const tz = w[TAIL + 2];
    w[TAIL] += at * x;
    w[TAIL + 1] += at * y;
    w[TAIL + 2] += at * z;
    const over = this.outside(Q, f) === NONE;
    if (over) return through ? WALK_LOST : this.move(side, FEATURE_VERTEX, P.edges[4 * e + end]);
    w[TAIL] = tx;
    w[TAIL + 1] = ty;
    w[TAIL + 2] = tz;
    return this.nearestSide(1 - side, Q, f);
  }

  /** An edge parallel to a face and above it: over the face, is the face over the edge too? */
  private parallelEdge(side: number, P: ConvexPolyhedron, e: number, Q: ConvexPolyhedron, f: number): number {
    if (!this.clipByFace(Q, f)) return this.nearestSide(1 - side, Q, f);
    const middle = (this.cut[0] + this.cut[1]) / 2;
    const { w } = this;
    this.along[0] = middle;
    // the point of the face under the middle, in the frame of the edge
    this.turn(Q, f, side === 0 ? TO_A : TO_B, w, TURNED);
    const height = this.heightOver(Q, f, TAIL);
    const { positions, edges } = P;
    const tail = 3 * edges[4 * e];
    const head = 3 * edges[4 * e + 1];
    for (let i = 0; i < 3; i++) {
      w[TAIL + i] = positions[tail + i] + middle * (positions[head + i] - positions[tail + i]) - height * w[TURNED + i];
    }
    return this.beyondEdge(side, P, e) ? WALK_MOVED : WALK_DONE;
  }

  /** Only on the way: a lowest vertex of one over the other, else the closest two of their edges. */
  protected faceFace(): number {
    const { a, b, indexA, indexB, w } = this;
    for (let side = 0; side < 2; side++) {
      const P = side === 0 ? a : b;
      const Q = side === 0 ? b : a;
      const f = side === 0 ? indexA : indexB;
      const g = side === 0 ? indexB : indexA;
      let lowest = Number.POSITIVE_INFINITY;
      let vertex = NONE;
      for (let k = P.faceStart[f]; k < P.faceStart[f + 1]; k++) {
        this.place(P, P.faceVertices[k], side === 0 ? TO_B : TO_A, w, TAIL);
        const height = Math.abs(this.heightOver(Q, g, TAIL));
        if (!(height < lowest) || this.outside(Q, g) !== NONE) continue;
        lowest = height;
        vertex = P.faceVertices[k];
      }
      if (vertex !== NONE) return this.move(side, FEATURE_VERTEX, vertex);
    }
    return this.closestSides();
  }

  private closestSides(): number {
    const { a, b, indexA, indexB, points } = this;
    const F = edgePair;
    let least = Number.POSITIVE_INFINITY;
    let bestA = 0;
    let bestB = 0;
    for (let j = b.faceStart[indexB]; j < b.faceStart[indexB + 1]; j++) {
      const g = b.faceEdges[j];
      this.place(b, b.edges[4 * g], TO_A, F, EDGES_B);
      this.place(b, b.edges[4 * g + 1], TO_A, F, EDGES_B + 3);
      for (let i = a.faceStart[indexA]; i < a.faceStart[indexA + 1]; i++) {
        this.loadEnds(a, a.faceEdges[i], EDGES_A);
        closestOfEdges(F, points);
        const x = points[3] - points[0];
        const y = points[4] - points[1];
        const z = points[5] - points[2];
        const square = x * x + y * y + z * z;
        if (!(square < least)) continue;
        least = square;
        bestA = a.faceEdges[i];
        bestB = g;
      }
    }
    this.move(0, FEATURE_EDGE, bestA);
    return this.move(1, FEATURE_EDGE, bestB);
  }

  private loadEnds(P: ConvexPolyhedron, e: number, o: number): void {
    const { positions, edges } = P;
    const tail = 3 * edges[4 * e];
    const head = 3 * edges[4 * e + 1];
    for (let i = 0; i < 3; i++) {
      edgePair[o + i] = positions[tail + i];
      edgePair[o + 3 + i] = positions[head + i];
    }
  }
}
