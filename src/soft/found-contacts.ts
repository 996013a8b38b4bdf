/** Contacts found in a step, and their order, which does not depend on how they were found. */
import { doubled } from '../math/enlarged.ts';
import type { StepContact } from './step-result.ts';

/** Numbers a pair of features: body and feature of a, body and feature of b, kind. */
export const FOUND = 5;
export const KINDS: readonly StepContact['kind'][] = ['vertex-face', 'edge-edge', 'edge-face'];
export const VERTEX_FACE = 0;
export const EDGE_EDGE = 1;
export const EDGE_FACE = 2;
/** Which kind is told first where times are equal: meshes that intersect already, then what comes to touch. */
const RANK: readonly number[] = [1, 2, 0];

export class FoundContacts {
  /** FOUND integers a contact. */
  features: Int32Array = new Int32Array(64 * FOUND);
  times: Float64Array = new Float64Array(64);
  count = 0;

  /** The time of the first, which is the earliest where only that one is kept; Infinity when there is none. */
  get earliest(): number {
    return this.count > 0 ? this.times[0] : Infinity;
  }

  add(time: number, bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): void {
    if (this.count === this.times.length) {
      this.features = doubled(this.features);
      this.times = doubled(this.times);
    }
    this.put(this.count++, time, bodyA, featureA, bodyB, featureB, kind);
  }

  /** Keeps this one alone if it is told before the one that is kept; whether it is. */
  replace(time: number, bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): boolean {
    const isEarlier = this.count === 0 || time < this.times[0];
    if (!isEarlier && !(time === this.times[0] && this.wouldPrecede(bodyA, featureA, bodyB, featureB, kind))) return false;
    this.put(0, time, bodyA, featureA, bodyB, featureB, kind);
    this.count = 1;
    return true;
  }

  /** At the time of the first of those here, would this one be told before it? */
  wouldPrecede(bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): boolean {
    if (this.count === 0) return true;
    const f = this.features;
    return (RANK[kind] - RANK[f[4]] || bodyA - f[0] || bodyB - f[2] || featureA - f[1] || featureB - f[3]) < 0;
  }

  /**
   * Which of two is told first: the earlier one; then edges that go through faces, vertices that meet faces, edges that
   * meet edges; then by the numbers of the bodies, of a's feature, of b's.
   */
  compare(x: number, y: number): number {
    const { times, features } = this;
    if (times[x] !== times[y]) return times[x] - times[y];
    const i = FOUND * x;
    const j = FOUND * y;
    return (
      RANK[features[i + 4]] - RANK[features[j + 4]] ||
      features[i] - features[j] ||
      features[i + 2] - features[j + 2] ||
      features[i + 1] - features[j + 1] ||
      features[i + 3] - features[j + 3]
    );
  }

  /** The numbers of so many of them at most, the first to be told of all first. */
  inOrder(most: number = Infinity): Uint32Array {
    const { times } = this;
    const count = Math.min(this.count, most);
    let first = 0;
    for (let i = 1; i < this.count && count < this.count; i++) if (this.compare(i, first) < 0) first = i;
    // runs of 1, 2, 4, … merged: an order by two arrays that no engine has to call back for
    let order = Uint32Array.from({ length: count }, (_, i) => i);
    if (first >= count) order[count - 1] = first;
    let merged = new Uint32Array(count);
    for (let run = 1; run < count; run *= 2) {
      for (let from = 0; from < count; from += 2 * run) {
        const middle = Math.min(from + run, count);
        const to = Math.min(from + 2 * run, count);
        let [i, j] = [from, middle];
        for (let k = from; k < to; k++) {
          const [x, y] = [order[i], order[j]];
          const isFirst = j === to || (i < middle && (times[x] === times[y] ? this.compare(x, y) <= 0 : times[x] < times[y]));
          merged[k] = isFirst ? order[i++] : order[j++];
        }
      }
      [order, merged] = [merged, order];
    }
    return order;
  }

  private put(at: number, time: number, bodyA: number, featureA: number, bodyB: number, featureB: number, kind: number): void {
    const o = FOUND * at;
    this.features[o] = bodyA;
    this.features[o + 1] = featureA;
    this.features[o + 2] = bodyB;
    this.features[o + 3] = featureB;
    this.features[o + 4] = kind;
    this.times[at] = time;
  }
}
