// The judge of worlds took a mesh that is exactly as far away as the clearance wants it for one inside the other.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

test.each([0.1, 0.02, 1e-3])('a crate that glides along at a clearance of %d is no lost pair', (clearance) => {
  const world = new World({
    clearance,
    bodies: [
      { name: 'floor', shape: convexBox([4, 4, 1], [0, 0, -0.5]), fixed: true },
      { name: 'crate', shape: box([0.3, 0.3, 0.3]), pose: { position: [0, 0, 0.15 + clearance] }, velocity: [1, 0, 0] },
    ],
  });
  for (let k = 1; k <= 8; k++) expect(world.advance(k / 16, () => undefined).complete).toBe(true);
});
