/**
 * The distance to be kept by groups of pairs, in the unit of length. Of several rules that fit the first counts:
 * `pairs`, `self`, `tool`, `environment`, `default`.
 */
export interface ClearanceRules {
  /** Of pairs that no other rule names. Default 0. */
  readonly default?: number;
  /** Of links of one robot among each other. Default: as `default`. */
  readonly self?: number;
  /**
   * Of what robots hold, and of the links that are their `tool`, against all but links of their robot. Default: none.
   */
  readonly tool?: number;
  /** Of everything against what stands still. Default: as `default`. */
  readonly environment?: number;
  /** Of two by their names: links (or `robot/link`), bodies, obstacles. Default: none. */
  readonly pairs?: readonly (readonly [string, string, number])[];
}
