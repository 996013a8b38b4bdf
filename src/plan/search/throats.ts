/**
 * States in throats, for trees that each fill a room and never meet: what moves as one is put between two places that
 * face each other, where it is nearly as thick as what is between them [after Hsu et al. 2003, whose bridges span
 * states; these span the world]. Only one that hardly moves any way counts. It decides nothing; paths through it are
 * proven.
 */

import type { PairSide } from '../../contact/result.ts';
import type { Pose, Quat, Vec3 } from '../../math/pose.ts';
import { conjugate, fromMatrix, multiply, rotate } from '../../math/quat.ts';
import type { Random } from '../../math/random.ts';
import { sinCos } from '../../math/trig.ts';
import { across, cross, length, plus, scaled, subtract } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Scene } from '../../scene/scene.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** What is put there fills so much of the gap at least. */
const FILLS = 0.5;
/** Steps in random directions, and how many of them may be free at most. */
const STEPS = 16;
const LOOSE = 1;
/** Gaps that are looked at before others have their turn. */
const AT_ONCE = 256;
const WHOLE: Required<Pose> = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };

export class Throats {
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly at: number;
  private readonly mover: Soup;
  private readonly world: Soup;
  private readonly reach: number;

  constructor(space: StateSpace, filter: EdgeFilter, at: number, mover: Soup, world: Soup) {
    this.space = space;
    this.filter = filter;
    this.at = at;
    this.mover = mover;
    this.world = world;
    this.reach = mover.reach;
  }

  /** A free state in a throat; null: none this time. range: how long the steps are that must not be free. */
  find(random: Random, range: number): States | null {
    const { space, filter } = this;
    for (let k = 0; k < AT_ONCE; k++) {
      const state = this.put(random);
      if (state === null || space.beyond(state, 0) !== undefined || !filter.accepts(state, 0)) continue;
      if (this.isTight(state, random, range)) return state;
    }
    return null;
  }

  /** The mover across a gap that it nearly fills. */
  private put(random: Random): States | null {
    const { space, mover, world, at, reach } = this;
    const body = mover.crossing(random, -1, 2 * reach);
    const gap = body === null ? null : world.crossing(random, 1, body.length / FILLS);
    if (body === null || gap === null || gap.length < body.length) return null;
    const to = frame(gap.way, 2 * Math.PI * random.next());
    const from = frame(body.way, 0);
    const matrix = new Float64Array(9);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        matrix[3 * row + column] = to[0][row] * from[0][column] + to[1][row] * from[1][column] + to[2][row] * from[2][column];
    const quaternion = fromMatrix(matrix, 0);
    const position = subtract(gap.middle, rotate(quaternion, body.middle));
    const state = Float64Array.from(space.rest);
    state.set(position, at);
    state.set(quaternion, at + 3);
    return state;
  }

  private isTight(state: States, random: Random, range: number): boolean {
    const { space, filter } = this;
    const way = new Float64Array(space.dimension);
    const moved = new Float64Array(space.size);
    let free = 0;
    for (let k = 0; k < STEPS && free <= LOOSE; k++) {
      let square = 0;
      for (let d = 0; d < way.length; d++) {
        way[d] = 2 * random.next() - 1;
        square += way[d] * way[d];
      }
      space.moved(state, 0, way, range / Math.sqrt(square), moved, 0);
      if (filter.accepts(moved, 0)) free++;
    }
    return free <= LOOSE;
  }
}

/** What moves in a scene, and where its values stand in a state. */
interface Movers {
  readonly scene: Pick<Scene, 'bodies' | 'obstacles'>;
  readonly robots: readonly { readonly robot: Robot; readonly at: number }[];
  readonly bodies: readonly { readonly name: string; readonly at: number }[];
  poseOf(side: PairSide, state: States): Required<Pose> | null;
}

/** Throats for the one thing that floats, where nothing else moves; null otherwise. */
export function throatsOf(layout: Movers, space: StateSpace, filter: EdgeFilter): Throats | null {
  const { axes } = space;
  if (axes.length !== 4 || axes[3].kind !== 'turn') return null;
  const { at } = axes[0];
  const mover = new Soup();
  for (const { name, at: own } of layout.bodies) {
    const shape = layout.scene.bodies.find((body) => body.name === name)?.shape;
    if (own === at && shape !== undefined) mover.add(shape, WHOLE);
  }
  for (const { robot, at: own } of layout.robots) {
    const joint = robot.joints.find(({ slot, size }) => size > 0 && own + slot === at);
    if (joint === undefined) continue;
    // where its values are not places in the world they would have to be brought there
    if (!isWhole(robot.base) || !isWhole(joint)) return null;
    const back = conjugate(quaternionOf(space.rest, at + 3));
    for (const link of robot.links) {
      const pose = layout.poseOf({ body: robot.name, link: link.name }, space.rest);
      if (pose === null) continue;
      const away = subtract(pose.position, [space.rest[at], space.rest[at + 1], space.rest[at + 2]]);
      const here = { position: rotate(back, away), quaternion: multiply(back, pose.quaternion) };
      for (const { shape, pose: own } of link.shapes) mover.add(shape, composed(here, own));
    }
  }
  const world = new Soup();
  for (const { shape, pose } of layout.scene.obstacles) world.add(shape, composed(WHOLE, pose));
  return mover.isEmpty || world.isEmpty ? null : new Throats(space, filter, at, mover, world);
}

