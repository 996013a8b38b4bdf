import type { MotionParameters } from '../../placed-body.ts';
import type { BodyData } from '../scene-data.ts';
import { findInterval } from './ascending-times.ts';
import type { Scene } from './decode-scene.ts';
import { add, cross, dot, measure, subtract, type Triple, type Vector } from './vectors.ts';

/** Columns of the rotation, and where the body's centre is. */
export interface Placed {
  readonly columns: readonly [Vector, Vector, Vector];
  readonly centre: Vector;
}

export function placeAt(scene: Scene, body: BodyData, t: number): Placed {
  if (body.motion !== undefined) return placeMoving(body.motion, body.centre, t);
  return placePacked(body.pose ?? interpolatePose(scene, body.track ?? 0, t), body.centre);
}

/** R(t) = R0 + sin φ [u]×R0 − (1 − cos φ)(I − uuᵀ)R0,  p(t) = p0 + t w + (1 − cos φ) e1 + sin φ e2 */
function placeMoving({ rotation: r, position, velocity, axis: u, angle, e1, e2 }: MotionParameters, centre: Triple, t: number): Placed {
  const s = Math.sin(angle * t);
  const h = Math.sin((angle * t) / 2);
  const v = 2 * h * h;
  const columnAt = (j: number): Vector => {
    const c: Vector = [r[j], r[3 + j], r[6 + j]];
    const along = dot(u, c);
    const side = cross(u, c);
    const turned = (k: number) => c[k] + s * side[k] - v * (c[k] - u[k] * along);
    return [turned(0), turned(1), turned(2)];
  };
  const columns = [columnAt(0), columnAt(1), columnAt(2)] as const;
  const moved = (k: number) => position[k] + t * velocity[k] + v * e1[k] + s * e2[k];
  return { columns, centre: fromFrame(columns, [moved(0), moved(1), moved(2)], centre) };
}

/** Places by position and quaternion, one behind the other. */
export function placePacked(packed: ArrayLike<number>, centre: Triple): Placed {
  const [x, y, z, w] = [packed[3], packed[4], packed[5], packed[6]];
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ] as const satisfies readonly Vector[];
  return { columns, centre: fromFrame(columns, packed, centre) };
}

/** Turned evenly from each of the scene's times to the next. */
function interpolatePose({ data: { times = [] }, tracks }: Scene, track: number, t: number): number[] {
  const i = findInterval(times, t);
  const j = Math.min(i + 1, times.length - 1);
  const span = times[j] - times[i];
  const u = span > 0 ? Math.max(0, Math.min(1, (t - times[i]) / span)) : 0;
  const a = tracks[track].subarray(7 * i, 7 * i + 7);
  const b = tracks[track].subarray(7 * j, 7 * j + 7);
  const sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const mixed = Array.from(a, (x, k) => x + u * ((k > 2 ? sign : 1) * b[k] - x));
  const n = Math.hypot(...mixed.slice(3));
  return mixed.map((x, k) => (k > 2 ? x / n : x));
}

/** Where a point of a body's own frame is. */
export function fromFrame([x, y, z]: Placed['columns'], origin: Triple, p: Triple): Vector {
  return add(add(add(origin, x, p[0]), y, p[1]), z, p[2]);
}

/** The matrix for the shader, column by column. */
export function writeMatrix({ columns: [x, y, z], centre }: Placed): Float32Array {
  return new Float32Array([...x, 0, ...y, 0, ...z, 0, ...centre, 1]);
}

/** Points evenly along the way of a body's centre; of a short way, few. */
export function traceWay(scene: Scene, body: BodyData): Vector[] {
  const { segments } = scene.data;
  const tip = body.tip === undefined ? body : { ...body, centre: body.tip };
  const count = Math.min(2000, 400 * segments);
  const fine = Array.from({ length: 1 + count }, (_, k) => placeAt(scene, tip, (k / count) * segments).centre);
  const steps = fine.map((place, k) => (k === 0 ? 0 : measure(subtract(place, fine[k - 1]))));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const apart = Math.max(whole / 400, Math.min(0.035, whole / 40));
  let gone = 0;
  return fine.filter((_, k) => {
    gone += steps[k];
    if (k > 0 && gone < apart) return false;
    gone = 0;
    return true;
  });
}
