import type { PairFirstContact } from '../../contact/result.ts';
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
