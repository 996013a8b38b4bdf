/**
 * A scene as the programs read it: tasks, each a moving body against a tree that stands still in the frame of the
 * other, chains of joints, trees. Lengths are multiplied by a power of two, so that the scene is about as large as 1.
 */
import type { BatchEnds } from '../../batch/motion-rows.ts';
import { largestOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ClearanceClass } from '../../scene/pairs/clearance-rules.ts';
import { commonAncestor, type ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import { type Insides, InsideWords, insidesOf } from './batch-insides.ts';
import { cutWithin, movingRegion, placesRegion, Region, radiusOf } from './batch-region.ts';
import { BatchTrees, looseTriangles } from './batch-trees.ts';
import { putRecord, type SizedTree, STEP, STEP_INTEGERS, stepWords, TASK, TASK_INTEGERS, TASK_MAPS, taskWords } from './batch-words.ts';
import {
  type Channel,
  Channels,
  type CompiledChain,
  centredAt,
  compiled,
  downTo,
  type Element,
  floating,
  type OwnTurn,
  type PlaceOf,
  reversed,
} from './chain-elements.ts';
import { frameAt, turnedVector } from './frames.ts';

/** What numbers of a model are made for: the unit, the origin, how far all is from the world's, where things move. */
interface Measures {
  readonly scale: number;
  readonly middle: Vec3;
  readonly far: number;
  readonly region: Region;
}

/** A tree in whose frame it is looked whether something comes near. */
interface StandingTree extends Insides, SizedTree {
  readonly centre: Vec3;
  readonly triangles: number;
}

/** What a batch asks of a scene. */
export interface BatchScene {
  readonly pairs: ScenePairs;
  readonly classes: readonly ClearanceClass[];
  readonly tolerance: number;
  /** The motions that will be asked about; null: not known yet. */
  readonly ends?: BatchEnds | null;
}

/** Two bodies: numbers of `ScenePairs.moving`, or all of these that stand. */
export interface BatchTask {
  readonly moving: number;
  readonly against: { readonly body: number } | { readonly standing: readonly number[] };
  readonly clearance: number;
  readonly chain: CompiledChain;
}

export interface BatchModel {
  readonly tasks: readonly BatchTask[];
  readonly channels: readonly Channel[];
  readonly own: readonly OwnTurn[];
  /** Words a motion, and where the quarter turns and the own rotations begin. */
  readonly stride: number;
  readonly quartersAt: number;
  readonly ownAt: number;
  readonly scale: number;
  /** No place of a body is taken beyond this distance, and where things may move for which it is sharp. */
  readonly far: number;
  readonly region: Region;
  readonly model: Uint32Array<ArrayBuffer>;
  readonly nodes: Float32Array<ArrayBuffer>;
  readonly corners: Float32Array<ArrayBuffer>;
  /** Whether something may be inside a solid at the start. */
  readonly solids: boolean;
}

export function batchModel({ pairs, classes, tolerance, ends = null }: BatchScene): BatchModel {
  // One piece: one list after the other, all of which the result holds.
  const channels = new Channels();
  const measures = measured(pairs, ends);
  const { scale, middle, far, region } = measures;
  const placeOf: PlaceOf = (owner, slot) => {
    if (ends === null) return [0, 0, 0];
    return owner < 0 ? middle : placesRegion(ends, owner, slot).middle;
  };
  const trees = new BatchTrees();
  const bodies = pairs.moving.map(({ mesh }) => movingTree(mesh, scale, trees));
  const clearanceOf = clearances(classes);
  const tasks: BatchTask[] = [];
  const words: number[][] = [];
  const standings: StandingTree[] = [];
  const steps: number[] = [];
  const add = (task: BatchTask, standing: StandingTree): void => {
    tasks.push(task);
    standings.push(standing);
    words.push(taskWords(task, bodies[task.moving], standing, { scale, tolerance, far }, steps.length / STEP));
    for (let i = 0; i < task.chain.steps.length; i++) for (const word of stepWords(task.chain, i)) steps.push(word);
  };
  // links that are far down a chain are hit most: they come first
  const order = Array.from({ length: pairs.movable }, (_, k) => k).toSorted((a, b) => pairs.moving[b].link - pairs.moving[a].link);
  const sets = new Map<string, StandingTree>();
  for (const k of order) {
    for (const [clearance, standing] of standingSets(pairs, k, clearanceOf)) {
      const key = standing.join(' ');
      let tree = sets.get(key);
      if (tree === undefined) {
        tree = standingTree(pairs, standing, measures, trees);
        sets.set(key, tree);
      }
      const world: Element = centredAt(middle, true);
      const chain = compiled([world, ...waysTo(pairs, k, -1, channels, placeOf), centredAt(bodies[k].centre, false)], scale);
      add({ moving: k, against: { standing }, clearance, chain }, tree);
    }
  }
  pairs.listed.forEach(({ a, b }, pair) => {
    if (pairs.ignored[pair] === 1) return;
    // the smaller one moves through the tree of the larger
    const [moving, other] = bodies[a.body].triangles <= bodies[b.body].triangles ? [a.body, b.body] : [b.body, a.body];
    const ancestor = commonFrame(pairs, moving, other);
    const up = reversed(waysTo(pairs, other, ancestor, channels, placeOf));
    const elements = [
      centredAt(bodies[other].centre, true),
      ...up,
      ...waysTo(pairs, moving, ancestor, channels, placeOf),
      centredAt(bodies[moving].centre, false),
    ];
    add({ moving, against: { body: other }, clearance: clearanceOf(pair), chain: compiled(elements, scale) }, bodies[other]);
  });
  const fixed = TASK * tasks.length + steps.length;
  const inside = new InsideWords(fixed, trees);
  tasks.forEach(({ moving }, i) => {
    const [mine, other] = [bodies[moving], standings[i]];
    const [mapsOfMine, mapsOfOther] = [inside.mapsOf(mine), inside.mapsOf(other)];
    const points = mapsOfOther === 0 ? [0, 0] : [inside.pointsOf(mine), mine.points.length];
    for (const word of [...points, mapsOfMine === 0 ? 0 : inside.pointTree(other), mapsOfMine, mapsOfOther]) words[i].push(word);
  });
  const model = new Uint32Array(fixed + inside.words.length);
  model.set(inside.words, fixed);
  words.forEach((record, i) => {
    putRecord(model, TASK * i, [record[0] * STEP + TASK * tasks.length, ...record.slice(1)], TASK_INTEGERS);
  });
  const quartersAt = 2 * channels.list.length;
  const ownAt = quartersAt + Math.ceil(channels.list.length / 16);
  for (let o = 0; o < steps.length; o += STEP) {
    const record = steps.slice(o, o + STEP);
    record[2] += quartersAt;
    if (record[7] !== 0) record[7] += ownAt - 1;
    putRecord(model, TASK * tasks.length + o, record, STEP_INTEGERS);
  }
  return {
    tasks,
    channels: channels.list,
    own: channels.own,
    stride: ownAt + 18 * channels.own.length,
    quartersAt,
    ownAt,
    scale,
    far,
    region,
    model,
    nodes: trees.nodeData,
    corners: trees.cornerData,
    solids: words.some((record) => TASK_MAPS.some((at) => record[at] !== 0)),
  };
}

/** Whether places of these motions are where the model is sharp; turns alone go nowhere else. */
export function isMadeFor(model: BatchModel | null, pairs: ScenePairs, ends: BatchEnds | null): boolean {
  if (model === null || ends === null) return model !== null;
  const goes = model.channels.some(({ kind }) => kind === 'length' || kind === 'place');
  return !goes || model.region.holds(movingRegion(pairs, ends));
}

/** A power of two that makes where things move about as large as 1, where the origin is put, and how far away. */
function measured(pairs: ScenePairs, ends: BatchEnds | null): Measures {
  const around = new Region();
  for (const { mesh, position, quaternion } of pairs.standing) {
    const { turn } = frameAt(position, quaternion);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = turnedVector(turn, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
      around.take([x + position[0], y + position[1], z + position[2]], 0);
    }
  }
  for (const { robot } of pairs.chains) around.take(robot.base.position, 0);
  const fixed = movingRegion(pairs, null);
  const asked = movingRegion(pairs, ends);
  // wider, so that other motions of the kind are within it
  const region = fixed.holds(asked) ? asked : asked.around([0, 0, 0], 1, 0.25);
  // what moves is to be near the origin: rounding grows with the distance from it
  const robot = pairs.chains[0]?.robot;
  const moves = region.isEmpty ? around : region;
  const middle: Vec3 = robot?.base.position ?? (moves.isEmpty ? [0, 0, 0] : moves.middle);
  // what stands is at most a few thousand times as large: powers of lengths are to be numbers
  const radii = largestOf(pairs.moving.map(({ mesh }) => radiusOf(mesh.positions)));
  const size = Math.max(region.size, (region.isEmpty ? 1 : SMALLEST_SHARE) * around.size, radii);
  // points alone have no size
  const scale = size > 0 ? 2 ** -Math.ceil(Math.log2(size)) : 1;
  return { scale, middle, far: Math.max(around.far, region.far), region };
}

/** How small where things move may be made beside all that stands. */
const SMALLEST_SHARE = 2 ** -12;

function movingTree(mesh: TriangleMesh, scale: number, trees: BatchTrees): StandingTree {
  const centre = middleOf(mesh);
  const [x, y, z] = centre;
  const part = { mesh, at: (v: Vec3): Vec3 => [v[0] - x, v[1] - y, v[2] - z] };
  const triangles = looseTriangles([{ ...flat(mesh), at: part.at }], scale);
  const root = trees.add(triangles, 1);
  return { root, size: trees.reachOf(root), centre, triangles: mesh.triangleCount, ...insidesOf([part], triangles, scale, null) };
}

function flat({ positions, indices, radii }: TriangleMesh): Pick<TriangleMesh, 'positions' | 'indices' | 'radii'> {
  return { positions, indices, radii };
}

function middleOf({ positions }: TriangleMesh): Vec3 {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < positions.length; v++) {
    low[v % 3] = Math.min(low[v % 3], positions[v]);
    high[v % 3] = Math.max(high[v % 3], positions[v]);
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

function standingTree(
  pairs: ScenePairs,
  standing: readonly number[],
  { middle, scale, region }: Measures,
  trees: BatchTrees,
): StandingTree {
  const parts = standing.map((s) => {
    const { mesh, position, quaternion } = pairs.standing[s];
    const { turn } = frameAt(position, quaternion);
    const still = quaternion[0] === 0 && quaternion[1] === 0 && quaternion[2] === 0;
    const at = (v: Vec3): Vec3 => {
      const [x, y, z] = still ? v : turnedVector(turn, v);
      return [x + position[0] - middle[0], y + position[1] - middle[1], z + position[2] - middle[2]];
    };
    return { mesh, at };
  });
  const triangles = looseTriangles(
    parts.map(({ mesh, at }) => ({ ...flat(mesh), at })),
    scale,
  );
  const near = region.around(middle, scale, 0.02);
  const root = trees.add(cutWithin(triangles, near), 2);
  const insides = insidesOf(parts, triangles, scale, near.isEmpty ? null : near);
  return { root, size: trees.reachOf(root), centre: middle, triangles: triangles.radii.length, ...insides };
}

/** The clearance of every pair. */
function clearances(classes: readonly ClearanceClass[]): (pair: number) => number {
  if (classes.length === 1) return () => classes[0].clearance;
  return (pair) => classes.find(({ others }) => !others.has(pair))?.clearance ?? 0;
}

/** What stands that body k is tested against, by clearance. */
function standingSets(pairs: ScenePairs, k: number, clearanceOf: (pair: number) => number): ReadonlyMap<number, readonly number[]> {
  const sets = new Map<number, number[]>();
  pairs.standing.forEach((_, s) => {
    const pair = pairs.standingFrom + k * pairs.standing.length + s;
    if (pairs.ignored[pair] === 1) return;
    const clearance = clearanceOf(pair);
    const set = sets.get(clearance);
    if (set === undefined) sets.set(clearance, [s]);
    else set.push(s);
  });
  return sets;
}

/** How a moving body moves, from the frame of an ancestor of its robot (−1: the world) on. */
function waysTo(pairs: ScenePairs, body: number, ancestor: number, channels: Channels, placeOf: PlaceOf): Element[] {
  const { robot, link } = pairs.moving[body];
  if (robot < 0) return floating(-1 - body, 0, channels, placeOf);
  return downTo(pairs.chains[robot].robot, robot, link, ancestor, channels, placeOf);
}

/** The deepest link below which both move; −1: the world. */
function commonFrame(pairs: ScenePairs, a: number, b: number): number {
  const x = pairs.moving[a];
  const y = pairs.moving[b];
  if (x.robot < 0 || x.robot !== y.robot) return -1;
  return commonAncestor(pairs.chains[x.robot].robot, x.link, y.link);
}
