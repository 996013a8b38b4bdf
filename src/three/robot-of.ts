import type { Object3D } from 'three';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Pose } from '../math/pose.ts';
import { shownName } from '../math/shown-name.ts';
import { adjacentPairs } from '../robot/adjacent-pairs.ts';
import type { AllowedPair } from '../robot/allowed-pairs.ts';
import type { JointOptions } from '../robot/joint.ts';
import { JOINT_KINDS, type JointType, urdfTypes } from '../robot/joint-types.ts';
import { type LinkOptions, Robot } from '../robot/robot.ts';
import type { LinkShape } from '../robot/robot-model.ts';
import { type DrawnPiece, drawnPieces } from './drawn-triangles.ts';
import { exactShape } from './exact-shape.ts';
import { meshOf, poseOf } from './mesh-of.ts';
import { SAME_SHAPE } from './motion-between.ts';
import { frameOf, inFrame, shapeChange } from './rigid-frame.ts';
import { checkUrdfRobot, type UrdfLoaderJoint, type UrdfLoaderRobot } from './urdf-objects.ts';
import { objectName, updateAround } from './world-matrices.ts';

/** What of a robot of `urdf-loader` is taken. */
export interface RobotOfOptions {
  /** Shown in results, and the key under which a scene is given its path. Default: as the URDF says. */
  readonly name?: string;
  /** Which shapes collide. Default 'collision'; `loader.parseCollision = true` lets urdf-loader read them. */
  readonly geometry?: 'collision' | 'visual';
  /** Pairs of links not to be tested, or 'adjacent': those that a joint holds together. Default 'adjacent'. */
  readonly allowed?: 'adjacent' | readonly AllowedPair[];
}

const OPTIONS: readonly string[] = ['name', 'geometry', 'allowed'];
const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * A robot of the package `urdf-loader`, adopted as it is: joints, limits and what follows what, with the shapes of its
 * colliders, or of what is seen. It stands where the object stands, whose values `jointsOf` reads and `setJoints` sets.
 * Balls are exact and cylinders prisms around the true ones, however coarsely three draws them; boxes are solid.
 *
 * @example
 * ```ts
 * const loader = new URDFLoader();
 * loader.parseCollision = true;
 * const arm = await loader.loadAsync('arm.urdf');
 * const robot = robotOf(arm);
 * const hit = new Scene({ robots: [robot], obstacles: [bodyOf(table)] }).firstContact({
 *   [robot.name]: robot.path([jointsOf(arm, robot), goal]),
 * });
 * ```
 */
