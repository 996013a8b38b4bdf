// Something with many triangles to ask about: tubes around closed curves.

/** @returns {{ positions: Float64Array, indices: Uint32Array }} */
export function tube(curve, radius, along, around) {
  const positions = new Float64Array(3 * along * around);
  const indices = new Uint32Array(6 * along * around);
  const at = (i) => curve((2 * Math.PI * (i % along)) / along);
  for (let i = 0; i < along; i++) {
    const [p, next] = [at(i), at(i + 1)];
    const tangent = unit(next.map((x, k) => x - p[k]));
    const side = unit(cross(tangent, [0.31, 0.57, 0.76]));
    const up = cross(tangent, side);
    for (let j = 0; j < around; j++) {
      const [c, s] = [Math.cos((2 * Math.PI * j) / around), Math.sin((2 * Math.PI * j) / around)];
      const [v, right, above] = [i * around + j, i * around + ((j + 1) % around), ((i + 1) % along) * around + j];
      const across = ((i + 1) % along) * around + ((j + 1) % around);
      for (let k = 0; k < 3; k++) positions[3 * v + k] = p[k] + radius * (c * side[k] + s * up[k]);
      indices.set([v, right, across, v, across, above], 6 * v);
    }
  }
  return { positions, indices };
}

/** @returns {[number, number, number]} */
export const knotCurve = (t) => [(0.6 + 0.25 * Math.cos(3 * t)) * Math.cos(2 * t), (0.6 + 0.25 * Math.cos(3 * t)) * Math.sin(2 * t), 0.3 * Math.sin(3 * t)];

/** @returns {[number, number, number]} */
export const ringCurve = (t) => [0, 1.15 * Math.cos(t), 1.15 * Math.sin(t)];

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));
