// A cup that is not spilled: problems of the Panda whose start and goal are brought to where an axis of the hand points up and nothing touches;
// all the way between the axis may be off by no more than the tolerance.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/math/random.ts';
import { type Constraint, Constraints } from '../../src/plan/index.ts';
import { type PlanningProblem, readProblem } from './problem.ts';

export interface CupProblem {
  readonly problem: PlanningProblem;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly constraints: readonly Constraint[];
}

/** How far the cup may lean, in radians. */
export const LEANS = 0.1;
/** States around an end that are tried, and how far they are off at most, in radians. */
const TRIES = 200;
const FAR = 1.2;

/** The first `count` of the shared problems for which there are such ends. */
export async function* cups(shared: string, count: number): AsyncGenerator<CupProblem> {
  const folder = join(shared, 'scenes', 'planning', 'panda');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  let made = 0;
  for (const name of names) {
    if (made === count) return;
    const problem = await readProblem(join(folder, name));
    const constraints: Constraint[] = [{ link: 'panda_hand', axis: [1, 0, 0], tolerance: LEANS }];
    const judge = new Constraints(problem.scene, constraints);
    const [from, to] = [problem.from, problem.to].map((end, k) => upright(problem, judge, end, new Random(`${name} ${k}`)));
    if (from === null || to === null) continue;
    made++;
    yield { problem, from, to, constraints };
  }
}

function upright({ scene, content }: PlanningProblem, judge: Constraints, end: readonly number[], random: Random): Float64Array | null {
  const [robot] = content.robots;
  for (let k = 0; k < TRIES; k++) {
    const near = end.map((value) => value + (k / TRIES) * FAR * (2 * random.next() - 1));
    const state = judge.project(near);
    if (state === null || robot.limitFaults(state).length > 0) continue;
    if (judge.holds(state) && scene.isFree({ [robot.name]: state })) return state;
  }
  return null;
}
