import { countPassed, findInterval } from './ascending-times.ts';
import { decodeBytes, type Scene } from './decode-scene.ts';
import type { Line } from './page-elements.ts';
import type { Recorded } from './renderer.ts';

/** What the page says about a time. */
export class Readout {
  private readonly scene: Scene;
  private readonly recorded: Recorded;
  /** Times at which contacts of a step arrive, ascending. */
  private readonly arrivals: Float64Array | null;

  constructor(scene: Scene, recorded: Recorded) {
    this.scene = scene;
    this.recorded = recorded;
    const { arrivals } = scene.data;
    this.arrivals = arrivals === undefined ? null : new Float64Array(decodeBytes(arrivals));
  }

  writeTime(t: number): string {
    const { session, world } = this.recorded;
    if (world !== null) return world.writeTime(t);
    return session === null ? `t = ${t.toFixed(4)}` : `${t.toFixed(2)} s`;
  }

  /** The lines that are not empty. */
  linesAt(t: number): Line[] {
    const lines = this.verdictAt(t);
    const all: Line[] = this.hasPairs() ? [['', this.writeStretch(t)], ...lines, ['who', this.closestAt(t)]] : lines;
    return all.filter(([, words]) => words !== '');
  }

  /** Beside the pointer on the curve of distances. */
  writeTip(t: number): string {
    const lines = [`t = ${t.toFixed(3)} (${this.writeStretch(t)})`, this.writeDistance(t), this.closestAt(t)];
    return lines.filter((line) => line !== '').join('\n');
  }

  private verdictAt(t: number): Line[] {
    const { session, world } = this.recorded;
    const recorded = world ?? session;
    if (recorded !== null) return recorded.linesAt(t);
    const { status, time } = this.scene.data;
    const isStep = this.arrivals !== null;
    const hasContact = status === 'contact' || status === 'overlap';
    const further = isStep ? this.writeArrived(t) : this.hasPairs() ? this.writeDistance(t) : '';
    if (hasContact && Math.abs(t - time) < (isStep ? 1e-6 : 1e-4))
      return [
        ['hit', status === 'overlap' ? 'in contact' : 'first contact'],
        ['', isStep ? further : ''],
      ];
    if (hasContact && t > time)
      return [
        ['', 'past the first contact'],
        ['', further],
      ];
    if (status === 'unresolved' && t > time)
      return [
        ['', 'not decided'],
        ['', further],
      ];
    return [['', isStep ? 'proven free so far' : this.writeDistance(t)]];
  }

  private hasPairs(): boolean {
    return this.scene.data.curve?.pairs !== undefined;
  }

  /** How many contacts have come, where there are several. */
  private writeArrived(t: number): string {
    const { arrivals, scene } = this;
    if (arrivals === null || arrivals.length <= 1) return '';
    const n = countPassed(arrivals, t);
    return `${n.toLocaleString('en')} ${scene.data.isPart ? 'of the listed' : n === 1 ? 'contact so far' : 'contacts so far'}`;
  }

  private writeDistance(t: number): string {
    const { curve, unit = '' } = this.scene.data;
    if (curve === undefined) return '';
    const { times, distances } = curve;
    const i = findInterval(times, t);
    const span = times[i + 1] - times[i];
    const u = span > 0 ? (t - times[i]) / span : 0;
    const d = distances[i] + u * (distances[i + 1] - distances[i]);
    return d > 0 ? `distance ≈ ${Number(d.toPrecision(3))}${unit && ` ${unit}`}` : 'in contact';
  }

  /** The closest two at the sample nearest to t. */
  private closestAt(t: number): string {
    const { times = [], pairs, names = [] } = this.scene.data.curve ?? {};
    if (pairs === undefined) return '';
    const i = findInterval(times, t);
    const pair = pairs[t - times[i] > times[i + 1] - t ? i + 1 : i];
    return pair < 0 ? '' : names[pair].join(' – ');
  }

  /** Where on the path, and when where it is timed. */
  private writeStretch(t: number): string {
    const { segments, seconds } = this.scene.data;
    const k = Math.min(segments - 1, Math.floor(t));
    const part = `segment ${k}, ${Math.round(100 * (t - k))} %`;
    return seconds === undefined ? part : `${part} · ${(seconds[k] + (t - k) * (seconds[k + 1] - seconds[k])).toFixed(3)} s`;
  }
}
