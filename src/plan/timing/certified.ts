/**
 * A timed course, certified by a scene: blends that hit something are shrunk, in the end to corners that are passed
 * exactly, until the spline is free; or it is reported what the polyline itself hits.
 */
import { milliseconds } from '../../contact/budget.ts';
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { RobotPath } from '../../robot/robot-path.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { Course, TimedCourse } from './along.ts';
import { runsOf } from './corners.ts';
import type { Spline } from './spline.ts';

/** Against what a course is certified. */
export interface CertifyOptions extends Omit<SceneFirstContactOptions, 'method' | 'contacts'> {
  readonly scene?: Scene;
  readonly motions?: SceneMotions;
}

/** A blend is halved so often before the corner is passed exactly. */
const HALVINGS = 4;

/** The certified course, or the last that was tried. */
export interface CertifiedCourse {
  readonly timed: TimedCourse;
  readonly certificate: SceneFirstContact | null;
  /** Corners whose blends were made smaller. */
  readonly shrunk: readonly number[];
}

export function certified(
  course: Course,
  sizes: Float64Array,
  robots: readonly string[],
  at: (spline: Spline) => Readonly<Record<string, RobotPath>>,
  { scene, motions, clearance, tolerance, start, arrive, leave, ends, maxIterations, maxMilliseconds }: CertifyOptions,
  time: () => TimedCourse,
): CertifiedCourse {
  if (scene === undefined) {
    const given = { motions, clearance, tolerance, start, arrive, leave, ends, maxIterations, maxMilliseconds };
    const [key] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (key !== undefined) throw new InputError(`timed: ${key} is of no use without a scene`);
    return { timed: time(), certificate: null, shrunk: [] };
  }
  if (typeof scene?.firstContact !== 'function') throw new InputError(`timed: scene must be a Scene, got ${shownValue(scene)}`);
  if (motions !== undefined) checkMotions(motions, robots);
  const deadline = milliseconds() + (maxMilliseconds ?? Infinity);
  const ask = (spline: Spline): SceneFirstContact => {
    const left = maxMilliseconds === undefined ? {} : { maxMilliseconds: Math.max(0, deadline - milliseconds()) };
    const options = { clearance, tolerance, start, arrive, leave, ends, maxIterations, ...left };
    return scene.firstContact({ ...motions, ...at(spline) }, { ...given(options), contacts: 'first' });
  };
  const halvings = new Uint8Array(sizes.length);
  const shrink = (corner: number): void => {
    halvings[corner]++;
    sizes[corner] = halvings[corner] > HALVINGS ? 0 : sizes[corner] / 2;
  };
  const isAlone =
    motions === undefined &&
    // where loops are closed beside the path only the way to there says
    scene.robots.every(({ loops }) => loops === undefined) &&
    Object.keys(scene.bodyMotions).length === 0 &&
    // what clocks are off by is in proportion to speed, which blends alone do not have
    (scene.options.uncertainty?.seconds ?? 0) === 0 &&
    start === undefined &&
    arrive === undefined &&
    leave === undefined;
  if (isAlone) proveBlends(course, sizes, shrink, ask);
  for (;;) {
    const timed = time();
    const certificate = ask(timed.spline);
    const near = certificate.status === 'free' ? [] : blendsNear(timed, certificate);
    for (const corner of near) shrink(corner);
    if (near.length === 0) return { timed, certificate, shrunk: [...halvings.keys()].filter((k) => halvings[k] > 0) };
  }
}

/** Blends alone, as parabolas run at constant speed, which cubics are: cheaper than the whole again and again. */
function proveBlends(
  { corners, lengths }: Course,
  sizes: Float64Array,
  shrink: (corner: number) => void,
  ask: (spline: Spline) => SceneFirstContact,
): void {
  const pieceOf = (corner: number) =>
    runsOf(corners.points, lengths, sizes)
      .flat()
      .find((piece) => piece.corner === corner);
  for (let corner = 1; corner + 1 < corners.points.length; corner++) {
    for (let piece = pieceOf(corner); piece !== undefined; piece = pieceOf(corner)) {
      const { from, to, first, bend, length } = piece;
      const last = first.map((t, j) => t + length * (bend?.[j] ?? 0));
      const { status } = ask({ times: [0, length], places: [from, to], velocities: [first, last], accelerations: null });
      if (status === 'free') break;
      shrink(corner);
    }
  }
}

/** Part of a blend's seconds that still counts as near it. */
const NEAR = 0.05;

/** The blends on which the trajectory hits something; none where a budget ran out, which says nothing about them. */
function blendsNear({ blends }: TimedCourse, { seconds = 0, status, reason }: SceneFirstContact): readonly number[] {
  if (status === 'unresolved' && reason !== 'precision' && reason !== 'uncertainty') return [];
  return blends
    .filter(({ enters, leaves }) => Math.abs(seconds - (enters + leaves) / 2) <= (0.5 + NEAR) * (leaves - enters))
    .map(({ corner }) => corner);
}

function checkMotions(motions: SceneMotions, robots: readonly string[]): void {
  if (typeof motions !== 'object' || motions === null || Array.isArray(motions))
    throw new InputError(`timed: motions must be an object, motions by name, got ${shownValue(motions)}`);
  const both = robots.find((name) => Object.hasOwn(motions, name));
  if (both !== undefined) throw new InputError(`timed: motions has '${both}', whose path is timed; leave it out there`);
}

/** Options without those that were not given. */
function given<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
