import { distance } from '../../contact/placed-query.ts';
import type { PairSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import { largestOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { base64, encodedMesh } from '../mesh-encoding.ts';
import { distinct } from '../pair/picture-data.ts';
import type { BodyData, SceneData } from '../viewer/scene-data.ts';
import { centreAt, type DrawnBody, drawnObstacles, movingBodies } from './cell-bodies.ts';
import type { CellReportInput } from './cell-report-input.ts';
import { ghostTimes, type PlacedPose, sampleTimes, sampleTracks } from './cell-samples.ts';

/** Poses kept for the picture. */
const INSTANTS = 160;
const GHOSTS = 7;
/** Muted colours of obstacles. */
const TINTS = 4;

export interface CellPicture {
  /** What the page draws. */
  readonly data: SceneData;
  /** Obstacles too far away to be worth their place. */
  readonly leftOut: number;
  /** Where a point of the world is in it. */
  readonly relative: (point: Vec3) => number[];
  /** What a unit of length is in it. */
  readonly scale: number;
}

/** What is shown first: when, and which two are meant. */
export interface ShownMoment {
  readonly time: number;
  readonly pair: readonly [PairSide, PairSide] | null;
  readonly segments: number;
}

/**
 * What the page draws. As in picture-data.ts, lengths are in units of the scene's radius: of all that may move, at the
 * time shown first.
 */
export function cellPicture(input: CellReportInput, { time, pair: reported, segments }: ShownMoment): CellPicture {
  const pair = reported && ([drawnSide(reported[0], input), drawnSide(reported[1], input)] as const);
  const { scene, result } = input;
  const times = sampleTimes(segments, INSTANTS, time, result.time);
  const moving = movingBodies(scene, sampleTracks(input, times));
  const isWanted = (side: PairSide) => (pair ?? []).some((one) => isSameSide(one, side));
  const { obstacles, leftOut } = drawnObstacles(scene, moving, isWanted);
  const now = times.indexOf(time);
  const framed = moving.length > 0 ? moving : obstacles;
  const { origin, scale } = frameOf(framed.map((body) => ({ centre: centreAt(body, now), radius: body.sphere.radius })));
  const relative = (p: Vec3): number[] => p.map((x, k) => shortened((x - origin[k]) * scale));
  const packed = ({ position, quaternion }: PlacedPose): number[] => [...relative(position), ...quaternion.map(shortened)];

  const numbers = new Map<TriangleMesh, number>();
  const bodies = [...moving, ...obstacles];
  for (const { mesh } of bodies) if (!numbers.has(mesh)) numbers.set(mesh, numbers.size);
  const tracks: string[] = [];
  const drawn = bodies.map((body) => {
    const { mesh, sphere, track, kind, side } = body;
    const still = track.length === 1;
    return {
      mesh: numbers.get(mesh) as number,
      color: colorOf(body, pair),
      obstacle: kind === 'obstacle' && !isWanted(side),
      still,
      ...tipOf(body, input, scale),
      centre: sphere.centre.map((x) => shortened(x * scale)),
      radius: shortened(sphere.radius * scale),
      ...(still ? { pose: packed(track[0]) } : { track: tracks.push(base64(Float32Array.from(track.flatMap(packed)))) - 1 }),
    };
  });
  const tips = moving.filter(({ isTip }) => isTip).map((body) => times.map((_, i) => centreAt(body, i)));
  const data: SceneData = {
    status: result.status,
    time: result.time,
    shownTime: time,
    segments,
    times,
    tracks,
    ghosts: ghostTimes(times, tips, GHOSTS, 0.12 / scale),
    meshes: [...numbers.keys()].map((mesh) => encodedMesh(mesh, sphereOfFirst(bodies, mesh), scale)),
    bodies: drawn,
    contacts: distinct(
      result.contacts.map(({ point, normal }) => ({ point: relative(point), normal })),
      0.02,
    ),
    nearest: nearestPoints(bodies, pair, now)?.map(relative),
  };
  return { data, leftOut, relative, scale };
}

/** Whether a body's way is drawn, and of which place: of a path of tool moves that of the tool. */
function tipOf({ side, isTip }: DrawnBody, { motions }: CellReportInput, scale: number): Pick<BodyData, 'isTip' | 'tip'> {
  const path = entryOf(motions, side.body);
  const tool = path instanceof RobotPath ? path.tool : null;
  if (tool === null || side.link !== tool.link) return { isTip };
  return { isTip: true, tip: tool.at.position.map((x) => shortened(x * scale)) };
}

function sphereOfFirst(bodies: readonly DrawnBody[], mesh: TriangleMesh): Vec3 {
  return (bodies.find((body) => body.mesh === mesh) as DrawnBody).sphere.centre;
}

function isSameSide(a: PairSide, b: PairSide): boolean {
  return a.body === b.body && a.link === b.link;
}

/** What a robot holds is drawn as the body that it was before. */
function drawnSide(side: PairSide, { scene }: CellReportInput): PairSide {
  const { body, link } = side;
  const isOwn = scene.robots.some(({ name, links }) => name === body && links.some((own) => own.name === link));
  return link === undefined || isOwn ? side : { body: link };
}

function colorOf({ side, kind, index }: DrawnBody, pair: ShownMoment['pair']): string {
  if (pair !== null && isSameSide(pair[0], side)) return 'a';
  if (pair !== null && isSameSide(pair[1], side)) return 'b';
  if (kind === 'robot') return `robot${index % 2}`;
  return kind === 'body' ? 'mover' : `still${index % TINTS}`;
}

/** A ball around balls: their box's middle, and as far as they reach. */
function frameOf(balls: readonly { readonly centre: Vec3; readonly radius: number }[]): { readonly origin: Vec3; readonly scale: number } {
  const end = (k: number, side: 1 | -1) => side * largestOf(balls.map(({ centre, radius }) => side * centre[k] + radius));
  const origin = [0, 1, 2].map((k) => (balls.length > 0 ? end(k, 1) / 2 + end(k, -1) / 2 : 0)) as unknown as Vec3;
  const reach = Math.max(0, largestOf(balls.map(({ centre, radius }) => length(subtract(centre, origin)) + radius)));
  return { origin, scale: reach > 0 ? 1 / reach : 1 };
}

/** Where the two that are meant are closest at the time shown. */
function nearestPoints(bodies: readonly DrawnBody[], pair: ShownMoment['pair'], now: number): [Vec3, Vec3] | undefined {
  if (pair === null) return undefined;
  const [left, right] = pair.map((side) =>
    bodies
      .filter((body) => isSameSide(body.side, side))
      .map(({ mesh, track }) => ({ shape: mesh, pose: track.length === 1 ? track[0] : track[now] })),
  );
  const found = left.flatMap((a) => right.map((b) => distance(a, b, { relativeError: 0.01 })));
  const best = found.reduce((one, other) => (other.distance < one.distance ? other : one), found[0]);
  return best?.closest && [best.closest.pointA, best.closest.pointB];
}

/** Single precision needs no more digits. */
function shortened(x: number): number {
  return Number(x.toPrecision(8));
}
