// The boxes of a scene's bodies, written down while it runs, so that broad phases can be led through the same motion again.

import { BodyRun, type BodyScene } from '../../scenes/bodies/body-scene.ts';
import { AutoBroadPhase } from '../../src/broad/auto/auto-broad-phase.ts';
import type { BroadPhase, BroadStats } from '../../src/broad/broad-phase.ts';
import { ballisticBox } from '../../src/broad/motion-box.ts';
import { worldShape } from '../../src/world/world-shape.ts';

/** All moves of boxes, and where an update follows. */
export interface BoxRecord {
  /** First boxes, six doubles each, and which of them are fixed. */
  readonly boxes: readonly number[];
  readonly fixed: readonly boolean[];
  /** Numbers and new boxes of those that move, one after the other. */
  readonly ids: readonly number[];
  readonly moved: Float64Array;
  /** Moves before the end of each frame. */
  readonly ends: readonly number[];
  /** Diameters of the bodies: what resolutions are chosen from [Mirtich 1997, §2.2]. */
  readonly sizes: readonly number[];
}

/** As a world sweeps them: a body whenever its box has run out or it was answered, one at a time. */
export function recordSweeps(scene: BodyScene, duration: number): BoxRecord {
  const phase = new WrittenDown(new AutoBroadPhase());
  new BodyRun(scene, { broadPhase: phase }).advance(duration);
  return { ...phase, moved: Float64Array.from(phase.moved), sizes: diameters(scene) };
}

/** Frame by frame: a cube about every body that is not at rest, swept over its parabola until the next frame [Mirtich 1997, Figure 1]. */
export function recordFrames(scene: BodyScene, duration: number, interval: number): BoxRecord {
  const start = new WrittenDown(new AutoBroadPhase());
  const run = new BodyRun(scene, { broadPhase: start });
  const { boxes, fixed } = start;
  const ids: number[] = [];
  const moved: number[] = [];
  const ends: number[] = [];
  const box = new Float64Array(6);
  const reaches = scene.bodies.map(({ shape, name }) => worldShape(shape, name).hull.reach);
  const before = boxes.slice();
  for (let frame = 0; frame * interval < duration; frame++) {
    run.advance(frame * interval);
    for (const [id, { name }] of scene.bodies.entries()) {
      if (fixed[id]) continue;
      const { position, velocity, acceleration } = run.world.state(name);
      ballisticBox(position, velocity, acceleration, interval, reaches[id], box);
      if (box.every((x, k) => x === before[6 * id + k])) continue;
      for (let k = 0; k < 6; k++) before[6 * id + k] = box[k];
      if (frame === 0) for (let k = 0; k < 6; k++) boxes[6 * id + k] = box[k];
      else {
        ids.push(id);
        moved.push(...box);
      }
    }
    if (frame > 0) ends.push(ids.length);
  }
  return { boxes, fixed, ids, moved: Float64Array.from(moved), ends, sizes: diameters(scene) };
}

/** A broad phase with the first boxes of a record in it. */
export function begun<T extends BroadPhase>(phase: T, { boxes, fixed }: BoxRecord): T {
  for (let id = 0; id < fixed.length; id++) phase.add(boxes, 6 * id, fixed[id]);
  phase.update();
  return phase;
}

/** Leads a broad phase through a record; `each` sees it after every update. */
export function replay(phase: BroadPhase, { ids, moved, ends }: BoxRecord, each?: () => void): void {
  let k = 0;
  for (let frame = 0; frame < ends.length; frame++) {
    for (; k < ends[frame]; k++) phase.move(ids[k], moved, 6 * k);
    phase.update();
    each?.();
  }
}

function diameters({ bodies }: BodyScene): number[] {
  return bodies.map(({ shape, name }) => 2 * worldShape(shape, name).hull.reach);
}

/** Writes down what a broad phase is told after its first update. */
class WrittenDown implements BroadPhase {
  readonly method = 'written down';
  readonly boxes: number[] = [];
  readonly fixed: boolean[] = [];
  readonly ids: number[] = [];
  readonly moved: number[] = [];
  readonly ends: number[] = [];
  readonly #phase: BroadPhase;
  #started = false;

  constructor(phase: BroadPhase) {
    this.#phase = phase;
  }
  add(box: ArrayLike<number>, offset = 0, fixed = false): number {
    for (let k = 0; k < 6; k++) this.boxes.push(box[offset + k]);
    this.fixed.push(fixed);
    return this.#phase.add(box, offset, fixed);
  }
  remove(id: number): void {
    this.#phase.remove(id);
  }
  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.ids.push(id);
    for (let k = 0; k < 6; k++) this.moved.push(box[offset + k]);
    this.#phase.move(id, box, offset);
  }
  update(): void {
    this.#phase.update();
    if (this.#started) this.ends.push(this.ids.length);
    this.#started = true;
  }
  forEachPair(visit: (i: number, j: number) => void): void {
    this.#phase.forEachPair(visit);
  }
  get size(): number {
    return this.#phase.size;
  }
  get opened(): Uint32Array {
    return this.#phase.opened;
  }
  get openedCount(): number {
    return this.#phase.openedCount;
  }
  get closed(): Uint32Array {
    return this.#phase.closed;
  }
  get closedCount(): number {
    return this.#phase.closedCount;
  }
  get pairCount(): number {
    return this.#phase.pairCount;
  }
  get stats(): BroadStats {
    return this.#phase.stats;
  }
}
