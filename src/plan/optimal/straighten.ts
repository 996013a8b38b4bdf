/**
 * Straightens some parts of a path between two of its places while the others stay as they are [Geraerts and Overmars
 * 2007]: joints that move to and fro for nothing, a body that goes far along an edge or turns in vain. Proposed by
 * states, certified as a whole; null: what was tried is not shorter, or not free.
 */
import type { Random } from '../../math/random.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { Prover } from '../edges/prover.ts';
import { type Piece, Route } from '../path/route.ts';
import type { Halt, Stage } from '../search/halt.ts';
import { settle } from '../search/settle.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** A path must be shorter by this part to count. */
const WORTH = 2 ** -14;

export interface Straightened {
  readonly route: Route;
  readonly certificate: SceneFirstContact;
}

export class Straightener {
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly random: Random;
  private readonly step: number;

  constructor(space: StateSpace, filter: EdgeFilter, prover: Prover, random: Random, step: number) {
    this.space = space;
    this.filter = filter;
    this.prover = prover;
    this.random = random;
    this.step = step;
  }

  /** One try, at random. */
  *attempt(route: Route, halt: Halt): Generator<Stage, Straightened | null> {
    const { random, prover } = this;
    const { length } = route;
    const whole = random.integer(4) === 0;
    const [a, b] = whole ? [0, length] : [random.next() * length, random.next() * length].sort((x, y) => x - y);
    const pieces = this.changed(route, a, b);
    yield 'shorten';
    if (pieces === null || !this.looksFree(pieces)) return null;
    const better = new Route(this.space, pieces);
    const found = yield* settle(better, null, prover, this.step, halt);
    return 'status' in found ? { route: better, certificate: found } : null;
  }

  /** The pieces of the path that is proposed; null: it is no shorter. */
  private changed(route: Route, a: number, b: number): Piece[] | null {
    const { space } = this;
    const [from, to] = [route.placeAt(a), route.placeAt(b)];
    if (from.piece === to.piece) return null;
    const [first, last] = [route.stateAt(from), route.stateAt(to)];
    const axes = this.someAxes();
    const inner: States[] = [];
    let way = (1 - from.share) * route.pieces[from.piece].length;
    const between = new Float64Array(space.size);
    for (let k = from.piece + 1; k <= to.piece; k++) {
      const state = route.pieces[k].from.slice();
      space.between(first, 0, last, 0, b > a ? Math.min(1, way / (b - a)) : 0, between, 0);
      for (const { kind, at } of axes) for (let i = 0; i < (kind === 'turn' ? 4 : 1); i++) state[at + i] = between[at + i];
      space.complete(state, 0, route.pieces[k].from, 0);
      inner.push(state);
      way += route.pieces[k].length;
    }
    const before = route.pieces.slice(0, from.piece);
    const after = route.pieces.slice(to.piece + 1);
    const states = [route.pieces[from.piece].from, first, ...inner, last, route.pieces[to.piece].to];
    const middle: Piece[] = [];
    for (let k = 1; k < states.length; k++) {
      const length = space.distance(states[k - 1], 0, states[k], 0);
      if (length > 0) middle.push({ from: states[k - 1], to: states[k], length, edge: -1, verdict: 'open' });
    }
    const pieces = [...before, ...middle, ...after];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return length < route.length * (1 - WORTH) ? pieces : null;
  }

  /** Each as likely as not, and one at least. */
  private someAxes(): StateSpace['axes'] {
    const { random, space } = this;
    const some = space.axes.filter(() => random.next() < 0.5);
    return some.length > 0 ? some : [random.pick(space.axes)];
  }

  private looksFree(pieces: readonly Piece[]): boolean {
    const { filter, step } = this;
    const open = pieces.filter(({ verdict }) => verdict === 'open');
    return (
      open.slice(1).every(({ from }) => filter.accepts(from, 0)) &&
      open.every(({ from, to }) => filter.acceptsBetween(from, 0, to, 0, step))
    );
  }
}
