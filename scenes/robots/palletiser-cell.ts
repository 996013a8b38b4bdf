// A palletiser takes a box from a conveyor and lays it beside others on a pallet. Metres, z up; it stands on the origin, the pallet along x.
// The size of ABB's IRB 660, lengths not taken from its drawing: shoulder 0.3 before and 0.8145 above the floor, arms of 1.28 and 1.35. Rods beside
// the arms make three parallelograms: one turns the upper arm by a motor at the shoulder, two keep the wrist level.

import type { Vec3 } from '../../src/math/pose.ts';
import { adjacentPairs } from '../../src/robot/adjacent-pairs.ts';
import { LoopedRobot } from '../../src/robot/follow/looped-robot.ts';
import type { LinkOptions } from '../../src/robot/robot.ts';
import type { RobotLoop } from '../../src/robot/robot-model.ts';
import { alongX, alongY, block, mixed, partMesh, shifted, swept, turned } from '../part-surfaces.ts';
import { placed } from '../placed.ts';
import { joined, type Surface } from '../surface.ts';
import type { Obstacle } from './robot-scene.ts';
import { steady } from './steady.ts';

const SHOULDER: Vec3 = [0.3, 0, 0.8145];
const [LOWER, UPPER] = [1.28, 1.35];
/** Where rods are hinged: behind the elbow, above the shoulder, above elbow and wrist. */
const TAIL = 0.36;
const REAR: Vec3 = [-0.16, 0, 0.22];
const FRONT: Vec3 = [0.12, 0, 0.24];
/** Rods go beside the arms, those of the motor on one side, those that keep level on the other. */
const ASIDE = 0.2;
/** From the wrist's hinge to the middle of the gripper's lower side. */
const [OUT, DOWN] = [0.2, 0.42];

const BOX: Vec3 = [0.38, 0.38, 0.3];
/** Nothing lies flat on anything: so far above it. */
const AIR = 0.001;
const BELT_TOP = 0.6;
const PALLET: Vec3 = [1.9, 0, 0.145];

export interface PalletiserCell {
  readonly robot: LoopedRobot;
  readonly obstacles: readonly Obstacle[];
  /** What is carried, by which link, and at which waypoints of every path it is taken and laid down. */
  readonly box: Obstacle & { readonly by: string; readonly from: number; readonly to: number };
  readonly touch: number;
  readonly paths: readonly { readonly name: string; readonly stops: readonly { readonly time: number; readonly positions: Motors }[] }[];
}

type Motors = Readonly<Record<'turn' | 'shoulder' | 'crank' | 'spin', number>>;

/** Seconds of the waypoints. */
const TIMES: readonly number[] = [0, 1, 1.6, 2.4, 4, 4.4, 4.6, 4.8, 5, 5.6, 7];
const timed = (waypoints: readonly Motors[]) => waypoints.map((positions, k) => ({ time: TIMES[k], positions }));

export function palletiserCell(): PalletiserCell {
  const pick: Vec3 = [0.1, -1.7, BELT_TOP + 2 * AIR + BOX[2]];
  const place: Vec3 = [PALLET[0] - 0.4, 0.2, PALLET[2] + 3 * AIR + 2 * BOX[2]];
  const over = ([x, y, z]: Vec3, by: number): Vec3 => [x, y, z + by];
  const home = motorsAt([1.2, -0.9, 1.5]);
  const way = (lift: number): Motors[] =>
    [over(pick, 0.3), pick, over(pick, lift), ...[lift, 0.33, 0.2, 0.08, 0, 0.3].map((by) => over(place, by))].map(motorsAt);
  return {
    robot: palletiser(),
    obstacles: furniture(),
    box: {
      name: 'box',
      shape: partMesh('box', block(BOX, [0, 0, -BOX[2] / 2 - AIR])),
      pose: placed(pick),
      by: 'gripper',
      from: 2,
      to: 8,
    },
    touch: 1e-5,
    paths: [
      { name: 'Low over the stack', stops: timed([home, ...way(0.34), home]) },
      { name: 'Higher', stops: timed([home, ...way(0.75), home]) },
    ],
  };
}

/** Angles of the motors that bring the gripper's lower side there, elbow up, its sides along x and y. */
function motorsAt([x, y, z]: Vec3): Motors {
  const turn = steady(Math.atan2(y, x));
  const [u, w] = [Math.hypot(x, y) - OUT - SHOULDER[0], z + DOWN - SHOULDER[2]];
  const far = Math.hypot(u, w);
  const rise = steady(Math.atan2(w, u) + Math.acos((far * far + LOWER * LOWER - UPPER * UPPER) / (2 * far * LOWER)));
  const crank = steady(-Math.atan2(w - LOWER * Math.sin(rise), u - LOWER * Math.cos(rise)));
  return { turn, shoulder: Math.PI / 2 - rise, crank, spin: -turn };
}

