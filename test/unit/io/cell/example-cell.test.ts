import { beforeAll, describe, expect, test } from 'vitest';
import { distance } from '../../../../src/contact/placed-query.ts';
import { readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { exampleCell, examplePath, exampleUrdf } from '../../../../src/io/cell/example-cell.ts';
import { type LoadedCell, readCell } from '../../../../src/io/cell/read-cell.ts';
import { type BoundPoint, bindPath } from '../../../../src/io/path/bind-path.ts';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Pose, Quat, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, rotate } from '../../../../src/math/quat.ts';
import type { Robot } from '../../../../src/robot/robot.ts';

const CONTENT: Readonly<Record<string, string>> = {
  'cell/cell.json': exampleCell(),
  'cell/arm.urdf': exampleUrdf(),
  'cell/path.csv': examplePath(),
  'cell/path-low.csv': examplePath('low'),
};

const files = {
  async read(path: string): Promise<Uint8Array> {
    if (!(path in CONTENT)) throw new InputError('no such file', { file: path });
    return new TextEncoder().encode(CONTENT[path]);
  },
};

interface Placed {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

function composed(a: Placed, { position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose): Placed {
  const [x, y, z] = rotate(a.quaternion, position);
  return { position: [a.position[0] + x, a.position[1] + y, a.position[2] + z], quaternion: multiply(a.quaternion, quaternion) };
}

/** Poses of all links, by the definition of the joints and the engine's own sine. */
function linkPoses(robot: Robot, q: ArrayLike<number>): Placed[] {
  const poses: Placed[] = [];
  for (const { parent, joint } of robot.links) {
    const frame = composed(parent < 0 ? robot.base : poses[parent], joint);
    const half = joint.size === 1 ? q[joint.slot] / 2 : 0;
    const [x, y, z] = joint.axis;
    poses.push(composed(frame, { quaternion: [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)] }));
  }
  return poses;
}

/** Least distance of the moving links to the obstacles and, where not allowed, to each other, over many samples of a path. */
function leastDistances(cell: LoadedCell, points: readonly BoundPoint[], steps: number): { obstacles: number; self: number } {
  const [robot] = cell.robots;
  const least = { obstacles: Infinity, self: Infinity };
  const moving = robot.links.slice(1).filter(({ shapes }) => shapes.length > 0);
  for (let i = 0; i + 1 < points.length; i++) {
    for (let k = 0; k <= steps; k++) {
      const q = points[i].configuration.map((value, j) => value + (k / steps) * (points[i + 1].configuration[j] - value));
      const poses = linkPoses(robot, q);
      const placed = (index: number) => {
        const [shape] = robot.links[index].shapes;
        return { shape: shape.shape, pose: composed(poses[index], shape.pose ?? {}) };
      };
      for (const { index, name, parent } of moving) {
        for (const { shape: mesh, pose } of cell.obstacles) {
          least.obstacles = Math.min(least.obstacles, distance(placed(index), { shape: mesh, pose }).distance);
        }
        for (const other of robot.links.slice(0, index)) {
          if (other.shapes.length === 0 || robot.allowed.isAllowed(name, other.name) || (parent === other.index && name === 'part'))
            continue;
          least.self = Math.min(least.self, distance(placed(index), placed(other.index)).distance);
        }
      }
    }
  }
  return least;
}

describe('the example of a cell', () => {
  let cell: LoadedCell;
  beforeAll(async () => {
    cell = await readCell(files, 'cell/cell.json');
  });

  test('is read with its robot, what it holds, and without warnings', () => {
    const [robot] = cell.robots;
    expect(cell).toMatchObject({ name: 'example', clearance: 0.005, self: true, path: 'cell/path.csv', warnings: [] });
    expect(robot.valueNames()).toEqual(['pan', 'lift', 'elbow', 'wrist_bend', 'roll']);
    expect(robot.links.map(({ name }) => name)).toEqual(['base', 'shoulder', 'upper_arm', 'forearm', 'wrist', 'gripper', 'part']);
    expect(robot.links[6].parent).toBe(5);
    expect(robot.allowed.isAllowed('wrist', 'part')).toBe(true);
    expect(cell.obstacles.map(({ name }) => name)).toEqual(['table', 'post']);
  });

  test('the first path comes near the post and is free, the second runs into it; the robot never meets itself', async () => {
    const waypoints = async (file?: string) =>
      Object.values((await readCellMotions(files, cell, file)).paths)[0].waypoints.map((configuration) => ({ configuration }));
    const over = await waypoints();
    const low = await waypoints('cell/path-low.csv');
    const near = leastDistances(cell, over, 24);
    const hit = leastDistances(cell, low, 24);
    expect(near.obstacles).toBeGreaterThan(0.01);
    expect(near.obstacles).toBeLessThan(0.03);
    expect(hit.obstacles).toBe(0);
    expect(near.self).toBeGreaterThan(0.01);
    for (const { configuration } of [...over, ...low]) expect(cell.robots[0].limitFaults(configuration)).toEqual([]);
    const ends = [low[0], low[low.length - 1]].map((point) => leastDistances(cell, [point, point], 1).obstacles);
    expect(Math.min(...ends)).toBeGreaterThan(0.05);
  });

  test('its comments name every key of a cell', () => {
    const keys =
      'robots bodies trajectory held startsAt packages geometry solid srdf tolerance allow attach touches path name start capsule sphere mesh scale'.split(
        ' ',
      );
    for (const key of keys) expect(exampleCell()).toContain(`"${key}"`);
    expect(cell.allowed).toEqual([['base', 'table']]);
    expect(cell.robots[0].allowed.isAllowed('base', 'shoulder')).toBe(true);
  });

  test('all files are read by themselves too', () => {
    for (const which of ['over', 'low'] as const) {
      const path = parsePath(examplePath(which), 'path.csv');
      expect(path.jointNames).toEqual(['pan', 'lift', 'elbow', 'wrist_bend']);
      expect(bindPath(cell.robots[0], path)).toHaveLength(4);
    }
  });
});
