/**
 * A step in f32: where its vertices are relative to a centre, in units of a power of two, and what that costs.
 * Guarantee: every coordinate is within `eps` of the true one and in the same order, none is beyond 1;
 * docs/notes/gpu-steps.md, "Numbers".
 */
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import type { LinearFrames } from '../../soft/linear-frames.ts';

/** Half a unit of f32, of a coordinate; a little more for the doubles before it. */
const ROUNDED = 2 ** -24 * (1 + 2 ** -20);
/** Beyond what vanishes below 2⁻¹²⁶. */
const TINY = 2 ** -100;
/** Boxes are moved outward by subtractions of f32: twice what these may err. */
const BOX_ROUNDING = 2 ** -21;
/** Reaches are cut here: nothing is farther apart than 2√3. */
const FARTHEST = 4;
/** Centre and unit are kept from step to step while the largest coordinate stays between these. */
const SMALL = 2 ** -3;

/** What the margins of the programs are made of, in the scaled unit. */
export interface StepMargins {
  /** 2 eps by axis: of the difference of two coordinates. */
  readonly eps2: readonly [number, number, number];
  /** By axis: what boxes are widened by, beside the reach. */
  readonly grow: readonly [number, number, number];
  /** One a body: how far around it something may count as contact. */
  readonly reach: Float32Array<ArrayBuffer>;
}

export class StepNumbers {
  /** x y z at the start, x y z at the end, a vertex. */
  readonly positions: Float32Array<ArrayBuffer>;
  private readonly centre: [number, number, number] = [0, 0, 0];
  /** A power of two; 0: none is chosen yet. */
  private scale = 0;
  /** The largest magnitudes of the coordinates, by axis. */
  private readonly most: Float64Array = new Float64Array(3);

  constructor(vertices: number) {
    this.positions = new Float32Array(6 * vertices);
  }

  /** Takes the frames of all bodies in turn. False: something in them is no number that can be computed with. */
  take(frames: readonly LinearFrames[]): boolean {
    if (this.scale > 0 && this.convert(frames)) {
      const most = Math.max(this.most[0], this.most[1], this.most[2]);
      if (most <= 1 && most >= SMALL) return true;
    }
    return this.choose(frames) && this.convert(frames);
  }

  /** `reaches`: of the bodies, in the unit of the frames. */
  margins(reaches: readonly number[]): StepMargins {
    const eps = (axis: number): number => ROUNDED * this.most[axis] + TINY;
    const reach = Float32Array.from(reaches, (r) => Math.min(FARTHEST, upward(r * this.scale)));
    const widest = reach.reduce((most, r) => Math.max(most, r), 0);
    // rounding keeps the order of coordinates: where only touching counts, rounded boxes meet if the true ones do
    const grow = (axis: number): number => (widest === 0 ? 0 : upward(eps(axis) + BOX_ROUNDING * (this.most[axis] + widest)));
    return {
      eps2: [upward(2 * eps(0)), upward(2 * eps(1)), upward(2 * eps(2))],
      grow: [grow(0), grow(1), grow(2)],
      reach,
    };
  }

  private choose(frames: readonly LinearFrames[]): boolean {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const { positions0, positions1 } of frames) {
      for (const positions of [positions0, positions1]) {
        for (let i = 0; i < positions.length; i += 3) {
          for (let k = 0; k < 3; k++) {
            const x = positions[i + k];
            if (x < low[k]) low[k] = x;
            if (x > high[k]) high[k] = x;
          }
        }
      }
    }
    let half = 0;
    for (let k = 0; k < 3; k++) {
      this.centre[k] = 0.5 * low[k] + 0.5 * high[k];
      half = Math.max(half, high[k] - this.centre[k], this.centre[k] - low[k]);
    }
    if (!(half <= 2 * LARGEST_COORDINATE)) return false;
    let scale = 1;
    while (half * scale > 1) scale *= 0.5;
    while (half > 0 && half * scale <= 0.5 && scale < 2 ** 900) scale *= 2;
    // room for the next steps, so that this is not done in each
    this.scale = 0.5 * scale;
    return true;
  }

  private convert(frames: readonly LinearFrames[]): boolean {
    const { positions: out, most, scale } = this;
    const [cx, cy, cz] = this.centre;
    let [mx, my, mz] = [0, 0, 0];
    let o = 0;
    for (const { positions0: p, positions1: q } of frames) {
      for (let i = 0; i < p.length; i += 3, o += 6) {
        const x0 = (p[i] - cx) * scale;
        const y0 = (p[i + 1] - cy) * scale;
        const z0 = (p[i + 2] - cz) * scale;
        const x1 = (q[i] - cx) * scale;
        const y1 = (q[i + 1] - cy) * scale;
        const z1 = (q[i + 2] - cz) * scale;
        out[o] = x0;
        out[o + 1] = y0;
        out[o + 2] = z0;
        out[o + 3] = x1;
        out[o + 4] = y1;
        out[o + 5] = z1;
        const sum = x0 + y0 + z0 + x1 + y1 + z1;
        if (!(sum - sum === 0)) return false;
        const x = Math.abs(x0) > Math.abs(x1) ? Math.abs(x0) : Math.abs(x1);
        const y = Math.abs(y0) > Math.abs(y1) ? Math.abs(y0) : Math.abs(y1);
        const z = Math.abs(z0) > Math.abs(z1) ? Math.abs(z0) : Math.abs(z1);
        if (x > mx) mx = x;
        if (y > my) my = y;
        if (z > mz) mz = z;
      }
    }
    most[0] = mx;
    most[1] = my;
    most[2] = mz;
    return true;
  }
}

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

/** The next f32 that is not below x ≥ 0. */
function upward(x: number): number {
  word[0] = x;
  if (word[0] < x) bits[0]++;
  return word[0];
}
