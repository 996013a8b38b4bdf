/**
 * One row for every record that can be given to the package: one that is valid, and everywhere it enters. The test takes the
 * rows for its table, misspells each key, and finds records without a row by itself.
 */
import { BoxGeometry, Mesh } from 'three';
import { Batch, type BatchAsk } from '../../src/batch/index.ts';
import { AutoBroadPhase, CoherentHash, motionBox, SpatialHash, SweepAndPrune } from '../../src/broad/index.ts';
import { ConvexHierarchy, ConvexQuery, convexBox, convexHull, convexParts, decompose } from '../../src/convex/index.ts';
import { GpuBatch, type GpuBatchOptions, GpuCulling, GpuSelection, GpuStep, GpuToolQuery } from '../../src/gpu/index.ts';
import { buildAabbTree, buildObbTree, buildSweptSphereTree } from '../../src/hierarchy/index.ts';
import * as core from '../../src/index.ts';
import * as io from '../../src/io/index.ts';
import { c2a, hca, interval, stagesOf } from '../../src/methods/index.ts';
import * as disk from '../../src/node/index.ts';
import { webWorkers } from '../../src/page/index.ts';
import { type ConstraintBox, Constraints, plan, planOnLines, Roadmap, timed, type UprightConstraint } from '../../src/plan/index.ts';
import { recordProof } from '../../src/prove/index.ts';
import * as report from '../../src/report/index.ts';
import { inverseKinematics } from '../../src/robot/inverse/inverse.ts';
import { elementary, linearMotion, StepQuery } from '../../src/soft/index.ts';
import * as three from '../../src/three/index.ts';
import * as tool from '../../src/tool/index.ts';
import { massProperties, World } from '../../src/world/index.ts';
import { planarArm } from '../unit/three/urdf-robots.ts';
import { type RecordRow, row } from './record-row.ts';

const object3d = new Mesh(new BoxGeometry());
const urdfArm = planarArm();
const mesh = core.box(1, [0, 0, 0], 'cube');
const far = core.translationMotion({ position: [5, 0, 0] }, [-1, 0, 0]);
const body: core.Body = { name: 'a', shape: mesh };
const other: core.Body = { name: 'b', shape: mesh, pose: { position: [5, 0, 0] } };
const pairOptions = (options: core.PairFirstContactOptions) => new core.PairQuery(body, other).firstContact({ b: far }, options);
const joint: core.JointOptions = { type: 'revolute', axis: [0, 0, 1], limits: { lower: -1, upper: 1 } };
const base: core.LinkOptions = { name: 'base', shapes: [{ shape: mesh }] };
const arm: core.LinkOptions = { name: 'arm', parent: 'base', joint, shapes: [{ shape: mesh, pose: { position: [3, 0, 0] } }] };
const robotOf = (given: Partial<core.RobotOptions>) => new core.Robot({ name: 'r', links: [base, arm], ...given });
const jointed = (given: Partial<core.JointOptions>) => robotOf({ links: [base, { ...arm, joint: { ...joint, ...given } }] });
const robot = robotOf({});
const slider = new core.Robot({
  name: 's',
  links: [{ name: 'cart', joint: { type: 'prismatic', axis: [1, 0, 0], limits: { lower: -1, upper: 1 } } }],
});
/** A crank that pushes a slide. */
const looped: core.LoopedRobotOptions = {
  name: 'crank',
  links: [
    base,
    { name: 'crank', parent: 'base', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] } },
    { name: 'rod', parent: 'crank', joint: { name: 'knee', type: 'revolute', axis: [0, 0, 1], origin: { position: [0, 1, 0] } } },
    { name: 'slide', parent: 'base', joint: { name: 'way', type: 'prismatic', axis: [1, 0, 0] } },
  ],
  loops: [{ a: { link: 'rod', at: { position: [2, 0, 0] } }, b: { link: 'slide' }, keeps: 'point' }],
  driven: ['turn'],
  closed: { knee: -0.5, way: 1.7 },
};
const inTool = { link: 'arm', at: { position: [1, 0, 0] as const }, from: [0] };
const toolMoves = (moves: readonly core.ToolMove[]): core.ToolPathOptions => ({ ...inTool, moves });
const belt = core.bodyTrajectory([
  { time: 0, pose: {} },
  { time: 2, pose: { position: [1, 0, 0] } },
]);
const onCircle = (angle: number): core.Vec3 => [Math.cos(angle), Math.sin(angle), 0];
const arc: core.ArcMove = { arc: { position: onCircle(0.5), quaternion: [0, 0, Math.sin(0.25), Math.cos(0.25)] }, through: onCircle(0.25) };

const poseGoal: core.PoseGoal = { link: 'arm', pose: {} };
const armScene = { robots: [robot], bodies: [] };
const unitBox: ConstraintBox = { min: [0, 0, 0], max: [1, 1, 1] };

