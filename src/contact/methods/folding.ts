/**
 * When a long search by time begins anew from the roots, at the time that is proven. Pairs of nodes that were once near
 * are split for good, and step on one by one long after, turn after turn, where their parents would take one step.
 *
 * How often that pays depends on the bodies: anew too soon, and what is near is split again and again; too late, and
 * thousands of leaves step where nothing is near. So the pause between two folds is halved or doubled, on in the
 * direction that made time go faster, by counts alone: the same in every engine [docs/notes/slow-questions.md].
 * A search ends as before: folds are at least LEAST apart in time.
 */

/** Entries between two folds: at first, at least and at most. */
const FIRST = 256;
const SHORTEST = 32;
const LONGEST = 8192;
/** The least part of the motion between two. */
const LEAST: number = 2 ** -24;

export class Folding {
  /** Entries until it is asked again. */
  pause: number = FIRST;
  private time = 0;
  private entries = 0;
  /** Motion an entry, between the last two. */
  private rate = 0;
  private longer = false;

  /** Whether a search that is proven until `time` begins anew there, after so many entries. */
  folds(time: number, entries: number): boolean {
    const way = time - this.time;
    if (!(way >= LEAST)) return false;
    const rate = way / (entries - this.entries);
    if (this.entries > 0) {
      if (rate < this.rate) this.longer = !this.longer;
      this.pause = this.longer ? Math.min(LONGEST, 2 * this.pause) : Math.max(SHORTEST, this.pause / 2);
    }
    this.rate = rate;
    this.time = time;
    this.entries = entries;
    return true;
  }
}
