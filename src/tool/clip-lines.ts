/*
 * Which four lines cut most off the corners of the rectangle around some points of a plane, without cutting off a
 * point?
 * One a corner, along an edge of the points' convex hull: what remains of the rectangle at that corner is a triangle of
 * area g²/(2|ab|), (a, b) the line's unit normal, g the corner's distance from it. Side and front clipping planes in
 * the plane (Y, Z) of a swept box [Caby & Crosnier, §3.1, Figure 5].
 * Guarantee: none needed. Only directions are chosen here; the caller moves each line out until all points are behind
 * it.
 * Deviation: the paper takes points of a cylinder's end faces and does not check that the rest is behind a line. Where
 * its lines touch the hull on one side, as for straight slanted sweeps, these are the same ones. Hull by quickhull,
 * corner by corner.
 */

/** Unit normal a, b of each of the four lines. */
const CLIP_NORMALS = 8;

/** A hull of so many levels has points that double precision hardly tells apart. */
const DEEPEST = 64;

/** Slots of the best line so far: the area it cuts off, its unit normal. */
const BEST_AREA = 0;
const BEST_RIGHT = 1;
const BEST_UP = 2;

export class ClipLines {
  /** Two side lines (normals more along Y), then two front ones. Where nothing can be cut: a side of the rectangle. */
  readonly normals: Float64Array = new Float64Array(CLIP_NORMALS);
  private readonly best: Float64Array = new Float64Array(3);
  private order: Uint32Array = new Uint32Array(64);
  private y: Float64Array = new Float64Array(0);
  private z: Float64Array = new Float64Array(0);
  private right = 1;
  private up = 1;
  private top = 0;
  private side = 0;

  /** Points (y[i], z[i]), i < count; bounds: lowest and highest y, lowest and highest z. */
  choose(y: Float64Array, z: Float64Array, count: number, bounds: Float64Array): void {
    this.y = y;
    this.z = z;
    if (this.order.length < count) this.order = new Uint32Array(Math.max(count, 2 * this.order.length));
    const { normals, best } = this;
    // of points that share an extreme any will do: only directions are chosen
    let east = 0;
    let west = 0;
    let north = 0;
    let south = 0;
    for (let i = 1; i < count; i++) {
      if (y[i] > y[east]) east = i;
      if (y[i] < y[west]) west = i;
      if (z[i] > z[north]) north = i;
      if (z[i] < z[south]) south = i;
    }
    for (let corner = 0; corner < 4; corner++) {
      const right = corner === 0 || corner === 3 ? 1 : -1;
      const up = corner < 2 ? 1 : -1;
      this.right = right;
      this.up = up;
      this.side = right > 0 ? bounds[1] : -bounds[0];
      this.top = up > 0 ? bounds[3] : -bounds[2];
      best[BEST_AREA] = 0;
      best[BEST_RIGHT] = 1;
      best[BEST_UP] = 0;
      this.searchCorner(right > 0 ? east : west, up > 0 ? north : south, count);
      normals[2 * corner] = right * best[BEST_RIGHT];
      normals[2 * corner + 1] = up * best[BEST_UP];
    }
    this.sidesFirst();
  }

  /** From the point p farthest to the right to q farthest up, as seen with the corner at the upper right. */
  private searchCorner(p: number, q: number, count: number): void {
    const { y, z, right, up, order } = this;
    const py = y[p];
    const pz = z[p];
    if (!(right * (py - y[q]) > 0 && up * (z[q] - pz) > 0)) return;
    const a = up * (z[q] - pz) * right;
    const b = right * (py - y[q]) * up;
    let end = 0;
    for (let i = 0; i < count; i++) if (a * (y[i] - py) + b * (z[i] - pz) > 0 && i !== p && i !== q) order[end++] = i;
    this.descend(p, q, 0, end, 0);
  }

  /** Hull from p to q: through the point of order[from..to) that is farthest beyond them, or straight. */
  private descend(p: number, q: number, from: number, to: number, depth: number): void {
    if (from === to || depth === DEEPEST) {
      this.tryEdge(p, q);
      return;
    }
    const { y, z, order } = this;
    const a = this.up * (z[q] - z[p]);
    const b = this.right * (y[p] - y[q]);
    let farthest = order[from];
    let most = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const k = order[i];
      const distance = a * this.right * (y[k] - y[p]) + b * this.up * (z[k] - z[p]);
      if (distance > most) {
        most = distance;
        farthest = k;
      }
    }
    const middle = this.beyond(p, farthest, from, to);
    const end = this.beyond(farthest, q, middle, to);
    this.descend(p, farthest, from, middle, depth + 1);
    this.descend(farthest, q, middle, end, depth + 1);
  }

  /** Brings those of order[from..to) that are beyond the line from p to q to the front; answers where they end. */
  private beyond(p: number, q: number, from: number, to: number): number {
    const { y, z, order, right, up } = this;
    const py = y[p];
    const pz = z[p];
    const a = up * (z[q] - pz) * right;
    const b = right * (py - y[q]) * up;
    let end = from;
    for (let i = from; i < to; i++) {
      const k = order[i];
      if (k !== p && k !== q && a * (y[k] - py) + b * (z[k] - pz) > 0) {
        order[i] = order[end];
        order[end++] = k;
      }
    }
    return end;
  }

  private tryEdge(p: number, q: number): void {
    const { y, z, best } = this;
    const a = this.up * (z[q] - z[p]);
    const b = this.right * (y[p] - y[q]);
    if (!(a > 0 && b > 0)) return;
    const length = Math.sqrt(a * a + b * b);
    const g = (a * (this.side - this.right * y[p]) + b * (this.top - this.up * z[p])) / length;
    const area = (((g / a) * length * g) / b) * length;
    if (g > 0 && area > best[BEST_AREA]) {
      best[BEST_AREA] = area;
      best[BEST_RIGHT] = a / length;
      best[BEST_UP] = b / length;
    }
  }

  /** The two normals most along Y first; equal ones keep their order. */
  private sidesFirst(): void {
    const { normals } = this;
    for (let i = 2; i < CLIP_NORMALS; i += 2) {
      for (let j = i; j > 0 && Math.abs(normals[j]) > Math.abs(normals[j - 2]); j -= 2) {
        const a = normals[j];
        const b = normals[j + 1];
        normals[j] = normals[j - 2];
        normals[j + 1] = normals[j - 1];
        normals[j - 2] = a;
        normals[j - 1] = b;
      }
    }
  }
}
