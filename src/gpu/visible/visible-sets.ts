/*
 * Which swept volumes and which obstacles can meet at all? [Govindaraju et al. 2003]: what is fully visible beside all
 * of the others, seen along some axis, meets none of them; it leaves its set, and with the smaller sets the rest is
 * looked at again, first objects, then parts of them, until nothing changes.
 * Guarantee: a volume and an obstacle of which one left its set do not meet: whoever left met nobody of the other set
 * as it was then, and who had left that set before had met nobody of this one.
 * Deviation: two sets, as obstacles may touch each other, and so may volumes; what stands among its own kind does not
 * hide anybody.
 */

import type { Part, VisibilityTest } from '../twin/visible-twin.ts';

/** Which of the things given may meet something of the other set. */
export interface Remaining {
  readonly links: readonly boolean[];
  readonly objects: readonly boolean[];
  /** How often was looked. */
  readonly rounds: number;
}

/** Triangles of a part of an obstacle; of a volume two, which are a strip of time. */
const OBJECT_PART = 64;
const LINK_PART = 2;
/** An obstacle of more triangles is looked at in parts from the beginning: as a whole it is hidden from everywhere. */
const LARGE: number = 16 * OBJECT_PART;
/** Looks, at most: what has not left by then stays. */
const MOST_ROUNDS = 16;

/**
 * Boxes around every 64 triangles of each obstacle, radii included; parts that are far from all volumes need not be
 * drawn.
 */
export class PartBoxes {
  private readonly boxes: Float32Array;
  private readonly starts: Uint32Array;
  private readonly parts: readonly Part[];

  constructor(triangles: Float32Array, parts: readonly Part[]) {
    this.parts = parts;
    this.starts = new Uint32Array(parts.length + 1);
    for (const [i, { count }] of parts.entries()) this.starts[i + 1] = this.starts[i] + Math.ceil(count / OBJECT_PART);
    this.boxes = new Float32Array(6 * this.starts[parts.length]);
    for (const [i, part] of parts.entries())
      for (const [k, piece] of divided(part, OBJECT_PART).entries()) this.boxes.set(boxOf(triangles, [piece]), 6 * (this.starts[i] + k));
  }

  /** Does the box of a part of obstacle `of` meet the other? Of parts that are no 64 triangles always. */
  meets({ first, count }: Part, of: number, other: readonly number[]): boolean {
    const offset = first - this.parts[of].first;
    if (count > OBJECT_PART || offset % OBJECT_PART !== 0) return true;
    const o = 6 * (this.starts[of] + offset / OBJECT_PART);
    for (let k = 0; k < 3; k++) if (this.boxes[o + k] > other[3 + k] || this.boxes[o + 3 + k] < other[k]) return false;
    return true;
  }
}

/** Least and greatest coordinates of some triangles, ten numbers each, and a little more than their radii. */
function boxOf(triangles: Float32Array, parts: readonly Part[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { first, count } of parts) {
    for (let o = 10 * first; o < 10 * (first + count); o += 10) {
      // boxes are stored in f32
      for (let k = 0; k < 9; k++) {
        const x = triangles[o + k];
        const reach = triangles[o + 9] + 2 ** -22 * (Math.abs(x) + triangles[o + 9]);
        box[k % 3] = Math.min(box[k % 3], x - reach);
        box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], x + reach);
      }
    }
  }
  return box;
}

/**
 * `linkParts`: the triangles of each volume among `links`; `objectParts`: those of each obstacle, whose number in
 * `boxes` is in `numbers`.
 */
export async function shrinkSets(
  test: VisibilityTest,
  links: Float32Array<ArrayBuffer>,
  linkParts: readonly Part[],
  objectParts: readonly Part[],
  boxes: PartBoxes | null = null,
  numbers: readonly number[] = [],
): Promise<Remaining> {
  let rounds = 0;
  let volumes = linkParts.map((part, of) => ({ part, of }));
  let obstacles = objectParts.flatMap((part, of) =>
    (part.count > LARGE ? divided(part, OBJECT_PART) : [part]).map((piece) => ({ part: piece, of })),
  );
  for (const whole of [true, false]) {
    if (!whole) {
      volumes = volumes.flatMap(({ part, of }) => divided(part, LINK_PART).map((piece) => ({ part: piece, of })));
      obstacles = obstacles.flatMap(({ part, of }) => divided(part, OBJECT_PART).map((piece) => ({ part: piece, of })));
    }
    for (let changed = true; changed && rounds < MOST_ROUNDS; rounds++) {
      if (boxes !== null) {
        const around = boxOf(
          links,
          volumes.map(({ part }) => part),
        );
        obstacles = obstacles.filter(({ part, of }) => boxes.meets(part, numbers[of], around));
      }
      if (volumes.length === 0 || obstacles.length === 0) break;
      const seen = await test.findVisible(
        links,
        volumes.map(({ part }) => part),
        obstacles.map(({ part }) => part),
      );
      const before = volumes.length + obstacles.length;
      volumes = volumes.filter((_, i) => seen.links[i] === 0);
      obstacles = obstacles.filter((_, i) => seen.objects[i] === 0);
      changed = volumes.length + obstacles.length < before;
    }
  }
  const left = (count: number, list: readonly { readonly of: number }[]): boolean[] => {
    const out = Array<boolean>(count).fill(false);
    for (const { of } of list) out[of] = true;
    return out;
  };
  // nobody is left to meet
  const none = volumes.length === 0 || obstacles.length === 0;
  return {
    links: left(linkParts.length, none ? [] : volumes),
    objects: left(objectParts.length, none ? [] : obstacles),
    rounds,
  };
}

function divided({ first, count }: Part, size: number): Part[] {
  const out: Part[] = [];
  for (let from = 0; from < count; from += size) out.push({ first: first + from, count: Math.min(size, count - from) });
  return out;
}
