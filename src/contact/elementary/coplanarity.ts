/**
 * When do four linearly moving points first lie in one plane? Their determinant is a cubic f(t), kept in Bernstein form
 * b₀ … b₃ with one bound E on the error of every value computed from it by three rounds of interpolation, at any
 * arguments: |computed − exact| ≤ E (docs/notes/linear-vertices.md, "The cubic").
 * Guarantee: `advanceToRoot` leaves a time up to which f is proven not to vanish, and how far the first root can be.
 */

/** b₀ … b₃, E, then what the functions here read and write: */
export const cubic: Float64Array = new Float64Array(10);
export const CUBIC_ERROR = 4;
/** From where the search goes on, and the proven lower bound of the first root at or after it. */
export const ROOT_FROM = 5;
export const ROOT = 6;
/** f and f′ at ROOT, as computed. */
export const ROOT_VALUE = 7;
export const ROOT_SLOPE = 8;
/** ±1: the sign of f at ROOT_FROM. Doubles go through memory: as arguments they would be boxed. */
const SIGN = 9;

/** Between the values of ROOT_FROM and 1, does f keep its sign for certain? */
export function neverCoplanar(): boolean {
  const t = cubic[ROOT_FROM];
  const E = cubic[CUBIC_ERROR];
  const s = 1 - t;
  const p1 = s * cubic[1] + t * cubic[2];
  const p2 = s * cubic[2] + t * cubic[3];
  const q1 = s * p1 + t * p2;
  const q0 = s * (s * cubic[0] + t * cubic[1]) + t * p1;
  const c0 = s * q0 + t * q1;
  return (c0 > E && q1 > E && p2 > E && cubic[3] > E) || (c0 < -E && q1 < -E && p2 < -E && cubic[3] < -E);
}

/**
 * Moves ROOT from ROOT_FROM as far as f is proven to keep its sign beyond E, up to where |f| falls to about 2E: at most
 * to the first root. False when the proof got stuck before that.
 */
export function advanceToRoot(): boolean {
  const from = cubic[ROOT_FROM];
  const E = cubic[CUBIC_ERROR];
  const b0 = cubic[0];
  const b1 = cubic[1];
  const b2 = cubic[2];
  const b3 = cubic[3];
  const s = 1 - from;
  const q0 = s * (s * b0 + from * b1) + from * (s * b1 + from * b2);
  const q1 = s * (s * b1 + from * b2) + from * (s * b2 + from * b3);
  const start = s * q0 + from * q1;
  const sign = start < 0 ? -1 : 1;
  if (!(sign * start > 2 * E)) {
    cubic[ROOT] = from;
    cubic[ROOT_VALUE] = start;
    cubic[ROOT_SLOPE] = 3 * (q1 - q0);
    return true;
  }
  cubic[SIGN] = sign;
  proposeRoot();
  let root = cubic[ROOT];
  // step back until the value is certainly beyond E; the proposal aims at 2E
  let back = 0;
  let value = 0;
  let slope = 0;
  for (let pass = 0; ; pass++) {
    const r = 1 - root;
    const m = r * b1 + root * b2;
    const h0 = r * (r * b0 + root * b1) + root * m;
    const h1 = r * m + root * (r * b2 + root * b3);
    value = r * h0 + root * h1;
    slope = 3 * (h1 - h0);
    if (sign * value > E) break;
    if (pass === 60) root = from;
    if (!(root > from)) {
      cubic[ROOT] = from;
      cubic[ROOT_VALUE] = start;
      cubic[ROOT_SLOPE] = slope;
      return false;
    }
    const wanted = (2 * E - sign * value) / Math.abs(slope);
    back = Math.max(2 * back, 2 ** -52 * root, wanted < 1 ? wanted : 0);
    root = Math.max(from, root - back);
  }
  cubic[ROOT] = root;
  certify();
  const reached = cubic[ROOT];
  if (reached < root) {
    const r = 1 - reached;
    const m = r * b1 + reached * b2;
    const h0 = r * (r * b0 + reached * b1) + reached * m;
    const h1 = r * m + reached * (r * b2 + reached * b3);
    value = r * h0 + reached * h1;
    slope = 3 * (h1 - h0);
  }
  cubic[ROOT_VALUE] = value;
  cubic[ROOT_SLOPE] = slope;
  return reached === root;
}

