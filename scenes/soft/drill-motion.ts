// The operator's drilling motion of [Caby & Crosnier, §1.2]: the tool's end is brought upon the workpiece, pressed along its normal, and taken away;
// here it also slides while pressed, for a contact that moves. Over the hull of deforming-hull.ts.

import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { cylinder } from '../../src/mesh/cylinder.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { smoothStep } from '../surface.ts';
import { hullHeight, hullNormal } from './deforming-hull.ts';

export const DRILL_RADIUS = 0.006;
export const DRILL_LENGTH = 0.08;

/** A cylinder about its z axis; its working end is at z = −DRILL_LENGTH / 2. */
export function drill(segments = 32): TriangleMesh {
  return cylinder(DRILL_RADIUS, DRILL_LENGTH, { segments, name: 'drill' });
}

export interface DrillMotionOptions {
  /** How deep the end goes below the hull at rest, metres. Default 0.002. */
  readonly depth?: number;
  /** How far above it starts and ends. Default 0.03. */
  readonly hover?: number;
  /** Where on the ground plan it presses, and where it slides to. */
  readonly from?: readonly [x: number, y: number];
  readonly to?: readonly [x: number, y: number];
}

export type DrillPhase = 'approach' | 'press' | 'slide' | 'retract' | 'away';

/** Ends of the phases, seconds. */
export const DRILL_PHASES: readonly (readonly [phase: DrillPhase, end: number])[] = [
  ['approach', 1],
  ['press', 1.5],
  ['slide', 2.75],
  ['retract', 3.25],
  ['away', 4],
];
export const DRILL_DURATION = 4;

export function drillPhase(time: number): DrillPhase {
  return (DRILL_PHASES.find(([, end]) => time < end) ?? DRILL_PHASES[DRILL_PHASES.length - 1])[0];
}

/** Where the tool is at a time in seconds; at rest before 0 and after the end. */
export function drillMotion(options: DrillMotionOptions = {}): (time: number) => Required<Pose> {
  const { depth = 0.002, hover = 0.03, from = [-0.03, -0.01], to = [0.04, 0.02] } = options;
  return (time) => {
    const slid = smoothStep(1.5, 2.75, time);
    const x = from[0] + slid * (to[0] - from[0]);
    const y = from[1] + slid * (to[1] - from[1]);
    const approached = smoothStep(0, 1, time);
    const pressed = smoothStep(1, 1.5, time) - smoothStep(2.75, 3, time);
    const away = smoothStep(2.9, 3.25, time);
    // height of the end above the hull at rest, along its normal
    const height = hover * (1 - approached + away) - depth * pressed;
    return endAt(x, y, height);
  };
}

/** The tool upright on the hull, its end at that height over (x, y). */
export function endAt(x: number, y: number, height: number): Required<Pose> {
  const n = hullNormal(x, y);
  const reach = height + DRILL_LENGTH / 2;
  const position: Vec3 = [x + n[0] * reach, y + n[1] * reach, hullHeight(x, y) + n[2] * reach];
  // the shortest turn from z to n
  const l = Math.sqrt(2 + 2 * n[2]);
  const quaternion: Quat = [-n[1] / l, n[0] / l, 0, (1 + n[2]) / l];
  return { position, quaternion };
}
