/**
 * A path on its way to being proven: straight pieces, some of which stand for what they cut short. What turns out to
 * hit something is taken back, and what was there before comes into its place; so cuts can be tried by a cheap filter,
 * also within other cuts, and only what is left in the end needs a proof.
 */
import type { StateSpace, States } from '../space/state-space.ts';

/** A straight piece from one state to another. */
export interface Piece {
  readonly from: States;
  readonly to: States;
  readonly length: number;
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

/** Pieces in a row that a cut replaced, and what they stood for themselves. */
interface Before {
  readonly pieces: readonly Piece[];
  readonly before: readonly (Before | null)[];
}

export class Route {
  readonly pieces: Piece[];
  /** What each piece stands for, together with its neighbours that stand for the same; null: it was found as it is. */
  private readonly before: (Before | null)[];
  private readonly space: StateSpace;

  constructor(space: StateSpace, pieces: readonly Piece[]) {
    this.space = space;
    this.pieces = [...pieces];
    this.before = pieces.map(() => null);
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
   * Puts a straight piece between two places, the first before the second, in place of what is between. Parts of what
   * stands for something else cannot be taken back by themselves: all of that is taken back with the new piece.
   */
  cut(a: Place, b: Place, from: States, to: States, length: number): void {
    const { pieces, before } = this;
    const [first] = this.standing(a.piece);
    const [, last] = this.standing(b.piece);
    const [begin, end] = [pieces[a.piece], pieces[b.piece]];
    const was: (Piece | null)[] = pieces.slice(first, last + 1);
    // what was found as it is, is only shortened
    if (before[first] === null) was[0] = this.part(begin, a.share, 1, from, begin.to);
    if (before[last] === null) was[last - first] = this.part(end, 0, b.share, end.from, to);
    const group = {
      pieces: was.filter((piece) => piece !== null),
      before: before.slice(first, last + 1).filter((_, k) => was[k] !== null),
    };
    const now = [
      ...pieces.slice(first, a.piece).map((piece) => [piece, group] as const),
      [this.part(begin, 0, a.share, begin.from, from), before[first] && group] as const,
      [{ from, to, length, edge: -1, verdict: 'open' } as Piece, group] as const,
      [this.part(end, b.share, 1, to, end.to), before[last] && group] as const,
      ...pieces.slice(b.piece + 1, last + 1).map((piece) => [piece, group] as const),
    ].filter(([piece]) => piece !== null);
    const put = now.map(([piece]) => piece as Piece);
    replace(pieces, first, last, put);
    const stands = now.map(([, group]) => group);
    replace(before, first, last, stands);
  }

  /** What a piece stands for comes back: the first and the last of it; null: it was found as it is. */
  takeBack(index: number): readonly [first: number, last: number] | null {
    const group = this.before[index];
    if (group === null) return null;
    const [first, last] = this.runOf(index);
    replace(this.pieces, first, last, group.pieces);
    replace(this.before, first, last, group.before);
    return [first, first + group.pieces.length - 1];
  }

  /** The first and the last piece that stand for the same; what is proven stands for itself. */
  private standing(index: number): readonly [first: number, last: number] {
    const [first, last] = this.runOf(index);
    if (!this.pieces.slice(first, last + 1).every(({ verdict }) => verdict === 'free')) return [first, last];
    this.before.fill(null, first, last + 1);
    return [index, index];
  }

  private runOf(index: number): readonly [first: number, last: number] {
    const { before } = this;
    const group = before[index];
    let [first, last] = [index, index];
    while (group !== null && before[first - 1] === group) first--;
    while (group !== null && before[last + 1] === group) last++;
    return [first, last];
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
      edge: piece.edge,
      verdict: piece.verdict === 'free' ? 'free' : 'open',
    };
  }
}

/** Puts others in place of those from first to last. */
function replace<T>(list: T[], first: number, last: number, others: readonly T[]): void {
  const behind = list.splice(first).slice(last + 1 - first);
  for (const one of others) list.push(one);
  for (const one of behind) list.push(one);
}
