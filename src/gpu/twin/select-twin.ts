/**
 * What wgsl/select-codes.wgsl computes, in TypeScript. Each operation is rounded by `Rounding`: to the nearest f32, or
 * as badly as WGSL allows where tests want to know whether the margins hold.
 */

/** Results of operations: `up` where a larger one makes a vertex be outside rather, `down` where a smaller one does. */
export interface Rounding {
  up(x: number): number;
  down(x: number): number;
}

const NEAREST: Rounding = { up: Math.fround, down: Math.fround };

/** 2¹⁰⁰ */
const FAR: number = 2 ** 100;

/** Bits of the planes that a vertex is outside of; `volume` as packVolume writes it. */
function outsideCode(
  volume: Float32Array,
  planeCount: number,
  positions: Float32Array,
  o: number,
  { up, down }: Rounding = NEAREST,
): number {
  for (let k = o; k < o + 3; k++) if (!(Math.abs(positions[k]) < FAR)) return 0;
  let size = 0;
  for (let i = 0; i < 3; i++) {
    const away = positions[o + i] - volume[i];
    size = down(size + Math.abs(away < 0 ? -down(-away) : down(away)));
  }
  const slack = down(volume[3] * size);
  let code = 0;
  for (let k = 0; k < planeCount; k++) {
    const p = 4 + 4 * k;
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      const n = volume[p + i];
      const away = positions[o + i] - volume[i];
      // n · away as large as can be
      const rounded = n >= 0 ? up(away) : -up(-away);
      sum = up(sum + up(n * rounded));
    }
    if (up(sum - slack) > volume[p + 3]) code |= 1 << k;
  }
  return code;
}

/** Triangles whose corners share no bit, ascending. */
export function selectTwin(
  volume: Float32Array,
  planeCount: number,
  positions0: Float32Array,
  positions1: Float32Array,
  indices: Uint32Array,
  rounding: Rounding = NEAREST,
): Uint32Array {
  const codes = new Uint32Array(positions0.length / 3);
  for (let v = 0; v < codes.length; v++) {
    codes[v] = outsideCode(volume, planeCount, positions0, 3 * v, rounding);
    if (positions0 !== positions1) codes[v] &= outsideCode(volume, planeCount, positions1, 3 * v, rounding);
  }
  const found: number[] = [];
  for (let i = 0; i < indices.length; i += 3)
    if ((codes[indices[i]] & codes[indices[i + 1]] & codes[indices[i + 2]]) === 0) found.push(i / 3);
  return Uint32Array.from(found);
}
