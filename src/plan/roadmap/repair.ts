/**
 * What a roadmap knows after its cell changed. Guarantee: a motion that is proven afterwards is free in the cell as it
 * was found at the beginning: it was proven among what did not change, and is now asked about what came. What an
 * obstacle that went was in the way of becomes unknown; all else stays as it is, because nothing it depends on changed.
 */

import { MotionChecker } from '../../scene/check/motion-checker.ts';
import { sceneAmong } from '../../scene/friends.ts';
import type { Stage } from '../search/halt.ts';
import { NOBODY, PROVEN, REFUTED, SOMEBODY, UNKNOWN } from './lazy-graph.ts';
import { obstaclePrints } from './prints.ts';
import type { RoadmapData } from './roadmap-data.ts';

/** What a change of the cell did to a roadmap. */
export interface RoadmapUpdate {
  /** Obstacles that came, went or moved, by name. */
  readonly changed: readonly string[];
  /** States: how many were asked about, how many of these are in contact now, how many are free again. */
  readonly states: { readonly asked: number; readonly lost: number; readonly regained: number };
  /**
   * Edges: how many proven ones were asked about, how many of these are refuted now, how many refuted ones are open
   * again.
   */
  readonly edges: { readonly asked: number; readonly lost: number; readonly reopened: number };
}

export function* repair(data: RoadmapData): Generator<Stage, RoadmapUpdate> {
  // One piece: states and edges are judged against the same change, one after the other.
  const { scene, graph, kept, judge } = data;
  const prints = obstaclePrints(scene);
  const changed = [...new Set([...data.prints.keys(), ...prints.keys()])].filter((name) => data.prints.get(name) !== prints.get(name));
  // what comes while this goes on is another change, reckoned from this one
  data.prints = prints;
  data.seen = scene.obstacles;
  const states = { asked: 0, lost: 0, regained: 0 };
  const edges = { asked: 0, lost: 0, reopened: 0 };
  if (changed.length === 0) return { changed, states, edges };
  data.repairs++;
  data.tight.clear();
  const gone = new Set(changed.map((name) => judge.numberOf(name)));
  const isOpen = (by: number): boolean => by === SOMEBODY || gone.has(by);
  const come = new Set(changed.filter((name) => prints.has(name)));
  const small = new MotionChecker(
    sceneAmong(scene, come, kept.clearance),
    kept.tolerance === undefined ? {} : { tolerance: kept.tolerance },
  );
  small.asGiven = true;
  const culprit = (): number => {
    const standing = small.saidNo?.find(({ body }) => come.has(body));
    return standing === undefined ? SOMEBODY : judge.numberOf(standing.body);
  };
  // what was proven is not until it was asked about
  const open: number[] = [];
  const proven: number[] = [];
  for (let edge = 0; edge < graph.a.length; edge++) {
    if (graph.a[edge] < 0) continue;
    if (graph.verdicts[edge] === REFUTED && isOpen(graph.by[edge])) {
      graph.verdicts[edge] = UNKNOWN;
      graph.by[edge] = NOBODY;
      edges.reopened++;
    } else if (graph.verdicts[edge] === PROVEN && come.size > 0) {
      graph.verdicts[edge] = UNKNOWN;
      proven.push(edge);
    }
  }
  for (let node = 0; node < graph.count; node++) {
    if (graph.blocked[node] !== NOBODY) {
      if (isOpen(graph.blocked[node])) open.push(node);
    } else if (come.size > 0) {
      states.asked++;
      if (!small.isFree(graph.states, graph.at(node))) {
        graph.blocked[node] = culprit();
        states.lost++;
      }
      yield 'search';
    }
  }
  for (const node of open) {
    states.asked++;
    const free = data.checker.isFree(graph.states, graph.at(node));
    graph.blocked[node] = free ? NOBODY : judge.culprit();
    if (free) states.regained++;
    yield 'search';
  }
  const to = new Float64Array(data.space.size);
  for (const edge of proven) {
    const [a, b] = [graph.a[edge], graph.b[edge]];
    const end = graph.blocked[a] !== NOBODY ? graph.blocked[a] : graph.blocked[b];
    let free = end === NOBODY;
    if (free) {
      edges.asked++;
      data.space.seenFrom(graph.states, graph.at(a), graph.states, graph.at(b), to, 0);
      free = small.motionIsFree(graph.stateOf(a), to);
    }
    graph.verdicts[edge] = free ? PROVEN : REFUTED;
    if (!free) {
      graph.by[edge] = end === NOBODY ? culprit() : end;
      edges.lost++;
    }
    yield 'prove';
  }
  return { changed, states, edges };
}
