/**
 * Does a part of one body lie wholly inside the other, a solid, at the placed instant? Asked only at the start and only
 * of solids: later on, a surface is touched before anything is inside. For one vertex of each part the crossings of a
 * segment that leaves the solid are counted: outside, as many lead in as out; where the triangles do not turn alike, an
 * even number is outside. A crossing is only taken as one, or as none,
 * when its orientation signs exceed their rounding bound; otherwise the next direction is tried.
 * Guarantee: where no surfaces touch, true and false are right; undefined when every direction ran too close to an
 * edge, or the pair's budget is late.
 */
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { planOf } from '../hierarchy/tree-plan.ts';
import { LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { isOriented, partVertices } from '../mesh/solid-parts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_P, STATE_SIZE } from '../motion/motion.ts';
import { placeCorners } from '../motion/place-corners.ts';
import { type Budget, NO_LIMITS } from './budget.ts';
import type { MovingPair } from './moving-pair.ts';
import { PairStack } from './pair-stack.ts';
import { FRAME_SIZE, GAP, PAD, REST, setFrame, stepVolumes } from './volume-gap.ts';

/** Unit vectors in no special position. */
// biome-ignore format: one a line
const DIRECTIONS: readonly number[] = [
  0.48, 0.6, 0.64,
  -0.352, 0.864, 0.36,
  0.28, -0.576, 0.768,
  -0.8, 0.36, -0.48,
  0.64, 0.48, -0.6,
  -0.36, -0.48, -0.8,
  0.768, -0.64, -0.024,
  0.0896, 0.28, -0.95579496,
];
/**
 * Error of a placed corner and of an orientation sign, relative to ε and lengths; generous [docs/notes/rounding.md].
 */
const SIGN_MARGIN = 16;

/** Corners less one between two units of the budget; 2 to some power less one. */
const PIECE = 127;

/** A vertex of the part that is inside: of which body, and its number. */
export interface InsideVertex {
  side: 0 | 1;
  vertex: number;
}

/** Two bodies where they are placed. */
export type PlacedPair = Pick<MovingPair, 'treeA' | 'treeB' | 'stateA' | 'stateB' | 'rounding' | 'budget'>;

export function isContained(pair: PlacedPair, found: InsideVertex = { side: 0, vertex: -1 }): boolean | undefined {
  const { treeA, treeB, stateA, stateB } = pair;
  return anyHolds(
    [0, 1] as const,
    (side) => {
      const [solid, other] = side === 0 ? [treeB, treeA] : [treeA, treeB];
      if (!solid.mesh.solid) return false;
      found.side = side;
      return holdsPart(pair, solid, side === 0 ? stateB : stateA, other, side === 0 ? stateA : stateB, found);
    },
    pair.budget,
  );
}

/** True where one of them is held, undefined where that is in doubt, or it is late. */
export function anyHolds<Item>(items: Iterable<Item>, holds: (item: Item) => boolean | undefined, budget: Budget): boolean | undefined {
  let doubtful = false;
  for (const item of items) {
    const held = holds(item);
    if (held) return true;
    if (budget.late) return undefined;
    doubtful ||= held === undefined;
  }
  return doubtful ? undefined : false;
}

/** What is found out about a mesh once and kept: done before the first question rather than in it. */
export function prepareParts(mesh: TriangleMesh): void {
  if (planOf(mesh)?.anyPart === undefined) partVertices(mesh);
}

function holdsPart(
  pair: PlacedPair,
  solid: SweptSphereTree,
  solidState: Float64Array,
  other: SweptSphereTree,
  otherState: Float64Array,
  found: InsideVertex,
): boolean | undefined {
  const point = new Float64Array(9);
  const { budget } = pair;
  const holds = (v: number): boolean | undefined => {
    if (budget.isLate()) return undefined;
    found.vertex = v;
    placePoint(other.mesh.positions, 3 * v, otherState, point);
    return holdsPoint(solid, solidState, point, pair.rounding);
  };
  const plan = planOf(other.mesh);
  if (plan?.anyPart !== undefined) return plan.anyPart(solid, solidState, other, otherState, pair.rounding, holds);
  return anyHolds(partVertices(other.mesh), holds, budget);
}

/** Is the point inside the closed surface of these triangles? Undefined when that cannot be decided, or it is late. */
export function trianglesHoldPoint(
  positions: Float64Array,
  indices: Uint32Array,
  oriented: boolean,
  point: ArrayLike<number>,
  budget: Budget = NO_LIMITS,
): boolean | undefined {
  let reach = 0;
  for (let i = 0; i < indices.length; i++) {
    if ((i & PIECE) === 0 && budget.isLate()) return undefined;
    const v = 3 * indices[i];
    for (let k = 0; k < 3; k++) reach = Math.max(reach, Math.abs(positions[v + k] - point[k]));
  }
  // twice the distance of the farthest corner; corners relative to the point are off by u of that
  reach *= 4;
  const corners = new Float64Array(9);
  const origin = new Float64Array(3);
  for (let d = 0; d < DIRECTIONS.length; d += 3) {
    let crossings: number | undefined = 0;
    for (let t = 0; t < indices.length && crossings !== undefined; t += 3) {
      if ((t & PIECE) === 0 && budget.isLate()) return undefined;
      for (let k = 0; k < 9; k++) corners[k] = positions[3 * indices[t + Math.floor(k / 3)] + (k % 3)] - point[k % 3];
      const crossed = crosses(
        corners,
        origin,
        reach * DIRECTIONS[d],
        reach * DIRECTIONS[d + 1],
        reach * DIRECTIONS[d + 2],
        reach,
        2 ** -52 * reach,
      );
      crossings = crossed === undefined ? undefined : crossings + crossed;
    }
    if (crossings !== undefined) return (oriented ? crossings : crossings & 1) !== 0;
  }
  return undefined;
}

/** Is the point inside the solid, placed by the state? Undefined when that cannot be decided. */
export function holdsPoint(solid: SweptSphereTree, state: Float64Array, point: Float64Array, rounding: number): boolean | undefined {
  const dx = point[0] - state[STATE_P];
  const dy = point[1] - state[STATE_P + 1];
  const dz = point[2] - state[STATE_P + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const reach = 2 * (distance + solid.radius);
  if (distance > solid.radius * (1 + 2 ** -40) + 2 * rounding) return false;
  for (let d = 0; d < DIRECTIONS.length; d += 3) {
    const crossings = countCrossings(solid, state, point, d, reach, rounding);
    if (crossings !== undefined) return crossings !== 0;
  }
  return undefined;
}

/**
 * Crossings out less crossings in, or for unlike triangles their number modulo 2; undefined when one cannot be decided.
 */
function countCrossings(
  solid: SweptSphereTree,
  state: Float64Array,
  point: Float64Array,
  direction: number,
  reach: number,
  rounding: number,
): number | undefined {
  const oriented = isOriented(solid.mesh);
  // The segment as a node of its own: a rectangle without width.
  const segment = new Float64Array(16);
  segmentNode(segment, point, direction, reach);
  const world = new Float64Array(STATE_SIZE);
  world[0] = world[4] = world[8] = 1;
  const frame = new Float64Array(FRAME_SIZE);
  frame[PAD] = rounding;
  frame[REST] = -1;
  setFrame(frame, segment, 0, world, state);
  const ex = point[0] + reach * segment[0];
  const ey = point[1] + reach * segment[1];
  const ez = point[2] + reach * segment[2];
  const corners = new Float64Array(9);
  const stack = new PairStack();
  stack.push(0, 0);
  let crossings = 0;
  while (stack.pop()) {
    const node = stack.a;
    stepVolumes(frame, segment, 0, solid.nodes, node << 4, 1);
    if (frame[GAP] > 0) continue;
    const child = solid.nodes[(node << 4) + NODE_CHILD];
    if (child >= 0) {
      stack.push(child, 0);
      stack.push(child + 1, 0);
      continue;
    }
    placeCorners(solid.leaves, (-1 - child) * LEAF_STRIDE, state, corners, 0);
    const crossed = crosses(corners, point, ex, ey, ez, reach, rounding);
    if (crossed === undefined) return undefined;
    crossings += crossed;
  }
  return oriented ? crossings : crossings & 1;
}

/**
 * 1 or −1, by the triangle's side, where the segment point → e crosses it, else 0; by the signs of five tetrahedra,
 * undefined when one is too close to 0.
 */
function crosses(
  c: Float64Array,
  p: Float64Array,
  ex: number,
  ey: number,
  ez: number,
  reach: number,
  rounding: number,
): number | undefined {
  const margin = SIGN_MARGIN * rounding * reach * reach;
  const start = volume(c, 0, 3, 6, p[0], p[1], p[2]);
  const end = volume(c, 0, 3, 6, ex, ey, ez);
  if (Math.abs(start) > margin && Math.abs(end) > margin && start > 0 === end > 0) return 0;
  const ab = side(c, 0, 3, p, ex, ey, ez);
  const bc = side(c, 3, 6, p, ex, ey, ez);
  const ca = side(c, 6, 0, p, ex, ey, ez);
  if ((ab > margin && bc < -margin) || (ab < -margin && bc > margin)) return 0;
  if ((bc > margin && ca < -margin) || (bc < -margin && ca > margin)) return 0;
  if ((ca > margin && ab < -margin) || (ca < -margin && ab > margin)) return 0;
  const least = Math.min(Math.abs(ab), Math.abs(bc), Math.abs(ca), Math.abs(start), Math.abs(end));
  return least > margin ? (start > 0 ? 1 : -1) : undefined;
}

/** Six times the signed volume of triangle (i, j, k) of c and the point. */
function volume(c: Float64Array, i: number, j: number, k: number, x: number, y: number, z: number): number {
  const ax = c[i] - x;
  const ay = c[i + 1] - y;
  const az = c[i + 2] - z;
  const bx = c[j] - x;
  const by = c[j + 1] - y;
  const bz = c[j + 2] - z;
  const cx = c[k] - x;
  const cy = c[k + 1] - y;
  const cz = c[k + 2] - z;
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** Six times the signed volume of the segment p → e and the edge i → j of c. */
function side(c: Float64Array, i: number, j: number, p: Float64Array, ex: number, ey: number, ez: number): number {
  const dx = ex - p[0];
  const dy = ey - p[1];
  const dz = ez - p[2];
  const ax = c[i] - p[0];
  const ay = c[i + 1] - p[1];
  const az = c[i + 2] - p[2];
  const bx = c[j] - p[0];
  const by = c[j + 1] - p[1];
  const bz = c[j + 2] - p[2];
  return dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
}

function placePoint(positions: Float64Array, v: number, state: Float64Array, out: Float64Array): void {
  const x = positions[v];
  const y = positions[v + 1];
  const z = positions[v + 2];
  out[0] = state[0] * x + state[1] * y + state[2] * z + state[STATE_P];
  out[1] = state[3] * x + state[4] * y + state[5] * z + state[STATE_P + 1];
  out[2] = state[6] * x + state[7] * y + state[8] * z + state[STATE_P + 2];
}

/** Axes: the direction and any unit vector across it. */
function segmentNode(node: Float64Array, point: Float64Array, d: number, reach: number): void {
  const x = DIRECTIONS[d];
  const y = DIRECTIONS[d + 1];
  const z = DIRECTIONS[d + 2];
  const l = Math.sqrt(x * x + y * y + z * z);
  const across = Math.sqrt(x * x + y * y);
  node[0] = x / l;
  node[1] = y / l;
  node[2] = z / l;
  node[3] = -y / across;
  node[4] = x / across;
  node[6] = point[0];
  node[7] = point[1];
  node[8] = point[2];
  node[9] = reach;
}
