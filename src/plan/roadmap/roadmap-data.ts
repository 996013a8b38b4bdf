/** All that a roadmap knows, and how states come to it: what its questions, repairs and files work on. */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import { EdgeFilter } from '../edges/edge-filter.ts';
import { type Along, Prover } from '../edges/prover.ts';
import { askAlong } from '../goals/along.ts';
import type { PlanRequest } from '../goals/plan-options.ts';
import type { SceneLayout } from '../goals/plan-state.ts';
import { type Problem, problemOf, refuseMovers } from '../goals/problem.ts';
import type { Halt, Stage } from '../search/halt.ts';
import type { StateSpace, States } from '../space/state-space.ts';
import { EdgeJudge } from './edge-judge.ts';
import { LazyGraph, neighbourCount, PROVEN } from './lazy-graph.ts';
import { obstaclePrints } from './prints.ts';
import type { RoadmapOptions, RoadmapRequest } from './roadmap-options.ts';

/** Parts of the space's extent: how far apart states on an edge are looked at. */
const STEP = 0.02;
/** Guests that are remembered: the same start and goals come again and again. */
const GUESTS = 64;

/** What it was made for, so that another scene can be asked for the same. */
export type RoadmapMaking = Pick<RoadmapOptions, 'group' | 'moving' | 'bounds' | 'clearance' | 'tolerance' | 'neighbours'> & {
  readonly seed: number | string;
  /** The state whose values stay where nothing moves them, as a flat list. */
  readonly rest: readonly number[];
};

export class RoadmapData {
  readonly scene: Scene;
  readonly making: RoadmapMaking;
  /** What holds for every state and motion. */
  readonly kept: Pick<RoadmapOptions, 'clearance' | 'tolerance'>;
  readonly layout: SceneLayout;
  readonly space: StateSpace;
  readonly rest: States;
  readonly checker: MotionChecker;
  readonly filter: EdgeFilter;
  readonly prover: Prover;
  readonly graph: LazyGraph;
  readonly judge: EdgeJudge;
  /** Random states that were drawn so far. */
  drawn = 0;
  /** What stood there when all that is known was known to hold, by name. */
  prints: ReadonlyMap<string, string>;
  /** The list it was taken from: another list is another cell. */
  seen: Scene['obstacles'] | null;
  /** Edges of paths that were made shorter already, in the cell as it is. */
  readonly tight: Set<number> = new Set();
  /** How often the cell was found changed. */
  repairs = 0;
  private readonly guests: Map<string, number> = new Map();

  constructor(scene: Scene, options: Omit<RoadmapOptions, 'states'>) {
    const { group, moving, bounds, clearance, tolerance, neighbours, seed = 0 } = options;
    this.scene = scene;
    this.kept = { ...(clearance === undefined ? {} : { clearance }), ...(tolerance === undefined ? {} : { tolerance }) };
    refuseMovers(scene);
    this.checker = new MotionChecker(scene, this.kept);
    // states carry how loops are closed
    this.checker.asGiven = true;
    const given = options.rest ?? neutral(scene);
    const everything = [...scene.robots, ...scene.bodies].map(({ name }) => name);
    const what = group === undefined && moving === undefined ? { moving: everything } : { group, moving };
    const asked = { ...what, ...(bounds === undefined ? {} : { bounds }) };
    const { layout, space, start } = problemOf(scene, { from: given, to: given, ...asked }, () => true);
    this.layout = layout;
    this.space = space;
    this.rest = start;
    this.making = { ...asked, ...this.kept, ...(neighbours === undefined ? {} : { neighbours }), seed, rest: [...start] };
    this.graph = new LazyGraph(space);
    this.filter = new EdgeFilter(space, this.checker);
    this.prover = new Prover(space, this.checker, (states) => this.along(states));
    const { checker } = this;
    this.judge = new EdgeJudge(this.graph, this.filter, this.prover, STEP * space.extent, new Set(everything), () => checker.saidNo);
    this.prints = obstaclePrints(scene);
    this.seen = scene.obstacles;
  }

  /** First contact along the path through these states. */
  firstContact(states: readonly States[], contacts: 'first' | 'none' = 'none'): SceneFirstContact {
    return this.ask(this.layout.motions(states), contacts);
  }

  private ask(motions: SceneMotions, contacts: 'first' | 'none' = 'none'): SceneFirstContact {
    return this.scene.firstContact(motions, { ...this.kept, contacts });
  }

