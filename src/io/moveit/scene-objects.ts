/** The objects of a planning scene, as the operations of their messages leave them. */

import { shownName } from '../../math/shown-name.ts';
import type { SceneObstacle } from '../scene/read-robot-scene.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { composed, type Frames } from './frames.ts';
import { frameOf, kindOf, listOf, poseOf, textIn } from './message.ts';
import { type ObjectShape, objectShapes, type ShapeSources } from './object-shapes.ts';

/** An object in the world; its shapes are in its own frame. */
export interface SceneThing {
  readonly pose: FullPose;
  readonly shapes: readonly ObjectShape[];
}

/** One that may still get more shapes. */
interface OpenThing extends SceneThing {
  readonly shapes: ObjectShape[];
}

/** Operations as moveit_msgs/CollisionObject numbers them. */
const OPERATIONS = { add: 0, remove: 1, append: 2, move: 3 } as const;

const OBJECT_KEYS: readonly string[] = [
  ...['header', 'pose', 'id', 'type', 'primitives', 'primitive_poses', 'meshes', 'mesh_poses', 'planes', 'plane_poses'],
  ...['subframe_names', 'subframe_poses', 'operation'],
];

/** What one message says of an object, without its operation. Its subframes become frames. */
export async function readObject(object: Located, id: string, frames: Frames, sources: ShapeSources): Promise<SceneThing> {
  object.onlyKeys(OBJECT_KEYS);
  const { name, place } = frameOf(object);
  const pose = composed(frames.get(name, place), poseOf(object.get('pose'), sources.warn));
  const subframes = object.get('subframe_names')?.texts() ?? [];
  const poses = listOf(object, 'subframe_poses');
  if (poses.length !== subframes.length) throw object.error(`has ${subframes.length} subframe_names and ${poses.length} subframe_poses`);
  frames.set(id, pose);
  subframes.forEach((subframe, k) => {
    frames.set(`${id}/${subframe}`, composed(pose, poseOf(poses[k], sources.warn)));
  });
  return { pose, shapes: await objectShapes(object, id, sources) };
}

/** How a part of an object of several is called. */
export function partName(id: string, part: number, parts: number): string {
  return parts === 1 ? id : `${id}/${part}`;
}

export class ObjectStore {
  private readonly things: Map<string, OpenThing> = new Map();

  /** Does what the message says: objects are added, removed, moved, or get more shapes. */
  async take(object: Located, frames: Frames, sources: ShapeSources): Promise<void> {
    const operation = object.get('operation');
    const kind = operation === undefined ? 'add' : kindOf(operation, OPERATIONS);
    const id = textIn(object, 'id');
    if (kind === 'remove') {
      if (id === '') this.things.clear();
      else this.things.delete(id);
      return;
    }
    if (id === '') throw object.field('id').error('is an empty text');
    const named = object.named(`object ${shownName(id)}`);
    const before = this.things.get(id);
    if (kind !== 'add' && before === undefined)
      throw named.error(`is to ${kind === 'move' ? 'move' : 'get more shapes'}, but it is not there`);
    if (kind === 'add' && before !== undefined) throw named.error('is there twice');
    const thing = await readObject(named, id, frames, sources);
    if (kind === 'move' && before !== undefined) {
      if (thing.shapes.length > 0) throw named.error('is to move, but has shapes too; MoveIt passes over one of both');
      this.things.set(id, { pose: thing.pose, shapes: before.shapes });
      return;
    }
    if (thing.shapes.length === 0) throw named.error('has no shapes');
    if (kind !== 'append' || before === undefined) this.things.set(id, { pose: thing.pose, shapes: [...thing.shapes] });
    else append(before, thing, named);
  }

  /** Takes it out, where it is there. */
  remove(id: string): SceneThing | undefined {
    const thing = this.things.get(id);
    this.things.delete(id);
    return thing;
  }

  obstacles(): SceneObstacle[] {
    return [...this.things].flatMap(([id, { pose, shapes }]) =>
      shapes.map((one, k) => ({ name: partName(id, k, shapes.length), shape: one.shape, pose: composed(pose, one.pose) })),
    );
  }
}

function append(before: OpenThing, more: SceneThing, place: Located): void {
  if (JSON.stringify(before.pose) !== JSON.stringify(more.pose)) throw place.error('gets more shapes in another pose, which is not read');
  for (const shape of more.shapes) before.shapes.push(shape);
}
