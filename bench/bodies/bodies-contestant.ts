// One broad phase, ours or a peer's, led through the frames of a scene.

import { AllPairs } from '../../src/broad/all-pairs.ts';
import { AutoBroadPhase } from '../../src/broad/auto/auto-broad-phase.ts';
import type { BroadPhase } from '../../src/broad/broad-phase.ts';
import { CoherentHash } from '../../src/broad/hash/coherent-hash.ts';
import { SpatialHash } from '../../src/broad/hash/spatial-hash.ts';
import { Sweep2d } from '../../src/broad/sweep/sweep-2d.ts';
import { SweepAndPrune } from '../../src/broad/sweep/sweep-and-prune.ts';
import { type BoxScene, MovingBoxes } from './bodies-boxes.ts';
import { BvhJsPeer } from './bodies-bvh-js.ts';
import { clockFor } from './bodies-clock.ts';
import { type Rapier, RapierPeer } from './bodies-rapier.ts';

export interface Contestant {
  readonly name: string;
  /** Starts every frame from nothing: needs no frames before those that count. */
  readonly forgetful?: boolean;
  /** Boxes above which it is not tried, and why. */
  readonly most?: { readonly boxes: number; readonly why: string };
  start(boxes: MovingBoxes): Run;
}

/** A contestant with the boxes of one scene in it. */
export interface Run {
  /** Milliseconds for taking over where the boxes are now. */
  frame(boxes: MovingBoxes): number;
  /** Pairs that meet, as far as it can tell: NaN where it cannot. */
  readonly pairs: number;
  /** Of all frames so far. */
  readonly boxTests: number;
  readonly visits: number;
  close?(): void;
}

const OURS: readonly (() => BroadPhase)[] = [
  () => new SpatialHash(),
  () => new CoherentHash(),
  () => new SweepAndPrune(),
  () => new Sweep2d(),
  () => new AutoBroadPhase(),
];

/** Moves all that move, and updates. */
type Lead = (phase: BroadPhase, boxes: Float64Array, moving: Uint32Array) => void;

/** Compiled for each broad phase by itself: in one loop shared by all, calls cost a tenth of a frame more than in a user's program, which has one kind. */
function newLead(): Lead {
  return new Function(
    'phase',
    'boxes',
    'moving',
    'for (let k = 0; k < moving.length; k++) phase.move(moving[k], boxes, 6 * moving[k]); phase.update();',
  ) as Lead;
}

/** The moves and the update are timed: what a user calls. */
class OwnRun implements Run {
  readonly #phase: BroadPhase;
  readonly #lead: Lead;

  constructor(phase: BroadPhase, lead: Lead, { n, boxes, fixed }: MovingBoxes) {
    this.#phase = phase;
    this.#lead = lead;
    for (let i = 0; i < n; i++) phase.add(boxes, 6 * i, fixed[i] === 1);
    phase.update();
  }

  frame({ n, boxes, moving }: MovingBoxes): number {
    const now = clockFor(n);
    const start = now();
    this.#lead(this.#phase, boxes, moving);
    return now() - start;
  }

  get pairs(): number {
    return this.#phase.pairCount;
  }
  get boxTests(): number {
    return this.#phase.stats.boxTests;
  }
  get visits(): number {
    return this.#phase.stats.visits;
  }
}

/** How bvh.js is fastest in each scene, and the margin in box sizes: measured with margins from 0.03 to 0.2. */
const MARGIN = 0.2;
const REBUILT: readonly BoxScene[] = ['fast', 'teleport'];

/** Names of all contestants. */
export const METHODS: readonly string[] = ['all-pairs', ...OURS.map((make) => make().method), 'Rapier', 'bvh.js'];

/** Brute force first, then ours, the peers last. */
export function contestants(rapier: Rapier): Contestant[] {
  const own = (make: () => BroadPhase): Contestant => {
    const lead = newLead();
    return { name: make().method, start: (boxes) => new OwnRun(make(), lead, boxes) };
  };
  return [
    { ...own(() => new AllPairs()), forgetful: true, most: { boxes: 10_000, why: 'n²' } },
    ...OURS.map(own),
    {
      name: 'Rapier',
      start(boxes) {
        const peer = new RapierPeer(rapier, boxes);
        return { frame: (now) => peer.frame(now), pairs: Number.NaN, boxTests: Number.NaN, visits: Number.NaN, close: () => peer.close() };
      },
    },
    {
      name: 'bvh.js',
      start(boxes) {
        const peer = new BvhJsPeer(REBUILT.includes(boxes.scene) ? 'rebuild' : 'buffer', MARGIN, boxes);
        return {
          frame: (now) => peer.frame(now),
          get pairs() {
            return peer.found;
          },
          boxTests: Number.NaN,
          visits: Number.NaN,
        };
      },
    },
  ];
}

/** Pairs of ours that Rapier's candidates lack after some frames, and the candidates a pair: its boxes have a margin and single precision. */
export function rapierTruth(
  rapier: Rapier,
  scene: BoxScene,
  n: number,
  frames: number,
): { readonly missed: number; readonly surplus: number } {
  const boxes = new MovingBoxes(scene, n);
  const peer = new RapierPeer(rapier, boxes, true);
  const phase = new Sweep2d();
  for (let i = 0; i < n; i++) phase.add(boxes.boxes, 6 * i, boxes.fixed[i] === 1);
  for (let frame = 0; frame < frames; frame++) {
    boxes.step();
    peer.frame(boxes);
  }
  for (const i of boxes.moving) phase.move(i, boxes.boxes, 6 * i);
  phase.update();
  const candidates = peer.pairs();
  peer.close();
  let missed = 0;
  phase.forEachPair((i, j) => {
    if (!candidates.has(`${i} ${j}`)) missed++;
  });
  return { missed, surplus: candidates.size / phase.pairCount };
}
