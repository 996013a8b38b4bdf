import { describe, expect, test } from 'vitest';
import { checkUnits, type PathUnits, parseUnits, unitedUnits, unitFactor, unitWord } from '../../../../src/io/path/path-units.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { JOINT_KINDS, type JointType } from '../../../../src/robot/joint-types.ts';

/** What each value of a joint is multiplied by. */
function factors(type: JointType, units: PathUnits, column?: PathUnits): number[] {
  const joint = { name: 'j', kind: JOINT_KINDS[type] };
  return joint.kind.parts.map((_, part) => unitFactor(joint, part, units, column, {}));
}

const DEGREE = Math.PI / 180;

describe('units of a path', () => {
  test('as people write them', () => {
    expect(parseUnits('degrees', 'units')).toEqual({ angle: 'degrees' });
    expect(parseUnits(' Deg,mm ', 'units')).toEqual({ angle: 'degrees', length: 'millimetres' });
    expect(parseUnits('m; rad', 'units')).toEqual({ angle: 'radians', length: 'metres' });
    expect([unitWord('°'), unitWord('MM'), unitWord('constructor'), unitWord('__proto__')]).toEqual([
      { angle: 'degrees' },
      { length: 'millimetres' },
      undefined,
      undefined,
    ]);
    for (const wrong of ['', ' , ', 'inches', 'deg rad', 'mm, m', 'deg mm deg']) {
      expect(() => parseUnits(wrong, 'units', { file: 'a.csv', line: 3 })).toThrow(InputError);
      expect(() => parseUnits(wrong, 'units', { file: 'a.csv', line: 3 })).toThrow(/a\.csv, line 3:/);
    }
  });

  test('turn what turns and stretch what slides, each value by what it is, and leave quaternions alone', () => {
    const both: PathUnits = { angle: 'degrees', length: 'millimetres' };
    expect([
      factors('revolute', both),
      factors('continuous', both),
      factors('prismatic', both),
      factors('planar', both),
      factors('floating', both),
      factors('fixed', both),
    ]).toEqual([[DEGREE], [DEGREE], [1e-3], [1e-3, 1e-3, DEGREE], [1e-3, 1e-3, 1e-3, 1, 1, 1, 1], []]);
    for (const type of ['revolute', 'planar', 'floating'] as const) expect(new Set(factors(type, {}))).toEqual(new Set([1]));
    // a column that says its own unit goes before what the file says
    expect([factors('revolute', both, { angle: 'radians' }), factors('prismatic', {}, { length: 'millimetres' })]).toEqual([[1], [1e-3]]);
    expect(() => factors('revolute', {}, { length: 'metres' })).toThrow(/the column of 'j' is in metres, but its value is an angle/);
    expect(() => factors('prismatic', {}, { angle: 'degrees' })).toThrow(/in degrees, but its value is a length/);
  });

  test('of the file and of its reader go together unless they contradict each other', () => {
    expect(unitedUnits({ angle: 'degrees' }, { length: 'millimetres' }, 'a.csv')).toEqual({ angle: 'degrees', length: 'millimetres' });
    expect(unitedUnits({ angle: 'degrees' }, { angle: 'degrees' }, 'a.csv')).toEqual({ angle: 'degrees' });
    expect(unitedUnits(undefined, undefined, 'a.csv')).toEqual({});
    expect(() => unitedUnits({ angle: 'degrees' }, { angle: 'radians' }, 'a.csv')).toThrow(/in degrees, but is to be read in radians/);
    expect(() => unitedUnits({ length: 'metres' }, { length: 'millimetres' }, 'a.csv')).toThrow(InputError);
  });

  test('given in a program they are words of a short list', () => {
    expect(() => checkUnits({ angle: 'degrees', length: 'metres' }, 'units')).not.toThrow();
    expect(() => checkUnits({ angle: 'deg' as 'degrees' }, 'units')).toThrow(/angle must be/);
    expect(() => checkUnits({ length: 'mm' as 'metres' }, 'units')).toThrow(/length must be/);
  });
});