const scene = new core.Scene({ bodies: [body, other] });
const TWO_BODIES = [
  [0, 0, 0],
  [5, 0, 0],
].flatMap((place) => [...place, 0, 0, 0, 1]);
const motions = { b: far };
const planned = (request: object) => plan(new core.Scene({ robots: [robot] }), { from: [0], to: [0.5], ...request });
const floating = (box: object) => plan(scene, { from: {}, to: { b: {} }, bounds: { b: box as never } });
const roadmap = () => Roadmap.build(new core.Scene({ robots: [robot] }), { states: 2 });
const savedRoadmap = (await roadmap()).save();
const batch = (options: GpuBatchOptions = { gpu: 'never' }) => GpuBatch.open(new core.Scene({ robots: [robot] }), options);
/** Whose workers are asked nothing: there is nothing to ask. */
const nobody = () => new Batch({ scene: new core.Scene({ robots: [robot] }), workers: disk.threads(1) });
const asked = async (options: BatchAsk) => {
  for await (const answer of nobody().firstContacts([], options)) throw answer.error;
};
const noRows = { from: new Float64Array(0), to: new Float64Array(0) };
const turn = { from: new Float64Array(1), to: new Float64Array(1) };
const ask = (options: core.SceneFirstContactOptions) => scene.firstContact(motions, options);

const sheet = new core.TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { name: 'sheet' });
const frames = { positions0: sheet.positions, positions1: sheet.positions.map((x, i) => (i % 3 === 2 ? x + 1 : x)) };
const step = new StepQuery([{ shape: sheet }]);

const convex: core.Body<ReturnType<typeof convexBox>> = { shape: convexBox(1) };
const convexQuery = () => new ConvexQuery(convex, { shape: convexBox(1), pose: { position: [5, 0, 0] } });

const bars: tool.BarOptions = { density: 1, stiffness: 1 };
const penalty: tool.PenaltyForceOptions = { stiffness: 1 };
const toolBody: core.Body = { shape: core.box(0.1, [0, 0, 3], 'drill') };
const loop = (given: Partial<tool.ToolLoopOptions>) => new tool.ToolLoop(toolBody, { shape: sheet }, { penalty, bars, ...given });
const toolQuery = (options: tool.ToolQueryOptions = {}) => new tool.ToolQuery(toolBody, { shape: sheet }, options);

/** Stand for an application's: with gpu: 'never' nothing but their sizes is looked at, and then they cannot be read. */
const deviceOf = { lost: new Promise(() => {}) };
const bufferOf = { size: 36 };
const selection = () => GpuSelection.open(sheet, { gpu: 'never' });
const unread = (answer: Promise<unknown>) =>
  answer.catch((error: Error) => {
    if (!error.message.includes('cannot be read')) throw error;
  });

const ball = { name: 'ball', shape: convexBox(1), velocity: [1, 0, 0] as const };
const world = () => new World({ bodies: [ball] });
const steering = { state: () => ({ pose: {} }), acceleration: 1, angularAcceleration: 1 };

const urdf = `<robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>`;
const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const stepFile = '{ "format": "inbetween-step/1", "bodies": [{ "name": "cloth", "frames": ["cloth.obj"] }] }';
const cellFile = '{ "format": "inbetween-cell/1", "robot": { "urdf": "r.urdf" } }';
const rigidScene =
  '{ "format": "ccd-scene/1", "meshA": "cloth.obj", "meshB": "cloth.obj", "queries": [{ "id": 1, "q0": [0, 0, 0, 1], "t0": [0, 0, 0], "q1": [0, 0, 0, 1], "t1": [0, 0, 0] }] }';
const robotScene =
  '{ "format": "ccd-robot-scene/1", "robots": [{ "name": "r", "links": [{ "name": "a", "parent": -1, "joint": { "type": "fixed" } }] }], "queries": [{ "id": 1, "from": [], "to": [] }] }';
const content: Readonly<Record<string, string>> = {
  'r.urdf': urdf,
  'cloth.obj': obj,
  'step.json': stepFile,
  'cell.json': cellFile,
  'p.json': '["home", "home"]',
  'rigid.json': rigidScene,
  'robots.json': robotScene,
};
const files: io.Files = { read: async (path) => new TextEncoder().encode(content[path]) };
const point: io.PathPoint = { positions: [0] };
const path: io.PathFile = { file: 'p', jointNames: null, points: [point, { positions: [1] }], kind: 'path' };

