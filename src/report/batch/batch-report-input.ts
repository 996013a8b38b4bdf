import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { VERDICTS } from '../../words/job-words.ts';

/** How many items of a job ended how. */
export interface BatchVerdicts {
  /** Proven apart, and within the limits of joints. */
  readonly free: number;
  /** Something touches on the way. */
  readonly contact: number;
  /** Something touches at the start. */
  readonly overlap: number;
  /** Free, but what should touch does not: a hand that takes air. */
  readonly missed: number;
  /** Free, but joints go beyond limits that are an error. */
  readonly limits: number;
  /** Neither could be proven. */
  readonly unresolved: number;
  /** Free as far as judged: pairs that start in contact and never come apart, or nothing to test. */
  readonly 'not-judged': number;
  /** Could not be read or not be answered. */
  readonly error: number;
  /** Plans that were not solved, or are for other scenes. */
  readonly 'left-out': number;
}

/** All that the page of a finished job shows. */
export interface BatchReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** How many items there were. */
  readonly items: number;
  /** How many of them ended how. */
  readonly counts: BatchVerdicts;
  /** Seconds that the job took, over all runs. */
  readonly seconds: number;
  /** Seconds that all workers together were busy. */
  readonly busySeconds: number;
  /** How many workers there were. */
  readonly workers: number;
  /** The items that took longest, the slowest first. */
  readonly slowest: readonly { readonly id: string; readonly milliseconds: number; readonly verdict: keyof BatchVerdicts }[];
  /** How many items were done after how many seconds, in order. */
  readonly samples: readonly { readonly seconds: number; readonly items: number }[];
  /** False: it was ended before all was done. Default true. */
  readonly complete?: boolean;
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
}

const KEYS: readonly string[] = [
  ...['title', 'items', 'counts', 'seconds', 'busySeconds', 'workers', 'slowest', 'samples', 'complete', 'version'],
];

const LISTS = { slowest: ['id', 'milliseconds', 'verdict'], samples: ['seconds', 'items'] } as const;

/** Throws an InputError on a key that is unknown or misspelt. */
export function checkBatchReportInput(input: BatchReportInput): void {
  checkRecord(input, KEYS, 'batch page');
  checkRecord(input.counts, VERDICTS, 'batch page: counts');
  for (const [key, keys] of Object.entries(LISTS) as [keyof typeof LISTS, readonly string[]][]) {
    const list: unknown = input[key];
    if (!Array.isArray(list)) throw new InputError(`batch page: ${key} should be a list`);
    for (const [i, item] of list.entries()) checkRecord(item as object, keys, `batch page: ${key}[${i}]`);
  }
}
