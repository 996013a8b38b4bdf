import type { PairFirstContact } from '../../contact/result.ts';
import { checkRecord } from '../../math/check-record.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';

export interface ReportBody {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly motion: RigidMotion;
}

/** All that a report tells about one query. */
export interface ReportInput {
  readonly title: string;
  readonly a: ReportBody;
  readonly b: ReportBody;
  readonly result: PairFirstContact;
  readonly clearance: number;
  /** Unit of length, for display. */
  readonly unit?: string;
  /** Processor time of the query. */
  readonly milliseconds: number;
  readonly version: string;
  /** Where somebody else found the first contact. */
  readonly reference?: { readonly collide: boolean; readonly lo: number; readonly hi: number };
}

const INPUT_KEYS: readonly string[] = ['title', 'a', 'b', 'result', 'clearance', 'unit', 'milliseconds', 'version', 'reference'];
const BODY_KEYS: readonly string[] = ['name', 'mesh', 'motion'];
/** With what the references of scene files say besides. */
const REFERENCE_KEYS: readonly string[] = ['collide', 'lo', 'hi', 'd0'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkReportInput(input: ReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  checkRecord(input.a, BODY_KEYS, 'report: a');
  checkRecord(input.b, BODY_KEYS, 'report: b');
  if (input.reference !== undefined) checkRecord(input.reference, REFERENCE_KEYS, 'report: reference');
}
