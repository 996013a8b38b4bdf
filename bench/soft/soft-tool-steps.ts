// Steps of a cylinder over a deforming hull, and what it truly touches: looked at instant by instant, triangle by triangle.

import { aboutAxis } from '../../scenes/placed.ts';
import { deformHull, HULL_LENGTH, HULL_WIDTH, hull, hullHeight } from '../../scenes/soft/deforming-hull.ts';
import { DRILL_DURATION, DRILL_LENGTH, drill, drillMotion } from '../../scenes/soft/drill-motion.ts';
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { rotate } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { poseAt } from '../../src/motion/pose-at.ts';
import { type RigidMotion, rigidMotion } from '../../src/motion/rigid-motion.ts';
import { trianglesOverlap } from '../../test/unit/geometry/triangle-overlap.ts';

export interface ToolStep {
  readonly motion: RigidMotion;
  readonly positions0: Float64Array;
  readonly positions1: Float64Array;
}

export interface ToolScene {
  readonly name: string;
  readonly tool: TriangleMesh;
  readonly workpiece: TriangleMesh;
  readonly steps: readonly ToolStep[];
}

/** Frames a second, of the operator and of the workpiece. */
const RATE = 60;
const INSTANTS = 20;

/** `drill`: frames of the drilling motion. `slanted`: strokes of 10 to 30 mm with a tool that leans in the direction it goes. */
export function toolScenes(triangles: number, count: number): ToolScene[] {
  const workpiece = hull(triangles);
  const tool = drill();
  const random = new Random(`tool over ${triangles}`);
  const along = drillMotion();
  const drilling = Array.from({ length: count }, (_, i) => {
    const time = ((i + 0.5) / count) * (DRILL_DURATION - 1 / RATE);
    return step(workpiece, along(time), along(time + 1 / RATE), time);
  });
  const strokes = Array.from({ length: count }, (_, i) => {
    const [from, to] = stroke(random);
    return step(workpiece, from, to, i / RATE);
  });
  return [
    { name: 'drill', tool, workpiece, steps: drilling },
    { name: 'slanted', tool, workpiece, steps: strokes },
  ];
}

function step(workpiece: TriangleMesh, from: Pose, to: Pose, time: number): ToolStep {
  return {
    motion: rigidMotion(from, to),
    positions0: deformHull(workpiece.positions, time),
    positions1: deformHull(workpiece.positions, time + 1 / RATE),
  };
}

/** The working end a little above or below the hull. */
function stroke(random: Random): [Required<Pose>, Required<Pose>] {
  const x = random.range(-0.35, 0.35) * HULL_LENGTH;
  const y = random.range(-0.35, 0.35) * HULL_WIDTH;
  const heading = random.range(0, 2 * Math.PI);
  const ahead: Vec3 = [Math.cos(heading), Math.sin(heading), 0];
  const quaternion = aboutAxis([-ahead[1], ahead[0], 0], random.range(0.5, 1));
  const end = rotate(quaternion, [0, 0, -DRILL_LENGTH / 2]);
  const length = random.range(0.01, 0.03);
  const height = hullHeight(x, y) + random.range(-0.004, 0.012);
  const at = (way: number): Required<Pose> => ({
    position: [x + way * ahead[0] - end[0], y + way * ahead[1] - end[1], height - end[2]],
    quaternion,
  });
  return [at(0), at(length)];
}

/** Triangles of the workpiece that meet the tool's surface at one of some instants, ascending. */
export function touchedTriangles(tool: TriangleMesh, { indices }: TriangleMesh, { motion, positions0, positions1 }: ToolStep): number[] {
  const times = Array.from({ length: INSTANTS + 1 }, (_, i) => i / INSTANTS);
  const placed = times.map((t) => placedTool(tool, motion, t));
  const [low, high] = boundsOf(placed);
  const touched: number[] = [];
  const piece = new Float64Array(9);
  const place = (triangle: number, t: number): void => {
    for (let k = 0; k < 9; k++) {
      const o = 3 * indices[3 * triangle + Math.floor(k / 3)] + (k % 3);
      piece[k] = (1 - t) * positions0[o] + t * positions1[o];
    }
  };
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const ends = new Float64Array(18);
    for (const t of [0, 1]) {
      place(triangle, t);
      ends.set(piece, 9 * t);
    }
    const [least, most] = boundsOf([ends]);
    if ([0, 1, 2].some((k) => least[k] > high[k] || most[k] < low[k])) continue;
    const met = times.some((t, i) => {
      place(triangle, t);
      return meets(placed[i], piece);
    });
    if (met) touched.push(triangle);
  }
  return touched;
}

/** Nine numbers a triangle, in the world. */
function placedTool({ indices, positions }: TriangleMesh, motion: RigidMotion, t: number): Float64Array {
  const { position, quaternion } = poseAt(motion, t);
  const out = new Float64Array(3 * indices.length);
  indices.forEach((v, i) => {
    const [x, y, z] = rotate(quaternion, [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
    out.set([x + position[0], y + position[1], z + position[2]], 3 * i);
  });
  return out;
}

function meets(placed: Float64Array, piece: Float64Array): boolean {
  const [low, high] = boundsOf([piece]);
  for (let o = 0; o < placed.length; o += 9) if (!apart(placed, o, low, high) && trianglesOverlap(placed, o, piece, 0)) return true;
  return false;
}

function boundsOf(lists: readonly Float64Array[]): [low: number[], high: number[]] {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (const list of lists) {
    for (let o = 0; o < list.length; o++) {
      low[o % 3] = Math.min(low[o % 3], list[o]);
      high[o % 3] = Math.max(high[o % 3], list[o]);
    }
  }
  return [low, high];
}

function apart(p: Float64Array, o: number, low: readonly number[], high: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [p[o + k], p[o + 3 + k], p[o + 6 + k]];
    if ((a < low[k] && b < low[k] && c < low[k]) || (a > high[k] && b > high[k] && c > high[k])) return true;
  }
  return false;
}
