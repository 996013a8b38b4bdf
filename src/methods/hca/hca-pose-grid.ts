/**
 * Where the bodies of a scene are at multiples of a time step, computed when first asked for and kept for the rest of
 * the segment: nodes are advanced from these poses [Tang et al. 2013, §5.3.2]. States are as motion/motion.ts has them;
 * of links only rotation and position count, which are the world's in whatever frame a pair is judged.
 */
import { STATE_SIZE } from '../../motion/motion.ts';
import type { Chain } from '../../robot/chain.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { View } from '../../scene/pairs/view.ts';

/** Finer steps than this are no longer kept. */
const FINEST = 2 ** -12;

export class PoseGrid {
  /** T_t; 0: nothing is kept. */
  step = 0;
  /** Counts poses computed. */
  computed = 0;
  private readonly clock: Float64Array;
  /** First place of each robot's links; bodies of their own come after all links. */
  private readonly firsts: ReadonlyMap<Chain, number>;
  private readonly links: number;
  private readonly states: (Float64Array | undefined)[][];
  private readonly stamps: Int32Array[];
  private serial = 0;

  constructor({ chains, clock, moving }: ScenePairs) {
    this.clock = clock;
    const firsts = new Map<Chain, number>();
    let links = 0;
    for (const chain of chains) {
      firsts.set(chain, links);
      links += chain.states.length;
    }
    this.firsts = firsts;
    this.links = links;
    const count = links + moving.length;
    this.states = Array.from({ length: count }, () => []);
    this.stamps = Array.from({ length: count }, () => new Int32Array(0));
  }

  /** A new segment is loaded. */
  begin(step: number): void {
    this.step = step >= FINEST ? step : 0;
    this.serial++;
  }

  /** Number of the last kept instant that is not after t. */
  indexOf(t: number): number {
    const index = Math.floor(t / this.step);
    return index * this.step > t ? index - 1 : index;
  }

  /** The state of a view's body. */
  stateOf(view: View, index: number): Float64Array {
    const { chain } = view;
    if (chain !== null) return this.linkState(chain, view.link, index);
    if (view.still) return view.state;
    const place = this.links + view.body;
    if (this.isKept(place, index)) return this.states[place][index] as Float64Array;
    this.clock[0] = index * this.step;
    view.place();
    return this.keep(place, index, view.state);
  }

  linkState(chain: Chain, link: number, index: number): Float64Array {
    const place = (this.firsts.get(chain) as number) + link;
    if (this.isKept(place, index)) return this.states[place][index] as Float64Array;
    this.clock[0] = index * this.step;
    chain.place(link);
    return this.keep(place, index, chain.states[link]);
  }

  private isKept(place: number, index: number): boolean {
    return this.stamps[place][index] === this.serial;
  }

  private keep(place: number, index: number, state: Float64Array): Float64Array {
    this.computed++;
    if (index >= this.stamps[place].length) {
      const stamps = new Int32Array(Math.max(index + 1, Math.floor(1 / this.step) + 1));
      stamps.set(this.stamps[place]);
      this.stamps[place] = stamps;
    }
    const list = this.states[place];
    const kept = list[index] ?? new Float64Array(STATE_SIZE);
    list[index] = kept;
    kept.set(state);
    this.stamps[place][index] = this.serial;
    return kept;
  }
}
