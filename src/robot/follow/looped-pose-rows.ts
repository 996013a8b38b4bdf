/**
 * A frame on a way that is led by a mechanism with loops: rows of both, in one closure. Those of the loops come first,
 * and as many of them are solved as joints follow: what cannot be kept of the way is left over, not of the loops.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import type { RowKind } from './closure-rows.ts';
import type { LoopRows } from './loop-rows.ts';
import type { FrameRows, PoseRows } from './pose-rows.ts';
import type { Way } from './way.ts';

export class LoopedPoseRows implements FrameRows {
  readonly count: number;
  readonly groups: number;
  readonly ahead: readonly [rows: number, count: number];
  readonly units: Float64Array;
  readonly given: Float64Array;
  private readonly pose: PoseRows;
  private readonly loops: LoopRows;
  private readonly unknowns: number;
  private readonly changes: readonly [loops: Float64Array, pose: Float64Array];

  /** Both of one tree; `unknowns` of it, `passive` of these follow by the loops. */
  constructor(loops: LoopRows, pose: PoseRows, unknowns: number, passive: number) {
    this.loops = loops;
    this.pose = pose;
    this.count = loops.count + pose.count;
    this.groups = loops.groups + pose.groups;
    this.ahead = [loops.count, passive];
    // lengths of slides are measured in that of their loop
    this.units = loops.units.map((unit, s) => (unit === 1 ? pose.units[s] : unit));
    this.given = loops.given;
    this.unknowns = unknowns;
    this.changes = [new Float64Array(loops.groups * unknowns), new Float64Array(pose.groups * unknowns)];
  }

  frameAt(values: Float64Array): { readonly position: Vec3; readonly quaternion: Quat } {
    return this.pose.frameAt(values);
  }

  group(row: number): number {
    const { loops, pose } = this;
    return row < loops.count ? loops.group(row) : loops.groups + pose.group(row - loops.count);
  }

  unit(row: number): number {
    const { loops, pose } = this;
    return row < loops.count ? loops.unit(row) : pose.unit(row - loops.count);
  }

  kind(row: number): RowKind {
    const { loops, pose } = this;
    return row < loops.count ? loops.kind() : pose.kind(row - loops.count);
  }

  aim(way: Way | null, t: number): void {
    this.pose.aim(way, t);
  }

  place(values: Float64Array, residual: Float64Array): void {
    const { loops, pose } = this;
    loops.place(values, residual);
    pose.place(values, residual.subarray(loops.count));
  }

  writeJacobian(out: Float64Array): void {
    const { loops, pose, unknowns } = this;
    loops.writeJacobian(out);
    pose.writeJacobian(out.subarray(loops.count * unknowns));
  }

  begin(way: Way, from: number, to: number, off: Float64Array, rateOff: Float64Array): void {
    const { loops, pose, changes } = this;
    pose.given.set(this.given);
    const [own, led] = this.cleared();
    loops.begin(null, from, to, off, own);
    pose.begin(way, from, to, off.subarray(loops.groups), led);
    this.put(changes, rateOff);
  }

  grow(powers: Float64Array, sizes: Float64Array, rates: Float64Array): void {
    const { loops, pose, changes } = this;
    const [own, led] = this.cleared();
    loops.grow(powers, sizes, own);
    pose.grow(powers, sizes.subarray(loops.groups), led);
    this.put(changes, rates);
  }

  settle(largest: Float64Array): boolean {
    return this.pose.settle(largest.subarray(this.loops.count));
  }

  writeChanges(scale: number, errors: Float64Array, changes: Float64Array): void {
    const { loops, pose } = this;
    const [own, led] = this.cleared();
    loops.writeChanges(scale, errors, own);
    pose.writeChanges(scale, errors, led);
    this.put(this.changes, changes);
  }

  effect(errors: Float64Array): number {
    return Math.max(this.loops.effect(errors), this.pose.effect(errors));
  }

  private cleared(): readonly [loops: Float64Array, pose: Float64Array] {
    for (const list of this.changes) list.fill(0);
    return this.changes;
  }

  /** By unknown and group, side by side. */
  private put([own, led]: readonly [loops: Float64Array, pose: Float64Array], out: Float64Array): void {
    const { loops, pose, unknowns, groups } = this;
    for (let j = 0; j < unknowns; j++) {
      for (let g = 0; g < loops.groups; g++) out[groups * j + g] = own[loops.groups * j + g];
      for (let g = 0; g < pose.groups; g++) out[groups * j + loops.groups + g] = led[pose.groups * j + g];
    }
  }
}
