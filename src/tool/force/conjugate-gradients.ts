/*
 * The two passes over some vertices of preconditioned conjugate gradients: r residual, d direction, z product; x y z a
 * vertex.
 */

/**
 * step += α d, r −= α z, z = blocks · r, symmetric 3 × 3 blocks of six numbers, 0 where a vertex is held; returns r·z.
 */
export function descend(
  alpha: number,
  r: Float64Array,
  step3: Float64Array,
  d: Float64Array,
  z: Float64Array,
  blocks: Float64Array,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let o = 3 * from, b = 6 * from; o < 3 * to; o += 3, b += 6) {
    step3[o] += alpha * d[o];
    step3[o + 1] += alpha * d[o + 1];
    step3[o + 2] += alpha * d[o + 2];
    const x = r[o] - alpha * z[o];
    const y = r[o + 1] - alpha * z[o + 1];
    const w = r[o + 2] - alpha * z[o + 2];
    r[o] = x;
    r[o + 1] = y;
    r[o + 2] = w;
    const zx = blocks[b] * x + blocks[b + 1] * y + blocks[b + 2] * w;
    const zy = blocks[b + 1] * x + blocks[b + 3] * y + blocks[b + 4] * w;
    const zz = blocks[b + 2] * x + blocks[b + 4] * y + blocks[b + 5] * w;
    z[o] = zx;
    z[o + 1] = zy;
    z[o + 2] = zz;
    sum += x * zx + y * zy + w * zz;
  }
  return sum;
}

/** d = z + β d, then z = (diagonal + shape) · d, one number a vertex each. */
export function turn(
  beta: number,
  d: Float64Array,
  z: Float64Array,
  diagonal: Float64Array,
  shape: Float64Array,
  from: number,
  to: number,
): void {
  for (let i = from, o = 3 * from; i < to; i++, o += 3) {
    const k = diagonal[i] + shape[i];
    const x = z[o] + beta * d[o];
    const y = z[o + 1] + beta * d[o + 1];
    const w = z[o + 2] + beta * d[o + 2];
    d[o] = x;
    d[o + 1] = y;
    d[o + 2] = w;
    z[o] = k * x;
    z[o + 1] = k * y;
    z[o + 2] = k * w;
  }
}
