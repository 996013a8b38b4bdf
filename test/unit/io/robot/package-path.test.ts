import { expect, test } from 'vitest';
import { meshPlaces, type Packages } from '../../../../src/io/robot/package-path.ts';

const meshPaths = (urdf: string, filename: string, packages?: Packages) => meshPlaces(urdf, filename, packages).map(({ path }) => path);

test.each([
  ['beside the URDF', 'r.urdf', 'm/a.stl', ['m/a.stl']],
  ['beside the URDF in a folder', 'cell/r.urdf', './m/a.stl', ['cell/m/a.stl']],
  ['above', 'cell/urdf/r.urdf', '../m/a.stl', ['cell/m/a.stl']],
  ['above the root', 'r.urdf', '../../m/a.stl', ['../../m/a.stl']],
  ['backslashes', 'cell\\r.urdf', 'm\\a.stl', ['cell/m/a.stl']],
  ['absolute', 'cell/r.urdf', '/m/a.stl', ['/m/a.stl']],
  ['a drive', 'cell/r.urdf', 'C:/m/a.stl', ['C:/m/a.stl']],
  ['file', 'cell/r.urdf', 'file:///m/a%20b.stl', ['/m/a b.stl']],
  ['file with a percent sign', 'cell/r.urdf', 'file:///m/100%.stl', ['/m/100%.stl']],
  ['file on a drive', 'cell/r.urdf', 'file:///C:/m/a.stl', ['C:/m/a.stl']],
  ['address', 'cell/r.urdf', 'https://a.org/../b.stl', ['https://a.org/../b.stl']],
  ['URDF at an address', 'https://a.org/urdf/r.urdf', 'm/a.stl', ['https://a.org/urdf/m/a.stl']],
])('%s', (_, urdf, filename, paths) => {
  expect(meshPaths(urdf, filename)).toEqual(paths);
});

test('a package: in a folder of its name, beside the URDF, above, beside one above', () => {
  expect(meshPaths('ws/p/robots/urdf/r.urdf', 'package://p/m/a.stl')).toEqual([
    'ws/p/m/a.stl',
    'ws/p/robots/urdf/m/a.stl',
    'ws/p/robots/urdf/p/m/a.stl',
    'ws/p/robots/m/a.stl',
    'ws/p/robots/p/m/a.stl',
    'ws/p/p/m/a.stl',
    'p/m/a.stl',
  ]);
});

test('a package above the root of the files', () => {
  expect(meshPaths('r.urdf', 'model://p/a.stl')).toEqual(['a.stl', 'p/a.stl', '../a.stl', '../p/a.stl', '../../p/a.stl']);
  expect(meshPaths('../q/r.urdf', 'package://p/a.stl')).toEqual(['../q/a.stl', '../q/p/a.stl', '../a.stl', '../p/a.stl', '../../p/a.stl']);
});

test('a package on the disk, or on a server: not above the root', () => {
  expect(meshPaths('/q/r.urdf', 'package://p/a.stl')).toEqual(['/q/a.stl', '/q/p/a.stl', '/a.stl', '/p/a.stl']);
  expect(meshPaths('https://a.org/r.urdf', 'package://p/a.stl')).toEqual(['https://a.org/a.stl', 'https://a.org/p/a.stl']);
});

test('a package whose folder is given', () => {
  const packages = { p: '/opt/p/', q: '', s: 'https://a.org/s' };
  expect(meshPaths('r.urdf', 'package://p/m/../a.stl', packages)).toEqual(['/opt/p/a.stl']);
  expect(meshPaths('x/r.urdf', 'package://q/a.stl', packages)).toEqual(['a.stl']);
  expect(meshPaths('x/r.urdf', 'package://s/a.stl', packages)).toEqual(['https://a.org/s/a.stl']);
  expect(meshPaths('r.urdf', 'package://toString/a.stl', packages).length).toBeGreaterThan(1);
});

test('a package without a name: beside the URDF, then above', () => {
  expect(meshPaths('ws/p/urdf/r.urdf', 'package:///meshes/a.stl')).toEqual([
    'ws/p/urdf/meshes/a.stl',
    'ws/p/meshes/a.stl',
    'ws/meshes/a.stl',
    'meshes/a.stl',
  ]);
  expect(() => meshPaths('r.urdf', 'package:///')).toThrow(/name-of-package/);
});

test('a slash too many before a package whose folder is given', () => {
  const packages = { p: '/opt/p' };
  expect(meshPaths('x/r.urdf', 'package:///p/m/a.stl', packages)).toEqual(['/opt/p/m/a.stl', 'x/p/m/a.stl', 'p/m/a.stl', '../p/m/a.stl']);
  expect(meshPaths('x/r.urdf', 'package:///q/m/a.stl', packages)).toEqual(meshPaths('x/r.urdf', 'package:///q/m/a.stl'));
});
