/*
 * A window through which swept volumes and obstacles are looked at along an axis of the world, orthographically: where
 * its middle is, how large a pixel, how deep it goes. Chosen so that all that moves is inside it, two pixels away from
 * its rim and in the middle half of the depths, and so that products with its scales are exact.
 */
import { GpuFault } from '../device/gpu-fault.ts';

/** Margins, derived in docs/notes/gpu-visibility.md; tests make them smaller. u = 2⁻²³. */
export interface VisibleMargins {
  /** Half a pixel: what a pixel's square reaches from its middle. */
  readonly half: number;
  /** Pixels: a rasteriser that snaps corners to a sixteenth, and rounds them before, still meets the middle. */
  readonly covering: number;
  /** Rounding of a separating test, as a share of its terms. */
  readonly separating: number;
  /** Rounding of a depth, as a share of its terms. */
  readonly sloping: number;
  /** Rounding by adding and storing a depth, as a share of the whole range of depths. */
  readonly storing: number;
  /** Rounding of corners of obstacles and volumes to f32, as a share of the scene's largest coordinate. */
  readonly rounding: number;
}

export const VISIBLE_MARGINS: VisibleMargins = {
  half: 0.5,
  covering: 1 / 8,
  separating: 8 * 2 ** -23,
  sloping: 12 * 2 ** -23,
  storing: 4 * 2 ** -23,
  rounding: 2 ** -23,
};

/** Numbers of a window as the program has them. */
export const VIEW_WORDS = 16;
/** Numbers a triangle: three corners and the radius. */
export const TRIANGLE_WORDS = 10;

/** Coordinates in pixels stay below this, so that products of two of them are far from overflowing. */
const MOST_PIXELS: number = 2 ** 40;

export interface ViewFrame {
  readonly centre: readonly [number, number, number];
  /** Pixels a unit of length. */
  readonly scale: number;
  readonly away: 0 | 1 | 2;
  /** Pixels in a row. */
  readonly size: number;
  /** Depth a pixel. */
  readonly perPixel: number;
}

/**
 * One window for each axis, around some of the triangles of `links`, ten numbers each as the device has them.
 * `largest`: of all coordinates that are looked at.
 */
export function viewFrames(
  links: Float32Array,
  parts: readonly { readonly first: number; readonly count: number }[],
  size: number,
  largest: number,
): ViewFrame[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { first, count } of parts) {
    for (let o = TRIANGLE_WORDS * first; o < TRIANGLE_WORDS * (first + count); o += TRIANGLE_WORDS) {
      const radius = links[o + 9];
      for (let k = 0; k < 9; k++) {
        low[k % 3] = Math.min(low[k % 3], links[o + k] - radius);
        high[k % 3] = Math.max(high[k % 3], links[o + k] + radius);
      }
    }
  }
  const centre = [0, 1, 2].map((k) => Math.fround(0.5 * (low[k] + high[k])));
  // the middle is rounded, and so are differences from it
  const half = [0, 1, 2].map((k) => Math.max(high[k] - centre[k], centre[k] - low[k]) * (1 + 2 ** -20));
  return ([0, 1, 2] as const).map((away) => {
    // a point too has a window; finer than f32 tells its coordinates none is of use
    const widest = Math.max(half[(away + 1) % 3], half[(away + 2) % 3], 2 ** -16 * largest) || 1;
    const scale = powerBelow((0.5 * size - 3) / widest);
    const perPixel = powerBelow(1 / (4 * (half[away] * scale + 1)));
    if (!(scale > 2 ** -100 && scale < 2 ** 100 && perPixel > 2 ** -60 && 2 * largest * scale < MOST_PIXELS))
      throw new GpuFault('limit', 'what is looked at is too large or too small to be drawn beside the rest of the scene');
    return { centre: [centre[0], centre[1], centre[2]], scale, away, size, perPixel };
  });
}

/** The largest power of two that is not above a positive number. */
function powerBelow(x: number): number {
  if (!(x > 0 && x < Infinity)) return 0;
  let power = 1;
  while (power > x) power /= 2;
  while (2 * power <= x) power *= 2;
  return power;
}

/** `side`: −1 looks from above; `far`: 1 for the farthest that a triangle can be, −1 for the nearest. */
export function writeView(view: ViewFrame, side: 1 | -1, far: 1 | -1, margins: VisibleMargins, out: DataView, o: number): void {
  const { centre, scale, away, size, perPixel } = view;
  const { half, covering, separating, sloping, storing } = margins;
  const words = [...centre, scale, (away + 1) % 3, (away + 2) % 3, away, size, side, perPixel, far, half];
  words.push(covering, separating, sloping, storing);
  for (const [i, word] of words.entries()) {
    if (i >= 4 && i < 7) out.setUint32(o + 4 * i, word, true);
    else out.setFloat32(o + 4 * i, word, true);
  }
}
