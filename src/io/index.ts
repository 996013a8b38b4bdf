export { type BindPathOptions, type BindPathsOptions, type BoundPoint, bindPath, bindPaths } from './bind-path.ts';
export type { MeshSource, ReadMeshOptions } from './build-mesh.ts';
export { type BuildRobotOptions, buildRobot, type GeometryKind, type MeshOf } from './build-robot.ts';
export { type CellAttachment, type CellFile, type CellObstacle, type CellRobot, type CellShape, parseCell } from './cell-file.ts';
export { type ExamplePath, exampleCell, examplePath, exampleUrdf } from './example-cell.ts';
export { type Files, fetched } from './files.ts';
export type { SceneMeshOptions } from './mesh-assembly.ts';
export type { Packages } from './package-path.ts';
export { parseCollada } from './parse-collada.ts';
export { parseGlb, parseGltf } from './parse-glb.ts';
export { type GroupedMesh, type ObjGroup, parseObj, parseObjGroups } from './parse-obj.ts';
export { parseOff } from './parse-off.ts';
export { parsePly } from './parse-ply.ts';
export {
  parseSrdf,
  type SrdfChain,
  type SrdfEndEffector,
  type SrdfGroup,
  type SrdfModel,
  type SrdfName,
  type SrdfPair,
  type SrdfState,
  type SrdfVirtualJoint,
} from './parse-srdf.ts';
export { parseStl } from './parse-stl.ts';
export { parseUrdf, type UrdfGeometry, type UrdfJoint, type UrdfLink, type UrdfModel, type UrdfShape } from './parse-urdf.ts';
export { type PathFile, type PathFormat, type PathPoint, parsePath, readPath } from './path-file.ts';
export { type LoadedCell, readCell, readCellPath } from './read-cell.ts';
export { type MeshFormat, parseMesh, readMesh } from './read-mesh.ts';
export { type LoadedRobotScene, readRobotScene, type SceneObstacle } from './read-robot-scene.ts';
export { type LoadedStep, type ReadStepOptions, readStepFile, readStepMesh, type StepMesh, type StepMeshOptions } from './read-step.ts';
export { type ReadUrdfOptions, readUrdf } from './read-urdf.ts';
export {
  type FullPose,
  type LoadedRigidScene,
  parseRigidScene,
  type RigidQuery,
  type RigidReference,
  type RigidScene,
  readRigidScene,
} from './rigid-scene.ts';
export {
  parseRobotScene,
  type RobotQuery,
  type RobotReference,
  type RobotSceneFile,
  type RobotSceneLink,
  type RobotSceneObject,
  type RobotSceneRobot,
  type SceneJointType,
} from './robot-scene.ts';
export { parseStepFile, type StepFile, type StepFileBody } from './step-file.ts';
