/**
 * One constraint of a link in three forms: how far it is from breaking at an instant, residuals that bring a
 * configuration into it, and whether it holds for all of an interval of time.
 * Guarantee of the last: 1 only where it holds for every t of the interval, −1 only where it is broken at some t; 0:
 * undecided. By Taylor models of the chain [chain-bounds.ts], added as models: what entries of a pose have in common
 * cancels [docs/notes/inverse.md].
 */
import type { Vec3 } from '../../math/pose.ts';
import { sinCos } from '../../math/trig.ts';
import { dot, length } from '../../math/vec3.ts';
import type { ChainBounds } from '../../robot/chain-bounds.ts';
import type { Arm, FixedFrame } from '../../robot/inverse/arm.ts';
import type { Residuals } from '../../robot/inverse/least-squares.ts';
import { writeTiltOf } from '../../robot/inverse/pose-goal.ts';
import { planeAxes } from '../../robot/joint-template.ts';
import type { CheckedBox, CheckedConstraint, CheckedUpright } from './constraint.ts';

/** A constraint that can be kept. */
export interface Kept {
  /** The frame of the link that it speaks of. */
  readonly frame: FixedFrame;
  /** How far from breaking, in radians or the unit of length; below 0: broken. The frame's pose at `tip`. */
  margin(tip: Float64Array): number;
  /** What rounding may add to a margin: how far the frame can be from the world's origin, and the largest angle. */
  slack(far: number, turned: number): number;
  /** Residuals that vanish well inside of it; unit: the length that weighs as much as a radian. */
  residuals(arm: Arm, unit: number): Residuals;
  /** 1: kept for all of the current interval; −1: broken in it; 0: undecided. */
  verdict(bounds: ChainBounds): number;
}

export function keptOf(constraint: CheckedConstraint): Kept {
  return constraint.kind === 'upright' ? new Upright(constraint) : new InBox(constraint);
}

/** Share of the tolerance that a projection aims at, so that edges between projected states have room to bend. */
const AIM = 0.5;
/** Share of a box's width that a projection keeps from each of its sides. */
const INSET = 0.125;
/** The same as a share of an arm's length, where the box has no other side. */
const OPEN_INSET: number = 2 ** -8;
const SLACK: number = 2 ** -44;
/** More than what axes, the sine of a tolerance and a few sums are off, of 1 or of the sizes that are added. */
const OUTWARD: number = 2 ** -48;
/** Below it a tolerance is compared by sines, which lose nothing near 0; in radians. */
const SMALL = 0.75;

class Upright implements Kept {
  readonly frame: FixedFrame = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  private readonly of: CheckedUpright;
  private readonly tilt: Float64Array = new Float64Array(3);
  private readonly sine: number;
  private readonly cosine: number;
  /** Weights of the link's rotation for the axis along the direction, and along two across it. */
  private readonly along: Float64Array;
  private readonly across: readonly Float64Array[];
  private readonly ranges: Float64Array = new Float64Array(6);

  constructor(of: CheckedUpright) {
    this.of = of;
    const trig = new Float64Array(2);
    sinCos(of.tolerance, trig, 0);
    [this.sine, this.cosine] = trig;
    this.along = weights(of.up, of.axis, 0);
    this.across = planeAxes(of.up).map((n) => weights(n, of.axis, 0));
  }

  margin(tip: Float64Array): number {
    const { tilt } = this;
    this.writeTilt(tip);
    return this.of.tolerance - Math.sqrt(tilt[0] * tilt[0] + tilt[1] * tilt[1] + tilt[2] * tilt[2]);
  }

  slack(_far: number, turned: number): number {
    return SLACK * (1 + turned);
  }

  residuals(arm: Arm): Residuals {
    const { tilt } = this;
    const aim = AIM * this.of.tolerance;
    let excess = 0;
    let angle = 0;
    return {
      rows: 1,
      write: (values, e, at) => {
        arm.place(values);
        this.writeTilt(arm.tip);
        angle = Math.sqrt(tilt[0] * tilt[0] + tilt[1] * tilt[1] + tilt[2] * tilt[2]);
        excess = Math.max(0, angle - aim);
        e[at] = excess;
      },
      writeRows: (J, at, count) => {
        if (excess > 0) arm.addRow(tilt[0] / angle, tilt[1] / angle, tilt[2] / angle, true, 1, J, at * count);
      },
    };
  }

  verdict(bounds: ChainBounds): number {
    const { link } = this.of;
    const { ranges: r, sine, cosine } = this;
    bounds.writeSum(link, this.along, r, 0);
    if (this.of.tolerance > SMALL) return r[0] >= cosine + OUTWARD ? 1 : r[1] < cosine - OUTWARD ? -1 : 0;
    bounds.writeSum(link, this.across[0], r, 2);
    bounds.writeSum(link, this.across[1], r, 4);
    const least = leastSquare(r, 2) + leastSquare(r, 4);
    const most = mostSquare(r, 2) + mostSquare(r, 4);
    const below = Math.max(0, sine - OUTWARD);
    const above = sine + OUTWARD;
    if (r[0] > 0 && most <= below * below * (1 - OUTWARD)) return 1;
    return r[1] < 0 || least > above * above * (1 + OUTWARD) ? -1 : 0;
  }

