import type { TriangleMesh } from './triangle-mesh.ts';

const radii = new WeakMap<TriangleMesh, number>();

/**
 * Distance of the farthest point of any triangle from the middle of their bounds: the size of the body, 0 for a single
 * point.
 */
export function boundingRadius(mesh: TriangleMesh): number {
  let radius = radii.get(mesh);
  if (radius === undefined) {
    radius = measured(mesh);
    radii.set(mesh, radius);
  }
  return radius;
}

function measured({ positions, indices, radii }: TriangleMesh): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of indices) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], positions[3 * v + k]);
      high[k] = Math.max(high[k], positions[3 * v + k]);
    }
  }
  const half = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
  let most = 0;
  for (let i = 0; i < indices.length; i++) {
    const at = 3 * indices[i];
    let square = 0;
    for (let k = 0; k < 3 && half > 0; k++) {
      const x = (positions[at + k] - (low[k] / 2 + high[k] / 2)) / half;
      square += x * x;
    }
    most = Math.max(most, half * Math.sqrt(square) + (radii === null ? 0 : radii[Math.floor(i / 3)]));
  }
  return most;
}