const shown = { title: 't', version: '1', milliseconds: 1, clearance: 0 };
const reference = { collide: false, lo: 1, hi: 1 };
const drawn: report.ReportBody = { name: 'a', mesh, motion: core.restMotion({}) };
const pairReport: report.ReportInput = { ...shown, a: drawn, b: { name: 'b', mesh, motion: far }, result: pairOptions({}) };
const { clearance: _, ...titled } = shown;
const cellReport: report.CellReportInput = { ...titled, scene, motions, result: ask({}), options: {} };
const reportedProof: report.ReportedProof = {
  ...{ name: 'a.proof', sha256: '0'.repeat(64), by: 'test' },
  found: {
    ...{ result: 'proven', status: 'free', why: '', time: 1, pairs: 1, clearance: [0, 0], tolerance: 1, witness: null, untested: [] },
    ...{ exempt: [], carried: [], uncertain: [], followed: 0, inputs: [], question: '', by: '', leaves: 1, pieces: 1 },
    ...{ closureError: 0, segments: { proven: 1, path: 1 }, solids: 0, largestGap: 0, work: 1, maxWork: 1 },
    units: { length: 'as in the problem', angle: 'radians', time: 'segments' },
  },
};
const planStats = { milliseconds: 1, proofMilliseconds: 0, samples: 0, states: 1, nodes: 1, proofs: 0, refuted: 0, foundLength: 0 };
const noPlan: report.PlanReportInput['plan'] = {
  ...{ status: 'none', reason: 'milliseconds', why: 'it took too long', path: null, states: [], length: 0, goal: -1 },
  ...{ certificate: null, stats: planStats },
};
const planReport: report.PlanReportInput = { title: 'plan', scene, plan: noPlan, standing: motions, version: '1.2.3' };
const indexed: report.CellIndexPath = { name: 'a', motions, result: cellReport.result };
const batchRun: report.BatchReportInput = {
  ...{ title: 'job', items: 1, seconds: 1, busySeconds: 1, workers: 1, slowest: [], samples: [], version: '1.2.3' },
  counts: { free: 1, contact: 0, overlap: 0, missed: 0, limits: 0, unresolved: 0, 'not-judged': 0, error: 0, 'left-out': 0 },
};
const cellIndex: report.CellIndexInput = { title: 'cell', scene, options: {}, paths: [indexed], version: '1.2.3' };
const stepBody: report.StepReportBody = { name: 'sheet', mesh: sheet, end: null, self: true };
const stepReport: report.StepReportInput = { ...shown, bodies: [stepBody], result: step.firstContact({}), all: false };
const toolStep: report.ToolReportStep = {
  time: 0,
  pose: {},
  positions: sheet.positions,
  force: [0, 0, 0],
  torque: [0, 0, 0],
  depth: 0,
  zone: [],
  level: 'clear',
  timeToContact: null,
  ahead: [],
};
const toolReport: report.ToolReportInput = {
  title: 't',
  story: 's',
  tool: mesh,
  workpiece: sheet,
  steps: [toolStep, { ...toolStep, time: 1 }],
  swept: mesh,
  horizon: 1,
  reflex: 0.1,
  limit: 1,
  milliseconds: [1, 2],
  version: '1',
};
const frame: report.WorldReportFrame = { time: 0, poses: [{}] };
const event: report.WorldReportEvent = { status: 'contact', time: 0, a: 'a', b: 'b', gap: [0, 0], speed: 1, point: [0, 0, 0] };
const curve: report.WorldReportCurve = { label: 'energy', unit: 'J', values: [1, 2] };
const worldReport: report.WorldReportInput = {
  title: 't',
  story: 's',
  bodies: [{ name: 'a', mesh }],
  frames: [frame, { ...frame, time: 1 }],
  events: [event],
  letThrough: 0,
  stats: world().stats,
  version: '1',
};

const cloudFiles: io.Files = { read: async () => new TextEncoder().encode('1 2 3') };
const octomap = Uint8Array.from('# Octomap OcTree binary file\nres 1\ndata\n\x02\0', (c) => c.charCodeAt(0));
const mapText = 'image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\noccupied_thresh: 0.6\nfree_thresh: 0.2\n';
const mapFiles: io.Files = { read: async (path) => new TextEncoder().encode(path.endsWith('.pgm') ? 'P2 1 1 9 0' : mapText) };

