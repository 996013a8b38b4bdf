import { enlarged } from '../../math/enlarged.ts';

/**
 * For each box number, the slots of a PairTable that hold one of its pairs: doubly linked lists in flat arrays.
 * A slot has two ends, 2 · slot for the smaller number and 2 · slot + 1 for the larger; lists run from end to end,
 * until NO_END.
 */
export const NO_END = -1;

export class PairLinks {
  /** First end of each number's list. */
  heads: Int32Array = new Int32Array(0);
  /** Per end: the next, the one before. */
  links: Int32Array = new Int32Array(4 * 64);

  /** Room for numbers below `top`. */
  reach(top: number): void {
    if (top <= this.heads.length) return;
    const known = this.heads.length;
    this.heads = enlarged(this.heads, new Int32Array(Math.max(top, 2 * known)));
    this.heads.fill(NO_END, known);
  }

  link(slot: number, i: number, j: number): void {
    while (4 * slot + 4 > this.links.length) this.links = enlarged(this.links, new Int32Array(2 * this.links.length));
    this.push(2 * slot, i);
    this.push(2 * slot + 1, j);
  }

  unlink(slot: number, i: number, j: number): void {
    this.cut(2 * slot, i);
    this.cut(2 * slot + 1, j);
  }

  private push(end: number, id: number): void {
    const { heads, links } = this;
    const next = heads[id];
    links[2 * end] = next;
    links[2 * end + 1] = NO_END;
    if (next !== NO_END) links[2 * next + 1] = end;
    heads[id] = end;
  }

  private cut(end: number, id: number): void {
    const { heads, links } = this;
    const next = links[2 * end];
    const before = links[2 * end + 1];
    if (before === NO_END) heads[id] = next;
    else links[2 * before] = next;
    if (next !== NO_END) links[2 * next + 1] = before;
  }
}
