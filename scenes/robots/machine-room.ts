import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { multiply, rotate } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { cross, dot, length, subtract } from '../../src/math/vec3.ts';
import { aboutAxis, placed, turnedOnto, UPRIGHT, unit } from '../placed.ts';
import { TURN } from '../surface.ts';
import { clearOfColumn, latticePath } from './lattice-path.ts';
import { type Kind, machineRoomKinds, PIPE_RADII } from './machine-room-kinds.ts';
import type { Obstacle } from './robot-scene.ts';

/** [Redon et al. 2004, §6]. */
const OBJECTS = 1180;
const TRIANGLES = 187_000;
const CELL = 0.5;
/** This part of the objects are pieces of pipe runs. */
const PIPEWORK = 0.685;
const LOW: Vec3 = [-4.75, -3.75, 0.3];
const HIGH: Vec3 = [4.75, 3.75, 3.3];

/** What stands or hangs about: how many, the radius kept free around the robot, and the heights of their middles. */
const FURNITURE: readonly { readonly kind: Kind; readonly count: number; readonly radius: number; readonly heights: readonly number[] }[] =
  [
    { kind: 'vessel', count: 14, radius: 1, heights: [0.6, 1.1, 1.6, 2.1, 2.5] },
    { kind: 'pump', count: 24, radius: 0.45, heights: [0.23] },
    { kind: 'grating', count: 20, radius: 0.85, heights: [0.1, 2.4, 3] },
    { kind: 'ladder', count: 8, radius: 0.25, heights: [1.25] },
    { kind: 'beam', count: 60, radius: 1, heights: [2.3, 2.9, 3.4] },
    { kind: 'cabinet', count: 50, radius: 0.4, heights: [0.8] },
  ];
/** Drums within the arm's reach. */
const NEAR_DRUMS: readonly Vec3[] = [
  [0.95, 0.35, 0.47],
  [-0.3, 1, 0.47],
  [-0.9, -0.45, 0.47],
];

/** A room full of pipework and machines around a Puma at the origin: 1,180 objects of 21 shared meshes, about 187,000 triangles. */
export function machineRoom(seed = 'machine room'): Obstacle[] {
  const random = new Random(seed);
  const room = new Room();
  for (let run = 0; room.obstacles.length < PIPEWORK * OBJECTS; run++) layPipes(room, random, run % 3 > 0);
  const yaw = () => aboutAxis([0, 0, 1], random.next() * TURN);
  for (const { kind, count, radius, heights } of FURNITURE) {
    for (let i = 0; i < count; i++) {
      const [x, y] = floorPlace(random, radius);
      const turn = kind === 'beam' ? aboutAxis([0, 0, 1], (random.integer(2) * Math.PI) / 2) : yaw();
      room.put(kind, [x, y, random.pick(heights)], turn);
    }
  }
  for (const place of NEAR_DRUMS) room.put('drum', place, yaw());
  fillUp(room, random, yaw);
  return room.obstacles;
}

class Room {
  readonly kinds: ReturnType<typeof machineRoomKinds> = machineRoomKinds();
  readonly obstacles: Obstacle[] = [];
  triangles = 0;

  put(kind: Kind, position: Vec3, quaternion: Quat = UPRIGHT): void {
    if (this.obstacles.length === OBJECTS) return;
    const mesh = this.kinds[kind];
    this.obstacles.push({ name: `${kind}-${this.obstacles.length}`, shape: mesh, pose: placed(position, quaternion) });
    this.triangles += mesh.triangleCount;
  }
}

/** One run of pipes: straight pieces, and at every node between two of them an elbow, a flange or a valve. */
function layPipes(room: Room, random: Random, nearRobot: boolean): void {
  const size = random.integer(3) as 0 | 1 | 2;
  const radius = PIPE_RADII[size] + 0.05;
  const beside = () => random.pick([-0.75, -0.25, 0.25, 0.75]);
  const start: Vec3 | undefined = nearRobot ? [beside(), beside(), random.pick([0.3, 0.8, 1.3, 1.8])] : undefined;
  const corners = latticePath(random, { cell: CELL, low: LOW, high: HIGH, longestRun: nearRobot ? 3 : 6, radius, start });
  if (corners === undefined || !clearOfColumn(corners[0], corners[0], 0.1)) return;
  const nodes = everyNode(corners);
  for (let k = 0; k + 1 < nodes.length; k++) {
    const [a, b, c] = [nodes[k], nodes[k + 1], nodes[k + 2]];
    const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    if (room.obstacles.some(({ name, pose }) => name.startsWith('pipe') && length(subtract(pose.position, middle)) < CELL / 4)) return;
    const along = unit(subtract(b, a));
    const turn = turnedOnto([1, 0, 0], along);
    room.put(`pipe${size}`, middle, turn);
    if (c === undefined) return;
    const next = unit(subtract(c, b));
    if (dot(along, next) < -0.5) return;
    if (dot(along, next) < 0.5) {
      const y = rotate(turn, [0, 1, 0]);
      const roll = Math.atan2(dot(cross(y, next), along), dot(y, next));
      room.put(`elbow${size}`, b, multiply(aboutAxis(along, roll), turn));
    } else {
      const roll = (random.integer(4) * Math.PI) / 2;
      room.put(random.next() < 0.27 ? `valve${size}` : `flange${size}`, b, multiply(aboutAxis(along, roll), turn));
    }
  }
}

/** All lattice points on the way from corner to corner. */
function everyNode(corners: readonly Vec3[]): Vec3[] {
  const nodes: Vec3[] = [corners[0]];
  for (let k = 1; k < corners.length; k++) {
    const way = subtract(corners[k], corners[k - 1]);
    const cells = Math.round(length(way) / CELL);
    for (let i = 1; i <= cells; i++) nodes.push(corners[k - 1].map((x, axis) => x + (way[axis] * i) / cells) as unknown as Vec3);
  }
  return nodes;
}

/** Somewhere on the floor, this radius clear of the robot's column. */
function floorPlace(random: Random, radius: number): [x: number, y: number] {
  for (;;) {
    const [x, y] = [random.range(-4.8, 4.8), random.range(-3.8, 3.8)];
    if (Math.sqrt(x * x + y * y) > 0.4 + radius) return [x, y];
  }
}

/** Tanks and drums until the triangles are met, crates for the rest of the objects. */
function fillUp(room: Room, random: Random, yaw: () => Quat): void {
  const [big, small] = [room.kinds.tank.triangleCount, room.kinds.crate.triangleCount];
  while (room.obstacles.length < OBJECTS) {
    const left = OBJECTS - room.obstacles.length;
    const missing = TRIANGLES - room.triangles - left * small;
    const kind = missing > (big - small) / 2 ? random.pick<'tank' | 'drum'>(['tank', 'drum', 'drum']) : 'crate';
    const [x, y] = floorPlace(random, { tank: 0.55, drum: 0.35, crate: 0.3 }[kind]);
    room.put(kind, [x, y, { tank: 0.85, drum: 0.47, crate: random.pick([0.15, 0.15, 0.45, 1]) }[kind]], yaw());
  }
}