function palletiser(): LoopedRobot {
  const hinge = (name: string, [x, y, z]: Vec3) => ({ name, type: 'revolute', axis: [0, 1, 0], origin: { position: [x, y, z] } }) as const;
  const upright = (name: string, at: Vec3) => ({ name, type: 'revolute', axis: [0, 0, 1], origin: { position: at } }) as const;
  const shape = (name: string, surface: Surface) => [{ shape: partMesh(name, surface) }];
  const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const side: Vec3 = [0, ASIDE, 0];
  const links: LinkOptions[] = [
    { name: 'foot', shapes: shape('foot', foot()) },
    { name: 'column', parent: 'foot', joint: upright('turn', [0, 0, 0]), shapes: shape('column', column()) },
    { name: 'lower-arm', parent: 'column', joint: hinge('shoulder', SHOULDER), shapes: shape('lower-arm', lowerArm()) },
    { name: 'upper-arm', parent: 'lower-arm', joint: hinge('elbow', [0, 0, LOWER]), shapes: shape('upper-arm', upperArm()) },
    { name: 'wrist', parent: 'upper-arm', joint: hinge('level', [UPPER, 0, 0]), shapes: shape('wrist', wrist()) },
    { name: 'gripper', parent: 'wrist', joint: upright('spin', [OUT, 0, -0.2]), shapes: shape('gripper', gripper()) },
    // the motor's parallelogram
    { name: 'crank', parent: 'column', joint: hinge('crank', SHOULDER), shapes: shape('crank', crankArm()) },
    {
      name: 'drive-rod',
      parent: 'crank',
      joint: hinge('drive-foot', [-TAIL, -ASIDE, 0]),
      shapes: shape('drive-rod', rod([0, 0, LOWER])),
    },
    // those that keep level
    { name: 'triangle', parent: 'lower-arm', joint: hinge('tilt', [0, 0, LOWER]), shapes: shape('triangle', triangle()) },
    {
      name: 'rear-rod',
      parent: 'column',
      joint: hinge('rear-foot', plus(plus(SHOULDER, REAR), side)),
      shapes: shape('rear-rod', rod([0, 0, LOWER])),
    },
    {
      name: 'front-rod',
      parent: 'triangle',
      joint: hinge('front-foot', plus(FRONT, side)),
      shapes: shape('front-rod', rod([UPPER, 0, 0])),
    },
  ];
  const pin = (name: string, a: string, at: Vec3, b: string, on: Vec3): RobotLoop => ({
    name,
    a: { link: a, at: { position: at } },
    b: { link: b, at: { position: on } },
    keeps: 'point',
  });
  const robot = new LoopedRobot({
    name: 'palletiser',
    links,
    loops: [
      pin('drive', 'drive-rod', [0, 0, LOWER], 'upper-arm', [-TAIL, -ASIDE, 0]),
      pin('rear', 'rear-rod', [0, 0, LOWER], 'triangle', plus(REAR, side)),
      pin('front', 'front-rod', [UPPER, 0, 0], 'wrist', plus(FRONT, side)),
    ],
    driven: ['turn', 'shoulder', 'crank', 'spin'],
  });
  for (const { a, b, reason } of adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
  // on one shaft
  robot.allowed.allow('crank', 'lower-arm', 'adjacent');
  robot.allowed.allow('triangle', 'upper-arm', 'adjacent');
  return robot;
}

/** A round bar between two hinges. */
function rod(to: Vec3): Surface {
  const at = (share: number): Vec3 => [share * to[0], share * to[1], share * to[2]];
  return swept(12, [at(-0.03), at(0.03), at(0.06), at(0.94), at(0.97), at(1.03)], [0.035, 0.035, 0.022, 0.022, 0.035, 0.035]);
}

/** A tapered arm with a hub at either end. */
function arm(length: number, [wide, narrow]: readonly [number, number], hub: number): Surface {
  const bar = turned(
    20,
    [0, 0.2, 0.8, 1].map((s) => [mixed(wide, narrow, s), s * length] as const),
  );
  const hubAt = (z: number, r: number) =>
    shifted(
      alongY(
        turned(24, [
          [r, -0.1],
          [r, 0.1],
        ]),
      ),
      [0, 0, z],
    );
  return joined(bar, hubAt(0, hub), hubAt(length, 0.85 * hub));
}

function lowerArm(): Surface {
  return arm(LOWER, [0.11, 0.085], 0.17);
}

/** Along x, and a tail on the drive's side. */
function upperArm(): Surface {
  const tail = block([TAIL + 0.06, 0.05, 0.1], [-TAIL / 2, -ASIDE + 0.06, 0]);
  const shaft = alongY(
    turned(16, [
      [0.06, -ASIDE],
      [0.06, 0],
    ]),
  );
  return joined(alongX(arm(UPPER, [0.09, 0.065], 0.13)), tail, shaft);
}

function crankArm(): Surface {
  return joined(
    block([TAIL + 0.06, 0.05, 0.1], [-TAIL / 2, -ASIDE + 0.06, 0]),
    alongY(
      turned(20, [
        [0.12, -ASIDE],
        [0.12, -0.12],
      ]),
    ),
  );
}

function triangle(): Surface {
  const [a, b] = [REAR, FRONT];
  const bar = (from: Vec3, to: Vec3): Surface => swept(8, [from, to], [0.03, 0.03]);
  const y = ASIDE - 0.06;
  const at = ([x, , z]: Vec3): Vec3 => [x, y, z];
  return joined(bar([0, y, 0], at(a)), bar(at(a), at(b)), bar(at(b), [0, y, 0]));
}

function wrist(): Surface {
  const y = ASIDE - 0.06;
  return joined(
    block([OUT + 0.12, 0.12, 0.14], [OUT / 2, 0, -0.02]),
    swept(
      8,
      [
        [0, y, 0],
        [FRONT[0], y, FRONT[2]],
      ],
      [0.03, 0.03],
    ),
    alongY(
      turned(16, [
        [0.06, -0.08],
        [0.06, y],
      ]),
    ),
    shifted(
      turned(20, [
        [0.07, -0.1],
        [0.07, 0],
      ]),
      [OUT, 0, -0.1],
    ),
  );
}

/** A suction plate under a flange. */
function gripper(): Surface {
  const low = 0.2 - DOWN;
  return joined(
    turned(20, [
      [0.06, low + 0.05],
      [0.06, 0],
    ]),
    block([0.36, 0.3, 0.04], [0, 0, low + 0.05]),
    ...[-0.12, 0.12].flatMap((x) =>
      [-0.1, 0.1].map((y) =>
        shifted(
          turned(14, [
            [0.05, low],
            [0.03, low + 0.03],
          ]),
          [x, y, 0],
        ),
      ),
    ),
  );
}

function foot(): Surface {
  return turned(28, [
    [0.42, 0.001],
    [0.42, 0.06],
    [0.34, 0.08],
    [0.34, 0.28],
  ]);
}

function column(): Surface {
  const [x, , z] = SHOULDER;
  return joined(
    turned(28, [
      [0.36, 0.285],
      [0.36, 0.42],
      [0.25, 0.5],
    ]),
    block([0.42, 0.16, 0.5], [x - 0.1, 0, z - 0.22]),
    shifted(
      alongY(
        turned(20, [
          [0.1, -0.11],
          [0.1, 0.11],
        ]),
      ),
      [x, 0, z],
    ),
    swept(
      8,
      [
        [x - 0.1, ASIDE - 0.06, z - 0.1],
        [x + REAR[0], ASIDE - 0.06, z + REAR[2]],
      ],
      [0.035, 0.035],
    ),
  );
}

function furniture(): Obstacle[] {
  const at = (name: string, surface: Surface, position: Vec3): Obstacle => ({
    name,
    shape: partMesh(name, surface),
    pose: placed(position),
  });
  const plank = (x: number, z: number, size: Vec3) => block(size, [x, 0, z]);
  const pallet = joined(
    ...[-0.5, -0.25, 0, 0.25, 0.5].map((x) => plank(x, 0.13, [0.2, 0.8, 0.022])),
    ...[-0.35, 0, 0.35].map((y) => block([1.2, 0.1, 0.11], [0, y, 0.055])),
  );
  const carton = partMesh('carton', block(BOX, [0, 0, BOX[2] / 2]));
  const stacked = (x: number, y: number, layer: number): Obstacle => ({
    name: `carton-${x + 2}${y + 1}${layer + 1}`,
    shape: carton,
    pose: placed([PALLET[0] + 0.4 * x, 0.4 * (y - 0.5), PALLET[2] + AIR + layer * (BOX[2] + AIR)]),
  });
  const legs = [-0.6, 0.6].flatMap((y) => [-0.2, 0.2].map((x) => block([0.06, 0.06, BELT_TOP - 0.1], [x, y, (BELT_TOP - 0.1) / 2])));
  const rollers = Array.from({ length: 13 }, (_, k) =>
    shifted(
      alongX(
        turned(14, [
          [0.03, -0.22],
          [0.03, 0.22],
        ]),
      ),
      [0, -0.72 + 0.12 * k, BELT_TOP - 0.03],
    ),
  );
  const conveyor = joined(
    ...legs,
    ...rollers,
    block([0.03, 1.56, 0.12], [-0.245, 0, BELT_TOP - 0.06]),
    block([0.03, 1.56, 0.12], [0.245, 0, BELT_TOP - 0.06]),
  );
  return [
    at('floor', block([6, 6, 0.04], [0.6, 0, -0.022], [6, 6, 1]), [0, 0, 0]),
    at('pallet', pallet, [PALLET[0], PALLET[1], 0]),
    at('conveyor', conveyor, [0.1, -2, 0]),
    ...[-1, 0, 1].flatMap((x) => [0, 1].map((y) => stacked(x, y, 0))),
    stacked(-1, 0, 1),
    stacked(0, 0, 1),
    stacked(0, 1, 1),
    stacked(1, 0, 1),
    stacked(1, 1, 1),
    stacked(0, 0, 2),
    stacked(1, 0, 2),
  ];
}
