// The hand moves towards the ball from different directions, then closes its fingers with different speeds [Tang et al. 2013, §6.2].
// The ball's centre is the origin of the world.

import type { Vec3 } from '../../src/math/pose.ts';
import { rotate } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { cross, dot, scaled, subtract } from '../../src/math/vec3.ts';
import type { Robot } from '../../src/robot/robot.ts';
import { DEGREE, ofColumns, placed, unit } from '../placed.ts';
import { sixDecimals } from '../surface.ts';
import { BALL_RADIUS, FINGERS, GRASP_POINT } from './hand.ts';
import type { RobotQuery } from './robot-scene.ts';
import { type FirstContact, isFree, justBefore } from './robot-walks.ts';

/** Radians by which the fingers fan out when the hand is open. */
const FAN: readonly number[] = [0.1, 0.12, 0, -0.06, -0.14];
/** Degrees of the three joints of a closed finger. */
const CLOSED: readonly number[] = [70, 60, 40];

/** The open hand over the ball, so far from its surface, fingers bent by so many degrees. */
export function openHandValues(distance: number, bend = 8): number[] {
  return [...palmValues([0, 0, 1], [1, 0, 0], BALL_RADIUS + distance, [0, 0]), ...openFingers(bend)];
}

/** The open hand comes from afar, turns a little and runs into the ball with the palm or a finger. */
export function approachMotion(random: Random): { from: number[]; to: number[] } {
  const [normal, up] = [random.direction(), random.direction()];
  const leaning = (v: Vec3, most: number) => unit(plus(v, scaled(random.direction(), most)));
  const aside = (most: number): [number, number] => [random.range(-most, most), random.range(-most, most)];
  const start = palmValues(leaning(normal, 0.8), leaning(up, 0.4), BALL_RADIUS + random.range(0.1, 0.3), aside(0.15));
  const end = palmValues(normal, up, BALL_RADIUS * random.range(-0.6, 0.9), aside(0.05));
  return { from: [...start, ...openFingers(random.range(2, 14))], to: [...end, ...openFingers(random.range(2, 14))] };
}

/** The palm stays, every finger closes with a speed of its own, round the ball or onto the others. */
export function closingMotion(from: readonly number[], random: Random): number[] {
  const speed = random.range(0.5, 1.2);
  const fan = random.range(-2.2, 1);
  const fingers = FINGERS.flatMap((_, i) => {
    const own = speed * random.range(0.6, 1.1);
    return [FAN[i] * fan, ...CLOSED.map((degrees) => degrees * own * DEGREE)];
  });
  return [...from.slice(0, 7), ...fingers.map(sixDecimals)];
}

export interface GraspOptions {
  readonly seed: string;
  /** How many grasps, of two queries each: sets 'approach' and 'close', one trajectory. */
  readonly count: number;
  readonly firstContact: FirstContact;
}

/** A grasp closes from just before the contact of its approach, or from the end of a free one. */
export function graspQueries(hand: Robot, { seed, count, firstContact }: GraspOptions): RobotQuery[] {
  const random = new Random(seed);
  const queries: RobotQuery[] = [];
  for (let draw = 0; queries.length < 2 * count; draw++) {
    if (draw > 100 * (1 + count)) throw new Error(`grasps, seed ${seed}: the hand never comes near the ball`);
    const { from, to } = approachMotion(random);
    const { status, time } = firstContact(from, to);
    if (status === 'overlap' || status === 'unresolved') continue;
    // 2 to 40 mm or so back from the ball, so that the fingers have some way to go.
    const start = status === 'free' ? to : justBefore(hand, from, to, time, random.range(0.02, 0.4));
    if (!isFree(start, firstContact)) continue;
    const trajectory = queries.length / 2;
    queries.push({ id: queries.length, from, to, set: 'approach', trajectory });
    queries.push({ id: queries.length, from: start, to: closingMotion(start, random), set: 'close', trajectory });
  }
  return queries;
}

/** The floating joint where the palm faces along −normal and the ball lies `gap` below the grasp point, moved aside in the palm's plane. */
function palmValues(normal: Vec3, up: Vec3, gap: number, [along, across]: readonly [number, number]): number[] {
  const x = unit(subtract(up, scaled(normal, dot(up, normal))));
  const y = cross(normal, x);
  const turn = ofColumns(x, y, normal);
  const grasp = plus(plus(scaled(normal, gap), scaled(x, along)), scaled(y, across));
  const { position, quaternion } = placed(subtract(grasp, rotate(turn, GRASP_POINT)), turn);
  return [...position, ...quaternion];
}

function openFingers(bend: number): number[] {
  const angle = sixDecimals(bend * DEGREE);
  return FINGERS.flatMap((_, i) => [FAN[i], angle, angle, angle]);
}

function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
