// A whole session of tool against workpiece, frame by frame, as a page or a bench wants it: the drill's motion over the yielding hull.

import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { type ToolAdvance, ToolLoop, type ToolLoopOptions } from '../../src/tool/force/tool-loop.ts';
import { hull, hullRim } from './deforming-hull.ts';
import { DRILL_DURATION, type DrillMotionOptions, type DrillPhase, drill, drillMotion, drillPhase } from './drill-motion.ts';

export type ToolLevel = 'clear' | 'considered' | 'reflex' | 'contact';

export interface ToolSessionOptions {
  /** Of the hull. Default 1,600. */
  readonly triangles?: number;
  /** Frames a second. Default 60. */
  readonly rate?: number;
  /** Seconds. Default: the whole motion. */
  readonly duration?: number;
  readonly motion?: DrillMotionOptions;
  /** Over the defaults of `hullLoopOptions`. */
  readonly loop?: Partial<ToolLoopOptions>;
  /** What a predictor says to the pose at that time. Default: 'contact' in contact, else 'clear'. */
  readonly level?: (time: number, pose: Pose, advance: ToolAdvance) => ToolLevel;
}

export interface ToolFrame {
  readonly time: number;
  readonly phase: DrillPhase;
  /** Where the operator has the tool, and where the simulated one is. */
  readonly asked: Pose;
  readonly pose: Pose;
  readonly positions: Float32Array;
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly depth: number;
  readonly zone: readonly number[];
  readonly level: ToolLevel;
}

export interface ToolSession {
  readonly tool: TriangleMesh;
  readonly workpiece: TriangleMesh;
  readonly rate: number;
  readonly frames: readonly ToolFrame[];
}

/**
 * A clamped sheet of soft metal: about 10 N press the drill's end 2 mm down. Fine hulls are for 60 frames a second: their solve is cut early, so
 * that they follow the tool a few frames late, no less stable, and only springs to rest resist bending.
 */
export function hullLoopOptions(triangles: number): ToolLoopOptions {
  const fine = triangles > 4000;
  // at 60 Hz, 5 µm a frame count as standing still; one conjugate gradient more or less changes forces far more
  const still = triangles > 40_000 ? 5e-3 : 0;
  return {
    penalty: { stiffness: 1e9, damping: 1e6, limit: 40 },
    bars: { density: 3, stiffness: 2e5, bending: fine ? 0 : 0.2, shape: 1e7, damping: 8, anchors: hullRim(triangles) },
    solver: fine ? { newton: 1, iterations: 12, accuracy: 1e-2, still } : { newton: 2, iterations: 40, accuracy: 1e-2 },
  };
}

export function toolSession(options: ToolSessionOptions = {}): ToolSession {
  const { triangles = 1600, rate = 60, duration = DRILL_DURATION } = options;
  const level = options.level ?? ((_time: number, _pose: Pose, { contact }: ToolAdvance): ToolLevel => (contact ? 'contact' : 'clear'));
  const tool = drill();
  const workpiece = hull(triangles);
  const loop = new ToolLoop({ shape: tool }, { shape: workpiece }, { ...hullLoopOptions(triangles), ...options.loop });
  const at = drillMotion(options.motion);
  const frames: ToolFrame[] = [];
  for (let i = 0; i <= Math.round(duration * rate); i++) {
    const time = i / rate;
    const asked = at(time);
    const advance = loop.advance(asked, 1 / rate);
    const { pose, force, torque, depth, zone } = advance;
    frames.push({
      time,
      phase: drillPhase(time),
      asked,
      pose,
      positions: Float32Array.from(loop.workpiece.positions),
      force,
      torque,
      depth,
      zone,
      level: level(time, asked, advance),
    });
  }
  return { tool, workpiece, rate, frames };
}
