import { Matrix4, type Object3D } from 'three';
import type { Body } from '../contact/deformation.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Quat, type Vec3 } from '../math/pose.ts';
import { shownName } from '../math/shown-name.ts';
import { length, subtract } from '../math/vec3.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { LinkPose } from '../robot/link-poses.ts';
import { Robot } from '../robot/robot.ts';
import { DragLoop, type DragOptions, type DragStep } from '../scene/drag/drag-loop.ts';
import { Scene } from '../scene/scene.ts';
import { jointsOf, setJoints } from './joint-values.ts';
import { bodyOf, poseOf, UniqueNames } from './mesh-of.ts';
import { SAME_SHAPE } from './motion-between.ts';
import { shapeChange } from './rigid-frame.ts';
import { robotOf } from './robot-of.ts';
import { isUrdfRobot, type UrdfLoaderRobot } from './urdf-objects.ts';
import { checkObject, objectName, updateUpwards } from './world-matrices.ts';

/** Something that is dragged, with what it is taken for. */
export interface DraggedThing {
  /** The object that controls move, or a robot of `urdf-loader` whose joints they set. */
  readonly object: Object3D;
  /** What it looks like, in the frame of `poseOf`. Default: `meshOf` the object. */
  readonly shape?: TriangleMesh;
  /** The robot that was made of a robot of `urdf-loader`. Default: `robotOf` the object. */
  readonly robot?: Robot;
}

/** What is dragged among what, and how near it may come. */
export interface DragControllerOptions extends DragOptions {
  /** What is dragged: objects, robots of `urdf-loader`. They stop at each other, too. */
  readonly dragged: Object3D | readonly (Object3D | DraggedThing)[];
  /** What stands around: objects of three.js, or bodies as a `Scene` takes them. Default: nothing. */
  readonly obstacles?: readonly (Object3D | Body)[];
}

const THING_KEYS: readonly string[] = ['object', 'shape', 'robot'];
const DRAG_KEYS: readonly string[] = ['keep', 'slide', 'slides', 'maxMilliseconds'];

/** One thing that is dragged: reads where it is wanted, and is put where it may be. */
interface Dragged {
  readonly object: Object3D;
  readonly name: string;
  /** Where its controls have put it. */
  wanted(): LinkPose | Float64Array;
  put(place: LinkPose | readonly number[]): void;
}

/**
 * Stops what is dragged in front of what is in the way, and lets it slide along it. Works with any controls, and with
 * sliders: let them move the object, or set the joints of a robot of `urdf-loader`, and call `update`, which puts it
 * where it may be. Every way is proven free; what is reached is at least `keep` away from everything.
 *
 * @example
 * ```ts
 * const controller = new DragController({ dragged: crate, obstacles: [shelf, floor] });
 * controls.addEventListener('objectChange', () => controller.update()); // TransformControls, DragControls, …
 * ```
 */
export class DragController {
  /** What is asked; its obstacles may be changed between two updates. */
  readonly scene: Scene;
  private readonly things: readonly Dragged[];
  private readonly standing: ReadonlyMap<Object3D, Standing>;
  private readonly loop: DragLoop;

  /** Everything is where it is drawn; trees are built at the first `update`. */
  constructor(options: DragControllerOptions) {
    checkRecord(options, [...DRAG_KEYS, 'dragged', 'obstacles'], 'DragController');
    const { dragged, obstacles = [], ...drag } = options;
    const list = Array.isArray(dragged) ? dragged : [dragged];
    if (list.length === 0) throw new InputError('DragController: nothing is dragged');
    if (!Array.isArray(obstacles)) throw new InputError(`DragController: obstacles must be a list, got ${shownValue(obstacles)}`);
    const names = new UniqueNames();
    const made = list.map((item: Object3D | DraggedThing, i) => draggedOf(item, names, `DragController: dragged[${i}]`));
    this.things = made.map(({ thing }) => thing);
    const standing = obstacles.map((item: Object3D | Body) => obstacleOf(item, names));
    this.standing = new Map(
      standing.flatMap(({ object, body }) => (object === null ? [] : [[object, new Standing(object, body)] as const])),
    );
    this.scene = new Scene({
      robots: made.flatMap(({ robot }) => robot ?? []),
      bodies: made.flatMap(({ body }) => body ?? []),
      obstacles: standing.map(({ body }) => body),
    });
    this.loop = new DragLoop(this.scene, this.wanted(), drag);
  }

