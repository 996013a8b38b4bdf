import { largestOf } from '../../math/extreme.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { base64, encodedMesh, sphereAround } from '../mesh-encoding.ts';
import type { ListsData, MarkerData, SceneData, SessionData } from '../viewer/scene-data.ts';
import { forceOf, type ToolTouch } from './tool-events.ts';
import type { ToolReportInput, ToolReportStep } from './tool-report-input.ts';

/** Frames a second that the page keeps; between them it interpolates. */
const FRAMES = 30;
/** Displacements are stored as so many whole numbers to either side. */
const LARGEST = 32767;

/**
 * What the page plays, as JSON-safe data. Lengths are in units of the workpiece's radius, positions relative to its
 * centre. Of the workpiece: its shape at rest and displacements in 16 bits, to 1/32767 of the largest; with each frame
 * the triangles in contact and the poses ahead.
 */
export function toolPicture(input: ToolReportInput, touches: readonly ToolTouch[], shownTime: number): SceneData {
  const { steps, workpiece, tool, swept } = input;
  const { centre: origin, radius } = sphereAround(workpiece);
  const scale = radius > 0 ? 1 / radius : 1;
  const begin = steps[0].time;
  const kept = everyOther(steps);
  const ball = sphereAround(tool);
  const packed = ({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose) => [
    ...position.map((x, k) => (x - origin[k]) * scale),
    ...quaternion,
  ];
  const own = { still: false, isTip: false };
  const centreOf = ({ centre }: { readonly centre: Vec3 }) => centre.map((x) => x * scale);
  return {
    status: 'session',
    time: 0,
    shownTime,
    segments: steps[steps.length - 1].time - begin,
    ghosts: [0, ...touches.map(({ from }) => from - begin), steps[steps.length - 1].time - begin],
    view: { azimuth: -1.25, elevation: 0.5 },
    meshes: [encodedMesh(workpiece, origin, scale), encodedMesh(tool, ball.centre, scale), encodedMesh(swept, origin, scale)],
    bodies: [
      { ...own, name: workpiece.name, color: 'b', mesh: 0, still: true, pose: [0, 0, 0, 0, 0, 0, 1], centre: [0, 0, 0], radius: 1 },
      { ...own, name: tool.name, color: 'still0', mesh: 1, track: 0, centre: centreOf(ball), radius: ball.radius * scale },
    ],
    times: kept.map(({ time }) => rounded(time - begin)),
    tracks: [base64(Float32Array.from(kept.flatMap(({ pose }) => packed(pose))))],
    contacts: [],
    spot: spotOf(touches, workpiece, begin, (p) => p.map((x, k) => (x - origin[k]) * scale)),
    rows: touches.map(({ hardest }) => ({
      point: middleOf(hardest, workpiece).map((x, k) => (x - origin[k]) * scale),
      time: hardest.time - begin,
    })),
    closeUp: 0.42,
    unit: 'm',
    session: {
      ...displacements(kept, workpiece, scale),
      zones: lists(
        kept.map(({ zone }) => zone),
        Uint32Array,
      ),
      ahead: lists(
        kept.map(({ ahead }) => ahead.flatMap(packed)),
        Float32Array,
      ),
      horizon: input.horizon,
      times: steps.map(({ time }) => rounded(time - begin)),
      levels: steps.map(({ level }) => level),
      forces: steps.map(({ force }) => force.map(rounded)),
      largest: largestOf(steps.map(forceOf)),
      depths: steps.map(({ depth }) => rounded(1000 * depth)),
      foretold: steps.map(({ timeToContact }) => (timeToContact === null ? -1 : rounded(timeToContact))),
    },
  };
}

/** As many steps as the page keeps, the last one always. */
function everyOther(steps: readonly ToolReportStep[]): ToolReportStep[] {
  const seconds = steps[steps.length - 1].time - steps[0].time;
  const stride = Math.max(1, Math.round(steps.length / Math.max(1, FRAMES * seconds)));
  return steps.filter((_, i) => i % stride === 0 || i === steps.length - 1);
}

function rounded(x: number): number {
  return Number(x.toPrecision(5));
}

/** Frame after frame, in steps of `quantum`. */
function displacements(
  frames: readonly ToolReportStep[],
  { positions }: TriangleMesh,
  scale: number,
): Pick<SessionData, 'moved' | 'quantum'> {
  const size = positions.length;
  let most = 0;
  for (const frame of frames) for (let i = 0; i < size; i++) most = Math.max(most, Math.abs(frame.positions[i] - positions[i]));
  const quantum = most > 0 ? most / LARGEST : 1;
  const moved = new Int16Array(frames.length * size);
  for (const [f, frame] of frames.entries())
    for (let i = 0; i < size; i++) moved[f * size + i] = Math.round((frame.positions[i] - positions[i]) / quantum);
  return { moved: base64(moved), quantum: quantum * scale };
}

/** Lists of numbers, one after the other, and where each begins. */
function lists(parts: readonly (readonly number[])[], flat: Float32ArrayConstructor | Uint32ArrayConstructor): ListsData {
  const starts = new Uint32Array(parts.length + 1);
  for (const [i, { length }] of parts.entries()) starts[i + 1] = starts[i] + length;
  return { values: base64(flat.from(parts.flat())), starts: base64(starts) };
}

/** Middle of the triangles in contact; without any, of the tool. */
function middleOf({ zone, positions, pose }: ToolReportStep, { indices }: TriangleMesh): number[] {
  const corners = zone.flatMap((t) => [...indices.subarray(3 * t, 3 * t + 3)]);
  if (corners.length === 0) return [...(pose.position ?? [0, 0, 0])];
  return [0, 1, 2].map((k) => corners.reduce((sum, v) => sum + positions[3 * v + k], 0) / corners.length);
}

/** Where the eye should go: to the first touch, seen along the force. */
function spotOf(
  touches: readonly ToolTouch[],
  workpiece: TriangleMesh,
  begin: number,
  relative: (p: readonly number[]) => number[],
): MarkerData | undefined {
  const [first] = touches;
  if (first === undefined) return undefined;
  const { hardest, force } = first;
  return {
    point: relative(middleOf(hardest, workpiece)),
    normal: force > 0 ? hardest.force.map((x) => x / force) : [0, 0, 1],
    time: hardest.time - begin,
  };
}
