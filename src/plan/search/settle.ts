/**
 * Makes a route shorter and has all of it certified; what that refutes is taken back, and again, until all of it is
 * free.
 */
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { Prover } from '../edges/prover.ts';
import type { Piece, Route } from '../path/route.ts';
import type { Shortener } from '../path/shorten.ts';
import type { Halt, Stage } from './halt.ts';

/** How hard a route is made shorter: at first, and after something of it was refuted. */
const FIRST = { tries: 15, vain: 6 };
const AGAIN = { tries: 10, vain: 5 };
const MOST_ROUNDS = 3;

/** The certificate of the route as it is then; or the piece that is refuted and stands for nothing else. */
export function* settle(
  route: Route,
  shortener: Shortener | null,
  prover: Prover,
  step: number,
  halt: Halt,
): Generator<Stage, SceneFirstContact | Piece> {
  for (let round = 0; ; round++) {
    if (shortener !== null && round < MOST_ROUNDS) {
      const finer = step / (1 << round);
      for (const _ of shortener.shorten(route, round === 0 ? { step: finer, ...FIRST } : { step: finer, ...AGAIN })) {
        if (halt.over) break;
        yield 'shorten';
      }
    }
    yield 'prove';
    const { certificate, fails, free } = prover.certificate(prover.unrolled(route.states));
    for (let k = 0; k < free; k++) route.pieces[k].verdict = 'free';
    if (certificate !== null && fails < 0) return certificate;
    route.pieces[fails].verdict = 'hit';
    for (let k = fails, last = fails; k <= last; ) {
      yield 'prove';
      const piece = route.pieces[k];
      if (proven(piece, prover)) {
        k++;
        continue;
      }
      const back = route.takeBack(k);
      if (back === null) return piece;
      [k, last] = back;
    }
  }
}

/** Asks about a piece that is open, and notes the verdict. */
export function proven(piece: Piece, prover: Prover): boolean {
  if (piece.verdict === 'open') piece.verdict = prover.isFree(piece.from, 0, piece.to, 0) ? 'free' : 'hit';
  return piece.verdict === 'free';
}
