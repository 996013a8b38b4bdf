// A small robot cell to look at: a Puma takes a workpiece from the bench and lays it into a tray, with a post between the two.
// Metres, z up; the Puma stands on the origin and looks along x.

import type { Vec3 } from '../../src/math/pose.ts';
import { block, hoop, partMesh, quarterBend, shifted, swept, turned } from '../part-surfaces.ts';
import { DEGREE, placed } from '../placed.ts';
import { joined, type Surface, sixDecimals } from '../surface.ts';
import { pumaRobot } from './puma.ts';
import { pumaReach } from './puma-reach.ts';
import type { Obstacle, RobotScene } from './robot-scene.ts';

export interface CellPath {
  readonly name: string;
  readonly waypoints: readonly (readonly number[])[];
  /** Whether the robot gets through; all waypoints are free in any case. */
  readonly free: boolean;
}

export interface PumaCell extends RobotScene {
  readonly paths: readonly CellPath[];
  /** What is carried, by which link, and at which waypoints of every path it is taken and laid down. */
  readonly workpiece: Obstacle & { readonly by: string; readonly from: number; readonly to: number; readonly onto: string };
}

const BENCH_TOP = 0.42;
const TRAY_TOP = 0.44;
/** Finger tips beside the workpiece's stem, where it stands on the bench and where it is to stand in the tray. */
const PICK: Vec3 = [0.6, -0.15, BENCH_TOP + 0.115];
const PLACE: Vec3 = [-0.08, 0.62, TRAY_TOP + 0.115];
const LIFT = 0.16;
/** Between bench and tray, as far from the waist as the gripper when it carries. */
const POST: Vec3 = [0.45, 0.45, 0];

const READY = angles(0, -95, 105, 0, 80, 0);
/** The hand close to the column, so that the waist can turn. */
const tucked = (waist: number): number[] => [waist, ...angles(-125, 130, 0, 85, 0)];

export function pumaCell(): PumaCell {
  const [pick, place] = [pumaReach(PICK), pumaReach(PLACE)];
  const [overBench, overTray] = [pumaReach(raised(PICK)), pumaReach(raised(PLACE))];
  const take = [READY, overBench, pick, overBench];
  const lay = [overTray, place, overTray, tucked(overTray[0]), READY];
  return {
    name: 'puma-cell',
    robots: [pumaRobot({ gripper: true })],
    obstacles: furniture(),
    workpiece: {
      name: 'workpiece',
      shape: partMesh('workpiece', workpiece()),
      pose: placed([PICK[0], PICK[1], BENCH_TOP]),
      by: 'gripper',
      from: take.length - 2,
      to: take.length + 3,
      onto: 'tray',
    },
    self: true,
    touch: 1e-4,
    home: READY,
    paths: [
      { name: 'around the post', waypoints: [...take, tucked(overBench[0]), tucked(overTray[0]), ...lay], free: true },
      {
        name: 'straight across',
        waypoints: [...take, between(overBench, overTray, 0.05), between(overBench, overTray, 0.95), ...lay],
        free: false,
      },
    ],
  };
}

/** On the straight line between two configurations. */
function between(a: readonly number[], b: readonly number[], t: number): number[] {
  return a.map((x, k) => x + t * (b[k] - x));
}

function furniture(): Obstacle[] {
  const at = (name: string, surface: Surface, position: Vec3): Obstacle => ({
    name,
    shape: partMesh(name, surface),
    pose: placed(position),
  });
  return [
    // A hair below the base plate, which stands on it.
    at('floor', block([3, 3, 0.04], [0, 0, -0.022], [6, 6, 1]), [0, 0, 0]),
    at('bench', table([0.6, 0.7], BENCH_TOP), [0.64, -0.1, 0]),
    at('fixture', block([0.1, 0.1, 0.12], [0, 0, 0.06]), [0.78, 0.12, BENCH_TOP]),
    at('tray', tray(), [PLACE[0], PLACE[1], 0]),
    at('post', post(), POST),
    at('coolant-pipe', coolantPipe(), [0, 0, 0]),
    at('air-pipe', airPipe(), [0, 0, 0]),
    at('cabinet', block([0.4, 0.5, 1.3], [0, 0, 0.65], [2, 2, 5]), [-0.75, -0.75, 0]),
    at('crate', block([0.4, 0.3, 0.3], [0, 0, 0.15]), [0.3, -0.85, 0]),
    at('upper-crate', block([0.32, 0.26, 0.22], [0, 0, 0.11]), [0.28, -0.86, 0.3]),
  ];
}

/** Four legs under a top. */
function table([length, width]: readonly [number, number], height: number): Surface {
  const leg = (x: number, y: number) => block([0.05, 0.05, height - 0.04], [x, y, (height - 0.04) / 2]);
  const [x, y] = [length / 2 - 0.04, width / 2 - 0.04];
  return joined(block([length, width, 0.04], [0, 0, height - 0.02], [4, 4, 1]), leg(x, y), leg(x, -y), leg(-x, y), leg(-x, -y));
}

/** A flanged hub with a stem to grip it by, up to the palm of the gripper. */
function workpiece(): Surface {
  return turned(32, [
    [0.07, 0],
    [0.07, 0.02],
    [0.045, 0.025],
    [0.04, 0.07],
    [0.03, 0.08],
    [0.009, 0.085],
    [0.009, 0.175],
    [0.006, 0.18],
  ]);
}

/** A table with a rim. */
function tray(): Surface {
  const [length, width, height] = [0.5, 0.36, TRAY_TOP];
  const rim = [
    block([length, 0.02, 0.05], [0, width / 2 - 0.01, height + 0.025]),
    block([length, 0.02, 0.05], [0, 0.01 - width / 2, height + 0.025]),
    block([0.02, width - 0.04, 0.05], [length / 2 - 0.01, 0, height + 0.025]),
    block([0.02, width - 0.04, 0.05], [0.01 - length / 2, 0, height + 0.025]),
  ];
  return joined(table([length, width], height), ...rim);
}

/** Round, with a foot and a lamp ring near its top. */
function post(): Surface {
  const column = turned(24, [
    [0.09, 0],
    [0.09, 0.015],
    [0.04, 0.02],
    [0.04, 0.5],
    [0.04, 1.15],
    [0.03, 1.2],
  ]);
  return joined(column, shifted(hoop(24, 8, 0.045, 0.012), [0, 0, 1.1]));
}

/** Up from the floor and along the back. */
function coolantPipe(): Surface {
  return bentPipe(0.03, [
    [-0.8, -0.35, 0],
    [-0.8, -0.35, 1.35],
    [-0.8, 1.2, 1.35],
  ]);
}

function airPipe(): Surface {
  return bentPipe(0.018, [
    [-0.72, 1.2, 0],
    [-0.72, 1.2, 1.5],
    [-0.72, -0.9, 1.5],
  ]);
}

/** A pipe with one rounded corner. */
function bentPipe(radius: number, [a, b, c]: readonly [Vec3, Vec3, Vec3]): Surface {
  const line = [a, ...quarterBend(a, b, c, 4 * radius, 6), c];
  return swept(
    16,
    line,
    line.map(() => radius),
  );
}

function raised([x, y, z]: Vec3): Vec3 {
  return [x, y, z + LIFT];
}

function angles(...degrees: number[]): number[] {
  return degrees.map((angle) => sixDecimals(angle * DEGREE));
}
