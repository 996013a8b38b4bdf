/**
 * A sheet of cloth folded over onto itself, in two frames of a simulation: the upper half comes down on the lower one, both wrinkled.
 * Everything is measured in edges: the wrinkles are 0.4 high, the halves start one edge apart, no vertex goes much farther than one. So a finer
 * sheet has the same share of its triangles in contact. Free of intersections at the start: upper vertices are all above the lower
 * ones, and where the sheet bends it is a half circle with at least nine edges.
 */
import { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { nineDecimals } from '../placed.ts';
import { smoothStep, TURN } from '../surface.ts';

export interface ClothOptions {
  readonly seed?: number | string;
  /** Whether the upper half comes down far enough for its wrinkles to meet the lower ones here and there. Default true. */
  readonly touching?: boolean;
}

export interface ClothStep {
  /** As it is at the start of the step. */
  readonly mesh: TriangleMesh;
  readonly positions0: Float64Array;
  readonly positions1: Float64Array;
  /** Metres, at rest. */
  readonly edgeLength: number;
}

/** Metres: the sheet is 1 wide; how far each half reaches from the bend. */
const REACH = 1;
const SMALLEST_BEND = 0.04;
/** In edges; the lower half sinks by what is left of the gap, so that the upper one goes down by all of it. */
const WRINKLE = 0.4;
const GAP = 1;
const TOUCHING_GAP = 0.48;
const FREE_GAP = 0.88;
const DRIFT = 0.3;

/** About so many triangles, 2 at least; 1 m wide, 2 m and the bend long. */
export function cloth(triangles: number, { seed = 'inbetween', touching = true }: ClothOptions = {}): ClothStep {
  const random = new Random(`cloth ${seed}`);
  const across = Math.max(1, Math.round(Math.sqrt(triangles / 4)));
  const along = Math.max(1, Math.round(triangles / (2 * across)));
  const edge = 1 / across;
  const bend = Math.max(SMALLEST_BEND, 3 * edge);
  const arc = (bend * TURN) / 2;
  const length = 2 * REACH + arc;
  const [lower, upper, driftX, driftY] = Array.from({ length: 4 }, () => ripples(random));
  const finalGap = touching ? TOUCHING_GAP : FREE_GAP;

  const positions0 = new Float64Array(3 * (across + 1) * (along + 1));
  const positions1 = new Float64Array(positions0.length);
  for (let i = 0, o = 0; i <= along; i++) {
    const s = (length * i) / along;
    const isUpper = s > REACH + arc / 2;
    // distance from the bend, along the half
    const away = isUpper ? s - REACH - arc : REACH - s;
    const flat = smoothStep(0, 4 * bend, away);
    const angle = (s - REACH) / bend;
    const x0 = away >= 0 ? -away : bend * Math.sin(angle);
    const round = away < 0 ? bend * (1 - Math.cos(angle)) : isUpper ? 2 * bend : 0;
    for (let j = 0; j <= across; j++, o += 3) {
      const y0 = j / across;
      const wrinkle = WRINKLE * flat * (isUpper ? upper : lower)(x0, y0);
      const gap = (edges: number) => (isUpper ? (1 - flat) * round + flat * edges * edge : round);
      const put = (to: Float64Array, edges: number, moved: number) => {
        to[o] = nineDecimals(x0 + moved * DRIFT * edge * driftX(x0, y0 + (isUpper ? 1 : 0)));
        to[o + 1] = nineDecimals(y0 + moved * DRIFT * edge * driftY(x0, y0 + (isUpper ? 1 : 0)));
        to[o + 2] = nineDecimals(gap(edges) + (wrinkle - moved * edges) * edge);
      };
      put(positions0, GAP, 0);
      put(positions1, finalGap, 1);
    }
  }
  const mesh = new TriangleMesh(positions0, gridTriangles(along, across), { name: 'cloth' });
  return { mesh, positions0, positions1, edgeLength: edge };
}

/** At most 1 in size: three waves, 0.15 to 0.5 m long. */
function ripples(random: Random): (x: number, y: number) => number {
  const waves = Array.from({ length: 3 }, () => {
    const size = TURN / random.range(0.15, 0.5);
    const heading = random.range(0, TURN);
    return [size * Math.cos(heading), size * Math.sin(heading), random.range(0, TURN)] as const;
  });
  return (x, y) => waves.reduce((sum, [kx, ky, phase]) => sum + Math.sin(kx * x + ky * y + phase) / 3, 0);
}

/** Two triangles a cell, diagonals in turn one way and the other. */
function gridTriangles(along: number, across: number): Uint32Array {
  const indices = new Uint32Array(6 * along * across);
  for (let i = 0, o = 0; i < along; i++) {
    for (let j = 0; j < across; j++, o += 6) {
      const p = i * (across + 1) + j;
      const r = p + across + 1;
      indices.set((i + j) % 2 === 0 ? [p, r, r + 1, p, r + 1, p + 1] : [p, r, p + 1, p + 1, r, r + 1], o);
    }
  }
  return indices;
}
