// The mannequin exercises on the spot and walks between chessmen, as in [Tang et al. 2013, §6.2]: sequences of configurations made
// without any knowledge of contact. Hands meet and cross, elbows touch knees, legs run into chessmen.

import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import type { Robot } from '../../src/robot/robot.ts';
import { aboutAxis, placed } from '../placed.ts';
import { smoothStep, TURN } from '../surface.ts';
import { PELVIS_HEIGHT, type Posture, postureValues } from './mannequin.ts';

/** One after the other; the numbers are degrees. */
const EXERCISES: readonly Posture[] = [
  { 'arm-spread': 14, elbow: 15, 'leg-spread': 4 },
  // arms forward, hands cross
  { 'arm-raise': 88, 'arm-spread': -18, elbow: 12, 'leg-spread': 4 },
  { 'arm-spread': 85, elbow: 10, 'leg-spread': 18 },
  // hands meet overhead
  { 'arm-spread': 184, elbow: 15, 'leg-spread': 20 },
  // squat with folded arms
  { 'arm-raise': 80, elbow: 80, 'arm-twist': 70, 'leg-raise': 95, knee: 110, ankle: 10, 'leg-spread': 6 },
  // elbow to the left knee
  {
    'arm-raise': 30,
    'arm-spread': 5,
    elbow: 110,
    'left-leg-raise': 125,
    'left-knee': 120,
    'left-leg-spread': -12,
    'spine-bend': 38,
    'spine-twist': 25,
  },
  // hands to the belly
  { 'arm-raise': 15, 'arm-spread': 16, elbow: 95, 'arm-twist': 75, 'leg-spread': 5 },
  // elbow to the right knee
  {
    'arm-raise': 30,
    'arm-spread': 5,
    elbow: 110,
    'right-leg-raise': 125,
    'right-knee': 120,
    'right-leg-spread': -12,
    'spine-bend': 38,
    'spine-twist': -25,
  },
  // reach for the feet
  { 'arm-raise': 105, 'arm-spread': -7, elbow: 5, 'spine-bend': 75, 'leg-raise': 50, 'leg-spread': 3, 'neck-nod': -20 },
  // arms and legs together
  { 'arm-raise': 5, 'arm-spread': -2, elbow: 20, 'leg-spread': -9 },
];

export interface GaitOptions {
  readonly seed: string;
  /** How many sequences. */
  readonly count: number;
  /** Steps a sequence: one configuration more. */
  readonly steps?: number;
}

/** From exercise to exercise, every time a little different; each sequence begins where the last one ended. */
export function exerciseGait(robot: Robot, { seed, count, steps = 14 }: GaitOptions): number[][][] {
  const random = new Random(seed);
  let from = varied(EXERCISES[0], random);
  return Array.from({ length: count }, (_, i) => {
    const to = varied(EXERCISES[(i + 1) % EXERCISES.length], random);
    const sequence = Array.from({ length: steps + 1 }, (_, k) => postureValues(robot, blended(from, to, smoothStep(0, 1, k / steps))));
    from = to;
    return sequence;
  });
}

/** Walks across the board from anywhere in any direction, in a gentle curve. */
export function walkGait(robot: Robot, { seed, count, steps = 24 }: GaitOptions): number[][][] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    let [x, y] = [random.range(-2.5, 2.5), random.range(-2.5, 2.5)];
    let heading = random.next() * TURN;
    const stride = random.range(0.045, 0.07);
    const curve = random.range(-0.5, 0.5) / steps;
    const phase0 = random.next();
    return Array.from({ length: steps + 1 }, (_, k) => {
      const phase = TURN * (phase0 + k / 20);
      const at: Vec3 = [x, y, PELVIS_HEIGHT + 0.01 + 0.015 * Math.cos(2 * phase)];
      const values = postureValues(robot, midStride(phase), placed(at, aboutAxis([0, 0, 1], heading)));
      x += stride * Math.cos(heading);
      y += stride * Math.sin(heading);
      heading += curve;
      return values;
    });
  });
}

/** Legs by turns, arms against them. */
function midStride(phase: number): Posture {
  const [s, c] = [Math.sin(phase), Math.cos(phase)];
  return {
    'left-leg-raise': 8 + 24 * s,
    'right-leg-raise': 8 - 24 * s,
    'leg-spread': 2,
    'left-knee': 12 + 30 * Math.max(0, c),
    'right-knee': 12 + 30 * Math.max(0, -c),
    'left-ankle': 4 - 8 * s,
    'right-ankle': 4 + 8 * s,
    'left-arm-raise': -22 * s,
    'right-arm-raise': 22 * s,
    'arm-spread': 12,
    'left-elbow': 25 - 12 * s,
    'right-elbow': 25 + 12 * s,
    'spine-twist': 6 * s,
    'spine-bend': 4,
    'neck-turn': -5 * s,
  };
}

/** The posture with every angle off by some degrees, both sides on their own. */
function varied(posture: Posture, random: Random): Posture {
  const out: Record<string, number> = {};
  for (const [joint, angle] of Object.entries(posture)) {
    const single = /^(left|right|spine|neck)-/.test(joint);
    for (const name of single ? [joint] : [`left-${joint}`, `right-${joint}`]) out[name] = angle + random.range(-8, 8);
  }
  return out;
}

function blended(from: Posture, to: Posture, t: number): Posture {
  const joints = new Set([...Object.keys(from), ...Object.keys(to)]);
  return Object.fromEntries([...joints].map((joint) => [joint, (1 - t) * (from[joint] ?? 0) + t * (to[joint] ?? 0)]));
}
