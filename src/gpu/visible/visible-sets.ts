/*
 * Which swept volumes and which obstacles can meet at all? [Govindaraju et al. 2003]: what is fully visible beside all
 * of the others, seen along some axis, meets none of them; it leaves its set, and with the smaller sets the rest is
 * looked at again, first objects, then parts of them, until nothing changes.
 * Guarantee: a volume and an obstacle of which one left its set do not meet: whoever left met nobody of the other set
 * as it was then, and who had left that set before had met nobody of this one.
 * Deviation: two sets, as obstacles may touch each other, and so may volumes; what stands among its own kind does not
 * hide anybody.
 */

/** Triangles of one thing that is looked at. */
export interface Part {
  readonly first: number;
  readonly count: number;
}

/** 1 for each that is fully visible from some side. */
export interface Looked {
  readonly links: Uint8Array;
  readonly objects: Uint8Array;
}

/** Who looks: the graphics device, or its twin. */
export interface VisibilityTest {
  look(links: Float32Array<ArrayBuffer>, linkParts: readonly Part[], objectParts: readonly Part[]): Promise<Looked>;
}

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
/** Looks, at most: what has not left by then stays. */
const MOST_ROUNDS = 16;

/** `linkParts`: the triangles of each volume among `links`; `objectParts`: those of each obstacle. */
export async function shrinkSets(
  test: VisibilityTest,
  links: Float32Array<ArrayBuffer>,
  linkParts: readonly Part[],
  objectParts: readonly Part[],
): Promise<Remaining> {
  let rounds = 0;
  let volumes = linkParts.map((part, of) => ({ part, of }));
  let obstacles = objectParts.map((part, of) => ({ part, of }));
  for (const whole of [true, false]) {
    if (!whole) {
      volumes = volumes.flatMap(({ part, of }) => divided(part, LINK_PART).map((piece) => ({ part: piece, of })));
      obstacles = obstacles.flatMap(({ part, of }) => divided(part, OBJECT_PART).map((piece) => ({ part: piece, of })));
    }
    for (let changed = true; changed && volumes.length > 0 && obstacles.length > 0 && rounds < MOST_ROUNDS; rounds++) {
      const seen = await test.look(
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
