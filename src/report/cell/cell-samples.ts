import { entryOf, setEntry } from '../../math/entries.ts';
import { sideName } from '../../words/scene-verdict.ts';
// The path of a scene as samples, for pictures: where everything is, and how far apart the closest two are.

import type { PairSide } from '../../contact/result.ts';
import { largestOf } from '../../math/extreme.ts';
import type { Pose, Quat, Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { SceneDistance } from '../../scene/answers/scene-result.ts';
import type { Scene } from '../../scene/scene.ts';
import type { DistanceCurve } from '../pair/distance-curve.ts';
import type { CellReportInput } from './cell-report-input.ts';

export type PlacedPose = Required<Pose>;

/** The closest two at every time, as numbers of entries in `names`; −1: nobody was found. */
export interface SceneCurve extends DistanceCurve {
  readonly pairs: readonly number[];
  readonly names: readonly (readonly [string, string])[];
}

/** More waypoints than this are not all looked at. */
const MOST_WAYPOINTS = 150;

/** Evenly over the path, with its waypoints and the times given. */
export function sampleTimes(segments: number, count: number, ...others: readonly number[]): readonly number[] {
  const even = Array.from({ length: count + 1 }, (_, i) => (i / count) * segments);
  const waypoints = segments <= MOST_WAYPOINTS ? Array.from({ length: segments }, (_, k) => k) : [];
  return [...new Set([...even, ...waypoints, ...others])].filter((t) => t >= 0 && t <= segments).sort((s, t) => s - t);
}

/** The distance without pairs that started in contact and have not left it yet, unless there are no others. */
export function distanceJudged({ scene, motions, result }: CellReportInput, time: number): SceneDistance {
  const exempt = result.initial
    .filter(({ left }) => left === null || (left !== undefined && left > time))
    .map(({ a, b }): readonly [PairSide, PairSide] => [a, b]);
  const judged = scene.distanceAt(motions, time, { allowed: exempt });
  return judged.pair === null && exempt.length > 0 ? scene.distanceAt(motions, time) : judged;
}

export function sampleScene(input: CellReportInput, times: readonly number[]): SceneCurve {
  const { scene } = input;
  const distances: number[] = [];
  const pairs: number[] = [];
  const names: [string, string][] = [];
  const numbers = new Map<string, number>();
  for (const t of times) {
    const { distance, pair } = distanceJudged(input, t);
    distances.push(pair === null ? 0 : Math.max(0, distance));
    const sides = pair?.map((side) => nameOf(side, scene)) as [string, string] | undefined;
    const key = JSON.stringify(sides ?? null);
    if (sides !== undefined && !numbers.has(key)) numbers.set(key, names.push(sides) - 1);
    pairs.push(numbers.get(key) ?? -1);
  }
  return { times, distances, pairs, names };
}

/** The link by itself where the scene has one robot only. */
export function nameOf(side: PairSide, { robots }: Scene): string {
  return sideName(side, robots.length > 1);
}

/** Poses of one link or body at the sampled times. */
export type Track = readonly PlacedPose[];

/** Tracks by robot and link, and by body. */
export interface Tracks {
  readonly links: Readonly<Record<string, Readonly<Record<string, Track>>>>;
  readonly bodies: Readonly<Record<string, Track>>;
}

export function sampleTracks({ scene, motions }: CellReportInput, times: readonly number[]): Tracks {
  const instants = times.map((t) => scene.linkPoses(motions, t));
  const links: Record<string, Record<string, Track>> = {};
  for (const { name: robot, links: all } of scene.robots) {
    const tracks: Record<string, Track> = {};
    for (const { name } of all) {
      const track = instants.map((instant) => entryOf(entryOf(instant, robot), name));
      setEntry(tracks, name, track);
    }
    setEntry(links, robot, tracks);
  }
  const bodies: Record<string, Track> = {};
  const placed = scene.bodies.length === 0 ? [] : times.map((t) => scene.bodyPoses(motions, t));
  for (const { name } of scene.bodies) {
    const track = placed.map((instant) => entryOf(instant, name));
    setEntry(bodies, name, track);
  }
  return { links, bodies };
}

export function isStill(track: Track): boolean {
  return track.every(({ position, quaternion }) => isSame(position, track[0].position) && isSame(quaternion, track[0].quaternion));
}

function isSame(a: Vec3 | Quat, b: Vec3 | Quat): boolean {
  return a.every((x, k) => x === b[k]);
}

/**
 * Times at which a picture of the robot tells most: evenly over the way of the points, and never twice at the same
 * place.
 */
export function ghostTimes(
  times: readonly number[],
  points: readonly (readonly Vec3[])[],
  count: number,
  apart: number,
): readonly number[] {
  const ways = [0];
  const farthest = (i: number, j: number) => Math.max(0, largestOf(points.map((track) => length(subtract(track[i], track[j])))));
  for (let i = 1; i < times.length; i++) ways.push(ways[i - 1] + farthest(i, i - 1));
  const total = ways[ways.length - 1];
  const chosen: number[] = [];
  for (let k = 0; k <= count; k++) {
    const i = ways.findIndex((way) => way >= (k / count) * total);
    if (i >= 0 && chosen.every((j) => farthest(i, j) > apart)) chosen.push(i);
  }
  return chosen.map((i) => times[i]);
}
