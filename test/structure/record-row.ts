/** One record: a valid one, what takes it, and keys it knows beyond those of its type. */
export interface RecordRow {
  readonly valid: object;
  readonly takers: readonly ((record: never) => unknown)[];
  readonly also: readonly string[];
}

/** One taker, or several. */
export function row<T extends object>(
  valid: T,
  takers: ((record: T) => unknown) | readonly ((record: T) => unknown)[],
  also: readonly string[] = [],
): RecordRow {
  return { valid, takers: (typeof takers === 'function' ? [takers] : takers) as RecordRow['takers'], also };
}

/** Records that are not looked at for misspelt keys, and why. */
export const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  'whose own record may hold more, as a motion may': ['PairMethod', 'SceneMethod'],
  'the checker of proofs imports nothing: what it does not know it refuses in its own words': ['VerifyOptions'],
  'a signal of the platform': ['PlanRequest.signal', 'ProveOptions.signal'],
  'a result of the package, given back or shown': [
    ...['Arrival', 'InTheWay', 'Loose', 'BodyPose', 'Clearance', 'Contact', 'ContactInterval', 'ContactIntervals', 'PairIntervals'],
    ...['PathPiece', 'PieceOf', 'ToolFrame', 'ToolFrame.at', 'PairIntervals.intervals', 'ContactSide', 'InitialPair'],
    ...['PairFirstContact', 'BeyondLimits', 'Plan', 'PlanStats', 'SceneFirstContact', 'SceneStats', 'SearchedGraph'],
    ...['StageStats', 'Stats', 'StepContact', 'StepFirstContact', 'StepSide', 'StepStats', 'TimedBlend', 'TimedJoint'],
    ...[
      'TimedPath',
      'CoveredPair',
      'Carried',
      'StepFacts',
      'Exempt',
      'ProofView',
      'Units',
      'Untested',
      'Untested.between',
      'Verification',
      'Verification.segments',
      'TriangleContact',
      'TriangleSide',
      'WorldContact',
      'WorldEvent',
      'WorldStats',
    ],
  ],
  'made by a reader of the package, which names the line of what it does not know': [
    'CellMover',
    'FullPose',
    'JointConstraint',
    'LoadedCell',
    'LoadedCell.ownPaths',
    'MotionRequest',
    'MotionRequest.scaling',
    'MotionRequest.workspace',
    'OrientationConstraint',
    'PositionConstraint',
    'ProgramFrame',
    'ProgramMove',
    'ProgramMove.line',
    'ProgramPose',
    'ToolProgram',
    'PositionConstraint.regions',
    'RequestConstraints',
    'SceneObstacle',
    'SrdfChain',
    'SrdfEndEffector',
    'SrdfGroup',
    'SrdfModel',
    'SrdfName',
    'SrdfPair',
    'SrdfState',
    'SrdfState.joints',
    'SrdfVirtualJoint',
    'UrdfGeometry',
    'UrdfGeometry.shape',
    'UrdfJoint',
    'UrdfLink',
    'UrdfModel',
    'UrdfModel.skipped',
  ],
  'part of a robot that was checked when it was made': ['Joint', 'Joint.mimic', 'JointKind', 'Link', 'RobotModel.source()'],
  'a class of the package, handed over by whoever has loaded it': ['LoopedRobot'],
  'made by convexHull; every key is needed': ['HullFaces'],
  'what a scene and the motions of its soft bodies say to each other': ['StageAnswer', 'StageAnswer.initial', 'StageFinding'],
  'an answer of any query, of which a part is used; every key is needed': ['SegmentVerdict', 'ToolLoopOptions.detect()'],
  'what a stream makes of a sample of its own; PoseSample and JointSample are looked at': ['MotionStream.add(sample)'],
  'part of moves, which have rows, and of `pace`, which takes some of its keys': ['MovePace'],
  'memory, of which every key is needed': ['buildAabbTree(options).allocate()'],
  'what every sample has; JointSample and PoseSample have rows': ['ContactForecast.update(sample)'],
  'of a constructor that is private': ['IndexSource'],
  'place of an error; making an error must not fail': ['InputPlace'],
};
