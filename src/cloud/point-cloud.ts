import { planTree, type TreePlan } from '../hierarchy/tree-plan.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { inOrder, weldByPosition } from '../mesh/adjacency.ts';
import { LARGEST_COORDINATE, TriangleMesh } from '../mesh/triangle-mesh.ts';
import { holdsCloudPoint } from './cloud-containment.ts';
import { fitCloud } from './fit-cloud.ts';
import { splitPoints } from './split-points.ts';

/** Fewer points have a tree like any mesh, which costs nothing worth saving. */
const FEWEST = 64;

/** How the tree of a large cloud is made. */
export const CLOUD_PLAN: TreePlan = { split: splitPoints, fit: fitCloud, anyPart: holdsCloudPoint };

/** How thick the points of a cloud are, and what becomes of those that are none. */
export interface PointCloudOptions {
  /**
   * Radius of the balls that the points stand for, in the unit of length: one for all, or one a point. Half the
   * distance of neighbours closes a scanned surface. Default 0: the points themselves, between which anything fits.
   */
  readonly radius?: number | ArrayLike<number>;
  /**
   * Points with a coordinate that is no finite number, which sensors write where they saw nothing: 'error', or 'skip'
   * to leave them out. Default 'error'.
   */
  readonly invalid?: 'error' | 'skip';
  /** Shown in results. Default 'cloud'. */
  readonly name?: string;
}

/**
 * A cloud of points as an obstacle or body: exact balls, by the million. x y z of one point after the other, as depth
 * cameras and laser scanners give them, in the unit of length. Points at one place are one, the first, with the largest
 * of their radii.
 * @example
 * ```ts
 * const scan = pointCloud(new Float32Array([0, 0, 0, 0.01, 0, 0, 0.02, 0, 0]), { radius: 0.005 });
 * const scene = new Scene({ bodies: [{ name: 'tool', shape: box(0.1) }], obstacles: [{ name: 'scan', shape: scan }] });
 * ```
 */
export function pointCloud(positions: ArrayLike<number>, options: PointCloudOptions = {}): TriangleMesh {
  checkRecord(options, ['radius', 'invalid', 'name'], 'cloud');
  const { radius = 0, invalid = 'error', name = 'cloud' } = options;
  if (invalid !== 'error' && invalid !== 'skip')
    throw new InputError(`${name}: invalid must be 'error' or 'skip', got ${shownValue(invalid)}`);
  if (positions === null || typeof positions !== 'object' || !(positions.length >= 0)) throw new InputError(`${name}: no points`);
  if (positions.length % 3 !== 0)
    throw new InputError(`${name}: ${positions.length} coordinates are not a whole number of points (3 each)`);
  const count = positions.length / 3;
  if (radius === null) throw new InputError(`${name}: radius must be a number or one per point, got null`);
  const isEach = typeof radius === 'object';
  if (isEach && radius.length !== count) throw new InputError(`${name}: ${radius.length} radii for ${count} points`);
  const kept = new Float64Array(positions.length);
  const radii = isEach ? new Float64Array(count) : null;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    // null is what JSON makes of NaN
    if (
      !(
        x !== null &&
        y !== null &&
        z !== null &&
        Math.abs(x) <= LARGEST_COORDINATE &&
        Math.abs(y) <= LARGEST_COORDINATE &&
        Math.abs(z) <= LARGEST_COORDINATE
      )
    ) {
      if (invalid === 'skip') continue;
      throw new InputError(`${name}: point ${i} is (${x}, ${y}, ${z}); invalid: 'skip' leaves out what is no point${limitHint([x, y, z])}`);
    }
    kept[3 * n] = x;
    kept[3 * n + 1] = y;
    kept[3 * n + 2] = z;
    if (radii !== null && isEach) {
      radii[n] = radius[i];
      if (!(radii[n] >= 0 && radii[n] <= LARGEST_COORDINATE))
        throw new InputError(
          `${name}: point ${i} has the radius ${shownValue(radius[i])}; expected a finite number ≥ 0${limitHint(radii[n])}`,
        );
    }
    n++;
  }
  if (n === 0) throw new InputError(`${name}: no points${count === 0 ? '' : `: all ${count} are no finite numbers`}`);
  const places = kept.subarray(0, 3 * n);
  const { points, thickest } = apartPoints(places, radii);
  const indices = new Uint32Array(3 * points.length);
  for (let i = 0; i < indices.length; i++) indices[i] = points[(i / 3) | 0];
  const mesh = new TriangleMesh(places, indices, { name, radius: thickest ?? (radius as number) });
  return n < FEWEST ? mesh : planTree(mesh, CLOUD_PLAN);
}

/**
 * The first of all points at one place, with the largest of their radii: no tree could tell them apart, and cameras
 * write (0, 0, 0) for every pixel that saw nothing.
 */
function apartPoints(places: Float64Array, radii: Float64Array | null): { points: Uint32Array; thickest: Float64Array | null } {
  const first = weldByPosition(places);
  const points = inOrder(first.length).filter((i) => first[i] === i);
  if (radii === null) return { points, thickest: null };
  for (let i = 0; i < first.length; i++) radii[first[i]] = Math.max(radii[first[i]], radii[i]);
  return { points, thickest: Float64Array.from(points, (i) => radii[i]) };
}
