// A delta over a belt: it takes a box that goes by and lays it into a crate. Metres, z up; the belt runs along y, the motors are above it.
// The size of ABB's IRB 360, lengths not taken from its drawing: motors on a circle of 0.2, arms of 0.35, rods of 0.8, joints of the plate on a circle
// of 0.045.

import type { Vec3 } from '../../src/math/pose.ts';
import { sinCos } from '../../src/math/trig.ts';
import { adjacentPairs } from '../../src/robot/adjacent-pairs.ts';
import { LoopedRobot } from '../../src/robot/follow/looped-robot.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import type { RobotLoop } from '../../src/robot/robot-model.ts';
import { alongX, alongY, block, partMesh, shifted, swept, turned } from '../part-surfaces.ts';
import { aboutAxis, placed } from '../placed.ts';
import { joined, mapped, type Surface } from '../surface.ts';
import type { Obstacle } from './robot-scene.ts';
import { steady } from './steady.ts';

const [MOTORS, ARM, ROD, PLATE] = [0.2, 0.35, 0.8, 0.045];
/** Half of what the two rods of an arm are apart. */
const HALF = 0.035;
/** How high the motors are, and how far the suction cup reaches below the joints of the plate. */
const HEIGHT = 1.65;
const CUP = 0.16;

const BELT_TOP = 0.55;
const SPEED = 0.4;
const BOX: Vec3 = [0.08, 0.06, 0.07];
/** Nothing lies flat on anything: so far above it. */
const AIR = 0.001;
/** Where the box is when it is taken, and its upper side. */
const PICK: Vec3 = [-0.28, 0, BELT_TOP + AIR + BOX[2]];
const CRATE_FLOOR = 0.51;
const PLACE: Vec3 = [0.28, 0, CRATE_FLOOR + AIR + BOX[2]];
/** Between belt and crate: a rail, which the box is lifted over, or nearly. */
const RAIL_TOP = 0.76;

/** Seconds at which the box is taken and laid down, and the end. */
const [TAKEN, LAID, END] = [0.8, 1.6, 2.2];
const LAST_BELT = PICK[1] + SPEED * (END - TAKEN);

/** At a second, the cup's tip, and its place. */
type Stop = readonly [second: number, at: Vec3];

export interface DeltaCell {
  readonly delta: LoopedRobot;
  readonly belt: Robot;
  readonly obstacles: readonly Obstacle[];
  readonly box: Obstacle;
  /** Links that the box is on, and until or from when it is. */
  readonly holds: readonly { readonly by: string; readonly from?: { second: number }; readonly to?: { second: number } }[];
  readonly touch: number;
  /** Values of the three motors at seconds. */
  readonly paths: readonly { readonly name: string; readonly stops: readonly { readonly time: number; readonly positions: Motors }[] }[];
  /** Where the belt is at seconds. */
  readonly belted: readonly { readonly time: number; readonly positions: readonly number[] }[];
}

type Motors = Readonly<Record<`motor${number}`, number>>;

export function deltaCell(): DeltaCell {
  const delta = deltaRobot();
  const over = ([x, y, z]: Vec3, by: number): Vec3 => [x, y, z + by];
  const home: Vec3 = [0, -0.1, 0.95];
  const stops = (lift: number): Stop[] => [
    [0, home],
    [0.6, over(PICK, 0.08)],
    [TAKEN, PICK],
    [1, over(PICK, lift)],
    [1.4, over(PLACE, lift)],
    [LAID, PLACE],
    [1.8, over(PLACE, 0.1)],
    [END, home],
  ];
  const path = (name: string, lift: number) => ({ name, stops: stops(lift).map(([time, at]) => ({ time, positions: motorsAt(at) })) });
  return {
    delta,
    belt: new Robot({
      name: 'belt',
      links: [{ name: 'slat', joint: { name: 'belt', type: 'prismatic', axis: [0, 1, 0] } }],
    }),
    obstacles: furniture(),
    box: {
      name: 'box',
      shape: partMesh('box', block(BOX, [0, 0, -BOX[2] / 2])),
      pose: placed([PICK[0], PICK[1] - SPEED * TAKEN, PICK[2]]),
    },
    holds: [
      { by: 'slat', to: { second: TAKEN } },
      { by: 'plate', from: { second: TAKEN }, to: { second: LAID } },
    ],
    touch: 1e-5,
    paths: [path('Just over the rail', 0.235), path('Well over it', 0.3)],
    belted: [
      { time: 0, positions: [PICK[1] - SPEED * TAKEN] },
      { time: END, positions: [LAST_BELT] },
    ],
  };
}