  private writeTilt(R: Float64Array): void {
    const [x, y, z] = this.of.axis;
    const { up } = this.of;
    const ax = R[0] * x + R[1] * y + R[2] * z;
    const ay = R[3] * x + R[4] * y + R[5] * z;
    const az = R[6] * x + R[7] * y + R[8] * z;
    writeTiltOf(ax, ay, az, up[0], up[1], up[2], this.tilt);
  }
}

class InBox implements Kept {
  readonly frame: FixedFrame;
  private readonly of: CheckedBox;
  /** Along each axis: weights of the link's pose, and what is taken from their sum. */
  private readonly weights: readonly Float64Array[];
  private readonly origins: readonly number[];
  private readonly rounding: number;
  private readonly ranges: Float64Array = new Float64Array(6);

  constructor(of: CheckedBox) {
    this.of = of;
    this.frame = { position: of.point, quaternion: [0, 0, 0, 1] };
    this.weights = of.axes.map((n) => weights(n, of.point, 1));
    this.origins = of.axes.map((n) => dot(n, of.origin));
    const sides = [...of.min, ...of.max].filter((x) => Number.isFinite(x));
    this.rounding = OUTWARD * (length(of.origin) + sides.reduce((sum, x) => sum + Math.abs(x), 0));
  }

  margin(tip: Float64Array): number {
    const { min, max } = this.of;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const x = this.coordinate(tip, k);
      least = Math.min(least, x - min[k], max[k] - x);
    }
    return least;
  }

  slack(far: number, turned: number): number {
    return SLACK * (1 + turned) * far + this.rounding;
  }

  residuals(arm: Arm, unit: number): Residuals {
    const { min, max, axes } = this.of;
    const low = min.map((x, k) => x + inset(x, max[k], unit));
    const high = max.map((x, k) => x - inset(min[k], x, unit));
    const off = new Float64Array(3);
    return {
      rows: 3,
      write: (values, e, at) => {
        arm.place(values);
        for (let k = 0; k < 3; k++) {
          const x = this.coordinate(arm.tip, k);
          off[k] = x < low[k] ? low[k] - x : x > high[k] ? high[k] - x : 0;
          e[at + k] = off[k] / unit;
        }
      },
      writeRows: (J, at, count) => {
        for (let k = 0; k < 3; k++) {
          const n: Vec3 = axes[k];
          if (off[k] !== 0) arm.addRow(n[0], n[1], n[2], false, 1 / unit, J, (at + k) * count);
        }
      },
    };
  }

  verdict(bounds: ChainBounds): number {
    const { link, min, max } = this.of;
    const { ranges: r } = this;
    let outward = this.rounding;
    for (let k = 0; k < 3; k++) {
      bounds.writeSum(link, this.weights[k], r, 2 * k);
      r[2 * k] -= this.origins[k];
      r[2 * k + 1] -= this.origins[k];
      // the axes may be off by 8 u, hence by so much of the way from the box's origin
      outward += OUTWARD * (Math.abs(r[2 * k]) + Math.abs(r[2 * k + 1]));
    }
    let out = 1;
    for (let k = 0; k < 3; k++) {
      const low = r[2 * k];
      const high = r[2 * k + 1];
      if (high + outward < min[k] || low - outward > max[k]) return -1;
      if (!(low - outward >= min[k] && high + outward <= max[k])) out = 0;
    }
    return out;
  }

  private coordinate(tip: Float64Array, k: number): number {
    const { axes, origin } = this.of;
    const n = axes[k];
    return n[0] * (tip[9] - origin[0]) + n[1] * (tip[10] - origin[1]) + n[2] * (tip[11] - origin[2]);
  }
}

/** Weights of a link's pose (R row by row, then T) in n · (R v + place · T). */
function weights(n: Vec3, v: Vec3, place: number): Float64Array {
  const out = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[3 * row + column] = n[row] * v[column];
    out[9 + row] = place * n[row];
  }
  return out;
}

function inset(min: number, max: number, unit: number): number {
  return Number.isFinite(max - min) ? INSET * (max - min) : OPEN_INSET * unit;
}

function mostSquare(r: Float64Array, i: number): number {
  return Math.max(r[i] * r[i], r[i + 1] * r[i + 1]);
}

function leastSquare(r: Float64Array, i: number): number {
  return r[i] <= 0 && r[i + 1] >= 0 ? 0 : Math.min(r[i] * r[i], r[i + 1] * r[i + 1]);
}
