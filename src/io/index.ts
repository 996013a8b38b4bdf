export type { MeshSource, ReadMeshOptions } from './build-mesh.ts';
export { type Files, fetched } from './files.ts';
export { type GroupedMesh, type ObjGroup, parseObj, parseObjGroups } from './parse-obj.ts';
export { parseOff } from './parse-off.ts';
export { parsePly } from './parse-ply.ts';
export { parseStl } from './parse-stl.ts';
export { type MeshFormat, parseMesh, readMesh } from './read-mesh.ts';
export {
  type FullPose,
  type LoadedRigidScene,
  parseRigidScene,
  type RigidQuery,
  type RigidReference,
  type RigidScene,
  readRigidScene,
} from './rigid-scene.ts';
