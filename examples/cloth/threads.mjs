// A square of cloth: its mesh, and what holds it together. The half of a cloth simulator that knows nothing of contact.
import { TriangleMesh } from 'inbetween';

const [N, EDGE] = [12, 0.06]; // cells along a side, metres each

const grid = Array.from({ length: (N + 1) ** 2 }, (_, v) => [v % (N + 1), Math.floor(v / (N + 1))]);
// upright, a little bent: it lands on its edge and folds
const places = grid.flatMap(([i, j]) => [EDGE * (i - N / 2), 0.03 * Math.sin(0.7 * j + 0.1 * i), 0.6 + EDGE * j]);
const cells = grid.flatMap(([i, j], v) => (i < N && j < N ? [v, v + 1, v + N + 2, v, v + N + 2, v + N + 1] : []));

export const cloth = new TriangleMesh(places, cells, { name: 'cloth' });

/** Pairs of vertices and how far apart they want to be: along the threads and across, over one cell and, against bending, two. */
const springs = [1, 2].flatMap((far) =>
  [
    [far, 0],
    [0, far],
    [far, far],
    [far, -far],
  ].flatMap(([p, q]) =>
    grid.flatMap(([i, j], v) => (i + p <= N && j + q >= 0 && j + q <= N ? [[v, v + p + q * (N + 1), EDGE * Math.hypot(p, q)]] : [])),
  ),
);

/** Moves vertices so that the springs have about their lengths again. */
export function relax(positions) {
  for (let round = 0; round < 8; round++) {
    for (const [v, w, length] of springs) {
      const way = [0, 1, 2].map((k) => positions[3 * w + k] - positions[3 * v + k]);
      const pull = 0.25 * (1 - length / Math.hypot(...way));
      for (let k = 0; k < 3; k++) {
        positions[3 * v + k] += pull * way[k];
        positions[3 * w + k] -= pull * way[k];
      }
    }
  }
}