export function robotOf(urdf: UrdfLoaderRobot, options: RobotOfOptions = {}): Robot {
  checkUrdfRobot(urdf, 'robotOf');
  checkRecord(options, OPTIONS, 'robotOf');
  const { name = urdf.robotName || objectName(urdf), geometry = 'collision', allowed = 'adjacent' } = options;
  if (geometry !== 'collision' && geometry !== 'visual')
    throw new InputError(`robotOf: geometry must be 'collision' or 'visual', got ${shownValue(geometry)}`);
  updateAround(urdf);
  const links = linksOf(urdf, geometry);
  if (!links.some(({ shapes = [] }) => shapes.length > 0))
    throw new InputError(
      `robotOf: no link of ${shownName(name)} has ${geometry} shapes; set parseCollision of the URDFLoader, or take geometry: '${geometry === 'visual' ? 'collision' : 'visual'}'`,
    );
  const robot = new Robot({ name, links, base: poseOf(urdf), ...(allowed === 'adjacent' ? {} : { allowed }) });
  if (allowed === 'adjacent') for (const { a, b, reason } of adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
  return robot;
}

function linksOf(urdf: UrdfLoaderRobot, geometry: 'collision' | 'visual'): LinkOptions[] {
  const taken = new Set([...Object.keys(urdf.joints), ...Object.keys(urdf.links)]);
  const fresh = (wanted: string): string => (taken.has(wanted) ? fresh(`${wanted}_`) : wanted);
  return Object.entries(urdf.links).flatMap(([name, link]): LinkOptions[] => {
    checkUnscaled(link, name);
    const shapes = shapesOf(link, name, geometry);
    if (link === urdf) return [{ name, joint: { name: fresh(`${name}_joint`), type: 'fixed' }, shapes }];
    const joint = link.parent as UrdfLoaderJoint;
    const parent = nameOfParent(urdf, joint, name);
    const options = jointOf(joint);
    const origin = originOf(joint);
    if (JOINT_KINDS[options.type].size <= 1) return [{ name, parent, joint: { ...options, origin }, shapes }];
    // urdf-loader applies these joints before their origin, in the frame of the parent
    const between = fresh(`${joint.name}_frame`);
    return [
      { name: between, parent, joint: options },
      { name, parent: between, joint: { name: fresh(`${joint.name}_origin`), type: 'fixed', origin }, shapes },
    ];
  });
}

function nameOfParent(urdf: UrdfLoaderRobot, joint: UrdfLoaderJoint, name: string): string {
  const [parent] = Object.entries(urdf.links).find(([, link]) => link === joint?.parent) ?? [];
  if (parent === undefined || joint.jointType === undefined)
    throw new InputError(`robotOf: link ${shownName(name)} hangs on no joint of the robot`);
  return parent;
}

function jointOf(joint: UrdfLoaderJoint): JointOptions {
  const { name, jointType, axis, limit, ignoreLimits, mimicJoint, multiplier, offset } = joint;
  const type = jointType as JointType;
  if (!urdfTypes().includes(type))
    throw new InputError(`robotOf: joint ${shownName(name)} is of the type ${shownValue(jointType)}; known are ${urdfTypes().join(', ')}`);
  const { moves, hasLimits } = JOINT_KINDS[type];
  if (moves === 'plane' && !(axis.z > 1 - SAME_SHAPE))
    throw new InputError(
      `robotOf: joint ${shownName(name)} is planar about [${axis.toArray()}]; urdf-loader moves planar joints along x and y whatever their axis, so only [0, 0, 1] is sound`,
    );
  const isLimited = hasLimits && !ignoreLimits;
  const velocity = limit.velocity !== undefined && limit.velocity > 0 ? { velocity: limit.velocity } : {};
  return {
    name,
    type,
    axis: [axis.x, axis.y, axis.z],
    ...(isLimited ? { limits: { lower: limit.lower, upper: limit.upper, ...velocity } } : {}),
    ...(mimicJoint === undefined || mimicJoint === null ? {} : { mimic: { joint: mimicJoint, multiplier, offset } }),
  };
}

/** Where the joint is with all its values at 0: urdf-loader notes it when a value is first set. */
function originOf({ origPosition, origQuaternion, position, quaternion }: UrdfLoaderJoint): Pose {
  const { x, y, z } = origPosition ?? position;
  const turn = origQuaternion ?? quaternion;
  return { position: [x, y, z], quaternion: [turn.x, turn.y, turn.z, turn.w] };
}

/** A robot that is drawn larger has no values that say so: lengths of prismatic joints would be others. */
function checkUnscaled(link: Object3D, name: string): void {
  const change = shapeChange(link.matrixWorld.elements, IDENTITY);
  if (!(change <= SAME_SHAPE))
    throw new InputError(
      `robotOf: link ${shownName(name)} is scaled in the world; put the robot where scale is 1, and scale the others to its unit`,
    );
}

function shapesOf(link: Object3D, name: string, geometry: 'collision' | 'visual'): LinkShape[] {
  const mark = geometry === 'collision' ? 'isURDFCollider' : 'isURDFVisual';
  const frame = frameOf(link.matrixWorld.elements);
  return link.children
    .filter((child) => mark in child)
    .flatMap((child): LinkShape[] => {
      const pieces = drawnPieces(child);
      if (pieces.length === 0)
        throw new InputError(
          `robotOf: a ${geometry} shape of link ${shownName(name)} has no triangles; wait until urdf-loader has loaded its meshes (manager.onLoad)`,
        );
      const exact = pieces.map(({ mesh, matrix }) => exactShape(mesh, inFrame(matrix, frame), name));
      if (exact.every((one) => one !== null)) return exact;
      return [{ shape: meshOf(child, { frame: link, name, solid: pieces.every(isBox) }) }];
    });
}

/** Closed, and meant as a solid. */
function isBox({ mesh }: DrawnPiece): boolean {
  return mesh.geometry.type === 'BoxGeometry';
}
