import type { Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { base64, type Sphere, sphereAround } from '../mesh-encoding.ts';
import type { SceneData, WorldData } from '../viewer/scene-data.ts';
import { drawnBodies, placed, rounded } from './world-bodies.ts';
import type { WorldReportBody, WorldReportEvent, WorldReportFrame, WorldReportInput } from './world-report-input.ts';

/** Poses kept of all bodies together, 14 bytes each, and marks of contacts: the hardest. */
const MOST_POSES = 500_000;
const MOST_MARKS = 20_000;
/** Share of the bodies that the picture is made for: those that fly away do not make the others tiny. */
const FRAMED = 0.95;

export interface WorldPicture {
  /** What the page plays, JSON-safe; lengths in units of the picture's radius, positions relative to its centre. */
  readonly data: SceneData;
  /** Frames that are kept. */
  readonly frames: number;
  /** Contacts that are shown. */
  readonly marks: number;
  /** Fixed bodies of which only a part, or nothing, is drawn. */
  readonly clipped: number;
}

/** An event that has a place. */
export interface PlacedEvent extends WorldReportEvent {
  readonly point: Vec3;
}

export function isPlaced(event: WorldReportEvent): event is PlacedEvent {
  return event.point !== null;
}

/** `rows`: the events of the page's table. */
export function worldPicture(input: WorldReportInput, shownTime: number, rows: readonly PlacedEvent[]): WorldPicture {
  const { bodies, frames, events, curves = [] } = input;
  const begin = frames[0].time;
  const span = frames[frames.length - 1].time - begin;
  const numbers = keptNumbers(frames.length, bodies.length);
  const kept = numbers.map((f) => frames[f]);
  const spheres = new Map<TriangleMesh, Sphere>();
  for (const { mesh } of bodies) if (!spheres.has(mesh)) spheres.set(mesh, sphereAround(mesh));
  const frame = frameOf(bodies, kept, spheres);
  const scale = 1 / frame.radius;
  const relative = (p: Vec3): number[] => p.map((x, k) => rounded((x - frame.centre[k]) * scale));
  const size = bodies.reduce(
    (least, { fixed, mesh }) => (fixed ? least : Math.min(least, (spheres.get(mesh) as Sphere).radius * scale)),
    1,
  );
  const hardest = rows.map(({ point, time }) => ({ point: relative(point), time: time - begin }));
  const marked = hardestMarks(events.filter(isPlaced));
  const { clipped, ...drawn } = drawnBodies(bodies, kept, spheres, frame);
  const data: SceneData = {
    status: 'world',
    time: 0,
    shownTime,
    segments: span || 1,
    ghosts: [0, span / 4, span / 2, span],
    view: { azimuth: -1.1, elevation: 0.42 },
    ...drawn,
    times: kept.map(({ time }) => rounded(time - begin)),
    contacts: [],
    spot: hardest[0] && { ...hardest[0], normal: [0, 0, 1] },
    rows: hardest,
    closeUp: Math.min(1, 5 * size),
    world: {
      ...marks(marked, begin, relative, size),
      counts: base64(Uint32Array.from(countsAt(kept, events))),
      curves: curves.map(({ label, unit, values }) => ({ label, unit, values: numbers.map((f) => rounded(values[f])) })),
    },
  };
  return { data, frames: kept.length, marks: marked.length, clipped };
}

/** Numbers of the frames that the page has room for, evenly; the last one always. */
function keptNumbers(frames: number, bodies: number): number[] {
  const stride = Math.max(1, Math.ceil((frames * bodies) / MOST_POSES));
  return Array.from({ length: frames }, (_, f) => f).filter((f) => f % stride === 0 || f === frames - 1);
}

/** How many events there were up to each frame. */
function countsAt(frames: readonly WorldReportFrame[], events: readonly WorldReportEvent[]): number[] {
  let count = 0;
  return frames.map(({ time }) => {
    while (count < events.length && events[count].time <= time) count++;
    return count;
  });
}

/** Around most of what moves, over all times; without anything that moves, around all. */
function frameOf(
  bodies: readonly WorldReportBody[],
  kept: readonly WorldReportFrame[],
  spheres: ReadonlyMap<TriangleMesh, Sphere>,
): Sphere {
  const all = bodies.map((_, i) => i);
  const moving = all.filter((i) => !bodies[i].fixed);
  const looks = [0, 1, 2, 3, 4].map((k) => kept[Math.round((k * (kept.length - 1)) / 4)]);
  const framed = moving.length > 0 ? moving : all;
  const balls = looks.flatMap(({ poses }) => framed.map((i) => placed(spheres.get(bodies[i].mesh) as Sphere, poses[i])));
  const middle = (k: number) => {
    const along = balls.map(({ centre }) => centre[k]).sort((a, b) => a - b);
    const cut = Math.floor(((1 - FRAMED) / 2) * along.length);
    return along[cut] / 2 + along[along.length - 1 - cut] / 2;
  };
  const centre: Vec3 = [middle(0), middle(1), middle(2)];
  const far = balls.map((ball) => length(subtract(ball.centre, centre)) + ball.radius).sort((a, b) => a - b);
  return { centre, radius: far[Math.ceil(FRAMED * far.length) - 1] || 1 };
}

/** The hardest contacts, in the order of time. */
function hardestMarks(events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  if (events.length <= MOST_MARKS) return events;
  const hardest = new Set([...events].sort((a, b) => b.speed - a.speed).slice(0, MOST_MARKS));
  return events.filter((event) => hardest.has(event));
}

/** When, where and how large contacts are shown: faster ones are larger. */
function marks(
  kept: readonly PlacedEvent[],
  begin: number,
  relative: (p: Vec3) => number[],
  size: number,
): Pick<WorldData, 'marks' | 'points' | 'sizes'> {
  const fastest = kept.reduce((most, { speed }) => Math.max(most, speed), 0) || 1;
  const share = (speed: number) => Math.sqrt(Math.max(0, speed) / fastest);
  return {
    marks: base64(Float32Array.from(kept, ({ time }) => time - begin)),
    points: base64(Float32Array.from(kept.flatMap(({ point }) => relative(point)))),
    sizes: base64(Float32Array.from(kept, ({ speed }) => size * (0.12 + 0.4 * share(speed)))),
  };
}
