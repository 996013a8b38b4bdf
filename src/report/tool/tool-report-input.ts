import type { ForecastLevel } from '../../forecast/forecast-result.ts';
import { checkHas, checkRecord } from '../../math/check-record.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** One step of a tool against a workpiece, as sent to a haptic device, and what it looked like. */
export interface ToolReportStep {
  /** Seconds since the session began. */
  readonly time: number;
  /** Where the simulated tool is. */
  readonly pose: Pose;
  /** Where the vertices of the workpiece are, metres; x y z each. */
  readonly positions: ArrayLike<number>;
  /** Force on the tool, newtons, in the world's axes. */
  readonly force: Vec3;
  /** Torque about the tool's origin, newton metres, in the world's axes. */
  readonly torque: Vec3;
  /** How deep the workpiece is left inside the tool, metres. */
  readonly depth: number;
  /** Triangles of the workpiece in contact. */
  readonly zone: readonly number[];
  /** What the forecast says. */
  readonly level: ForecastLevel;
  /** Seconds to the contact that is foretold; 0 in contact, null where none is. */
  readonly timeToContact: number | null;
  /** Where the tool will be if it goes on so, up to the contact or the horizon. */
  readonly ahead: readonly Pose[];
}

/** All that a page shows about a session of a tool against a workpiece that yields. */
export interface ToolReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** A sentence or two about who does what. */
  readonly story: string;
  /** What the tool looks like, in its frame. */
  readonly tool: TriangleMesh;
  /** The workpiece at rest. */
  readonly workpiece: TriangleMesh;
  /** Evenly in time, from the start of the session to its end. */
  readonly steps: readonly ToolReportStep[];
  /** Encloses all that the tool swept, as `sweptVolumeOf(…).mesh()` does. */
  readonly swept: TriangleMesh;
  /** Seconds looked ahead. */
  readonly horizon: number;
  /** Seconds of it that leave time only to flinch. */
  readonly reflex: number;
  /** Newtons: the most that the device was given. */
  readonly limit: number;
  /**
   * Time of one step, prediction and force together, milliseconds: half of them took no longer than the one, 19 of 20
   * than the other.
   */
  readonly milliseconds: readonly [half: number, most: number];
  /** Further numbers: where the motion comes from, how it was fitted. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
}

const INPUT_KEYS: readonly string[] = [
  'title',
  'story',
  'tool',
  'workpiece',
  'steps',
  'swept',
  'horizon',
  'reflex',
  'limit',
  'milliseconds',
  'facts',
  'version',
];
const STEP_KEYS: readonly string[] = ['time', 'pose', 'positions', 'force', 'torque', 'depth', 'zone', 'level', 'timeToContact', 'ahead'];

/** Throws an InputError on a key that is unknown or misspelt; the steps are looked at by themselves. */
export function checkToolReportInput(input: ToolReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  checkHas(input, ['tool', 'workpiece', 'steps'], 'report:');
}

export function checkSteps(steps: readonly ToolReportStep[]): void {
  steps.forEach((step, i) => {
    checkRecord(step, STEP_KEYS, `report: steps[${i}]`);
  });
}
