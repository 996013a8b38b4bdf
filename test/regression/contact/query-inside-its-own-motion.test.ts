import { expect, test } from 'vitest';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// A motion that asks the same query while it is being evaluated overwrote its queue and states: contact was told as free. Refusing is
// right as well.
test('a query used inside its own motion answers rightly or refuses', () => {
  const query = new PairQuery({ shape: box(1) }, { shape: box(1) });
  const way = translationMotion({ position: [3, 0.1, 0.2] }, [-3, 0, 0]);
  const away = translationMotion({ position: [9, 0, 0] }, [1, 0, 0]);
  let inside = false;
  let looks = 0;
  const asking: Motion = {
    still: false,
    turn: way.turn,
    lever: way.lever,
    travel: (rho) => way.travel(rho),
    startPosition: (out, offset) => way.startPosition(out, offset),
    writeState: (reference, out) => {
      if (!inside && ++looks % 3 === 0) {
        inside = true;
        try {
          query.firstContact({ a: away });
        } finally {
          inside = false;
        }
      }
      way.writeState(reference, out);
    },
  };
  try {
    expect(query.firstContact({ a: asking }).status).toBe('contact');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  expect(query.firstContact({ a: way }).status).toBe('contact');
});
