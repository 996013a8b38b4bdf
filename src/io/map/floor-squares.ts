import type { VoxelLevel } from '../../mesh/voxels.ts';
import { GrowingUint32Array } from '../text/growing-array.ts';

/**
 * Cells of a floor in as few squares as halving gives: where four squares of a size are occupied, one of twice the size
 * stands for them. Wide areas, as the unknown around a map, would be millions of triangles otherwise.
 */
export function floorSquares(occupied: Uint8Array, columns: number, rows: number): VoxelLevel[] {
  const levels: VoxelLevel[] = [];
  let cells = occupied;
  let [width, height] = [columns, rows];
  for (let step = 1; ; step *= 2) {
    const [halfWidth, halfHeight] = [width >> 1, height >> 1];
    const wholes = new Uint8Array(halfWidth * halfHeight);
    let found = 0;
    for (let y = 0; y < halfHeight; y++)
      for (let x = 0; x < halfWidth; x++) {
        const at = 2 * y * width + 2 * x;
        const isWhole = cells[at] & cells[at + 1] & cells[at + width] & cells[at + width + 1];
        wholes[y * halfWidth + x] = isWhole;
        found += isWhole;
      }
    const keys = new GrowingUint32Array();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (cells[y * width + x] === 0) continue;
        const isPart = x >> 1 < halfWidth && y >> 1 < halfHeight && wholes[(y >> 1) * halfWidth + (x >> 1)] === 1;
        if (!isPart) keys.push3(x * step, y * step, 0);
      }
    if (keys.length > 0) levels.push({ keys: keys.view, step });
    if (found === 0) return levels;
    [cells, width, height] = [wholes, halfWidth, halfHeight];
  }
}
