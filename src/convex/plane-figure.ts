/**
 * Convex figures of a plane for contact patches: a polygon, a segment or a point, each corner with a height above the
 * plane, in memory that is used again.
 * `near` is a length that rounding may hide: figures thinner than it are segments, shorter ones points, and borders
 * that are closer count as shared.
 */

export class PlaneFigure {
  count = 0;
  x: Float64Array = new Float64Array(32);
  y: Float64Array = new Float64Array(32);
  z: Float64Array = new Float64Array(32);

  add(x: number, y: number, z: number): void {
    if (this.count === this.x.length) {
      this.x = doubled(this.x);
      this.y = doubled(this.y);
      this.z = doubled(this.z);
    }
    this.x[this.count] = x;
    this.y[this.count] = y;
    this.z[this.count++] = z;
  }

  /** Keeps the corners of the convex hull, counter-clockwise. */
  makeConvex(near: number, spare: PlaneFigure): void {
    this.sort();
    if (this.count > 2) this.chain(near, spare);
    if (this.count === 2 && !(Math.max(Math.abs(this.x[1] - this.x[0]), Math.abs(this.y[1] - this.y[0])) > near)) this.count = 1;
  }

  private chain(near: number, spare: PlaneFigure): void {
    const { x, y, z, count } = this;
    spare.count = 0;
    // monotone chains: below from left to right, then above from right to left
    for (let way = 0; way < 2; way++) {
      const start = spare.count;
      for (let k = 0; k < count; k++) {
        const i = way === 0 ? k : count - 1 - k;
        while (spare.count > start + 1 && spare.turn(spare.count - 2, spare.count - 1, x[i], y[i]) <= 0) spare.count--;
        spare.add(x[i], y[i], z[i]);
      }
      if (spare.count > start + 1) spare.count--;
    }
    this.take(spare);
    if (this.count > 2) this.flatten(near);
  }

  /** Where it is thinner than `near`: its two ends. */
  private flatten(near: number): void {
    const { x, y, z } = this;
    let far = 0;
    let till = 0;
    // the corner farthest from the first, and the one farthest from that
    for (let way = 0; way < 2; way++) {
      let most = -1;
      const from = till;
      far = from;
      for (let i = 0; i < this.count; i++) {
        const length = (x[i] - x[from]) * (x[i] - x[from]) + (y[i] - y[from]) * (y[i] - y[from]);
        if (length > most) {
          most = length;
          till = i;
        }
      }
    }
    const dx = x[till] - x[far];
    const dy = y[till] - y[far];
    const length = Math.sqrt(dx * dx + dy * dy);
    let low = 0;
    let high = 0;
    for (let i = 0; i < this.count; i++) {
      const aside = (dx * (y[i] - y[far]) - dy * (x[i] - x[far])) / length;
      low = Math.min(low, aside);
      high = Math.max(high, aside);
    }
    if (high - low > near) return;
    const fx = x[far];
    const fy = y[far];
    const fz = z[far];
    x[1] = x[till];
    y[1] = y[till];
    z[1] = z[till];
    x[0] = fx;
    y[0] = fy;
    z[0] = fz;
    this.count = 2;
  }

  take(other: PlaneFigure): void {
    this.count = 0;
    for (let i = 0; i < other.count; i++) this.add(other.x[i], other.y[i], other.z[i]);
  }

  /** Drops corners that are not farther than `near` from the one before. */
  spread(near: number): void {
    const { x, y, z } = this;
    const all = this.count;
    this.count = 0;
    for (let i = 0; i < all; i++) {
      const last = this.count - 1;
      if (last >= 0 && !(Math.max(Math.abs(x[i] - x[last]), Math.abs(y[i] - y[last])) > near)) continue;
      this.add(x[i], y[i], z[i]);
    }
    const last = this.count - 1;
    if (last > 0 && !(Math.max(Math.abs(x[0] - x[last]), Math.abs(y[0] - y[last])) > near)) this.count--;
  }

  /** Above 0 where corners i, j and the point turn counter-clockwise. */
  private turn(i: number, j: number, px: number, py: number): number {
    const { x, y } = this;
    return (x[j] - x[i]) * (py - y[i]) - (y[j] - y[i]) * (px - x[i]);
  }

