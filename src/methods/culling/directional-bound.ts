/**
 * How fast can the points of a link within ρ of its origin move along n, from an instant on? Seen from an ancestor in
 * whose frame n is fixed
 *
 *   μ = v₁·n + Σ_{j≥2} |vⱼ| + Σⱼ rⱼ max_t |n × aⱼ(t)| (Dⱼ + ρ) = v₁·n + α + βρ
 *   [Tang et al. 2013, eq. 14, with vⱼ in eq. 12]
 *
 * aⱼ the joints' axes in that frame, Dⱼ as in chain-reach.ts: φ̇ (aⱼ × x)·n = φ̇ (n × aⱼ)·x, and only the part of x
 * across aⱼ counts.
 * α and β stand in a table over cells of directions, filled when first asked for, with Taylor models of the aⱼ (§5.2).
 * A pair of links may be judged in the frame of a moving ancestor: distances do not depend on the frame, at the instant
 * looked at n is the same direction in both, and from there on it is kept fixed in the ancestor's; so only joints below
 * it count.
 * Deviations: cells are those of a cube, not of θ and φ (nearly equal, found without arcs; ±n share one); stretches of
 * time have their own maximum, and what is past counts no more; v₁·n only where the first joint goes straight, else
 * |v₁|.
 */
import { doubled } from '../../math/enlarged.ts';
import type { IntervalMotion } from '../../motion/motion.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { Chain } from '../../robot/chain.ts';
import { ChainBounds } from '../../robot/chain-bounds.ts';
import {
  JOINT_AXIS,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_RATE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_STRIDE,
  JOINT_TURNED,
} from '../../robot/joint-motion.ts';
import { MANY_LINKS } from '../../robot/robot-model.ts';
import { CELL_RADIUS, CELLS, cellOf, writeCellCentre } from './direction-cells.ts';

/** Stretches of time in which axes are enclosed, at most; where they begin is exact. */
const SLICES = 4;
/** One stretch is enough where no link turns by more than this, two up to four times that; radians. */
const SMALL_TURN = 0.25;
/** Pays for the roundings of a bound. */
const ROUND_UP: number = 1 + 2 ** -40;
/**
 * How far the n given may be off a unit vector in the ancestor's frame, beside what the ancestor's own orientation is
 * off.
 */
const DIRECTION_ERROR: number = 2 ** -32;

/** Places in `numbers`: n in the ancestor's frame, ρ, from when on; out: μ. */
export const ALONG = 0;
export const WITHIN = 3;
export const SINCE = 4;
export const SPEED = 5;

/** α and β of one link in the frame of one ancestor. */
export interface SpeedTable {
  readonly link: number;
  readonly ancestor: number;
  /** Segment it was prepared for. */
  serial: number;
  /** v₁ in the ancestor's frame, then what its rounding may add. */
  readonly straight: Float64Array;
  /** Σ |vⱼ| of all that is not in it. */
  plain: number;
  /** Joints that turn: number, r, r D. */
  turning: number;
  readonly joints: Int32Array;
  readonly rates: Float64Array;
  readonly levers: Float64Array;
  /** What n may be off. */
  slack: number;
  /** For each cell the segment it was filled for, and α and β of each stretch; made when first needed. */
  filled: Int32Array | null;
  values: Float64Array | null;
}

export class DirectionalBound {
  readonly numbers: Float64Array = new Float64Array(6);
  /** Equal stretches of time that are looked at by themselves. */
  slices = 1;
  private readonly chain: Chain;
  private readonly count: number;
  private readonly tables: Map<number, SpeedTable> = new Map();
  /** Taylor models of the links in the world, in the frames of ancestors, and where every link stands on the world. */
  private readonly bounds: ChainBounds;
  private readonly frames: (ChainBounds | undefined)[] = [];
  private single: ChainBounds | null = null;
  /**
   * Middle and radius of joint j's axis in the frame of c over each stretch, at 4 SLICES (j (n + 1) + c + 1); of many
   * links, those that were asked for, one after the other.
   */
  private axes: Float64Array;
  private enclosed: Int32Array;
  private readonly places: Map<number, number> | null;
  /** Σ of the rates of a link's joint and of all it stands on. */
  private readonly turned: Float64Array;
  /** What a direction may be off by in the frame of each link; empty where links are few. */
  private readonly slacks: Float64Array;
  private readonly centre: Float64Array = new Float64Array(3);
  private serial = 0;

