import { pointCloud } from '../../cloud/point-cloud.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError, type InputPlace } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { counted } from '../text/counted.ts';
import type { ReadOptions, WorkMeter } from '../work-meter.ts';
import { neighbourSpacing } from './neighbour-spacing.ts';

/** What is done to a cloud of points while it is read. */
export interface ReadCloudOptions extends ReadOptions {
  /**
   * Radius of the balls that the points stand for, in the unit of length after `scale`: one for all, or 'file' for what
   * the file says of each point (a value called radius). Default: 'file' where the file has them, else 0, between whose
   * points anything fits.
   */
  readonly radius?: number | 'file';
  /** Multiplies every coordinate, and the radii of the file; 0.001 for millimetres. Default 1. */
  readonly scale?: number;
  /** Shown in results. Default: the name of the file. */
  readonly name?: string;
  /** Called with a sentence where points are left out that are none, and where the radius is 0. Default: nobody. */
  readonly onWarning?: (warning: string) => void;
}

const OPTIONS: readonly string[] = ['radius', 'scale', 'name', 'onWarning', 'maxWork'];

/** Units of work of a point that is checked and kept. */
const POINT_UNITS = 8;

/** What a format's parser found. */
export interface CloudPoints {
  /** x y z of each, NaN where a sensor saw nothing; belongs to whoever asked. */
  readonly positions: Float64Array;
  /** One each; null: the file has none. */
  readonly radii: Float64Array | null;
  /** Where in the file a point stands. */
  readonly placeOf: (point: number) => InputPlace;
  /** Sentences about what is odd but harmless. */
  readonly warnings?: readonly string[];
}

export function checkCloudOptions(options: ReadCloudOptions): void {
  checkRecord(options, OPTIONS, 'cloud');
  const { radius, scale } = options;
  if (radius !== undefined && radius !== 'file' && !(typeof radius === 'number' && radius >= 0 && radius <= LARGEST_COORDINATE))
    throw new InputError(`cloud: radius must be a number ≥ 0 or 'file', got ${shownValue(radius)}`);
  if (scale !== undefined && !(typeof scale === 'number' && scale > 0 && scale <= LARGEST_COORDINATE))
    throw new InputError(`cloud: scale must be a number > 0, got ${shownValue(scale)}`);
}

/** Options have been checked. Scales in place. */
export function buildCloud(points: CloudPoints, file: string, options: ReadCloudOptions, work: WorkMeter): TriangleMesh {
  work.spend((POINT_UNITS * points.positions.length) / 3, { file });
  const { positions, radii, warnings = [] } = points;
  const { scale = 1, name = file, onWarning } = options;
  const { radius = radii === null ? 0 : 'file' } = options;
  if (radius === 'file' && radii === null)
    throw new InputError("has no radius of each point; give one, radius: 0.005, instead of 'file'", { file });
  const total = positions.length / 3;
  if (total === 0) throw new InputError('no points', { file, ...points.placeOf(0) });
  const each = radius === 'file' ? radii : null;
  const count = keepPoints(points, each, scale, file);
  if (count === 0) throw new InputError(`no points: all ${total} have a coordinate that is no finite number`, { file });
  const kept = positions.subarray(0, 3 * count);
  const mesh = pointCloud(kept, { name, radius: each === null ? (radius as number) : each.subarray(0, count) });
  if (onWarning === undefined) return mesh;
  for (const warning of warnings) onWarning(`${file}: ${warning}`);
  const left = counted(total - count, 'point has', 'points have');
  if (count < total) onWarning(`${file}: ${left} a coordinate that is no finite number and stand for nothing; ${count} are left`);
  if (mesh.radii === null) onWarning(`${file}: ${thinness(kept)}`);
  return mesh;
}

/** Moves what is kept to the front, and scales it. */
function keepPoints({ positions, placeOf }: CloudPoints, radii: Float64Array | null, scale: number, file: string): number {
  let n = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] * scale;
    const y = positions[i + 1] * scale;
    const z = positions[i + 2] * scale;
    if (!(Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE && Math.abs(z) <= LARGEST_COORDINATE)) {
      if (isNothing(positions, i)) continue;
      throw new InputError(`point ${i / 3} is at ${x}, ${y}, ${z}; coordinates may reach 2^300, about 2e90`, { file, ...placeOf(i / 3) });
    }
    if (radii !== null) {
      const r = radii[i / 3] * scale;
      if (!(r >= 0 && r <= LARGEST_COORDINATE))
        throw new InputError(`point ${i / 3} has the radius ${r}${limitHint(r)}`, { file, ...placeOf(i / 3) });
      radii[n / 3] = r;
    }
    positions[n++] = x;
    positions[n++] = y;
    positions[n++] = z;
  }
  return n / 3;
}

function isNothing(positions: Float64Array, i: number): boolean {
  return !(Number.isFinite(positions[i]) && Number.isFinite(positions[i + 1]) && Number.isFinite(positions[i + 2]));
}

function thinness(positions: Float64Array): string {
  const spacing = neighbourSpacing(positions);
  const advice = spacing === 0 ? '' : `; neighbours touch from about radius: ${Number((spacing / 2).toPrecision(2))} on`;
  return `the points have radius 0, so that anything fits between them${advice}`;
}
