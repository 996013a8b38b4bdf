import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Packable, pack, unpack } from '../../../src/batch/packed.ts';
import { packMotions, unpackMotions } from '../../../src/batch/packed-motions.ts';
import { openScene, type PackedScene, packScene } from '../../../src/batch/packed-scene.ts';
import {
  bodyTrajectory,
  box,
  heldMotion,
  InputError,
  Robot,
  RobotPath,
  restMotion,
  rigidMotion,
  Scene,
  uncertain,
} from '../../../src/index.ts';
import { openQueries, packQueries } from '../../../src/node/job/packed-queries.ts';
import { openSteps, packSteps } from '../../../src/node/job/packed-steps.ts';
import { sceneAmong } from '../../../src/scene/friends.ts';
import { ROOT, sourceProgram } from '../../structure/source-program.ts';

// Packers take records apart by their types. State that a type gains is put into the source in memory, and the compiler names the packers that
// would lose it; state that comes without a type is put into the record, and the packer refuses it.

const SCENE = 'src/batch/packed-scene.ts';
const MOTIONS = 'src/batch/packed-motions.ts';
const CELL = 'src/node/job/packed-cell.ts';
const FIELDS = 'src/node/job/packed-fields.ts';
const QUERIES = 'src/node/job/packed-queries.ts';
const STEPS = 'src/node/job/packed-steps.ts';
const CHUNK = 'src/node/queue/chunk-bytes.ts';
const ASK = 'src/node/queue/check-ask.ts';
const ROADMAP = 'src/plan/roadmap/saved-roadmap.ts';
const PRINTS = 'src/plan/roadmap/prints.ts';
const ROBOT = 'src/robot/robot.ts';

/** Where a declaration begins, what kind of property it gains, and the packers that would lose it. */
const PLANTED: readonly (readonly [file: string, declaration: string, packers: readonly string[]])[] = [
  ['src/scene/content/content-options.ts', 'export interface SceneOptions {', [SCENE, PRINTS]],
  ['src/scene/content/scene-content.ts', 'export interface PhaseOptions {', [SCENE]],
  ['src/contact/deformation.ts', 'export interface Body<Shape = TriangleMesh> {', [SCENE]],
  ['src/contact/deformation.ts', "export interface SoftBody extends Pick<Body, 'name' | 'shape'> {", [SCENE]],
  ['src/mesh/triangle-mesh.ts', 'export class TriangleMesh {', [SCENE, FIELDS, PRINTS]],
  ['src/hierarchy/swept-sphere-tree.ts', 'export class SweptSphereTree extends TriangleTree {', [SCENE]],
  ['src/math/pose.ts', 'export interface Pose {', [SCENE]],
  ['src/robot/clearance-rules.ts', 'export interface ClearanceRules {', [SCENE]],
  ['src/robot/follow/uncertainty.ts', 'export interface Uncertainty {', [SCENE]],
  ['src/robot/robot.ts', 'export interface RobotOptions {', [ROBOT, SCENE, PRINTS]],
  ['src/robot/robot.ts', 'export interface LinkOptions {', [ROBOT, SCENE]],
  ['src/robot/robot-model.ts', 'export interface LinkShape {', [SCENE]],
  ['src/robot/robot-path.ts', 'export class RobotPath implements LinkMotions {', [MOTIONS]],
  ['src/robot/robot-path.ts', 'export interface PathPiece {', [MOTIONS]],
  ['src/robot/robot-path.ts', 'export class PosedLinks implements LinkMotions {', [MOTIONS]],
  ['src/scene/content/scene-clock.ts', 'export class ClockedPath implements LinkMotions {', [MOTIONS]],
  ['src/motion/ballistic-motion.ts', 'export class BallisticMotion implements Motion {', [MOTIONS]],
  ['src/motion/part-motion.ts', 'export class PartMotion implements Motion {', [MOTIONS]],
  ['src/motion/body-trajectory.ts', 'export class BodyTrajectory {', [MOTIONS]],
  ['src/motion/held-motion.ts', 'export class HeldMotion {', [MOTIONS]],
  ['src/motion/held-motion.ts', 'export interface Hold {', [MOTIONS]],
  ['src/soft/linear-motion.ts', 'export class LinearMotion implements ', [MOTIONS]],
  ['src/io/cell/read-cell.ts', 'export interface LoadedCell {', [CELL]],
  ['src/io/scene/rigid-scene.ts', 'export interface LoadedRigidScene extends RigidScene {', [QUERIES]],
  ['src/io/scene/rigid-scene.ts', 'export interface RigidQuery {', [QUERIES]],
  ['src/io/scene/rigid-scene.ts', 'export interface FullPose {', [QUERIES]],
  ['src/node/job/packed-steps.ts', 'export interface StepBody {', [STEPS]],
  ['src/node/job/packed-steps.ts', 'export interface StepBodies {', [STEPS]],
  ['src/node/job/packed-steps.ts', 'export interface StepEnds {', [STEPS]],
  ['src/node/job/chunk.ts', 'export interface Chunk {', [CHUNK]],
  ['src/node/job/chunk.ts', 'export interface Ask {', [ASK]],
  ['src/plan/roadmap/roadmap-data.ts', 'export type RoadmapMaking = ', [ROADMAP]],
];

