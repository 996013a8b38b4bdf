import { checkHas, checkRecord } from '../../math/check-record.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { WorldStats } from '../../world/world-engine.ts';
import type { WorldEvent } from '../../world/world-event.ts';
import type { Schedule } from '../../world/world-options.ts';

/** One body of a world, as the page draws it. */
export interface WorldReportBody {
  /** What events call it. */
  readonly name: string;
  /** What it looks like, in its frame; bodies of one shape should share it: it is stored once. */
  readonly mesh: TriangleMesh;
  /** Whether it stands for good. Default false. */
  readonly fixed?: boolean;
}

/** Where all bodies are at one instant. */
export interface WorldReportFrame {
  /** Seconds of the world. */
  readonly time: number;
  /** Poses of all bodies, in their order; for a fixed one only the first frame's counts. */
  readonly poses: readonly Pose[];
}

/** The part of an event of a world that the page uses: there may be many events. */
export interface WorldReportEvent extends Pick<WorldEvent, 'status' | 'time' | 'a' | 'b' | 'gap' | 'speed'> {
  /** The middle of where the two touch; null where they overlap. */
  readonly point: Vec3 | null;
}

/** The part of an event that the page keeps. */
export function worldReportEvent(event: WorldEvent): WorldReportEvent {
  checkHas(event, ['contacts'], 'worldReportEvent: event');
  const { status, time, a, b, gap, speed, contacts } = event;
  const middle = (k: number) => contacts.reduce((sum, { pointA, pointB }) => sum + pointA[k] / 2 + pointB[k] / 2, 0) / contacts.length;
  return { status, time, a, b, gap, speed, point: contacts.length === 0 ? null : [middle(0), middle(1), middle(2)] };
}

/** Something that changes with time, a number for every frame. */
export interface WorldReportCurve {
  /** What it is called on the page. */
  readonly label: string;
  /** Unit of its values, for display; empty: none. */
  readonly unit: string;
  /** One a frame. */
  readonly values: readonly number[];
}

/** All that a page shows about a world that was played. */
export interface WorldReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** A sentence or two about what happens. */
  readonly story: string;
  /** All that there were, in the order of the frames' poses. */
  readonly bodies: readonly WorldReportBody[];
  /** Where the bodies were, in the order of time; the page shows straight ways between them. */
  readonly frames: readonly WorldReportFrame[];
  /** All that was reported, in the order of time. */
  readonly events: readonly WorldReportEvent[];
  /** Events that were answered by nothing: the two went on into each other. */
  readonly letThrough: number;
  /** What else is drawn over time. Default: nothing. */
  readonly curves?: readonly WorldReportCurve[];
  /** Work that the world did. */
  readonly stats: Readonly<WorldStats>;
  /** Schedule, as in the world's options. Default 'certified'. */
  readonly schedule?: Schedule;
  /** The distance that had to be kept, in the unit of length. Default 0. */
  readonly clearance?: number;
  /** Tolerance, as in the world's options, in the unit of length; absent: the default. */
  readonly tolerance?: number;
  /** Processor time, milliseconds. Default: the page does not say. */
  readonly milliseconds?: number;
  /** Further numbers for the page. Default: none. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Name of the unit of length, for display. Default: none is shown. */
  readonly unit?: string;
  /** Version of inbetween, for the foot of the page. */
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
  checkHas(input, ['bodies', 'frames', 'events'], 'report:');
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