/** A straight way between two places of surfaces. */
interface Crossing {
  readonly middle: Vec3;
  /** From one to the other, of length 1. */
  readonly way: Vec3;
  readonly length: number;
}

/** Triangles of several meshes, in one frame. */
class Soup {
  /** How far the farthest of its corners is from the origin. */
  reach = 0;
  /** A corner of each triangle and the ways to its two others. */
  private readonly triangles: number[] = [];
  /** Areas of all triangles up to each. */
  private readonly areas: number[] = [];

  get isEmpty(): boolean {
    return this.areas.length === 0;
  }

  /** Round shapes are left out. */
  add({ positions, indices, radii }: TriangleMesh, { position, quaternion }: Required<Pose>): void {
    if (radii !== null) return;
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k): Vec3 => {
        const v = 3 * indices[i + k];
        return plus(rotate(quaternion, [positions[v], positions[v + 1], positions[v + 2]]), position);
      });
      const [ab, ac] = [subtract(b, a), subtract(c, a)];
      const area = length(cross(ab, ac));
      if (!(area > 0)) continue;
      for (const vector of [a, ab, ac]) for (const x of vector) this.triangles.push(x);
      this.reach = Math.max(this.reach, length(a), length(b), length(c));
      this.areas.push((this.areas.at(-1) ?? 0) + area);
    }
  }

  /** From a random place straight out of the surface (side 1) or into it (−1), to the next; null: none within `far`. */
  crossing(random: Random, side: 1 | -1, far: number): Crossing | null {
    const { triangles: t, areas } = this;
    const wanted = random.next() * areas[areas.length - 1];
    let low = 0;
    for (let high = areas.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (areas[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    const i = 9 * low;
    const ab: Vec3 = [t[i + 3], t[i + 4], t[i + 5]];
    const ac: Vec3 = [t[i + 6], t[i + 7], t[i + 8]];
    let [u, v] = [random.next(), random.next()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const from = plus([t[i], t[i + 1], t[i + 2]], plus(scaled(ab, u), scaled(ac, v)));
    const normal = cross(ab, ac);
    const way = scaled(normal, side / length(normal));
    const least = this.firstAlong(from, way, far, low);
    return least < far ? { middle: plus(from, scaled(way, least / 2)), way, length: least } : null;
  }

  /** How far a ray goes until it crosses a triangle other than its own [Möller & Trumbore 1997]; at most `far`. */
  private firstAlong([px, py, pz]: Vec3, [dx, dy, dz]: Vec3, far: number, own: number): number {
    const { triangles: t, areas } = this;
    let least = far;
    for (let k = 0; k < areas.length; k++) {
      const i = 9 * k;
      const sx = dy * t[i + 8] - dz * t[i + 7];
      const sy = dz * t[i + 6] - dx * t[i + 8];
      const sz = dx * t[i + 7] - dy * t[i + 6];
      const size = t[i + 3] * sx + t[i + 4] * sy + t[i + 5] * sz;
      if (size === 0 || k === own) continue;
      const ax = px - t[i];
      const ay = py - t[i + 1];
      const az = pz - t[i + 2];
      const u = (ax * sx + ay * sy + az * sz) / size;
      if (!(u >= 0 && u <= 1)) continue;
      const ox = ay * t[i + 5] - az * t[i + 4];
      const oy = az * t[i + 3] - ax * t[i + 5];
      const oz = ax * t[i + 4] - ay * t[i + 3];
      const v = (dx * ox + dy * oy + dz * oz) / size;
      const way = (t[i + 6] * ox + t[i + 7] * oy + t[i + 8] * oz) / size;
      if (v >= 0 && u + v <= 1 && way > 0 && way < least) least = way;
    }
    return least;
  }
}

/** Three axes at right angles, the first one given, the others turned about it. */
function frame(first: Vec3, angle: number): readonly [Vec3, Vec3, Vec3] {
  const trig = new Float64Array(2);
  sinCos(angle, trig, 0);
  const [second] = across(first);
  const third = cross(first, second);
  const turned = plus(scaled(second, trig[1]), scaled(third, trig[0]));
  return [first, turned, cross(first, turned)];
}

function composed({ position, quaternion }: Required<Pose>, inner: Pose | undefined): Required<Pose> {
  const { position: p = WHOLE.position, quaternion: q = WHOLE.quaternion } = inner ?? WHOLE;
  return { position: plus(rotate(quaternion, p), position), quaternion: multiply(quaternion, q) };
}

function isWhole({ position, quaternion }: Required<Pose>): boolean {
  return [...position, ...quaternion.slice(0, 3)].every((x) => x === 0);
}

function quaternionOf(states: States, i: number): Quat {
  return [states[i], states[i + 1], states[i + 2], states[i + 3]];
}
