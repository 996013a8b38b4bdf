export {
  type CellAttachment,
  type CellBody,
  type CellFile,
  type CellObstacle,
  type CellRobot,
  parseCell,
} from './cell/cell-file.ts';
export { type CellMotions, type CellMotionsOptions, cellMotions, readCellMotions } from './cell/cell-motions.ts';
export { programIn } from './cell/cell-program.ts';
export type { CellShape } from './cell/cell-shapes.ts';
export { type ExamplePath, exampleCell, examplePath, exampleUrdf } from './cell/example-cell.ts';
export { type CellMover, type LoadedCell, readCell } from './cell/read-cell.ts';
export { unlikeSizes } from './cell/unlike-sizes.ts';
export type { ReadCloudOptions } from './cloud/build-cloud.ts';
export { neighbourSpacing } from './cloud/neighbour-spacing.ts';
export { parseCloud, readCloud } from './cloud/read-cloud.ts';
export { type FetchedOptions, type Files, fetched, type NamedBy, type PackageFolder } from './files.ts';
export { type JobFile, type JobOptions, type JobTask, parseJob } from './job/job-file.ts';
export { parseOctomap, type ReadOctomapOptions, readOctomap } from './map/parse-octomap.ts';
export { type FloorMapOptions, readFloorMap } from './map/read-floor-map.ts';
export { parseHeightField, type ReadHeightFieldOptions, readHeightField } from './map/read-height-field.ts';
export type { ReadMeshOptions } from './mesh/build-mesh.ts';
export type { SceneMeshOptions } from './mesh/mesh-assembly.ts';
export { type Colour, coloursOf } from './mesh/mesh-colours.ts';
export { isMeshFile, type MeshFormat } from './mesh/mesh-format.ts';
export { parseCollada } from './mesh/parse-collada.ts';
export { parseGlb, parseGltf } from './mesh/parse-glb.ts';
export { type GroupedMesh, type ObjGroup, parseObj, parseObjGroups } from './mesh/parse-obj.ts';
export { parseOff } from './mesh/parse-off.ts';
export { parsePly } from './mesh/parse-ply.ts';
export { parseStl } from './mesh/parse-stl.ts';
export { parseMesh, readMesh } from './mesh/read-mesh.ts';
export type { MeshSource } from './mesh-source.ts';
export {
  type ConstraintRegion,
  type JointConstraint,
  type MotionRequest,
  type MotionRequestOptions,
  type OrientationConstraint,
  type PositionConstraint,
  parseMotionRequest,
  type RequestConstraints,
  readMotionRequest,
} from './moveit/motion-request.ts';
export { type PlanningSceneOptions, readPlanningScene } from './moveit/read-planning-scene.ts';
export { type RequestWay, requestWay } from './moveit/request-constraints.ts';
export { type RequestGoal, requestGoal } from './moveit/request-goal.ts';
export { type BindPathOptions, type BindPathsOptions, type BoundPoint, bindPath, bindPaths } from './path/bind-path.ts';
export { type PathFormat, parsePath, parsePaths, readPath, readPaths } from './path/parse-path.ts';
export {
  type ProgramFrame,
  type ProgramMove,
  type ProgramPose,
  type ProgramValues,
  parseProgram,
  programText,
  readProgram,
  type ToolProgram,
} from './path/parse-program.ts';
export type { PathFile, PathPoint } from './path/path-file.ts';
export { type PathUnits, parseUnits, unitedUnits, unitFactors } from './path/path-units.ts';
export { type BuildRobotOptions, buildRobot, type GeometryKind, type MeshOf } from './robot/build-robot.ts';
export type { Packages } from './robot/package-path.ts';
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
} from './robot/parse-srdf.ts';
export { parseUrdf } from './robot/parse-urdf.ts';
export { type ReadUrdfOptions, readUrdf } from './robot/read-urdf.ts';
export type { UrdfGeometry, UrdfJoint, UrdfLink, UrdfModel, UrdfShape } from './robot/urdf-model.ts';
export { type LoadedRobotScene, readRobotScene, type SceneObstacle } from './scene/read-robot-scene.ts';
export {
  type LoadedStep,
  type ReadStepOptions,
  readStepFile,
  readStepMesh,
  type StepMesh,
  type StepMeshOptions,
} from './scene/read-step.ts';
export {
  type FullPose,
  type LoadedRigidScene,
  parseRigidScene,
  type RigidQuery,
  type RigidReference,
  type RigidScene,
  readRigidScene,
} from './scene/rigid-scene.ts';
export {
  parseRobotScene,
  type RobotQuery,
  type RobotReference,
  type RobotSceneFile,
  type RobotSceneLink,
  type RobotSceneObject,
  type RobotSceneRobot,
  type SceneJoint,
  type SceneJointType,
} from './scene/robot-scene.ts';
export { parseStepFile, type StepFile, type StepFileBody } from './scene/step-file.ts';
export { type ReadOptions, WorkMeter } from './work-meter.ts';
