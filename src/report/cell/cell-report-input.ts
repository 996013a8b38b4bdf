import { checkRecord } from '../../math/check-record.ts';
import type { Clearance, ContactIntervals, Scene, SceneMotions } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/scene-options.ts';
import type { SceneFirstContact } from '../../scene/scene-result.ts';

/** All that a report tells about one query of a scene. */
export interface CellReportInput {
  readonly title: string;
  readonly scene: Scene;
  /** By name, as they were given to the query. */
  readonly motions: SceneMotions;
  readonly result: SceneFirstContact;
  /** Every stretch in contact, where it was asked for. */
  readonly intervals?: ContactIntervals;
  /** The least distance along the path, where it was asked for. */
  readonly clearance?: Clearance;
  /** With which the query was asked. */
  readonly options: SceneFirstContactOptions;
  /** Processor time of the query. */
  readonly milliseconds: number;
  readonly version: string;
  /** Unit of length, for display. Default 'm'. */
  readonly unit?: string;
  /** Where somebody else found the first contact, as a path time. */
  readonly reference?: { readonly collide: boolean; readonly lo: number; readonly hi: number };
}

const INPUT_KEYS: readonly string[] = [
  'title',
  'scene',
  'motions',
  'result',
  'intervals',
  'clearance',
  'options',
  'milliseconds',
  'version',
  'unit',
  'reference',
];
/** With what the references of scene files say besides. */
const REFERENCE_KEYS: readonly string[] = ['collide', 'lo', 'hi', 'd0', 'pair'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkCellReportInput(input: CellReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  if (input.reference !== undefined) checkRecord(input.reference, REFERENCE_KEYS, 'report: reference');
}
