import { checkHas, checkRecord } from '../../math/check-record.ts';
import type { Verification } from '../../proof/verification.ts';
import type { Clearance, ContactIntervals, SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';

/** A proof of the answer, and what its check found. */
export interface ReportedProof {
  /** Name of the file. */
  readonly name: string;
  /** SHA-256 of the file, as hexadecimal digits. */
  readonly sha256: string;
  /** Who checked it, in words. */
  readonly by: string;
  /** What was found; with its `view` the page draws how the proof covers time. */
  readonly found: Verification;
}

/** All that a page shows about one query of a scene. */
export interface CellReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** The scene that was asked. */
  readonly scene: Scene;
  /** How robots and bodies move, by name, as they were given to the query. */
  readonly motions: SceneMotions;
  /** The answer. */
  readonly result: SceneFirstContact;
  /** Every stretch in contact, where it was asked for. Default: the page does not speak of them. */
  readonly intervals?: ContactIntervals;
  /** The least distance along the path, where it was asked for. Default: the page draws it from samples. */
  readonly clearance?: Clearance;
  /** The options that the query was asked with. */
  readonly options: SceneFirstContactOptions;
  /** Processor time of the query, milliseconds. */
  readonly milliseconds: number;
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
  /** Unit of length, for display. Default 'm'. */
  readonly unit?: string;
  /** Address of a page over several paths, to which this one links. Default: there is none. */
  readonly index?: string;
  /** A proof that was checked. Default: the page does not speak of one. */
  readonly proof?: ReportedProof;
  /** Where somebody else found the first contact, as a path time between `lo` and `hi`. Default: nobody did. */
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
  'index',
  'proof',
  'reference',
];
/** Keys of a reference, with what the references of scene files say besides. */
const REFERENCE_KEYS: readonly string[] = ['collide', 'lo', 'hi', 'd0', 'pair'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkCellReportInput(input: CellReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  checkHas(input, ['scene', 'motions', 'result', 'options'], 'report:');
  if (input.proof !== undefined) {
    checkRecord(input.proof, ['name', 'sha256', 'by', 'found'], 'report: proof');
    checkHas(input.proof, ['found'], 'report: proof:');
  }
  if (input.reference !== undefined) checkRecord(input.reference, REFERENCE_KEYS, 'report: reference');
}
