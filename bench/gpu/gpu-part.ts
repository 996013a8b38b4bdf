import type { Gpu } from '../../src/gpu/device/gpu.ts';

/** What a part of the bench of graphics hardware is to do. */
export interface GpuContext {
  /** Opened once for all parts; null: there is none. */
  readonly gpu: Gpu | null;
  /** Why there is none. */
  readonly why: string;
  readonly rounds: number;
  /** Queries a set, where a part asks sets of them. */
  readonly queries: number;
  /** A look whether it runs: small sizes, few rounds. */
  readonly quick: boolean;
  /** Sizes to run instead of the part's own; undefined: those. */
  readonly sizes?: readonly number[];
  /** Scenes of batches to run; undefined: all. */
  readonly scenes?: readonly string[];
  /** Where the data of others lie. */
  readonly data: string;
}