  /** How answers call an object. */
  nameOf(object: Object3D): string {
    const name = this.things.find((thing) => thing.object === object)?.name ?? this.standing.get(object)?.name;
    if (name === undefined) throw new InputError(`DragController: ${shownName(objectName(object))} is neither dragged nor an obstacle`);
    return name;
  }

  /**
   * Goes from where everything was to where it has been moved since, as far as it may, and puts it there. The answer
   * says what is in the way. Obstacles that were moved are taken for where they are drawn now, without a way there.
   * Call it after something was moved, or once a frame.
   */
  update(): DragStep {
    this.moveObstacles();
    const step = this.loop.move(this.wanted());
    for (const thing of this.things) thing.put(entryOf(step.places, thing.name));
    return step;
  }

  /** Takes everything for where it is drawn now, without a way there; obstacles that were moved too. */
  reset(): void {
    this.loop.place(this.wanted());
    this.moveObstacles();
  }

  private moveObstacles(): void {
    for (const obstacle of this.standing.values()) {
      const pose = obstacle.moved();
      if (pose !== null) this.scene.moveObstacle(obstacle.name, pose);
    }
  }

  private wanted(): Record<string, LinkPose | Float64Array> {
    return Object.fromEntries(this.things.map((thing) => [thing.name, thing.wanted()]));
  }
}

interface MadeThing {
  readonly thing: Dragged;
  readonly robot?: Robot;
  readonly body?: Body;
}

function draggedOf(item: Object3D | DraggedThing, names: UniqueNames, what: string): MadeThing {
  const { object, shape, robot } = thingOf(item, what);
  checkObject(object, what);
  if (isUrdfRobot(object)) {
    if (shape !== undefined) throw new InputError(`${what}: a robot has the shapes of its links; give robot, not shape`);
    const own = robot ?? robotOf(object);
    if (names.next(own.name) !== own.name) throw new InputError(`${what}: two are named ${shownName(own.name)}; give robotOf a name`);
    return { thing: new DraggedRobot(object, own), robot: own };
  }
  if (robot !== undefined) throw new InputError(`${what}: robot is for objects of urdf-loader, got ${shownValue(object)}`);
  if (shape !== undefined && !(shape instanceof TriangleMesh))
    throw new InputError(`${what}: shape must be a TriangleMesh, got ${shownValue(shape)}`);
  const name = names.next(objectName(object));
  const body = shape === undefined ? { ...bodyOf(object), name } : { name, shape, pose: poseOf(object) };
  return { thing: new DraggedObject(object, name), body };
}

function thingOf(item: Object3D | DraggedThing, what: string): DraggedThing {
  if ((item as Partial<Object3D> | null)?.isObject3D === true) return { object: item as Object3D };
  checkRecord(item, THING_KEYS, what);
  const { robot } = item as DraggedThing;
  if (robot !== undefined && !(robot instanceof Robot)) throw new InputError(`${what}: robot must be a Robot, got ${shownValue(robot)}`);
  return item as DraggedThing;
}

function obstacleOf(item: Object3D | Body, names: UniqueNames): { readonly object: Object3D | null; readonly body: Body } {
  if ((item as Partial<Object3D> | null)?.isObject3D !== true) return { object: null, body: item as Body };
  const object = item as Object3D;
  return { object, body: { ...bodyOf(object), name: names.next(objectName(object)) } };
}

