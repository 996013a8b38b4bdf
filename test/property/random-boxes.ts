import type { BroadPhase } from '../../src/broad/broad-phase.ts';
import type { Random } from '../../src/math/random.ts';

/** Kinds of worlds in which broad phases go wrong in different ways. */
export const BOX_WORLDS = [
  'uniform',
  'cluster',
  'pile',
  'mixed',
  'lattice',
  'points',
  'rods',
  'identical',
  'far',
  'huge',
  'tiny',
  'spread',
] as const;
export type BoxWorldKind = (typeof BOX_WORLDS)[number];

type Box = [number, number, number, number, number, number];

/**
 * A world of boxes that are added, removed, moved a little, moved far or changed in size, step by step; the same is done to every broad phase.
 * Throws where one of them gives a box another number than the first does.
 */
export class RandomBoxes {
  private readonly boxes = new Map<number, Box>();
  private readonly kind: BoxWorldKind;
  private readonly random: Random;
  private readonly phases: readonly BroadPhase[];
  private readonly most: number;

  constructor(kind: BoxWorldKind, random: Random, phases: readonly BroadPhase[], most = 24) {
    this.kind = kind;
    this.random = random;
    this.phases = phases;
    this.most = most;
  }

  /** Changes before one update. */
  step(): void {
    const { random, boxes } = this;
    if (boxes.size === 0) for (let k = random.integer(this.most); k >= 0; k--) this.add();
    const act = random.integer(8);
    if (act === 0) return;
    const share = random.pick([0.1, 0.5, 1]);
    for (const [id, box] of [...boxes]) {
      if (random.next() > share) continue;
      const change = act < 5 ? 2 : random.integer(4);
      if (change === 0) this.remove(id);
      else if (change === 1) this.move(id, this.newBox());
      else this.move(id, this.nudged(box));
    }
    if (act >= 5) for (let k = random.integer(6); k > 0; k--) this.add();
    // Removed before any update has seen it.
    if (act === 7) this.remove(this.add());
    if (act === 6 && random.next() < 0.2) for (const id of [...boxes.keys()]) this.remove(id);
  }

  private add(): number {
    const box = this.newBox();
    const fixed = this.random.next() < 0.2;
    const [id, ...others] = this.phases.map((phase) => phase.add(box, 0, fixed));
    for (const other of others) if (other !== id) throw new Error(`box ${id} is number ${other} elsewhere`);
    this.boxes.set(id, box);
    return id;
  }

  private remove(id: number): void {
    for (const phase of this.phases) phase.remove(id);
    this.boxes.delete(id);
  }

  private move(id: number, box: Box): void {
    // Not at offset 0, which a broad phase could forget.
    for (const phase of this.phases) phase.move(id, [Number.NaN, ...box], 1);
    this.boxes.set(id, box);
  }

  private nudged(box: Box): Box {
    const { random } = this;
    const moved: Box = [...box];
    for (let c = 0; c < 3; c++) {
      const extent = box[c + 3] - box[c];
      const way = this.kind === 'lattice' ? random.integer(3) - 1 : random.range(-0.4, 0.4) * (extent > 0 ? extent : this.pointSpacing());
      const growth = this.kind === 'lattice' || extent === 0 ? 0 : random.next() < 0.2 ? random.range(-0.2, 0.3) * extent : 0;
      moved[c] = box[c] + way;
      moved[c + 3] = Math.max(moved[c], box[c + 3] + way + growth);
    }
    return moved;
  }

  private pointSpacing(): number {
    return this.kind === 'tiny' ? 1e-301 : this.kind === 'huge' ? 1e87 : 0.5;
  }

  private newBox(): Box {
    const { random } = this;
    const uniform = (): number => random.next();
    switch (this.kind) {
      case 'uniform':
        return boxOf(
          () => random.range(0, 4),
          () => random.range(0.5, 1),
        );
      case 'cluster':
        return boxOf(
          () => (random.next() + random.next()) * (random.next() < 0.5 ? 0.2 : 1) - 3,
          () => random.range(0.2, 0.4),
        );
      case 'pile':
        return boxOf(
          (axis) => (axis === 2 ? 1e-3 * uniform() : random.range(0, 6)),
          () => random.range(0.8, 1),
        );
      case 'mixed': {
        const size = random.pick([1, 3, 10, 100, 1000]) * random.range(0.5, 1);
        return boxOf(
          () => random.range(0, 100),
          () => size * random.range(0.5, 1),
        );
      }
      case 'lattice':
        return boxOf(
          () => random.integer(7) - 3,
          () => random.integer(3),
        );
      case 'points': {
        const point = random.next() < 0.7;
        return boxOf(
          () => (random.next() < 0.5 ? random.integer(3) : random.range(0, 3)),
          () => (point ? 0 : random.range(0, 2)),
        );
      }
      case 'rods': {
        const along = random.integer(3);
        return boxOf(
          () => (random.next() < 0.5 ? 2 : random.range(0, 2)),
          (axis) => (axis === along ? random.range(1, 50) : random.pick([0, 1e-9, 0.1, 0.5])),
        );
      }
      case 'identical':
        return boxOf(
          () => random.integer(2) * 5,
          () => 1,
        );
      case 'far':
        return boxOf(
          () => -5e7 + random.range(0, 4e-3),
          () => 1e-3,
        );
      case 'huge':
        return boxOf(
          () => random.pick([0, 1e89, 1e89, 1]) + 1e88 * random.pick([0, uniform()]),
          () => random.pick([0, 1, 1e75, 1e88, 1e89]),
        );
      case 'tiny':
        return boxOf(
          () => 1e-300 * random.pick([0, 0, random.range(-1, 1)]),
          () => random.pick([0, 5e-324, 1e-310, 1e-300]),
        );
      case 'spread': {
        // Sizes over so many orders of magnitude that no set of resolutions suits them all.
        let size = 1;
        for (let k = random.integer(200); k > 0; k--) size /= 3;
        return boxOf(
          () => -random.range(-0.2, 1) * size,
          () => size * random.range(0.5, 1.5),
        );
      }
    }
  }
}

function boxOf(corner: (axis: number) => number, extent: (axis: number) => number): Box {
  const low = [corner(0), corner(1), corner(2)];
  return [low[0], low[1], low[2], low[0] + extent(0), low[1] + extent(1), low[2] + extent(2)];
}
