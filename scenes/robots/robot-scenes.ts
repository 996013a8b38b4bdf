// The articulated benchmarks of [Redon et al. 2004, §6] (Puma among pipes, in a machine room) and [Tang et al. 2013, §6.2]
// (mannequin, grasping hand, Puma and car) as procedural scenes: the papers' counts of links and triangles, shapes of our own.

import { aboutAxis, DEGREE, placed } from '../placed.ts';
import { sixDecimals } from '../surface.ts';
import { car } from './car.ts';
import { chainRobot, scattered } from './chain.ts';
import { chessmen } from './chessmen.ts';
import { openHandValues } from './grasp-motions.ts';
import { graspBall, handRobot } from './hand.ts';
import { machineRoom } from './machine-room.ts';
import { mannequin, postureValues } from './mannequin.ts';
import { pipes } from './pipes.ts';
import { pumaRobot } from './puma.ts';
import type { RobotScene } from './robot-scene.ts';

/** Contact below this distance: a tenth of a millimetre, for the small hand a fiftieth. */
const TOUCH = 1e-4;
const TOUCH_HAND = 2e-5;

/** Upper arm up, forearm forward. */
const READY: readonly number[] = [0, -90, 90, 0, 0, 0].map((angle) => sixDecimals(angle * DEGREE));

/** Arms a little off the body, legs a little apart. */
const STANDING = { 'arm-spread': 14, elbow: 15, 'leg-spread': 4 };

/** By the name of the scene. */
export const robotScenes: Readonly<Record<string, () => RobotScene>> = {
  'puma-pipes': () => ({
    name: 'puma-pipes',
    robots: [pumaRobot()],
    obstacles: pipes(),
    self: false,
    touch: TOUCH,
    home: READY,
  }),
  'puma-amr': () => ({
    name: 'puma-amr',
    robots: [pumaRobot()],
    obstacles: machineRoom(),
    self: false,
    touch: TOUCH,
    home: READY,
  }),
  'puma-beetle': () => ({
    name: 'puma-beetle',
    robots: [pumaRobot({ gripper: true, base: placed([0.25, 1.3, 0], aboutAxis([0, 0, 1], -Math.PI / 2)) })],
    obstacles: [{ name: 'car', shape: car(), pose: placed([0, 0, 0]) }],
    self: true,
    touch: TOUCH,
    home: READY,
  }),
  'mannequin-exercise': () => {
    const robot = mannequin();
    return { name: 'mannequin-exercise', robots: [robot], obstacles: [], self: true, touch: TOUCH, home: postureValues(robot, STANDING) };
  },
  'mannequin-walk': () => {
    const robot = mannequin({ floating: true });
    const home = postureValues(robot, STANDING, placed([0, 0, 1]));
    return { name: 'mannequin-walk', robots: [robot], obstacles: chessmen(), self: true, touch: TOUCH, home };
  },
  'hand-grasp': () => {
    const ball = { name: 'ball', shape: graspBall(), pose: placed([0, 0, 0]) };
    return { name: 'hand-grasp', robots: [handRobot()], obstacles: [ball], self: true, touch: TOUCH_HAND, home: openHandValues(0.2) };
  },
};

export interface ChainSceneOptions {
  readonly seed?: string;
  /** Default 200. */
  readonly obstacles?: number;
  /** Default false: the cost of the chain against the obstacles alone. */
  readonly self?: boolean;
}

/** A serial chain of 2 to 64 links among scattered obstacles, for the cost against the depth; always 3 m long, home is straight. */
export function chainScene(depth: number, { seed = 'chain', obstacles = 200, self = false }: ChainSceneOptions = {}): RobotScene {
  const robot = chainRobot(depth);
  return { name: robot.name, robots: [robot], obstacles: scattered(obstacles, seed), self, touch: TOUCH, home: Array(depth).fill(0) };
}
