/**
 * A path from where everything is to where it is to go, proven free as a whole. Trees of states propose it
 * (search/leg.ts); `scene.firstContact` of all of it is the certificate, and without that there is no path.
 */
import { leftUntil } from '../contact/budget.ts';
import { shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { Random } from '../math/random.ts';
import type { SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { SceneMotions } from '../scene/content/scene-motions.ts';
import type { Scene } from '../scene/scene.ts';
import { checkerOf } from './edges/checker-of.ts';
import { EdgeFilter } from './edges/edge-filter.ts';
import { type Along, Prover } from './edges/prover.ts';
import { askAlong } from './goals/along.ts';
import { freeEnds } from './goals/free-ends.ts';
import { checkRequest, DEFAULT_MILLISECONDS, type PlanRequest } from './goals/plan-options.ts';
import { type EndState, type Problem, problemOf, refuseMovers } from './goals/problem.ts';
import { Optimal } from './optimal/optimal.ts';
import { Pace } from './pace.ts';
import type { Route } from './path/route.ts';
import type { Plan, PlanReason, SearchedGraph } from './plan-result.ts';
import { racePlan } from './race/race.ts';
import type { Connect } from './search/connect.ts';
import type { Stage } from './search/halt.ts';
import { inTheWayText } from './search/in-the-way.ts';
import { Leg } from './search/leg.ts';
import { searchedGraph } from './search/searched-graph.ts';
import { Slider } from './search/slide.ts';
import { throatsOf } from './search/throats.ts';
import type { States } from './space/state-space.ts';

/**
 * Looks for a path that is proven free, from a state of a scene to a goal. Finds one or says what was tried; never
 * gives one that is not certified. Seeded: the same request gives the same path everywhere, as long as the time is
 * enough.
 *
 * @example
 * ```ts
 * const found = await plan(scene, { from: 'home', to: { shoulder: 1.2, elbow: -0.4 }, clearance: 0.01 });
 * if (found.status === 'found') console.log(found.path[robot.name].waypoints);
 * else console.log(found.why);
 * ```
 */
export async function plan(scene: Scene, request: PlanRequest): Promise<Plan> {
  if (typeof scene?.firstContact !== 'function') throw new InputError(`plan: needs a Scene, got ${shownValue(scene)}`);
  checkRequest(request);
  const { batch } = request;
  if (batch !== undefined && batch.scene !== scene)
    throw new InputError('plan: batch is of another scene; make it of the one that is planned in');
  // workers are sent paths of robots with loops, and make none
  if (batch === undefined || scene.robots.some(({ loops }) => loops !== undefined)) return new PlanJob(scene, request).run();
  return racePlan(scene, request, batch);
}

/** Work of a proof, in states that are looked at: about what both take in cells of some thousand triangles. */
const PROOF_WORK = 20;
/** Up to so many axes are named where there is no path. */
const MOST_NAMED = 4;

export class PlanJob {
  private readonly scene: Scene;
  private readonly request: PlanRequest;
  private readonly problem: Problem;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly random: Random;
  private readonly pace: Pace;
  private readonly revision: number;
  private legs: Leg[] = [];
  private optimals: Optimal[] = [];
  /** The length of the best proven path so far, and the certificate of the route found last. */
  private best: number | null = null;
  private certificate: SceneFirstContact | null = null;
  private found = false;

  constructor(scene: Scene, request: PlanRequest) {
    const { clearance, tolerance, seed = 0, maxMilliseconds = DEFAULT_MILLISECONDS } = request;
    this.scene = scene;
    this.request = request;
    this.revision = scene.revision;
    refuseMovers(scene);
    const checker = checkerOf(scene, clearance, tolerance);
    const trees = request.keepTrees ? { trees: () => this.trees() } : {};
    const progress = () => ({ nodes: this.nodes(), states: this.filter.states, length: this.best, ...trees });
    this.pace = new Pace(request, maxMilliseconds, checker, progress);
    this.problem = problemOf(
      scene,
      request,
      (state) => checker.isFree(state),
      () => this.pace.left(),
    );
    const { space, constraints } = this.problem;
    this.filter = new EdgeFilter(space, checker, constraints);
    this.prover = new Prover(space, checker, (states) => this.along(states), constraints);
    this.random = new Random(seed);
  }

  async run(): Promise<Plan> {
    const { problem } = this;
    // before anything that takes time
    if (this.pace.isOver()) return this.none(this.pace.reason ?? 'samples', this.tried(0));
    const { fault, legs } = freeEnds(problem, this.filter, (state) => this.firstContact([state, state]));
    if (fault !== null) return this.none(fault.reason, fault.why, fault);
    const routes: Route[] = [];
    let at = problem.start;
    // which goes by the straight way of all values, and not by that of joints that follow
    const slider = problem.layout.hasLoops
      ? null
      : new Slider(problem.space, problem.layout, (states) => this.firstContact(states, 'first'));
    for (let k = 0; k < problem.legs.length; k++) {
      const throats = problem.constraints === null ? throatsOf(problem.layout, problem.space, this.filter) : null;
      const wish = { shorten: this.request.shorten ?? true, constraints: problem.constraints, slider, throats };
      const leg = new Leg(problem.space, this.filter, this.prover, this.random, this.pace.halt, wish);
      this.legs.push(leg);
      const goals = legs[k].map(({ state }) => state);
      const route = await this.pace.run(leg.run(at, goals));
      if (route === null) {
        const inTheWay = leg.connect.stopped.told((states) => this.firstContact(states, 'first'));
        return this.none(this.pace.reason ?? 'samples', `${this.tried(k)}${inTheWayText(inTheWay)}`, { inTheWay });
      }
      routes.push(route);
      at = endOf(route);
    }
    if (this.request.method === 'optimal') await this.improve(routes, legs[legs.length - 1]);
    const last = endOf(routes[routes.length - 1]);
    const goal = legs[legs.length - 1].find(({ state }) => state.every((value, k) => value === last[k]))?.goal ?? -1;
    return this.answer(statesOf(routes), goal);
  }

  /** Makes the legs shorter, in turns, for as long as there is time and there are states to try. */
  private async improve(routes: Route[], ends: readonly EndState[]): Promise<void> {
    const { request, problem, filter, prover, random, pace } = this;
    const tell = (): void => {
      const states = prover.unrolled(statesOf(routes));
      this.best = this.lengthOf(states);
      request.onPath?.({ states, length: this.best, milliseconds: pace.milliseconds });
    };
    const works = routes.map((route, k) => {
      const onRoute = (better: Route, certificate: SceneFirstContact): void => {
        routes[k] = better;
        this.certificate = certificate;
        tell();
      };
      const wish = { goodEnough: request.goodEnough ?? 1, constraints: problem.constraints, onRoute };
      const optimal = new Optimal(problem.space, filter, prover, random, pace.halt, wish);
      this.optimals.push(optimal);
      return optimal.run(route, k === routes.length - 1 ? ends.map(({ state }) => state) : [endOf(route)]);
    });
    tell();
    await pace.run(inTurns(works));
  }

  private firstContact(states: readonly States[], contacts: 'first' | 'none' = 'none'): SceneFirstContact {
    return this.ask(this.problem.layout.motions(states), contacts);
  }

  private ask(motions: SceneMotions, contacts: 'first' | 'none' = 'none'): SceneFirstContact {
    const { clearance, tolerance } = this.request;
    return this.scene.firstContact(motions, { clearance, tolerance, contacts, maxMilliseconds: leftUntil(this.pace.last) });
  }

  private along(states: readonly States[]): Along {
    return askAlong(this.problem.layout, states, (motions) => this.ask(motions));
  }

  /** A path of one leg has its certificate already; of several, all of it is certified once more. */
  private answer(found: readonly States[], goal: number): Plan {
    const { layout } = this.problem;
    const states = this.prover.unrolled(found);
    const changed = this.scene.revision !== this.revision;
    const known = this.legs.length === 1 && !changed ? (this.certificate ?? this.legs[0].certificate) : null;
    const { certificate, fails } = known === null ? this.prover.certificate(states) : { certificate: known, fails: -1 };
    if (certificate === null || fails >= 0) {
      const why = changed
        ? 'the scene was changed while a path was looked for, and the one found is not free any more'
        : 'it was not certified';
      return this.none('samples', `no path found: ${why} (${certificate?.status ?? 'it cannot be followed'})`);
    }
    const length = this.lengthOf(states);
    this.found = true;
    return { status: 'found', path: layout.motions(states), states, length, goal, certificate, stats: this.stats(), ...this.kept() };
  }

  private lengthOf(states: readonly States[]): number {
    let length = 0;
    for (let k = 1; k < states.length; k++) length += this.problem.space.distance(states[k - 1], 0, states[k], 0);
    return length;
  }

  private none(reason: PlanReason, why: string, { pair, beyond, inTheWay = [] }: Pick<Plan, 'pair' | 'beyond' | 'inTheWay'> = {}): Plan {
    const who = inTheWay.length > 0 ? { inTheWay } : {};
    const found = { status: 'none' as const, reason, why, ...(pair && { pair }), ...(beyond && { beyond }), ...who };
    return { ...found, path: null, states: [], length: 0, goal: -1, certificate: null, stats: this.stats(), ...this.kept() };
  }

  private kept(): Pick<Plan, 'trees'> {
    return this.request.keepTrees ? { trees: this.trees() } : {};
  }

  private trees(): readonly SearchedGraph[] {
    const { size } = this.problem.space;
    return this.legs.flatMap(({ connect: { start, goal } }, leg) => [
      searchedGraph(start, 'start', leg, size),
      searchedGraph(goal, 'goal', leg, size),
    ]);
  }

  private tried(leg: number): string {
    const { samples, states, nodes, proofs, refuted } = this.stats();
    const which = this.problem.legs.length > 1 ? ` on leg ${leg + 1} of ${this.problem.legs.length}` : '';
    const end =
      entryOf({ milliseconds: 'the time ran out', cancelled: 'it was cancelled' }, this.pace.reason as string) ??
      (this.pace.halt.samples > 0 ? 'nothing is left to be tried' : 'the samples ran out');
    return `no path found${which}: ${end} after ${samples} random states, ${nodes} reached, ${states} looked at, ${refuted} of ${proofs} motions refuted${this.standing()}`;
  }

  /** Joints that nobody named may be what a path would need. */
  private standing(): string {
    const { layout, space } = this.problem;
    const moving = new Set(space.axes.map(({ name }) => name));
    const all = layout.robots.reduce((sum, { robot }) => sum + robot.valueNames().length, 0) + layout.bodies.length;
    if (moving.size > MOST_NAMED || moving.size >= all) return '';
    return `; only ${[...moving].join(', ')} may move: what goals name, unless moving or a group says more`;
  }

  /** What was done so far, counted: the same on every machine. */
  get work(): number {
    return this.filter.states + PROOF_WORK * this.prover.proofs;
  }

  /** Whether a path was found and, of 'optimal', is good enough; false also where it ended for another reason. */
  get reached(): boolean {
    const { pace, request, found } = this;
    return found && (request.method !== 'optimal' || (pace.reason === null && pace.halt.samples > 0));
  }

  /** The trees of all legs, those to and from throats among them. */
  private connects(): readonly Connect[] {
    return this.legs.flatMap(({ connect, sides }) => [connect, ...sides]);
  }

  private nodes(): number {
    const trees = this.connects().reduce((sum, { start, goal }) => sum + start.count + goal.count, 0);
    return trees + this.optimals.reduce((sum, { graph }) => sum + graph.kept, 0);
  }

  private stats(): Plan['stats'] {
    const { prover, filter, legs, optimals } = this;
    return {
      milliseconds: this.pace.milliseconds,
      proofMilliseconds: prover.milliseconds,
      samples: this.connects().reduce((sum, { samples }) => sum + samples, 0) + optimals.reduce((sum, { samples }) => sum + samples, 0),
      states: filter.states,
      nodes: this.nodes(),
      proofs: prover.proofs,
      refuted: prover.refuted,
      foundLength: legs.every(({ certificate }) => certificate !== null) ? legs.reduce((sum, one) => sum + one.foundLength, 0) : 0,
    };
  }
}

function endOf({ pieces }: Route): States {
  return pieces[pieces.length - 1].to;
}

/** The states that routes lead through, each from the end of the one before; none twice in a row unless all stand. */
function statesOf(routes: readonly Route[]): States[] {
  const all = [routes[0].pieces[0].from, ...routes.flatMap(({ pieces }) => pieces.map(({ to }) => to))];
  const out = all.filter((state, k) => k === 0 || !state.every((value, i) => value === all[k - 1][i]));
  return out.length > 1 ? out : all.slice(0, 2);
}

/** A step of each, until all are done. */
function* inTurns(works: readonly Generator<Stage, unknown>[]): Generator<Stage, void> {
  let open = works;
  while (open.length > 0) {
    const going: Generator<Stage, unknown>[] = [];
    for (const work of open) {
      const step = work.next();
      if (step.done) continue;
      going.push(work);
      yield step.value;
    }
    open = going;
  }
}
