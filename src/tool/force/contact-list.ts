/**
 * Contacts of one step, flat: each a point of the workpiece, fixed by weights on three vertices, with the way out of
 * the tool. Depth is linear in the vertices, δ(x) = δ(x₀) − m·Σ bₖ (xₖ − x₀ₖ), so every contact adds a rank-one term to
 * the stiffness. Friction is that of a regularised Coulomb law, μ F (√(s² + ε²) − ε) for the tangential slip s of the
 * step, with the normal force F of the round before. All of it is convex.
 */
import { doubled } from '../../math/enlarged.ts';
import type { PenaltyLaw } from './penalty-law.ts';

/** Doubles a contact, and what they are. */
const B = 0; // three weights
const M = 3; // unit way out of the tool, for the workpiece
const DEPTH = 6; // at the positions before the step, the tool where it is after it
const BEFORE = 7; // the same with the tool where it was
const AREA = 8;
const ONSET = 9;
const DRIFT = 10; // way of the tool's surface during the step
const NORMAL_FORCE = 13; // of the round before, for friction
const SLOPE = 14; // linearised
const SLIP = 15;
const STRIDE = 16;

/**
 * Places where a sheet is inside a tool, as PenaltyForce finds them and BarWorkpiece.step takes them. `count` says how
 * many; the rest is between those two.
 */
export class ContactList {
  /** @internal */
  readonly law: PenaltyLaw;
  /** How many contacts there are now. */
  count = 0;
  /** Numbers of the three vertices of the sheet around each contact; behind three times `count` they mean nothing. */
  vertices: Uint32Array = new Uint32Array(3 * 64);
  private data: Float64Array = new Float64Array(STRIDE * 64);
  private dt = 1;

  /** Use the `contacts` of a `PenaltyForce`. */
  constructor(law: PenaltyLaw) {
    this.law = law;
  }

  /** @internal */
  clear(): void {
    this.count = 0;
  }

  /**
   * `from` holds: weights, way out, depth, depth before, area, drift of the tool, as above without onset (12 doubles).
   * @internal
   */
  add(a: number, b: number, c: number, from: Float64Array): void {
    if (3 * this.count === this.vertices.length) this.grow();
    const o = STRIDE * this.count;
    const v = 3 * this.count++;
    this.vertices[v] = a;
    this.vertices[v + 1] = b;
    this.vertices[v + 2] = c;
    for (let i = 0; i < 9; i++) this.data[o + i] = from[i];
    for (let i = 0; i < 3; i++) this.data[o + DRIFT + i] = from[9 + i];
    this.data[o + NORMAL_FORCE] = 0;
  }

  private grow(): void {
    this.vertices = doubled(this.vertices);
    this.data = doubled(this.data);
  }

  /**
   * Before a step of that length.
   * @internal
   */
  prepare(dt: number): void {
    this.dt = dt;
    for (let o = 0; o < STRIDE * this.count; o += STRIDE) this.data[o + ONSET] = this.law.onset(this.data[o + BEFORE], dt);
  }

  /**
   * The normal forces at x go into the friction of the next round.
   * @internal
   */
  takeNormalForces(x: Float64Array, start: Float64Array): void {
    const { data, law, dt } = this;
    for (let i = 0, o = 0; i < this.count; i++, o += STRIDE) {
      data[o + NORMAL_FORCE] = data[o + AREA] * law.force(this.depthAt(i, x, start), data[o + BEFORE], dt);
    }
  }

