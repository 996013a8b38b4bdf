import type { WorldData } from '../scene-data.ts';
import { countPassed } from './ascending-times.ts';
import { decodeBytes, type Scene } from './decode-scene.ts';
import type { Line } from './page-elements.ts';
import type { Triple } from './vectors.ts';

/** Seconds of watching for which a contact is shown, and how many at once. */
const SHOWN_FOR = 0.2;
const MOST_SHOWN = 250;

export interface Mark {
  readonly point: Triple;
  readonly size: number;
}

/** A recorded world of many bodies. */
export class World {
  /** World time a second: as it is, but a short world takes 3 s and a long one 20 s. */
  readonly rate: number;
  private readonly lasts: number;
  private readonly digits: number;
  private readonly frames: readonly number[];
  private readonly curves: WorldData['curves'];
  private readonly marks: Float32Array;
  private readonly points: Float32Array;
  private readonly sizes: Float32Array;
  private readonly counts: Uint32Array;

  constructor({ data }: Scene, { marks, points, sizes, counts, curves }: WorldData) {
    this.lasts = data.segments;
    this.frames = data.times ?? [];
    this.curves = curves;
    this.marks = new Float32Array(decodeBytes(marks));
    this.points = new Float32Array(decodeBytes(points));
    this.sizes = new Float32Array(decodeBytes(sizes));
    this.counts = new Uint32Array(decodeBytes(counts));
    this.rate = Math.max(1, this.lasts / 20) * Math.min(1, this.lasts / 3);
    this.digits = Math.max(2, Math.ceil(2 - Math.log10(this.lasts)));
  }

  /** The latest contacts, smaller and smaller as they grow old. */
  marksAt(t: number): Mark[] {
    const { marks, points, sizes } = this;
    const last = SHOWN_FOR * this.rate;
    const shown: Mark[] = [];
    for (let i = countPassed(marks, t * (1 + 1e-6) + 1e-9) - 1; i >= 0 && t - marks[i] < last && shown.length < MOST_SHOWN; i--)
      shown.push({ point: points.subarray(3 * i, 3 * i + 3), size: sizes[i] * Math.min(1, 1 - (t - marks[i]) / last) });
    return shown;
  }

  linesAt(t: number): Line[] {
    const i = Math.max(0, countPassed(this.frames, t + 1e-6 * this.lasts) - 1);
    const count = this.counts[i];
    return [
      ['hit', `${count.toLocaleString('en')} ${count === 1 ? 'contact' : 'contacts'} so far`],
      ...this.curves.map(({ label, unit, values }): Line => {
        const value = Number(values[i].toPrecision(4)).toLocaleString('en');
        return ['', `${label} ${value}${unit && ` ${unit}`}`];
      }),
    ];
  }

  writeTime(t: number): string {
    return `${t.toFixed(this.digits)} s`;
  }
}
