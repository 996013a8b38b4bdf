/**
 * A path on its way to being proven: straight pieces, each of which may stand for what it cut short. A piece that turns
 * out to hit something is taken back, and what it replaced comes into its place; so cuts can be tried by a cheap filter
 * and only what is left in the end needs a proof.
 */
import type { StateSpace, States } from '../space/state-space.ts';

/** A straight piece from one state to another. */
export interface Piece {
  readonly from: States;
  readonly to: States;
  readonly length: number;
  /** What it cut short; null: it was found as it is. */
  readonly instead: readonly Piece[] | null;
  /** The edge of a tree that it is, or is a part of, for whoever made it. */
  readonly edge: number;
  /** Whether it is proven free, or hits something; 'open': not asked yet. */
  verdict: 'open' | 'free' | 'hit';
}

/** A point on a route: a piece, and how far along it. */
export interface Place {
  readonly piece: number;
  readonly share: number;
}

export class Route {
  pieces: Piece[];
  private readonly space: StateSpace;
  private readonly prove: (piece: Piece) => boolean;

  /** prove: is the piece free? It notes the verdict. */
  constructor(space: StateSpace, pieces: readonly Piece[], prove: (piece: Piece) => boolean) {
    this.space = space;
    this.pieces = [...pieces];
    this.prove = prove;
  }

  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** The states it leads through. */
  get states(): States[] {
    return [this.pieces[0].from, ...this.pieces.map(({ to }) => to)];
  }

  /** Where it is after a way along it. */
  placeAt(way: number): Place {
    let left = way;
    const last = this.pieces.length - 1;
    for (let k = 0; k < last; k++) {
      const { length } = this.pieces[k];
      if (left < length) return { piece: k, share: left / length };
      left -= length;
    }
    const { length } = this.pieces[last];
    return { piece: last, share: length > 0 ? Math.min(1, left / length) : 1 };
  }

  stateAt({ piece, share }: Place): States {
    const { from, to } = this.pieces[piece];
    return this.along(from, to, share);
  }

  /**
   * Puts a straight piece between two places, the first before the second, in place of what is between. What is split
   * and stands for something else must be proven, because its parts cannot be taken back one by one; false: it is
   * refuted, and what it cut short is back in its place.
   */
  cut(a: Place, b: Place, from: States, to: States, length: number): boolean {
    const { pieces } = this;
    const begin = pieces[a.piece];
    const end = pieces[b.piece];
    if (isSplit(end, b.share) && !this.prove(end)) return !this.takeBack(b.piece);
    if (isSplit(begin, a.share) && !this.prove(begin)) return !this.takeBack(a.piece);
    const head = this.part(begin, 0, a.share, begin.from, from);
    const tail = this.part(end, b.share, 1, to, end.to);
    const first = this.part(begin, a.share, 1, from, begin.to);
    const last = this.part(end, 0, b.share, end.from, to);
    const instead = [first, ...pieces.slice(a.piece + 1, b.piece), last].filter((piece) => piece !== null);
    const piece: Piece = { from, to, length, instead, edge: -1, verdict: 'open' };
    pieces.splice(a.piece, b.piece - a.piece + 1, ...[head, piece, tail].filter((one) => one !== null));
    return true;
  }

  /** What a piece cut short comes back. */
  takeBack(index: number): boolean {
    const { instead } = this.pieces[index];
    if (instead === null) return false;
    const [, ...behind] = this.pieces.splice(index);
    for (const piece of [...instead, ...behind]) this.pieces.push(piece);
    return true;
  }

  private along(from: States, to: States, share: number): States {
    if (share === 0) return from;
    if (share === 1) return to;
    const out = new Float64Array(this.space.size);
    this.space.between(from, 0, to, 0, share, out, 0);
    return out;
  }

  /** A part of a piece; null where it has no length. */
  private part(piece: Piece, a: number, b: number, from: States, to: States): Piece | null {
    if (!(b > a)) return null;
    if (a === 0 && b === 1) return piece;
    return {
      from,
      to,
      length: (b - a) * piece.length,
      instead: null,
      edge: piece.edge,
      verdict: piece.verdict === 'free' ? 'free' : 'open',
    };
  }
}

function isSplit({ instead, verdict }: Piece, share: number): boolean {
  return instead !== null && verdict !== 'free' && share > 0 && share < 1;
}
