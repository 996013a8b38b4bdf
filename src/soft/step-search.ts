/**
 * All pairs of features that may touch during a step: walks the boxes of one or two deforming meshes and tests, for
 * every pair of triangles whose boxes meet, the vertices and edges that belong to them.
 * Guarantee: every vertex-face and edge-edge pair without a common vertex is tested exactly once or has boxes that do
 * not meet; what is not found does not touch. Pairs with a common vertex are left out: they touch all the time. Meshes
 * that intersect at the start without touching so are found by their edges that go through faces.
 */

import type { Budget } from '../contact/budget.ts';
import { counts, edgeEdgeTouches, vertexFaceTouches } from '../contact/elementary/elementary.ts';
import { KEEP_CLEARANCE, keep, keepEdgeEdge, keepVertexFace } from '../contact/elementary/keep-distance.ts';
import { FREE, HULL_TIME, HULL_UNTIL, hull } from '../contact/elementary/origin-in-hull.ts';
import { edgePiercesFace } from '../geometry/edge-pierces-face.ts';
import { doubled } from '../math/enlarged.ts';
import { EDGE_EDGE, EDGE_FACE, FOUND, FoundContacts, VERTEX_FACE } from './found-contacts.ts';
import { BOX, type SoftShape } from './soft-shape.ts';
import type { StepStats } from './step-result.ts';

/** One body of a step: its shape and where its vertices are before and after. */
export interface SoftSide {
  readonly body: number;
  readonly shape: SoftShape;
  before: Float64Array;
  after: Float64Array;
}

const SIDE_ERROR = 16 * 2 ** -53;
/** Beyond what underflow can do with coordinates up to 2³⁰⁰. */
const SIDE_TINY = 2 ** -700;
/** How early a contact may be told at most, twice: one told at t is in the boxes until t + EARLY. */
export const EARLY: number = 2 ** -26;
/** Tests of boxes less one between two units of the budget; 2 to some power less one. */
const BOXES_A_UNIT = 15;
/** Units of the budget for a test by integers. */
const EXACT_UNITS = 8;
/** The least positive double. */
const LEAST = 2 ** -1074;

/** Pairs of features that may touch, found elsewhere: each at most once, and with them every one that does. */
export interface StepPairs {
  readonly count: number;
  /** FOUND integers a pair. */
  readonly features: Int32Array;
  /** Until when each is proven not to touch; ascending. */
  readonly freeUntil: Float64Array;
}

export class StepSearch {
  readonly stats: StepStats = { boxes: 0, triangles: 0, vertexFace: 0, edgeEdge: 0, edgeFace: 0, exact: 0 };
  readonly found: FoundContacts = new FoundContacts();
  /** In: a contact before this ends the walk, with `short` set. */
  shortBelow = -1;
  short = false;
  /** True: contacts after the earliest one so far are not looked for, and only that one is kept. */
  private firstOnly = false;
  private clearance = 0;
  private startsFree = false;
  /** Something touches at the start: only what comes before it in the order of contacts is still looked for. */
  private atStart = false;
  private readonly five: Float64Array = new Float64Array(15);
  private stack: Int32Array = new Int32Array(1024);
  private a: SoftSide | null = null;
  private b: SoftSide | null = null;

  /** startsFree: nothing goes through anything at the start. */
  begin(firstOnly: boolean, clearance: number, startsFree: boolean): void {
    this.startsFree = startsFree;
    const { stats } = this;
    stats.boxes = stats.triangles = stats.vertexFace = stats.edgeEdge = stats.edgeFace = stats.exact = 0;
    counts.exact = 0;
    this.firstOnly = firstOnly;
    this.clearance = clearance;
    this.found.count = 0;
    this.short = false;
    this.atStart = false;
    hull[HULL_UNTIL] = Infinity;
  }

  /**
   * Adds what two bodies (or one, with itself) have in contact. False when it was ended early: by the budget, or
   * `short`.
   */
  run(a: SoftSide, b: SoftSide, budget: Budget): boolean {
    this.short = false;
    this.a = a;
    this.b = b;
    const done = a === b ? this.walkSelf(budget) : this.walkPairs(0, 0, budget);
    this.stats.exact = counts.exact;
    return done;
  }