/** Angles that bring the cup's tip there, arms outward: of each motor, two circles in its plane. */
function motorsAt([x, y, z]: Vec3): Motors {
  const out: Record<string, number> = {};
  for (let k = 0; k < 3; k++) {
    const [c, s] = directionOf(k);
    // as seen from the motor: outward, sideways, down
    const [u, v, w] = [x * c + y * s + PLATE - MOTORS, -x * s + y * c, HEIGHT - (z + CUP)];
    const reach = (u * u + w * w + ARM * ARM + v * v - ROD * ROD) / (2 * ARM);
    out[`motor${k}`] = steady(Math.atan2(w, u) - Math.acos(reach / Math.hypot(u, w)));
  }
  return out as Motors;
}

const angleOf = (k: number): number => (2 * Math.PI * k) / 3;

/** Cosine and sine of it. */
function directionOf(k: number): readonly [number, number] {
  const out = new Float64Array(2);
  sinCos(angleOf(k), out, 0);
  return [out[1], out[0]];
}

/**
 * The plate hangs on three slides, which follow, since parallelograms keep it level; of each of these one rod closes the
 * loop, and its twin does what it does.
 */
function deltaRobot(): LoopedRobot {
  const slide = (name: 'x' | 'y' | 'z', axis: Vec3) => ({ name, type: 'prismatic', axis }) as const;
  const links: LinkOptions[] = [
    { name: 'frame', shapes: [{ shape: partMesh('frame', frame()) }] },
    { name: 'plate-x', parent: 'frame', joint: slide('x', [1, 0, 0]) },
    { name: 'plate-y', parent: 'plate-x', joint: slide('y', [0, 1, 0]) },
    { name: 'plate', parent: 'plate-y', joint: slide('z', [0, 0, 1]), shapes: [{ shape: partMesh('plate', plate()) }] },
  ];
  const loops: RobotLoop[] = [];
  const [arm, rod] = [partMesh('arm', armSurface()), partMesh('rod', rodSurface())];
  const start = motorsAt([0, 0, 0.95]);
  const closed: Record<string, number> = { ...start, z: 0.95 + CUP - HEIGHT };
  for (let k = 0; k < 3; k++) {
    const [c, s] = directionOf(k);
    const turn = (name: string, axis: Vec3, at: Vec3 = [0, 0, 0]) => ({ name, type: 'revolute', axis, origin: { position: at } }) as const;
    links.push({
      name: `arm${k}`,
      parent: 'frame',
      joint: {
        name: `motor${k}`,
        type: 'revolute',
        axis: [0, 1, 0],
        origin: { position: [MOTORS * c, MOTORS * s, 0], quaternion: aboutAxis([0, 0, 1], angleOf(k)) },
        limits: { lower: -1, upper: 1.6 },
      },
      shapes: [{ shape: arm }],
    });
    const follow = (joint: string) => ({ mimic: { joint } });
    for (const [side, y] of [['', HALF] as const, ['-twin', -HALF] as const]) {
      const twin = side !== '';
      links.push(
        {
          name: `knuckle${k}${side}`,
          parent: `arm${k}`,
          joint: { ...turn(`swing${k}${side}`, [0, 1, 0], [ARM, y, 0]), ...(twin && follow(`swing${k}`)) },
        },
        {
          name: `rod${k}${side}`,
          parent: `knuckle${k}${side}`,
          joint: { ...turn(`lean${k}${side}`, [1, 0, 0]), ...(twin && follow(`lean${k}`)) },
          shapes: [{ shape: rod }],
        },
      );
    }
    loops.push({
      name: `rod ${k}`,
      a: { link: `rod${k}`, at: { position: [0, 0, -ROD] } },
      b: { link: 'plate', at: { position: [PLATE * c - HALF * s, PLATE * s + HALF * c, 0] } },
      keeps: 'point',
    });
    // the rod hangs inward from the elbow
    const inward = MOTORS + ARM * Math.cos(start.motor0) - PLATE;
    closed[`swing${k}`] = steady(Math.asin(inward / ROD) - start.motor0);
  }
  const robot = new LoopedRobot({
    name: 'delta',
    links,
    loops,
    driven: ['motor0', 'motor1', 'motor2'],
    closed,
    base: { position: [0, 0, HEIGHT] },
  });
  for (const { a, b, reason } of adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
  for (let k = 0; k < 3; k++)
    for (const side of ['', '-twin']) for (const other of [`arm${k}`, 'plate']) robot.allowed.allow(`rod${k}${side}`, other, 'adjacent');
  return robot;
}

/** A cover, and under it two cheeks for each motor. */
function frame(): Surface {
  const cover = turned(36, [
    [0.3, 0.05],
    [0.3, 0.08],
    [0.22, 0.11],
    [0.12, 0.19],
  ]);
  const cheeks = [0, 1, 2].flatMap((k) => {
    const [c, s] = directionOf(k);
    return [-0.09, 0.09].map((y) => mapped(block([0.08, 0.025, 0.1], [MOTORS, y, 0.01]), ([u, v, w]) => [u * c - v * s, u * s + v * c, w]));
  });
  return joined(cover, ...cheeks);
}

function armSurface(): Surface {
  const shaft = shifted(
    alongY(
      turned(16, [
        [0.03, -0.075],
        [0.03, 0.075],
      ]),
    ),
    [0, 0, 0],
  );
  const bar = alongX(
    turned(16, [
      [0.028, 0],
      [0.026, 0.2],
      [0.018, ARM],
    ]),
  );
  const elbow = shifted(
    alongY(
      turned(12, [
        [0.012, -HALF],
        [0.012, HALF],
      ]),
    ),
    [ARM, 0, 0],
  );
  return joined(shaft, bar, elbow);
}

function rodSurface(): Surface {
  return swept(
    10,
    [
      [0, 0, 0.01],
      [0, 0, -0.02],
      [0, 0, -0.05],
      [0, 0, 0.05 - ROD],
      [0, 0, 0.02 - ROD],
      [0, 0, -ROD - 0.01],
    ],
    [0.011, 0.011, 0.006, 0.006, 0.011, 0.011],
  );
}

/** A small plate with a stem, and a cup at its end. */
function plate(): Surface {
  return turned(24, [
    [0.018, -CUP],
    [0.012, 0.02 - CUP],
    [0.008, 0.025 - CUP],
    [0.008, -0.03],
    [0.05, -0.012],
    [0.055, 0.012],
  ]);
}

function furniture(): Obstacle[] {
  const at = (name: string, surface: Surface, position: Vec3): Obstacle => ({
    name,
    shape: partMesh(name, surface),
    pose: placed(position),
  });
  const [length, width] = [1.5, 0.24];
  const roller = (y: number) =>
    shifted(
      alongX(
        turned(20, [
          [0.035, -width / 2],
          [0.035, width / 2],
        ]),
      ),
      [0, y, -0.035],
    );
  const belt = joined(block([width, length, 0.07], [0, 0, -0.035], [2, 12, 1]), roller(length / 2), roller(-length / 2));
  const leg = (x: number, y: number, height: number) => block([0.04, 0.04, height], [x, y, -height / 2]);
  const [wall, floor] = [0.012, 0.01];
  const [a, b, h] = [0.24, 0.36, 0.11];
  const crate = joined(
    block([a, b, floor], [0, 0, -floor / 2]),
    block([wall, b, h], [a / 2, 0, h / 2]),
    block([wall, b, h], [-a / 2, 0, h / 2]),
    block([a, wall, h], [0, b / 2, h / 2]),
    block([a, wall, h], [0, -b / 2, h / 2]),
  );
  const under = BELT_TOP - 0.07;
  const stand = joined(
    block([0.3, 0.44, 0.02], [0, 0, -0.01]),
    leg(0.12, 0.19, CRATE_FLOOR - 0.03),
    leg(0.12, -0.19, CRATE_FLOOR - 0.03),
    leg(-0.12, 0.19, CRATE_FLOOR - 0.03),
    leg(-0.12, -0.19, CRATE_FLOOR - 0.03),
  );
  const legs = joined(leg(0.08, 0.55, under), leg(-0.08, 0.55, under), leg(0.08, -0.55, under), leg(-0.08, -0.55, under));
  const rail = joined(
    alongY(
      turned(16, [
        [0.012, -0.6],
        [0.012, 0.6],
      ]),
    ),
    leg(0, 0.58, RAIL_TOP - 0.012),
    leg(0, -0.58, RAIL_TOP - 0.012),
  );
  return [
    at('conveyor', belt, [PICK[0], 0.1, BELT_TOP]),
    at('legs', legs, [PICK[0], 0.1, under]),
    at('crate', crate, [PLACE[0], PLACE[1], CRATE_FLOOR]),
    at('stand', stand, [PLACE[0], PLACE[1], CRATE_FLOOR - 0.012]),
    at('rail', rail, [-0.02, 0, RAIL_TOP - 0.012]),
  ];
}
