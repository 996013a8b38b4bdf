import { PairList } from '../math/pair-list.ts';
import { BoxStore } from './box-store.ts';
import type { BroadPhase, BroadStats } from './broad-phase.ts';

/**
 * What all broad phases do alike: they store boxes and tell what opened and closed. `move`, called for every box in
 * every frame, each has for itself: shared, it would be slow.
 */
export abstract class BoxPhase implements BroadPhase {
  abstract readonly method: string;
  readonly stats: BroadStats = { boxTests: 0, visits: 0 };
  protected readonly store: BoxStore = new BoxStore();
  protected readonly opening: PairList = new PairList();
  protected readonly closing: PairList = new PairList();

  get size(): number {
    return this.store.size;
  }

  get opened(): Uint32Array {
    return this.opening.pairs;
  }

  get openedCount(): number {
    return this.opening.count;
  }

  get closed(): Uint32Array {
    return this.closing.pairs;
  }

  get closedCount(): number {
    return this.closing.count;
  }

  abstract get pairCount(): number;

  add(box: ArrayLike<number>, offset: number = 0, fixed: boolean = false): number {
    return this.store.add(box, offset, fixed);
  }

  remove(id: number): void {
    this.store.remove(id);
  }

  abstract move(id: number, box: ArrayLike<number>, offset?: number): void;
  abstract update(): void;
  abstract forEachPair(visit: (i: number, j: number) => void): void;
}
