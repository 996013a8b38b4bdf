import { checkHas, checkRecord } from '../../math/check-record.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { StepFirstContact } from '../../soft/step-result.ts';

/** One deforming body of a report. */
export interface StepReportBody {
  /** What the page calls it. */
  readonly name: string;
  /** The mesh at the start. */
  readonly mesh: TriangleMesh;
  /** Positions at the end, x y z a vertex; null where it stands. */
  readonly end: Float64Array | null;
  /** Whether it was tested against itself. */
  readonly self: boolean;
  /** How many vertices were made one with others at the same place. Default 0. */
  readonly joined?: number;
}

/** All that a page shows about one step of deforming bodies. */
export interface StepReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** Bodies in the order of the query. */
  readonly bodies: readonly StepReportBody[];
  /** The answer. */
  readonly result: StepFirstContact;
  /** Whether all contacts of the step were looked for, not only the first. */
  readonly all: boolean;
  /** The distance that had to be kept, in the unit of length. */
  readonly clearance: number;
  /** Tolerance as it was given, in the unit of length; absent: the default. */
  readonly tolerance?: number;
  /** The largest safe share of the step, 0 to 1, where it was asked for. */
  readonly maxStep?: number;
  /** Whether it was taken for granted that nothing intersects at the start. Default false. */
  readonly startsFree?: boolean;
  /** Processor time of the query, milliseconds. */
  readonly milliseconds: number;
  /** Most bytes of memory that the process had. Default: the page does not say. */
  readonly memory?: number;
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
  /** Name of the unit of length, for display. Default: none is shown. */
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
  checkHas(input, ['bodies', 'result'], 'report:');
  input.bodies.forEach((body, i) => {
    checkRecord(body, BODY_KEYS, `report: bodies[${i}]`);
  });
}
