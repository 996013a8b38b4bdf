import { collectContacts, contactOfLeaves, type LeavesWithin, listsAll } from '../../contact/collect-contacts.ts';
import { forLeavesWithin } from '../../contact/leaves-within.ts';
import { minimalContacts } from '../../contact/minimal-contacts.ts';
import type { MovingPair } from '../../contact/moving-pair.ts';
import { PairStack } from '../../contact/pair-stack.ts';
import type { BodyPose, Gap, InitialPair, PairSide, TriangleContact, TriangleSide } from '../../contact/result.ts';
import { OVERLAP_ROUNDING } from '../../contact/start-rule.ts';
import { shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { fromMatrix } from '../../math/quat.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { Robot } from '../../robot/robot.ts';
import { partOf } from '../content/obstacles.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import { AUTO } from '../search/scene-method.ts';
import { type EngineOptions, SCENE_DEFAULTS } from '../search/scene-options.ts';
import { EFFECTIVE, EPSILON } from '../search/start-pairs.ts';
import type { SceneClock, SceneDistance, SceneFirstContact, SceneStats } from './scene-result.ts';

/** The engine's outcome as plain data. The segment of the outcome's time is loaded. */
export function makeSceneAnswer(
  engine: SceneEngine,
  robots: readonly Robot[],
  motions: ResolvedMotions,
  options: EngineOptions,
): SceneFirstContact {
  // One piece: an answer is one record, whose keys are filled from the same placement.
  const { outcome, pairs, start, search } = engine;
  const { status, pair } = outcome;
  const time = outcome.time;
  const { segment } = engine;
  const fraction = time - segment;
  const { distances, clearance: same = SCENE_DEFAULTS.clearance } = options;
  const clearance = distances === undefined ? same : pair < 0 ? distances.least : distances.of(pair);
  let rounding = 0;
  let tolerance = engine.tolerance;
  let gap: Gap | null = null;
  let contacts: readonly TriangleContact[] = [];
  let more = false;
  let poses: readonly BodyPose[] = [];
  if (pair >= 0) {
    const moving = engine.pair(pair);
    moving.placeAt(fraction);
    start.settle(pair, pairs.viewA(pair), pairs.viewB(pair));
    rounding = start.numbers[EPSILON];
    tolerance = start.numbers[EFFECTIVE];
    poses = [placed(engine, pair, 0, moving, moving.stateA), placed(engine, pair, 1, moving, moving.stateB)];
    if ((status === 'contact' || status === 'overlap') && outcome.leafA >= 0) {
      const distance = moving.leafDistance(outcome.leafA, outcome.leafB);
      gap = [status === 'contact' && options.mode !== 'any' ? clearance : 0, Math.max(clearance, distance + rounding)];
      const found = listContacts(engine, moving, options.contacts ?? SCENE_DEFAULTS.contacts);
      more = found.more;
      contacts = found.contacts.map((contact) => sceneContact(engine, pair, contact));
    }
  }
  const { nodes, triangles, poses: placings, iterations } = search.counts;
  const result: { -readonly [K in keyof SceneFirstContact]: SceneFirstContact[K] } = {
    status,
    time,
    segment,
    fraction,
    pair: pair < 0 ? null : pairOf(engine, pair, outcome.leafA, outcome.leafB),
    gap,
    clearance,
    excess: pair < 0 ? 0 : pairs.viewA(pair).mesh.excess + pairs.viewB(pair).mesh.excess,
    rounding: status === 'overlap' ? OVERLAP_ROUNDING * rounding : rounding,
    tolerance,
    initial: initialPairs(engine),
    contacts,
    complete: listsAll(status, options.contacts ?? SCENE_DEFAULTS.contacts, more),
    configurations: configurationsAt(robots, motions, time),
    poses,
    stats: {
      method: (options.method ?? AUTO).name,
      nodes,
      triangles,
      poses: placings,
      iterations,
      steps: nodes + triangles,
      frontNodes: 0,
      pairs: pairs.tested,
      placements: pairs.chains.reduce((sum, chain) => sum + chain.placements, 0),
      ...(engine.stages.length > 0 ? { enclosures: engine.enclosures, stages: engine.stages } : {}),
    },
  };
  if (status === 'unresolved') result.reason = outcome.reason;
  if (motions.seconds !== null) {
    result.seconds = secondsAt(motions.seconds, time);
    result.ownTimes = ownTimesAt(motions, time);
  }
  return result;
}

/** The answer where time was over before anything was looked at from that path time on. */
export function unknownFrom(
  engine: SceneEngine,
  robots: readonly Robot[],
  motions: ResolvedMotions,
  options: EngineOptions,
  tolerance: number,
  time: number,
): SceneFirstContact {
  engine.knowNothing(tolerance, time);
  return makeSceneAnswer(engine, robots, motions, options);
}

const stack = new PairStack();

function listContacts(
  engine: SceneEngine,
  moving: MovingPair,
  which: 'first' | 'all' | 'minimal' | 'none',
): { readonly contacts: readonly TriangleContact[]; readonly more: boolean } {
  if (which === 'none') return { contacts: [], more: false };
  const { leafA, leafB } = engine.outcome;
  const all: TriangleContact[] = [];
  const { tolerance } = engine;
  const leaves: LeavesWithin = (within, visit) => forLeavesWithin(moving, stack, within, visit);
  const more = which === 'first' ? false : collectContacts(moving, leaves, moving.clearance + tolerance, tolerance, '', '', all);
  if (all.length === 0) all.push(contactOfLeaves(moving, leafA, leafB, '', ''));
  return { contacts: which === 'minimal' ? minimalContacts(all, tolerance, moving.budget) : all, more: more || moving.budget.late };
}

function sceneContact(engine: SceneEngine, pair: number, contact: TriangleContact): TriangleContact {
  return Object.assign({}, contact, { a: contactSide(engine, pair, 0, contact.a), b: contactSide(engine, pair, 1, contact.b) });
}

function contactSide(engine: SceneEngine, pair: number, side: 0 | 1, { triangle, feature, index }: TriangleSide): TriangleSide {
  const { name, link, own } = named(engine, pair, side, triangle);
  return link === undefined ? { body: name, triangle: own, feature, index } : { body: name, link, triangle: own, feature, index };
}

/** Who the two of a pair are; leaves −1 where one is inside the other at the start. */
export function pairOf(engine: SceneEngine, pair: number, leafA: number, leafB: number): readonly [PairSide, PairSide] {
  return [sideOf(engine, pair, 0, leafA), sideOf(engine, pair, 1, leafB)];
}

function sideOf(engine: SceneEngine, pair: number, side: 0 | 1, leaf: number): PairSide {
  const view = side === 0 ? engine.pairs.viewsA[pair] : engine.pairs.viewsB[pair];
  const inside = engine.start.records.get(pair)?.inside;
  return sideWith(engine, pair, side, leaf >= 0 ? view.tree.triangles[leaf] : inside?.side === side ? inside.triangle : 0);
}

/** Who one of a pair is, given one of its triangles: several obstacles may share a tree. */
export function sideWith(engine: SceneEngine, pair: number, side: 0 | 1, triangle: number): PairSide {
  const { name, link } = named(engine, pair, side, triangle);
  return link === undefined ? { body: name } : { body: name, link };
}

function named(
  { pairs }: SceneEngine,
  pair: number,
  side: 0 | 1,
  triangle: number,
): { readonly name: string; readonly link?: string; readonly own: number } {
  const view = side === 0 ? pairs.viewsA[pair] : pairs.viewsB[pair];
  if (view.body >= pairs.moving.length) {
    const part = partOf(pairs.standing[view.body - pairs.moving.length], triangle);
    return { name: part.name, own: part.triangle };
  }
  const { name, robot } = pairs.moving[view.body];
  return robot < 0 ? { name, own: triangle } : { name: pairs.chains[robot].robot.name, link: name, own: triangle };
}

function placed(engine: SceneEngine, pair: number, side: 0 | 1, { reference: r }: MovingPair, state: Float64Array): BodyPose {
  const { body, link } = sideOf(engine, pair, side, side === 0 ? engine.outcome.leafA : engine.outcome.leafB);
  return {
    body: link ?? body,
    position: [state[STATE_P] + r[0], state[STATE_P + 1] + r[1], state[STATE_P + 2] + r[2]],
    quaternion: fromMatrix(state, 0),
  };
}

function initialPairs(engine: SceneEngine): readonly InitialPair[] {
  const { start } = engine;
  if (start.records.size === 0) return [];
  return [...start.records.values()]
    .filter((record) => record.overlaps || start.isNear(record))
    .map(({ pair, distance, epsilon, leafA, leafB, left, overlaps }) => {
      // of a pair that overlaps, the first leaves found are enough
      const gap: [number, number] = [overlaps ? 0 : Math.max(0, distance - epsilon), Math.max(0, distance + epsilon)];
      const [a, b] = pairOf(engine, pair, leafA, leafB);
      const sides = { a, b, gap };
      return left === undefined ? sides : { ...sides, left };
    });
}

function configurationsAt(robots: readonly Robot[], motions: ResolvedMotions, time: number): Record<string, readonly number[]> {
  const out: Record<string, readonly number[]> = {};
  for (let r = 0; r < motions.robots.length; r++) {
    const path = motions.robots[r];
    const values = path.configurationAt?.(Math.min(time, path.segments));
    if (values === undefined) continue;
    const list: number[] = [];
    for (let i = 0; i < values.length; i++) list.push(values[i]);
    setEntry(out, robots[r].name, list);
  }
  return out;
}

/** By which clock motions run. */
export function sceneClock(motions: ResolvedMotions): SceneClock {
  const { segments, seconds } = motions;
  return {
    segments,
    seconds,
    secondsAt: (time) => (seconds === null ? null : secondsAt(seconds, checkedTime(time, motions))),
    ownTimesAt: (time) => ownTimesAt(motions, checkedTime(time, motions)),
  };
}

/** A time of the path; throws where it is none. */
export function checkedTime(time: number, { segments }: ResolvedMotions): number {
  if (typeof time !== 'number' || !(time >= 0 && time <= segments))
    throw new InputError(`time: must be in [0, ${segments}], got ${shownValue(time)}`);
  return time;
}

/** Seconds at a path time. */
function secondsAt(seconds: readonly number[], time: number): number {
  const segment = Math.max(0, Math.min(seconds.length - 2, Math.floor(time)));
  const fraction = time - segment;
  return fraction === 1 ? seconds[segment + 1] : seconds[segment] + fraction * (seconds[segment + 1] - seconds[segment]);
}

export function ownTimesAt({ ownTimes }: ResolvedMotions, time: number): Record<string, number> {
  return Object.fromEntries([...ownTimes].map(([name, ownTime]) => [name, ownTime(time)]));
}

/** The work of several queries as that of one. */
export function summedStats(a: SceneStats, b: SceneStats): SceneStats {
  const counts = ['nodes', 'triangles', 'poses', 'iterations', 'steps', 'placements'] as const;
  return { ...b, pairs: Math.max(a.pairs, b.pairs), ...Object.fromEntries(counts.map((key) => [key, a[key] + b[key]])) };
}

/** There was no time to look at anything. */
export function unknownDistance(): SceneDistance {
  return { distance: 0, gap: [0, Number.MAX_VALUE], pair: null, complete: false };
}

/** The closest two where everything is placed, if there was time for that. */
export function closestOf(engine: SceneEngine, cutoff: number, skip: PairSet): SceneDistance {
  if (engine.budget.late) return unknownDistance();
  engine.findClosest(cutoff, 0, skip);
  const complete = !engine.budget.late;
  const { distance, lower: least, pair, leafA, leafB } = engine.distance.found;
  const lower = complete ? least : Math.max(0, least);
  if (pair < 0) return { distance: complete ? distance : lower, gap: [lower, Number.MAX_VALUE], pair: null, complete };
  // the lower bound is the distance less its rounding
  const gap: Gap = [Math.max(0, lower), Math.max(0, 2 * distance - lower)];
  return { distance: complete ? Math.max(0, distance) : gap[0], gap, pair: pairOf(engine, pair, leafA, leafB), complete };
}
