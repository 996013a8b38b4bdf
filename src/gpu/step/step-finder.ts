/** The pairs of features of a StepQuery that may touch in a step, found on a device. */
import { EDGE_EDGE, FOUND, VERTEX_FACE } from '../../soft/found-contacts.ts';
import type { StepAsked, StepQuery } from '../../soft/step-query.ts';
import type { StepPairs } from '../../soft/step-search.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { DEEPEST, KIND_SHIFT, LEFT, StepDevice, type StepLeft, type StepStages } from './step-device.ts';
import { StepLayout } from './step-layout.ts';
import { StepNumbers } from './step-numbers.ts';

/** What a feature is, of a and of b, by kind. */
const FEATURES: readonly (readonly ['vertex' | 'edge', 'edge' | 'face'])[] = [
  ['vertex', 'face'],
  ['edge', 'edge'],
  ['edge', 'face'],
];

export interface FoundPairs {
  readonly pairs: StepPairs;
  /** How many the first filter had left, and the second. */
  readonly near: number;
  readonly left: number;
}

export class StepFinder {
  readonly gpu: Gpu;
  private readonly query: StepQuery;
  private readonly layout: StepLayout;
  private readonly numbers: StepNumbers;
  private readonly device: StepDevice;
  private features: Int32Array = new Int32Array(0);
  private freeUntil: Float64Array = new Float64Array(0);

  /** `capacity`: pairs that there is room for at first. */
  static async make(gpu: Gpu, query: StepQuery, capacity?: number): Promise<StepFinder> {
    const layout = new StepLayout(query.sides);
    return new StepFinder(query, layout, await StepDevice.make(gpu, layout, capacity));
  }

  private constructor(query: StepQuery, layout: StepLayout, device: StepDevice) {
    this.gpu = device.gpu;
    this.query = query;
    this.layout = layout;
    this.numbers = new StepNumbers(layout.vertices);
    this.device = device;
  }

  /** The lists are good until the next call. Throws an InputError for coordinates that are none. */
  async find(asked: StepAsked, stages?: StepStages): Promise<FoundPairs> {
    const { query, numbers, device } = this;
    const since = performance.now();
    if (!numbers.take(asked.frames)) {
      query.requireNumbers(asked);
      throw new GpuFault('limit', 'coordinates are too large for the graphics device');
    }
    const margins = numbers.margins(query.names.map((_, body) => query.reach(asked, body)));
    const isTested = (i: number, j: number): boolean => query.isTested(asked, i, j);
    if (stages !== undefined) stages.convert += performance.now() - since;
    const left = await device.find(numbers.positions, { margins, startsFree: asked.startsFree, isTested }, stages);
    return { pairs: this.pairsOf(left, asked.firstOnly), near: left.near, left: left.count };
  }

  destroy(): void {
    this.device.destroy();
  }

  /** Pairs by bodies and their own numbers; for a first contact those that may be first come first. */
  private pairsOf({ count, pairs }: StepLeft, firstOnly: boolean): StepPairs {
    if (this.freeUntil.length < count) {
      this.features = new Int32Array(FOUND * 2 * count);
      this.freeUntil = new Float64Array(2 * count);
    }
    const { layout, features, freeUntil } = this;
    const times = new Float32Array(pairs.buffer, pairs.byteOffset, pairs.length);
    const order = firstOnly ? byTime(times, count) : null;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const p = LEFT * (order === null ? i : order[i]);
      const kind = pairs[p] >>> KIND_SHIFT;
      const [whatA, whatB] = FEATURES[kind];
      let a = pairs[p] & ~(3 << KIND_SHIFT);
      let b = pairs[p + 1];
      if (kind === VERTEX_FACE && layout.used !== null && layout.used[a] === 0) continue;
      const o = FOUND * kept;
      // of two edges the one of the smaller number is a, as in the walk
      if (kind === EDGE_EDGE && a > b) [a, b] = [b, a];
      const bodyA = layout.bodyWith(whatA, a);
      const bodyB = layout.bodyWith(whatB, b);
      features[o] = bodyA;
      features[o + 1] = a - layout.first(whatA, bodyA);
      features[o + 2] = bodyB;
      features[o + 3] = b - layout.first(whatB, bodyB);
      features[o + 4] = kind;
      freeUntil[kept++] = times[p + 2];
    }
    return { count: kept, features, freeUntil };
  }
}

/** Ascending; times are whole multiples of 2^−DEEPEST, so that they are counted. */
function byTime(times: Float32Array, count: number): Uint32Array {
  const begins = new Uint32Array(2 ** DEEPEST + 2);
  const slot = (i: number): number => {
    const k = times[LEFT * i + 2] * 2 ** DEEPEST;
    if (!(k >= 0 && k <= 2 ** DEEPEST)) throw new GpuFault('wrong', 'the graphics device gives a time that is none');
    return k;
  };
  for (let i = 0; i < count; i++) begins[slot(i) + 1]++;
  for (let k = 1; k < begins.length; k++) begins[k] += begins[k - 1];
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[begins[slot(i)]++] = i;
  return order;
}
