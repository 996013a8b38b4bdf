/** Roadmaps: paths for many questions in one cell, of which only what is asked for is ever proven. */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { copied } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { Scene } from '../../scene/scene.ts';
import type { PlanControl } from '../goals/plan-options.ts';
import { CONTROL_KEYS, checkControl } from '../goals/plan-options.ts';
import { Pace } from '../pace.ts';
import type { Plan, SearchedGraph } from '../plan-result.ts';
import type { Stage } from '../search/halt.ts';
import { NOBODY, PROVEN, REFUTED } from './lazy-graph.ts';
import { proveAll, type RoadmapProof } from './prove-all.ts';
import { type RoadmapUpdate, repair } from './repair.ts';
import { RoadmapData } from './roadmap-data.ts';
import {
  checkProveOptions,
  checkRoadmapOptions,
  checkRoadmapRequest,
  type ProveOptions,
  type RoadmapOptions,
  type RoadmapRequest,
} from './roadmap-options.ts';
import { RoadmapQuery } from './roadmap-query.ts';
import { loadedRoadmap, type SavedRoadmap, savedRoadmap } from './saved-roadmap.ts';

const DEFAULT_STATES = 2000;
/** Where hardly a state is free, so many are tried for each that is wanted. */
const TRIES = 200;

/** How many states and edges a roadmap has, and what is known of them. */
export interface RoadmapCounts {
  /** States, but for the ends of questions. */
  readonly states: number;
  /** How many of them are in contact since the cell changed. */
  readonly blocked: number;
  /** Edges between them. */
  readonly edges: number;
  /** How many of these are proven free. */
  readonly proven: number;
  /** How many of these are not free. */
  readonly refuted: number;
}

/**
 * Paths for many questions in one cell. Free states, and motions between neighbours of which nothing is known until a
 * path wants them; what was proven or refuted then is remembered, so that questions become cheaper. Every path is
 * certified by `scene.firstContact` as it is given. Where the roadmap has none, trees look for one, and the roadmap
 * learns it. It follows the cell: what an obstacle that came, went or moved can change is asked again, and only that.
 *
 * @example
 * ```ts
 * const roadmap = await Roadmap.build(scene, { group: 'arm', clearance: 0.01, seed: 1 });
 * const there = await roadmap.plan({ from: 'home', to: 'pick' });
 * scene.moveObstacle('crate', { position: [0.4, 0, 0] });
 * const back = await roadmap.plan({ from: 'pick', to: 'home' });
 * localStorage.setItem('roadmap', JSON.stringify(roadmap.save()));
 * ```
 */
export class Roadmap {
  /** The cell it is of. */
  readonly scene: Scene;
  private readonly data: RoadmapData;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(data: RoadmapData) {
    this.scene = data.scene;
    this.data = data;
  }

  /** Draws the states. The same options give the same roadmap, everywhere, unless the time runs out. */
  static async build(scene: Scene, options: RoadmapOptions = {}): Promise<Roadmap> {
    requireScene(scene);
    checkRoadmapOptions(options);
    const { states = DEFAULT_STATES, ...rest } = options;
    const roadmap = new Roadmap(new RoadmapData(scene, copied(rest)));
    await roadmap.drawn(states, options);
    return roadmap;
  }

  /**
   * One that was saved, for a scene with the same robots and bodies; obstacles may differ. Throws an InputError where
   * it is none, or for another scene.
   */
  static load(scene: Scene, saved: SavedRoadmap): Roadmap {
    requireScene(scene);
    return new Roadmap(loadedRoadmap(scene, saved));
  }

  /** The roadmap as plain data that survives JSON, with all that is known. */
  save(): SavedRoadmap {
    return savedRoadmap(this.data);
  }

  /** How many states and edges there are, and what is known of them. */
  get counts(): RoadmapCounts {
    const { graph } = this.data;
    const out = { states: graph.kept, blocked: 0, edges: 0, proven: 0, refuted: 0 };
    for (let node = 0; node < graph.count; node++) if (!graph.isGuest(node) && graph.blocked[node] !== NOBODY) out.blocked++;
    for (let edge = 0; edge < graph.a.length; edge++) {
      if (graph.a[edge] < 0 || graph.isGuest(graph.a[edge]) || graph.isGuest(graph.b[edge])) continue;
      out.edges++;
      if (graph.verdicts[edge] === PROVEN) out.proven++;
      if (graph.verdicts[edge] === REFUTED) out.refuted++;
    }
    return out;
  }

