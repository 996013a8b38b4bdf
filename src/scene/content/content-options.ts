import type { Body, SoftBody } from '../../contact/deformation.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Uncertain } from '../../robot/follow/uncertainty.ts';
import type { Robot } from '../../robot/robot.ts';
import type { SceneMotion } from './scene-motions.ts';

/** What a scene consists of. Robots, bodies and soft bodies need names of their own. */
export interface SceneOptions {
  /** Made by `new Robot(…)` or `readUrdf`; each needs a path, or a configuration, in every query. Default: none. */
  readonly robots?: readonly Robot[];
  /** What stands still, at its pose. Never tested against each other. Default: none. */
  readonly obstacles?: readonly Body[];
  /**
   * What may move by motions of its own, beside the robots; in a query without one it stands at its pose. Default:
   * none.
   */
  readonly bodies?: readonly Body[];
  /**
   * What deforms; every query about the scene then needs their motions, made by `linearMotion(positions0, positions1)`.
   * Default: none.
   */
  readonly soft?: readonly SoftBody[];
  /** Whether links of one robot are tested against each other. Default true. */
  readonly self?: boolean;
  /**
   * Pairs never tested: names of links (or `robot/link`), bodies and obstacles. Default: none. Pairs of one robot's
   * links: see `Robot.allowed`.
   */
  readonly allowed?: readonly (readonly [string, string])[];
  /** The distance that every query keeps unless it says otherwise, see `SceneFirstContactOptions`. Default 0. */
  readonly clearance?: number | ClearanceRules;
  /**
   * How close counts as contact unless a query says otherwise, in the unit of length. Default: 1e-6 of the smallest
   * moving body's radius.
   */
  readonly tolerance?: number;
  /**
   * How far what really moves may be from the nominal motions, those that are given, made by `uncertain({ … })`: `free`
   * is then proven of all that may happen. Default: it moves as given.
   */
  readonly uncertainty?: Uncertain;
  /** How bodies move in queries that do not say it, by name. Default: they stand at their poses. */
  readonly bodyMotions?: Readonly<Record<string, SceneMotion>>;
  /**
   * When the trees of meshes that have none yet are built: 'now', with the scene, or 'later', by its first question,
   * where somebody looks at a scene before asking about it, or asks elsewhere. Default 'now'.
   */
  readonly trees?: 'now' | 'later';
}

/** How an obstacle comes into a scene. */
export interface AddObstacleOptions {
  /** Names of links (or `robot/link`) and bodies that may touch it. Default: none. */
  readonly allowed?: readonly string[];
}