  /** reference: as the chain's. */
  constructor(chain: Chain, reference: Float64Array) {
    const { robot, joints, treeParents: parents } = chain;
    this.chain = chain;
    this.count = parents.length;
    const [x, y, z] = reference;
    this.bounds = new ChainBounds({ joints, parents }, { base: robot.base, reference: [x, y, z], kind: 'taylor', cells: SLICES + 1 });
    this.places = this.count > MANY_LINKS ? new Map() : null;
    const kept = this.places === null ? this.count * (this.count + 1) : 16;
    this.axes = new Float64Array(4 * SLICES * kept);
    this.enclosed = new Int32Array(kept);
    this.turned = new Float64Array(this.count);
    this.slacks = new Float64Array(this.places === null ? 0 : this.count);
  }

  /** A new segment is loaded. */
  begin(): void {
    const { joints: J, parents } = this.chain;
    const { turned, slacks, places } = this;
    let most = 0;
    for (let i = 0; i < this.count; i++) {
      turned[i] = J[JOINT_STRIDE * i + JOINT_RATE];
      if (places !== null) {
        turned[i] += parents[i] >= 0 ? turned[parents[i]] : 0;
        slacks[i] = slackOf(J, i) + (parents[i] >= 0 ? slacks[parents[i]] : 0);
      } else for (let j = parents[i]; j >= 0; j = parents[j]) turned[i] += J[JOINT_STRIDE * j + JOINT_RATE];
      most = Math.max(most, turned[i]);
    }
    this.slices = most <= SMALL_TURN ? 1 : most <= 4 * SMALL_TURN ? 2 : SLICES;
    this.serial++;
    this.bounds.forget();
    this.single?.forget();
  }

  /** The link's pose over intervals of time, in the world less the reference point. */
  motion(link: number, reference: Float64Array): IntervalMotion {
    const { joints, parents, treeParents } = this.chain;
    if (parents === treeParents) return this.bounds.motion(link);
    const [x, y, z] = reference;
    this.single ??= new ChainBounds({ joints, parents }, { reference: [x, y, z], kind: 'taylor', cells: SLICES + 1 });
    return this.single.motion(link);
  }

  /**
   * The table of a link in the frame of an ancestor (−1: the world) for this segment; places the link, and must be
   * asked for at t = 0.
   */
  prepare(link: number, ancestor: number): SpeedTable {
    const key = link * (this.count + 1) + ancestor + 1;
    let table = this.tables.get(key);
    if (table === undefined) {
      table = newTable(link, ancestor, this.pathLength(link, ancestor));
      this.tables.set(key, table);
    }
    if (table.serial !== this.serial) this.load(table);
    return table;
  }

  /** How many joints move a link against an ancestor by the robot's tree, or independently. */
  private pathLength(link: number, ancestor: number): number {
    const { treeParents } = this.chain;
    let count = 0;
    for (let j = link; j > ancestor; j = treeParents[j]) count++;
    return Math.max(1, count);
  }

