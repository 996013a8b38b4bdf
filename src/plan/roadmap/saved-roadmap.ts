/**
 * Roadmaps as plain data that survives JSON, and back. What a file says is checked as far as it can be; what it says is
 * proven is believed until a path wants it, and certified again then.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { UNIT_SLACK } from '../../math/pose.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Bounds } from '../space/axes.ts';
import type { States } from '../space/state-space.ts';
import { NOBODY, PROVEN, REFUTED, SOMEBODY, UNKNOWN } from './lazy-graph.ts';
import { moversPrint } from './prints.ts';
import { RoadmapData } from './roadmap-data.ts';

const FORMAT = 'inbetween-roadmap/1';

/** A roadmap as plain data: what `save` gives and `Roadmap.load` takes. */
export interface SavedRoadmap {
  /** 'inbetween-roadmap/1'. */
  readonly format: string;
  /** What moves in the scene it was made for, as a print. */
  readonly movers: string;
  /** What stood in the scene, a print by name: what differs when it is loaded is asked about again. */
  readonly obstacles: Readonly<Record<string, string>>;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly group: string | null;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly moving: readonly string[] | null;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly bounds: Bounds | null;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly clearance: number | ClearanceRules | null;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly tolerance: number | null;
  /** As in `RoadmapOptions`; null: was not given. */
  readonly neighbours: number | null;
  /** As in `RoadmapOptions`. */
  readonly seed: number | string;
  /** What moves, axis by axis, as messages call it. */
  readonly axes: readonly string[];
  /** A state as a flat list: what does not move is as here. */
  readonly rest: readonly number[];
  /** How many random states were drawn. */
  readonly drawn: number;
  /** States as flat lists, one after another. */
  readonly states: readonly number[];
  /** By state: the number of a name in `culprits` that is in the way; −1 somebody, −2 two that move, −3 nobody. */
  readonly blocked: readonly number[];
  /**
   * Edges, four numbers each: both states, what is known (0 nothing, 1 likely free, 2 proven, 3 refuted, 4 proven and
   * of a path that was made as short as it gets), and who is in the way, as in `blocked`.
   */
  readonly edges: readonly number[];
  /** Names of obstacles that were in the way. */
  readonly culprits: readonly string[];
}

const KEYS: readonly (keyof SavedRoadmap)[] = [
  ...(['format', 'movers', 'obstacles', 'group', 'moving', 'bounds', 'clearance', 'tolerance', 'neighbours', 'seed'] as const),
  ...(['axes', 'rest', 'drawn', 'states', 'blocked', 'edges', 'culprits'] as const),
];
/** Numbers of an edge. */
const EDGE = 4;
/** What is known of an edge that is in `tight`. */
const TIGHT = REFUTED + 1;

export function savedRoadmap({ scene, making, space, graph, judge, prints, drawn, tight }: RoadmapData): SavedRoadmap {
  const numbers = new Map<number, number>();
  const states: number[] = [];
  const blocked: number[] = [];
  for (let node = 0; node < graph.count; node++) {
    if (graph.isGuest(node)) continue;
    numbers.set(node, numbers.size);
    for (const value of graph.stateOf(node)) states.push(value);
    blocked.push(graph.blocked[node]);
  }
  const edges: number[] = [];
  for (let edge = 0; edge < graph.a.length; edge++) {
    const [a, b] = [numbers.get(graph.a[edge]), numbers.get(graph.b[edge])];
    if (a !== undefined && b !== undefined)
      edges.push(a, b, tight.has(edge) && graph.verdicts[edge] === PROVEN ? TIGHT : graph.verdicts[edge], graph.by[edge]);
  }
  const { group = null, moving = null, bounds = null, clearance = null, tolerance = null, neighbours = null, seed, rest, ...more } = making;
  more satisfies Readonly<Record<string, never>>;
  return {
    format: FORMAT,
    movers: moversPrint(scene, { clearance, tolerance }),
    obstacles: Object.fromEntries(prints),
    ...{ group, moving, bounds, clearance, tolerance, neighbours, seed },
    axes: space.axes.map(({ name }) => name),
    rest,
    drawn,
    states,
    blocked,
    edges,
    culprits: [...judge.names],
  };
}

/** Throws an InputError that says what is wrong with the file, or why it is not for this scene. */
export function loadedRoadmap(scene: Scene, saved: SavedRoadmap): RoadmapData {
  checkShape(saved);
  if (saved.movers !== moversPrint(scene, saved))
    throw new InputError(
      'roadmap: it was saved for other robots or bodies than those of this scene (shapes, joints, allowed pairs, uncertainty, clearance or tolerance differ)',
    );
  const { rest, group, moving, bounds, clearance, tolerance, neighbours, seed } = saved;
  const given = { group, moving, bounds, clearance, tolerance, neighbours };
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const data = new RoadmapData(scene, { ...options, seed, rest });
  const axes = data.space.axes.map(({ name }) => name);
  if (axes.join('\n') !== saved.axes.join('\n'))
    throw new InputError(`roadmap: it moves ${saved.axes.join(', ')}; here these are ${axes.join(', ')}`);
  fill(data, saved);
  data.drawn = saved.drawn;
  data.prints = new Map(Object.entries(saved.obstacles));
  data.seen = null;
  return data;
}

