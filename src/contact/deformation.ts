/**
 * What a motion that changes its body's shape can be asked. It brings its own search, so that only those who use
 * deforming bodies load it: contact and scene know these types, soft implements them.
 */
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { checkFlag, checkRecord, checkText, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Pose } from '../math/pose.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Motion } from '../motion/motion.ts';
import type { PairFirstContactOptions } from './options.ts';
import type { PairFirstContact, Reason } from './result.ts';

// Beside `Deformation`, because each of the two names the other.
/**
 * A thing as queries take it: a shape, a name for results, and where it stands or how it moves. Refused with an
 * InputError: a key that is not listed here.
 */
export interface Body<Shape = TriangleMesh> {
  /** Shown in results and errors. Default: the shape's own name. */
  readonly name?: string;
  /** What it looks like: a mesh, or where a query says so a convex polyhedron. */
  readonly shape: Shape;
  /** Where it stands in the world. Default: as the shape was given. Not together with a motion. */
  readonly pose?: Pose;
  /**
   * How it moves while t runs from 0 to 1. Default: it stands at its pose. Scenes are given motions by name, when they
   * are asked, and queries at one instant take none.
   */
  readonly motion?: Motion | Deformation;
  /**
   * The mesh's tree, where it was built or read beforehand by `inbetween/trees`; `firstContact` and `PairQuery` use it.
   * Default: built at the first query and kept with the mesh.
   */
  readonly tree?: SweptSphereTree;
}

const BODY_KEYS: readonly string[] = ['name', 'shape', 'pose', 'motion', 'tree'];

/** Throws where it is no body with a mesh; `what` says which. */
export function checkBody(body: Body, what: string): void {
  checkPlacement(body, what);
  if (!(body.shape instanceof TriangleMesh))
    throw new InputError(
      `${what}: needs a shape, made by new TriangleMesh(…), a reader or a primitive; got ${shownValue(body.shape)}${meshAdvice(body.shape)}`,
    );
  if (body.tree !== undefined && body.tree.mesh !== body.shape) throw new InputError(`${what}: its tree is of another mesh`);
}

/** Hulls have their surface as a mesh. */
function meshAdvice(shape: unknown): string {
  const has = typeof shape === 'object' && shape !== null && 'mesh' in shape && shape.mesh instanceof TriangleMesh;
  return has ? '; give its mesh: shape.mesh' : '';
}

/** The part of it that does not depend on the shape. */
export function checkPlacement(body: Body<unknown>, what: string): void {
  checkRecord(body, BODY_KEYS, what);
  if (body.name !== undefined) checkText(body.name, `${what}: name`);
  if (body.pose !== undefined && body.motion !== undefined)
    throw new InputError(`${what}: pose and motion do not go together; the motion says where it is`);
}

/** How the two bodies of a query move in it. Default: as they were given to it. */
export interface PairMotions {
  /** Motion of the first body. Default: its own, or rest at its pose. */
  readonly a?: Motion;
  /** Motion of the second body. Default: its own, or rest at its pose. */
  readonly b?: Motion;
}

/**
 * A mesh that deforms. The mesh says which vertices make which triangles; where the vertices are, says the motion. In a
 * step without a motion they stand where the mesh has them.
 */
export interface SoftBody extends Pick<Body, 'name' | 'shape'> {
  /** Whether the mesh is tested against itself. Default true. */
  readonly self?: boolean;
}

const SOFT_KEYS: readonly string[] = ['name', 'shape', 'self'];

/** Throws where it is no deforming body; `what` says which. */
export function checkSoftBody(body: SoftBody, what: string): void {
  checkRecord(body, SOFT_KEYS, what);
  const { shape, self = true } = body;
  if (!(shape instanceof TriangleMesh))
    throw new InputError(`${what}: needs a shape, made by new TriangleMesh(…) or a reader, got ${shownValue(shape)}`);
  if (body.name !== undefined) checkText(body.name, `${what}: name`);
  checkFlag(self, `${what}: self`);
}

/**
 * A motion that changes its body's shape; made by `linearMotion(positions0, positions1)` of `inbetween/soft`. Given to
 * `firstContact` as a body's motion, to a `Scene` under the name of a soft body.
 */
export interface Deformation {
  /** Marks it as no motion of a rigid body, which has no such key. */
  readonly deforming: true;
  /** First contact of two bodies of which one, or both, deform: what `firstContact(a, b, options)` asks it. */
  firstContact(a: Body, b: Body, options: PairFirstContactOptions): PairFirstContact;
  /** Whether it begins where the one before it ends, as the motions of consecutive segments must. */
  follows(before: Deformation): boolean;
  /**
   * The search for a scene with these deforming bodies.
   * @internal
   */
  sceneStage(bodies: readonly DeformingBody[]): DeformingStage;
}

/** Throws where it is no motion of a rigid body; `instead` says what to do with one that deforms. */
export function requireRigidMotion(motion: unknown, whose: string, instead: string): asserts motion is Motion {
  const { deforming, writeState } = (motion ?? {}) as Partial<Deformation & Motion>;
  if (deforming === true) throw new InputError(`${whose}: the motion deforms, which is not for rigid bodies; ${instead}`);
  if (typeof writeState !== 'function') throw new InputError(`${whose}: motion is none; make one by rigidMotion(pose0, pose1) or the like`);
}

export interface DeformingBody {
  readonly name: string;
  readonly shape: TriangleMesh;
  /** Whether it is tested against itself. */
  readonly self: boolean;
  /** Numbers of deforming bodies it is not tested against. */
  readonly ignores: readonly number[];
}

/** A rigid body among deforming ones: its tree, and a motion whose states are relative to the reference. */
export interface OtherBody {
  readonly name: string;
  readonly tree: SweptSphereTree;
  readonly motion: Motion;
}

export interface StageRequest {
  /** One a deforming body. */
  readonly motions: readonly Deformation[];
  readonly others: readonly OtherBody[];
  /** Is deforming body i tested against other j? */
  readonly tests: (i: number, j: number) => boolean;
  readonly reference: Float64Array;
  readonly clearance: number;
  readonly tolerance: number;
  /** Contacts from here on do not matter. */
  readonly until: number;
  readonly maxIterations: number;
  readonly maxMilliseconds: number;
  readonly contacts: 'first' | 'all' | 'minimal' | 'none';
}

/** The deforming body a, and b: another one, or a rigid one where `other` is ≥ 0; of that one a triangle. */
export interface StagePair {
  readonly a: number;
  readonly b: number;
  readonly other: number;
  readonly triangle: number;
}

export interface StageFinding extends StagePair {
  readonly status: 'contact' | 'overlap' | 'unresolved';
  readonly time: number;
  readonly reason: Reason | undefined;
  readonly answer: PairFirstContact;
}

export interface StageAnswer {
  /** What comes first within one segment; null: free. */
  readonly found: StageFinding | null;
  /** Pairs that start within clearance + tolerance, as far as they were met. */
  readonly initial: readonly (StagePair & { readonly gap: readonly [number, number] })[];
}

export interface DeformingStage {
  firstContact(request: StageRequest): StageAnswer;
}
