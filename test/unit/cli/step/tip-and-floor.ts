import type { Soup } from '../../io/mesh/write-mesh.ts';

/** A large triangle in the plane z = 0. */
export const FLOOR: Soup = { positions: [-100, -100, 0, 100, -100, 0, 0, 100, 0], faces: [[0, 1, 2]] };
/** Vertex 2 points down, from a height of 1; the others are at 2. */
export const TIP: Soup = {
  positions: [0.4, 0, 2, -0.3, 0.3, 2, 0.03, 0.05, 1, -0.3, -0.3, 2],
  faces: [
    [2, 0, 1],
    [2, 1, 3],
    [2, 3, 0],
    [0, 3, 1],
  ],
};

/** A mesh some way up. */
export const raised = (soup: Soup, by: number): Soup => ({ ...soup, positions: soup.positions.map((x, i) => (i % 3 === 2 ? x + by : x)) });
