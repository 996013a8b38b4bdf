import type { Clearance, ContactIntervals, Scene, SceneMotions } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/scene-options.ts';
import type { SceneFirstContact } from '../../scene/scene-result.ts';

/** All that a page tells about one query of a scene. */
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
  /** Of inbetween, for the foot of the page. */
  readonly version: string;
  /** Unit of length, for display. Default 'm'. */
  readonly unit?: string;
  /** Where somebody else found the first contact, as a path time between `lo` and `hi`. Default: nobody did. */
  readonly reference?: { readonly collide: boolean; readonly lo: number; readonly hi: number };
}
