/** The mass and the inverse inertia of the bodies of a world, worked out once for each. */
import { InputError } from '../../math/input-error.ts';
import type { Quat } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { length } from '../../math/vec3.ts';
import type { BodyMass } from '../body-mass.ts';
import type { WorldBody } from '../world-options.ts';
import { worldShape } from '../world-shape.ts';
import { massProperties } from './mass-properties.ts';

export interface BodyWeight {
  readonly mass: number;
  /** Inverse of the inertia in the axes of the body, row by row. */
  readonly inverseInertia: readonly number[];
}

/** How far from the origin of its frame, as a share of its reach, the centre of mass may be: files round. */
const OFF_CENTRE = 1e-3;

const known = new WeakMap<WorldBody, BodyWeight>();

export function weightOf(body: WorldBody): BodyWeight {
  let made = known.get(body);
  if (made === undefined) {
    const { name, shape, mass } = body;
    const properties: BodyMass = typeof mass === 'object' ? mass : massProperties(shape, mass === undefined ? {} : { mass });
    const { centre = [0, 0, 0] } = properties;
    const { reach } = worldShape(shape, name).hull;
    if (!(length(centre) <= OFF_CENTRE * reach))
      throw new InputError(
        `${name}: the centre of mass is at [${centre.join(', ')}], but a body of a world turns about the origin of its frame; ` +
          'move its vertices so that the two are one, or give mass: { mass, inertia } of a body that is heavier on one side',
      );
    made = { mass: properties.mass, inverseInertia: inverse(properties.inertia) };
    known.set(body, made);
  }
  return made;
}

/** Inverse of a symmetric matrix, by cofactors; scaled so that none leaves the range of doubles. */
function inverse(matrix: readonly number[]): number[] {
  const largest = Math.max(...matrix.map(Math.abs));
  const [a, b, c, , d, e, , , f] = matrix.map((x) => x / largest);
  const [xx, xy, xz] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const [yy, yz, zz] = [a * f - c * c, b * c - a * e, a * d - b * b];
  const determinant = a * xx + b * xy + c * xz;
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz].map((x) => x / determinant / largest);
}

const R = new Float64Array(9);

/** The inverse inertia in the axes of the world: R I⁻¹ Rᵀ. */
export function turnedInverse({ inverseInertia: m }: BodyWeight, quaternion: Quat): number[] {
  writeMatrix(quaternion, R, 0);
  return Array.from({ length: 9 }, (_, at) => {
    const row = 3 * Math.floor(at / 3);
    const column = 3 * (at % 3);
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += R[row + i] * m[3 * i + j] * R[column + j];
    return sum;
  });
}
