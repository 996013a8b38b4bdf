// Answers of planners, one JSON line a run, as `ompl_robot_plan` of the peers writes them and `fcl_robot_paths` reads them.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One run of one planner. Times are processor time in milliseconds, without reading the problem and building trees. */
export interface PlanLine {
  readonly scene: string;
  readonly id: number;
  readonly set: string;
  readonly planner: string;
  /** Of planners that sample their motions; 0: not sampled. */
  readonly resolution: number;
  readonly seed: number;
  readonly solved: boolean;
  readonly planMs: number;
  readonly simplifyMs: number;
  readonly states: number;
  /** Of the planner's own proofs; only ours has some. */
  readonly proofMs?: number;
  /** Which call of the bench it was measured in: only times of one call are compared. */
  readonly run?: string;
  /** Why it was not solved. */
  readonly why?: string;
  readonly path: readonly (readonly number[])[];
}

/** What our certificate says of a path. */
export interface CertifiedLine {
  readonly scene: string;
  readonly planner: string;
  readonly resolution: number;
  readonly seed: number;
  readonly status: string;
  /** The clearance that it was judged with. */
  readonly clearance: number;
  readonly ms: number;
  /** Of segments, in order, that are not free. */
  readonly hits: readonly number[];
}

/** What FCL says of it: segments that sampling and conservative advancement find in contact, and those within `touch`. */
export interface JudgedLine {
  readonly scene: string;
  readonly planner: string;
  readonly resolution: number;
  readonly seed: number;
  readonly sampled: readonly (readonly unknown[])[];
  readonly advanced: readonly (readonly unknown[])[];
  readonly near: readonly number[];
}

export type RunKey = Pick<PlanLine, 'scene' | 'planner' | 'resolution' | 'seed'>;

export function keyOf({ scene, planner, resolution, seed }: RunKey): string {
  return [scene, planner, resolution, seed].join(' ');
}

export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as T);
}

export function appendLine(file: string, line: object): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Euclidean over the joint values, as OMPL measures it, radians. */
export function lengthOf(path: readonly (readonly number[])[]): number {
  return path.slice(1).reduce((sum, to, i) => sum + Math.hypot(...to.map((value, k) => value - path[i][k])), 0);
}
