// Chains of links among objects, and a judge of their distances that knows nothing of intervals, trees or joint blocks: poses by quaternions and
// the engine's sine, distances over all pairs of triangles.
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { PlacedObject } from '../../../src/methods/culling/object-boxes.ts';
import type { StagedLink } from '../../../src/methods/culling/stages.ts';
import { STATE_P, STATE_SIZE } from '../../../src/motion/motion.ts';
import { ChainBounds } from '../../../src/robot/chain-bounds.ts';
import {
  JOINT_A,
  JOINT_ANGLE,
  JOINT_AXIS,
  JOINT_B,
  JOINT_C,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_STRIDE,
} from '../../../src/robot/joint-motion.ts';
import { add, cross, dot, minus, norm, type Placement, placed, product, times, turn, turned } from '../../support/brute-force.ts';

/** One joint: orientation and place of the link in its parent's frame at t. */
interface JointSpec {
  readonly axis: Vec3;
  readonly orientation: Quat;
  readonly angle: readonly [number, number];
  readonly place: readonly [Vec3, Vec3];
}

export interface Cell {
  readonly links: StagedLink[];
  readonly objects: PlacedObject[];
  /** Link i at t. */
  poseAt(link: number, t: number): Placement;
}

export interface CellOptions {
  readonly links: number;
  readonly objects: number;
  /** Largest angle a joint turns by. */
  readonly turn: number;
  /** Objects lie within this of the base. */
  readonly room?: number;
  /** Largest extent of an object. Default 0.6. */
  readonly size?: number;
  readonly kind?: 'interval' | 'taylor' | 'both';
}

export function randomCell(random: Random, options: CellOptions): Cell {
  const specs: JointSpec[] = [];
  const meshes: TriangleMesh[] = [];
  for (let i = 0; i < options.links; i++) {
    const length = random.range(0.4, 1);
    const slide = random.next() < 0.2 ? random.range(-0.3, 0.3) : 0;
    const start: Vec3 = i === 0 ? [0, 0, 0] : [0, 0, meshLength(meshes[i - 1])];
    specs.push({
      axis: random.direction(),
      orientation: random.next() < 0.3 ? [0, 0, 0, 1] : random.quaternion(),
      angle: [random.range(-1, 1), random.next() < 0.15 ? 0 : random.range(-options.turn, options.turn)],
      place: [start, times(random.direction(), slide)],
    });
    meshes.push(randomLink(random, length, i));
  }
  const bounds = new ChainBounds(
    { joints: jointBlocks(specs), parents: Int32Array.from(specs, (_, i) => i - 1) },
    { kind: options.kind ?? 'both' },
  );
  const links = meshes.map((mesh, i) => ({ mesh, tree: treeOf(mesh), motion: bounds.motion(i) }));
  const room = options.room ?? 0.8 * options.links;
  const objects = Array.from({ length: options.objects }, (_, i) => randomObject(random, room, i, options.size ?? 0.6));
  return { links, objects, poseAt: (link, t) => chainPose(specs, link, t) };
}

const meshLength = (mesh: TriangleMesh): number => mesh.positions.filter((_, i) => i % 3 === 2).reduce((a, b) => Math.max(a, b), 0);

/** Along z from the origin: a bar, a capsule or a soup. */
function randomLink(random: Random, length: number, i: number): TriangleMesh {
  const name = `link ${i}`;
  const width = random.range(0.04, 0.12);
  const kind = random.integer(3);
  if (kind === 0) return box([2 * width, width, length], [0, 0, length / 2], name);
  if (kind === 1) return capsule([0, 0, 0], [width / 2, 0, length], width, name);
  const positions: number[] = [];
  for (let v = 0; v < 3 * 8; v++) positions.push(random.range(-width, width), random.range(-width, width), random.range(0, length));
  return new TriangleMesh(positions, undefined, { name });
}

function randomObject(random: Random, room: number, i: number, size: number): PlacedObject {
  const name = `object ${i}`;
  const kind = random.integer(3);
  const extent = random.range(0.1 * size, size);
  const soup = (): number[] => Array.from({ length: 9 * 6 }, () => random.range(-extent / 2, extent / 2));
  const mesh =
    kind === 0
      ? box([extent, extent * random.next() + 0.01, extent * random.next() + 0.01], [0, 0, 0], name)
      : kind === 1
        ? sphere(extent / 2, [0.1, 0, 0], name)
        : new TriangleMesh(soup(), undefined, { name });
  return placedObject(mesh, random.quaternion(), times(random.direction(), room * Math.cbrt(random.next())));
}

