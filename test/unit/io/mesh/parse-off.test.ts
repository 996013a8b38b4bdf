import { expect, test } from 'vitest';
import { parseOff } from '../../../../src/io/index.ts';
import { fan, offText, POLYGONS, TETRAHEDRON } from './write-mesh.ts';

test('what was written comes back', () => {
  for (const soup of [TETRAHEDRON, POLYGONS]) {
    for (const text of [offText(soup), offText(soup).replaceAll('\n', '\r\n'), offText(soup).trimEnd()]) {
      const mesh = parseOff(text, 'a.off');
      expect([...mesh.positions]).toEqual(soup.positions);
      expect([...mesh.indices]).toEqual(fan(soup.faces));
    }
  }
});

const rows = '0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';
test.each([
  ['no number of edges', `OFF\n3 1\n${rows}`],
  ['counts beside the keyword', `OFF 3 1 0\n${rows}`],
  ['counts glued to the keyword', `OFF3 1 0\n${rows}`],
  ['comments and empty lines', `# head\n\nOFF # here\n# and here\n3 # three\n1 0\n${rows.replaceAll('\n', ' # row\n\n')}`],
  ['face colours', `OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 255 0 0 # red\n`],
  ['vertex colours', `COFF\n3 1 0\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n0 1 0 1 0 0 1\n3 0 1 2\n`],
  ['vertex normals', `NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n`],
  ['everything', `STCNOFF\n3 1 0\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 0 0 1 1 1 1 1 0 0\n0 1 0 0 0 1 1 1 1 1 0 0\n3 0 1 2\n`],
])('%s', (_, text) => {
  const mesh = parseOff(text, 'a.off');
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...mesh.indices]).toEqual([0, 1, 2]);
});