  private along(states: readonly States[]): Along {
    return askAlong(this.layout, states, (motions) => this.ask(motions));
  }

  /** Free states are added until there are so many more. */
  *grow(states: number, halt: Halt): Generator<Stage, void> {
    const { space, graph, checker, rest } = this;
    const state = new Float64Array(space.size);
    this.dropGuests();
    for (let added = 0; added < states && halt.samples > 0 && !halt.over; halt.samples--) {
      // each by itself, so that a roadmap that was saved goes on as if it had not been
      space.sample(new Random(`${typeof this.making.seed} ${this.making.seed} ${this.drawn++}`), state, 0);
      space.complete(state, 0, rest, 0);
      yield 'search';
      if (space.astray(state, 0) !== undefined || !checker.isFree(state)) continue;
      graph.add(state, 0, this.neighbours());
      added++;
    }
  }

  /**
   * States of a path become part of the roadmap. Proven: the motion from each to the next is; tight: it was made as
   * short as it gets.
   */
  learn(states: readonly States[], proven: boolean, tight = false): void {
    const { graph } = this;
    this.dropGuests();
    let before = -1;
    for (const state of states) {
      const node = graph.add(state, 0, this.neighbours());
      if (before >= 0) {
        const edge = graph.connect(before, node);
        if (proven) graph.verdicts[edge] = PROVEN;
        if (proven && tight) this.tight.add(edge);
      }
      before = node;
    }
  }

  /** The node of a state that is asked about. */
  guest(state: States): number {
    const { graph, guests } = this;
    const key = state.join(' ');
    let node = guests.get(key);
    if (node === undefined) {
      node = graph.addGuest(state, 0, 2 * this.neighbours());
      // where a state of the roadmap is the very same there is nothing to go
      for (const edge of graph.edges[node])
        if (graph.stateOf(graph.other(edge, node)).every((value, k) => value === state[k])) graph.verdicts[edge] = PROVEN;
    }
    // the newest come last
    guests.delete(key);
    guests.set(key, node);
    return node;
  }

  /** Drops guests that were not asked for lately. */
  dropGuests(keep = 0): void {
    for (const [key, node] of this.guests) {
      if (this.guests.size <= keep) return;
      this.guests.delete(key);
      this.graph.dropGuest(node);
    }
  }

  dropOldGuests(): void {
    this.dropGuests(GUESTS);
  }

  /** What a request means here; throws where it moves what the roadmap holds still. */
  problemOf({ from, to, through, seed }: RoadmapRequest): Problem {
    const { scene, layout, making, space, checker, rest } = this;
    const start = layout.read(from, 'roadmap.plan: from', rest).state;
    this.checkRest(start);
    const { group, moving, bounds } = making;
    const request: PlanRequest = {
      ...{ from: start, to },
      ...(through === undefined ? {} : { through }),
      ...(group === undefined ? {} : { group }),
      ...(moving === undefined ? {} : { moving }),
      ...(bounds === undefined ? {} : { bounds }),
      ...(seed === undefined ? {} : { seed }),
    };
    return { ...problemOf(scene, request, (state) => checker.isFree(state)), space };
  }

  private checkRest(start: States): void {
    const { space, rest, layout } = this;
    const moved = space.changing;
    const at = start.findIndex((value, k) => !moved.has(k) && value !== rest[k]);
    if (at < 0) return;
    const robot = layout.robots.find((one) => at >= one.at && at < one.at + one.robot.size);
    const body = layout.bodies.find((one) => at >= one.at && at < one.at + 7);
    const who = robot === undefined ? `'${body?.name}'` : `'${robot.robot.valueNames()[at - robot.at]}' of '${robot.robot.name}'`;
    throw new InputError(
      `roadmap.plan: from has ${who} at ${shownValue(start[at])}; the roadmap was made with it at ${rest[at]}, and does not move it (see rest)`,
    );
  }

  private neighbours(): number {
    const { graph, space } = this;
    return this.making.neighbours ?? Math.ceil(neighbourCount(graph.kept, space.dimension) / 2);
  }
}

/** Robots at 0, bodies where they stand. */
function neutral({ robots, bodies }: Scene): Float64Array {
  const poses = bodies.map(({ name, pose }) => {
    const { position, quaternion } = checkedPose(pose, name);
    return [...position, ...quaternion];
  });
  return Float64Array.from([...robots.map((robot) => [...robot.neutral()]), ...poses].flat());
}
