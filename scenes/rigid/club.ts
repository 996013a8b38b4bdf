import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, flipped, smoothStep, sphereLike, TURN } from '../surface.ts';
import { waveField } from './wave-field.ts';

/** A knobbly club: thin handle, pommel, thick head with bumps. 104,800 triangles. */
export function club(seed = 'club'): TriangleMesh {
  const roughness = waveField(seed, 3, 9);
  const surface = sphereLike(200, 262, (s, u) => {
    const z = -1 + 2 * s;
    const angle = u * TURN;
    const rounding = Math.sqrt(Math.max(0, 1 - Math.abs(z) ** 14));
    const radius = (0.1 + 0.3 * smoothStep(-0.1, 0.75, z) + 0.05 * smoothStep(-0.88, -0.97, z)) * rounding;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const knob = Math.sin(4 * angle) * Math.sin(11 * z);
    const bump = 0.05 * smoothStep(0, 0.4, z) * knob * knob + 0.012 * roughness([x, y, z]);
    // The 0.08 fades the bumps out towards the poles, where the radius vanishes.
    const stretch = 1 + bump / (radius + 0.08);
    return [x * stretch, y * stretch, z];
  });
  return benchmarkMesh('club', flipped(surface));
}
