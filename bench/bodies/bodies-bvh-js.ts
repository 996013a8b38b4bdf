// The dynamic tree of the three.js community beside ours: https://github.com/agargaro/bvh.js. It has no search for all pairs of its own, so it gets the three usual
// ones, and the fastest counts. None of them tells which pairs opened and which closed: that is in its favour.

import { BVH, type BVHNode, HybridBuilder } from 'bvh.js';
import type { MovingBoxes } from './bodies-boxes.ts';
import { clockFor } from './bodies-clock.ts';

/**
 * 'query': boxes with a margin in the tree, a box that leaves its margin is moved, each moving box asks the tree.
 * 'buffer' [Catto 2019]: only a box that leaves its margin asks, with its new margin; the pairs of margins are kept and tested each frame.
 * 'rebuild': a new tree in every frame, each box asks it.
 */
export type BvhJsUse = 'query' | 'buffer' | 'rebuild';

type Leaf = BVHNode<object, number>;

export class BvhJsPeer {
  readonly name: string;
  readonly #use: BvhJsUse;
  readonly #margin: number;
  #tree: BVH<object, number> = new BVH(new HybridBuilder<object, number>(true));
  readonly #leaves: Leaf[] = [];
  readonly #objects: number[] = [];
  readonly #isMoving: Uint8Array;
  readonly #fixed: Uint8Array;
  /** Pairs whose margins met when one of them was last moved: i < j, one after the other. */
  #candidates: Uint32Array = new Uint32Array(1 << 16);
  #candidateCount = 0;
  readonly #out: Uint8Array;
  #moved: number[] = [];
  #asking = 0;
  #found = 0;
  #boxes: Float64Array;

  /** `margin` in sizes of a box. */
  constructor(use: BvhJsUse, margin: number, { n, boxes, fixed, moving }: MovingBoxes) {
    this.name = `bvh.js 0.0.13, ${use}`;
    this.#use = use;
    this.#margin = use === 'rebuild' ? 0 : margin;
    this.#boxes = boxes;
    this.#fixed = fixed;
    this.#isMoving = new Uint8Array(n);
    this.#out = new Uint8Array(n);
    for (const i of moving) this.#isMoving[i] = 1;
    for (let i = 0; i < n; i++) this.#objects.push(i);
    this.#build();
    if (use === 'buffer') {
      for (let i = 0; i < n; i++) {
        this.#asking = i;
        this.#tree.isNodeIntersected(this.#leaves[i], this.#keepLater);
      }
    }
  }

  /** Milliseconds for one frame, all pairs with a moving box found. */
  frame({ n, boxes, moving }: MovingBoxes): number {
    const now = clockFor(n);
    this.#boxes = boxes;
    this.#found = 0;
    const start = now();
    if (this.#use === 'rebuild') this.#build();
    else for (let k = 0; k < moving.length; k++) this.#follow(moving[k]);
    if (this.#use === 'buffer') this.#refresh();
    else {
      for (let k = 0; k < moving.length; k++) {
        this.#asking = moving[k];
        this.#tree.isNodeIntersected(this.#leaves[moving[k]], this.#count);
      }
    }
    return now() - start;
  }

  /** Pairs found in the last frame; 'query' and 'rebuild' leave out those of two boxes at rest. */
  get found(): number {
    return this.#found;
  }

  #build(): void {
    const boxes = this.#objects.map((i) => this.#fat(i, new Float64Array(6)));
    this.#tree = new BVH(new HybridBuilder<object, number>(true));
    // It sorts the lists it is given.
    this.#tree.createFromArray([...this.#objects], boxes, (leaf) => {
      this.#leaves[leaf.object as number] = leaf;
    });
  }

  #fat(i: number, to: Float64Array): Float64Array {
    const boxes = this.#boxes;
    for (let k = 0; k < 3; k++) {
      const low = boxes[6 * i + k];
      const high = boxes[6 * i + 3 + k];
      const margin = this.#margin * (high - low);
      to[2 * k] = low - margin;
      to[2 * k + 1] = high + margin;
    }
    return to;
  }

  #follow(i: number): void {
    const boxes = this.#boxes;
    const fat = this.#leaves[i].box;
    const o = 6 * i;
    if (
      boxes[o] >= fat[0] &&
      boxes[o + 3] <= fat[1] &&
      boxes[o + 1] >= fat[2] &&
      boxes[o + 4] <= fat[3] &&
      boxes[o + 2] >= fat[4] &&
      boxes[o + 5] <= fat[5]
    )
      return;
    this.#fat(i, fat as Float64Array);
    this.#tree.move(this.#leaves[i], 0);
    if (this.#use === 'buffer') {
      this.#out[i] = 1;
      this.#moved.push(i);
    }
  }

  readonly #count = (j: number): boolean => {
    const i = this.#asking;
    if ((this.#isMoving[j] === 0 || i < j) && this.#meet(i, j)) this.#found++;
    return false;
  };

  readonly #keepLater = (j: number): boolean => {
    if (this.#asking < j) this.#keep(this.#asking, j);
    return false;
  };

  readonly #keepNew = (j: number): boolean => {
    const i = this.#asking;
    if (this.#out[j] === 0 || i < j) this.#keep(i, j);
    return false;
  };

  #keep(i: number, j: number): void {
    if (this.#fixed[i] === 1 && this.#fixed[j] === 1) return;
    if (2 * this.#candidateCount + 2 > this.#candidates.length) {
      const larger = new Uint32Array(2 * this.#candidates.length);
      larger.set(this.#candidates);
      this.#candidates = larger;
    }
    this.#candidates[2 * this.#candidateCount] = i;
    this.#candidates[2 * this.#candidateCount++ + 1] = j;
  }

  /** Candidates of boxes that were moved in the tree are searched anew, all are tested. */
  #refresh(): void {
    const candidates = this.#candidates;
    const out = this.#out;
    let kept = 0;
    for (let c = 0; c < this.#candidateCount; c++) {
      const i = candidates[2 * c];
      const j = candidates[2 * c + 1];
      if (out[i] === 1 || out[j] === 1) continue;
      candidates[2 * kept] = i;
      candidates[2 * kept++ + 1] = j;
    }
    this.#candidateCount = kept;
    for (const i of this.#moved) {
      this.#asking = i;
      this.#tree.isNodeIntersected(this.#leaves[i], this.#keepNew);
    }
    for (const i of this.#moved) out[i] = 0;
    this.#moved = [];
    for (let c = 0; c < this.#candidateCount; c++) if (this.#meet(this.#candidates[2 * c], this.#candidates[2 * c + 1])) this.#found++;
  }

  #meet(i: number, j: number): boolean {
    const b = this.#boxes;
    const p = 6 * i;
    const q = 6 * j;
    return (
      b[p] <= b[q + 3] && b[q] <= b[p + 3] && b[p + 1] <= b[q + 4] && b[q + 1] <= b[p + 4] && b[p + 2] <= b[q + 5] && b[q + 2] <= b[p + 5]
    );
  }
}
