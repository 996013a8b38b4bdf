export { AllPairs } from './broad/all-pairs.ts';
export { AutoBroadPhase } from './broad/auto/auto-broad-phase.ts';
export type { BroadPhase, BroadStats } from './broad/broad-phase.ts';
export { CoherentHash } from './broad/hash/coherent-hash.ts';
export type { HashOptions } from './broad/hash/resolutions.ts';
export { SpatialHash } from './broad/hash/spatial-hash.ts';
export type { BoxedBody } from './broad/motion-box.ts';
export { ballisticBox, motionBox, reachOf } from './broad/motion-box.ts';
export { Sweep2d } from './broad/sweep/sweep-2d.ts';
export type { SweepAndPruneOptions } from './broad/sweep/sweep-and-prune.ts';
export { SweepAndPrune } from './broad/sweep/sweep-and-prune.ts';
export type { Body, Deformation, SoftBody } from './contact/deformation.ts';
export type { ElementaryOptions, ElementaryResult } from './contact/elementary/elementary.ts';
export { elementary } from './contact/elementary/elementary.ts';
export type { Control, FirstContactOptions, Method, PairFirstContactOptions } from './contact/options.ts';
export { METHODS } from './contact/options.ts';
export type { PairMotions } from './contact/pair-query.ts';
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
export type { ConvexHierarchyOptions } from './convex/convex-hierarchy.ts';
export { ConvexHierarchy } from './convex/convex-hierarchy.ts';
export type { HullFaces } from './convex/convex-polyhedron.ts';
export { ConvexPolyhedron } from './convex/convex-polyhedron.ts';
export type { ConvexFirstContactOptions, ConvexMotions, ConvexPoses, ConvexQueryOptions } from './convex/convex-query.ts';
export { ConvexQuery } from './convex/convex-query.ts';
export type { ConvexDistance, ConvexFirstContact, Penetration } from './convex/convex-result.ts';
export type { ConvexTracker } from './convex/convex-tracker.ts';
export type { ConvexDecomposer, DecomposeOptions } from './convex/decompose.ts';
export { convexParts, decompose } from './convex/decompose.ts';
export type { HullOptions } from './convex/hull/convex-hull.ts';
export { convexHull } from './convex/hull/convex-hull.ts';
export { convexBox, convexCapsule, convexGeodesicSphere, convexPrism, convexSphere, convexWedge } from './convex/polyhedra.ts';
export { Gjk } from './convex/trackers/gjk.ts';
export type { TrackerFactory } from './convex/trackers/hierarchy-tracker.ts';
export { HierarchyTracker } from './convex/trackers/hierarchy-tracker.ts';
export { LinCanny } from './convex/trackers/lin-canny.ts';
export { VClip } from './convex/trackers/v-clip.ts';
export type { ForecastOptions } from './forecast/forecast.ts';
export { ContactForecast } from './forecast/forecast.ts';
export type { Forecast, ForecastLevel, ForecastSegment, SegmentCheck, SegmentVerdict } from './forecast/forecast-result.ts';
export type { JointSample, JointStreamOptions } from './forecast/joint-stream.ts';
export { JointStream } from './forecast/joint-stream.ts';
export type { SampleFate, StreamOptions } from './forecast/motion-stream.ts';
export type { PoseAxis, PoseSample, PoseStreamOptions } from './forecast/pose-stream.ts';
export { PoseStream } from './forecast/pose-stream.ts';
export type { SweptSphereTree } from './hierarchy/swept-sphere-tree.ts';
export { treeOf } from './hierarchy/tree-of.ts';
export type { InputPlace } from './math/input-error.ts';
export { InputError } from './math/input-error.ts';
export type { Pose, Quat, Vec3 } from './math/pose.ts';
export { Random } from './math/random.ts';
export type { EdgeAdjacency } from './mesh/adjacency.ts';
export { edgeAdjacency } from './mesh/adjacency.ts';
export type { MeshInspection } from './mesh/inspect-mesh.ts';
export { inspectMesh } from './mesh/inspect-mesh.ts';
export type { CylinderOptions } from './mesh/primitives.ts';
export { box, capsule, cylinder, cylinderExcess, sphere } from './mesh/primitives.ts';
export type { MeshOptions } from './mesh/triangle-mesh.ts';
export { TriangleMesh } from './mesh/triangle-mesh.ts';
export type { Flight } from './motion/ballistic-motion.ts';
export { BallisticMotion, ballisticMotion } from './motion/ballistic-motion.ts';
export { type IntervalMotion, MOTION_STATE, type Motion } from './motion/motion.ts';
export { poseAt } from './motion/pose-at.ts';
export type { RigidMotion } from './motion/rigid-motion.ts';
export { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from './motion/rigid-motion.ts';
export { adjacentPairs } from './robot/adjacent-pairs.ts';
export type { AllowedPair, AllowedReason } from './robot/allowed-pairs.ts';
export { AllowedPairs } from './robot/allowed-pairs.ts';
export type { Joint, JointLimits, JointOptions, Mimic } from './robot/joint.ts';
export type { JointKind, JointType } from './robot/joint-types.ts';
export type { LinkPose } from './robot/link-poses.ts';
export type { LinkOptions, RobotOptions } from './robot/robot.ts';
export { Robot } from './robot/robot.ts';
export type { Configuration, JointGroup, Link, LinkShape, NamedState, RobotModel } from './robot/robot-model.ts';
export type { LinkMotions, TrajectoryPoint } from './robot/robot-path.ts';
export { PosedLinks, RobotPath } from './robot/robot-path.ts';
export type { SampledPairs, SampledPairsOptions } from './scene/sampled-pairs.ts';
export { sampledPairs } from './scene/sampled-pairs.ts';
export type {
  Clearance,
  ClearanceOptions,
  ContactInterval,
  ContactIntervals,
  SceneDistance,
  SceneMotions,
  SceneOptions,
} from './scene/scene.ts';
export { Scene } from './scene/scene.ts';
export type { SceneMotion } from './scene/scene-motions.ts';
export type { SceneFirstContactOptions, SceneMethod, StageOptions, TemporalOptions } from './scene/scene-options.ts';
export { SCENE_METHODS } from './scene/scene-options.ts';
export type {
  SceneFirstContact,
  SceneStats,
  StageStats,
} from './scene/scene-result.ts';
export { LinearMotion, linearMotion } from './soft/linear-motion.ts';
export type { StepMotions, StepQueryOptions } from './soft/step-query.ts';
export { StepQuery } from './soft/step-query.ts';
export type { StepContact, StepFirstContact, StepOptions, StepSide, StepStats } from './soft/step-result.ts';
export type { CandidateFinder } from './tool/candidates.ts';
export type { BarModel, BarOptions } from './tool/force/bar-model.ts';
export type { SolverOptions } from './tool/force/bar-workpiece.ts';
export { BarWorkpiece } from './tool/force/bar-workpiece.ts';
export type { PenaltyForceOptions } from './tool/force/penalty-force.ts';
export { PenaltyForce } from './tool/force/penalty-force.ts';
export type { ToolForce } from './tool/force/tool-force.ts';
export type { DetectContact, ToolAdvance, ToolLoopOptions } from './tool/force/tool-loop.ts';
export { ToolLoop } from './tool/force/tool-loop.ts';
export type { SweptVolumeOptions } from './tool/swept-volume-of.ts';
export { SweptBoxes, sweptVolumeOf } from './tool/swept-volume-of.ts';
export type { ToolFirstContact, ToolFirstContactOptions, ToolMotions, ToolQueryOptions, WorkpieceFrames } from './tool/tool-query.ts';
export { ToolQuery } from './tool/tool-query.ts';
export type { Advance, AdvanceOptions, Answer, BodyState } from './world/world.ts';
export { World } from './world/world.ts';
export type { WorldStats } from './world/world-engine.ts';
export type { WorldEvent } from './world/world-event.ts';
export type { BodyChange, Schedule, WorldBody, WorldOptions } from './world/world-options.ts';
export { SCHEDULES } from './world/world-options.ts';
export type { SteeredState, Steering } from './world/world-path.ts';
export type { Shape } from './world/world-shape.ts';
