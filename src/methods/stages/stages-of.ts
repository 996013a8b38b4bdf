/*
 * What the first two stages of method 'interval' make of one segment of a path [Redon et al. 2004, §4], told by names
 * for whoever wants to look at it: the boxes of stage 1, the swept volumes of stage 2, and what is left for stage 3.
 * Guarantee: it is the same code that the method runs. A box holds all that its body comes within the margin of on the
 * segment; every point of a link is within `radius` of the triangles of its volume; a tested pair that is no candidate
 * keeps more than the clearance all along. The drawn surface is off by `error` at most and decides nothing.
 */
import type { PairSide } from '../../contact/result.ts';
import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { checkFlag, checkRecord } from '../../math/check-record.ts';
import type { PairList } from '../../math/pair-list.ts';
import type { Vec3 } from '../../math/pose.ts';
import type { SceneQuestion } from '../../scene/answers/scene-first-contact.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { withSegment } from '../../scene/friends.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { Scene } from '../../scene/scene.ts';
import { checkSceneOptions, type SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import { lineSweptSphere } from '../culling/line-swept-sphere.ts';
import type { ObjectBoxes } from '../culling/object-boxes.ts';
import type { StagedLink } from '../culling/stages.ts';
import { SkeletonCulling, type SweptVolumeTest } from '../culling/swept-volume.ts';
import { sweptVolumeMesh } from '../culling/swept-volume-mesh.ts';
import { localised } from './swept-question.ts';

/** The segment to look at, and the options of a query that matter to its stages. */
export interface StagesOfOptions extends Pick<SceneFirstContactOptions, 'clearance' | 'ends'> {
  /** Number of the segment, from 0. Default 0. */
  readonly segment?: number;
  /** Every obstacle by itself, also those that share a body, as they do in queries. Default false. */
  readonly apart?: boolean;
}

/** A box along the world's axes, as stage 1 tests it. */
export interface StageBox {
  /** Whom it is around; obstacles that share a body have one together. */
  readonly of: readonly PairSide[];
  /** Its lowest corner, in the unit of length. */
  readonly min: Vec3;
  /** Its highest corner. */
  readonly max: Vec3;
  /** Whether some pair of it was left by stage 1. */
  readonly kept: boolean;
}

/** What a link or body sweeps over the segment, as stage 2 tests it. */
export interface StageVolume {
  /** Whose it is. */
  readonly of: PairSide;
  /** Whether some pair of it was left by stage 2. */
  readonly kept: boolean;
  /** Nine numbers a triangle, in the world: the surface that the middle line of its capsule sweeps. */
  readonly triangles: Float64Array;
  /** No point of it is ever farther from these triangles, in the unit of length. */
  readonly radius: number;
  /** The boundary of what the capsule sweeps, to be drawn: three numbers a vertex, in the world. */
  readonly positions: Float64Array;
  /** Three vertices a triangle of that boundary. */
  readonly indices: Uint32Array;
  /** No drawn point is farther outside of what the capsule sweeps, in the unit of length. */
  readonly error: number;
}

/** A pair of bodies that the boxes of stage 1 could not rule out. */
export interface StagePair {
  /** A link or a body that moves. */
  readonly a: PairSide;
  /** Another one, or what stands; obstacles that share a body are one. */
  readonly b: readonly PairSide[];
  /**
   * 'apart': stage 2 ruled it out; 'candidate': stage 3 has to look; 'allowed': it is not tested, and nobody looks any
   * further.
   */
  readonly outcome: 'apart' | 'candidate' | 'allowed';
}

/** What the stages of method 'interval' make of one segment. */
export interface SceneStages {
  /** Number of the segment, from 0. */
  readonly segment: number;
  /** How many pairs stage 1 looked at; those that are not among `pairs` it ruled out. */
  readonly tested: number;
  /** The boxes of what moves, and of what stands. */
  readonly boxes: readonly StageBox[];
  /** The volumes of what stage 1 left; without those whose motion has no bound, which keep all their pairs. */
  readonly volumes: readonly StageVolume[];
  /** The pairs that stage 1 left, and what became of them. */
  readonly pairs: readonly StagePair[];
}

/**
 * What the stages of method 'interval' make of one segment of a path: boxes, swept volumes, and the pairs that each of
 * them leaves. The same as `firstContact` with that method does there, and counts in `stats.stages`. Where pairs keep
 * different distances, the largest of them is kept by all.
 *
 * @example
 * ```ts
 * const { boxes, volumes, pairs } = stagesOf(scene, motions, { segment: 2 });
 * const candidates = pairs.filter(({ outcome }) => outcome === 'candidate');
 * ```
 */
export function stagesOf(scene: Scene, motions: SceneMotions, options: StagesOfOptions = {}): SceneStages {
  checkRecord(options, ['segment', 'apart', 'clearance', 'ends'], 'stagesOf');
  const { segment = 0, apart = false, ...asked } = options;
  checkFlag(apart, 'apart:');
  checkSceneOptions(asked);
  const told = withSegment(scene, motions, segment, apart, asked, lookAt);
  return { ...told, segment };
}

function lookAt(question: SceneQuestion, segment: number): Omit<SceneStages, 'segment'> {
  const watched: WatchedCulling[] = [];
  const { localisation, links } = localised(question, segment, (moving, objects) => {
    watched.push(new WatchedCulling(moving, objects));
    return watched[0];
  });
  const { pairs } = question.engine;
  const [{ before, beforeLinks, skeletons }] = watched;
  const { bvh, objects, candidates, linkCandidates, stats } = localisation;
  const left = new Set(keysOf(candidates.pairs.subarray(0, 2 * candidates.count), objects.count));
  const leftLinks = new Set(keysOf(linkCandidates.pairs.subarray(0, 2 * linkCandidates.count), links.length));
  const sides = pairs.moving.map((_, k) => sideOf(pairs, k));
  const standing = pairs.standing.map(({ parts }) => parts.map(({ name }) => ({ body: name })));
  const keptLinks = new Set<number>();
  const keptObjects = new Set<number>();
  const undecided = new Set<number>();
  const outcomeOf = (isLeft: boolean, isTested: boolean): StagePair['outcome'] => (!isLeft ? 'apart' : isTested ? 'candidate' : 'allowed');
  const found: StagePair[] = [];
  for (let i = 0; i < beforeLinks.length; i += 2) {
    const [a, b] = [beforeLinks[i], beforeLinks[i + 1]];
    const outcome = outcomeOf(leftLinks.has(a * links.length + b), true);
    for (const link of [a, b]) {
      keptLinks.add(link);
      if (outcome === 'candidate') undecided.add(link);
    }
    found.push({ a: sides[a], b: [sides[b]], outcome });
  }
  for (let i = 0; i < before.length; i += 2) {
    const [link, object] = [before[i], before[i + 1]];
    // links that no joint moves are not tested against what stands still
    const isTested = link < pairs.movable && pairs.standingNumber(link, object) >= 0;
    const outcome = outcomeOf(left.has(link * objects.count + object), isTested);
    found.push({ a: sides[link], b: standing[object], outcome });
    if (!isTested) continue;
    keptLinks.add(link);
    keptObjects.add(object);
    if (outcome === 'candidate') undecided.add(link);
  }
  const { reference } = pairs;
  const boxes = links.map((_, k) => boxAt(bvh.boxes, 6 * bvh.nodeOf[k], reference, [sides[k]], keptLinks.has(k)));
  for (const { o, object } of objectNodes(objects))
    boxes.push(boxAt(objects.boxes, o, reference, standing[object], keptObjects.has(object)));
  const volumes = [...keptLinks].flatMap((k) => volumeOf(links[k], skeletons, k, reference, sides[k], undecided.has(k)) ?? []);
  return { tested: stats[0].tested, boxes, volumes, pairs: found };
}

/** Stage 2 as it is, with what came in written down. */
class WatchedCulling implements SweptVolumeTest {
  readonly skeletons: SkeletonCulling;
  before: Uint32Array = new Uint32Array(0);
  beforeLinks: Uint32Array = new Uint32Array(0);

  constructor(links: readonly StagedLink[], objects: ObjectBoxes) {
    this.skeletons = new SkeletonCulling(links, objects);
  }

  begin(times: Float64Array, clearance: number, rounding: number): void {
    this.skeletons.begin(times, clearance, rounding);
  }

  cull(candidates: PairList): void {
    this.before = Uint32Array.from(candidates.pairs.subarray(0, 2 * candidates.count));
    this.skeletons.cull(candidates);
  }

  cullPairs(candidates: PairList): void {
    this.beforeLinks = Uint32Array.from(candidates.pairs.subarray(0, 2 * candidates.count));
    this.skeletons.cullPairs(candidates);
  }
}

const WHOLE: Float64Array = Float64Array.of(0, 1);

/** null: its sweep has no bound. */
function volumeOf(
  { mesh, motion }: StagedLink,
  skeletons: SkeletonCulling,
  link: number,
  reference: Float64Array,
  of: PairSide,
  kept: boolean,
): StageVolume | null {
  const skeleton = skeletons.skeletonOf(link);
  if (!skeleton.bounded) return null;
  const capsule = lineSweptSphere(mesh);
  const triangles = new Float64Array(18 * skeleton.strips);
  for (let i = 0; i < 2 * skeleton.strips; i++)
    for (let k = 0; k < 9; k++) triangles[9 * i + k] = skeleton.leaves[LEAF_STRIDE * i + k] + reference[k % 3];
  // the places are rounded once more; what is kept beside is no part of the body
  const rounded = 2 ** -52 * (skeleton.reach + Math.abs(reference[0]) + Math.abs(reference[1]) + Math.abs(reference[2]));
  const radius = (capsule.radius + skeleton.error + rounded) * (1 + 2 ** -48);
  const drawn = capsule.radius > 0 ? sweptVolumeMesh(capsule, motion, WHOLE) : null;
  const positions = drawn === null ? triangles : drawn.mesh.positions.map((x, i) => x + reference[i % 3]);
  const indices = drawn === null ? Uint32Array.from({ length: triangles.length / 3 }, (_, i) => i) : Uint32Array.from(drawn.mesh.indices);
  return { of, kept, triangles, radius, positions, indices, error: drawn?.error ?? skeleton.error };
}

function sideOf({ moving, chains }: ScenePairs, k: number): PairSide {
  const { name, robot } = moving[k];
  return robot < 0 ? { body: name } : { body: chains[robot].robot.name, link: name };
}

function boxAt(boxes: Float64Array, o: number, reference: Float64Array, of: readonly PairSide[], kept: boolean): StageBox {
  // outwards, as the sum is rounded
  const corner = (at: number, sign: number): Vec3 => {
    const sum = [0, 1, 2].map((k) => boxes[at + k] + reference[k]);
    const [x, y, z] = sum.map((value) => value + sign * (2 ** -52 * Math.abs(value) + 2 ** -1074));
    return [x, y, z];
  };
  return { of, min: corner(o, -1), max: corner(o + 3, 1), kept };
}

function* objectNodes({ child, order }: ObjectBoxes): Generator<{ readonly o: number; readonly object: number }> {
  for (let node = 0; node < child.length; node++) if (child[node] < 0) yield { o: 6 * node, object: order[-1 - child[node]] };
}

function keysOf(pairs: Uint32Array, width: number): number[] {
  return Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i] * width + pairs[2 * i + 1]);
}
