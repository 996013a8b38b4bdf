import { describe, expect, test } from 'vitest';
import { packVolume, SELECTION_MARGINS, type SelectionMargins, VOLUME_WORDS } from '../../../../src/gpu/select/packed-volume.ts';
import { type Rounding, selectTwin } from '../../../../src/gpu/twin/select-twin.ts';
import { Random } from '../../../../src/math/random.ts';
import { CpuCandidateFinder } from '../../../../src/tool/candidates.ts';
import { rounds } from '../../../support/rounds.ts';
import { nearPlanes } from './near-planes.ts';

const bits = new DataView(new ArrayBuffer(4));

/** The f32 next to x on one side, x itself where it is one; what is below 2⁻¹²⁶ vanishes. */
function directed(x: number, up: boolean): number {
  const near = Math.fround(x);
  let result = near;
  if (up ? near < x : near > x) {
    bits.setFloat32(0, near);
    if (near === 0) result = up ? 2 ** -126 : -(2 ** -126);
    else {
      bits.setInt32(0, bits.getInt32(0) + (up === near > 0 ? 1 : -1));
      result = bits.getFloat32(0);
    }
  }
  return Math.abs(result) < 2 ** -126 ? 0 : result;
}

/** Every operation errs so that the vertex is outside rather, by up to one unit. */
const WORST: Rounding = { up: (x) => directed(x, true), down: (x) => directed(x, false) };
const finder = new CpuCandidateFinder();

/** Triangles that the processor finds and the twin does not. */
function dropped(
  planes: Float64Array,
  doubles: Float64Array,
  indices: Uint32Array,
  rounded: boolean,
  margins: SelectionMargins,
  rounding: Rounding = WORST,
): number {
  const volume = new Float32Array(VOLUME_WORDS);
  packVolume(planes, planes.length / 4, rounded, volume, margins);
  const positions = Float32Array.from(doubles).map((x) => (Math.abs(x) < 2 ** -126 ? 0 : x));
  const found = new Set(selectTwin(volume, planes.length / 4, positions, positions, indices, rounding));
  const out = new Uint32Array(indices.length / 3);
  const count = finder.find(planes, planes.length / 4, doubles, doubles, indices, out.length, out);
  return out.subarray(0, count).filter((triangle) => !found.has(triangle)).length;
}

const smaller = (margins: Partial<SelectionMargins>): SelectionMargins => ({ ...SELECTION_MARGINS, ...margins });

describe('the margins of a selection, every operation rounded as badly as WGSL allows', () => {
  test('no triangle is dropped that the processor finds; with a hundredth of the slack some are (seed select-1)', () => {
    const random = new Random('select-1');
    let [cases, lost, lostNearest] = [0, 0, 0];
    for (let n = 0; n < rounds(40); n++) {
      const { planes, positions, indices } = nearPlanes(random, 1000, random.pick([1e-3, 1, 1e6]), random.pick([0, 1, 1e3]));
      const doubles = Float64Array.from(positions);
      expect(dropped(planes, doubles, indices, false, SELECTION_MARGINS), `volume ${n}`).toBe(0);
      lost += dropped(planes, doubles, indices, false, smaller({ slack: SELECTION_MARGINS.slack / 100 }));
      lostNearest += dropped(planes, doubles, indices, false, smaller({ slack: SELECTION_MARGINS.slack / 100 }), undefined);
      cases += indices.length / 3;
    }
    expect(cases).toBe(rounds(40_000));
    expect(lost).toBeGreaterThan(rounds(400));
    expect(lostNearest).toBeGreaterThan(0);
  });

  test('doubles that are rounded to f32 need theirs, near the middle and far from the origin (seed select-2)', () => {
    const random = new Random('select-2');
    let [nearer, farther] = [0, 0];
    for (let n = 0; n < rounds(40); n++) {
      const away = random.pick([0, 1, 1e4]);
      const { planes, positions, indices } = nearPlanes(random, 1000, 1, away);
      // exactly on a plane as far as doubles go, f32 anywhere around it
      const doubles = new Float64Array(positions.length);
      for (let v = 0; v < positions.length; v += 3) {
        const point = [0, 1, 2].map((k) => positions[v + k] * (1 + random.range(-1e-7, 1e-7)));
        let plane = 0;
        let least = Infinity;
        for (let p = 0; p < planes.length; p += 4) {
          const off = planes[p] * point[0] + planes[p + 1] * point[1] + planes[p + 2] * point[2] - planes[p + 3];
          if (Math.abs(off) < Math.abs(least)) [plane, least] = [p, off];
        }
        for (let k = 0; k < 3; k++) doubles[v + k] = point[k] - least * planes[plane + k];
      }
      expect(dropped(planes, doubles, indices, true, SELECTION_MARGINS), `volume ${n}`).toBe(0);
      nearer += dropped(planes, doubles, indices, true, smaller({ roundedSlack: SELECTION_MARGINS.roundedSlack / 100 }));
      farther += dropped(planes, doubles, indices, true, smaller({ roundedCentre: SELECTION_MARGINS.roundedCentre / 100 }));
    }
    expect(nearer).toBeGreaterThan(rounds(400));
    expect(farther).toBeGreaterThan(rounds(40));
  });

  test('what vanishes below 2⁻¹²⁶ is paid for', () => {
    const n = -Math.sqrt(1 / 3);
    const x = 2 ** -126 * (1 - 2 ** -20);
    const planes = Float64Array.of(n, n, n, 3 * n * x);
    const corner = Float64Array.of(x, x, x);
    const indices = Uint32Array.of(0, 0, 0);
    expect(dropped(planes, corner, indices, false, SELECTION_MARGINS)).toBe(0);
    expect(dropped(planes, corner, indices, false, smaller({ vanishing: SELECTION_MARGINS.vanishing / 100 }))).toBe(1);
  });
});
