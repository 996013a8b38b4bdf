/**
 * A frame on a way that is led by a mechanism with loops: rows of both, in one closure. Those of the loops come first,
 * and as many of them are solved as joints follow: what cannot be kept of the way is left over, not of the loops.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import type { RowKind } from './closure-rows.ts';
import type { LoopRows } from './loop-rows.ts';
import type { FrameRows, PoseRows } from './pose-rows.ts';
import { CUBIC, SIZE } from './tree-frame.ts';
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

  writeModels(way: Way, from: number, to: number, models: Float64Array): boolean {
    const { loops, pose } = this;
    pose.given.set(this.given);
    return loops.writeModels(null, from, to, models) && pose.writeModels(way, from, to, models.subarray(loops.count * SIZE));
  }

  writeColumns(columns: Float64Array): void {
    const { loops, pose, unknowns } = this;
    loops.writeColumns(columns);
    pose.writeColumns(columns.subarray(loops.count * unknowns * CUBIC));
  }

  writeChanges(scale: number, errors: Float64Array, changes: Float64Array): void {
    const { loops, pose, unknowns, groups } = this;
    const [own, led] = this.changes;
    own.fill(0);
    led.fill(0);
    loops.writeChanges(scale, errors, own);
    pose.writeChanges(scale, errors, led);
    for (let j = 0; j < unknowns; j++) {
      for (let g = 0; g < loops.groups; g++) changes[groups * j + g] = own[loops.groups * j + g];
      for (let g = 0; g < pose.groups; g++) changes[groups * j + loops.groups + g] = led[pose.groups * j + g];
    }
  }

  effect(errors: Float64Array): number {
    return Math.max(this.loops.effect(errors), this.pose.effect(errors));
  }
}
