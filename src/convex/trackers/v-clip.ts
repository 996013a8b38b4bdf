/**
 * Which features of two convex polyhedra are closest? V-Clip [Mirtich 1998]: a pair of features is replaced by a
 * neighbouring pair as long as one of them, or the closest part of an edge, lies outside of the Voronoi region of the
 * other. Edges are clipped by the planes of a region; where they leave it, the sign of the distance's derivative says
 * whether the closest point is beyond. No closest points are computed on the way, parallel features are no special
 * case, and a vertex beneath a face that no neighbour is nearer to tells penetration.
 * Guarantee: distance and points within roundings of the bodies' size and distance, divided by the sine of the sharpest
 * corner of a face where that meets an edge; ends always (feature-walker.ts).
 * Deviates: derivatives at a plane across an edge d are taken across d, sign u·r = sign (u × d)·(r × d) where r ⟂ d,
 * because u·r itself drowns in rounding where u is all but parallel to d, by up to its square root. An edge that misses
 * a face's prism goes to the nearest of all sides of the face. From a vertex over a face it goes down the body at once,
 * as far as that leads to a vertex over the face. Slopes of mere rounding count as level.
 */
import { type ConvexPolyhedron, NO_FACE } from '../convex-polyhedron.ts';
import { FEATURE_EDGE, FEATURE_FACE, FEATURE_VERTEX } from '../convex-tracker.ts';
import { TO_A, TO_B, WALK_DONE, WALK_MEETS, WALK_MOVED } from './feature-walker.ts';
import { Gjk } from './gjk.ts';
import { HEAD, LEVEL, NONE, RegionWalker, TAIL, TURNED } from './region-walker.ts';

/**
 * Which features of two convex polyhedra are closest? V-Clip walks from the features of the call before to the closest
 * ones, parallel features and penetration included; the default of ConvexQuery and World. Distance and points are right
 * within roundings of the bodies' size and distance.
 */
export class VClip extends RegionWalker {
  /** Calls so far that ran in a circle, by rounding, and were settled by Gjk. */
  rescues = 0;
  private gjk: Gjk | undefined;

  protected faceFace(): number {
    return this.move(1, FEATURE_EDGE, this.b.faceEdges[this.b.faceStart[this.indexB]]);
  }

  /** What GJK says, and its features to start from the next time. */
  protected rescue(A: Float64Array, B: Float64Array): void {
    this.rescues++;
    this.gjk ??= new Gjk(this.a, this.b);
    this.gjk.track(A, B);
    this.adopt(this.gjk);
  }

  /** `side`: whose vertex it is; the edge is the other's. */
  protected vertexEdge(side: number): number {
    const { w } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const v = side === 0 ? this.indexA : this.indexB;
    const e = side === 0 ? this.indexB : this.indexA;
    this.place(P, v, side === 0 ? TO_B : TO_A, w, TAIL);
    if (this.beyondEdge(1 - side, Q, e)) return WALK_MOVED;
    return this.clipByVertex(side, P, v, Q, e) ? WALK_MOVED : WALK_DONE;
  }

  /** Clips Q's edge e by the region of P's vertex v; true when an edge of v is nearer. */
  private clipByVertex(side: number, P: ConvexPolyhedron, v: number, Q: ConvexPolyhedron, e: number): boolean {
    // One piece: its numbers stay in local variables; calls in the middle would box them.
    const { w } = this;
    this.placeEnds(Q, e, side === 0 ? TO_A : TO_B);
    const { positions, vertexStart, vertexNeighbours } = P;
    const vx = positions[3 * v];
    const vy = positions[3 * v + 1];
    const vz = positions[3 * v + 2];
    const tx = w[TAIL] - vx;
    const ty = w[TAIL + 1] - vy;
    const tz = w[TAIL + 2] - vz;
    const hx = w[HEAD] - vx;
    const hy = w[HEAD + 1] - vy;
    const hz = w[HEAD + 2] - vz;
    let from = 0;
    let to = 1;
    let before = NONE;
    let after = NONE;
    for (let k = vertexStart[v]; k < vertexStart[v + 1]; k++) {
      const n = 3 * vertexNeighbours[k];
      const dx = positions[n] - vx;
      const dy = positions[n + 1] - vy;
      const dz = positions[n + 2] - vz;
      const t = -(tx * dx + ty * dy + tz * dz);
      const h = -(hx * dx + hy * dy + hz * dz);
      if (t < 0) {
        if (h < 0) {
          this.move(side, FEATURE_EDGE, P.vertexEdges[k]);
          return true;
        }
        const cut = t / (t - h);
        if (cut > from) {
          from = cut;
          before = k;
          if (from > to) break;
        }
      } else if (h < 0) {
        const cut = t / (t - h);
        if (cut < to) {
          to = cut;
          after = k;
          if (from > to) break;
        }
      }
    }
    for (let end = 0; end < 2; end++) {
      const k = end === 0 ? before : after;
      if (k === NONE) continue;
      const n = 3 * vertexNeighbours[k];
      const dx = positions[n] - vx;
      const dy = positions[n + 1] - vy;
      const dz = positions[n + 2] - vz;
      const ux = hx - tx;
      const uy = hy - ty;
      const uz = hz - tz;
      // (u × d)·((t + λu) × d)
      const px = uy * dz - uz * dy;
      const py = uz * dx - ux * dz;
      const pz = ux * dy - uy * dx;
      const slope =
        px * (ty * dz - tz * dy) +
        py * (tz * dx - tx * dz) +
        pz * (tx * dy - ty * dx) +
        (end === 0 ? from : to) * (px * px + py * py + pz * pz);
      if (end === 0 ? slope > 0 : slope < 0) {
        this.move(side, FEATURE_EDGE, P.vertexEdges[k]);
        return true;
      }
    }
    return false;
  }