function checkShape(saved: SavedRoadmap): void {
  checkRecord(saved, KEYS, 'roadmap');
  const { format } = saved;
  if (format !== FORMAT) throw new InputError(`roadmap: its format is ${shownValue(format)}; '${FORMAT}' is known here`);
  for (const key of KEYS) if (saved[key] === undefined) throw new InputError(`roadmap: '${key}' is missing`);
  const wrong = (key: keyof SavedRoadmap, what: string): InputError =>
    new InputError(`roadmap: ${key} must be ${what}, got ${shownValue(saved[key])}`);
  for (const key of ['axes', 'culprits'] as const)
    if (!isListOf(saved[key], (value) => typeof value === 'string')) throw wrong(key, 'a list of names');
  if (saved.moving !== null && !isListOf(saved.moving, (value) => typeof value === 'string')) throw wrong('moving', 'a list of names');
  for (const key of ['rest', 'states', 'blocked', 'edges'] as const)
    if (!isListOf(saved[key], Number.isFinite)) throw wrong(key, 'a list of numbers');
  if (saved.group !== null && typeof saved.group !== 'string') throw wrong('group', 'a name');
  if (typeof saved.seed !== 'string' && !Number.isFinite(saved.seed)) throw wrong('seed', 'a text or a number');
  if (!Number.isSafeInteger(saved.drawn) || saved.drawn < 0) throw wrong('drawn', 'a whole number ≥ 0');
  if (saved.neighbours !== null && !(Number.isSafeInteger(saved.neighbours) && saved.neighbours >= 1))
    throw wrong('neighbours', 'a whole number ≥ 1');
  const { obstacles } = saved;
  if (obstacles === null || typeof obstacles !== 'object' || !Object.values(obstacles).every((print) => typeof print === 'string'))
    throw wrong('obstacles', 'prints by name');
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function fill({ space, graph, judge, rest, tight }: RoadmapData, { states, blocked, edges, culprits }: SavedRoadmap): void {
  const { size } = space;
  const count = blocked.length;
  if (states.length !== count * size)
    throw new InputError(
      `roadmap: there are ${states.length} numbers of states, ${count * size} are needed: ${count} of ${size} numbers each`,
    );
  if (edges.length % EDGE !== 0) throw new InputError(`roadmap: there are ${edges.length} numbers of edges, not ${EDGE} for each`);
  for (const name of culprits) judge.numberOf(name);
  const isCulprit = (by: number): boolean => Number.isInteger(by) && by >= NOBODY && by < culprits.length;
  const flat = Float64Array.from(states);
  const moves = space.changing;
  for (let node = 0; node < count; node++) {
    checkState(flat, node, space, rest, moves);
    if (!isCulprit(blocked[node])) throw new InputError(`roadmap: state ${node} is blocked by ${blocked[node]}, which is nobody's number`);
    graph.add(flat, node * size, 0);
    graph.blocked[node] = blocked[node];
  }
  for (let i = 0; i < edges.length; i += EDGE) {
    const [a, b, verdict, by] = [edges[i], edges[i + 1], edges[i + 2], edges[i + 3]];
    const isNode = (node: number): boolean => Number.isInteger(node) && node >= 0 && node < count;
    const isKnown = Number.isInteger(verdict) && verdict >= UNKNOWN && verdict <= TIGHT;
    if (!isNode(a) || !isNode(b) || a === b || !isKnown || !isCulprit(by))
      throw new InputError(
        `roadmap: edge ${i / EDGE} is ${shownValue([a, b, verdict, by])}: two different states, what is known, and who is in the way`,
      );
    const edge = graph.connect(a, b);
    if (verdict === TIGHT) tight.add(edge);
    graph.verdicts[edge] = verdict === TIGHT ? PROVEN : verdict;
    graph.by[edge] = verdict !== REFUTED ? NOBODY : by === NOBODY ? SOMEBODY : by;
  }
}

function checkState(states: States, node: number, space: RoadmapData['space'], rest: States, moves: ReadonlySet<number>): void {
  const at = node * space.size;
  const beyond = space.beyond(states, at) ?? space.astray(states, at);
  if (beyond !== undefined)
    throw new InputError(
      `roadmap: state ${node} has ${beyond.axis.name} at ${beyond.value}, beyond its limits ${beyond.axis.low} to ${beyond.axis.high}`,
    );
  for (let k = 0; k < space.size; k++)
    if (!moves.has(k) && states[at + k] !== rest[k])
      throw new InputError(`roadmap: number ${k} of state ${node} is ${states[at + k]}; it does not move, and is ${rest[k]} elsewhere`);
  for (const { kind, at: slot, name } of space.axes) {
    if (kind !== 'turn') continue;
    let square = 0;
    for (let k = 0; k < 4; k++) square += states[at + slot + k] * states[at + slot + k];
    if (!(Math.abs(square - 1) <= 2 * UNIT_SLACK)) throw new InputError(`roadmap: state ${node} has no unit quaternion for ${name}`);
  }
}