test('a key that a type gains does not compile where it is packed', () => {
  const texts = new Map<string, string>();
  for (const [k, [file, declaration]] of PLANTED.entries()) {
    const text = texts.get(file) ?? readFileSync(`${ROOT}${file}`, 'utf8');
    expect(text.split(declaration).length, `'${declaration}' in ${file}`).toBe(2);
    const at = text.indexOf(declaration) + declaration.length;
    const body = declaration.endsWith('{') ? at : text.indexOf('{', at) + 1;
    const own = declaration.endsWith('= ') ? [at, `{ readonly planted${k}?: number } & `] : [body, `\n  readonly planted${k}?: number;`];
    texts.set(file, `${text.slice(0, own[0] as number)}${own[1]}${text.slice(own[0] as number)}`);
  }
  const packers = [...new Set(PLANTED.flatMap(([, , places]) => places))];
  const program = sourceProgram(packers, texts);
  const told = new Map(
    packers.map((place) => {
      const source = program.getSourceFiles().find(({ fileName }) => relative(ROOT, fileName) === place);
      return [place, program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
  const lost = PLANTED.flatMap(([file, declaration, places], k) =>
    places
      .filter((place) => !told.get(place)?.some((message) => new RegExp(`\\bplanted${k}\\b`).test(message)))
      .map((place) => `${declaration} of ${file} in ${place}`),
  );
  expect(lost).toEqual([]);
});

const arm = new Robot({
  name: 'arm',
  tool: ['hand'],
  links: [
    { name: 'base', shapes: [{ shape: box(0.1), name: 'foot' }] },
    { name: 'hand', parent: 'base', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box(0.2, [1, 0, 0]) }] },
  ],
});
const cart = bodyTrajectory([
  { time: 0, pose: { position: [0, 2, 0] } },
  { time: 1, pose: { position: [1, 2, 0] } },
]);
const scene = new Scene({
  robots: [arm],
  bodies: [
    { name: 'part', shape: box(0.1), pose: { position: [1, 0, 1] } },
    { name: 'cart', shape: box(0.3), pose: { position: [0, 2, 0] } },
  ],
  obstacles: [
    { name: 'wall', shape: box(1), pose: { position: [3, 0, 0] } },
    { name: 'floor', shape: box(1), pose: { position: [0, 0, -3] } },
    { name: 'post', shape: box(0.1), pose: { position: [0, 3, 0] } },
    { name: 'shelf', shape: box(0.1), pose: { position: [0, 4, 0] } },
  ],
  clearance: { default: 0.01, pairs: [['hand', 'wall', 0.1]] },
  allowed: [['part', 'floor']],
  uncertainty: uncertain({ angle: 0.01, joints: { turn: 0.02 }, places: { wall: { length: 0.01 } } }),
  bodyMotions: { part: heldMotion([{ by: 'hand', touches: ['base'] }]), cart },
});

/** By the places of records in packed data: the same with one key more there. Records by name may have any. */
function* planted(value: unknown, root: unknown, place: string, byName: RegExp): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  const record = value as Record<string, unknown>;
  if (!Array.isArray(value) && !byName.test(place)) {
    record.planted = 1;
    yield [place, root];
    delete record.planted;
  }
  for (const [key, item] of Object.entries(record)) yield* planted(item, root, `${place}/${key}`, byName);
}

/** Places that take a key that nobody knows. */
function lostIn(packed: unknown, open: (bytes: Uint8Array) => unknown, byName: RegExp): string[] {
  const root = unpack(pack(packed as Packable));
  expect(() => open(pack(root as Packable))).not.toThrow();
  const lost: string[] = [];
  for (const [place, whole] of planted(root, root, '', byName)) {
    try {
      open(pack(whole as Packable));
      lost.push(place);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  }
  return lost;
}

describe('state that is not known is refused', () => {
  test('in packed scenes, with trees and without', () => {
    for (const withTrees of [false, true])
      expect(
        lostIn(packScene(scene, withTrees), (bytes) => openScene(unpack(bytes) as PackedScene), /\/(bodyMotions|joints|places)$/),
      ).toEqual([]);
  });

  test('in packed motions', () => {
    const motions = {
      arm: scene.between({ arm: arm.trajectory([0, 1, 2].map((time) => ({ time, positions: [time] }))), part: restMotionOf() }, 0, 1).arm,
      part: [rigidMotion({}, { position: [1, 0, 0] })],
      cart,
    };
    expect(lostIn(packMotions([arm], motions), (bytes) => unpackMotions([arm], unpack(bytes) as never), /^$/)).toEqual([]);
  });

  test('in packed queries and steps', () => {
    const pose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } as const;
    const mesh = box(1);
    const surface = Object.assign(Object.create(Object.getPrototypeOf(mesh)), mesh, { solid: false });
    const rigid = { name: 's', meshA: 'a', meshB: 'b', a: surface, b: surface, poseB: pose, queries: [{ id: 0, from: pose, to: pose }] };
    expect(lostIn(unpack(packQueries(rigid, ['a', 'b'])), openQueries, /^$/)).toEqual([]);
    const bodies = [{ name: 'a', mesh: surface, moves: true, self: true }];
    expect(lostIn(unpack(packSteps({ bodies, allowed: [] })), openSteps, /^$/)).toEqual([]);
    // what these formats have no place for
    expect(() => packQueries({ ...rigid, a: mesh }, ['a', 'b'])).toThrow(/'solid' is not known here and would be lost/);
    expect(() => packSteps({ bodies: [{ ...bodies[0], mesh }], allowed: [] })).toThrow(/'solid' is not known here/);
  });

  test('in what is packed: records, scenes made for a part of a query, classes of your own', () => {
    const more = { planted: 1 };
    const hold = { by: 'hand', ...more };
    const held = Object.assign(heldMotion([{ by: 'hand' }]), { holds: [hold] });
    expect(() => packMotions([arm], { part: held })).toThrow(/'planted' is not known here and would be lost/);
    expect(() =>
      packMotions([arm], {
        cart: Object.assign(
          bodyTrajectory([
            { time: 0, pose: {} },
            { time: 1, pose: {} },
          ]),
          more,
        ),
      }),
    ).toThrow(/'planted'/);
    expect(() => packScene(sceneAmong(new Scene({ robots: [arm] }), new Set()), false)).toThrow(/'movers' is not known here/);
    class Mine extends RobotPath {
      override load(segment: number, joints: Float64Array): void {
        super.load(segment + 1, joints);
      }
    }
    const own = new Mine(arm, [Float64Array.of(0), Float64Array.of(1), Float64Array.of(2)]);
    expect(() => packMotions([arm], { arm: own })).toThrow(/code of your own/);
  });
});

function restMotionOf() {
  return bodyTrajectory([
    { time: 0, pose: {} },
    { time: 2, motion: restMotion() },
  ]);
}