/** An object that keeps its shape. */
class KeptObject {
  readonly object: Object3D;
  readonly name: string;
  private readonly looks: readonly number[];

  constructor(object: Object3D, name: string) {
    this.object = object;
    this.name = name;
    updateUpwards(object);
    this.looks = [...object.matrixWorld.elements];
  }

  wanted(): LinkPose {
    const pose = poseOf(this.object);
    this.checkLooks('its scale or shear was changed; make a new DragController');
    return pose;
  }

  protected checkLooks(why: string): void {
    if (shapeChange(this.looks, this.object.matrixWorld.elements) <= SAME_SHAPE) return;
    throw new InputError(`DragController: ${shownName(this.name)} does not look as it did: ${why}`);
  }
}

/** An obstacle, which the application may move. */
class Standing extends KeptObject {
  private at: LinkPose;

  constructor(object: Object3D, { name, pose }: Body) {
    super(object, name as string);
    this.at = checkedPose(pose, this.name);
  }

  /** Where it is now; null: where it was. */
  moved(): LinkPose | null {
    const now = this.wanted();
    if (isSame(now.position, this.at.position) && isSame(now.quaternion, this.at.quaternion)) return null;
    this.at = now;
    return now;
  }
}

/** An object, by its pose. */
class DraggedObject extends KeptObject implements Dragged {
  put({ position, quaternion }: LinkPose): void {
    const { object } = this;
    const now = poseOf(object);
    if (isSame(now.position, position) && isSame(now.quaternion, quaternion)) return;
    // in the world: back from where its frame is to the origin, then to where it shall be
    const world = matrixOf({ position, quaternion }).multiply(matrixOf(now).invert()).multiply(object.matrixWorld);
    const local = object.parent === null ? world : world.premultiply(object.parent.matrixWorld.clone().invert());
    const scale = object.scale.clone();
    local.decompose(object.position, object.quaternion, object.scale);
    object.scale.copy(scale);
    object.updateMatrix();
    updateUpwards(object);
    this.checkLooks('it is turned below something whose scale differs from axis to axis, which would shear it');
  }
}

function dotOf(a: Quat, b: Quat): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

function isSame(a: Vec3 | Quat, b: Vec3 | Quat): boolean {
  return a.every((x, k) => x === b[k]);
}

function matrixOf({ position, quaternion: [x, y, z, w] }: LinkPose): Matrix4 {
  const s = 2 / (x * x + y * y + z * z + w * w);
  // biome-ignore format: row by row
  return new Matrix4(
    1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), position[0],
    s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), position[1],
    s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), position[2],
    0, 0, 0, 1,
  );
}

/** A robot of urdf-loader, by its joint values. */
class DraggedRobot implements Dragged {
  readonly object: UrdfLoaderRobot;
  readonly name: string;
  private readonly robot: Robot;

  constructor(object: UrdfLoaderRobot, robot: Robot) {
    this.object = object;
    this.name = robot.name;
    this.robot = robot;
  }

  wanted(): Float64Array {
    const { position, quaternion } = poseOf(this.object);
    const { base } = this.robot;
    const change = Math.max(length(subtract(position, base.position)), 1 - Math.abs(dotOf(quaternion, base.quaternion)));
    if (!(change <= SAME_SHAPE * (1 + length(base.position))))
      throw new InputError(`DragController: the base of ${shownName(this.name)} was moved; make a new DragController`);
    return jointsOf(this.object, this.robot);
  }

  put(place: readonly number[]): void {
    const now = jointsOf(this.object, this.robot);
    // urdf-loader would draw what stands beyond a limit at it, where nobody has looked
    const joints = Object.values(this.object.joints);
    const ignored = joints.map(({ ignoreLimits }) => ignoreLimits);
    for (const joint of joints) joint.ignoreLimits = true;
    if (place.some((x, i) => x !== now[i])) setJoints(this.object, this.robot, place);
    for (const [i, joint] of joints.entries()) joint.ignoreLimits = ignored[i];
  }
}