  /** Adds which of these pairs are in contact. False when the budget ended it. */
  runPairs(sides: readonly SoftSide[], { count, features, freeUntil }: StepPairs, budget: Budget): boolean {
    let done = true;
    for (let i = 0, o = 0; i < count; i++, o += FOUND) {
      if (this.firstOnly && freeUntil[i] > this.found.earliest + EARLY) break;
      if (budget.spent()) {
        done = false;
        break;
      }
      const a = sides[features[o]];
      const b = sides[features[o + 2]];
      const kind = features[o + 4];
      if (kind === VERTEX_FACE) this.judgeVertexFace(a, features[o + 1], b, features[o + 3]);
      else if (kind === EDGE_EDGE) this.judgeEdges(a, features[o + 1], b, features[o + 3]);
      else this.judgePiercing(a, features[o + 1], b, features[o + 3]);
    }
    this.stats.exact = counts.exact;
    return done;
  }

  /** The pairs below every inner node: one triangle left of it, one right. */
  private walkSelf(budget: Budget): boolean {
    const { child } = (this.a as SoftSide).shape;
    for (let node = 0; node < child.length; node++) {
      const down = child[node];
      if (down >= 0 && !this.walkPairs(down, down + 1, budget)) return false;
    }
    return true;
  }

  private walkPairs(rootA: number, rootB: number, budget: Budget): boolean {
    const { shape: shapeA } = this.a as SoftSide;
    const { shape: shapeB } = this.b as SoftSide;
    const childA = shapeA.child;
    const childB = shapeB.child;
    const boxesA = shapeA.nodeBoxes;
    const boxesB = shapeB.nodeBoxes;
    let { stack } = this;
    let top = 0;
    let tests = 0;
    stack[top++] = rootA;
    stack[top++] = rootB;
    if (budget.isLate()) return false;
    while (top > 0) {
      const b = stack[--top];
      const a = stack[--top];
      if ((++tests & BOXES_A_UNIT) === 0 && budget.isLate()) {
        this.stats.boxes += tests;
        return false;
      }
      const i = BOX * a;
      const j = BOX * b;
      if (
        boxesA[i] > boxesB[j + 3] ||
        boxesB[j] > boxesA[i + 3] ||
        boxesA[i + 1] > boxesB[j + 4] ||
        boxesB[j + 1] > boxesA[i + 4] ||
        boxesA[i + 2] > boxesB[j + 5] ||
        boxesB[j + 2] > boxesA[i + 5]
      )
        continue;
      if (top + 8 > stack.length) {
        stack = doubled(stack);
        this.stack = stack;
      }
      const downA = childA[a];
      const downB = childB[b];
      if (downA >= 0 && downB >= 0) {
        stack[top++] = downA;
        stack[top++] = downB;
        stack[top++] = downA + 1;
        stack[top++] = downB;
        stack[top++] = downA;
        stack[top++] = downB + 1;
        stack[top++] = downA + 1;
        stack[top++] = downB + 1;
      } else if (downA >= 0) {
        stack[top++] = downA;
        stack[top++] = b;
        stack[top++] = downA + 1;
        stack[top++] = b;
      } else if (downB >= 0) {
        stack[top++] = a;
        stack[top++] = downB;
        stack[top++] = a;
        stack[top++] = downB + 1;
      } else {
        if (budget.spent()) {
          this.stats.boxes += tests;
          return false;
        }
        const exact = counts.exact;
        this.testTriangles(-1 - downA, -1 - downB, i, j);
        if (this.short || (counts.exact > exact && budget.isLate(EXACT_UNITS * (counts.exact - exact)))) {
          this.stats.boxes += tests;
          return false;
        }
      }
    }
    this.stats.boxes += tests;
    return true;
  }

  /** The features that belong to triangles s of a and t of b; their boxes stand at i and j. */
  private testTriangles(s: number, t: number, i: number, j: number): void {
    const a = this.a as SoftSide;
    const b = this.b as SoftSide;
    const A = a.shape;
    const B = b.shape;
    this.stats.triangles++;
    const ownedA = A.owned[s];
    const ownedB = B.owned[t];
    for (let k = 0; k < 3; k++) {
      if ((ownedA >> k) & 1) this.testVertexFace(a, A.mesh.indices[3 * s + k], b, t, j);
      if ((ownedB >> k) & 1) this.testVertexFace(b, B.mesh.indices[3 * t + k], a, s, i);
    }
    // where neither has an edge of its own, nothing is looked for
    const intersecting = !this.startsFree && (ownedA | ownedB) >> 3 !== 0 && !this.onOneSide(a, s, b, t) && !this.onOneSide(b, t, a, s);
    for (let k = 0; k < 3; k++) {
      if (((ownedA >> (3 + k)) & 1) === 0) continue;
      const edge = A.edges.edgeOf[3 * s + k];
      if (intersecting) this.testPiercing(a, edge, b, t, j);
      for (let l = 0; l < 3; l++) if ((ownedB >> (3 + l)) & 1) this.testEdges(a, edge, b, B.edges.edgeOf[3 * t + l]);
    }
    if (!intersecting) return;
    for (let l = 0; l < 3; l++) if ((ownedB >> (3 + l)) & 1) this.testPiercing(b, B.edges.edgeOf[3 * t + l], a, s, i);
  }

