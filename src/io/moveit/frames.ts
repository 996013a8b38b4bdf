/** Where the frames of a planning scene are in the world. */
import { nearestName } from '../../math/nearest-name.ts';
import type { Vec3 } from '../../math/pose.ts';
import { conjugate, multiply, normalised, rotate } from '../../math/quat.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { IDENTITY } from './message.ts';

/** First `inner`, then `outer`; where one of them is the identity, the very numbers of the other. */
export function composed(outer: FullPose, inner: FullPose): FullPose {
  if (isIdentity(outer)) return inner;
  if (isIdentity(inner)) return outer;
  const [x, y, z] = rotate(outer.quaternion, inner.position);
  const [px, py, pz] = outer.position;
  return { position: [px + x, py + y, pz + z], quaternion: normalised(multiply(outer.quaternion, inner.quaternion)) };
}

export function inverted({ position, quaternion }: FullPose): FullPose {
  const back = conjugate(quaternion);
  const [x, y, z] = rotate(back, position);
  const turned: Vec3 = [0 - x, 0 - y, 0 - z];
  return { position: turned, quaternion: back };
}

export function isIdentity({ position, quaternion: [x, y, z] }: FullPose): boolean {
  return position.every((value) => value === 0) && x === 0 && y === 0 && z === 0;
}

/** Names of frames and where they are. '' and 'world' are the world unless the scene says otherwise. */
export class Frames {
  private readonly poses: Map<string, FullPose> = new Map([
    ['', IDENTITY],
    ['world', IDENTITY],
  ]);

  /** The later of two of one name counts. */
  set(name: string, pose: FullPose): void {
    this.poses.set(name, pose);
  }

  has(name: string): boolean {
    return this.poses.has(bare(name));
  }

  /** The frame in the world; an InputError at the place names the frames that there are. */
  get(name: string, place: Located): FullPose {
    const pose = this.poses.get(bare(name));
    if (pose !== undefined) return pose;
    const known = [...this.poses.keys()].filter((key) => key !== '');
    const near = nearestName(name, known);
    const advice = near === undefined ? `known are ${shownNames(known)}` : `is ${shownName(near)} meant?`;
    throw place.error(`is ${shownName(name)}, which is no frame that is known; ${advice}`);
  }
}

/** ROS 1 wrote frames with a slash before them. */
function bare(name: string): string {
  return name.startsWith('/') ? name.slice(1) : name;
}
