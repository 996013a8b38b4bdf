import { LEAF_RADIUS, LEAF_STRIDE, NODE_SHAPE, type TriangleTree } from '../../../src/hierarchy/triangle-tree.ts';

/** All doubles are integers in units of 2^-1074. */
const UNIT = 1074;
const view = new DataView(new ArrayBuffer(8));

/** x in units of 2^-1074. */
export function exactly(x: number): bigint {
  if (!Number.isFinite(x)) throw new RangeError(`${x}`);
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = (bits >> 52n) & 0x7ffn;
  const fraction = bits & (2n ** 52n - 1n);
  const size = biased === 0n ? fraction : (fraction | (1n << 52n)) << (biased - 1n);
  return bits >> 63n === 1n ? -size : size;
}

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/**
 * Whether some point T + a u0 + b u1 of the rectangle is proven within r − radius of x: a and b are doubles in range,
 * the rest is integer arithmetic. A "no" is a proof only together with the margin the builder promises.
 */
export function sweptSphereHolds(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  const scale = nodes[o + 9] + nodes[o + 10] + nodes[o + 11];
  const d = [0, 1, 2].map((k) => (x[v + k] - nodes[o + 6 + k]) / scale);
  const along = (u: number): number => d.reduce((sum, dk, k) => sum + dk * nodes[o + u + k], 0);
  const a = clamp(along(0) * scale, 0, nodes[o + 9]);
  const b = clamp(along(3) * scale, 0, nodes[o + 10]);
  let square = 0n;
  for (let k = 0; k < 3; k++) {
    const e =
      ((exactly(x[v + k]) - exactly(nodes[o + 6 + k])) << BigInt(UNIT)) -
      exactly(a) * exactly(nodes[o + k]) -
      exactly(b) * exactly(nodes[o + 3 + k]);
    square += e * e;
  }
  const room = (exactly(nodes[o + 11]) - exactly(radius)) << BigInt(UNIT);
  return room >= 0n && square <= room * room;
}

/** a_k of x − c = Σ a_k u_k by Cramer's rule; a ball of radius ρ adds ρ |row k of U⁻¹|; all in integers. */
export function obbHolds(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  const u = [0, 1, 2].map((k) => exactly(nodes[o + 6 + k]));
  const w = [0, 1, 2].map((k) => exactly(nodes[o + 9 + k]));
  const cross = (a: bigint[], b: bigint[]): bigint[] => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a: bigint[], b: bigint[]): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const d = [0, 1, 2].map((k) => exactly(x[v + k]) - exactly(nodes[o + k]));
  // n = u × w in units of 2^-2148; a0 = (d × …) by Cramer with det = n·n.
  const n = cross(u, w);
  const det = dot(n, n);
  const one = 1n << BigInt(UNIT);
  const rows = [cross(w, n).map((x) => x * one), cross(n, u).map((x) => x * one), n.map((x) => x * one * one)];
  return rows.every((row, k) => {
    const along = dot(d, row);
    const room = exactly(nodes[o + 3 + k]) * det - (along < 0n ? -along : along);
    const rho = exactly(radius);
    return room >= 0n && rho * rho * dot(row, row) <= room * room;
  });
}

export function aabbHolds(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  return [0, 1, 2].every(
    (k) => exactly(x[v + k]) - exactly(radius) >= exactly(nodes[o + k]) && exactly(x[v + k]) + exactly(radius) <= exactly(nodes[o + 3 + k]),
  );
}

/** Corners of leaves that are not proven to lie in a node above them: `node/leaf/corner`. */
export function escapes(tree: TriangleTree): string[] {
  const { nodes, leaves } = tree;
  const { stride, child: slot } = NODE_SHAPE[tree.kind];
  const holds = tree.kind === 'swept-sphere' ? sweptSphereHolds : tree.kind === 'obb' ? obbHolds : aabbHolds;
  const found: string[] = [];
  const above: number[] = [];
  const visit = (node: number): void => {
    above.push(node);
    const child = nodes[stride * node + slot];
    if (child >= 0) {
      visit(child);
      visit(child + 1);
    } else {
      const o = LEAF_STRIDE * (-1 - child);
      for (let corner = 0; corner < 3; corner++) {
        for (const ancestor of above) {
          if (!holds(nodes, stride * ancestor, leaves, o + 3 * corner, leaves[o + LEAF_RADIUS]))
            found.push(`${ancestor}/${-1 - child}/${corner}`);
        }
      }
    }
    above.pop();
  };
  visit(0);
  return found;
}

/** Whether bound ≥ |x| + radius exactly. */
export function reaches(bound: number, x: readonly number[], radius: number): boolean {
  const room = exactly(bound) - exactly(radius);
  const square = x.reduce((sum, xk) => sum + exactly(xk) * exactly(xk), 0n);
  return room >= 0n && square <= room * room;
}

/** Whether ρ of a swept sphere ≥ the distance of its rectangle's four corners from the origin, exactly. */
export function rhoReaches(nodes: Float64Array, o: number): boolean {
  const rho = exactly(nodes[o + 12]) << BigInt(UNIT);
  return [0, 1, 2, 3].every((corner) => {
    const a = corner & 1 ? exactly(nodes[o + 9]) : 0n;
    const b = corner & 2 ? exactly(nodes[o + 10]) : 0n;
    let square = 0n;
    for (let k = 0; k < 3; k++) {
      const x = (exactly(nodes[o + 6 + k]) << BigInt(UNIT)) + a * exactly(nodes[o + k]) + b * exactly(nodes[o + 3 + k]);
      square += x * x;
    }
    return square <= rho * rho;
  });
}
