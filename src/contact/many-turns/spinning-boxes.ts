/** Boxes instead of swept spheres, for whoever has trees of them. Guarantee and rounding: spinning-pair.ts. */
import { beginSet, revolve } from '../../geometry/revolved-set.ts';
import { OBB_CENTRE, OBB_HALF, OBB_RHO, OBB_U0, OBB_U1 } from '../../hierarchy/obb-tree.ts';
import { SPIN_AXES, SPIN_COUNT } from '../../motion/spin.ts';
import { addPlaced, type SpinningPair } from './spinning-pair.ts';

/** Two boxes, at (nodes, a) and (nodes, b); pad and rounding as of their gaps. */
export function stepBoxes(
  spinning: SpinningPair,
  nodesA: Float64Array,
  a: number,
  nodesB: Float64Array,
  b: number,
  pad: number,
  rounding: number,
): void {
  addBox(spinning.setA, nodesA, a, spinning.placedA, spinning.spinA);
  addBox(spinning.setB, nodesB, b, spinning.placedB, spinning.spinB);
  spinning.finish(nodesA[a + OBB_RHO], nodesB[b + OBB_RHO], pad + 2 * rounding);
}

function addBox(set: Float64Array, n: Float64Array, o: number, placed: Float64Array, spin: Float64Array): void {
  beginSet(set, 0);
  const ux = n[o + OBB_U0];
  const uy = n[o + OBB_U0 + 1];
  const uz = n[o + OBB_U0 + 2];
  const vx = n[o + OBB_U1];
  const vy = n[o + OBB_U1 + 1];
  const vz = n[o + OBB_U1 + 2];
  for (let corner = 0; corner < 8; corner++) {
    const i = corner & 1 ? n[o + OBB_HALF] : -n[o + OBB_HALF];
    const j = corner & 2 ? n[o + OBB_HALF + 1] : -n[o + OBB_HALF + 1];
    const k = corner & 4 ? n[o + OBB_HALF + 2] : -n[o + OBB_HALF + 2];
    const x = n[o + OBB_CENTRE] + i * ux + j * vx + k * (uy * vz - uz * vy);
    const y = n[o + OBB_CENTRE + 1] + i * uy + j * vy + k * (uz * vx - ux * vz);
    const z = n[o + OBB_CENTRE + 2] + i * uz + j * vz + k * (ux * vy - uy * vx);
    addPlaced(set, placed, x, y, z);
  }
  revolve(set, spin, SPIN_AXES, spin[SPIN_COUNT]);
}
