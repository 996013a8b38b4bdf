import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Clearance, SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';

/** All that a page over several paths of one scene shows. */
export interface CellIndexInput {
  /** Heading of the page. */
  readonly title: string;
  /** The scene that was asked. */
  readonly scene: Scene;
  /** The options that the queries were asked with. */
  readonly options: SceneFirstContactOptions;
  /** The paths, in the order in which they are listed. */
  readonly paths: readonly CellIndexPath[];
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
  /** Unit of length, for display. Default 'm'. */
  readonly unit?: string;
}

/** One path of such a page: `motions` and `result` where it was asked, else `fault`. */
export interface CellIndexPath {
  /** What to call it. */
  readonly name: string;
  /** Address of its own page, as seen from this one. Default: it has none. */
  readonly page?: string;
  /** Why it could not be read. Default: it was. */
  readonly fault?: string;
  /** How robots and bodies move, by name, as they were given to the query. */
  readonly motions?: SceneMotions;
  /** The answer. */
  readonly result?: SceneFirstContact;
  /** The least distance along the path, where it was asked for. Default: the page does not speak of it. */
  readonly clearance?: Clearance;
  /** The waypoint up to which the clearance is. Default: the last one. */
  readonly clearanceUntil?: number;
  /** Limits that are not kept and make the path a failure, one sentence each. Default none. */
  readonly limits?: readonly string[];
  /** What else there is to say, one sentence each. Default nothing. */
  readonly remarks?: readonly string[];
}

const INPUT_KEYS: readonly string[] = ['title', 'scene', 'options', 'paths', 'version', 'unit'];
const PATH_KEYS: readonly string[] = ['name', 'page', 'fault', 'motions', 'result', 'clearance', 'clearanceUntil', 'limits', 'remarks'];

/** Throws an InputError on a key that is unknown or misspelt, and on a path of which nothing is known. */
export function checkCellIndexInput(input: CellIndexInput): void {
  checkRecord(input, INPUT_KEYS, 'index');
  if (!Array.isArray(input.paths)) throw new InputError('index: paths should be a list');
  const paths: readonly CellIndexPath[] = input.paths;
  for (const [i, path] of paths.entries()) {
    checkRecord(path, PATH_KEYS, `index: paths[${i}]`);
    if (path.fault === undefined && (path.motions === undefined || path.result === undefined))
      throw new InputError(`index: paths[${i}] should have motions and a result, or a fault`);
  }
}
