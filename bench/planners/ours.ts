// Our planner on a problem: the one place that knows how it is called.

import { type Bounds, plan } from '../../src/plan/index.ts';
import type { PlanLine } from './plan-line.ts';
import type { PlanningProblem } from './problem.ts';

export const OURS = 'inbetween';

export interface OurWish {
  readonly seed: number;
  readonly limitMs: number;
  /** Metres; 0: only touching counts. */
  readonly clearance: number;
}

/** With a clearance it is another planner in tables: its paths are judged by another question. */
export function ourName(clearance: number): string {
  return clearance === 0 ? OURS : `${OURS}, ${clearance * 1000} mm kept`;
}

export async function planOurs(problem: PlanningProblem, { seed, limitMs, clearance }: OurWish): Promise<PlanLine> {
  const { scene, name, id, set, from, to } = problem;
  const begun = process.cpuUsage();
  const found = await plan(scene, {
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    seed,
    maxMilliseconds: Infinity,
    signal: processorLimit(limitMs),
    bounds: boundsOf(problem),
    ...(clearance === 0 ? {} : { clearance }),
  });
  const used = processorMs(begun);
  const solved = found.status === 'found';
  return {
    scene: name,
    id,
    set,
    planner: ourName(clearance),
    resolution: 0,
    seed,
    solved,
    planMs: used,
    simplifyMs: 0,
    states: found.stats.states,
    // the clock of proofs is of the wall: as a share of the whole
    proofMs: used * (found.stats.proofMilliseconds / Math.max(1e-9, found.stats.milliseconds)),
    ...(solved ? {} : { why: found.why }),
    path: found.states.map((state) => Array.from(state)),
  };
}

/** Aborted after so much processor time, as OMPL's limit is: others on the machine do not count. */
export function processorLimit(limitMs: number): { readonly aborted: boolean } {
  const begun = process.cpuUsage();
  return {
    get aborted() {
      return processorMs(begun) > limitMs;
    },
  };
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Where floating bodies may go; joints have their limits. */
function boundsOf({ content: { robots, limits } }: PlanningProblem): Bounds {
  if (limits === undefined) return {};
  const bounds: Record<string, Bounds[string]> = {};
  let at = 0;
  for (const { joints } of robots)
    for (const { name, type } of joints) {
      if (type !== 'floating') {
        at++;
        continue;
      }
      const box = limits.slice(at, at + 3);
      at += 3;
      bounds[name] = { min: [box[0][0], box[1][0], box[2][0]], max: [box[0][1], box[1][1], box[2][1]] };
    }
  return bounds;
}
