import { RELATIVE_TOLERANCE } from '../../contact/options.ts';
import { leastOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ScenePairs } from '../scene-pairs.ts';

/** 1e-6 of the smallest moving body's radius, points aside. */
export function defaultTolerance({ moving, standing }: ScenePairs, soft: readonly { readonly shape: TriangleMesh }[]): number {
  const radii = [...moving.map(({ mesh }) => mesh), ...soft.map(({ shape }) => shape)]
    .map((mesh) => boundingRadius(mesh))
    .filter((radius) => radius > 0);
  const all = radii.length > 0 ? radii : standing.map(({ mesh }) => boundingRadius(mesh));
  const radius = leastOf(all);
  if (!(radius > 0 && radius < Infinity)) throw new InputError('nothing in the scene has a size: give a tolerance');
  return RELATIVE_TOLERANCE * radius;
}
