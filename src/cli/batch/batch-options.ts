import type { SceneMethodName } from '../../methods/index.ts';
import type { OutsideWish } from '../terminal/input-files.ts';

/** What client and workers say of their queue, by the same names. */
export interface QueueWishes {
  /** URL of a queue; false: not even the one of the environment. */
  readonly queue?: string | boolean;
  readonly namespace?: string;
  /** File of the key that answers are signed with. */
  readonly keyFile?: string;
  /** Seconds for which the server keeps things. */
  readonly expire?: number;
  /** Seconds for which a server that is away or full is waited for. */
  readonly patience?: number;
}

/** Options as the command line gives them; what is absent is as the job says, or the usual. */
export interface BatchOptions extends OutsideWish, QueueWishes {
  readonly motions?: readonly string[];
  readonly roadmap?: readonly string[];
  readonly method?: SceneMethodName;
  readonly start?: 'strict' | 'leaving';
  readonly tolerance?: number;
  readonly clearance?: number;
  readonly maxIterations?: number;
  readonly budget?: number;
  readonly limits?: 'error' | 'warn' | 'ignore';
  readonly arrivals?: 'error' | 'warn';
  readonly ignoreLimits?: boolean;
  readonly margin?: boolean;
  readonly all?: boolean;
  readonly self?: boolean;
  readonly units?: string;
  readonly group?: string;
  readonly scene?: readonly string[];
  readonly srdf?: string;
  readonly geometry?: 'collision' | 'visual';
  readonly fixedBase?: boolean;
  readonly package?: Readonly<Record<string, string>>;
  readonly acm?: 'scene' | 'robot';
  /** Limit on the work of reading. */
  readonly maxWork?: number;
  /** Only the first so many items. */
  readonly limit?: number;
  readonly out?: string;
  readonly restart?: boolean;
  readonly workers?: number;
  /** Share of what a queue answers that is asked again here. */
  readonly recheck?: number;
  /** Name of a job whose state on the queue is asked for. */
  readonly status?: string;
  /** Name of a job that is to end. */
  readonly cancel?: string;
  /** All that the namespace holds goes. */
  readonly purge?: boolean;
  /** Bytes. */
  readonly memory?: number;
  readonly gpu?: boolean;
  /** Progress as JSON lines. */
  readonly json?: boolean;
  readonly metrics?: MetricsAddress;
  readonly report?: string;
  /** Folder for a proof of each item. */
  readonly proof?: string;
  /** Checks each that came back. */
  readonly verify?: boolean;
  readonly quiet?: boolean;
}

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}
