/**
 * Makes a route shorter by straight cuts, proposed by states along them. First whole vertices are left out, far ones
 * first; then cuts between random places; then corners are pulled tight, by a cut across each. Lengths never grow.
 */
import type { Random } from '../../math/random.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { StateSpace } from '../space/state-space.ts';
import type { Place, Route } from './route.ts';

export interface ShortenOptions {
  /** How far apart states on a cut are looked at. */
  readonly step: number;
  /** Random cuts that are tried, and how many in vain end it. */
  readonly tries: number;
  readonly vain: number;
}

/** A cut must save this part of the length it replaces. */
const WORTH = 0.01;
/** Lengths of straight ways, in one piece and in several, up to rounding. */
const SAME: number = 1 + 2 ** -40;
/** A place so near to a vertex is the vertex: no piece gets as short as that. */
const NEAR: number = 2 ** -16;

export class Shortener {
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly random: Random;

  constructor(space: StateSpace, filter: EdgeFilter, random: Random) {
    this.space = space;
    this.filter = filter;
    this.random = random;
  }

  /** Yields once in a while, so that others have their turn. */
  *shorten(route: Route, options: ShortenOptions): Generator<void> {
    yield* this.skipVertices(route, options.step);
    yield* this.cutAnywhere(route, options);
    yield* this.pullCorners(route, options);
  }

  private *skipVertices(route: Route, step: number): Generator<void> {
    for (let i = 0; i < route.pieces.length - 1; i++) {
      for (let j = route.pieces.length - 1; j > i; j--) {
        yield;
        if (this.tryCut(route, { piece: i, share: 0 }, { piece: j, share: 1 }, step)) break;
      }
    }
  }

  private *cutAnywhere(route: Route, { step, tries, vain }: ShortenOptions): Generator<void> {
    const { random } = this;
    let inVain = 0;
    for (let k = 0; k < tries && inVain < vain && route.pieces.length > 1; k++) {
      yield;
      const whole = route.length;
      const a = random.next() * whole;
      const b = random.next() * whole;
      if (this.tryCut(route, route.placeAt(Math.min(a, b)), route.placeAt(Math.max(a, b)), step)) inVain = 0;
      else inVain++;
    }
  }

  private *pullCorners(route: Route, { step }: ShortenOptions): Generator<void> {
    for (let corner = 1; corner < route.pieces.length; corner++) {
      // a share of the shorter side, halved if it does not fit
      for (const share of [1, 0.5]) {
        yield;
        const a = route.pieces[corner - 1];
        const b = route.pieces[corner];
        const way = share * Math.min(a.length, b.length);
        const count = route.pieces.length;
        const from = { piece: corner - 1, share: a.length > 0 ? Math.max(0, 1 - way / a.length) : 0 };
        const to = { piece: corner, share: b.length > 0 ? Math.min(1, way / b.length) : 1 };
        if (!this.tryCut(route, from, to, step)) continue;
        corner += Math.max(0, route.pieces.length - count);
        break;
      }
    }
  }

  private tryCut(route: Route, first: Place, last: Place, step: number): boolean {
    const { space, filter } = this;
    const a = atVertex(first);
    const b = atVertex(last);
    if (!(a.piece < b.piece)) return false;
    const from = route.stateAt(a);
    const to = route.stateAt(b);
    const { pieces } = route;
    let replaced = (1 - a.share) * pieces[a.piece].length + b.share * pieces[b.piece].length;
    for (let k = a.piece + 1; k < b.piece; k++) replaced += pieces[k].length;
    const length = space.distance(from, 0, to, 0);
    // leaving vertices out is worth it by itself
    const whole = a.share === 0 && b.share === 1;
    if (!(length <= replaced * (whole ? SAME : 1 - WORTH))) return false;
    if (a.share > 0 && a.share < 1 && !filter.accepts(from, 0)) return false;
    if (b.share > 0 && b.share < 1 && !filter.accepts(to, 0)) return false;
    if (!filter.acceptsBetween(from, 0, to, 0, step)) return false;
    route.cut(a, b, from, to, length);
    return true;
  }
}

function atVertex({ piece, share }: Place): Place {
  return { piece, share: share < NEAR ? 0 : share > 1 - NEAR ? 1 : share };
}
