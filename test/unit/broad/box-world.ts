// Boxes that come, go, move and jump, and by brute force which of them meet: the truth broad phases are held to.

import { expect } from 'vitest';
import type { BroadPhase } from '../../../src/broad/broad-phase.ts';
import type { Random } from '../../../src/math/random.ts';

/** How coordinates are drawn: a few whole numbers make ties, `flat` is the pile of Figure 6. */
export type Spread = 'loose' | 'grid' | 'flat' | 'sizes';

interface Entry {
  box: number[];
  readonly fixed: boolean;
}

export class BoxWorld {
  readonly phase: BroadPhase;
  readonly entries = new Map<number, Entry>();
  /** Pairs of the update before. */
  #before = new Set<string>();
  readonly #random: Random;
  readonly #spread: Spread;
  readonly #room: number;

  constructor(phase: BroadPhase, random: Random, spread: Spread, room: number) {
    this.phase = phase;
    this.#random = random;
    this.#spread = spread;
    this.#room = room;
  }

  randomBox(): number[] {
    const random = this.#random;
    const scale = this.#spread === 'sizes' ? 1000 ** random.next() / 30 : 1;
    const low: number[] = [];
    const size: number[] = [];
    for (let k = 0; k < 3; k++) {
      const room = this.#spread === 'flat' && k === 1 ? 0.01 : this.#room;
      low.push(random.range(-room, room));
      size.push(random.next() < 0.1 ? 0 : scale * random.range(0.1, 2));
    }
    if (this.#spread === 'grid') {
      // −0 and 0 among them
      for (let k = 0; k < 3; k++) low[k] = Math.round(low[k]);
      for (let k = 0; k < 3; k++) size[k] = Math.round(size[k]);
    }
    return [...low, ...low.map((x, k) => x + size[k])];
  }

  add(): void {
    const fixed = this.#random.next() < 0.3;
    const box = this.randomBox();
    const id = this.phase.add(box, 0, fixed);
    expect(this.entries.has(id)).toBe(false);
    this.entries.set(id, { box, fixed });
  }

  remove(): void {
    if (this.entries.size === 0) return;
    const id = this.#random.pick([...this.entries.keys()]);
    this.phase.remove(id);
    this.entries.delete(id);
  }

  teleport(): void {
    this.#moveOne(() => this.randomBox());
  }

  /** `far` in units of the coordinates; whole numbers on the grid. */
  drift(far: number): void {
    this.#moveOne((box) => {
      const way = [0, 1, 2].map(() => this.#random.range(-far, far)).map((x) => (this.#spread === 'grid' ? Math.round(x) : x));
      return box.map((x, c) => x + way[c % 3]);
    });
  }

  driftAll(far: number): void {
    for (const [id, entry] of this.entries) {
      if (entry.fixed) continue;
      const way = [0, 1, 2].map(() => this.#random.range(-far, far));
      entry.box = entry.box.map((x, c) => x + way[c % 3]);
      this.phase.move(id, entry.box);
    }
  }

  /** Updates and compares pairs, opened and closed ones with brute force. */
  check(): void {
    const { phase } = this;
    phase.update();
    const truth = this.#truth();
    const told: string[] = [];
    phase.forEachPair((i, j) => told.push(`${i} ${j}`));
    expect(phase.size).toBe(this.entries.size);
    expect(told.sort()).toEqual([...truth].sort());
    expect(phase.pairCount).toBe(truth.size);
    expect(listed(phase.opened, phase.openedCount)).toEqual([...truth].filter((pair) => !this.#before.has(pair)).sort());
    expect(listed(phase.closed, phase.closedCount)).toEqual([...this.#before].filter((pair) => !truth.has(pair)).sort());
    this.#before = truth;
  }

  #moveOne(next: (box: number[]) => number[]): void {
    if (this.entries.size === 0) return;
    const id = this.#random.pick([...this.entries.keys()]);
    const entry = this.entries.get(id) as Entry;
    entry.box = next(entry.box);
    this.phase.move(id, entry.box);
  }

  #truth(): Set<string> {
    const all = [...this.entries].sort(([i], [j]) => i - j);
    const pairs = new Set<string>();
    for (const [p, [i, a]] of all.entries()) {
      for (const [j, b] of all.slice(p + 1)) {
        if (a.fixed && b.fixed) continue;
        if ([0, 1, 2].every((k) => a.box[k] <= b.box[k + 3] && b.box[k] <= a.box[k + 3])) pairs.add(`${i} ${j}`);
      }
    }
    return pairs;
  }
}

function listed(pairs: Uint32Array, count: number): string[] {
  return Array.from({ length: count }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`).sort();
}

/** A world through `frames` updates with a bit of everything. */
export function liveThrough(world: BoxWorld, random: Random, frames: number): void {
  for (let frame = 0; frame < frames; frame++) {
    const much = random.next() < 0.15;
    for (let k = random.integer(much ? 25 : 3); k > 0; k--) world.add();
    for (let k = random.integer(much ? 15 : 2); k > 0; k--) world.remove();
    for (let k = random.integer(much ? 10 : 2); k > 0; k--) world.teleport();
    for (let k = random.integer(4); k > 0; k--) world.drift(0.5);
    if (random.next() < 0.3) world.driftAll(0.2);
    world.check();
  }
}
