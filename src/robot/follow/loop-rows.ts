/**
 * Loops: two frames of one tree that coincide, in a point, on an axis (z of both) or wholly, as seen from the last link
 * that both hang on, so that what moves both changes nothing. Rows are differences of places alone: of the origins, of
 * points along z, or along x and y as well. These are more than can be independent; as many as there are unknowns are
 * solved, and what is left of the others is told.
 * How far derivatives can be from those along the polynomials: as of the places in pose-rows.ts, of both frames.
 */
import { chainOf, type FixedFrame } from '../inverse/arm.ts';
import { Variables } from '../inverse/variables.ts';
import type { RobotLoop } from '../robot-model.ts';
import { type ClosureRows, LOOP, type RowKind } from './closure-rows.ts';
import { type Tree, TreeFrame } from './tree-frame.ts';
import type { Way } from './way.ts';

/** One loop, by numbers of links. */
export interface TreeLoop {
  readonly a: { readonly link: number; readonly at: FixedFrame };
  readonly b: { readonly link: number; readonly at: FixedFrame };
  readonly keeps: RobotLoop['keeps'];
}

/** Points of a frame: its origin, and those along its axes x, y, z. */
const POINTS: Readonly<Record<RobotLoop['keeps'], readonly number[]>> = { point: [-1], axis: [-1, 2], whole: [-1, 0, 1] };

interface Part {
  readonly a: TreeFrame;
  readonly b: TreeFrame;
  readonly points: readonly number[];
  /** Its first row. */
  readonly row: number;
  /** Its length, and the power of two below that by which points are from the origin. */
  readonly length: number;
  readonly far: number;
}

export class LoopRows implements ClosureRows {
  readonly count: number;
  /** One a loop. */
  readonly groups: number;
  readonly units: Float64Array;
  /** By slot: how far given values can be from their polynomials. */
  readonly given: Float64Array;
  private readonly parts: readonly Part[];
  private readonly groupOf: Int32Array;
  private readonly ofVariable: Int32Array;
  private readonly width: number;
  private readonly all: Float64Array;
  private readonly reaches: Float64Array;
  private readonly robot: Tree['robot'];

  /** `reaches`: by link, how far from its joint what moves with it can be. */
  constructor(tree: Tree, loops: readonly TreeLoop[], rest: Float64Array, reaches: Float64Array) {
    const { robot, unknown } = tree;
    this.robot = robot;
    this.reaches = reaches;
    this.units = new Float64Array(robot.size).fill(1);
    this.given = new Float64Array(robot.size);
    const parts: Part[] = [];
    const variables = new Variables(robot, jointsOf(tree, loops), 1);
    let row = 0;
    for (const { a, b, keeps } of loops) {
      const above = commonLink(robot, a.link, b.link);
      const length = lengthOf(robot, a, above) + lengthOf(robot, b, above) || 1;
      let far = 1;
      while (far > length) far /= 2;
      while (2 * far <= length) far *= 2;
      const points = POINTS[keeps];
      const out = keeps === 'point' ? 0 : far;
      const frame = (side: TreeLoop['a']): TreeFrame => new TreeFrame(tree, side.link, above, side.at, out, variables, rest);
      parts.push({ a: frame(a), b: frame(b), points, row, length, far });
      row += 3 * points.length;
    }
    this.parts = parts;
    this.count = row;
    this.groups = parts.length;
    this.groupOf = new Int32Array(row);
    parts.forEach(({ row: first, points, a, b, length }, k) => {
      this.groupOf.fill(k, first, first + 3 * points.length);
      for (const { slot, turns } of [...a.movers, ...b.movers]) if (turns === 0) this.units[slot] = length;
    });
    this.ofVariable = Int32Array.from(unknown, (slot) => variables.ofSlot[slot]);
    this.width = variables.count;
    this.all = new Float64Array(row * this.width);
  }

  group(row: number): number {
    return this.groupOf[row];
  }

  unit(row: number): number {
    return this.parts[this.groupOf[row]].length;
  }

  kind(): RowKind {
    return LOOP;
  }

  /** Whether a value moves one of a loop's frames against the other. */
  has(loop: number, slot: number): boolean {
    const { a, b } = this.parts[loop];
    return a.movers.some((mover) => mover.slot === slot) || b.movers.some((mover) => mover.slot === slot);
  }

  aim(): void {}