  /** Sorts by x, then y; Shell's method, which needs no memory. */
  private sort(): void {
    const { x, y, z, count } = this;
    let gap = 1;
    while (gap < count) gap = 3 * gap + 1;
    for (; gap >= 1; gap = (gap - 1) / 3) {
      for (let i = gap; i < count; i++) {
        const px = x[i];
        const py = y[i];
        const pz = z[i];
        let j = i;
        for (; j >= gap && (x[j - gap] > px || (x[j - gap] === px && y[j - gap] > py)); j -= gap) {
          x[j] = x[j - gap];
          y[j] = y[j - gap];
          z[j] = z[j - gap];
        }
        x[j] = px;
        y[j] = py;
        z[j] = pz;
      }
    }
  }
}

/**
 * What of `figure` lies in a polygon: cut by its edges in turn [Sutherland, Hodgman 1974]. Heights are those of
 * `figure`.
 */
export function clip(figure: PlaneFigure, polygon: PlaneFigure, near: number, out: PlaneFigure, spare: PlaneFigure): void {
  out.take(figure);
  for (let k = 0; k < polygon.count && out.count > 0; k++) {
    const next = k + 1 < polygon.count ? k + 1 : 0;
    const fx = polygon.x[k];
    const fy = polygon.y[k];
    const dx = polygon.x[next] - fx;
    const dy = polygon.y[next] - fy;
    const slack = near * Math.sqrt(dx * dx + dy * dy);
    spare.take(out);
    out.count = 0;
    const { x, y, z, count } = spare;
    const sides = count > 2 ? count : count - 1;
    for (let i = 0; i < count; i++) {
      const height = dx * (y[i] - fy) - dy * (x[i] - fx);
      if (height >= -slack) out.add(x[i], y[i], z[i]);
      if (i >= sides) continue;
      const j = i + 1 < count ? i + 1 : 0;
      const other = dx * (y[j] - fy) - dy * (x[j] - fx);
      if (height < -slack === other < -slack) continue;
      const t = Math.min(1, Math.max(0, height / (height - other)));
      out.add(x[i] + t * (x[j] - x[i]), y[i] + t * (y[j] - y[i]), z[i] + t * (z[j] - z[i]));
    }
  }
}

/**
 * Two segments: the stretch on which they run within `beside` of each other, or the point where they cross; empty where
 * they do neither.
 */
export function meetSegments(a: PlaneFigure, b: PlaneFigure, near: number, beside: number, out: PlaneFigure): void {
  out.count = 0;
  const ux = a.x[1] - a.x[0];
  const uy = a.y[1] - a.y[0];
  const length = Math.sqrt(ux * ux + uy * uy);
  const along0 = (ux * (b.x[0] - a.x[0]) + uy * (b.y[0] - a.y[0])) / length;
  const along1 = (ux * (b.x[1] - a.x[0]) + uy * (b.y[1] - a.y[0])) / length;
  const aside0 = (ux * (b.y[0] - a.y[0]) - uy * (b.x[0] - a.x[0])) / length;
  const aside1 = (ux * (b.y[1] - a.y[0]) - uy * (b.x[1] - a.x[0])) / length;
  const low = Math.max(0, Math.min(along0, along1));
  const high = Math.min(length, Math.max(along0, along1));
  if (high - low > near) {
    const slope = (aside1 - aside0) / (along1 - along0);
    if (Math.abs(aside0 + slope * (low - along0)) <= beside && Math.abs(aside0 + slope * (high - along0)) <= beside) {
      addOn(a, low / length, out);
      addOn(a, high / length, out);
      return;
    }
  }
  if (aside0 < 0 === aside1 < 0) return;
  const s = aside0 / (aside0 - aside1);
  const at = along0 + s * (along1 - along0);
  if (at >= -near && at <= length + near) addOn(a, Math.min(1, Math.max(0, at / length)), out);
}

function addOn(segment: PlaneFigure, t: number, out: PlaneFigure): void {
  const { x, y, z } = segment;
  out.add(x[0] + t * (x[1] - x[0]), y[0] + t * (y[1] - y[0]), z[0] + t * (z[1] - z[0]));
}

function doubled(list: Float64Array): Float64Array {
  const out = new Float64Array(2 * list.length);
  out.set(list);
  return out;
}
