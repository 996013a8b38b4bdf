/**
 * What wgsl/visible-triangles.wgsl draws, in TypeScript, and a rasteriser for it: pixels whose middle is in the
 * rectangle. `Drawing` says how operations round and how far the rectangle's corners are snapped: to the nearest and
 * not at all, or as badly as WGSL and Vulkan allow where tests want to know whether the margins hold.
 */
import { TRIANGLE_WORDS, type ViewFrame, type VisibleMargins, viewFrames } from './view-frame.ts';

/** Triangles of one link or obstacle. */
export interface Part {
  readonly first: number;
  readonly count: number;
}

/** 1 for each link and each obstacle that is fully visible from some side. */
export interface FullyVisible {
  readonly links: Uint8Array;
  readonly objects: Uint8Array;
}

/** Who decides what is fully visible: the graphics device, or its twin. */
export interface VisibilityTest {
  findVisible(links: Float32Array<ArrayBuffer>, linkParts: readonly Part[], objectParts: readonly Part[]): Promise<FullyVisible>;
}

export interface Drawing {
  /** The result of an operation. */
  round(x: number): number;
  /** Pixels by which a side of a rectangle is moved inwards. */
  snap(): number;
}

const NEAREST: Drawing = { round: Math.fround, snap: () => 0 };

/** Short edges say nothing about separation. */
const SHORTEST: number = Math.fround(9.094947e-13);
const STEEPEST = 64;
const DEEPEST: number = Math.fround(0.9999990463256836);

type Vector = readonly [number, number, number];

/** Calls `pixel` for every fragment of a triangle, with column, row and depth; `far` and `side` as in the program. */
export function drawTriangle(
  triangles: Float32Array,
  triangle: number,
  view: ViewFrame,
  side: 1 | -1,
  far: 1 | -1,
  margins: VisibleMargins,
  pixel: (column: number, row: number, depth: number) => void,
  { round: f, snap }: Drawing = NEAREST,
): void {
  // One piece: line by line what the program of the device does.
  const { scale, size, away, centre, perPixel } = view;
  const { half } = margins;
  const [right, up] = [(away + 1) % 3, (away + 2) % 3];
  const o = TRIANGLE_WORDS * triangle;
  const placed = (p: number): Vector => [
    f(triangles[p + right] - centre[right]) * scale,
    f(triangles[p + up] - centre[up]) * scale,
    f(triangles[p + away] - centre[away]) * scale * side * far,
  ];
  const corners = [placed(o), placed(o + 3), placed(o + 6)] as const;
  const [a, b, c] = corners;
  const spread = [0, 1, 2].map((k) => Math.max(Math.abs(a[k]), Math.abs(b[k]), Math.abs(c[k])));
  const radius = triangles[o + 9] * scale;
  const u = [0, 1, 2].map((k) => f(b[k] - a[k]));
  const v = [0, 1, 2].map((k) => f(c[k] - a[k]));
  const [p, q] = [f(u[0] * v[1]), f(u[1] * v[0])];
  const area = f(p - q);
  const broad = Math.abs(area) > 2 ** -10 * (Math.abs(p) + Math.abs(q));
  let gx = broad ? f(f(f(u[2] * v[1]) - f(v[2] * u[1])) / area) : 0;
  let gy = broad ? f(f(f(u[0] * v[2]) - f(v[0] * u[2])) / area) : 0;
  if (!(Math.abs(gx) < STEEPEST && Math.abs(gy) < STEEPEST)) gx = gy = 0;
  const below = (z: number, d: readonly number[]): number => f(f(z - f(gx * d[0])) - f(gy * d[1]));
  const residual = Math.max(a[2], below(b[2], u), below(c[2], v));
  const highest = Math.max(a[2], b[2], c[2]);
  const pad = f(f(half + radius) + margins.covering);
  const edge = 0.5 * size + 2;
  const within = (x: number): number => Math.min(edge, Math.max(-edge, x));
  const ends = [0, 1].map((k) => {
    const low = within(f(Math.min(a[k], b[k], c[k]) - pad)) + snap();
    const high = within(f(Math.max(a[k], b[k], c[k]) + pad)) - snap();
    // middles between them
    return [Math.max(0, Math.ceil(low + 0.5 * size - 0.5)), Math.min(size - 1, Math.floor(high + 0.5 * size - 0.5))];
  });
  const grown = f(half + radius);
  const steep = f(Math.abs(gx) + Math.abs(gy));
  const level = f(f(highest + radius) + f(margins.sloping * f(Math.abs(highest) + radius)));
  for (let row = ends[1][0]; row <= ends[1][1]; row++) {
    for (let column = ends[0][0]; column <= ends[0][1]; column++) {
      const x = column + 0.5 - 0.5 * size;
      const y = row + 0.5 - 0.5 * size;
      if ([0, 1, 2].some((i) => apart(x, y, corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3], grown, margins.separating, f)))
        continue;
      const [tx, ty] = [f(x - a[0]), f(y - a[1])];
      const terms = f(
        f(f(spread[2] + f(Math.abs(gx) * f(Math.abs(tx) + 2 * spread[0]))) + f(Math.abs(gy) * f(Math.abs(ty) + 2 * spread[1]))) +
          f(f(steep * grown) + radius),
      );
      const plane = f(f(residual + f(gx * tx)) + f(gy * ty));
      const sloped = f(f(f(plane + f(steep * grown)) + radius) + f(margins.sloping * terms));
      const depth = f(0.5 + far * f(f(Math.min(sloped, level) * perPixel) + margins.storing));
      pixel(column, row, Math.min(DEEPEST, Math.max(0, depth)));
    }
  }
}

