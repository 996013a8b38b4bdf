/** Swept volumes as they are drawn: ten numbers a triangle in f32, radii wide enough for all corners being rounded. */
import type { SweptLink } from '../../methods/stages/given-culling.ts';
import { TRIANGLE_WORDS, VISIBLE_MARGINS, type VisibleMargins } from '../twin/view-frame.ts';
import type { Part } from '../twin/visible-twin.ts';

export interface DrawnVolumes {
  readonly triangles: Float32Array<ArrayBuffer>;
  /** Which of them are of each link. */
  readonly parts: readonly Part[];
}

/** `largest`: of the coordinates of the obstacles that they are looked at with. */
export function drawnVolumes(links: readonly SweptLink[], largest: number, margins: VisibleMargins = VISIBLE_MARGINS): DrawnVolumes {
  let far = largest;
  let count = 0;
  for (const { triangles, radius } of links) {
    count += triangles.length / 9;
    far = Math.max(far, radius);
    for (const x of triangles) far = Math.max(far, Math.abs(x));
  }
  // corners of volumes and those of obstacles
  const rounding = 2 * margins.rounding * far;
  const triangles = new Float32Array(TRIANGLE_WORDS * count);
  const parts: Part[] = [];
  let o = 0;
  for (const link of links) {
    parts.push({ first: o / TRIANGLE_WORDS, count: link.triangles.length / 9 });
    for (let i = 0; i < link.triangles.length; i += 9) {
      triangles.set(link.triangles.subarray(i, i + 9), o);
      triangles[o + 9] = raised(link.radius + rounding);
      o += TRIANGLE_WORDS;
    }
  }
  return { triangles, parts };
}

/** An f32 that is not below: by one rounding more than to the nearest. */
export function raised(x: number): number {
  return x === 0 ? 0 : Math.max(Math.fround(x * (1 + 2 ** -23)), 2 ** -126);
}
