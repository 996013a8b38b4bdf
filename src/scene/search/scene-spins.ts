/**
 * Bodies of a scene that turn many times, or long in a search that has become long: steps of their nodes and leaves,
 * lengthened by what these reach over all turns [contact/many-turns/spinning-pair.ts].
 */
import { SpinningPair } from '../../contact/many-turns/spinning-pair.ts';
import { LEAF_STEP, TARGET } from '../../contact/triangle-gap.ts';
import { PAD } from '../../contact/volume-gap.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { paddedRounding } from '../pairs/padding.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';

export class SceneSpins {
  private readonly pairs: ScenePairs;
  private readonly frame: Float64Array;
  private readonly kept: Float64Array;
  private readonly leaf: Float64Array;
  private readonly counts: { nodes: number };
  /** Made when a body first turns many times; and the pair that it was last set to. */
  private spinning: SpinningPair | undefined;
  private spinningPair = -1;
  /** Parts of a turn count too. */
  private late = false;

  /** The blocks of the search, which it reads and writes: of two nodes, of the padding, of two leaves. */
  constructor(pairs: ScenePairs, frame: Float64Array, kept: Float64Array, leaf: Float64Array, counts: { nodes: number }) {
    this.pairs = pairs;
    this.frame = frame;
    this.kept = kept;
    this.leaf = leaf;
    this.counts = counts;
  }

  /** Whether anything turns many times in the segment that all views have begun. */
  begin(): boolean {
    if (!this.pairs.isSpinning()) return false;
    this.forget(false);
    return true;
  }

  /** In a search that has become long. */
  beginLate(): void {
    this.forget(true);
  }

  private forget(late: boolean): void {
    this.spinning ??= new SpinningPair();
    this.spinning.forget();
    this.spinningPair = -1;
    this.late = late;
  }

  /** Lengthens the step of two nodes in a slot of the frame, where it ends soon, by what they reach over all turns. */
  outlast(pair: number, a: number, b: number, slot: number, t: number): void {
    const { pairs, frame, counts } = this;
    const spinning = this.spinsOf(pair);
    if (!spinning.active || !(pairs.clock[0] + frame[slot] - t < spinning.enough)) return;
    const rounding = paddedRounding(frame, this.kept);
    spinning.stepNodes(pairs.viewsA[pair].nodes, a << 4, pairs.viewsB[pair].nodes, b << 4, frame[PAD], rounding);
    counts.nodes += spinning.tests;
    spinning.tests = 0;
    if (spinning.step[0] > frame[slot]) frame[slot] = spinning.step[0];
  }

  /** The same for leaves, whose target is set. */
  outlastLeaves(pair: number, leafA: number, leafB: number): void {
    const { pairs, leaf, counts } = this;
    const spinning = this.spinsOf(pair);
    if (!spinning.active || !(leaf[LEAF_STEP] < spinning.enough)) return;
    const { leaves: leavesA } = pairs.viewsA[pair];
    const { leaves: leavesB } = pairs.viewsB[pair];
    const la = leafA * LEAF_STRIDE;
    const lb = leafB * LEAF_STRIDE;
    const target = leaf[TARGET] - leavesA[la + LEAF_RADIUS] - leavesB[lb + LEAF_RADIUS];
    spinning.stepLeaves(leavesA, la, leavesB, lb, target, paddedRounding(this.frame, this.kept));
    counts.nodes += spinning.tests;
    spinning.tests = 0;
    if (spinning.step[0] > leaf[LEAF_STEP]) leaf[LEAF_STEP] = spinning.step[0];
  }

  /** The spins of a pair at the instant its bodies are placed at. */
  private spinsOf(pair: number): SpinningPair {
    const { pairs } = this;
    const spinning = this.spinning as SpinningPair;
    const a = pairs.viewsA[pair];
    const b = pairs.viewsB[pair];
    if (pair !== this.spinningPair) {
      this.spinningPair = pair;
      spinning.begin(a, b, a.tree.radius, b.tree.radius, pair, this.late);
    }
    if (spinning.active) spinning.place(pairs.clock[0], pairs.reference, a.state, b.state);
    return spinning;
  }
}
