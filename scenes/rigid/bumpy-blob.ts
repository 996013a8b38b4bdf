import type { Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, placement, sphereLike, TURN } from '../surface.ts';
import { waveField } from './wave-field.ts';

/** Two ears and a tail: direction, height, sharpness. */
const LOBES: readonly { readonly towards: Vec3; readonly height: number; readonly sharpness: number }[] = [
  { towards: [0.45, 0.25, 0.86], height: 0.75, sharpness: 45 },
  { towards: [-0.45, 0.25, 0.86], height: 0.75, sharpness: 45 },
  { towards: [0, -0.8, -0.2], height: 0.3, sharpness: 14 },
];

/** A star-shaped blob: every ray from `centre` leaves it once, so inside and outside are easy to tell. */
export interface BumpyBlob {
  readonly mesh: TriangleMesh;
  readonly centre: Vec3;
  readonly sectors: number;
  readonly rings: number;
}

/** A lobed, bumpy stand-in for the scanned bunny; 2 · sectors · rings triangles. */
export function bumpyBlob(name: string, sectors: number, rings: number, seed = 'bunny'): BumpyBlob {
  const bumps = waveField(seed, 5, 3.2);
  const surface = sphereLike(sectors, rings, (s, u) => {
    const [polar, around] = [Math.PI * s, u * TURN];
    const d: Vec3 = [Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)];
    let radius = 0.7 + 0.16 * bumps(d);
    for (const { towards: e, height, sharpness } of LOBES) {
      const cosine = (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
      radius += height * Math.exp((cosine - 1) * sharpness);
    }
    return [d[0] * radius, d[1] * radius, d[2] * radius];
  });
  const { centre, scale } = placement(surface);
  return { mesh: benchmarkMesh(name, surface), centre: [-centre[0] * scale, -centre[1] * scale, -centre[2] * scale], sectors, rings };
}