  /**
   * At the start, are all corners of t that are not of s certainly on one side of its plane? Then nothing goes through
   * either.
   */
  private onOneSide(a: SoftSide, s: number, b: SoftSide, t: number): boolean {
    const P = a.before;
    const Q = b.before;
    const I = a.shape.mesh.indices;
    const J = b.shape.mesh.indices;
    const c0 = 3 * I[3 * s];
    const c1 = 3 * I[3 * s + 1];
    const c2 = 3 * I[3 * s + 2];
    const x = P[c0];
    const y = P[c0 + 1];
    const z = P[c0 + 2];
    const ax = P[c1] - x;
    const ay = P[c1 + 1] - y;
    const az = P[c1 + 2] - z;
    const bx = P[c2] - x;
    const by = P[c2 + 1] - y;
    const bz = P[c2 + 2] - z;
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    // the error of a height is at most 16u of the permanent, as in geometry/volume-sign.ts
    const sx = Math.abs(ay * bz) + Math.abs(az * by);
    const sy = Math.abs(az * bx) + Math.abs(ax * bz);
    const sz = Math.abs(ax * by) + Math.abs(ay * bx);
    let side = 0;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const v = 3 * J[k];
      if (a === b && (v === c0 || v === c1 || v === c2)) continue;
      const ux = Q[v] - x;
      const uy = Q[v + 1] - y;
      const uz = Q[v + 2] - z;
      const height = nx * ux + ny * uy + nz * uz;
      const doubt = SIDE_ERROR * (sx * Math.abs(ux) + sy * Math.abs(uy) + sz * Math.abs(uz)) + SIDE_TINY;
      if (height > doubt ? side < 0 : height < -doubt ? side > 0 : true) return false;
      side = height;
    }
    return true;
  }

  /** Does the edge go through the face at the start? Where it only touches it there, another test finds that. */
  private testPiercing(a: SoftSide, e: number, b: SoftSide, face: number, box: number): void {
    const E = a.shape.edgeBoxes;
    const N = b.shape.nodeBoxes;
    const i = BOX * e;
    if (
      E[i] > N[box + 3] ||
      N[box] > E[i + 3] ||
      E[i + 1] > N[box + 4] ||
      N[box + 1] > E[i + 4] ||
      E[i + 2] > N[box + 5] ||
      N[box + 2] > E[i + 5]
    )
      return;
    this.judgePiercing(a, e, b, face);
  }

  private judgePiercing(a: SoftSide, e: number, b: SoftSide, face: number): void {
    if (this.atStart && !this.found.wouldPrecede(a.body, e, b.body, face, EDGE_FACE)) return;
    const { ends } = a.shape.edges;
    const { indices } = b.shape.mesh;
    const p = 3 * ends[2 * e];
    const q = 3 * ends[2 * e + 1];
    const c0 = 3 * indices[3 * face];
    const c1 = 3 * indices[3 * face + 1];
    const c2 = 3 * indices[3 * face + 2];
    if (a === b && (c0 === p || c1 === p || c2 === p || c0 === q || c1 === q || c2 === q)) return;
    const { five } = this;
    const A = a.before;
    const B = b.before;
    for (let k = 0; k < 3; k++) {
      const u = A[p + k];
      const v = A[q + k];
      const x = B[c0 + k];
      const y = B[c1 + k];
      const z = B[c2 + k];
      // at the start they are mostly farther apart than over the whole step
      if (u < x ? v < x && u < y && v < y && u < z && v < z : u > x && v > x && u > y && v > y && u > z && v > z) return;
      five[k] = u;
      five[3 + k] = v;
      five[6 + k] = x;
      five[9 + k] = y;
      five[12 + k] = z;
    }
    this.stats.edgeFace++;
    if (!edgePiercesFace(five)) return;
    hull[HULL_TIME] = 0;
    this.add(a.body, e, b.body, face, EDGE_FACE);
  }

  /** box: where the face's box stands among its shape's. */
  private testVertexFace(a: SoftSide, vertex: number, b: SoftSide, face: number, box: number): void {
    const V = a.shape.vertexBoxes;
    const N = b.shape.nodeBoxes;
    const v = BOX * vertex;
    if (
      V[v] > N[box + 3] ||
      N[box] > V[v + 3] ||
      V[v + 1] > N[box + 4] ||
      N[box + 1] > V[v + 4] ||
      V[v + 2] > N[box + 5] ||
      N[box + 2] > V[v + 5]
    )
      return;
    this.judgeVertexFace(a, vertex, b, face);
  }

  private judgeVertexFace(a: SoftSide, vertex: number, b: SoftSide, face: number): void {
    const { indices, radii } = b.shape.mesh;
    const c0 = indices[3 * face];
    const c1 = indices[3 * face + 1];
    const c2 = indices[3 * face + 2];
    if (a === b && (vertex === c0 || vertex === c1 || vertex === c2)) return;
    if (this.firstOnly && !this.mayComeFirst(a.body, vertex, b.body, face, VERTEX_FACE)) return;
    this.stats.vertexFace++;
    const kept = this.clearance + (a.shape.vertexRadii?.[vertex] ?? 0) + (radii?.[face] ?? 0);
    if (kept === 0) {
      if (vertexFaceTouches(a.before, a.after, 3 * vertex, b.before, b.after, 3 * c0, 3 * c1, 3 * c2))
        this.add(a.body, vertex, b.body, face, VERTEX_FACE);
      return;
    }
    keep[KEEP_CLEARANCE] = kept;
    if (keepVertexFace(a.before, a.after, 3 * vertex, b.before, b.after, 3 * c0, 3 * c1, 3 * c2) !== FREE)
      this.add(a.body, vertex, b.body, face, VERTEX_FACE);
  }

  private testEdges(a: SoftSide, e: number, b: SoftSide, f: number): void {
    const A = a.shape.edgeBoxes;
    const B = b.shape.edgeBoxes;
    const i = BOX * e;
    const j = BOX * f;
    if (A[i] > B[j + 3] || B[j] > A[i + 3] || A[i + 1] > B[j + 4] || B[j + 1] > A[i + 4] || A[i + 2] > B[j + 5] || B[j + 2] > A[i + 5])
      return;
    // of one mesh the edge of the smaller number is a, so that the answer does not depend on the tree
    if (a === b && e > f) this.judgeEdges(b, f, a, e);
    else this.judgeEdges(a, e, b, f);
  }

  private judgeEdges(a: SoftSide, e: number, b: SoftSide, f: number): void {
    const { ends: endsA } = a.shape.edges;
    const { ends: endsB } = b.shape.edges;
    const a0 = endsA[2 * e];
    const a1 = endsA[2 * e + 1];
    const b0 = endsB[2 * f];
    const b1 = endsB[2 * f + 1];
    if (a === b && (a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1)) return;
    if (this.firstOnly && !this.mayComeFirst(a.body, e, b.body, f, EDGE_EDGE)) return;
    this.stats.edgeEdge++;
    const kept = this.clearance + (a.shape.edgeRadii?.[e] ?? 0) + (b.shape.edgeRadii?.[f] ?? 0);
    if (kept === 0) {
      if (edgeEdgeTouches(a.before, a.after, 3 * a0, 3 * a1, b.before, b.after, 3 * b0, 3 * b1)) this.add(a.body, e, b.body, f, EDGE_EDGE);
      return;
    }
    keep[KEEP_CLEARANCE] = kept;
    if (keepEdgeEdge(a.before, a.after, 3 * a0, 3 * a1, b.before, b.after, 3 * b0, 3 * b1) !== FREE)
      this.add(a.body, e, b.body, f, EDGE_EDGE);
  }

  /**
   * Sets HULL_UNTIL: contacts at the time of the earliest one matter where they are told before it. The next double, or
   * one after it, is then the end. False where nothing can be earlier.
   */
  private mayComeFirst(bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): boolean {
    const { found } = this;
    if (found.count === 0) return true;
    const isTold = found.wouldPrecede(bodyA, featureA, bodyB, featureB, kind);
    if (this.atStart) return isTold;
    const time = found.times[0];
    hull[HULL_UNTIL] = isTold ? time + (2 ** -52 * time + LEAST) : time;
    return true;
  }

  private add(bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): void {
    const time = hull[HULL_TIME];
    if (!this.firstOnly) {
      this.found.add(time, bodyA, featureA, bodyB, featureB, kind);
      return;
    }
    if (!this.found.replace(time, bodyA, featureA, bodyB, featureB, kind)) return;
    this.atStart = time === 0;
    this.short ||= time < this.shortBelow;
  }
}
