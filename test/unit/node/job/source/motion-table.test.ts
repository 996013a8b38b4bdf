import { expect, test } from 'vitest';
import { motionTable } from '../../../../../src/node/job/source/motion-table.ts';

const table = (first: string) => motionTable(first, 'm.csv', 1);

test('rows of numbers are taken as they are, with commas', () => {
  for (const [line, row] of [
    ['1,2,3,4', '1,2,3,4'],
    ['1;2;3;-4e-3', '1,2,3,-4e-3'],
    ['1 2\t3  4', '1,2,3,4'],
    ['1\t2', '1,2'],
  ]) {
    const { columns, hasNames, row: rowOf } = table(line);
    expect({ columns, hasNames, row: rowOf(line) }).toEqual({ columns: null, hasNames: false, row });
  }
});

test('names say which end a column is of, in any order', () => {
  const { columns, row } = table('to_a,from_a,from_b,to_b');
  expect(columns).toEqual(['a', 'b']);
  expect(row('1,2,3,4')).toBe('2,3,1,4');
  // who answers says what is wrong with it
  expect(row('1,2,3')).toBe('1,2,3');
  expect(table('"a_from"; "a_to"').columns).toEqual(['a']);
  expect(table('a.from b.from a.to b.to').columns).toEqual(['a', 'b']);
  expect(table('a,b,a,b')).toMatchObject({ columns: ['a', 'b'], hasNames: true });
  expect(table('from_arm/elbow,to_arm/elbow').columns).toEqual(['arm/elbow']);
});

test('what cannot be told apart is refused', () => {
  for (const line of ['from_a,to_b', 'a,b', 'from_a,to_a,time', 'from_a,to_a,from_a', 'from_a,to_a,to_c'])
    expect(() => table(line)).toThrow('m.csv, line 1: ');
  expect(() => table('from_a [deg],to_a [deg]')).toThrow('names a unit; say what motions are in by --units');
});
