import type { BufferGeometry, Object3D } from 'three';
import { checkRecord } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { LinkPose } from '../robot/link-poses.ts';
import { type DrawnPiece, drawnPieces, pushPositions, pushTriangles } from './drawn-triangles.ts';
import { frameOf, poseOfFrame, type RigidFrame, shapeChange } from './rigid-frame.ts';
import { DRAWS_NOTHING } from './three-capabilities.ts';
import { checkObject, objectName, updateAround, updateUpwards } from './world-matrices.ts';

/** How objects of three.js become meshes. */
export interface MeshOfOptions {
  /** Shown in results. Default: the object's name, or its type where it has none. */
  readonly name?: string;
  /** Whether the inside counts too, for a closed mesh. Default false: only the surface counts. */
  readonly solid?: boolean;
  /** Object in whose rigid frame the positions are given. Default: the object itself. */
  readonly frame?: Object3D;
}

/** An object of three.js as scenes and queries take bodies and obstacles: what it looks like, and where. */
export interface ObjectBody {
  /** Shown in results, and the key under which a scene is given its motion. */
  readonly name: string;
  /** Its triangles, in the rigid frame that goes with the object. */
  readonly shape: TriangleMesh;
  /** Where that frame is in the world. */
  readonly pose: LinkPose;
}

const MESH_OF_OPTIONS: readonly string[] = ['name', 'solid', 'frame'];
const BODIES_OF_OPTIONS: readonly string[] = ['solid'];
/** Share of the size by which two shapes may differ and count as one: matrices of instances have 32-bit numbers. */
const ALIKE = 4e-7;

/**
 * All triangles that three.js draws of an object and of all below it, in a rigid frame that goes with the object:
 * scale, shear and mirroring are in the positions, `poseOf` says where the frame is. Instances, draw ranges and groups
 * as they are drawn; morphed and skinned meshes as they are now. Hidden objects count; lines and points do not.
 *
 * @example
 * ```ts
 * const crate = { name: 'crate', shape: meshOf(object, { solid: true }), pose: poseOf(object) }; // or bodyOf(object)
 * ```
 */
export function meshOf(object: Object3D, options: MeshOfOptions = {}): TriangleMesh {
  checkObject(object, 'meshOf');
  checkRecord(options, MESH_OF_OPTIONS, 'meshOf');
  const { name = objectName(object), solid, frame = object } = options;
  checkObject(frame, 'meshOf: frame');
  if (frame !== object) updateUpwards(frame);
  updateAround(object);
  return meshOfPieces(drawnPieces(object), frameOf(frame.matrixWorld.elements), name, solid);
}

/** Where the frame of `meshOf` is in the world now: cheap, for objects that have moved. */
export function poseOf(object: Object3D): LinkPose {
  checkObject(object, 'poseOf');
  updateUpwards(object);
  return poseOfFrame(frameOf(object.matrixWorld.elements));
}

/** An object as a body or an obstacle of a scene: `meshOf` and `poseOf` together. */
export function bodyOf(object: Object3D, options: Omit<MeshOfOptions, 'frame'> = {}): ObjectBody {
  checkObject(object, 'bodyOf');
  checkRecord(options, ['name', 'solid'], 'bodyOf');
  const shape = meshOf(object, options);
  return { name: shape.name, shape, pose: poseOf(object) };
}

/**
 * One body for each mesh of an object and of all below it, and for each instance. Those that look the same, but for the
 * rounding of 32-bit matrices, share one mesh, hence one tree: for many instances of something large. Names are one of
 * a kind: `bolt`, `bolt 2`, `bolt 3`.
 */
export function bodiesOf(object: Object3D, options: Pick<MeshOfOptions, 'solid'> = {}): readonly ObjectBody[] {
  checkObject(object, 'bodiesOf');
  checkRecord(options, BODIES_OF_OPTIONS, 'bodiesOf');
  updateAround(object);
  const names = new UniqueNames();
  const known = new Map<BufferGeometry, Look[]>();
  return drawnPieces(object).map((piece) => {
    const frame = frameOf(piece.matrix);
    const looks = known.get(piece.mesh.geometry) ?? [];
    known.set(piece.mesh.geometry, looks);
    let look = looks.find((one) => isAlike(one.piece, piece));
    if (look === undefined) {
      look = { piece, shape: meshOfPieces([piece], frame, objectName(piece.mesh), options.solid) };
      looks.push(look);
    }
    return { name: names.next(objectName(piece.mesh)), shape: look.shape, pose: poseOfFrame(frame) };
  });
}

interface Look {
  readonly piece: DrawnPiece;
  readonly shape: TriangleMesh;
}

/** Whether two pieces of one geometry have the same triangles, each in its own frame. */
function isAlike(a: DrawnPiece, b: DrawnPiece): boolean {
  const deforms = ({ mesh }: DrawnPiece): boolean => mesh.morphTargetInfluences !== undefined || 'isSkinnedMesh' in mesh;
  if (deforms(a) || deforms(b) || Array.isArray(a.mesh.material) !== Array.isArray(b.mesh.material)) return false;
  return shapeChange(a.matrix, b.matrix) <= ALIKE;
}

function meshOfPieces(pieces: readonly DrawnPiece[], frame: RigidFrame, name: string, solid: boolean | undefined): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const piece of pieces) {
    pushTriangles(piece, positions.length / 3, indices);
    pushPositions(piece, frame, positions);
  }
  if (indices.length === 0) throw new InputError(`${name}: ${DRAWS_NOTHING}`);
  return new TriangleMesh(positions, indices, { name, ...(solid === undefined ? {} : { solid }) });
}

/** Names as they are wanted, numbered where one was given before. */
export class UniqueNames {
  private readonly given: Map<string, number> = new Map();

  next(wanted: string): string {
    const count = (this.given.get(wanted) ?? 0) + 1;
    this.given.set(wanted, count);
    if (count === 1) return wanted;
    // the number may itself be a name that was given
    return this.given.has(`${wanted} ${count}`) ? this.next(wanted) : this.next(`${wanted} ${count}`);
  }
}
