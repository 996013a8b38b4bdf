import { TriangleMesh } from '../../src/index.ts';

/** Two walls without ends; their faces, not their corners, are at the radii. */
export function tube(inner: number, outer: number, height: number, sides: number, rings: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const radius of [inner, outer]) {
    const base = positions.length / 3;
    for (let j = 0; j <= rings; j++)
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides;
        const r = radius / Math.cos(Math.PI / sides);
        positions.push(r * Math.cos(angle), r * Math.sin(angle), height * (j / rings - 0.5));
      }
    for (let j = 0; j < rings; j++)
      for (let i = 0; i < sides; i++) {
        const [a, b] = [base + j * sides + i, base + j * sides + ((i + 1) % sides)];
        indices.push(a, b, b + sides, a, b + sides, a + sides);
      }
  }
  return new TriangleMesh(positions, indices);
}
