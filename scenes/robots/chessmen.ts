import { Random } from '../../src/math/random.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { mixed, partMesh, turned } from '../part-surfaces.ts';
import { aboutAxis, placed } from '../placed.ts';
import { mapped, smoothStep, TURN } from '../surface.ts';
import type { Obstacle } from './robot-scene.ts';

type Man = 'pawn' | 'rook' | 'knight' | 'bishop' | 'queen' | 'king';
type Corner = readonly [radius: number, height: number];

const BASE_RADIUS = 0.2;
const SQUARE = 0.75;
const SECTORS = 36;
const RINGS = 44;

/** Height in metres, and corners of the outline in units of the base radius and the height. */
// biome-ignore format: one man a line
const OUTLINES: Readonly<Record<Man, { readonly height: number; readonly corners: readonly Corner[] }>> = {
  pawn: { height: 0.55, corners: [[1, 0], [1, 0.1], [0.8, 0.16], [0.45, 0.3], [0.35, 0.55], [0.6, 0.62], [0.35, 0.66], [0.55, 0.78], [0.55, 0.88], [0.3, 0.98]] },
  rook: { height: 0.7, corners: [[1, 0], [1, 0.1], [0.75, 0.18], [0.55, 0.3], [0.5, 0.68], [0.75, 0.75], [0.75, 0.97], [0.55, 1], [0.55, 0.92]] },
  knight: { height: 0.8, corners: [[1, 0], [1, 0.1], [0.75, 0.18], [0.5, 0.28], [0.6, 0.5], [0.75, 0.65], [0.7, 0.8], [0.35, 0.97]] },
  bishop: { height: 0.95, corners: [[1, 0], [1, 0.08], [0.75, 0.14], [0.4, 0.25], [0.32, 0.62], [0.6, 0.67], [0.35, 0.7], [0.55, 0.8], [0.35, 0.92], [0.12, 0.94], [0.15, 0.98], [0.05, 1]] },
  queen: { height: 1.1, corners: [[1, 0], [1, 0.08], [0.75, 0.13], [0.42, 0.25], [0.34, 0.68], [0.62, 0.73], [0.4, 0.76], [0.7, 0.93], [0.4, 0.95], [0.15, 0.96], [0.15, 0.99]] },
  king: { height: 1.2, corners: [[1, 0], [1, 0.08], [0.78, 0.13], [0.45, 0.25], [0.36, 0.66], [0.65, 0.71], [0.42, 0.74], [0.65, 0.88], [0.3, 0.91], [0.1, 0.93], [0.16, 0.96], [0.08, 1]] },
};
const SET: Readonly<Record<Man, number>> = { pawn: 16, rook: 4, knight: 4, bishop: 4, queen: 2, king: 2 };

/** A middle game of man-sized pieces on 8 × 8 squares about the origin: 32 pieces of six shared meshes, 101,376 triangles. */
export function chessmen(seed = 'chess'): Obstacle[] {
  const random = new Random(seed);
  const squares = random.shuffle(Array.from({ length: 64 }, (_, i) => i));
  const obstacles: Obstacle[] = [];
  for (const [man, count] of Object.entries(SET) as [Man, number][]) {
    const mesh = manMesh(man);
    for (let i = 0; i < count; i++) {
      const square = squares[obstacles.length];
      const at = (row: number) => (row - 3.5) * SQUARE + random.range(-0.08, 0.08);
      const pose = placed([at(square % 8), at(Math.floor(square / 8)), 0], aboutAxis([0, 0, 1], random.next() * TURN));
      obstacles.push({ name: `${man}-${i + 1}`, shape: mesh, pose });
    }
  }
  return obstacles;
}

function manMesh(man: Man): TriangleMesh {
  const surface = turned(SECTORS, evenRings(man));
  if (man !== 'knight') return partMesh(`chess-${man}`, surface);
  const head = mapped(surface, ([x, y, z]) => {
    const rise = smoothStep(0.3, 0.8, z);
    return [x * (1 + 0.25 * rise) + 0.06 * rise * Math.sin(4 * z), y * (1 - 0.45 * rise), z];
  });
  return partMesh(`chess-${man}`, head);
}

/** Rings at even distances along the outline. */
function evenRings(man: Man): Corner[] {
  const { height, corners } = OUTLINES[man];
  const outline = corners.map(([r, z]): Corner => [r * BASE_RADIUS, z * height]);
  const lengths = outline.slice(1).map(([r, z], i) => Math.sqrt((r - outline[i][0]) ** 2 + (z - outline[i][1]) ** 2));
  const total = lengths.reduce((sum, size) => sum + size, 0);
  return Array.from({ length: RINGS }, (_, ring): Corner => {
    let rest = (total * ring) / (RINGS - 1);
    let i = 0;
    while (i < lengths.length - 1 && rest > lengths[i]) rest -= lengths[i++];
    const t = Math.min(1, rest / lengths[i]);
    return [mixed(outline[i][0], outline[i + 1][0], t), mixed(outline[i][1], outline[i + 1][1], t)];
  });
}
