export type { PointCloudOptions } from './cloud/point-cloud.ts';
export { pointCloud } from './cloud/point-cloud.ts';
export type { Body, Deformation, PairMotions, SoftBody } from './contact/deformation.ts';
export type { Chosen, PairMethod } from './contact/method.ts';
export type { FirstContactOptions, PairFirstContactOptions } from './contact/options.ts';
export { firstContact, PairQuery } from './contact/pair-query.ts';
export type { Distance, DistanceOptions } from './contact/placed-query.ts';
export { distance, overlap, withinTolerance } from './contact/placed-query.ts';
export type {
  BodyPose,
  Contact,
  ContactSide,
  FeatureKind,
  FirstContact,
  Gap,
  InitialPair,
  PairFirstContact,
  PairSide,
  Reason,
  Stats,
  Status,
  TriangleContact,
  TriangleSide,
} from './contact/result.ts';
export type { SweptSphereTree } from './hierarchy/swept-sphere-tree.ts';
export type { InputPlace } from './math/input-error.ts';
export { InputError } from './math/input-error.ts';
export type { Pose, Quat, Vec3 } from './math/pose.ts';
export { Random } from './math/random.ts';
export type { EdgeAdjacency } from './mesh/adjacency.ts';
export { edgeAdjacency } from './mesh/adjacency.ts';
export type { ConeOptions, CylinderOptions } from './mesh/cylinder.ts';
export { cone, cylinder, cylinderExcess } from './mesh/cylinder.ts';
export type { HeightFieldOptions } from './mesh/height-field.ts';
export { heightField } from './mesh/height-field.ts';
export type { MeshInspection } from './mesh/inspect-mesh.ts';
export { inspectMesh } from './mesh/inspect-mesh.ts';
export type { PlaneOptions } from './mesh/primitives.ts';
export { box, capsule, plane, sphere } from './mesh/primitives.ts';
export type { MeshOptions } from './mesh/triangle-mesh.ts';
export { TriangleMesh } from './mesh/triangle-mesh.ts';
export type { OccupancyGridOptions } from './mesh/voxels.ts';
export { occupancyGrid } from './mesh/voxels.ts';
export type { Flight } from './motion/ballistic-motion.ts';
export { BallisticMotion, ballisticMotion } from './motion/ballistic-motion.ts';
export type { BodyTrajectoryPoint } from './motion/body-trajectory.ts';
export { BodyTrajectory, bodyTrajectory } from './motion/body-trajectory.ts';
export type { Hold, Moment } from './motion/held-motion.ts';
export { HeldMotion } from './motion/held-motion.ts';
export { type IntervalMotion, MOTION_STATE, type Motion, type MotionStatePart } from './motion/motion.ts';
export { poseAt } from './motion/pose-at.ts';
export type { RigidMotion } from './motion/rigid-motion.ts';
export { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from './motion/rigid-motion.ts';
export type { CapabilityCell, CapabilityRow, SceneCapability } from './motion/scene-capability.ts';
export { MOTION_SPIN, type MotionSpinPart } from './motion/spin.ts';
export { adjacentPairs } from './robot/adjacent-pairs.ts';
export type { AllowedPair, AllowedReason } from './robot/allowed-pairs.ts';
export { AllowedPairs } from './robot/allowed-pairs.ts';
export type { ClearanceRules } from './robot/clearance-rules.ts';
export { LoopedPath, LoopedRobot, type LoopedRobotOptions } from './robot/follow/looped-robot.ts';
export type { MovePace } from './robot/follow/pace.ts';
export type {
  ArcMove,
  BlendKind,
  JointsMove,
  LineMove,
  MovingFrame,
  PoseMove,
  SplineMove,
  ToolMove,
  ToolPathOptions,
  WaitMove,
} from './robot/follow/tool-moves.ts';
export { toolPath } from './robot/follow/tool-path.ts';
export type { PlaceError, Uncertain, Uncertainty } from './robot/follow/uncertainty.ts';
export type { InverseKinematics, InverseOptions, NearestConfiguration } from './robot/inverse/inverse.ts';
export { inverseKinematics } from './robot/inverse/inverse.ts';
export type { FreeAxis, PoseGoal, PoseTolerance } from './robot/inverse/pose-goal.ts';
export type { Joint, JointLimits, JointOptions, Mimic } from './robot/joint.ts';
export type { JointKind, JointMove, JointType } from './robot/joint-types.ts';
export { type LimitFinding, limitFindings } from './robot/limit-findings.ts';
export type { LinkPose } from './robot/link-poses.ts';
export type { HeldThing, LinkOptions, RobotOptions } from './robot/robot.ts';
export { Robot } from './robot/robot.ts';
export type { Configuration, JointGroup, Link, LinkShape, LoopFrame, NamedState, RobotLoop, RobotModel } from './robot/robot-model.ts';
export type { LinkMotions, PathPiece, PieceKind, PieceOf, ToolFrame, TrajectoryPoint } from './robot/robot-path.ts';
export { PosedLinks, RobotPath } from './robot/robot-path.ts';
export type { MotionCheckerOptions } from './scene/answers/checker-options.ts';
export type { SampledPairs, SampledPairsOptions } from './scene/answers/sampled-pairs.ts';
export { sampledPairs } from './scene/answers/sampled-pairs.ts';
export type {
  Arrival,
  Clearance,
  ContactInterval,
  ContactIntervals,
  PairIntervals,
  SceneClock,
  SceneDistance,
  SceneFirstContact,
  SceneStats,
} from './scene/answers/scene-result.ts';
export { uncertain } from './scene/answers/uncertain.ts';
export { MotionChecker, type ProvenMotion } from './scene/check/motion-checker.ts';
export type { AddObstacleOptions, SceneOptions } from './scene/content/content-options.ts';
export type { SceneMotion, SceneMotions } from './scene/content/scene-motions.ts';
export type { SceneState } from './scene/content/scene-states.ts';
export type { DragOptions, DragPlace, DragStep, RestingPair } from './scene/drag/drag-loop.ts';
export { DragLoop } from './scene/drag/drag-loop.ts';
export { heldMotion } from './scene/holding/held-motion.ts';
export { Scene } from './scene/scene.ts';
export type { OnProgress } from './scene/search/path-progress.ts';
export type { SceneMethod, StageStats } from './scene/search/scene-method.ts';
export type {
  ClearanceOptions,
  ContactIntervalOptions,
  DistanceAtOptions,
  SceneFirstContactOptions,
} from './scene/search/scene-options.ts';
