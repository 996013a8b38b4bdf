/** Makes a route shorter and proves what came of it; what a proof refutes is taken back, until all of it is proven. */
import type { Halt, Stage } from '../search/leg.ts';
import type { Piece, Route } from './route.ts';
import type { Shortener, ShortenOptions } from './shorten.ts';

/** How much is tried the first time, and after something was taken back. */
const FIRST: Omit<ShortenOptions, 'step'> = { tries: 60, vain: 24, rounds: 6 };
const AGAIN: Omit<ShortenOptions, 'step'> = { tries: 20, vain: 10, rounds: 3 };
const ROUNDS = 4;

/** Whether all pieces are proven; false: one that cut nothing short is refuted. */
export function* settle(
  route: Route,
  shortener: Shortener,
  prove: (piece: Piece) => boolean,
  step: number,
  halt: Halt,
): Generator<Stage, boolean> {
  let finer = step;
  for (let round = 0; round < ROUNDS; round++) {
    for (const _ of shortener.shorten(route, { step: finer, ...(round === 0 ? FIRST : AGAIN) })) {
      if (halt.over) break;
      yield 'shorten';
    }
    let back = false;
    for (let k = 0; k < route.pieces.length; ) {
      yield 'prove';
      if (prove(route.pieces[k])) k++;
      else if (route.takeBack(k)) back = true;
      else return false;
    }
    if (!back || halt.over) return true;
    finer *= 0.5;
  }
  return true;
}
