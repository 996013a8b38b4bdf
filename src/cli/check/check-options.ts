import type { SceneMethod } from '../../index.ts';

/** As the command line gives them. */
export interface CheckOptions {
  readonly method: SceneMethod;
  readonly tolerance?: number;
  readonly clearance?: number;
  readonly start: 'strict' | 'leaving';
  readonly self: boolean;
  readonly units?: string;
  readonly all?: boolean;
  readonly limits?: 'error' | 'warn' | 'ignore';
  readonly ignoreLimits?: boolean;
  readonly margin: boolean;
  readonly budget?: number;
  /** True: to the output. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly report?: string;
  /** Undefined: where GITHUB_ACTIONS says so. */
  readonly github?: boolean;
  readonly quiet?: boolean;
}
