import { RELATIVE_TOLERANCE } from '../../contact/options.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import type { RobotModel } from '../robot-model.ts';

/** A share of the reach, where links have no shapes. */
const BARE_ACCURACY = 1e-8;

/** Below such a share of the reach rounding alone may be too much. */
const FINEST_ACCURACY: number = 2 ** -36;

/** What a refusal says of an accuracy that doubles may not give, as where the smallest shape is a speck. */
export function tooFine(accuracy: number, reach: number): string | null {
  if (accuracy >= FINEST_ACCURACY * reach) return null;
  return `the accuracy of ${accuracy.toPrecision(2)}, which goes by the smallest shape where none is given, is finer than rounding allows; give a larger one`;
}

/** How far links may be from their polynomials: a sixteenth of the tolerance of a scene of the robot alone. */
export function defaultAccuracy({ links }: RobotModel, reach: number): number {
  let smallest = Infinity;
  for (const { shapes } of links)
    for (const { shape } of shapes) {
      const radius = boundingRadius(shape);
      if (radius > 0) smallest = Math.min(smallest, radius);
    }
  return smallest < Infinity ? (RELATIVE_TOLERANCE * smallest) / 16 : BARE_ACCURACY * (reach || 1);
}
