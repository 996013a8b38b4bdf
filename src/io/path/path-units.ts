/** Units of the values of a path where they are not radians and metres: only where file, cell or caller say so. */
import { checkHas, shownValue } from '../../math/check-record.ts';
import { InputError, type InputPlace } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Joint } from '../../robot/joint.ts';

/** What the values of a path are in. */
export interface PathUnits {
  /** Unit of revolute and continuous joints, and of what turns in planar ones. Default 'radians'. */
  readonly angle?: 'radians' | 'degrees';
  /** Unit of prismatic joints, and of what slides in planar and floating ones. Default 'metres'. */
  readonly length?: 'metres' | 'millimetres';
}

const WORDS: Readonly<Record<string, PathUnits>> = {
  rad: { angle: 'radians' },
  radian: { angle: 'radians' },
  radians: { angle: 'radians' },
  deg: { angle: 'degrees' },
  degree: { angle: 'degrees' },
  degrees: { angle: 'degrees' },
  '°': { angle: 'degrees' },
  m: { length: 'metres' },
  metre: { length: 'metres' },
  metres: { length: 'metres' },
  meter: { length: 'metres' },
  meters: { length: 'metres' },
  mm: { length: 'millimetres' },
  millimetre: { length: 'millimetres' },
  millimetres: { length: 'millimetres' },
  millimeter: { length: 'millimetres' },
  millimeters: { length: 'millimetres' },
};

/** Units as people write them: `degrees`, `deg, mm`. `what` and `place` are for the error. */
export function parseUnits(text: string, what: string, place: InputPlace = {}): PathUnits {
  checkHas(place, [], `${what}: place`);
  if (typeof text !== 'string') throw new InputError(`${what}: units are told in words, got ${shownValue(text)}`);
  let units: PathUnits = {};
  for (const word of text.split(/[,;\s]+/).filter((part) => part !== '')) {
    const unit = unitWord(word);
    if (unit === undefined) throw new InputError(`${what}: ${shownName(word)} is none of radians, degrees, metres, millimetres`, place);
    const twice = (unit.angle !== undefined && units.angle !== undefined) || (unit.length !== undefined && units.length !== undefined);
    if (twice)
      throw new InputError(`${what}: ${shownName(text)} names two units of ${unit.angle === undefined ? 'length' : 'angle'}`, place);
    units = { ...units, ...unit };
  }
  if (units.angle === undefined && units.length === undefined) throw new InputError(`${what}: names no unit; write degrees or mm`, place);
  return units;
}

export function unitWord(word: string): PathUnits | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
}

/**
 * What a file says its values are in, together with what its reader was given, as a cell's units; an InputError where
 * they contradict each other.
 */
export function unitedUnits(own: PathUnits | undefined, given: PathUnits | undefined, file: string): PathUnits {
  for (const key of ['angle', 'length'] as const) {
    const [a, b] = [own?.[key], given?.[key]];
    if (a !== undefined && b !== undefined && a !== b) throw new InputError(`says that it is in ${a}, but is to be read in ${b}`, { file });
  }
  return { ...given, ...own };
}

/** By what angles and lengths in these units are multiplied to be radians and metres. */
export function unitFactors(units: PathUnits = {}): { readonly angle: number; readonly length: number } {
  if (typeof units !== 'object' || units === null) throw new InputError(`units must be a record, got ${shownValue(units)}`);
  const { angle, length } = units;
  return { angle: angle === 'degrees' ? Math.PI / 180 : 1, length: length === 'millimetres' ? 1e-3 : 1 };
}

/** By what a value of a joint is multiplied; `part`: which of its values. `column`: what the column itself says. */
export function unitFactor(
  { kind, name }: Pick<Joint, 'kind' | 'name'>,
  part: number,
  units: PathUnits,
  column: PathUnits | undefined,
  place: InputPlace,
): number {
  if (kind.orientation >= 0 && part >= kind.orientation) return 1;
  const what = part === kind.angle ? 'angle' : 'length';
  if (column !== undefined && column[what] === undefined)
    throw new InputError(`the column of ${shownName(name)} is in ${column.angle ?? column.length}, but its value is ${AN[what]}`, place);
  return unitFactors({ ...units, ...column })[what];
}

const AN = { angle: 'an angle', length: 'a length' } as const;

export function checkUnits(units: PathUnits, what: string): void {
  const { angle = 'radians', length = 'metres' } = units;
  if (angle !== 'radians' && angle !== 'degrees')
    throw new InputError(`${what}: angle must be 'radians' or 'degrees', got ${shownValue(angle)}`);
  if (length !== 'metres' && length !== 'millimetres')
    throw new InputError(`${what}: length must be 'metres' or 'millimetres', got ${shownValue(length)}`);
}
