// The peers' programs: OMPL's RRT-Connect with validity by FCL, and FCL as a judge of paths that knows nothing of our library.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JudgedLine, type PlanLine, readLines } from './plan-line.ts';

export interface PlannerPeers {
  /** ompl_robot_plan; null where it is not built. */
  readonly ompl: string | null;
  /** fcl_robot_paths; null where it is not built. */
  readonly judge: string | null;
}

export function findPlannerPeers(folders: readonly string[]): PlannerPeers {
  const find = (program: string) => folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
  return { ompl: find('ompl_robot_plan'), judge: find('fcl_robot_paths') };
}

export const OMPL = 'ompl-rrtconnect';

/** Plans the problem with OMPL in a process of its own, which takes its seed once. */
export function planOmpl(program: string, file: string, seed: number, resolution: number, limitMs: number): PlanLine {
  return inFolder((folder) => {
    const out = join(folder, 'plans.jsonl');
    run(program, [file, out, '--seed', String(seed), '--resolution', String(resolution), '--limit', String(limitMs / 1000)]);
    const [line] = readLines<PlanLine>(out);
    if (line === undefined) throw new Error(`${program} wrote nothing about ${file}`);
    return line;
  });
}

/** Judges solved paths of one scene: conservative advancement of all segments, sampling of those that it does not find free. */
export function judgePaths(program: string, file: string, lines: readonly PlanLine[]): JudgedLine[] {
  return inFolder((folder) => {
    const [paths, out] = [join(folder, 'paths.jsonl'), join(folder, 'judged.jsonl')];
    writeFileSync(paths, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    run(program, [file, paths, out, '--sample', 'hits']);
    return readLines<JudgedLine>(out);
  });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-planners-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}
