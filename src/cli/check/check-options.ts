import type { SceneMethodName } from '../../methods/index.ts';
import type { OutsideWish } from '../terminal/input-files.ts';

/** Options as the command line gives them. */
export interface CheckOptions extends OutsideWish {
  readonly method: SceneMethodName;
  readonly tolerance?: number;
  readonly clearance?: number;
  readonly start: 'strict' | 'leaving';
  readonly self: boolean;
  readonly units?: string;
  /** What stands around a robot or a mesh: a planning scene of MoveIt, meshes. */
  readonly scene?: readonly string[];
  /** Scale of those meshes, and of a mesh that is the body itself, whose files say no unit. */
  readonly meshScale?: number;
  readonly srdf?: string;
  readonly geometry?: 'collision' | 'visual';
  readonly fixedBase?: boolean;
  readonly package?: Readonly<Record<string, string>>;
  readonly request?: string;
  /** Group whose columns paths without names have. */
  readonly group?: string;
  /** Whose list of pairs that are not tested counts, the scene's or the robot's. */
  readonly acm?: 'scene' | 'robot';
  readonly all?: boolean;
  readonly limits?: 'error' | 'warn' | 'ignore';
  readonly arrivals?: 'error' | 'warn';
  readonly ignoreLimits?: boolean;
  readonly margin: boolean;
  /** Threads; undefined: one a core, where it pays. */
  readonly workers?: number;
  readonly budget?: number;
  readonly maxIterations?: number;
  /** Limit on the work of reading. */
  readonly maxWork?: number;
  /** True: to the output. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly report?: string;
  readonly proof?: string;
  /** Undefined: where GITHUB_ACTIONS says so. */
  readonly github?: boolean;
  readonly quiet?: boolean;
}
