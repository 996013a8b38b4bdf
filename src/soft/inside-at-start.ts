/** Does a part of one body lie wholly inside another, a solid, at the start? Asked where no surfaces touch there. */
import type { Budget } from '../contact/budget.ts';
import { anyHolds, holdsPoint, trianglesHoldPoint } from '../contact/containment.ts';
import { ADDING, TURNING } from '../contact/moving-pair.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { isOriented, joinedByNumber, partVertices } from '../mesh/solid-parts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_P } from '../motion/motion.ts';

/**
 * Is a part of the mesh, its vertices at these positions, inside the solid, placed by its state relative to the
 * reference? Undefined: cannot be decided, or it is late.
 */
export function solidHoldsPart(
  solid: SweptSphereTree,
  state: Float64Array,
  reference: ArrayLike<number>,
  mesh: TriangleMesh,
  positions: Float64Array,
  budget: Budget,
): boolean | undefined {
  const point = new Float64Array(3);
  const away = Math.abs(state[STATE_P]) + Math.abs(state[STATE_P + 1]) + Math.abs(state[STATE_P + 2]);
  const holds = (v: number): boolean | undefined => {
    if (budget.isLate()) return undefined;
    for (let k = 0; k < 3; k++) point[k] = positions[3 * v + k] - reference[k];
    const lengths = Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]) + away + 2 * solid.radius;
    return holdsPoint(solid, state, point, (ADDING + 2 * TURNING) * lengths);
  };
  return anyHolds(partVertices(joinedByNumber(mesh)), holds, budget);
}

/** The same for a solid that deforms, its vertices at positions of their own. */
export function deformedHoldsPart(
  solid: TriangleMesh,
  at: Float64Array,
  mesh: TriangleMesh,
  positions: Float64Array,
  budget: Budget,
): boolean | undefined {
  const oriented = isOriented(joinedByNumber(solid));
  const holds = (v: number): boolean | undefined =>
    trianglesHoldPoint(at, solid.indices, oriented, positions.subarray(3 * v, 3 * v + 3), budget);
  return anyHolds(partVertices(joinedByNumber(mesh)), holds, budget);
}
