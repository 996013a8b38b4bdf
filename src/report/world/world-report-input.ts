import { checkRecord } from '../../math/check-record.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { WorldStats } from '../../world/world-engine.ts';
import type { WorldEvent } from '../../world/world-event.ts';
import type { Schedule } from '../../world/world-options.ts';

export interface WorldReportBody {
  readonly name: string;
  /** Bodies of one shape should share it: it is stored once. */
  readonly mesh: TriangleMesh;
  readonly fixed?: boolean;
}

/** One look at the world. */
export interface WorldReportFrame {
  /** Seconds. */
  readonly time: number;
  /** Of all bodies, in their order; of the fixed ones, the first frame's count. */
  readonly poses: readonly Pose[];
}

/** Of what a world told, all that the page uses: there may be many. */
export interface WorldReportEvent extends Pick<WorldEvent, 'status' | 'time' | 'a' | 'b' | 'gap' | 'speed'> {
  /** The middle of where the two touch; null where they overlap. */
  readonly point: Vec3 | null;
}

export function worldReportEvent({ status, time, a, b, gap, speed, contacts }: WorldEvent): WorldReportEvent {
  const middle = (k: number) => contacts.reduce((sum, { pointA, pointB }) => sum + pointA[k] / 2 + pointB[k] / 2, 0) / contacts.length;
  return { status, time, a, b, gap, speed, point: contacts.length === 0 ? null : [middle(0), middle(1), middle(2)] };
}

/** Something that changes with time, a number for every frame. */
export interface WorldReportCurve {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** All that a page tells about a world that was played. */
export interface WorldReportInput {
  readonly title: string;
  /** A sentence or two about what happens. */
  readonly story: string;
  readonly bodies: readonly WorldReportBody[];
  /** In the order of time; the page shows straight ways between them. */
  readonly frames: readonly WorldReportFrame[];
  /** All that was told, in the order of time. */
  readonly events: readonly WorldReportEvent[];
  /** Events that were answered by nothing: the two went on into each other. */
  readonly letThrough: number;
  readonly curves?: readonly WorldReportCurve[];
  readonly stats: Readonly<WorldStats>;
  /** As in the world's options. */
  readonly schedule?: Schedule;
  readonly clearance?: number;
  readonly tolerance?: number;
  /** Processor time. */
  readonly milliseconds?: number;
  /** Further numbers. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Of lengths: 'm'. */
  readonly unit?: string;
  readonly version: string;
}

const INPUT_KEYS: readonly string[] = [
  'title',
  'story',
  'bodies',
  'frames',
  'events',
  'letThrough',
  'curves',
  'stats',
  'schedule',
  'clearance',
  'tolerance',
  'milliseconds',
  'facts',
  'unit',
  'version',
];
const BODY_KEYS: readonly string[] = ['name', 'mesh', 'fixed'];
const FRAME_KEYS: readonly string[] = ['time', 'poses'];
const EVENT_KEYS: readonly string[] = ['status', 'time', 'a', 'b', 'gap', 'speed', 'point'];
const CURVE_KEYS: readonly string[] = ['label', 'unit', 'values'];

/** Throws an InputError on a key that is unknown or misspelt, here and in the records within. */
export function checkWorldReportInput(input: WorldReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  const lists = [
    ['bodies', BODY_KEYS],
    ['frames', FRAME_KEYS],
    ['events', EVENT_KEYS],
    ['curves', CURVE_KEYS],
  ] as const;
  for (const [key, known] of lists)
    input[key]?.forEach((record, i) => {
      checkRecord(record, known, `report: ${key}[${i}]`);
    });
}
