// Whether the contacts that are listed are all there are: every two triangles, one by one.
import { expect } from 'vitest';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { bruteMotion, type MotionSpec, placed } from '../../support/brute-force.ts';

const out = new Float64Array(8);

/** Distance of two triangles, nine doubles each. */
export function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  triangleDistance(Float64Array.from(a), 0, Float64Array.from(b), 0, out, 0);
  return out[6];
}

interface Listed {
  readonly time: number;
  readonly contacts: readonly { readonly a: { readonly triangle: number }; readonly b: { readonly triangle: number } }[];
}
interface Thing {
  readonly mesh: TriangleMesh;
  readonly motion: MotionSpec;
}

/** Every two triangles that are within reach then, and no others. */
export function expectListed(a: Thing, b: Thing, { time, contacts }: Listed, within: number, slack: number, what: string): void {
  const corners = ({ mesh, motion }: Thing): number[][] => {
    const at = bruteMotion(motion).at(time, bruteMotion(b.motion).start);
    return Array.from({ length: mesh.indices.length / 3 }, (_, f) =>
      [0, 1, 2].flatMap((k) => {
        const v = 3 * mesh.indices[3 * f + k];
        return placed(at, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
      }),
    );
  };
  const radius = ({ mesh }: Thing, f: number): number => mesh.radii?.[f] ?? 0;
  const listed = new Set(contacts.map((c) => `${c.a.triangle} ${c.b.triangle}`));
  const [A, B] = [corners(a), corners(b)];
  for (const [i, p] of A.entries()) {
    for (const [j, q] of B.entries()) {
      const distance = apart(p, q) - radius(a, i) - radius(b, j);
      if (distance <= within - slack) expect(listed.has(`${i} ${j}`), `${what}: ${i} ${j} at ${distance} is left out`).toBe(true);
      if (distance > within + slack) expect(listed.has(`${i} ${j}`), `${what}: ${i} ${j} at ${distance} is listed`).toBe(false);
    }
  }
}
