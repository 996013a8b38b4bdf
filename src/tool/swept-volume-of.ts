/*
 * What volume does a tool sweep over a whole motion? The union of the swept boxes of its steps [Caby & Crosnier, §5,
 * Figure 7].
 * Guarantee: it contains every point of the tool at every time, as swept-box.ts says; `contains` never denies such a
 * point. How much larger it is depends on the steps. The mesh is for drawing: its corners are rounded, and pieces
 * overlap.
 */
import { requireRigidMotion } from '../contact/deformation.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkNumbers, type Pose, type Vec3 } from '../math/pose.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Motion } from '../motion/motion.ts';
import { rigidMotion } from '../motion/rigid-motion.ts';
import { mayContain } from './candidates.ts';
import { CLIPPED_PLANES, SweepScratch, SweptBox } from './swept-box.ts';
import { toolParts } from './tool-parts.ts';

/** How finely a swept volume is divided. More steps and boxes enclose tighter. */
export interface SweptVolumeOptions {
  /** Steps that a motion, or the motion between two poses, is divided into. Default 16, for poses 1. */
  readonly steps?: number;
  /** Boxes of a step, at most. Default: by the tool's shape. */
  readonly boxes?: number;
  /** Grows the volume all around, in the unit of length. Default 0. */
  readonly margin?: number;
}

const OPTIONS: readonly string[] = ['steps', 'boxes', 'margin'];

/** Encloses all that a rigid tool sweeps during a motion, or along the in-between motions from pose to pose. */
export function sweptVolumeOf(tool: TriangleMesh, motion: Motion | readonly Pose[], options: SweptVolumeOptions = {}): SweptBoxes {
  if (!(tool instanceof TriangleMesh))
    throw new InputError('swept volume: needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
  checkRecord(options, OPTIONS, 'swept volume');
  const motions = Array.isArray(motion) ? motionsBetween(motion) : [motion as Motion];
  for (const one of motions) requireRigidMotion(one, 'swept volume', 'a tool is rigid');
  const { steps = Array.isArray(motion) ? 1 : 16, margin = 0 } = options;
  if (!(Number.isInteger(steps) && steps >= 1)) throw new InputError(`steps must be an integer ≥ 1, got ${shownValue(steps)}`);
  if (typeof margin !== 'number' || !(margin >= 0 && margin < Infinity))
    throw new InputError(`margin must be a number ≥ 0, got ${shownValue(margin)}`);
  const scratch = new SweepScratch();
  const leaves = toolParts(tool, options.boxes).filter((part) => part.left < 0);
  const boxes: SweptBox[] = [];
  for (const one of motions) {
    for (let step = 0; step < steps; step++) {
      for (const { vertices, radius } of leaves) {
        const box = new SweptBox(vertices, radius, scratch);
        box.fit(one, step / steps, (step + 1) / steps, margin);
        boxes.push(box);
      }
    }
  }
  return new SweptBoxes(boxes);
}

function motionsBetween(poses: readonly Pose[]): Motion[] {
  if (poses.length < 2) throw new InputError(`a swept volume needs at least two poses, got ${poses.length}`);
  if (poses.some((pose) => typeof (pose as Partial<Motion> | null)?.writeState === 'function'))
    throw new InputError('a swept volume is of one motion or of a list of poses; of several motions, ask for each');
  return poses.slice(1).map((pose, i) => rigidMotion(poses[i], pose));
}

/**
 * The volume that a tool sweeps, as a union of clipped boxes: every point of the tool is in it at every time, proven.
 * How much larger it is depends on the steps. Made by `sweptVolumeOf`; `mesh` is for drawing it.
 */
export class SweptBoxes {
  /** Which together enclose the sweep, in the order of time. */
  readonly boxes: readonly SweptBox[];

  /** Use `sweptVolumeOf`, which makes them of a tool and its motion. */
  constructor(boxes: readonly SweptBox[]) {
    this.boxes = boxes;
  }

  /** False only for a point that is certainly in none of the boxes. */
  contains(point: Vec3): boolean {
    checkNumbers(point, 3, 'point');
    const x = Float64Array.from(point);
    return this.boxes.some((box) => mayContain(box.planes, CLIPPED_PLANES, x, 0));
  }

  /**
   * The clipped boxes as closed surfaces, counter-clockwise from outside, for drawing: corners are rounded, and pieces
   * overlap.
   */
  mesh(name = 'swept volume'): TriangleMesh {
    const positions: number[] = [];
    const indices: number[] = [];
    for (const box of this.boxes) addPrism(box, positions, indices);
    return new TriangleMesh(positions, indices, { name });
  }
}

/** The clipped rectangle in the plane (Y, Z), drawn out along X. */
function addPrism(box: SweptBox, positions: number[], indices: number[]): void {
  const { centre, axes, half } = box;
  const outline = clippedRectangle(box);
  const first = positions.length / 3;
  const corners = outline.length / 2;
  for (let i = 0; i < corners; i++) {
    for (const x of [-half[0], half[0]]) {
      for (let k = 0; k < 3; k++) positions.push(centre[k] + x * axes[k] + outline[2 * i] * axes[3 + k] + outline[2 * i + 1] * axes[6 + k]);
    }
    const low = first + 2 * i;
    const next = first + 2 * ((i + 1) % corners);
    indices.push(low, next, next + 1, low, next + 1, low + 1);
    if (i >= 2) indices.push(first, low, low - 2, first + 1, low - 1, low + 1);
  }
}

/** y, z of its corners about the box's centre, counter-clockwise as seen from the end of X. */
function clippedRectangle({ half, clip }: SweptBox): number[] {
  let outline = [-half[1], -half[2], half[1], -half[2], half[1], half[2], -half[1], half[2]];
  for (let line = 0; line < clip.length; line += 3) {
    const height = (i: number): number => clip[line] * outline[i] + clip[line + 1] * outline[i + 1] - clip[line + 2];
    const cut: number[] = [];
    for (let i = 0; i < outline.length; i += 2) {
      const j = (i + 2) % outline.length;
      const a = height(i);
      const b = height(j);
      if (a <= 0) cut.push(outline[i], outline[i + 1]);
      if (a < 0 !== b < 0 && a !== 0 && b !== 0) {
        const s = a / (a - b);
        cut.push(outline[i] + s * (outline[j] - outline[i]), outline[i + 1] + s * (outline[j + 1] - outline[i + 1]));
      }
    }
    // a rectangle without width may lose all corners to rounding
    if (cut.length >= 6) outline = cut;
  }
  return outline;
}
