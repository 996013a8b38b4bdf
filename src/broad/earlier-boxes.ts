import { type BoxStore, LEAVING } from './box-store.ts';

/**
 * The boxes as of the update before: a pair has opened where its boxes meet now and these do not, and no table of pairs
 * is needed to know it.
 * A number that had no box then has an empty one, which meets nothing.
 */
export class EarlierBoxes {
  boxes: Float64Array = new Float64Array(0);

  /** Room for every number of the store; before the boxes are compared. */
  reach(store: BoxStore): void {
    const known = this.boxes.length;
    if (store.boxes.length <= known) return;
    const boxes = new Float64Array(store.boxes.length);
    boxes.set(this.boxes);
    for (let at = known; at < boxes.length; at += 6) empty(boxes, at);
    this.boxes = boxes;
  }

  /** Takes over what has changed; after the boxes are compared, before the store settles. */
  follow(store: BoxStore): void {
    const { boxes } = this;
    for (let k = 0; k < store.changedCount; k++) {
      const id = store.changed[k];
      if (store.state[id] === LEAVING) empty(boxes, 6 * id);
      else for (let c = 6 * id; c < 6 * id + 6; c++) boxes[c] = store.boxes[c];
    }
  }
}

function empty(boxes: Float64Array, at: number): void {
  boxes.fill(Number.POSITIVE_INFINITY, at, at + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
}
