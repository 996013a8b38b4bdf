/** Makes uncertainties of scenes, which bring along what a scene needs to answer within them. */
import { checkRanges, checkUncertainNames, Uncertain, type Uncertainty } from '../../robot/follow/uncertainty.ts';
import { PlaceErrors, paddedClasses, slidesOf, uncertainPads } from '../pairs/uncertain-pads.ts';
import { clearanceWithin, firstContactWithin, motionIsFreeWithin, provenWithin } from './nearly-followed.ts';

/** What an uncertainty brings along. */
export interface UncertainCode {
  readonly checkUncertainNames: typeof checkUncertainNames;
  readonly PlaceErrors: typeof PlaceErrors;
  readonly uncertainPads: typeof uncertainPads;
  readonly paddedClasses: typeof paddedClasses;
  readonly slidesOf: typeof slidesOf;
  readonly firstContactWithin: typeof firstContactWithin;
  readonly motionIsFreeWithin: typeof motionIsFreeWithin;
  readonly clearanceWithin: typeof clearanceWithin;
  readonly provenWithin: typeof provenWithin;
}

const CODE: UncertainCode = {
  checkUncertainNames,
  PlaceErrors,
  uncertainPads,
  paddedClasses,
  slidesOf,
  firstContactWithin,
  motionIsFreeWithin,
  clearanceWithin,
  provenWithin,
};

/**
 * How far what really moves may be from the motions that a scene is asked about: `new Scene({ …, uncertainty })`. Its
 * answers are then about every motion within that, see `SceneFirstContact.safeUntil`.
 * @example
 * const uncertainty = uncertain({ angle: 0.002, places: { fixture: { length: 0.003 } } });
 * const scene = new Scene({ robots: [arm], obstacles: [fixture], uncertainty });
 */
export function uncertain(ranges: Uncertainty): Uncertain {
  checkRanges(ranges, 'uncertain: ');
  return new Uncertain(ranges, CODE);
}
