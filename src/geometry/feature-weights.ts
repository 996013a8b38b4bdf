// Which mix of a feature's corners is a given point of it? Barycentric weights of a vertex, an edge or a triangle.
// Guarantee: every weight lies in [0, 1], they add up to exactly 1 from the first to the last, and what they make is
// within 64·u·M of the point of the feature that is nearest to the given one, u = 2⁻⁵³ and M the largest coordinate
// relative to it: also of needles, segments and points, where weights are not unique. Nothing depends on the unit of
// length or on where the feature is. Assumes finite coordinates.
// Gram-Schmidt on the longest side, not areas: the error of a weight is then paid along the side it moves the point on.

/** Corners relative to the point, divided by the largest coordinate. */
const Q = new Float64Array(9);

/** Weights of the first `count` corners (1 to 3, x y z each) for the point at po of p. */
export function featureWeights(corners: Float64Array, count: number, p: Float64Array, po: number): number[] {
  if (count === 1) return [1];
  let largest = 0;
  for (let k = 0; k < 3 * count; k++) {
    Q[k] = corners[k] - p[po + (k % 3)];
    largest = Math.max(largest, Math.abs(Q[k]));
  }
  if (largest > 0) for (let k = 0; k < 3 * count; k++) Q[k] /= largest;
  if (count === 2) {
    const share = shareOf(0, 3);
    return [1 - share, share];
  }
  return triangleWeights();
}

/** Weight of j at the point of the segment from i to j nearest to the origin; a half where the segment is a point. */
function shareOf(i: number, j: number): number {
  const along = -dot(i, i, j, i);
  const square = dot(j, i, j, i);
  return square > 0 ? Math.min(1, Math.max(0, along / square)) : 0.5;
}

/** (Q_a − Q_b)·(Q_c − Q_d), where a = b stands for Q_a alone. */
function dot(a: number, b: number, c: number, d: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (a === b ? Q[a + k] : Q[a + k] - Q[b + k]) * (c === d ? Q[c + k] : Q[c + k] - Q[d + k]);
  return sum;
}

function triangleWeights(): number[] {
  const sides = [dot(3, 0, 3, 0), dot(6, 3, 6, 3), dot(0, 6, 0, 6)];
  const longest = sides[0] >= sides[1] ? (sides[0] >= sides[2] ? 0 : 2) : sides[1] >= sides[2] ? 1 : 2;
  if (!(sides[longest] > 0)) return summed([1 / 3, 1 / 3, 1 / 3]);
  const [i, j, k] = [3 * longest, 3 * ((longest + 1) % 3), 3 * ((longest + 2) % 3)];
  // e = x_j − x_i; x_k − x_i = foot·e + h and −x_i = along·e + r, with h ⊥ e ⊥ r; w_k = r·h / h·h
  const foot = dot(k, i, j, i) / sides[longest];
  const along = -dot(i, i, j, i) / sides[longest];
  let high = 0;
  let up = 0;
  for (let c = 0; c < 3; c++) {
    const e = Q[j + c] - Q[i + c];
    const h = Q[k + c] - Q[i + c] - foot * e;
    high += h * h;
    up -= h * (Q[i + c] + along * e);
  }
  const weights = [0, 0, 0];
  if (high > 0) {
    const third = up / high;
    const second = along - third * foot;
    weights[k / 3] = third;
    weights[j / 3] = second;
    weights[i / 3] = 1 - second - third;
    if (weights.every((w) => w >= 0 && w <= 1)) return summed(weights);
  }
  // outside, or flat: the nearest point of the three sides
  let least = Infinity;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const share = shareOf(3 * a, 3 * b);
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const x = (1 - share) * Q[3 * a + c] + share * Q[3 * b + c];
      square += x * x;
    }
    if (square < least) {
      least = square;
      weights.fill(0);
      weights[a] = 1 - share;
      weights[b] = share;
    }
  }
  return weights;
}

/** Weights that add up to 1 but for rounding, so that they do exactly. */
function summed([u, v]: readonly number[]): number[] {
  return u + v <= 1 ? [u, v, 1 - (u + v)] : [u, 1 - u, 0];
}