  /** Its free states and the edges between them that are not refuted, for whoever wants to see them. */
  get graph(): SearchedGraph {
    const { graph } = this.data;
    const numbers = new Map<number, number>();
    const states: number[] = [];
    for (let node = 0; node < graph.count; node++) {
      if (graph.isGuest(node) || graph.blocked[node] !== NOBODY) continue;
      numbers.set(node, numbers.size);
      for (const value of graph.stateOf(node)) states.push(value);
    }
    const edges: number[] = [];
    const proven: number[] = [];
    for (let edge = 0; edge < graph.a.length; edge++) {
      const [a, b] = [numbers.get(graph.a[edge]), numbers.get(graph.b[edge])];
      if (a === undefined || b === undefined || graph.verdicts[edge] === REFUTED) continue;
      edges.push(a, b);
      proven.push(graph.verdicts[edge] === PROVEN ? 1 : 0);
    }
    const flat = Float64Array.from(states);
    return { from: 'anywhere', leg: 0, states: flat, edges: Uint32Array.from(edges), proven: Uint8Array.from(proven) };
  }

  /** A path that is proven free, or what was tried: the same answer as that of `plan`. */
  plan(request: RoadmapRequest): Promise<Plan> {
    checkRoadmapRequest(request);
    // its turn may be later
    const { from, to, through } = request;
    const asked = { ...request, ...copied({ from, to, through }) };
    return this.inTurn(async () => {
      await this.repaired();
      return new RoadmapQuery(this.data, asked, () => this.repairNow()).run();
    });
  }

  /** Adds so many free states more. */
  grow(states: number, control: PlanControl = {}): Promise<void> {
    if (!(Number.isSafeInteger(states) && states >= 0))
      throw new InputError(`roadmap.grow: states must be a whole number ≥ 0, got ${shownValue(states)}`);
    checkRecord(control, CONTROL_KEYS, 'roadmap.grow');
    checkControl(control);
    return this.drawn(states, control);
  }

  private drawn(states: number, control: PlanControl): Promise<void> {
    return this.inTurn(async () => {
      const { graph, filter } = this.data;
      const pace = new Pace(
        { ...control, maxSamples: control.maxSamples ?? TRIES * states },
        control.maxMilliseconds ?? Infinity,
        this.data.checker,
        () => ({ nodes: graph.kept, states: filter.states, length: null }),
        () => this.repairNow(),
      );
      this.repairNow();
      await pace.run(this.data.grow(states, pace.halt));
    });
  }

  /**
   * Takes over what changed in the cell since the last question, and says what that did. Questions do it by themselves;
   * this is for whoever wants it done before.
   */
  update(): Promise<RoadmapUpdate> {
    return this.inTurn(() => this.repaired());
  }

  /** Proves all edges, many at once where a batch is given: then questions are searches only. */
  prove(options: ProveOptions = {}): Promise<RoadmapProof> {
    checkProveOptions(options, this.scene, this.data.kept);
    return this.inTurn(async () => {
      await this.repaired();
      return proveAll(this.data, options, () => this.repairNow());
    });
  }

  private async repaired(): Promise<RoadmapUpdate> {
    const pace = new Pace({}, Infinity, this.data.checker, () => ({ nodes: this.data.graph.kept, states: 0, length: null }));
    return pace.run(this.repair());
  }

  /** The cell may change whenever others have their turn. */
  private repairNow(): void {
    const work = this.repair();
    while (!work.next().done);
  }

  private *repair(): Generator<Stage, RoadmapUpdate> {
    let out: RoadmapUpdate = { changed: [], states: { asked: 0, lost: 0, regained: 0 }, edges: { asked: 0, lost: 0, reopened: 0 } };
    // it may change again on the way
    while (this.data.seen !== this.scene.obstacles) out = united(out, yield* repair(this.data));
    return out;
  }

  /** One thing after the other: they share what is known. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

function united(a: RoadmapUpdate, b: RoadmapUpdate): RoadmapUpdate {
  return {
    changed: [...new Set([...a.changed, ...b.changed])],
    states: {
      asked: a.states.asked + b.states.asked,
      lost: a.states.lost + b.states.lost,
      regained: a.states.regained + b.states.regained,
    },
    edges: { asked: a.edges.asked + b.edges.asked, lost: a.edges.lost + b.edges.lost, reopened: a.edges.reopened + b.edges.reopened },
  };
}

function requireScene(scene: Scene): void {
  if (!(scene instanceof Scene)) throw new InputError(`roadmap: needs a Scene, got ${shownValue(scene)}`);
}
