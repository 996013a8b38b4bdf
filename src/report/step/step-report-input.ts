import { checkRecord } from '../../math/check-record.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { StepFirstContact } from '../../soft/step-result.ts';

export interface StepReportBody {
  readonly name: string;
  /** At the start. */
  readonly mesh: TriangleMesh;
  /** Positions at the end; null where it stands. */
  readonly end: Float64Array | null;
  /** Whether it was tested against itself. */
  readonly self: boolean;
  /** How many vertices were made one with others at the same place. */
  readonly joined?: number;
}

/** All that a report tells about one step of deforming bodies. */
export interface StepReportInput {
  readonly title: string;
  readonly bodies: readonly StepReportBody[];
  readonly result: StepFirstContact;
  /** Whether all contacts of the step were looked for, not only the first. */
  readonly all: boolean;
  readonly clearance: number;
  /** As it was given; absent: the default. */
  readonly tolerance?: number;
  /** The largest safe fraction of the step, where it was asked for. */
  readonly maxStep?: number;
  /** That nothing intersects at the start was taken for granted. */
  readonly startsFree?: boolean;
  /** Processor time of the query. */
  readonly milliseconds: number;
  /** Most bytes of memory that the process had. */
  readonly memory?: number;
  readonly version: string;
  /** Unit of length, for display. */
  readonly unit?: string;
}

const INPUT_KEYS: readonly string[] = [
  'title',
  'bodies',
  'result',
  'all',
  'clearance',
  'tolerance',
  'maxStep',
  'startsFree',
  'milliseconds',
  'memory',
  'version',
  'unit',
];
const BODY_KEYS: readonly string[] = ['name', 'mesh', 'end', 'self', 'joined'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkStepReportInput(input: StepReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  input.bodies.forEach((body, i) => {
    checkRecord(body, BODY_KEYS, `report: bodies[${i}]`);
  });
}