/** Takes ROOT back to the farthest time up to which all Bernstein coefficients of pieces from ROOT_FROM on exceed E. */
function certify(): void {
  const sign = cubic[SIGN];
  const from = cubic[ROOT_FROM];
  const to = cubic[ROOT];
  const E = cubic[CUBIC_ERROR];
  const b0 = sign * cubic[0];
  const b1 = sign * cubic[1];
  const b2 = sign * cubic[2];
  const b3 = sign * cubic[3];
  let low = from;
  let step = to - from;
  for (let pass = 0; pass < 48 && low < to; pass++) {
    const high = low + step < to ? low + step : to;
    // the blossom of f at (low, low, low), (low, low, high), (low, high, high), (high, high, high)
    const l = 1 - low;
    const h = 1 - high;
    const p0 = l * b0 + low * b1;
    const p1 = l * b1 + low * b2;
    const p2 = l * b2 + low * b3;
    const ll0 = l * p0 + low * p1;
    const ll1 = l * p1 + low * p2;
    const lh0 = h * p0 + high * p1;
    const lh1 = h * p1 + high * p2;
    const m = h * b1 + high * b2;
    const hh0 = h * (h * b0 + high * b1) + high * m;
    const hh1 = h * m + high * (h * b2 + high * b3);
    if (l * ll0 + low * ll1 > E && h * ll0 + high * ll1 > E && h * lh0 + high * lh1 > E && h * hh0 + high * hh1 > E) {
      low = high;
      step = 2 * step;
    } else step = 0.5 * step;
  }
  cubic[ROOT] = low;
}

/** A guess at the first time from ROOT_FROM on at which sign·f falls to 2E, into ROOT; 1 when there is none. */
function proposeRoot(): void {
  const sign = cubic[SIGN];
  const from = cubic[ROOT_FROM];
  const s = 1 - from;
  const p0 = s * cubic[0] + from * cubic[1];
  const p1 = s * cubic[1] + from * cubic[2];
  const c2 = s * cubic[2] + from * cubic[3];
  const q0 = s * p0 + from * p1;
  const c1 = s * p1 + from * c2;
  const c0 = s * q0 + from * c1;
  // k₀ + k₁x + k₂x² + k₃x³ on x in [0, 1], k₀ > 0
  const near = 0.5 * cubic[CUBIC_ERROR];
  const k0 = sign * c0 - 2 * cubic[CUBIC_ERROR];
  const k1 = 3 * sign * (c1 - c0);
  const k2 = 3 * sign * (c2 - 2 * c1 + c0);
  const k3 = sign * (cubic[3] - 3 * c2 + 3 * c1 - c0);
  // pieces between the inflection and the extrema: there it is monotone and bends one way
  let e0 = 2;
  let e1 = 2;
  let bend = 2;
  if (!(k1 <= 0 && k1 + k2 <= 0 && k1 + 2 * k2 + 3 * k3 <= 0)) {
    const discriminant = k2 * k2 - 3 * k3 * k1;
    if (discriminant > 0) {
      const q = k2 > 0 ? -(k2 + Math.sqrt(discriminant)) : Math.sqrt(discriminant) - k2;
      e0 = q / (3 * k3);
      e1 = k1 / q;
    }
  }
  // the second derivative changes its sign between 0 and 1
  if (k2 * (k2 + 3 * k3) < 0) bend = -k2 / (3 * k3);
  let left = 0;
  for (;;) {
    let right = 1;
    if (e0 > left && e0 < right) right = e0;
    if (bend > left && bend < right) right = bend;
    if (e1 > left && e1 < right) right = e1;
    if (k0 + right * (k1 + right * (k2 + right * k3)) <= 0) {
      // from the end where value and curvature agree in sign, steps do not pass the root
      let x = 2 * k2 + 3 * k3 * (left + right) > 0 ? left : right;
      for (let pass = 0; pass < 50; pass++) {
        const value = k0 + x * (k1 + x * (k2 + x * k3));
        if (Math.abs(value) <= near) break;
        const slope = k1 + x * (2 * k2 + 3 * k3 * x);
        // Halley's step
        const next = x - (value * slope) / (slope * slope - value * (k2 + 3 * k3 * x));
        const kept = next > left ? (next < right ? next : right) : left;
        if (Math.abs(kept - x) <= 2 ** -52 * x) break;
        x = kept;
      }
      cubic[ROOT] = from + x * s;
      return;
    }
    if (right === 1) {
      cubic[ROOT] = 1;
      return;
    }
    left = right;
  }
}
