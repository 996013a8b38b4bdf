import type { FirstContactOptions } from '../contact/options.ts';
import type { Contact, ContactSide, FirstContact } from '../contact/result.ts';
import type { SoftShape } from './soft-shape.ts';

/** What of one body of a step touches: `index` counts in the mesh; edges by their larger, then their smaller vertex. */
export interface StepSide extends ContactSide {
  /** Numbers of its vertices in the mesh. */
  readonly vertices: readonly number[];
  /**
   * How much each of `vertices` counts where it touches, in their order: each from 0 to 1, their sum is 1. The vertices
   * at the time of contact, so weighted, make `pointA` or `pointB` (less the radius of a thickened mesh, along the
   * normal) but for a rounding. An impulse at the contact reaches each vertex by its weight.
   */
  readonly weights: readonly number[];
}

/**
 * Two features that come into contact during the step: a vertex (a) and a face (b), or two edges; or an edge (a) that
 * goes through a face (b) at the start, which is how meshes that already intersect are reported. Its normal is that
 * just before.
 */
export interface StepContact extends Contact<StepSide> {
  /** Which features touch, a's first; edge-face: an edge that goes through a face already at the start. */
  readonly kind: 'vertex-face' | 'edge-edge' | 'edge-face';
  /**
   * Share of the step, 0 to 1; never later than the features' first contact, and without a clearance less than 1e-8
   * earlier.
   */
  readonly time: number;
}

/** Work done by a query of a step, in counts. */
export interface StepStats {
  /** Pairs of boxes tested. */
  boxes: number;
  /** Pairs of triangles whose boxes meet. */
  triangles: number;
  /** Elementary tests of a vertex and a face; what the features' own boxes rule out is not counted. */
  vertexFace: number;
  /** Elementary tests of two edges; what the features' own boxes rule out is not counted. */
  edgeEdge: number;
  /** Edges tested for going through a face at the start. */
  edgeFace: number;
  /** Elementary tests that went to exact integers. */
  exact: number;
}

/**
 * What a step can be asked for. The tolerance counts with a clearance only; maxIterations counts pairs of triangles.
 */
export interface StepOptions extends FirstContactOptions {
  /** Whether pairs of the same mesh are tested. Default true; `self: false` of a body holds all the same. */
  readonly self?: boolean;
  /**
   * Says that the meshes are known not to intersect at the start, as after a step cut by maxStep: that is then not
   * looked for. Default false.
   */
  readonly startsFree?: boolean;
  /** Lists at most so many contacts; the counts stay complete. Default: all. */
  readonly maxContacts?: number;
  /**
   * Writes a proof of the first contact, or that there is none, that others can check: `recordProof` of
   * `inbetween/prove`. Never changes the answer; costs some times as much again.
   */
  readonly proof?: StepProof;
}

/**
 * The answer about a step. Its contacts are listed by time: `firstContact` lists the first, `contacts` all of the step.
 */
export interface StepFirstContact extends FirstContact<StepContact> {
  /** How many contacts there are, listed or not. */
  readonly contactCount: number;
  /**
   * Two bodies of which one starts wholly inside the other, a solid, without touching it. The status is then overlap.
   */
  readonly inside?: readonly [string, string];
  /** Work done. */
  readonly stats: Readonly<StepStats>;
}

/** A body of a step that is to be proven: its shape, and where its vertices are before and after. */
export interface ProvenMesh {
  /**
   * Its mesh, features and tree.
   * @internal
   */
  readonly shape: SoftShape;
  /** Coordinates before. */
  readonly before: Float64Array;
  /** Coordinates after. */
  readonly after: Float64Array;
}

/** A question about a step, with its answer. */
export interface ProvenStep {
  /** Names of the bodies, in their order. */
  readonly names: readonly string[];
  /** The bodies. */
  readonly sides: readonly ProvenMesh[];
  /** Whether features of these two bodies, or of one with itself, are tested. */
  readonly isTested: (i: number, j: number) => boolean;
  /** The distance that is kept, in the unit of length. */
  readonly clearance: number;
  /** How far above the clearance what counts as contact may be, in the unit of length. */
  readonly tolerance: number;
  /** Whether it was told that nothing goes through anything at the start. */
  readonly startsFree: boolean;
  /** What was found. */
  readonly answer: StepFirstContact;
  /** The features of the first contact where they are at a time; null: there is none. */
  readonly contactAt: ((time: number) => StepContact) | null;
}

/** Proves answers about steps: made by `recordProof` of `inbetween/prove`. */
export interface StepProof {
  /** `'problem'`: only what was asked, whatever was found. */
  readonly only?: 'problem';
  /** A question begins; throws an InputError where it cannot be proven. */
  begin(): void;
  /** It was answered. */
  step(proven: ProvenStep): void;
}