export function placedObject(mesh: TriangleMesh, q: Quat, p: Vec3): PlacedObject {
  const state = new Float64Array(STATE_SIZE);
  state.set(rotationOf(q));
  state.set(p, STATE_P);
  return { tree: treeOf(mesh), state };
}

export function placementOf({ state }: PlacedObject): Placement {
  return { rotation: [...state.subarray(0, 9)], position: [state[STATE_P], state[STATE_P + 1], state[STATE_P + 2]] };
}

function rotationOf(q: Quat): number[] {
  const columns = [turned(q, [1, 0, 0]), turned(q, [0, 1, 0]), turned(q, [0, 0, 1])];
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
}

/** R(t) = turn(axis, φ) R₀, one after the other. */
function chainPose(specs: readonly JointSpec[], link: number, t: number): Placement {
  let q: Quat = [0, 0, 0, 1];
  let p: Vec3 = [0, 0, 0];
  for (let i = 0; i <= link; i++) {
    const { axis, orientation, angle, place } = specs[i];
    p = add(p, turned(q, add(place[0], times(place[1], t))));
    q = product(q, product(turn(axis, angle[0] + angle[1] * t), orientation));
  }
  return { rotation: rotationOf(q), position: p };
}

/** C = u uᵀR, A = R − C, B = [u]× R */
function jointBlocks(specs: readonly JointSpec[]): Float64Array {
  const joints = new Float64Array(JOINT_STRIDE * specs.length);
  specs.forEach(({ axis, orientation, angle, place }, i) => {
    const o = JOINT_STRIDE * i;
    const R = rotationOf(orientation);
    for (let c = 0; c < 3; c++) {
      const column: Vec3 = [R[c], R[3 + c], R[6 + c]];
      const along = times(axis, dot(axis, column));
      const across = cross(axis, column);
      for (let row = 0; row < 3; row++) {
        joints[o + JOINT_C + 3 * row + c] = along[row];
        joints[o + JOINT_A + 3 * row + c] = column[row] - along[row];
        joints[o + JOINT_B + 3 * row + c] = across[row];
      }
    }
    joints.set(axis, o + JOINT_AXIS);
    joints.set(angle, o + JOINT_ANGLE);
    joints.set([...place[0], ...place[1]], o + JOINT_PLACE);
    joints[o + JOINT_DEGREE] = 1;
  });
  return joints;
}

/** All triangles in the world, nine numbers each, and their radii. */
export interface WorldSoup {
  readonly corners: Float64Array;
  readonly radii: Float64Array | null;
  readonly centre: Vec3;
  readonly reach: number;
}

export function worldSoup(mesh: TriangleMesh, placement: Placement): WorldSoup {
  const corners = new Float64Array(3 * mesh.indices.length);
  mesh.indices.forEach((v, i) => {
    corners.set(placed(placement, [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]), 3 * i);
  });
  const centre: Vec3 = [corners[0], corners[1], corners[2]];
  let reach = 0;
  for (let o = 0; o < corners.length; o += 3) reach = Math.max(reach, norm(minus([corners[o], corners[o + 1], corners[o + 2]], centre)));
  return { corners, radii: mesh.radii, centre, reach: reach + (mesh.radii === null ? 0 : Math.max(...mesh.radii)) };
}

const out = new Float64Array(8);

/** The least distance, radii taken off; Infinity when it is certainly above `cutoff`. */
export function soupDistance(a: WorldSoup, b: WorldSoup, cutoff = Infinity): number {
  if (norm(minus(a.centre, b.centre)) - a.reach - b.reach > cutoff + 1e-9) return Infinity;
  let least = Infinity;
  for (let i = 0; i < a.corners.length / 9; i++) {
    for (let j = 0; j < b.corners.length / 9; j++) {
      triangleDistance(a.corners, 9 * i, b.corners, 9 * j, out, 0);
      least = Math.min(least, out[6] - (a.radii?.[i] ?? 0) - (b.radii?.[j] ?? 0));
    }
  }
  return least;
}
