import type { SourceOptions } from '../check/load-cell.ts';
import type { OutsideWish } from '../terminal/input-files.ts';

/** Options as the command line gives them. */
export interface PlanOptions extends SourceOptions, OutsideWish {
  readonly from?: string;
  readonly to?: string;
  /** Id of a query of a scene of robots. */
  readonly query?: number;
  /** Goals on the way, in order. */
  readonly through?: readonly string[];
  readonly moving?: readonly string[];
  readonly tolerance?: number;
  readonly units?: string;
  readonly self: boolean;
  readonly seed: string;
  /** Threads, one seed each. */
  readonly workers?: number;
  /** Milliseconds. */
  readonly budget?: number;
  readonly shorten: boolean;
  readonly method?: 'connect' | 'optimal';
  readonly upright?: readonly string[];
  readonly constraints?: string;
  /** Metres back along the tool's z, from where the last line begins; and where the first ends. */
  readonly approach?: number;
  readonly retreat?: number;
  /** The link that goes on these lines, also robot/link. */
  readonly tool?: string;
  readonly time?: boolean;
  readonly maxVelocity?: RateLimit;
  readonly maxAcceleration?: RateLimit;
  readonly jerk?: RateLimit;
  readonly scale?: number;
  readonly blend?: RateLimit;
  readonly margin: boolean;
  readonly out?: string;
  /** True: to the output. */
  readonly json?: string | true;
  readonly report?: string;
  readonly proof?: string;
  readonly quiet?: boolean;
}

/** One number for all joints, or numbers by joint. */
export type RateLimit = number | Readonly<Record<string, number>>;
