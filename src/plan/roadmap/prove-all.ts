/** Proves all edges of a roadmap, one by one or many at once by whatever can. */

import { milliseconds } from '../../contact/budget.ts';
import { setEntry } from '../../math/entries.ts';
import { nextTurn } from '../../math/next-turn.ts';
import { NOBODY, PROVEN, REFUTED, SOMEBODY } from './lazy-graph.ts';
import type { RoadmapData } from './roadmap-data.ts';
import type { BatchRows, MotionBatch, ProveOptions } from './roadmap-options.ts';

/** What became of a roadmap's edges. */
export interface RoadmapProof {
  /** Edges that were asked about. */
  readonly asked: number;
  /** How many of these are proven free. */
  readonly proven: number;
  /** How many of these are not free. */
  readonly refuted: number;
  /** False: it was cancelled before all were asked about. */
  readonly complete: boolean;
}

const TURN_MILLISECONDS = 12;
/** So many motions are given to a batch at once: it can be cancelled in between. */
const CHUNK = 16_384;

/** afterTurn: called when others had their turn, takes over what changed in the cell. */
export async function proveAll(
  data: RoadmapData,
  { batch, signal, onProgress }: ProveOptions,
  afterTurn: () => void,
): Promise<RoadmapProof> {
  const { graph, judge } = data;
  const open: number[] = [];
  for (let edge = 0; edge < graph.a.length; edge++) if (isOpen(data, edge)) open.push(edge);
  let done = 0;
  let proven = 0;
  let turned = milliseconds();
  const rest = async (): Promise<void> => {
    onProgress?.(done, open.length);
    await nextTurn();
    turned = milliseconds();
    afterTurn();
  };
  while (done < open.length && !signal?.aborted) {
    // workers are sent paths of robots with loops, and make none
    if (batch === undefined || data.layout.hasLoops) {
      const edge = open[done++];
      if (isOpen(data, edge) ? judge.isFree(edge) : graph.verdicts[edge] === PROVEN) proven++;
      if (milliseconds() - turned > TURN_MILLISECONDS) await rest();
      continue;
    }
    const some = open.slice(done, done + CHUNK).filter((edge) => isOpen(data, edge));
    const { repairs } = data;
    const { free } = await batch.motionsAreFree(rowsOf(data, some), batch.kept === undefined ? data.kept : {});
    afterTurn();
    // the cell changed meanwhile: of which one the answers are nobody knows
    if (repairs !== data.repairs) continue;
    some.forEach((edge, k) => {
      graph.verdicts[edge] = free[k] === 1 ? PROVEN : REFUTED;
      graph.by[edge] = free[k] === 1 ? NOBODY : SOMEBODY;
      if (free[k] === 1) proven++;
    });
    done = Math.min(open.length, done + CHUNK);
    await rest();
  }
  onProgress?.(done, open.length);
  return { asked: done, proven, refuted: done - proven, complete: done === open.length };
}

/** Neither proven nor refuted, between states that are free. */
function isOpen({ graph }: RoadmapData, edge: number): boolean {
  const { a, b, verdicts, blocked } = graph;
  return a[edge] >= 0 && verdicts[edge] < PROVEN && blocked[a[edge]] === NOBODY && blocked[b[edge]] === NOBODY;
}

function rowsOf({ scene, layout, graph, space }: RoadmapData, edges: readonly number[]): Parameters<MotionBatch['motionsAreFree']>[0] {
  const from = new Float64Array(edges.length * space.size);
  const to = new Float64Array(edges.length * space.size);
  edges.forEach((edge, k) => {
    const at = graph.at(graph.a[edge]);
    for (let i = 0; i < space.size; i++) from[k * space.size + i] = graph.states[at + i];
    space.seenFrom(graph.states, at, graph.states, graph.at(graph.b[edge]), to, k * space.size);
  });
  if (scene.robots.length === 1 && scene.bodies.length === 0) return { from, to };
  const columns = (all: Float64Array, first: number, size: number): Float64Array => {
    const out = new Float64Array(edges.length * size);
    for (let k = 0; k < edges.length; k++) for (let i = 0; i < size; i++) out[k * size + i] = all[k * space.size + first + i];
    return out;
  };
  const out: Record<string, BatchRows> = {};
  for (const { robot, at } of layout.robots)
    setEntry(out, robot.name, { from: columns(from, at, robot.size), to: columns(to, at, robot.size) });
  for (const { name, at } of layout.bodies) setEntry(out, name, { from: columns(from, at, 7), to: columns(to, at, 7) });
  return out;
}
