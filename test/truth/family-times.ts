// Elementary tests of all families of stencils, for the comparison of engines by bits: the exact fallback and the clearance among them.
import { elementary } from '../../src/contact/elementary/elementary.ts';
import { Random } from '../../src/math/random.ts';
import { STENCIL_FAMILIES, stencilOf } from '../support/soft/stencils.ts';

/** For each stencil whether it hits and when, without and with a clearance. */
export function familyTimes(seed: string, count: number): number[] {
  const random = new Random(seed);
  const out: number[] = [];
  for (const family of STENCIL_FAMILIES) {
    for (const kind of ['vertex-face', 'edge-edge'] as const) {
      for (let i = 0; i < count; i++) {
        const { values } = stencilOf(family, kind, random);
        const size = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        if (size > 2 ** 299) continue;
        for (const clearance of [0, size * 2 ** -6]) {
          const { hit, time } = elementary(kind, values, { clearance });
          out.push(Number(hit), time);
        }
      }
    }
  }
  return out;
}
