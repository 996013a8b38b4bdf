import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength, limitHint } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';

/** A symmetric matrix of nine numbers, row by row: xx xy xz, yx yy yz, zx zy zz. */
export type Inertia = readonly [number, number, number, number, number, number, number, number, number];

/** What a body weighs and how it resists turning, given by hand or by `massProperties`. */
export interface BodyMass {
  /** Mass, in the unit of mass, above 0. */
  readonly mass: number;
  /** Inertia about the centre of mass, along the axes of the body's frame, mass × length²: nine numbers, row by row. */
  readonly inertia: Inertia;
  /** The centre of mass, which must be the origin of the body's frame. Default [0, 0, 0]. */
  readonly centre?: Vec3;
  /** Volume of its inside; nothing depends on it. */
  readonly volume?: number;
}

const MASS_KEYS: readonly string[] = ['mass', 'inertia', 'centre', 'volume'];
/** How far the two halves of an inertia may differ, as a share of its largest number. */
const SYMMETRIC = 1e-9;

/** A mass whose lists nobody else can write to. */
export function copiedMass(mass: number | BodyMass | undefined): number | BodyMass | undefined {
  if (typeof mass !== 'object') return mass;
  const { inertia, centre } = mass;
  const copy = { ...mass, inertia: Object.freeze([...inertia]) as unknown as Inertia };
  return centre === undefined ? copy : { ...copy, centre: [centre[0], centre[1], centre[2]] };
}

/** Checks the mass of a body; `what` names it. */
export function checkMass(mass: number | BodyMass, what: string): void {
  if (typeof mass === 'object') checkRecord(mass, MASS_KEYS, what);
  const weight = typeof mass === 'object' ? mass.mass : mass;
  if (typeof weight !== 'number' || !(weight > 0 && weight <= 2 ** 300))
    throw new InputError(`${what} must be a number above 0, or { mass, inertia }, got ${shownValue(mass)}${limitHint(weight)}`);
  if (typeof mass !== 'object') return;
  const { inertia, centre, volume } = mass;
  if (volume !== undefined) checkLength(volume, `${what}: volume`);
  const isMatrix = inertia !== null && typeof inertia === 'object' && inertia.length === 9 && areNumbers(inertia, 2 ** 900);
  if (!isMatrix) throw new InputError(`${what}: inertia must be nine numbers, row by row, got ${shownValue(inertia)}`);
  const largest = Math.max(...inertia.map(Math.abs));
  const m = inertia.map((x) => x / largest);
  const minor = m[0] * m[4] - m[1] * m[1];
  const whole = m[8] * minor + m[5] * (m[1] * m[2] - m[0] * m[5]) + m[2] * (m[1] * m[5] - m[2] * m[4]);
  for (const [i, j] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ])
    if (!(Math.abs(m[i] - m[j]) <= SYMMETRIC)) throw new InputError(`${what}: inertia must be symmetric, got ${shownValue(inertia)}`);
  if (!(m[0] > 0 && minor > 0 && whole > 0))
    throw new InputError(`${what}: inertia must be above 0 about every axis, got ${shownValue(inertia)}`);
  if (centre !== undefined && !(centre?.length === 3 && areNumbers(centre, 2 ** 300)))
    throw new InputError(`${what}: centre must be three numbers, got ${shownValue(centre)}${limitHint(centre)}`);
}

/** Holes too are none. */
function areNumbers(list: readonly number[], most: number): boolean {
  return Array.from(list).every((x) => typeof x === 'number' && Math.abs(x) <= most);
}
