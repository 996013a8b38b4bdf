/** Long searches that begin anew from the roots: fewer entries, the same verdicts as methods that do not. */
import { describe, expect, test } from 'vitest';
import { LONG_SEARCH } from '../../../../src/contact/methods/best-first.ts';
import { Folding } from '../../../../src/contact/methods/folding.ts';
import { firstContact } from '../../../../src/contact/pair-query.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../../src/methods/index.ts';
import { rotationMotion } from '../../../../src/motion/rigid-motion.ts';

/** The wall of a wheel about z with round teeth, a tenth of the radius deep. */
function wheel(teeth: number): TriangleMesh {
  const [sides, rings] = [8 * teeth, 4];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rings; j++)
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      const radius = 1 + 0.1 * Math.cos(teeth * angle);
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0.3 * (j / rings - 0.5));
    }
  for (let j = 0; j < rings; j++)
    for (let i = 0; i < sides; i++) {
      const [a, b] = [j * sides + i, j * sides + ((i + 1) % sides)];
      indices.push(a, b, b + sides, a, b + sides, a + sides);
    }
  return new TriangleMesh(positions, indices);
}

const Z = [0, 0, 1] as const;

describe('two that both turn', () => {
  const shape = wheel(12);
  const meshing = (gap: number, slip: number, method = {}) =>
    firstContact(
      { shape, motion: rotationMotion({}, Z, 6) },
      {
        shape,
        motion: rotationMotion(
          { position: [2 + gap, 0, 0], quaternion: [0, 0, Math.sin(Math.PI / 24), Math.cos(Math.PI / 24)] },
          Z,
          slip - 6,
        ),
      },
      { contacts: 'none', ...method },
    );

  test('wheels whose teeth pass each other closely: free, in half the entries', () => {
    const { status, stats } = meshing(0.006, 0);
    expect(status).toBe('free');
    expect(stats.iterations).toBeGreaterThan(LONG_SEARCH);
    // 44,907 without folds
    expect(stats.iterations).toBeLessThan(24_000);
  });

  test.each([0.005, 0.01])('one slips by %d until teeth touch: when the method that follows pairs one by one says', (slip) => {
    const found = meshing(0.006, slip);
    const other = meshing(0.006, slip, { method: hca });
    expect(found.stats.iterations).toBeGreaterThan(LONG_SEARCH);
    expect([found.status, other.status]).toEqual(['contact', 'contact']);
    expect(Math.abs(found.time - other.time)).toBeLessThan(1e-5);
  });

  test('beaters, never in touch, for 159 turns: a seventh of the entries', () => {
    const shape = box([2, 0.1, 0.1]);
    const besides = { position: [1.5, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
    const { status, stats } = firstContact(
      { shape, motion: rotationMotion({}, Z, 1000) },
      { shape, motion: rotationMotion(besides, Z, -1000) },
      { tolerance: 1e-4, contacts: 'none' },
    );
    expect(status).toBe('free');
    // 232,143 without
    expect(stats.iterations).toBeLessThan(35_000);
  });
});

describe('the pause between two folds', () => {
  test('goes on in the direction that makes time go faster, and back where it does not', () => {
    const folding = new Folding();
    const pauses = [];
    let [time, entries] = [0, LONG_SEARCH];
    for (const way of [0.1, 0.1, 0.1, 0.01, 0.04, 0.16]) {
      time += way;
      expect(folding.folds(time, entries)).toBe(true);
      pauses.push(folding.pause);
      entries += folding.pause;
    }
    expect(pauses).toEqual([256, 128, 64, 128, 256, 512]);
  });

  test('nothing is folded where time stands still: a search ends', () => {
    const folding = new Folding();
    expect(folding.folds(0.5, LONG_SEARCH)).toBe(true);
    expect(folding.folds(0.5, LONG_SEARCH + 512)).toBe(false);
    expect(folding.folds(0.5 + 2 ** -25, LONG_SEARCH + 1024)).toBe(false);
    expect(folding.folds(0.5 + 2 ** -24, LONG_SEARCH + 1536)).toBe(true);
  });
});
