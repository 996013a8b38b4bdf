import { checkedPose, type Pose } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';

/** Doubles of a place: R row by row, then p; as a motion's state begins. */
export const PLACE_SIZE = 12;

export function writePlace(pose: Pose, out: Float64Array, what = 'pose'): void {
  const { position, quaternion } = checkedPose(pose, what);
  writeMatrix(quaternion, out, 0);
  out.set(position, 9);
}

/** Rᵀ (x − p) for every vertex. */
export function toLocal(place: Float64Array, positions: Float64Array, out: Float64Array): void {
  const px = place[9];
  const py = place[10];
  const pz = place[11];
  for (let o = 0; o < positions.length; o += 3) {
    const x = positions[o] - px;
    const y = positions[o + 1] - py;
    const z = positions[o + 2] - pz;
    out[o] = place[0] * x + place[3] * y + place[6] * z;
    out[o + 1] = place[1] * x + place[4] * y + place[7] * z;
    out[o + 2] = place[2] * x + place[5] * y + place[8] * z;
  }
}
