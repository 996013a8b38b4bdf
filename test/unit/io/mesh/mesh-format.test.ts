import { expect, test } from 'vitest';
import { isMeshFile } from '../../../../src/io/index.ts';
import { MESH_FORMATS } from '../../../../src/io/mesh/mesh-format.ts';
import { MESH_KINDS } from '../../../../src/io/mesh/mesh-kinds.ts';

test('the list has every format, for which the compiler asks elsewhere', () => {
  expect(MESH_FORMATS).toEqual(Object.keys(MESH_KINDS));
});

test('files are meshes by their extension, in any case', () => {
  for (const format of MESH_FORMATS)
    for (const name of [`a.${format}`, `parts/a.b.${format.toUpperCase()}`]) expect(isMeshFile(name)).toBe(true);
  for (const name of ['stl', 'a.stl.txt', 'a.stl/b', 'a.', '', 'a.constructor', 'a.stl?b', 'a.pcd']) expect(isMeshFile(name)).toBe(false);
});
