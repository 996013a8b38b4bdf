import type { ForecastLevel } from '../../forecast/forecast-result.ts';
import { checkRecord } from '../../math/check-record.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** One step of a tool against a workpiece, as told to a haptic device, and what it looked like. */
export interface ToolReportStep {
  /** Seconds. */
  readonly time: number;
  /** Where the simulated tool is. */
  readonly pose: Pose;
  /** Where the vertices of the workpiece are. */
  readonly positions: ArrayLike<number>;
  /** On the tool, newtons, in the world's axes; about its origin, newton metres. */
  readonly force: Vec3;
  readonly torque: Vec3;
  /** Metres left inside the tool. */
  readonly depth: number;
  /** Triangles of the workpiece in contact. */
  readonly zone: readonly number[];
  readonly level: ForecastLevel;
  /** Seconds to the contact that is foretold; 0 in contact, null where none is. */
  readonly timeToContact: number | null;
  /** Where the tool will be if it goes on so, up to the contact or the horizon. */
  readonly ahead: readonly Pose[];
}

/** All that a page tells about a session of a tool against a workpiece that yields. */
export interface ToolReportInput {
  readonly title: string;
  /** A sentence or two about who does what. */
  readonly story: string;
  readonly tool: TriangleMesh;
  /** At rest. */
  readonly workpiece: TriangleMesh;
  /** Evenly in time. */
  readonly steps: readonly ToolReportStep[];
  /** Encloses all that the tool swept. */
  readonly swept: TriangleMesh;
  /** Seconds looked ahead, and those of it that leave time only to flinch. */
  readonly horizon: number;
  readonly reflex: number;
  /** Newtons: no force is told above this. */
  readonly limit: number;
  /** Of one step, prediction and force together: half of them took no longer than the one, 19 of 20 than the other. */
  readonly milliseconds: readonly [half: number, most: number];
  /** Further numbers: where the motion comes from, how it was fitted. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
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
}

export function checkSteps(steps: readonly ToolReportStep[]): void {
  steps.forEach((step, i) => {
    checkRecord(step, STEP_KEYS, `report: steps[${i}]`);
  });
}