  place(values: Float64Array, residual: Float64Array): void {
    for (const { a, b, points, row, far } of this.parts) {
      a.arm.place(values);
      b.arm.place(values);
      const [A, B] = [a.arm.tip, b.arm.tip];
      points.forEach((along, k) => {
        for (let e = 0; e < 3; e++) {
          const turned = along < 0 ? 0 : far * (A[3 * e + along] - B[3 * e + along]);
          residual[row + 3 * k + e] = A[9 + e] - B[9 + e] + turned;
        }
      });
    }
  }

  writeJacobian(out: Float64Array): void {
    const { all, width, ofVariable, parts, count } = this;
    const n = ofVariable.length;
    all.fill(0);
    for (const { a, b, points, row, far } of parts)
      for (const [{ arm }, sign] of [[a, 1] as const, [b, -1] as const])
        points.forEach((along, k) => {
          const T = arm.tip;
          for (let e = 0; e < 3; e++) {
            const o = (row + 3 * k + e) * width;
            const [x, y, z] = [e === 0 ? 1 : 0, e === 1 ? 1 : 0, e === 2 ? 1 : 0];
            arm.addRow(x, y, z, false, sign, all, o);
            if (along < 0) continue;
            // n · (ω × v) = ω · (v × n)
            const [u, v, w] = [far * T[along], far * T[3 + along], far * T[6 + along]];
            arm.addRow(v * z - w * y, w * x - u * z, u * y - v * x, true, sign, all, o);
          }
        });
    for (let row = 0; row < count; row++)
      for (let j = 0; j < n; j++) out[row * n + j] = ofVariable[j] < 0 ? 0 : all[row * width + ofVariable[j]];
  }

  begin(_way: Way | null, _from: number, _to: number, off: Float64Array, rateOff: Float64Array): void {
    const { given, groups } = this;
    this.parts.forEach(({ a, b }, k) => {
      off[k] = 0;
      for (const frame of [a, b]) {
        frame.begin();
        const { growth, lengths } = frame;
        frame.movers.forEach(({ slot, turns, slides }, m) => {
          off[k] += 2 * given[slot] * (Math.abs(turns) * lengths[m] + Math.abs(slides));
        });
        off[k] += growth.placeOff;
        frame.addRateOff(rateOff, groups, k);
      }
    });
  }

  grow(powers: Float64Array, sizes: Float64Array, rates: Float64Array): void {
    this.parts.forEach(({ a, b }, k) => {
      sizes[k] = 0;
      for (const frame of [a, b]) {
        frame.grow(powers);
        sizes[k] += frame.growth.length;
        frame.addRates(frame.growth.turn, frame.growth.length, rates, this.groups, k);
      }
    });
  }

  settle(): boolean {
    return true;
  }

  writeChanges(scale: number, errors: Float64Array, changes: Float64Array): void {
    this.parts.forEach(({ a, b }, k) => {
      for (const frame of [a, b]) frame.addChanges(scale, errors, changes, this.groups, k);
    });
  }

  /** The most that any link can be moved by errors of all joints above it. */
  effect(errors: Float64Array): number {
    const { links } = this.robot;
    const sums = new Float64Array(links.length);
    let most = 0;
    for (const { index, parent, joint } of links) {
      if (parent >= 0) sums[index] = sums[parent];
      if (joint.kind.size === 1 || joint.mimic !== null) {
        const { joint: source, multiplier } = this.robot.source(joint);
        const error = Math.abs(multiplier) * errors[source.slot];
        sums[index] += error * (joint.kind.angle >= 0 ? this.reaches[index] : 1);
      }
      most = Math.max(most, sums[index]);
    }
    return most;
  }
}

/** The last link that both hang on, or are; −1: none. */
function commonLink({ links }: Tree['robot'], a: number, b: number): number {
  let [i, j] = [a, b];
  while (i !== j) {
    if (i > j) i = links[i].parent;
    else j = links[j].parent;
  }
  return i;
}

/** Lengths from a link above to a frame, slides left out. */
function lengthOf(robot: Tree['robot'], { link, at }: TreeLoop['a'], above: number): number {
  const places = [at.position, ...chainOf(robot, link, above).map((i) => robot.links[i].joint.position)];
  return places.reduce((sum, [x, y, z]) => sum + Math.sqrt(x * x + y * y + z * z), 0);
}

/** Joints that have the values by which frames of loops move. */
function jointsOf(tree: Tree, loops: readonly TreeLoop[]): Set<string> {
  const { robot } = tree;
  const out = new Set<string>();
  for (const { a, b } of loops) {
    const above = commonLink(robot, a.link, b.link);
    for (const { link } of [a, b])
      for (const mover of tree.moversOf(link, above)) out.add(robot.source(robot.links[mover.link].joint).joint.name);
  }
  return out;
}
