/**
 * The boxes of a broad phase: their numbers, which are fixed, which were added, moved or removed since the last update.
 * The numbers of removed boxes are given again only after the update that closes their pairs.
 * Guarantee: no face of a box has moved farther than its `travel` has grown.
 */

import { checkFlag, shownValue } from '../math/check-record.ts';
import { enlarged } from '../math/enlarged.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';

export const FREE = 0;
export const MOVING = 1;
export const FIXED = 2;
/** Removed since the last update; its box is still there. */
export const LEAVING = 3;

/** Coordinates up to here: their differences and squares stay finite. */
const LARGEST = 2 ** 300;
/** A shorter move cannot leave them: doubles that large are farther apart. */
const SUSPICIOUS = 2 ** 200;

/** Rounds up a dozen sums and products, each off by 2⁻⁵³; below 2⁻¹⁰²², where doubles lose digits, all are exact. */
const UP = 1 + 2 ** -48;

export class BoxStore {
  /** Six doubles per number: lowest corner, highest corner. */
  boxes: Float64Array = new Float64Array(6 * 64);
  /** Per box number: a bound on how far any of its faces has travelled since it was added. */
  travel: Float64Array = new Float64Array(64);
  /** Per box number: the moves since it was added. */
  moves: Uint32Array = new Uint32Array(64);
  /** FREE, MOVING, FIXED or LEAVING. */
  state: Uint8Array = new Uint8Array(64);
  /** Numbers are below this. */
  top = 0;
  size = 0;
  /** Added, moved or removed since the last `settle`, each once. */
  changed: Uint32Array = new Uint32Array(64);
  changedCount = 0;
  private isChanged: Uint8Array = new Uint8Array(64);
  private readonly free: number[] = [];
  /** Removed since the last `settle`. */
  readonly leaving: number[] = [];

  add(box: ArrayLike<number>, offset: number, fixed: boolean): number {
    checkBox(box, offset);
    checkFlag(fixed, 'fixed:');
    const id = this.free.pop() ?? this.top++;
    if (id >= this.state.length) this.grow();
    this.state[id] = fixed ? FIXED : MOVING;
    this.size++;
    for (let k = 0; k < 6; k++) this.boxes[6 * id + k] = box[offset + k];
    this.travel[id] = 0;
    this.moves[id] = 0;
    this.note(id);
    return id;
  }

  remove(id: number): void {
    this.checkId(id);
    this.state[id] = LEAVING;
    this.leaving.push(id);
    this.size--;
    this.note(id);
  }

  move(id: number, box: ArrayLike<number>, offset: number): void {
    const state = this.state[id];
    if (state !== MOVING && state !== FIXED) this.checkId(id);
    if (box === null || box === undefined) checkBox(box, offset);
    const { boxes } = this;
    const at = 6 * id;
    const x = box[offset];
    const y = box[offset + 1];
    const z = box[offset + 2];
    const u = box[offset + 3];
    const v = box[offset + 4];
    const w = box[offset + 5];
    // the largest of six distances by a + b + |a − b| = 2 max(a, b): Math.max branches, and is wrong half of the time
    const p = Math.abs(x - boxes[at]);
    const q = Math.abs(y - boxes[at + 1]);
    const r = Math.abs(z - boxes[at + 2]);
    const s = Math.abs(u - boxes[at + 3]);
    const t = Math.abs(v - boxes[at + 4]);
    const o = Math.abs(w - boxes[at + 5]);
    const ps = p + s + Math.abs(p - s);
    const qt = q + t + Math.abs(q - t);
    const ro = r + o + Math.abs(r - o);
    const four = ps + qt + Math.abs(ps - qt);
    const moved = 0.125 * (four + 2 * ro + Math.abs(four - 2 * ro));
    if (!(x <= u && y <= v && z <= w && moved < SUSPICIOUS)) checkBox(box, offset);
    boxes[at] = x;
    boxes[at + 1] = y;
    boxes[at + 2] = z;
    boxes[at + 3] = u;
    boxes[at + 4] = v;
    boxes[at + 5] = w;
    this.travel[id] = (this.travel[id] + moved) * UP;
    this.moves[id]++;
    if (this.isChanged[id] === 0) this.note(id);
  }

  /** After an update: nothing is changed any more, and the numbers of removed boxes are free. */
  settle(): void {
    const { changed, isChanged, state, leaving, free } = this;
    for (let k = 0; k < this.changedCount; k++) isChanged[changed[k]] = 0;
    this.changedCount = 0;
    for (const id of leaving) {
      state[id] = FREE;
      free.push(id);
    }
    leaving.length = 0;
  }

  private note(id: number): void {
    if (this.isChanged[id] === 1) return;
    this.isChanged[id] = 1;
    this.changed[this.changedCount++] = id;
  }

  private checkId(id: number): void {
    const state = Number.isInteger(id) && id >= 0 && id < this.top ? this.state[id] : FREE;
    if (state !== MOVING && state !== FIXED) throw new InputError(`there is no box ${shownValue(id)}`);
  }

  private grow(): void {
    const capacity = 2 * this.state.length;
    this.boxes = enlarged(this.boxes, new Float64Array(6 * capacity));
    this.travel = enlarged(this.travel, new Float64Array(capacity));
    this.moves = enlarged(this.moves, new Uint32Array(capacity));
    this.state = enlarged(this.state, new Uint8Array(capacity));
    this.changed = enlarged(this.changed, new Uint32Array(capacity));
    this.isChanged = enlarged(this.isChanged, new Uint8Array(capacity));
  }
}

/** Throws an InputError unless box[offset..offset + 5] are the corners of a box. */
function checkBox(box: ArrayLike<number>, offset: number): void {
  if (box === null || typeof box !== 'object' || !(offset >= 0 && offset + 6 <= box.length))
    throw new InputError(`box: must hold six numbers at offset ${offset}, got ${shownValue(box)}`);
  for (let k = 0; k < 3; k++) {
    const low = box[offset + k];
    const high = box[offset + k + 3];
    if (!(low <= high && low >= -LARGEST && high <= LARGEST))
      throw new InputError(
        `box: lowest and highest ${'xyz'[k]} must be finite and in order, got ${shownValue(low)} and ${shownValue(high)}${limitHint([low, high])}`,
      );
  }
}
