import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';

// Below 2^-537 squares of lengths vanish: a closing speed of 0 passed every step, and contact was told as free. Unresolved or an
// InputError would be right as well; a wrong answer is not.
test.each(METHODS)("%s: lengths whose squares underflow (seed 'scale')", (method) => {
  const random = new Random('scale');
  for (let round = 0; round < 60; round++) {
    const numbers = (n: number, least: number, most: number): number[] => Array.from({ length: n }, () => random.range(least, most));
    const a = numbers(27, -1, 1);
    const b = numbers(27, -1, 1);
    const p0 = [...numbers(2, -4, 4), random.range(2, 4)];
    const p1 = [...numbers(2, -1, 1), random.range(-3, 0)];
    const quaternion = random.quaternion();
    const scaled = (v: number[], unit: number): [number, number, number] => v.map((x) => x * unit) as [number, number, number];
    const at = (unit: number) =>
      firstContact(
        {
          shape: new TriangleMesh(scaled(a, unit)),
          motion: rigidMotion({ position: scaled(p0, unit) }, { position: scaled(p1, unit), quaternion }),
        },
        { shape: new TriangleMesh(scaled(b, unit)) },
        { method: methodNamed(method), tolerance: 1e-4 * unit, maxIterations: 20_000, contacts: 'none' },
      );
    const metres = at(1);
    try {
      const tiny = at(2 ** -540);
      if (tiny.status === 'unresolved') continue;
      expect(tiny.status, `round ${round}`).toBe(metres.status);
      expect(tiny.time, `round ${round}`).toBeCloseTo(metres.time, 3);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
});
