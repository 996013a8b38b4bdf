import type { ForecastLevel } from '../../../forecast/forecast-result.ts';
import type { ListsData, SessionData } from '../scene-data.ts';
import { countPassed } from './ascending-times.ts';
import { decodeBytes, type Scene } from './decode-scene.ts';
import type { Line } from './page-elements.ts';
import { add, measure, normalise, subtract, type Triple } from './vectors.ts';

/** Times are rounded: a frame has come a little before its own. */
const EARLY = 1e-6;
/** Towards the eye, so that lines are not hidden by the surface they lie on. */
const LIFTED = 0.004;
/** Newtons; less is not felt. */
export const FAINT = 0.05;

export interface SessionStep {
  readonly level: ForecastLevel;
  readonly force: readonly number[];
  readonly newtons: number;
  readonly depth: number;
  readonly foretold: number;
}

/** A recorded session of a tool against a workpiece, which is mesh 0 of the scene. */
export class Session {
  readonly largest: number;
  private readonly scene: Scene;
  private readonly data: SessionData;
  private readonly rest: Float32Array;
  private readonly moved: Int16Array;
  private readonly edges: readonly number[];
  private readonly zones: (frame: number) => Uint32Array;
  private readonly poses: (frame: number) => Float32Array;

  constructor(scene: Scene, data: SessionData) {
    this.scene = scene;
    this.data = data;
    this.largest = data.largest;
    this.rest = scene.meshes[0].positions.slice();
    this.moved = new Int16Array(decodeBytes(data.moved));
    this.edges = listEdges(scene.meshes[0].indices);
    this.zones = readLists(data.zones, (bytes) => new Uint32Array(bytes));
    this.poses = readLists(data.ahead, (bytes) => new Float32Array(bytes));
  }

  /** Puts the workpiece where it is at t, straight between two frames. */
  deform(t: number): void {
    const { rest, moved, data } = this;
    const { positions } = this.scene.meshes[0];
    const times = this.times();
    const i = this.frameAt(t);
    const j = Math.min(i + 1, times.length - 1);
    const span = times[j] - times[i];
    const u = span > 0 ? (t - times[i]) / span : 0;
    const n = rest.length;
    for (let k = 0; k < n; k++) positions[k] = rest[k] + data.quantum * ((1 - u) * moved[i * n + k] + u * moved[j * n + k]);
  }

  /** The workpiece's edges as lines of corners with normals. */
  outline(eye: Triple): Float32Array<ArrayBuffer> {
    const { edges } = this;
    const { positions: p } = this.scene.meshes[0];
    const lines = new Float32Array(6 * edges.length);
    edges.forEach((v, i) => {
      const at = [p[3 * v], p[3 * v + 1], p[3 * v + 2]];
      const to = normalise(subtract(eye, at));
      lines.set([...add(at, to, LIFTED), ...to], 6 * i);
    });
    return lines;
  }

  /** Triangles in contact. */
  zoneAt(t: number): Uint32Array {
    return this.zones(this.frameAt(t));
  }

  /** Positions and quaternions of the tool that are foretold. */
  aheadAt(t: number): Float32Array[] {
    const all = this.poses(this.frameAt(t));
    return Array.from({ length: all.length / 7 }, (_, k) => all.subarray(7 * k, 7 * k + 7));
  }

  stepAt(t: number): SessionStep {
    const { times, levels, forces, depths, foretold } = this.data;
    const i = countPassed(times, t + EARLY) - 1;
    return { level: levels[i], force: forces[i], newtons: measure(forces[i]), depth: depths[i], foretold: foretold[i] };
  }

  linesAt(t: number): Line[] {
    const { level, newtons, depth } = this.stepAt(t);
    const count = this.zoneAt(t).length;
    if (level !== 'contact')
      return [
        ['', level === 'clear' ? 'clear' : `level: ${level}`],
        ['', '0.0 N'],
      ];
    return [
      ['hit', `${newtons.toFixed(1)} N`],
      ['', `${depth.toFixed(2)} mm deep`],
      ['', count === 1 ? '1 triangle' : `${count} triangles`],
    ];
  }

  /** What the badge says: the warning, and what it means. */
  warningAt(t: number): { readonly level: ForecastLevel; readonly what: string; readonly more: string } {
    const { level, newtons, foretold } = this.stepAt(t);
    if (level === 'clear') return { level, what: 'clear', more: `no contact within ${this.data.horizon} s` };
    if (level === 'unknown') return { level, what: 'not known', more: 'not all was looked at, or too few samples' };
    if (level === 'contact')
      return { level, what: 'contact', more: newtons < FAINT ? 'hardly any force' : `${newtons.toFixed(1)} N on the hand` };
    return { level, what: `contact in ${writeSeconds(foretold)}`, more: level === 'reflex' ? 'time only to flinch' : 'time to decide' };
  }

  private frameAt(t: number): number {
    return countPassed(this.times(), t + EARLY) - 1;
  }

  private times(): readonly number[] {
    return this.scene.data.times ?? [];
  }
}

function writeSeconds(seconds: number): string {
  return seconds < 0.0995 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(2)} s`;
}

function readLists<T extends Uint32Array | Float32Array>({ values, starts }: ListsData, view: (bytes: ArrayBuffer) => T) {
  const all = view(decodeBytes(values));
  const at = new Uint32Array(decodeBytes(starts));
  return (i: number): T => all.subarray(at[i], at[i + 1]) as T;
}

/** Two vertices an edge, each edge once. */
function listEdges(indices: Uint32Array): number[] {
  const keys = Array.from(indices, (v, i) => {
    const w = indices[i % 3 === 2 ? i - 2 : i + 1];
    return Math.min(v, w) * 1e6 + Math.max(v, w);
  });
  return [...new Set(keys)].flatMap((key) => [Math.floor(key / 1e6), key % 1e6]);
}
