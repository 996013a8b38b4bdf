import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MESH_FORMATS, type MeshFormat } from '../../src/io/mesh/mesh-format.ts';

// Where people read which mesh files can be given, each format is named.

/** As texts call it, where that is not its extension. */
const CALLED: Partial<Record<MeshFormat, RegExp>> = { dae: /\b(COLLADA|DAE)\b/ };

test.each([
  'src/io/mesh/read-mesh.ts',
  'src/cli/info-command.ts',
  'docs/guides/commands.md',
  'docs/guides/cells.md',
  'docs/guides/robots.md',
  'viewer/src/source/dropped-files.ts',
])('%s', (file) => {
  const [list] = /^.*\bSTL, .*\bPLY\b.*$/m.exec(readFileSync(file, 'utf8')) ?? [''];
  const missing = MESH_FORMATS.filter((format) => !(CALLED[format] ?? new RegExp(`\\b${format}\\b`, 'i')).test(list));
  expect(missing).toEqual([]);
});
