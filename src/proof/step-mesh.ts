/**
 * A mesh whose corners go straight from where they start to where they end: its features, each belonging to the first
 * triangle that has it, and its places as whole numbers of one unit. A node's box is one that moves: its ends go
 * straight from those at the start to those at the end, and all corners stay within it.
 */
import { whole, wholePower } from './fixed.ts';
import { kept, Shape } from './shape.ts';
import type { Vector } from './stencil.ts';

/** What all whole numbers of a file count, and where its step is cut: after p/2^q of it. */
export class StepUnit {
  power = 0;
  p = 1n;
  q = 0n;

  /** All these are whole numbers of it. */
  take(values: Iterable<number>): void {
    for (const value of values) this.power = wholePower(value, this.power);
  }

  /** The step goes to this time only, a multiple of 2⁻¹²⁰. */
  cutAt(time: number): void {
    let scaled = time;
    for (; !Number.isInteger(scaled); scaled *= 2) this.q++;
    this.p = BigInt(scaled);
  }

  length(x: number): bigint {
    return whole(x, this.power) << this.q;
  }

  /** What goes from `start` to `end` in the whole step, where it is cut. */
  cut(start: number, end: number): bigint {
    return start === end ? this.length(start) : whole(start, this.power) * ((1n << this.q) - this.p) + whole(end, this.power) * this.p;
  }
}

/** An edge, by its corners, the smaller number first. */
export interface Edge {
  readonly ends: readonly [number, number];
  readonly radius: number;
}

export class StepMesh {
  readonly name: string;
  readonly solid: 'winding' | 'parity' | null;
  /** Where it starts, with its tree. */
  readonly before: Shape;
  readonly after: Shape;
  private readonly unit: StepUnit;
  private readonly radii: Float64Array | null;
  /** By corner, the largest radius of its triangles; null: there are none. */
  private readonly cornerRadii: Float64Array | null;
  /** By triangle, bits 0 to 2 for its corners, 3 to 5 for its edges, of those that belong to it. */
  private readonly owned: Uint8Array;
  private readonly edgeRadii: Map<number, number> = new Map();
  private readonly places: Map<number, readonly [Vector, Vector]> = new Map();

  /** `after`: null where it stands. */
  constructor(
    name: string,
    solid: StepMesh['solid'],
    before: Float64Array,
    after: Float64Array | null,
    triangles: Uint32Array,
    cuts: Uint8Array | null,
    radii: Float64Array | null,
    unit: StepUnit,
  ) {
    this.name = name;
    this.solid = solid;
    this.unit = unit;
    this.radii = radii;
    this.cornerRadii = radii === null ? null : new Float64Array(before.length / 3);
    const own = this.cornerRadii;
    if (own !== null && radii !== null)
      for (let i = 0; i < triangles.length; i++) own[triangles[i]] = Math.max(own[triangles[i]], radii[Math.floor(i / 3)]);
    // no feature of a triangle is wider than the widest of its corners
    const wide = own === null ? 0 : radiiAt(own, triangles);
    this.before = new Shape(before, triangles, cuts, wide);
    this.after = after === null ? this.before : new Shape(after, triangles, cuts, wide);
    this.owned = new Uint8Array(triangles.length / 3);
    this.share();
    for (const values of after === null || after === before ? [before] : [before, after]) unit.take(values);
    if (radii !== null) unit.take(radii);
  }

  get triangles(): Uint32Array {
    return this.before.triangles;
  }

  /** Corners of a triangle that belong to it. */
  cornersOf(triangle: number): number[] {
    return [0, 1, 2].filter((k) => (this.owned[triangle] >> k) & 1).map((k) => this.triangles[3 * triangle + k]);
  }

  edgesOf(triangle: number): Edge[] {
    return [0, 1, 2]
      .filter((k) => (this.owned[triangle] >> (3 + k)) & 1)
      .map((k) => {
        const ends = this.edgeAt(3 * triangle + k);
        return { ends, radius: this.edgeRadii.get(this.keyOf(ends)) ?? 0 };
      });
  }

  faceOf(triangle: number): readonly number[] {
    return Array.from(this.triangles.subarray(3 * triangle, 3 * triangle + 3));
  }

  cornerRadius(corner: number): number {
    return this.cornerRadii?.[corner] ?? 0;
  }

  faceRadius(triangle: number): number {
    return this.radii?.[triangle] ?? 0;
  }

  /** Where a corner starts, and where it is at the end of the step or where that is cut. */
  placesOf(corner: number): readonly [Vector, Vector] {
    return kept(this.places, corner, () => {
      const { before, after, unit } = this;
      const numbers = [3 * corner, 3 * corner + 1, 3 * corner + 2];
      return [numbers.map((i) => unit.length(before.corners[i])), numbers.map((i) => unit.cut(before.corners[i], after.corners[i]))];
    });
  }

  /** A feature by all its corners, if it is one of the mesh: its radius; null: it is none. */
  featureRadius(corners: readonly number[]): number | null {
    const { triangles } = this;
    let radius: number | null = null;
    for (let i = 0; i < triangles.length; i += 3) {
      const own = [triangles[i], triangles[i + 1], triangles[i + 2]];
      // a face may name a corner twice
      if (corners.length === 3 ? sorted(own) === sorted(corners) : corners.every((corner) => own.includes(corner)))
        radius = Math.max(radius ?? 0, this.faceRadius(i / 3));
    }
    return radius;
  }

  private edgeAt(side: number): readonly [number, number] {
    const [a, b] = [this.triangles[side], this.triangles[side % 3 === 2 ? side - 2 : side + 1]];
    return a < b ? [a, b] : [b, a];
  }

  /** Whole, and below 2⁵³. */
  private keyOf([a, b]: readonly [number, number]): number {
    return a * (this.before.corners.length / 3) + b;
  }

  /** The first triangle that has a corner, or an edge, has it for its own. */
  private share(): void {
    const { triangles, owned, radii, edgeRadii } = this;
    const corners = new Uint8Array(this.before.corners.length / 3);
    const edges = new Set<number>();
    for (let side = 0; side < triangles.length; side++) {
      const triangle = Math.floor(side / 3);
      const corner = triangles[side];
      if (corners[corner] === 0) owned[triangle] |= 1 << (side % 3);
      corners[corner] = 1;
      const ends = this.edgeAt(side);
      if (ends[0] === ends[1]) continue;
      const key = this.keyOf(ends);
      if (!edges.has(key)) owned[triangle] |= 8 << (side % 3);
      edges.add(key);
      if (radii !== null) edgeRadii.set(key, Math.max(edgeRadii.get(key) ?? 0, radii[triangle]));
    }
  }
}

function radiiAt(corners: Float64Array, triangles: Uint32Array): Float64Array {
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) =>
    Math.max(corners[triangles[3 * t]], corners[triangles[3 * t + 1]], corners[triangles[3 * t + 2]]),
  );
}

function sorted(corners: readonly number[]): string {
  return [...corners].sort((x, y) => x - y).join(' ');
}