export const ROWS: Readonly<Record<string, RecordRow>> = {
  ClearanceScale: row({ near: 0, far: 1 }, [
    (scale) => three.clearanceColour(1, scale),
    (scale) => new three.ClearancePaint(object3d, scale),
    (clearance) => new three.Ghosts(mesh, { clearance }),
  ]),
  ContactMarksOptions: row({ size: 1 }, (options) => new three.ContactMarks(options)),
  DeformingObjectOptions: row({}, (options) => new three.DeformingObject(object3d, options)),
  DragControllerOptions: row({ dragged: object3d, keep: 1 }, (options) => new three.DragController(options)),
  DraggedThing: row({ object: object3d }, (thing) => new three.DragController({ dragged: [thing], keep: 1 })),
  GhostsOptions: row({}, (options) => new three.Ghosts(mesh, options)),
  MeshOfOptions: row({}, [
    (options) => three.meshOf(object3d, options),
    (options) => three.bodyOf(object3d, options),
    (options) => three.bodiesOf(object3d, options),
  ]),
  RobotOfOptions: row({}, (options) => three.robotOf(urdfArm, options)),
  SweptVolumesOptions: row({}, (options) => new three.SweptVolumes(options)),
  TreeLevelOptions: row({}, (options) => new three.TreeLevel(options)),
  AdvanceOptions: row({}, (options) => world().advance(1, undefined, options)),
  AllowedPair: row({ a: 'base', b: 'arm', reason: 'user' }, (pair) => robotOf({ allowed: [pair] }), ['contacts']),
  BarModel: row(new tool.BarWorkpiece(sheet, bars).model, (model) => new tool.BarWorkpiece(model)),
  BarOptions: row(bars, [(options) => new tool.BarWorkpiece(sheet, options), (options) => loop({ bars: options })]),
  BindPathOptions: row({}, (options) => io.bindPath(robot, path, options)),
  BindPathsOptions: row({}, (options) => io.bindPaths([robot], path, options)),
  PathUnits: row({}, (units) => io.bindPath(robot, path, { units })),
  Body: row(body, [
    (given) => core.firstContact({ ...given, motion: core.restMotion({}) }, other),
    (given) => new core.PairQuery(given, other),
    (given) => core.distance(given, other),
    (given) => core.overlap(given, other),
    (given) => core.withinTolerance(given, other, 0.1),
    (given) => new core.Scene({ bodies: [given] }),
    (given) => new core.Scene({ obstacles: [given] }),
    (given) => new tool.ToolQuery(given, { shape: sheet }),
    (given) => new tool.ToolQuery(toolBody, given),
    (given) => new ConvexQuery({ ...given, shape: convexBox(1) }, convex),
  ]),
  BodyMass: row({ mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] as const }, (mass) => new World({ bodies: [{ ...ball, mass }] })),
  BodyChange: row({ velocity: [1, 0, 0] as const }, (change) => world().set('ball', change)),
  BoxedBody: row({ reach: 1 }, (boxed) => motionBox(far, boxed, 0, 1, new Float64Array(6))),
  BuildRobotOptions: row({}, (options) => io.buildRobot(io.parseUrdf(urdf, 'r.urdf'), () => mesh, options)),
  BatchReportInput: row(batchRun, report.batchReportPage),
  'BatchReportInput.samples': row({ seconds: 1, items: 1 }, (sample) => report.batchReportPage({ ...batchRun, samples: [sample] })),
  'BatchReportInput.slowest': row<report.BatchReportInput['slowest'][number]>({ id: 'a', milliseconds: 1, verdict: 'free' }, (item) =>
    report.batchReportPage({ ...batchRun, slowest: [item] }),
  ),
  BatchVerdicts: row(batchRun.counts, (counts) => report.batchReportPage({ ...batchRun, counts })),
  CellIndexInput: row(cellIndex, report.cellIndexPage),
  CellIndexPath: row(indexed, (path) => report.cellIndexPage({ ...cellIndex, paths: [path] })),
  CellReportInput: row(cellReport, report.cellReportPage),
  VerdictRowsInput: row({ scene, motions, result: cellReport.result }, report.verdictRows),
  ReportedProof: row(reportedProof, (proof) => report.cellReportPage({ ...cellReport, proof })),
  'CellReportInput.reference': row(reference, (given) => report.cellReportPage({ ...cellReport, reference: given }), ['d0', 'pair']),
  CellMotionsOptions: row({}, async (options) =>
    io.cellMotions({ ...(await io.readCell(files, 'cell.json')), robots: [robot], starts: [[0]] as never }, path, options),
  ),
  ClearanceOptions: row({}, (options) => scene.clearance(motions, options)),
  ContactIntervalOptions: row({}, (options) => scene.contactIntervals(motions, options)),
  ClearanceRules: row({}, (clearance) => scene.firstContact(motions, { clearance })),
  AddObstacleOptions: row({}, (options) => new core.Scene({ bodies: [body] }).addObstacle({ name: 'more', shape: body.shape }, options)),
  Control: row({}, (control) => pairOptions({ method: c2a({ control }) })),
  ConvexFirstContactOptions: row({}, (options) => convexQuery().firstContact({}, options)),
  ConvexHierarchyOptions: row({}, (options) => new ConvexHierarchy([convexBox(1)], options)),
  ConvexPoses: row({}, [
    (poses) => convexQuery().distance(poses),
    (poses) => convexQuery().apart(poses),
    (poses) => convexQuery().penetration(poses),
  ]),
  ConvexQueryOptions: row({}, (options) => new ConvexQuery(convex, convex, options)),
  CylinderOptions: row({}, (options) => core.cylinder(1, 1, options)),
  ConeOptions: row({}, (options) => core.cone(1, 1, options)),
  PlaneOptions: row({}, (options) => core.plane([0, 0, 1], 0, options)),
  DecomposeOptions: row({}, [(options) => convexParts(mesh, options), (options) => decompose(mesh, () => [mesh.positions], options)]),
  MotionCheckerOptions: row({}, [
    (options) => new core.MotionChecker(scene, options),
    (options) => scene.isFree({ b: { position: [5, 0, 0] } }, options),
  ]),
  ProofInput: row({ name: 'cell.json', sha256: '0'.repeat(64) }, (input) => recordProof(() => {}, { inputs: [input] })),
  ProvenMotion: row({}, (asked) => new core.MotionChecker(scene).motionIsFree(TWO_BODIES, TWO_BODIES, asked)),
  ProofOptions: row({}, (options) => recordProof(() => {}, options)),
  StagesOfOptions: row({}, (options) => stagesOf(scene, motions, options)),
  DistanceAtOptions: row({}, (options) => scene.distanceAt(motions, 0, options)),
  DistanceOptions: row({}, (options) => core.distance(body, other, options)),
  ElementaryOptions: row({}, (options) =>
    elementary(
      'vertex-face',
      new Float64Array(24).map((_, i) => i * i),
      options,
    ),
  ),
  FetchedOptions: row({}, (options) => io.fetched('https://example.org/', options)),
  FilesOptions: row({}, (options) => disk.files('.', options)),
  FloorMapOptions: row({ height: 1 }, (options) => io.readFloorMap(mapFiles, 'map.yaml', options)),
  Flight: row({ velocity: [1, 0, 0] as const }, (flight) => core.ballisticMotion(flight, 1)),
  ForecastOptions: row({ scale: 1 }, (options) => new tool.ContactForecast(new tool.PoseStream(), toolQuery().checkSegment(), options)),
  BatchOptions: row({ scene: new core.Scene({ robots: [robot] }), workers: disk.threads(1) }, (options) => new Batch(options)),
  BatchAsk: row({}, (options) => asked(options)),
  BatchFreeOptions: row({}, (options) => nobody().motionsAreFree(noRows, options)),
  ThreadsOptions: row({ count: 1 }, (options) => disk.threads(options)),
  WebWorkersOptions: row({ count: 1 }, (options) => webWorkers(options)),
  BatchCallOptions: row({}, async (options) => (await batch()).motionsAreFree(turn, options)),
  BatchRange: row(turn, [async (range) => (await batch()).motionsAreFree(range), async (range) => (await batch()).brackets({ r: range })]),
  GpuBatchOptions: row({ gpu: 'never' as const }, batch),
  GpuStepOptions: row({}, (options) => GpuStep.open(step, options)),
  HashOptions: row({}, [(options) => new CoherentHash(options), (options) => new SpatialHash(options)]),
  HeightFieldOptions: row({ columns: 2, rows: 2, spacing: 1 }, (options) => core.heightField([0, 0, 0, 0], options)),
  HullOptions: row({}, (options) => convexHull(mesh.positions, options)),
  InverseOptions: row({}, (options) => inverseKinematics(robot, poseGoal, options)),
  PoseGoal: row(poseGoal, (goal) => inverseKinematics(robot, goal)),
  PoseTolerance: row({ angle: 1 }, (tolerance) => inverseKinematics(robot, { ...poseGoal, tolerance })),
  UprightConstraint: row(
    { link: 'arm', axis: [0, 0, 1], tolerance: 1 } as UprightConstraint,
    (given) => new Constraints(armScene, [given]),
  ),
  BoxConstraint: row({ link: 'arm', box: unitBox }, (given) => new Constraints(armScene, [given])),
  ConstraintBox: row(unitBox, (given) => new Constraints(armScene, [{ link: 'arm', box: given }])),
  ConstraintsOptions: row({}, (options) => new Constraints(armScene, [], options)),
  JointGroup: row({ name: 'g', joints: ['arm_joint'] }, (group) => robotOf({ groups: [group] })),
  JointLimits: row({ lower: -1 }, (limits) => jointed({ limits })),
  JointOptions: row(joint, jointed),
  JointSample: row({ time: 0, values: [0] }, (sample) => new tool.JointStream(1).add(sample)),
  JointStreamOptions: row({}, (options) => new tool.JointStream(1, options)),
  'JointStreamOptions.limits': row({ lower: -1 }, (limits) => new tool.JointStream(1, { limits: [limits] }), ['velocity']),
  LinearFrames: row(frames, (given) => step.firstContact({ sheet: given }), ['deforming']),
  LinkOptions: row(arm, (link) => robotOf({ links: [base, link] })),
  LinkShape: row({ shape: mesh }, (shape) => robotOf({ links: [{ name: 'base', shapes: [shape] }] })),
  MassOptions: row({}, (options) => massProperties(mesh, options)),
  MeshOptions: row({}, (options) => new core.TriangleMesh(sheet.positions, sheet.indices, options)),
  Mimic: row({ joint: 'arm_joint' }, (mimic) =>
    robotOf({ links: [base, arm, { name: 'hand', parent: 'arm', joint: { ...joint, mimic } }] }),
  ),
  GpuCullingOptions: row({ gpu: 'never' as const }, (options) => GpuCulling.open(scene, options)),
  GpuPositions: row({ buffer: bufferOf as never }, async (positions) => unread((await selection()).find([1, 0, 0, 1], positions))),
  'GpuSelection.find(frames)': row(frames, async (given) => (await selection()).find([1, 0, 0, 1], given), ['deforming']),
  GpuSelectionOptions: row({ gpu: 'never' as const }, (options) => GpuSelection.open(sheet, options)),
  GpuToolMotions: row({ tool: far }, async (given) => (await GpuToolQuery.open(toolQuery(), { gpu: 'never' })).firstContact(given)),
  GpuTriangles: row({ indexBuffer: bufferOf as never, triangleCount: 1, vertexCount: 3 }, (given) =>
    GpuSelection.open(given, { device: deviceOf as never, gpu: 'never' }),
  ),
  MotionRequestOptions: row({}, [
    (options) => io.parseMotionRequest('group_name: ""', 'r.yaml', robot, options),
    (options) => io.readMotionRequest({ read: async () => new TextEncoder().encode('group_name: ""') }, 'r.yaml', robot, options),
  ]),
  NamedState: row({ name: 'home', values: { arm_joint: [0] } }, (state) => robotOf({ states: [state] })),
  OccupancyGridOptions: row({ size: [1, 1, 1] as const, cell: 1 }, (options) => core.occupancyGrid([1], options)),
  PairFirstContactOptions: row({}, [pairOptions, (options) => core.firstContact(body, { ...body, motion: far }, options)]),
  PairMotions: row({ b: far }, (given) => new core.PairQuery(body, other).firstContact(given)),
  PairSide: row({ body: 'a' }, (side) => scene.distanceAt(motions, 0, { allowed: [[side, { body: 'b' }]] }), [
    'feature',
    'index',
    'triangle',
    'vertices',
    'weights',
  ]),
  PathFile: row(path, (given) => io.bindPath(robot, given)),
  PathPoint: row(point, (given) => io.bindPath(robot, { ...path, points: [given, given] })),
  PenaltyForceOptions: row(penalty, [(options) => new tool.PenaltyForce(mesh, sheet, options), (options) => loop({ penalty: options })]),
  AnyOf: row({ anyOf: [[0.5]] }, (to) => planned({ to })),
  BoundingBox: row({ min: [-9, -9, -9], max: [9, 9, 9] }, floating),
  LinkGoal: row({ ...poseGoal, robot: 'r' }, (to) => planned({ to })),
  PlanRequest: row({ from: [0], to: [0.5] }, planned),
  PlanLines: row({ link: 'arm' }, (lines) => planOnLines(new core.Scene({ robots: [robot] }), { from: [0], to: [0.5] }, lines)),
  PlanControl: row({}, async (control) => (await roadmap()).grow(1, control)),
  ProveOptions: row({}, async (options) => (await roadmap()).prove(options)),
  RoadmapOptions: row({ states: 2 }, (options) => Roadmap.build(new core.Scene({ robots: [robot] }), options)),
  RoadmapRequest: row({ from: [0], to: [0.5] }, async (request) => (await roadmap()).plan(request)),
  SavedRoadmap: row(savedRoadmap, (saved) => Roadmap.load(new core.Scene({ robots: [robot] }), saved)),
  PlanningSceneOptions: row({}, (options) =>
    io.readPlanningScene({ read: async () => new TextEncoder().encode('world: {}') }, 's.yaml', robot, options),
  ),
  PointCloudOptions: row({}, (options) => core.pointCloud([0, 0, 0], options)),
  Pose: row(
    { position: [0, 0, 0] as const },
    [
      (pose) => core.distance({ ...body, pose }, other),
      (pose) => core.restMotion(pose),
      (pose) => core.rigidMotion({}, pose),
      (pose) => core.screwMotion(pose, {}),
      (pose) => core.translationMotion(pose, [1, 0, 0]),
      (pose) => core.rotationMotion(pose, [0, 0, 1], 1),
      (pose) => core.ballisticMotion({ pose, velocity: [1, 0, 0] }, 1),
      (pose) => new core.Scene({ obstacles: [{ ...body, pose }] }),
      (pose) => jointed({ origin: pose }),
      (base) => robotOf({ base }),
      (pose) => robotOf({ links: [{ name: 'base', shapes: [{ shape: mesh, pose }] }] }),
      (pose) =>
        robotOf({ posable: true }).posed([
          [pose, {}],
          [{}, {}],
        ]),
      (pose) => new World({ bodies: [{ ...ball, pose }] }),
      (pose) => world().set('ball', { pose }),
      (pose) => convexQuery().distance({ a: pose }),
      (pose) => new tool.PoseStream().add({ time: 0, pose }),
      (pose) => tool.sweptVolumeOf(mesh, [pose, {}]),
    ],
    ['body'],
  ),
  PoseSample: row({ time: 0, pose: {} }, (sample) => new tool.PoseStream().add(sample)),
  PoseStreamOptions: row({}, (options) => new tool.PoseStream(options)),
  ReadCloudOptions: row({}, [
    (options) => io.parseCloud('1 2 3', 'a.xyz', options),
    (options) => io.readCloud(cloudFiles, 'a.xyz', options),
  ]),
  ReadHeightFieldOptions: row({ spacing: 1 }, [
    (options) => io.parseHeightField('1 2\n3 4', 'a.csv', options),
    (options) => io.readHeightField({ read: async () => new TextEncoder().encode('1 2\n3 4') }, 'a.csv', options),
  ]),
  ReadMeshOptions: row(
    {},
    [(options) => io.parseObj(obj, 'a.obj', options), (options) => io.parseObjGroups(obj, 'a.obj', options)],
    ['upAxis', 'buffers'],
  ),
  ReadOctomapOptions: row({}, [
    (options) => io.parseOctomap(octomap, 'a.bt', options),
    (options) => io.readOctomap({ read: async () => octomap }, 'a.bt', options),
  ]),
  ReadOptions: row({}, [
    (options) => io.parseUrdf(urdf, 'r.urdf', undefined, options),
    (options) => io.parseSrdf('<robot name="r"/>', 'r.srdf', options),
    (options) => io.parseCell(cellFile, 'cell.json', options),
    (options) => io.readCell(files, 'cell.json', undefined, options),
    async (options) =>
      io.readCellMotions(files, { ...(await io.readCell(files, 'cell.json')), robots: [robot], starts: [[0]] as never }, path, options),
    (options) => io.parsePath('[[1]]', 'p.json', options),
    (options) => io.parsePaths('[[1]]', 'p.json', options),
    (options) => io.readPath(files, 'p.json', options),
    (options) => io.readPaths(files, 'p.json', options),
    (options) => io.parseRigidScene(rigidScene, 'a.json', options),
    (options) => io.readRigidScene(files, 'rigid.json', options),
    (options) => io.parseRobotScene(robotScene, 'a.json', options),
    (options) => io.readRobotScene(files, 'robots.json', options),
    (options) => io.parseStepFile(stepFile, 'a.json', options),
  ]),
  ReadStepOptions: row({}, (options) => io.readStepFile(files, 'step.json', options)),
  ReadUrdfOptions: row({}, (options) => io.readUrdf(files, 'r.urdf', options)),
  PlanReportInput: row(planReport, report.planReportPage),
  ReportBody: row(drawn, [(a) => report.reportPage({ ...pairReport, a }), (b) => report.reportPage({ ...pairReport, b })]),
  ReportInput: row(pairReport, report.reportPage),
  'ReportInput.reference': row(reference, (given) => report.reportPage({ ...pairReport, reference: given }), ['d0']),
  'LoopedRobot.placed(where)': row({}, (where) => robot.placed(where)),
  LoopedRobotOptions: row(looped, (options) => new core.LoopedRobot(options)),
  RobotLoop: row(looped.loops[0], (loop) => new core.LoopedRobot({ ...looped, loops: [loop] })),
  LoopFrame: row(looped.loops[0].a, (a) => new core.LoopedRobot({ ...looped, loops: [{ ...looped.loops[0], a }] })),
  RobotOptions: row({ name: 'r', links: [base] }, (options) => new core.Robot(options)),
  SampledPairsOptions: row({ samples: 1 }, (options) => core.sampledPairs(robot, options)),
  SceneFirstContactOptions: row({}, ask),
  SceneMeshOptions: row({}, [(options) => io.parseMesh(obj, 'a.obj', options), (options) => io.readMesh(files, 'cloth.obj', options)]),
  Uncertainty: row({}, (uncertainty) => core.uncertain(uncertainty)),
  PlaceError: row({}, (place) => new core.Scene({ bodies: [body], uncertainty: core.uncertain({ angle: 1, places: { a: place } }) })),
  SceneOptions: row({ bodies: [body] }, (options) => new core.Scene(options)),
  SoftBody: row({ shape: sheet }, [(soft) => new core.Scene({ soft: [soft] }), (soft) => new StepQuery([soft])]),
  SolverOptions: row({}, [(solver) => new tool.BarWorkpiece(sheet, bars, solver), (solver) => loop({ solver })]),
  StageOptions: row({}, (stages) => ask({ method: interval({ stages }) })),
  C2aOptions: row({}, c2a),
  HcaOptions: row({}, hca),
  IntervalOptions: row({}, interval),
  SteeredState: row({ pose: {} }, (state) =>
    new World({ bodies: [{ name: 'hand', shape: convexBox(1), steering: { ...steering, state: () => state } }] }).advance(1),
  ),
  Steering: row(steering, (given) => new World({ bodies: [{ name: 'hand', shape: convexBox(1), steering: given }] })),
  StepMeshOptions: row({}, (options) => io.readStepMesh(files, ['cloth.obj'], options)),
  StepOptions: row({}, [(options) => step.firstContact({}, options), (options) => step.maxStep({}, options)]),
  StepQueryOptions: row({}, (options) => new StepQuery([{ shape: sheet }], options)),
  StepReportBody: row(stepBody, (given) => report.stepReportPage({ ...stepReport, bodies: [given] })),
  StepReportInput: row(stepReport, report.stepReportPage),
  SweepAndPruneOptions: row({}, (options) => new SweepAndPrune(options)),
  SweptSphereTreeOptions: row({}, (options) => buildSweptSphereTree(mesh, options)),
  SweptVolumeOptions: row({}, (options) => tool.sweptVolumeOf(mesh, far, options)),
  TemporalOptions: row({}, (temporal) => ask({ method: hca({ temporal }) })),
  ToolFirstContactOptions: row({}, (options) => toolQuery().firstContact({ tool: far }, options)),
  ToolLoopOptions: row({ penalty, bars }, loop),
  ToolMotions: row({ tool: far }, (given) => toolQuery().firstContact(given)),
  'ToolMotions.workpiece': row(frames, (workpiece) => toolQuery().firstContact({ tool: far, workpiece }), ['deforming']),
  ToolQueryOptions: row({}, toolQuery),
  ToolReportInput: row(toolReport, report.toolReportPage),
  ToolReportStep: row(toolStep, [
    (given) => report.touchesOf({ steps: [given] }),
    (given) => report.toolReportPage({ ...toolReport, steps: [given, { ...toolStep, time: 1 }] }),
  ]),
  BodyTrajectoryPoint: row({ time: 0, pose: {} }, (given) => core.bodyTrajectory([given, { time: 1, pose: {} }])),
  DragOptions: row({ keep: 0.1 }, (given) => new core.DragLoop(new core.Scene({ bodies: [{ name: 'b', shape: mesh }] }), {}, given)),
  HeldThing: row({ to: 'base', shape: mesh, name: 'held' }, (given) => robot.attach(given)),
  ToolPathOptions: row(toolMoves([{ joints: [0.5] }]), (given) => core.toolPath(robot, given)),
  JointsMove: row({ joints: [0.5] }, (given) => core.toolPath(robot, toolMoves([given]))),
  LineMove: row({ line: { position: [0, 0, 0] as const } }, (given) =>
    core.toolPath(slider, { link: 'cart', from: [0.5], moves: [given] }),
  ),
  'LineMove.line': row({ joints: [0.5] }, (line) => core.toolPath(slider, { link: 'cart', from: [0], moves: [{ line }] })),
  PoseMove: row({ pose: { position: [0.5, 0, 0] as const } }, (given) =>
    core.toolPath(slider, { link: 'cart', from: [0], moves: [given] }),
  ),
  WaitMove: row({ wait: 1 }, (given) => core.toolPath(slider, { link: 'cart', from: [0], moves: [given] })),
  MovingFrame: row({ on: belt }, (frame) => core.toolPath(slider, { link: 'cart', from: [0], moves: [{ line: {}, frame, seconds: 1 }] })),
  SplineMove: row({ spline: [{ position: [0.1, 0, 0] as const }, { position: [0.2, 0, 0] as const }] }, (given) =>
    core.toolPath(slider, { link: 'cart', from: [0], moves: [given], free: ['orientation'] }),
  ),
  ArcMove: row(arc, (given) => core.toolPath(robot, toolMoves([given]))),
  Hold: row({ by: 'base' }, (given) => core.heldMotion([given])),
  'Hold.from': row({ second: 1 }, (given) => core.heldMotion([{ by: 'base', from: given }])),
  TimedOptions: row({ radius: 0 }, (options) => timed(robot.path([[0], [1]]), { velocity: 1, acceleration: 1 }, options)),
  TimingLimits: row({ velocity: 1, acceleration: 1 }, (limits) => timed(robot.path([[0], [1]]), limits)),
  'TimingLimits.scale': row({}, (scale) => timed(robot.path([[0], [1]]), { velocity: 1, acceleration: 1, scale })),
  TrajectoryPoint: row({ time: 0, positions: [0] }, (given) => robot.trajectory([given, { time: 1, positions: [1] }])),
  TreeOptions: row({}, (options) => buildObbTree(mesh, options)),
  WorldBody: row(ball, [(given) => new World({ bodies: [given] }), (given) => new World({}).add(given)]),
  WorldOptions: row({ broadPhase: new AutoBroadPhase() }, (options) => new World(options)),
  WorldReportBody: row({ name: 'a', mesh }, (given) => report.worldReportPage({ ...worldReport, bodies: [given] })),
  WorldReportCurve: row(curve, (given) => report.worldReportPage({ ...worldReport, curves: [given] })),
  WorldReportEvent: row(event, (given) => report.worldReportPage({ ...worldReport, events: [given] })),
  WorldReportFrame: row(frame, (given) => report.worldReportPage({ ...worldReport, frames: [given, { ...frame, time: 1 }] })),
  WorldReportInput: row(worldReport, report.worldReportPage),
  'buildAabbTree(options)': row({}, (options) => buildAabbTree(mesh, options)),
};

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
    ...['TimedPath', 'CoveredPair', 'Carried', 'StepFacts', 'Exempt', 'ProofView', 'Untested', 'Untested.between', 'Units'],
    ...['Verification', 'Verification.segments', 'TriangleContact', 'TriangleSide', 'WorldContact', 'WorldEvent', 'WorldStats'],
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

/** Deformations enter as what they are, and are no records. */
export const clothMotion = linearMotion(frames.positions0, frames.positions1);