function apart(x: number, y: number, p: Vector, q: Vector, r: Vector, grown: number, margin: number, f: (x: number) => number): boolean {
  const edge = [f(q[0] - p[0]), f(q[1] - p[1])];
  const other = [f(r[0] - p[0]), f(r[1] - p[1])];
  const n = [-edge[1], edge[0]];
  const to = [f(x - p[0]), f(y - p[1])];
  const [sx, sy] = n.map(Math.abs);
  if (!(sx + sy > SHORTEST)) return false;
  const reach = f(f(sx + sy) * grown);
  const reachOf = (k: number): number => f(f(f(Math.abs(k === 0 ? x : y) + Math.abs(to[k])) + Math.abs(edge[k])) + Math.abs(other[k]));
  const error = f(margin * f(f(f(sx * reachOf(0)) + f(sy * reachOf(1))) + reach));
  const along = (d: readonly number[]): number => f(f(n[0] * d[0]) + f(n[1] * d[1]));
  const [here, first, second] = [along(to), along(edge), along(other)];
  return f(f(here - reach) - error) > Math.max(first, second, 0) || f(f(here + reach) + error) < Math.min(first, second, 0);
}

/** Does what VisibleDevice does, pixel by pixel. */
export class VisibleTwin implements VisibilityTest {
  private readonly objects: Float32Array;
  private readonly size: number;
  private readonly margins: VisibleMargins;
  private readonly drawing: Drawing;

  constructor(objects: Float32Array, size: number, margins: VisibleMargins, drawing: Drawing = NEAREST) {
    this.objects = objects;
    this.size = size;
    this.margins = margins;
    this.drawing = drawing;
  }

  async findVisible(links: Float32Array, linkParts: readonly Part[], objectParts: readonly Part[]): Promise<FullyVisible> {
    const largest = Math.max(largestOf(links), largestOf(this.objects));
    const out: FullyVisible = { links: new Uint8Array(linkParts.length), objects: new Uint8Array(objectParts.length) };
    for (const view of viewFrames(links, linkParts, this.size, largest)) {
      for (const side of [1, -1] as const) {
        this.hold(view, side, [links, linkParts], [this.objects, objectParts], out.objects);
        this.hold(view, side, [this.objects, objectParts], [links, linkParts], out.links);
      }
    }
    return out;
  }

  /** Draws one set and holds the parts of the other behind it. */
  private hold(
    view: ViewFrame,
    side: 1 | -1,
    [drawn, drawnParts]: readonly [Float32Array, readonly Part[]],
    [held, heldParts]: readonly [Float32Array, readonly Part[]],
    seen: Uint8Array,
  ): void {
    const { size, margins, drawing } = this;
    const depths = new Float32Array(size * size).fill(1);
    for (const { first, count } of drawnParts) {
      for (let i = first; i < first + count; i++) {
        const draw = (column: number, row: number, depth: number): void => {
          depths[row * size + column] = Math.min(depths[row * size + column], depth);
        };
        drawTriangle(drawn, i, view, side, -1, margins, draw, drawing);
      }
    }
    for (const [k, { first, count }] of heldParts.entries()) {
      let hidden = false;
      for (let i = first; i < first + count && !hidden; i++) {
        const test = (column: number, row: number, depth: number): void => {
          hidden ||= depth >= depths[row * size + column];
        };
        drawTriangle(held, i, view, side, 1, margins, test, drawing);
      }
      if (!hidden) seen[k] = 1;
    }
  }
}

function largestOf(triangles: Float32Array): number {
  let largest = 0;
  for (const x of triangles) largest = Math.max(largest, Math.abs(x));
  return largest;
}
