import type { Way } from './way.ts';

export const PLACE = 0;
export const TURN = 1;
export const LOOP = 2;
export type RowKind = typeof PLACE | typeof TURN | typeof LOOP;

/** What a closure is to keep at 0; a way is where to, for what goes somewhere. */
export interface ClosureRows {
  /** How many there are; at least as many as unknowns. */
  readonly count: number;
  /** Rows of one group change alike within the errors. */
  readonly groups: number;
  group(row: number): number;
  /** What a row is measured in: 1 for turns, a length for places. */
  unit(row: number): number;
  /** Whose row it is, where it is left over: a place or a turn of the tool, or a loop's. */
  kind(row: number): RowKind;
  /** So many of the first rows are solved before any of the others. Left out: none. */
  readonly ahead?: readonly [rows: number, count: number];
  /** By slot: 1 of an angle; of a length, the arm's, so that nothing depends on the unit of length. */
  readonly units: Float64Array;
  /** By slot: how far given values can be from their polynomials. */
  readonly given: Float64Array;
  /** Where it is to be at a time. */
  aim(way: Way | null, t: number): void;
  /** All rows at a configuration, and what moves them. */
  place(values: Float64Array, residual: Float64Array): void;
  /** After `place`: derivatives by the unknowns, row by row. */
  writeJacobian(out: Float64Array): void;
  /**
   * The piece that is loaded. By group: how far rows that are meant can be at any time from an interpolation through
   * what `place` finds; by unknown and group, the same of `writeJacobian`. What interpolations leave is not in it.
   */
  begin(way: Way | null, from: number, to: number, off: Float64Array, rateOff: Float64Array): void;
  /**
   * After `begin`: by group, how large rows can become over an ellipse [chain-growth.ts], and their derivatives by
   * unknown and group.
   */
  grow(powers: Float64Array, sizes: Float64Array, rates: Float64Array): void;
  /** After `place` in the middle of the piece: takes how large rows are over it; false: nothing can be proven. */
  settle(largest: Float64Array): boolean;
  /** By unknown and group: how much a derivative can change within so many times the errors. */
  writeChanges(scale: number, errors: Float64Array, changes: Float64Array): void;
  /** How far links can be moved by errors. */
  effect(errors: Float64Array): number;
}
