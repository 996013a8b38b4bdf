import { RELATIVE_TOLERANCE } from '../../contact/options.ts';
import { InputError } from '../../math/input-error.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** 1e-6 of the smallest moving body's radius, points aside. */
export function defaultTolerance({ moving, standing }: ScenePairs, soft: readonly { readonly shape: TriangleMesh }[]): number {
  let smallest = Infinity;
  const look = (mesh: TriangleMesh, least: number): void => {
    const radius = boundingRadius(mesh);
    if (radius >= least) smallest = Math.min(smallest, radius);
  };
  for (const { mesh } of moving) look(mesh, Number.MIN_VALUE);
  for (const { shape } of soft) look(shape, Number.MIN_VALUE);
  if (smallest === Infinity) for (const { mesh } of standing) look(mesh, 0);
  if (!(smallest > 0 && smallest < Infinity)) throw new InputError('nothing in the scene has a size: give a tolerance');
  return RELATIVE_TOLERANCE * smallest;
}
