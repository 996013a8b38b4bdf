import { expect, it } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';

// Squares of lengths below 2⁻⁵⁰⁰ vanish, and with them the proof: a contact was told as free.
it('a deforming body in units in which squares underflow is free or in contact as in others, or unresolved; seed 3', () => {
  const random = new Random(3);
  const statuses = new Set<string>();
  for (let i = 0; i < 60; i++) {
    const soft = Array.from({ length: 9 }, () => 2 * random.next() - 1);
    const moved = soft.map((x) => x + 0.5 * (random.next() - 0.5));
    const rigid = Array.from({ length: 9 }, (_, k) => 2 * random.next() - 1 + (k % 3 === 2 ? 2.5 : 0));
    const answers = [0, -100, -300, -450, -500, -530, -539, -545].map((power) => {
      const unit = 2 ** power;
      const mesh = new TriangleMesh(soft.map((x) => x * unit));
      const other = new TriangleMesh(
        rigid.map((x) => x * unit),
        undefined,
        { radius: 0.14 * unit },
      );
      return firstContact(
        {
          shape: mesh,
          motion: linearMotion(
            mesh.positions,
            Float64Array.from(moved, (x) => x * unit),
          ),
        },
        { shape: other, motion: rigidMotion({ position: [0, 0, 0] }, { position: [0, 0, -5 * unit] }) },
        { tolerance: 5e-5 * unit },
      ).status;
    });
    statuses.add(answers[0]);
    for (const answer of answers) if (answer !== 'unresolved') expect(answer).toBe(answers[0]);
    expect(answers.slice(0, 3)).not.toContain('unresolved');
  }
  expect([...statuses].sort()).toEqual(['contact', 'free']);
});
