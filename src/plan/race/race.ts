/**
 * The same plan with several seeds, one a worker: trees that grow at random take very different times, and the shortest
 * of several is much shorter than their mean. Whoever needed the least work wins, counted in states and proofs, not by
 * the clock; of two that needed the same, the first. So the same request and the same number of workers give the same
 * path everywhere, as long as the time is enough. The others are stopped when they have done more than the winner.
 */
import { milliseconds, sharedMilliseconds } from '../../contact/budget.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Scene } from '../../scene/scene.ts';
import { DEFAULT_MILLISECONDS, type PlanRequest } from '../goals/plan-options.ts';
import { SceneLayout } from '../goals/plan-state.ts';
import type { PlanBatch, RaceOptions, RaceSignal } from '../plan-batch.ts';
import type { Plan } from '../plan-result.ts';
import type { RaceAnswer, RaceNews, RaceTask } from './race-task.ts';

declare const AbortController: new () => { readonly signal: RaceSignal; abort(): void };

export async function racePlan(scene: Scene, request: PlanRequest, batch: PlanBatch): Promise<Plan> {
  const { batch: _, signal, onProgress, onPath, maxMilliseconds = DEFAULT_MILLISECONDS, ...asked } = request;
  checkTravels(asked, 'plan');
  const begun = milliseconds();
  const until = sharedMilliseconds() + maxMilliseconds;
  const { revision } = scene;
  const { seed = 0 } = request;
  const race = new Race(request);
  const runs = Array.from({ length: batch.size }, (_, k) => {
    const task: RaceTask = { request: { ...asked, seed: k === 0 ? seed : `${seed} ${k}` }, until };
    return race.run(k, (options) => batch.task<RaceAnswer>('plan', task, options));
  });
  const answers = (await Promise.all(runs)).filter((answer) => answer !== null);
  const winner = winnerOf(answers) ?? answers[0];
  if (winner === undefined) return race.unanswered(milliseconds() - begun);
  const stats = { ...winner.plan.stats, milliseconds: milliseconds() - begun };
  return certified(scene, request, { ...winner.plan, path: null, stats }, scene.revision !== revision);
}

/** A seed under way. */
interface Runner {
  readonly controller: InstanceType<typeof AbortController>;
  work: number;
  open: boolean;
}

/** All seeds under way. */
class Race {
  private readonly request: PlanRequest;
  private readonly runners: Runner[] = [];
  /** The least work of any that reached its goal. */
  private least = Infinity;
  private best = Infinity;
  /** What is wrong with one, where nobody reaches the goal. */
  private fault: unknown = null;

  constructor(request: PlanRequest) {
    this.request = request;
  }

  /** Null: it was stopped before it was begun, or its worker ended. */
  async run(k: number, start: (options: RaceOptions) => Promise<{ readonly value: RaceAnswer }>): Promise<RaceAnswer | null> {
    const runner: Runner = { controller: new AbortController(), work: 0, open: true };
    const { signal } = runner.controller;
    this.runners[k] = runner;
    try {
      const { value } = await start({ onTold: (told) => this.hear(k, told as RaceNews), signal });
      if (value.reached) this.least = Math.min(this.least, value.work);
      return value;
    } catch (error) {
      if (!signal.aborted) this.fault = error;
      // what is wrong with the request is wrong for every seed
      if (error instanceof InputError) this.stop(() => true);
      return null;
    } finally {
      runner.open = false;
      this.stop(({ work }) => work > this.least);
    }
  }

  /** The answer where no seed was answered. */
  unanswered(milliseconds: number): Plan {
    if (this.fault !== null) throw this.fault;
    const stats = { milliseconds, proofMilliseconds: 0, samples: 0, states: 0, nodes: 0, proofs: 0, refuted: 0, foundLength: 0 };
    const why = 'no path found: it was cancelled before it was begun';
    return { status: 'none', reason: 'cancelled', why, path: null, states: [], length: 0, goal: -1, certificate: null, stats };
  }

  private hear(k: number, { work, progress, path }: RaceNews): void {
    const { onProgress, onPath, signal } = this.request;
    this.runners[k].work = work;
    // of one at a time, so that it does not leap
    if (progress !== undefined && this.runners.findIndex(({ open }) => open) === k)
      onProgress?.(this.best < Infinity ? { ...progress, length: this.best } : progress);
    if (path !== undefined && path.length < this.best) {
      this.best = path.length;
      onPath?.(path);
    }
    this.stop((runner) => runner.work > this.least || signal?.aborted === true);
  }

  private stop(isDone: (runner: Runner) => boolean): void {
    for (const runner of this.runners) if (runner.open && isDone(runner) && !runner.controller.signal.aborted) runner.controller.abort();
  }
}

/** Whoever reached the goal by the least work; where nobody did, the shortest path; null: there is none. */
function winnerOf(answers: readonly RaceAnswer[]): RaceAnswer | null {
  let winner: RaceAnswer | null = null;
  for (const answer of answers) {
    if (answer.plan.status !== 'found') continue;
    if (winner === null || isBetter(answer, winner)) winner = answer;
  }
  return winner;
}

function isBetter(a: RaceAnswer, b: RaceAnswer): boolean {
  if (a.reached !== b.reached) return a.reached;
  return a.reached ? a.work < b.work : a.plan.length < b.plan.length;
}

/** The plan with its motions; in a scene that was changed meanwhile it is asked again whether it is free. */
function certified(scene: Scene, { clearance, tolerance }: PlanRequest, plan: Plan, changed: boolean): Plan {
  if (plan.status !== 'found') return plan;
  const path = new SceneLayout(scene).motions(plan.states);
  if (!changed) return { ...plan, path };
  const certificate = scene.firstContact(path, { clearance, tolerance, contacts: 'none' });
  if (certificate.status === 'free') return { ...plan, path, certificate };
  const why = `no path found: the scene was changed while a path was looked for, and the one found is not free any more (${certificate.status})`;
  return { status: 'none', reason: 'samples', why, path: null, states: [], length: 0, goal: -1, certificate: null, stats: plan.stats };
}

/** Functions do not travel. */
function checkTravels(given: unknown, what: string): void {
  if (typeof given === 'function') throw new InputError(`${what}: a function cannot be sent to workers; leave out batch to plan here`);
  if (typeof given !== 'object' || given === null || ArrayBuffer.isView(given)) return;
  for (const [key, value] of Object.entries(given)) checkTravels(value, `${what}: ${shownName(key)}`);
}