  /** `side`: whose vertex it is; the face is the other's. */
  protected vertexFace(side: number): number {
    const { w } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const v = side === 0 ? this.indexA : this.indexB;
    const f = side === 0 ? this.indexB : this.indexA;
    const map = side === 0 ? TO_B : TO_A;
    this.place(P, v, map, w, TAIL);
    this.turn(Q, f, side === 0 ? TO_A : TO_B, w, TURNED);
    const above = this.isAbove(Q, f);
    const towards = this.steepest(P, v, above);
    if (above && towards !== NONE) {
      // down the body as long as it goes: where that ends above the face, it is the vertex looked for
      let low = v;
      let hops = 0;
      for (let k = towards; k !== NONE && hops < P.vertexCount; k = this.steepest(P, low, true)) {
        low = P.vertexNeighbours[k];
        hops++;
      }
      this.place(P, low, map, w, TAIL);
      // as many hops as vertices: slopes of mere rounding led in a circle
      if (hops < P.vertexCount && this.isAbove(Q, f) && this.outside(Q, f) === NONE) {
        this.steps += hops;
        this.move(side, FEATURE_VERTEX, low);
        return WALK_DONE;
      }
      this.place(P, v, map, w, TAIL);
    }
    const beyond = this.outside(Q, f);
    if (beyond !== NONE) return this.move(1 - side, FEATURE_EDGE, beyond);
    if (towards !== NONE) return this.move(side, FEATURE_EDGE, P.vertexEdges[towards]);
    return above ? WALK_DONE : this.beneath(side, Q, f);
  }

  protected edgeEdge(): number {
    const { a, b, indexA, indexB } = this;
    if (this.clipByEdge(0, a, indexA, b, indexB) || this.clipByEdge(1, b, indexB, a, indexA)) return WALK_MOVED;
    return WALK_DONE;
  }

  /**
   * Clips Q's edge g by the region of P's edge e, first between the ends of e, then between its faces; true when a
   * neighbour of e is as near or nearer.
   */
  private clipByEdge(side: number, P: ConvexPolyhedron, e: number, Q: ConvexPolyhedron, g: number): boolean {
    const { w } = this;
    this.placeEnds(Q, g, side === 0 ? TO_A : TO_B);
    const { positions, edges } = P;
    const tail = edges[4 * e];
    const head = edges[4 * e + 1];
    const dx = positions[3 * head] - positions[3 * tail];
    const dy = positions[3 * head + 1] - positions[3 * tail + 1];
    const dz = positions[3 * head + 2] - positions[3 * tail + 2];
    const tx = w[TAIL] - positions[3 * tail];
    const ty = w[TAIL + 1] - positions[3 * tail + 1];
    const tz = w[TAIL + 2] - positions[3 * tail + 2];
    const hx = w[HEAD] - positions[3 * tail];
    const hy = w[HEAD + 1] - positions[3 * tail + 1];
    const hz = w[HEAD + 2] - positions[3 * tail + 2];
    const ux = hx - tx;
    const uy = hy - ty;
    const uz = hz - tz;
    // λ at which the lines are closest: (u × d)·((t + λu) × d) = 0
    const px = uy * dz - uz * dy;
    const py = uz * dx - ux * dz;
    const pz = ux * dy - uy * dx;
    const constant = px * (ty * dz - tz * dy) + py * (tz * dx - tx * dz) + pz * (tx * dy - ty * dx);
    const rising = px * px + py * py + pz * pz;
    for (let end = 0; end < 2; end++) {
      const v = end === 0 ? tail : head;
      const sign = end === 0 ? 1 : -1;
      const o = 3 * v;
      const t = sign * ((w[TAIL] - positions[o]) * dx + (w[TAIL + 1] - positions[o + 1]) * dy + (w[TAIL + 2] - positions[o + 2]) * dz);
      const h = sign * ((w[HEAD] - positions[o]) * dx + (w[HEAD + 1] - positions[o + 1]) * dy + (w[HEAD + 2] - positions[o + 2]) * dz);
      if (t >= 0 && h >= 0) continue;
      if (!(t < 0 && h < 0)) {
        const slope = constant + (t / (t - h)) * rising;
        if (t < 0 ? slope <= 0 : slope >= 0) continue;
      }
      this.move(side, FEATURE_VERTEX, v);
      return true;
    }
    return edges[4 * e + 2] !== NO_FACE && this.clipByFaces(side, P, e, Q, g);
  }

