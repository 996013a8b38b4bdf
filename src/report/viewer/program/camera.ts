import type { ViewAngles } from '../scene-data.ts';
import { add, cross, dot, measure, normalise, type Triple, type Vector } from './vectors.ts';

export interface Camera {
  azimuth: number;
  elevation: number;
  distance: number;
  /** What the eye looks at. */
  target: Vector;
}

/** Angle of the picture's height, radians. */
export const FIELD = 0.56;
const MOST_ELEVATION = 1.55;

/** Direction from the target to the eye. */
export function directionOf({ azimuth, elevation }: ViewAngles): Vector {
  return [Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation)];
}

/** Right and up in the plane of the picture that is seen from direction v. */
export function pictureAxes(v: Triple): readonly [right: Vector, up: Vector] {
  const right = normalise(cross([0, 0, 1], v));
  return [right, cross(v, right)];
}

/** How far the eye must be from a ball to see it whole. */
export function fitDistance(radius: number, aspect: number): number {
  return radius / Math.sin(FIELD / 2) / Math.min(1, aspect);
}

export interface Projection {
  /** Matrix from the world to the picture, column by column. */
  readonly matrix: Float32Array;
  readonly eye: Vector;
  readonly right: Vector;
  readonly up: Vector;
}

/** `reach`: how far from the origin there is something to see. */
export function project({ distance, target, ...angles }: Camera, aspect: number, reach: number): Projection {
  const v = directionOf(angles);
  const [right, up] = pictureAxes(v);
  const eye = add(target, v, distance);
  const far = distance + measure(target) + reach;
  const near = Math.max(0.01 * distance, distance - measure(target) - reach);
  const f = 1 / Math.tan(FIELD / 2);
  const a = (far + near) / (near - far);
  const b = (2 * far * near) / (near - far);
  const row = (axis: Vector, s: number) => [...axis.map((x) => x * s), -dot(axis, eye) * s];
  const [x, y, z] = [row(right, f / aspect), row(up, f), row(v, 1)];
  const columns = [0, 1, 2, 3].map((j) => [x[j], y[j], a * z[j] + (j === 3 ? b : 0), -z[j]]);
  return { matrix: new Float32Array(columns.flat()), eye, right, up };
}

export function turn(camera: Camera, azimuth: number, elevation: number): void {
  camera.azimuth += azimuth;
  camera.elevation = Math.max(-MOST_ELEVATION, Math.min(MOST_ELEVATION, camera.elevation + elevation));
}

/** Moves the target by so many pixels of a picture of that height. */
export function shift(camera: Camera, dx: number, dy: number, height: number): void {
  const [right, up] = pictureAxes(directionOf(camera));
  const pixel = (2 * camera.distance * Math.tan(FIELD / 2)) / height;
  camera.target = add(add(camera.target, right, -dx * pixel), up, dy * pixel);
}

/** Neither into a point nor out of sight. */
export function zoom(camera: Camera, factor: number, reach: number): void {
  camera.distance = Math.min(12 * reach, Math.max(0.01, camera.distance * factor));
}

/** A view between two others; s from 0 to 1. */
export function blend(from: Camera, to: Camera, s: number): Camera {
  const between = (a: number, b: number) => a + s * (b - a);
  return {
    azimuth: between(from.azimuth, to.azimuth),
    elevation: between(from.elevation, to.elevation),
    distance: between(from.distance, to.distance),
    target: [0, 1, 2].map((k) => between(from.target[k], to.target[k])) as Vector,
  };
}
