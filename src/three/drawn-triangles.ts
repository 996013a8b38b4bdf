/** The triangles that three.js draws of an object and of all below it, in a rigid frame. */
import { type BufferGeometry, type InstancedMesh, Matrix4, Mesh, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import { InputError } from '../math/input-error.ts';
import { inFrame, isMirrored, product, type RigidFrame } from './rigid-frame.ts';
import { objectName } from './world-matrices.ts';

/** One drawn mesh, or one instance of it. */
export interface DrawnPiece {
  readonly mesh: Mesh;
  /** Which instance; −1: it has none. */
  readonly instance: number;
  /** Matrix from its vertices to the world. */
  readonly matrix: readonly number[];
}

/** What is drawn of an object and all below it; lines, points, lights and cameras are not. */
export function drawnPieces(object: Object3D): DrawnPiece[] {
  const out: DrawnPiece[] = [];
  object.traverse((node) => {
    const mesh = node as Mesh;
    if (!mesh.isMesh || mesh.geometry?.attributes.position === undefined) return;
    if ((mesh as Mesh & { isBatchedMesh?: boolean }).isBatchedMesh)
      throw new InputError(`${objectName(mesh)}: a BatchedMesh is drawn elsewhere than its positions say; give its parts as meshes`);
    const world = [...mesh.matrixWorld.elements];
    const { isInstancedMesh, count } = mesh as Partial<InstancedMesh>;
    if (!isInstancedMesh) out.push({ mesh, instance: -1, matrix: world });
    else for (let i = 0; i < (count ?? 0); i++) out.push({ mesh, instance: i, matrix: product(world, instanceMatrix(mesh, i)) });
  });
  return out;
}

function instanceMatrix(mesh: Mesh, instance: number): number[] {
  const matrix = new Matrix4();
  (mesh as InstancedMesh).getMatrixAt(instance, matrix);
  return matrix.elements;
}

/** Vertex numbers of what is drawn: of all triangles, with several materials of those in groups; within the range. */
function drawnCorners({ geometry, material }: Mesh): number[] {
  const { index, attributes, groups, drawRange } = geometry;
  const total = (index ?? attributes.position).count;
  const stretches = Array.isArray(material) ? groups : [{ start: 0, count: total }];
  const out: number[] = [];
  for (const { start, count } of stretches) {
    const to = Math.min(start + count, drawRange.start + drawRange.count, total);
    for (let k = Math.max(start, drawRange.start); k + 2 < to; k += 3)
      for (let c = k; c < k + 3; c++) out.push(index === null ? c : index.getX(c));
  }
  return out;
}

/** Where a vertex is before the matrix: morphed and skinned as it is now, interleaved and normalised ones too. */
function vertexReader({ mesh, instance }: DrawnPiece): (vertex: number) => Vector3 {
  const out = new Vector3();
  const { isSkinnedMesh, skeleton } = mesh as Partial<SkinnedMesh>;
  if (isSkinnedMesh && skeleton === undefined) throw new InputError(`${objectName(mesh)}: is skinned, but bound to no skeleton`);
  const { morphTexture } = mesh as Partial<InstancedMesh>;
  if (instance < 0 || morphTexture === undefined || morphTexture === null) return (vertex) => mesh.getVertexPosition(vertex, out);
  // every instance is morphed by itself
  const stand = new Mesh(mesh.geometry as BufferGeometry);
  (mesh as InstancedMesh).getMorphAt(instance, stand);
  return (vertex) => stand.getVertexPosition(vertex, out);
}

/** x y z of all vertices of a piece as seen from a frame. */
export function pushPositions(piece: DrawnPiece, frame: RigidFrame, out: number[]): void {
  const m = inFrame(piece.matrix, frame);
  const read = vertexReader(piece);
  const { count } = piece.mesh.geometry.attributes.position;
  for (let i = 0; i < count; i++) {
    const { x, y, z } = read(i);
    for (let k = 0; k < 3; k++) out.push(m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12]);
  }
}

/** Vertex numbers of the triangles of a piece, counter-clockwise from outside; `first`: number of its first vertex. */
export function pushTriangles({ mesh, matrix }: DrawnPiece, first: number, out: number[]): void {
  const corners = drawnCorners(mesh);
  // a mirrored triangle is seen from its other side: turn it
  const [b, c] = isMirrored(matrix) ? [2, 1] : [1, 2];
  for (let k = 0; k < corners.length; k += 3) out.push(first + corners[k], first + corners[k + b], first + corners[k + c]);
}
