import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

// Crossings were counted odd or even: where two closed parts of a solid overlap, or every triangle is there twice, the inside was told as
// free. Crossings count with their side: a point is outside only where as many lead in as out.
function joined(...parts: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const x of part.positions) positions.push(x);
    for (const v of part.indices) indices.push(v + first);
  }
  return new TriangleMesh(positions, indices, { solid: true });
}

test.each([
  ['two boxes that overlap', joined(box(2, [-0.5, 0, 0]), box(2, [0.5, 0, 0]))],
  ['the same box twice', joined(box(2), box(2))],
])('inside %s is not free', (_, mesh) => {
  const { status } = firstContact({ shape: mesh }, { shape: box(0.1) });
  expect(['overlap', 'unresolved']).toContain(status);
});
