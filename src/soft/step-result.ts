import type { Reason } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';

/** A vertex, an edge or a face of one of the bodies of a step. */
export interface StepFeature {
  readonly body: string;
  readonly feature: 'vertex' | 'edge' | 'face';
  /** Number of the vertex or triangle in the mesh; edges are numbered by their larger, then their smaller vertex. */
  readonly index: number;
  /** Numbers of its vertices in the mesh. */
  readonly vertices: readonly number[];
}

/**
 * Two features that come into contact during the step: a vertex (a) and a face (b), or two edges; or an edge (a) that goes
 * through a face (b) at the start, which is how meshes that already intersect are told.
 */
export interface StepContact {
  readonly kind: 'vertex-face' | 'edge-edge' | 'edge-face';
  readonly a: StepFeature;
  readonly b: StepFeature;
  /** Never later than the features' first contact. */
  readonly time: number;
  /** The closest points at that time, and midway between them. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly point: Vec3;
  /** Unit vector from a to b just before that time. */
  readonly normal: Vec3;
  /** Of the features at that time, their radii taken off, as far as doubles tell. */
  readonly distance: number;
}

/** Work done, in counts. */
export interface StepStats {
  /** Pairs of boxes tested. */
  boxes: number;
  /** Pairs of triangles whose boxes meet. */
  triangles: number;
  /** Elementary tests, by kind; what the features' own boxes rule out is not counted. */
  vertexFace: number;
  edgeEdge: number;
  /** Edges tested for going through a face at the start. */
  edgeFace: number;
  /** Elementary tests that went to exact integers. */
  exact: number;
}

/** What was asked of a step: the distance that must be kept and how close counts as contact. */
export interface StepOptions {
  /** The distance that must be kept. Default 0. */
  readonly clearance?: number;
  /** With a clearance: how far above it still counts as contact. Default: 1e-6 of the smallest body's radius. */
  readonly tolerance?: number;
  /** Pairs of the same mesh too. Default true. */
  readonly self?: boolean;
  /** Meshes are known not to intersect at the start, as after a step cut by maxStep: that is then not looked for. Default false. */
  readonly startsFree?: boolean;
  /** Lists at most so many contacts; the counts stay complete. Default: all. */
  readonly maxContacts?: number;
  /** Ends in 'unresolved' after so many pairs of triangles, or so long. Default: never. */
  readonly maxIterations?: number;
  readonly maxMilliseconds?: number;
}

/** One step: `free`, `contact`, `overlap` (in contact at the start) or `unresolved`, as docs/guarantee.md says. */
export interface StepFirstContact {
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  /** contact: of the first; free: 1; overlap: 0; unresolved: proven free until then. */
  readonly time: number;
  /** By time. `firstContact` lists the first, `contacts` all of the step. */
  readonly contacts: readonly StepContact[];
  /** How many there are, listed or not. */
  readonly contactCount: number;
  /** Why an answer is unresolved, or an overlap not all of it: there may be more contacts. */
  readonly reason?: Reason;
  /** Two bodies of which one starts wholly inside the other, a solid, without touching it. The status is then overlap. */
  readonly inside?: readonly [string, string];
  readonly stats: Readonly<StepStats>;
}
