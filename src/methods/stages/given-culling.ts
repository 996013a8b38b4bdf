/**
 * Stage 2 of method 'interval' done elsewhere: what it needs to know of a segment is written down by one pass
 * (`SweptRecorder`), what came out is taken into account by the next (`GivenCulling`). For `inbetween/gpu`, whose
 * answers come later, as promises.
 */

import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import type { PairList } from '../../math/pair-list.ts';
import { type LineSweptSphere, lineSweptSphere } from '../culling/line-swept-sphere.ts';
import type { ObjectBoxes, PlacedObject } from '../culling/object-boxes.ts';
import type { StagedLink } from '../culling/stages.ts';
import { SkeletonCulling, type SweptVolumeTest } from '../culling/swept-volume.ts';

/** The volume that a link sweeps over a segment: every point of it is within `radius` of some triangle. */
export interface SweptLink {
  /** Number of the link. */
  readonly link: number;
  /** Nine numbers a triangle, two triangles for each strip of time, in order; relative to the scene's reference. */
  readonly triangles: Float64Array;
  /** With the clearance and what all states are off. */
  readonly radius: number;
}

/** What stage 1 leaves of a segment. */
export interface SweptSegment {
  /** Link and object, link and object … */
  readonly candidates: Uint32Array;
  /** What the links among them sweep, where that is bounded. */
  readonly links: readonly SweptLink[];
  /** Candidates that must stay, by `pairKey`: a link that may be wholly inside a solid, or whose sweep has no bound. */
  readonly staying: ReadonlySet<number>;
}

/** What stage 2 is asked in a whole query. */
export interface SweptQuestion {
  /** What stands still; the same array until the scene changes. */
  readonly objects: readonly PlacedObject[];
  readonly segments: readonly SweptSegment[];
}

/** What was found out of that, by segment: pairs that are apart. */
export interface GivenPairs {
  readonly objects: SweptQuestion['objects'];
  readonly apart: readonly ReadonlySet<number>[];
}

/** One number for a pair. */
export function pairKey(link: number, object: number, objects: number): number {
  return link * objects + object;
}

/** Writes down what it is asked, and rules nothing out. */
export class SweptRecorder implements SweptVolumeTest {
  segments: SweptSegment[] = [];
  private readonly objects: ObjectBoxes;
  private readonly skeletons: SkeletonCulling;
  private readonly capsules: readonly LineSweptSphere[];
  private pad = 0;

  constructor(links: readonly StagedLink[], objects: ObjectBoxes) {
    this.objects = objects;
    this.skeletons = new SkeletonCulling(links, objects);
    this.capsules = links.map(({ mesh }) => lineSweptSphere(mesh));
  }

  begin(times: Float64Array, clearance: number, rounding: number): void {
    this.skeletons.begin(times, clearance, rounding);
    this.pad = clearance + rounding;
  }

  cull({ pairs, count }: PairList): void {
    const { objects, skeletons, capsules, pad } = this;
    const candidates = Uint32Array.from(pairs.subarray(0, 2 * count));
    const staying = new Set<number>();
    const links = new Map<number, SweptLink | null>();
    for (let k = 0; k < candidates.length; k += 2) {
      const [link, object] = [candidates[k], candidates[k + 1]];
      const skeleton = skeletons.skeletonOf(link);
      if (!links.has(link)) {
        const triangles = new Float64Array(18 * skeleton.strips);
        for (let i = 0; i < 2 * skeleton.strips; i++) triangles.set(skeleton.leaves.subarray(LEAF_STRIDE * i, LEAF_STRIDE * i + 9), 9 * i);
        // a few roundings of the sum
        const radius = (capsules[link].radius + skeleton.error + pad) * (1 + 2 ** -48);
        links.set(link, skeleton.bounded ? { link, triangles, radius } : null);
      }
      const solid = objects.objects[object].tree.mesh.solid;
      if (!skeleton.bounded || (solid && !skeletons.leavesObject(skeleton, object))) staying.add(pairKey(link, object, objects.count));
    }
    this.segments.push({ candidates, links: [...links.values()].filter((link) => link !== null), staying });
  }

  cullPairs(_candidates: PairList): void {}
}

/** Rules out the pairs of links and objects that were proven apart elsewhere; pairs of links by their skeletons. */
export class GivenCulling implements SweptVolumeTest {
  private readonly objects: ObjectBoxes;
  private readonly skeletons: SkeletonCulling;
  private readonly apart: () => ReadonlySet<number>;

  /** `apart`: of the segment that is asked about. */
  constructor(links: readonly StagedLink[], objects: ObjectBoxes, apart: () => ReadonlySet<number>) {
    this.apart = apart;
    this.objects = objects;
    this.skeletons = new SkeletonCulling(links, objects);
  }

  begin(times: Float64Array, clearance: number, rounding: number): void {
    this.skeletons.begin(times, clearance, rounding);
  }

  cull(candidates: PairList): void {
    const { pairs, count } = candidates;
    const apart = this.apart();
    candidates.clear();
    for (let k = 0; k < 2 * count; k += 2)
      if (!apart.has(pairKey(pairs[k], pairs[k + 1], this.objects.count))) candidates.push(pairs[k], pairs[k + 1]);
  }

  cullPairs(candidates: PairList): void {
    this.skeletons.cullPairs(candidates);
  }
}
