/**
 * The distance to be kept by groups of pairs, in the unit of length. Of several rules that fit the first counts:
 * `pairs`, `self`, `tool`, `environment`, `default`.
 */
export interface ClearanceRules {
  /** Distance of pairs that no other rule names. Default 0. */
  readonly default?: number;
  /** Distance of links of one robot from each other. Default: as `default`. */
  readonly self?: number;
  /**
   * Distance of what robots hold, and of links that are their `tool`, from all but links of their robot. Default: none.
   */
  readonly tool?: number;
  /** Distance of everything from what stands still. Default: as `default`. */
  readonly environment?: number;
  /** Distances of two by their names: links (or `robot/link`), bodies, obstacles. Default: none. */
  readonly pairs?: readonly (readonly [string, string, number])[];
}
