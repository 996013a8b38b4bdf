/**
 * Sheets that come to lie flat: on another one whose vertices stand below theirs, on themselves, or in the plane of a table.
 * One metre square, n × n cells of two triangles. Coplanar exactly in the planes of the axes; in a turned plane but for roundings.
 */
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

export interface FlatScene {
  readonly name: string;
  /** The scene that it is compared with: the same motion, with nothing aligned. */
  readonly beside: string;
  /** Of each body: its mesh as it is at the start, and where its vertices go. */
  readonly bodies: readonly { readonly mesh: TriangleMesh; readonly positions1: Float64Array }[];
  /** Whether bodies are tested against themselves. */
  readonly self: boolean;
}

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

/** A cell is n⁻¹: these are no simple share of one. */
const SHIFT = [0.0123, 0.0071] as const;
const as: Place = (x, y, z) => [x, y, z];
/** By the angles of the triangles 3, 4, 5 and 5, 12, 13, about z, then about x. */
const turned: Place = (x, y, z) => {
  const [u, v] = [(12 * x - 5 * y) / 13, (5 * x + 12 * y) / 13];
  return [u, (3 * v - 4 * z) / 5, (4 * v + 3 * z) / 5];
};
const spun: Place = (x, y, z) => [(12 * x - 5 * y) / 13, (5 * x + 12 * y) / 13, z];
const away: Place = (x, y, z) => [x + 100.1, y + 37.3, z + 11.7];
const inThirds: Place = (x, y, z) => [(1e4 * x) / 3, (1e4 * y) / 3, (1e4 * z) / 3];

/** Two sheets, the first of which moves from one offset to another; both placed in the end. */
function two(
  name: string,
  beside: string,
  n: number,
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  place: Place = as,
): FlatScene {
  const offset = (d: readonly [number, number, number]) => sheet(n, (x, y, z) => place(x + d[0], y + d[1], z + d[2]));
  const table = sheet(n, place);
  return {
    name,
    beside,
    self: false,
    bodies: [
      { mesh: new TriangleMesh(offset(from), cells(n), { name: 'cloth' }), positions1: offset(to) },
      { mesh: new TriangleMesh(table, cells(n), { name: 'table' }), positions1: table },
    ],
  };
}

function alone(name: string, n: number, from: Place, to: Place): FlatScene {
  const mesh = new TriangleMesh(sheet(n, from), cells(n), { name: 'cloth' });
  return { name, beside: 'shifted', self: true, bodies: [{ mesh, positions1: sheet(n, to) }] };
}

/** Of n × n cells. */
export function flatScenes(n: number): FlatScene[] {
  const [dx, dy] = SHIFT;
  const cell = 1 / n;
  const folded =
    (z: number): Place =>
    (x, y) =>
      x > 0.5 ? [1 - x, y, z] : [x, y, 0];
  const standing: Place = (x, y) => (x > 0.5 ? [0.5 + 0.2 * (x - 0.5), y, 0.9 * (x - 0.5)] : [x, y, 0]);
  const laid = folded(0);
  return [
    two('shifted', 'shifted', n, [dx, dy, 0.1], [dx, dy, -0.05]),
    two('shifted, slantwise', 'shifted, slantwise', n, [dx - cell, dy, 0.1], [dx + cell, dy, -0.1]),
    two('shifted, turned', 'shifted, turned', n, [dx, dy, 0.1], [dx, dy, -0.05], turned),
    two('aligned', 'shifted', n, [0, 0, 0.1], [0, 0, -0.05]),
    two('aligned, far away', 'shifted', n, [0, 0, 0.1], [0, 0, -0.05], away),
    two('aligned, other unit', 'shifted', n, [0, 0, 0.1], [0, 0, -0.05], inThirds),
    two('aligned, spun in its plane', 'shifted', n, [0, 0, 0.1], [0, 0, -0.05], spun),
    two('shifted by half a cell', 'shifted', n, [cell / 2, cell / 2, 0.1], [cell / 2, cell / 2, -0.05]),
    two('shifted along x', 'shifted', n, [dx, 0, 0.1], [dx, 0, -0.05]),
    two('aligned, slantwise', 'shifted, slantwise', n, [-cell, 0, 0.1], [cell, 0, -0.1]),
    two('lands', 'shifted', n, [0, 0, 0.1], [0, 0, 0]),
    two('rests', 'shifted', n, [0, 0, 0], [0, 0, 0]),
    two('lifts off', 'shifted', n, [0, 0, 0], [0, 0, 0.01]),
    two('slides', 'shifted', n, [0, 0, 0], [0.7 * cell, 0, 0]),
    two('slides from aside', 'shifted', n, [1.2, 0, 0], [0.95, 0, 0]),
    alone('folds onto itself', n, standing, laid),
    alone('upper half falls', n, folded(0.1), folded(-0.05)),
    alone('folded, rests', n, laid, laid),
    two('aligned, turned', 'shifted, turned', n, [0, 0, 0.1], [0, 0, -0.05], turned),
    two('lands, turned', 'shifted, turned', n, [0, 0, 0.1], [0, 0, 0], turned),
    two('slides, turned', 'shifted, turned', n, [0, 0, 0], [0.7 * cell, 0, 0], turned),
    two('slides slantwise, turned', 'shifted, turned', n, [dx, dy, 0], [dx + 0.7 * cell, dy + 0.3 * cell, 0], turned),
  ];
}

function sheet(n: number, place: Place): Float64Array {
  const positions: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(...place(j / n, i / n, 0));
  return Float64Array.from(positions);
}

function cells(n: number): Uint32Array {
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const c = a + n + 1;
      indices.push(a, a + 1, c + 1, a, c + 1, c);
    }
  }
  return Uint32Array.from(indices);
}
