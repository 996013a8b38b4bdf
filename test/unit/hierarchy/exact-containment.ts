import { LEAF_RADIUS, LEAF_STRIDE, NODE_SHAPE, type TriangleTree } from '../../../src/hierarchy/triangle-tree.ts';

/** All doubles are integers in units of 2^-1074. */
const UNIT = 1074;
const view = new DataView(new ArrayBuffer(8));

/** x in units of 2^(spare − 1074), where no bit of it is below that. */
export function exactly(x: number, spare = 0): bigint {
  if (!Number.isFinite(x)) throw new RangeError(`${x}`);
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt((high & 0xfffff) | (biased === 0 ? 0 : 1 << 20)) << 32n) | BigInt(view.getUint32(4));
  const shift = BigInt(Math.max(0, biased - 1) - spare);
  const size = shift < 0n ? fraction >> -shift : fraction << shift;
  return high >>> 31 === 1 ? -size : size;
}

const trailing = (word: number): number => 31 - Math.clz32(word & -word);

/** How many of the lowest bits, from that of 2^-1074 on, are 0 in all of these: integers without them are short. */
function spareBits(values: readonly number[]): number {
  let least = Infinity;
  for (const x of values) {
    view.setFloat64(0, x);
    const [high, low] = [view.getUint32(0), view.getUint32(4)];
    const biased = (high >>> 20) & 0x7ff;
    const top = (high & 0xfffff) | (biased === 0 ? 0 : 1 << 20);
    if (top === 0 && low === 0) continue;
    least = Math.min(least, Math.max(0, biased - 1) + (low === 0 ? 32 + trailing(top) : trailing(low)));
  }
  return least === Infinity ? 0 : least;
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
  const axes = spareBits([...nodes.subarray(o, o + 6), 1]);
  const lengths = spareBits([...nodes.subarray(o + 6, o + 9), nodes[o + 11], x[v], x[v + 1], x[v + 2], a, b, radius]);
  const [along0, along1, one] = [exactly(a, lengths), exactly(b, lengths), BigInt(UNIT - axes)];
  let square = 0n;
  for (let k = 0; k < 3; k++) {
    const e =
      ((exactly(x[v + k], lengths) - exactly(nodes[o + 6 + k], lengths)) << one) -
      along0 * exactly(nodes[o + k], axes) -
      along1 * exactly(nodes[o + 3 + k], axes);
    square += e * e;
  }
  const room = (exactly(nodes[o + 11], lengths) - exactly(radius, lengths)) << one;
  return room >= 0n && square <= room * room;
}

/** a_k of x − c = Σ a_k u_k by Cramer's rule; a ball of radius ρ adds ρ |row k of U⁻¹|; all in integers. */
export function obbHolds(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  const axes = spareBits([...nodes.subarray(o + 6, o + 12), 1]);
  const lengths = spareBits([...nodes.subarray(o, o + 6), x[v], x[v + 1], x[v + 2], radius]);
  const u = [0, 1, 2].map((k) => exactly(nodes[o + 6 + k], axes));
  const w = [0, 1, 2].map((k) => exactly(nodes[o + 9 + k], axes));
  const cross = (a: bigint[], b: bigint[]): bigint[] => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a: bigint[], b: bigint[]): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const d = [0, 1, 2].map((k) => exactly(x[v + k], lengths) - exactly(nodes[o + k], lengths));
  // n = u × w in squared units of the axes; a0 = (d × …) by Cramer with det = n·n.
  const n = cross(u, w);
  const det = dot(n, n);
  const one = exactly(1, axes);
  const rows = [cross(w, n).map((x) => x * one), cross(n, u).map((x) => x * one), n.map((x) => x * one * one)];
  return rows.every((row, k) => {
    const along = dot(d, row);
    const room = exactly(nodes[o + 3 + k], lengths) * det - (along < 0n ? -along : along);
    const rho = exactly(radius, lengths);
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