  /** Q's edge is at w: is the part of it nearest to e over a face of e? */
  private clipByFaces(side: number, P: ConvexPolyhedron, e: number, Q: ConvexPolyhedron, g: number): boolean {
    const { w } = this;
    const { positions, edges, planes } = P;
    const tail = 3 * edges[4 * e];
    const head = 3 * edges[4 * e + 1];
    const dx = positions[head] - positions[tail];
    const dy = positions[head + 1] - positions[tail + 1];
    const dz = positions[head + 2] - positions[tail + 2];
    const tx = w[TAIL] - positions[tail];
    const ty = w[TAIL + 1] - positions[tail + 1];
    const tz = w[TAIL + 2] - positions[tail + 2];
    const hx = w[HEAD] - positions[tail];
    const hy = w[HEAD + 1] - positions[tail + 1];
    const hz = w[HEAD + 2] - positions[tail + 2];
    for (let s = 0; s < 2; s++) {
      const f = edges[4 * e + 2 + s];
      const nx = planes[4 * f];
      const ny = planes[4 * f + 1];
      const nz = planes[4 * f + 2];
      const mt = (dy * tz - dz * ty) * nx + (dz * tx - dx * tz) * ny + (dx * ty - dy * tx) * nz;
      const mh = (dy * hz - dz * hy) * nx + (dz * hx - dx * hz) * ny + (dx * hy - dy * hx) * nz;
      const t = s === 0 ? -mt : mt;
      const h = s === 0 ? -mh : mh;
      if (t >= 0 && h >= 0) continue;
      if (!(t < 0 && h < 0)) {
        const cut = t / (t - h);
        const height = nx * (tx + cut * (hx - tx)) + ny * (ty + cut * (hy - ty)) + nz * (tz + cut * (hz - tz));
        const slope = (height > 0 ? 1 : height < 0 ? -1 : 0) * this.climb(P, f, side, Q, g);
        if (t < 0 ? slope <= 0 : slope >= 0) continue;
      }
      this.move(side, FEATURE_FACE, f);
      return true;
    }
    return false;
  }

  /** How much Q's edge g rises over the plane of P's face f from tail to head; `side` is P's. */
  private climb(P: ConvexPolyhedron, f: number, side: number, Q: ConvexPolyhedron, g: number): number {
    const { w } = this;
    this.turn(P, f, side === 0 ? TO_B : TO_A, w, TURNED);
    const at = Q.positions;
    const tail = 3 * Q.edges[4 * g];
    const head = 3 * Q.edges[4 * g + 1];
    const dx = at[head] - at[tail];
    const dy = at[head + 1] - at[tail + 1];
    const dz = at[head + 2] - at[tail + 2];
    const rise = w[TURNED] * dx + w[TURNED + 1] * dy + w[TURNED + 2] * dz;
    return rise * rise > LEVEL * (dx * dx + dy * dy + dz * dz) ? rise : 0;
  }

  /** `side`: whose edge it is; the face is the other's. */
  protected edgeFace(side: number): number {
    const { cut } = this;
    const P = side === 0 ? this.a : this.b;
    const Q = side === 0 ? this.b : this.a;
    const e = side === 0 ? this.indexA : this.indexB;
    const f = side === 0 ? this.indexB : this.indexA;
    this.placeEnds(P, e, side === 0 ? TO_B : TO_A);
    if (!this.clipByFace(Q, f)) return this.nearestSide(1 - side, Q, f);
    const tail = this.heightOver(Q, f, TAIL);
    const head = this.heightOver(Q, f, HEAD);
    const low = tail + cut[0] * (head - tail);
    const high = tail + cut[1] * (head - tail);
    if ((low <= 0 && high >= 0) || (low >= 0 && high <= 0)) {
      const at = tail === head ? cut[0] : tail / (tail - head);
      this.along[0] = at < cut[0] ? cut[0] : at > cut[1] ? cut[1] : at;
      return WALK_MEETS;
    }
    const slope = (low > 0 ? 1 : -1) * this.climb(Q, f, 1 - side, P, e);
    const beyond = slope >= 0 ? this.cutFrom : this.cutTo;
    if (beyond !== NONE) return this.move(1 - side, FEATURE_EDGE, beyond);
    return this.move(side, FEATURE_VERTEX, P.edges[4 * e + (slope >= 0 ? 0 : 1)]);
  }
}