  private load(table: SpeedTable): void {
    const { chain } = this;
    const { joints: J, parents, states } = chain;
    const { link, ancestor, straight } = table;
    table.serial = this.serial;
    table.turning = table.plain = 0;
    straight.fill(0);
    // each by itself: a link may stand at this instant already while others do not
    if (this.places !== null) chain.placeAll();
    else for (let j = link; j >= 0; j = parents[j]) chain.place(j);
    const tip = states[link];
    let way = 0;
    let length = 0;
    for (let j = link; j !== ancestor; j = parents[j]) {
      const o = JOINT_STRIDE * j;
      const r = J[o + JOINT_RATE];
      const l = J[o + JOINT_SPEED];
      if (r > 0) {
        const D = length > 0 ? Math.min(length, this.distanceFromAxis(tip, j) + way + 2 ** -44 * length) : 0;
        const k = table.turning++;
        table.joints[k] = j;
        table.rates[k] = r;
        table.levers[k] = r * D;
        way += r * D;
      }
      way += l;
      length += J[o + JOINT_REACH];
      if (parents[j] === ancestor && J[o + JOINT_DEGREE] === 1) this.setStraight(straight, o, ancestor);
      else table.plain += l;
    }
    table.slack = DIRECTION_ERROR;
    if (this.places === null) for (let j = ancestor; j >= 0; j = parents[j]) table.slack += slackOf(J, j);
    else if (ancestor >= 0) table.slack += this.slacks[ancestor] * ROUND_UP;
    straight[3] *= table.slack + 2 ** -40;
  }

  /** Distance of the tip from the line of joint j, where everything is placed. */
  private distanceFromAxis(tip: Float64Array, j: number): number {
    const { joints: J, parents, states, baseState } = this.chain;
    const o = JOINT_STRIDE * j + JOINT_AXIS;
    const s = states[j];
    const P = parents[j] >= 0 ? states[parents[j]] : baseState;
    const dx = tip[STATE_P] - s[STATE_P];
    const dy = tip[STATE_P + 1] - s[STATE_P + 1];
    const dz = tip[STATE_P + 2] - s[STATE_P + 2];
    const ax = P[0] * J[o] + P[1] * J[o + 1] + P[2] * J[o + 2];
    const ay = P[3] * J[o] + P[4] * J[o + 1] + P[5] * J[o + 2];
    const az = P[6] * J[o] + P[7] * J[o + 1] + P[8] * J[o + 2];
    const cx = dy * az - dz * ay;
    const cy = dz * ax - dx * az;
    const cz = dx * ay - dy * ax;
    return Math.sqrt(cx * cx + cy * cy + cz * cz);
  }

  /** v₁ of a joint that stands on the ancestor; the base is at rest, but may be turned. */
  private setStraight(out: Float64Array, o: number, ancestor: number): void {
    const { joints: J, baseState: B } = this.chain;
    const s = o + JOINT_PLACE + 3;
    for (let k = 0; k < 3; k++) {
      if (ancestor >= 0) out[k] = J[s + k];
      else out[k] = B[3 * k] * J[s] + B[3 * k + 1] * J[s + 1] + B[3 * k + 2] * J[s + 2];
    }
    out[3] = J[o + JOINT_SPEED];
  }

  /** μ by `numbers`, into them. */
  write(table: SpeedTable): void {
    const { numbers } = this;
    const { straight } = table;
    const x = numbers[ALONG];
    const y = numbers[ALONG + 1];
    const z = numbers[ALONG + 2];
    let speed = x * straight[0] + y * straight[1] + z * straight[2] + straight[3];
    if (table.turning > 0) {
      const cell = cellOf(x, y, z);
      table.filled ??= new Int32Array(CELLS);
      table.values ??= new Float64Array(2 * SLICES * CELLS);
      const { values } = table;
      if (table.filled[cell] !== this.serial) {
        table.filled[cell] = this.serial;
        this.fill(table, cell, values);
      }
      const slice = Math.min(this.slices - 1, Math.floor(numbers[SINCE] * this.slices));
      const at = 2 * (SLICES * cell + slice);
      speed += (table.plain + values[at] + values[at + 1] * numbers[WITHIN]) * ROUND_UP;
    } else speed += table.plain * ROUND_UP;
    numbers[SPEED] = speed;
  }

