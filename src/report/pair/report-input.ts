import type { PairFirstContact } from '../../contact/result.ts';
import { checkRecord } from '../../math/check-record.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';

/** One of the two bodies of a report. */
export interface ReportBody {
  /** What the page calls it. */
  readonly name: string;
  /** What it looks like, in its frame. */
  readonly mesh: TriangleMesh;
  /** How it moves; `restMotion` for one that stands. */
  readonly motion: RigidMotion;
}

/** All that a page shows about one query of two bodies. */
export interface ReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** The first body. */
  readonly a: ReportBody;
  /** The second body. */
  readonly b: ReportBody;
  /** The answer. */
  readonly result: PairFirstContact;
  /** The distance that had to be kept, in the unit of length. */
  readonly clearance: number;
  /** Name of the unit of length, for display. Default: none is shown. */
  readonly unit?: string;
  /** Processor time of the query, milliseconds. */
  readonly milliseconds: number;
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
  /**
   * Where somebody else found the first contact, as a time of the motion between `lo` and `hi`. Default: nobody did.
   */
  readonly reference?: { readonly collide: boolean; readonly lo: number; readonly hi: number };
}

const INPUT_KEYS: readonly string[] = ['title', 'a', 'b', 'result', 'clearance', 'unit', 'milliseconds', 'version', 'reference'];
const BODY_KEYS: readonly string[] = ['name', 'mesh', 'motion'];
/** Keys of a reference, with what the references of scene files say besides. */
const REFERENCE_KEYS: readonly string[] = ['collide', 'lo', 'hi', 'd0'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkReportInput(input: ReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  checkRecord(input.a, BODY_KEYS, 'report: a');
  checkRecord(input.b, BODY_KEYS, 'report: b');
  if (input.reference !== undefined) checkRecord(input.reference, REFERENCE_KEYS, 'report: reference');
}
