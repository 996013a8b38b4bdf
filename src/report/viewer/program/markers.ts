import type { MarkerData, ProofData } from '../scene-data.ts';
import { decodeBytes } from './decode-scene.ts';
import type { Painter, Part, Shape } from './painter.ts';
import { makeArrow, makeBall, makeRod } from './turned-shape.ts';
import { cross, measure, normalise, subtract, type Triple } from './vectors.ts';

/** The column-major matrix of a size and a place. */
export function scaleTo(size: number, place: Triple): Float32Array {
  return new Float32Array([size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, place[0], place[1], place[2], 1]);
}

/** Turns z along n, as long as `size`. */
export function pointAlong(n: Triple, size: number, place: Triple, thick: number = size): Float32Array {
  const x = normalise(cross(Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], n));
  const y = cross(n, x);
  const column = (v: Triple, s: number) => [v[0] * s, v[1] * s, v[2] * s, 0];
  return new Float32Array([...column(x, thick), ...column(y, thick), ...column(n, size), place[0], place[1], place[2], 1]);
}

/** Balls, arrows and rods; sizes are shares of the eye's distance. */
export class Markers {
  readonly ball: Shape;
  /** A ball of a few pixels, of which there are hundreds: round enough, with a quarter of the corners. */
  readonly dot: Shape;
  private readonly arrow: Shape;
  private readonly rod: Shape;

  constructor(painter: Painter) {
    this.ball = painter.store(makeBall());
    this.dot = painter.store(makeBall(6));
    this.arrow = painter.store(makeArrow());
    this.rod = painter.store(makeRod());
  }

  placeBall(size: number, place: Triple): Part {
    return { shape: this.ball, model: scaleTo(size, place) };
  }

  placeArrow(n: Triple, size: number, place: Triple, thick?: number): Part {
    return { shape: this.arrow, model: pointAlong(n, size, place, thick) };
  }

  placeContact({ point, normal, plain }: MarkerData, distance: number): Part[] {
    if (plain) return [this.placeBall(0.0045 * distance, point)];
    return [this.placeArrow(normal, 0.085 * distance, point), this.placeBall(0.009 * distance, point)];
  }

  /** A disc about a place, across a direction. */
  placeDisc(n: Triple, radius: number, place: Triple, distance: number): Part {
    return { shape: this.rod, model: pointAlong(n, 0.002 * distance, place, radius) };
  }

  /** The closest two points, and the way between them. */
  placeBetween(p: Triple, q: Triple, distance: number): Part[] {
    const way = subtract(q, p);
    const long = measure(way);
    const ends = [p, q].map((end) => this.placeBall(0.006 * distance, end));
    return long > 0 ? [...ends, { shape: this.rod, model: pointAlong(normalise(way), long, p, 0.003 * distance) }] : ends;
  }
}

/** Centre, normal, radius, number of the leaf. */
const STRIDE = 8;

interface Disc {
  readonly place: Triple;
  readonly normal: Triple;
  readonly radius: number;
}

/** The separating planes of a proof at any time: of one leaf in between two instants, else as at the nearer one. */
export class Discs {
  private readonly instants: number;
  private readonly end: number;
  private readonly pairs: readonly Float32Array[];

  constructor({ instants, discs }: ProofData, segments: number) {
    this.instants = instants;
    this.end = segments;
    this.pairs = discs.map((text) => new Float32Array(decodeBytes(text)));
  }

  at(pair: number, t: number): Disc | null {
    const numbers = this.pairs[pair];
    if (numbers === undefined) return null;
    const x = Math.max(0, Math.min(1, t / this.end)) * (this.instants - 1);
    const before = Math.min(this.instants - 2, Math.floor(x));
    const [one, other] = [before, before + 1].map((k) => numbers.subarray(STRIDE * k, STRIDE * k + STRIDE));
    const u = x - before;
    if (one[7] !== other[7]) return discOf(Array.from(u < 0.5 ? one : other));
    return discOf(Array.from(one, (from, k) => from + u * (other[k] - from)));
  }
}

function discOf(numbers: readonly number[]): Disc | null {
  const [x, y, z, nx, ny, nz, radius] = numbers;
  if (!Number.isFinite(x)) return null;
  return { place: [x, y, z], normal: normalise([nx, ny, nz]), radius };
}