  /** Depth of contact i when the vertices have gone from `start` to x, metres. */
  depthAt(i: number, x: Float64Array, start: Float64Array): number {
    const { data, vertices } = this;
    const o = STRIDE * i;
    let depth = data[o + DEPTH];
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertices[3 * i + k];
      const along =
        data[o + M] * (x[v] - start[v]) + data[o + M + 1] * (x[v + 1] - start[v + 1]) + data[o + M + 2] * (x[v + 2] - start[v + 2]);
      depth -= data[o + B + k] * along;
    }
    return depth;
  }

  /** Tangential way of the point relative to the tool; out[0..2]. */
  private writeSlip(i: number, x: Float64Array, start: Float64Array, out: Float64Array): void {
    const { data, vertices } = this;
    const o = STRIDE * i;
    for (let k = 0; k < 3; k++) out[k] = -data[o + DRIFT + k];
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertices[3 * i + k];
      for (let c = 0; c < 3; c++) out[c] += data[o + B + k] * (x[v + c] - start[v + c]);
    }
    const along = out[0] * data[o + M] + out[1] * data[o + M + 1] + out[2] * data[o + M + 2];
    for (let c = 0; c < 3; c++) out[c] -= along * data[o + M + c];
  }

  private readonly slip: Float64Array = new Float64Array(3);

  /** @internal */
  potential(x: Float64Array, start: Float64Array): number {
    const { data, law, dt, slip } = this;
    const slack = law.slipSpeed * dt;
    let sum = 0;
    for (let i = 0, o = 0; i < this.count; i++, o += STRIDE) {
      sum += data[o + AREA] * law.potential(this.depthAt(i, x, start), data[o + BEFORE], data[o + ONSET], dt);
      if (law.friction > 0 && data[o + NORMAL_FORCE] > 0) {
        this.writeSlip(i, x, start, slip);
        const square = slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2];
        // √(s² + ε²) − ε without cancellation
        sum += (law.friction * data[o + NORMAL_FORCE] * square) / (Math.sqrt(square + slack * slack) + slack);
      }
    }
    return sum;
  }

  /**
   * Adds the forces on the vertices at x, times `sign`: −1 gives the gradient of the potential.
   * @internal
   */
  addForces(x: Float64Array, start: Float64Array, sign: number, out: Float64Array): void {
    const { data, vertices, law, dt, slip } = this;
    const slack = law.slipSpeed * dt;
    for (let i = 0, o = 0; i < this.count; i++, o += STRIDE) {
      const normal = data[o + AREA] * law.force(this.depthAt(i, x, start), data[o + BEFORE], dt);
      let fx = normal * data[o + M];
      let fy = normal * data[o + M + 1];
      let fz = normal * data[o + M + 2];
      if (law.friction > 0 && data[o + NORMAL_FORCE] > 0) {
        this.writeSlip(i, x, start, slip);
        const square = slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2];
        const f = (law.friction * data[o + NORMAL_FORCE]) / Math.sqrt(square + slack * slack);
        fx -= f * slip[0];
        fy -= f * slip[1];
        fz -= f * slip[2];
      }
      for (let k = 0; k < 3; k++) {
        const w = sign * data[o + B + k];
        if (w === 0) continue;
        const v = 3 * vertices[3 * i + k];
        out[v] += w * fx;
        out[v + 1] += w * fy;
        out[v + 2] += w * fz;
      }
    }
  }

  /**
   * Stiffness at x: slope m mᵀ + slip (I − m mᵀ) a contact. Its diagonal 3 × 3 blocks are added to `blocks` (xx xy xz
   * yy yz zz a vertex).
   * @internal
   */
  linearise(x: Float64Array, start: Float64Array, blocks: Float64Array): void {
    const { data, vertices, law, dt, slip } = this;
    const slack = law.slipSpeed * dt;
    for (let i = 0, o = 0; i < this.count; i++, o += STRIDE) {
      data[o + SLOPE] = data[o + AREA] * law.slope(this.depthAt(i, x, start), data[o + BEFORE], dt);
      data[o + SLIP] = 0;
      if (law.friction > 0 && data[o + NORMAL_FORCE] > 0) {
        this.writeSlip(i, x, start, slip);
        const square = slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2];
        data[o + SLIP] = (law.friction * data[o + NORMAL_FORCE]) / Math.sqrt(square + slack * slack);
      }
      for (let k = 0; k < 3; k++) {
        const w = data[o + B + k] * data[o + B + k];
        const all = w * data[o + SLIP];
        const along = w * (data[o + SLOPE] - data[o + SLIP]);
        const v = 6 * vertices[3 * i + k];
        const mx = data[o + M];
        const my = data[o + M + 1];
        const mz = data[o + M + 2];
        blocks[v] += all + along * mx * mx;
        blocks[v + 1] += along * mx * my;
        blocks[v + 2] += along * mx * mz;
        blocks[v + 3] += all + along * my * my;
        blocks[v + 4] += along * my * mz;
        blocks[v + 5] += all + along * mz * mz;
      }
    }
  }

  /**
   * out += stiffness · d, at the last linearisation.
   * @internal
   */
  addProduct(d: Float64Array, out: Float64Array): void {
    const { data, vertices } = this;
    for (let i = 0, o = 0; i < this.count; i++, o += STRIDE) {
      const slide = data[o + SLIP];
      if (data[o + SLOPE] === 0 && slide === 0) continue;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = 0; k < 3; k++) {
        const v = 3 * vertices[3 * i + k];
        const w = data[o + B + k];
        x += w * d[v];
        y += w * d[v + 1];
        z += w * d[v + 2];
      }
      const along = (data[o + SLOPE] - slide) * (data[o + M] * x + data[o + M + 1] * y + data[o + M + 2] * z);
      for (let k = 0; k < 3; k++) {
        const v = 3 * vertices[3 * i + k];
        const w = data[o + B + k];
        out[v] += w * (slide * x + along * data[o + M]);
        out[v + 1] += w * (slide * y + along * data[o + M + 1]);
        out[v + 2] += w * (slide * z + along * data[o + M + 2]);
      }
    }
  }

  /** The largest depth when the vertices have gone from `start` to x, metres; 0 when nothing is inside. */
  deepest(x: Float64Array, start: Float64Array): number {
    let most = 0;
    for (let i = 0; i < this.count; i++) most = Math.max(most, this.depthAt(i, x, start));
    return most;
  }
}
