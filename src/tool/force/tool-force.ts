import type { Vec3 } from '../../math/pose.ts';
import { length } from '../../math/vec3.ts';

/** What the tool feels at one instant, in the world's axes. */
export interface ToolForce {
  /** Newtons, at most the `limit` of PenaltyForceOptions. */
  readonly force: Vec3;
  /** Torque about the tool's origin, newton metres, scaled as the force. */
  readonly torque: Vec3;
  /** Largest depth of a sample in the tool, metres. */
  readonly depth: number;
  /** Force and torque were multiplied by this to keep the limit; 1 within it. The sheet gets them unscaled. */
  readonly scale: number;
}

/**
 * Adds `share` times force and torque on the tool at `place` to out[0..5]: minus those on the sheet's vertices, where
 * they now are.
 */
export function addToolForce(forces: Float64Array, positions: Float64Array, place: Float64Array, share: number, out: Float64Array): void {
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  for (let o = 0; o < forces.length; o += 3) {
    const x = -forces[o];
    const y = -forces[o + 1];
    const z = -forces[o + 2];
    if (x === 0 && y === 0 && z === 0) continue;
    const rx = positions[o] - place[9];
    const ry = positions[o + 1] - place[10];
    const rz = positions[o + 2] - place[11];
    fx += x;
    fy += y;
    fz += z;
    tx += ry * z - rz * y;
    ty += rz * x - rx * z;
    tz += rx * y - ry * x;
  }
  out[0] += share * fx;
  out[1] += share * fy;
  out[2] += share * fz;
  out[3] += share * tx;
  out[4] += share * ty;
  out[5] += share * tz;
}

/** Force and torque at sums[0..5], as the device takes them: direction kept, size at most the limit. */
export function limitForce(sums: Float64Array, limit: number): Omit<ToolForce, 'depth'> {
  const size = length([sums[0], sums[1], sums[2]]);
  const scale = size > limit ? limit / size : 1;
  return {
    force: [sums[0] * scale, sums[1] * scale, sums[2] * scale],
    torque: [sums[3] * scale, sums[4] * scale, sums[5] * scale],
    scale,
  };
}