  private fill(table: SpeedTable, cell: number, values: Float64Array): void {
    const { centre } = this;
    const { joints, rates, levers } = table;
    writeCellCentre(cell, centre, 0);
    const x = centre[0];
    const y = centre[1];
    const z = centre[2];
    const width = CELL_RADIUS + table.slack;
    let alphas = 0;
    let betas = 0;
    for (let slice = this.slices - 1; slice >= 0; slice--) {
      let alpha = 0;
      let beta = 0;
      for (let k = 0; k < table.turning; k++) {
        const a = this.axis(joints[k], table.ancestor) + 4 * slice;
        const { axes } = this;
        const cx = y * axes[a + 2] - z * axes[a + 1];
        const cy = z * axes[a] - x * axes[a + 2];
        const cz = x * axes[a + 1] - y * axes[a];
        const across = Math.sqrt(cx * cx + cy * cy + cz * cz) + axes[a + 3] + width;
        const most = across < 1 ? across : ROUND_UP;
        alpha += most * levers[k];
        beta += most * rates[k];
      }
      alphas = Math.max(alphas, alpha);
      betas = Math.max(betas, beta);
      values[2 * (SLICES * cell + slice)] = alphas;
      values[2 * (SLICES * cell + slice) + 1] = betas;
    }
  }

  /** Where the enclosures of a joint's axis in the frame of an ancestor begin. */
  private axis(joint: number, ancestor: number): number {
    const place = this.placeOf(joint * (this.count + 1) + ancestor + 1);
    if (this.enclosed[place] !== this.serial) {
      this.enclosed[place] = this.serial;
      this.enclose(joint, ancestor, 4 * SLICES * place);
    }
    return 4 * SLICES * place;
  }

  private placeOf(key: number): number {
    const { places } = this;
    if (places === null) return key;
    let place = places.get(key);
    if (place === undefined) {
      place = places.size;
      places.set(key, place);
      if (place === this.enclosed.length) {
        this.enclosed = doubled(this.enclosed);
        this.axes = doubled(this.axes);
      }
    }
    return place;
  }

  private enclose(joint: number, ancestor: number, o: number): void {
    const { axes, chain } = this;
    const { joints: J, parents, baseState: B } = chain;
    const u = JOINT_STRIDE * joint + JOINT_AXIS;
    const parent = parents[joint];
    const frame = parent === ancestor ? null : this.frame(ancestor);
    for (let slice = 0; slice < this.slices; slice++) {
      const a = o + 4 * slice;
      let off = 0;
      if (frame !== null) frame.over(slice / this.slices, (slice + 1) / this.slices);
      const pose = frame === null ? 0 : frame.pose(parent);
      for (let row = 0; row < 3; row++) {
        let middle = 0;
        let radius = 2 ** -44;
        for (let e = 0; e < 3; e++) {
          const at = pose + 6 * row + 2 * e;
          const still = ancestor >= 0 ? (row === e ? 1 : 0) : B[3 * row + e];
          const low = frame === null ? still : frame.poses[at];
          const high = frame === null ? still : frame.poses[at + 1];
          middle += 0.5 * (low + high) * J[u + e];
          radius += 0.5 * (high - low) * Math.abs(J[u + e]);
        }
        axes[a + row] = middle;
        off += radius * radius;
      }
      axes[a + 3] = Math.sqrt(off) * ROUND_UP;
    }
  }

  private frame(ancestor: number): ChainBounds {
    if (ancestor < 0) return this.bounds;
    this.frames[ancestor] ??= this.bounds.relativeTo(ancestor);
    return this.frames[ancestor];
  }
}

/** What a joint adds to the error of a direction below it. */
function slackOf(joints: Float64Array, j: number): number {
  return 2 ** -44 * (1 + joints[JOINT_STRIDE * j + JOINT_TURNED]);
}

function newTable(link: number, ancestor: number, most: number): SpeedTable {
  return {
    link,
    ancestor,
    serial: 0,
    straight: new Float64Array(4),
    plain: 0,
    turning: 0,
    joints: new Int32Array(most),
    rates: new Float64Array(most),
    levers: new Float64Array(most),
    slack: 0,
    filled: null,
    values: null,
  };
}
