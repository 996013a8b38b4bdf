import { largestOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { StepContact, StepSide } from '../../soft/step-result.ts';
import { base64 } from '../mesh-encoding.ts';
import { distinct, type Marker } from '../pair/picture-data.ts';
import type { MarkerData, MeshData, SceneData } from '../viewer/scene-data.ts';
import { type MarkedTriangles, markedTriangles } from './step-marks.ts';
import type { StepReportBody, StepReportInput } from './step-report-input.ts';

/** So many triangles a page draws smoothly; of more, it draws some evenly chosen ones and all that are in contact. */
const MOST_DRAWN = 400_000;
/** So many rows of the table can be shown in the picture. */
export const MOST_LISTED = 100;

export interface StepPicture {
  readonly data: SceneData;
  /** One per body, names of colours of the page. */
  readonly colors: readonly string[];
  /** Triangles drawn, of all. */
  readonly drawn: number;
}

interface Box {
  readonly centre: Vec3;
  readonly radius: number;
}

/**
 * What the page draws, as JSON-safe data: of every body its triangles, positions at the start and at the end, and the
 * triangles in contact with their times. Lengths are in units of the radius of what moves, positions relative to its
 * centre: single precision is enough.
 */
export function stepPicture({ bodies, result, unit }: StepReportInput, shownTime: number): StepPicture {
  const moving = bodies.filter(({ end }) => end !== null);
  const { centre: origin, radius } = boxAround(moving.length > 0 ? moving : bodies);
  const scale = radius > 0 ? 1 / radius : 1;
  const relative = (p: Vec3) => p.map((x, k) => (x - origin[k]) * scale);
  const colors = colorsOf(bodies, result.contacts.at(0));
  const total = bodies.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
  const stride = Math.max(1, Math.ceil(total / MOST_DRAWN));
  const parts = bodies.map((body) => drawnPart(body, result.contacts, stride));
  const arrivals = Float64Array.from(result.contacts, ({ time }) => time);
  const first = result.contacts.at(0);
  const data: SceneData = {
    status: result.status,
    time: result.time,
    shownTime,
    segments: 1,
    ghosts: [0, 1],
    meshes: bodies.map((body, i) => encodedFrames(body, parts[i].indices, boxAround([body]).centre, scale)),
    bodies: bodies.map((body, i) => {
      const ball = boxAround([body]);
      return {
        name: body.name,
        color: colors[i],
        mesh: i,
        still: body.end === null,
        isTip: false,
        pose: [0, 0, 0, 0, 0, 0, 1],
        centre: relative(ball.centre),
        radius: ball.radius * scale,
      };
    }),
    marked: parts
      .map(({ marked: { triangles, times } }, body) => ({ body, triangles: base64(triangles), times: base64(times) }))
      .filter((_, i) => parts[i].marked.times.length > 0),
    contacts: markersOf(result.contacts, relative),
    rows: result.contacts.slice(0, MOST_LISTED).map(({ point, time }) => ({ point: relative(point), time })),
    arrivals: base64(arrivals),
    isPart: result.contacts.length < result.contactCount,
    closeUp: first === undefined ? 0.3 : Math.min(0.3, Math.max(0.01, 6 * scale * sizeOf(first, bodies))),
    unit: unit ?? '',
  };
  return { data, colors, drawn: parts.reduce((sum, { indices }) => sum + indices.length / 3, 0) };
}

/** The first has an arrow along its normal, unless it goes through; others would hide what they mean. */
function markersOf(contacts: readonly StepContact[], relative: (p: Vec3) => number[]): MarkerData[] {
  const markers = contacts.map(({ kind, point, normal, time }) => ({ kind, point: relative(point), normal, time }));
  const kept: readonly Marker[] = distinct(markers.slice(0, 5000), 0.01);
  return kept.map((marker, i) => {
    const { kind, time } = markers.find(({ point }) => point === marker.point) as (typeof markers)[number];
    return { point: marker.point, normal: marker.normal, time, plain: i > 0 || kind === 'edge-face' };
  });
}

/** Those of the first contact are a and b; a mesh that touches itself is b. */
function colorsOf(bodies: readonly StepReportBody[], first: StepContact | undefined): string[] {
  const [a, b] = first === undefined ? [bodies.at(1)?.name, bodies[0].name] : [first.a.body, first.b.body];
  const tints = { moving: ['robot0', 'robot1', 'mover'], still: ['still0', 'still1', 'still2', 'still3'] };
  return bodies.map(({ name, end }, i) => {
    if (name === b) return 'b';
    if (name === a) return 'a';
    const own = end === null ? tints.still : tints.moving;
    return own[i % own.length];
  });
}

interface DrawnPart {
  readonly indices: Uint32Array;
  /** Numbers among the drawn triangles. */
  readonly marked: MarkedTriangles;
}

function drawnPart({ mesh, name }: StepReportBody, contacts: readonly StepContact[], stride: number): DrawnPart {
  const marked = markedTriangles(mesh, name, contacts);
  if (stride === 1) return { indices: mesh.indices, marked };
  const even = Uint32Array.from({ length: Math.ceil(mesh.triangleCount / stride) }, (_, i) => i * stride);
  const indices = new Uint32Array(3 * (even.length + marked.triangles.length));
  for (let i = 0; 3 * i < indices.length; i++) {
    const t = i < even.length ? even[i] : marked.triangles[i - even.length];
    indices.set(mesh.indices.subarray(3 * t, 3 * t + 3), 3 * i);
  }
  return { indices, marked: { ...marked, triangles: marked.triangles.map((_, i) => even.length + i) } };
}

/** Only vertices that are drawn. */
function encodedFrames({ mesh, end }: StepReportBody, indices: Uint32Array, centre: Vec3, scale: number): MeshData {
  const number = new Int32Array(mesh.vertexCount).fill(-1);
  const own = new Uint32Array(indices.length);
  let count = 0;
  for (let i = 0; i < indices.length; i++) {
    if (number[indices[i]] < 0) number[indices[i]] = count++;
    own[i] = number[indices[i]];
  }
  const encoded = (positions: Float64Array) => {
    const out = new Float32Array(3 * count);
    for (let v = 0; v < number.length; v++)
      for (let k = 0; k < 3 && number[v] >= 0; k++) out[3 * number[v] + k] = (positions[3 * v + k] - centre[k]) * scale;
    return base64(out);
  };
  return { positions: encoded(mesh.positions), indices: base64(own), ...(end === null ? {} : { later: encoded(end) }) };
}

/** Around the middle of the box of all frames. */
function boxAround(bodies: readonly StepReportBody[]): Box {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const frames = bodies.flatMap(({ mesh, end }) =>
    [mesh.positions, ...(end === null ? [] : [end])].map((positions) => ({ mesh, positions })),
  );
  for (const { mesh, positions } of frames)
    for (const v of mesh.indices)
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k], positions[3 * v + k]);
        max[k] = Math.max(max[k], positions[3 * v + k]);
      }
  const centre = [0, 1, 2].map((k) => min[k] / 2 + max[k] / 2) as unknown as Vec3;
  let radius = 0;
  for (const { mesh, positions } of frames)
    for (const v of mesh.indices) {
      const at = 3 * v;
      radius = Math.max(radius, length([positions[at] - centre[0], positions[at + 1] - centre[1], positions[at + 2] - centre[2]]));
    }
  return { centre, radius };
}

/** The longest edge of a feature at the start. */
function sizeOf({ a, b }: StepContact, bodies: readonly StepReportBody[]): number {
  const size = ({ body, vertices }: StepSide): number => {
    const positions = bodies.find(({ name }) => name === body)?.mesh.positions;
    if (positions === undefined) return 0;
    const at = (v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    return largestOf(vertices.map((v, i) => length(subtract(at(v), at(vertices[(i + 1) % vertices.length])))));
  };
  return Math.max(size(a), size(b));
}
