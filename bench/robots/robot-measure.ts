import type { RobotQuery } from '../../scenes/index.ts';
import type { SceneFirstContactOptions, StageStats } from '../../src/index.ts';
import { mean } from '../shared/statistics.ts';
import type { RobotAnswer, RobotSubject } from './robot-subject.ts';

/** One way to answer the queries. */
export interface RobotVariant {
  readonly name: string;
  readonly options: SceneFirstContactOptions;
}

/** The answers of one variant, in the order of the queries, each with its smallest time. */
export interface RobotMeasured {
  readonly variant: RobotVariant;
  readonly answers: readonly RobotAnswer[];
}

/** Queries of one kind, and everything measured on them. */
export interface RobotRun {
  readonly subject: RobotSubject;
  readonly set: string;
  readonly queries: readonly RobotQuery[];
  readonly measured: readonly RobotMeasured[];
  /** Per query, by the reference where there is one, else by our own certified answer. */
  readonly colliding: readonly boolean[];
}

/** How long to measure. */
export interface Effort {
  readonly repeats: number;
  /** Milliseconds after which a variant gets no further round: the slow ones need no minimum of many. */
  readonly share: number;
  readonly warmUpQueries: number;
  readonly warmUpMilliseconds: number;
}

/** A query that takes longer counts as unresolved; none of `auto` comes near. */
const PATIENCE = 5000;

/**
 * Runs all variants over all queries in turn, several rounds, and keeps the fastest time of each query: interleaving spreads
 * the noise of the machine over the variants, the minimum removes most of it.
 */
export function measureRobot(
  subject: RobotSubject,
  set: string,
  queries: readonly RobotQuery[],
  variants: readonly RobotVariant[],
  { repeats, share, warmUpQueries, warmUpMilliseconds }: Effort,
  references?: ReadonlyMap<number, { readonly collide: boolean }>,
): RobotRun {
  const complete = variants.map(
    ({ name, options }): RobotVariant => ({
      name,
      options: { tolerance: subject.scene.touch, contacts: 'first', maxMilliseconds: PATIENCE, ...options },
    }),
  );
  for (const { options } of complete) {
    const end = performance.now() + warmUpMilliseconds;
    for (let i = 0; i < warmUpQueries && performance.now() < end; i++) subject.answer(queries[i % queries.length], options);
  }
  const best: RobotAnswer[][] = complete.map(() => []);
  const spent = complete.map(() => 0);
  for (let round = 0; round < repeats; round++) {
    for (const [v, { options }] of complete.entries()) {
      if (round > 0 && spent[v] > share) continue;
      for (const [q, query] of queries.entries()) {
        const answer = subject.answer(query, options);
        const known = best[v][q];
        spent[v] += answer.milliseconds;
        if (known === undefined || answer.milliseconds < known.milliseconds) best[v][q] = answer;
      }
    }
  }
  const measured = complete.map((variant, v) => ({ variant, answers: best[v] }));
  const own = measured[0].answers;
  return {
    subject,
    set,
    queries,
    measured,
    colliding: queries.map(({ id }, q) => references?.get(id)?.collide ?? own[q].status !== 'free'),
  };
}

export function measuredAs({ measured }: RobotRun, name: string): RobotMeasured {
  const found = measured.find(({ variant }) => variant.name === name);
  if (!found) throw new Error(`nothing was measured by the name of ${name}`);
  return found;
}

/** The mean of one number over the queries of a class (null: all); NaN where there are none. */
export function meanOf(run: RobotRun, name: string, colliding: boolean | null, pick: (answer: RobotAnswer) => number): number {
  const { answers } = measuredAs(run, name);
  return mean(answers.filter((_, q) => colliding === null || run.colliding[q] === colliding).map(pick));
}

export const milliseconds = (answer: RobotAnswer): number => answer.milliseconds;

/** The place of a stage: `interval` has boxes, swept volumes and the exact one; `hca` boxes, lower bounds and advancement. */
export type StagePlace = 1 | 2 | 3;

/** Milliseconds, what came in and what was ruled out; NaN where the method tells of no stages. */
export function stageOf({ stages }: RobotAnswer, place: StagePlace): Pick<StageStats, 'milliseconds' | 'tested' | 'culled'> {
  return stages[place - 1] ?? { milliseconds: Number.NaN, tested: Number.NaN, culled: Number.NaN };
}

/** How many answers cannot be right, and how many are none. */
export interface Faults {
  readonly wrong: number;
  readonly unresolved: number;
}

/**
 * Without references: a contact is right if at its own time the closest two are within the tolerance and not yet through each other; a free
 * answer, if `auto` found the same, or if everything provably stays apart, which then is within the tolerance and both are right.
 */
export function faultsOf(run: RobotRun, name: string): Faults {
  const { subject, queries, colliding } = run;
  const { touch } = subject.scene;
  let [wrong, unresolved] = [0, 0];
  for (const [q, { status, time }] of measuredAs(run, name).answers.entries()) {
    if (status === 'unresolved') unresolved++;
    else if (status === 'free') wrong += colliding[q] && !subject.staysApart(queries[q]) ? 1 : 0;
    else if (status === 'overlap') wrong += colliding[q] ? 0 : 1;
    else {
      const distance = subject.distanceAt(queries[q], time);
      if (!(distance > 0 && distance <= touch * (1 + 1e-9))) wrong++;
    }
  }
  return { wrong, unresolved };
}
