/**
 * Which segments of a path are nearly one motion, so that a search need not begin anew with each of them? Groups of
 * them depend on the path alone: whoever searches a part of it that ends where groups do finds the same ones.
 */
import { JoinedSegments } from '../../robot/follow/joined-segments.ts';
import type { ResolvedMotions } from './scene-motions.ts';

/** Groups begin and end within so many segments, a power of two, and have so many at least. */
const BLOCK = 32;
export const LEAST_JOINED = 4;
/**
 * Segments that go far take no longer than one that goes as far as all of them: n are joined where they go by no more
 * than n² / this arms together [docs/notes/one-search.md].
 */
const FEW_A_WAY = 16;

export class JoinedMotions {
  /** One a robot of the scene, as they were joined last. */
  robots: readonly JoinedSegments[] = [];
  private motions: ResolvedMotions | null = null;
  /** The block that was read: its first segment, and where the groups end in which its segments are. */
  private block = -1;
  private readonly ends: Int32Array = new Int32Array(BLOCK);
  /** How far its segments go, and how wide they are between the knots. */
  private readonly lengths: Float64Array = new Float64Array(BLOCK);
  private readonly widths: Float64Array = new Float64Array(BLOCK);
  /** Those of the block that are joined now; to −1: none. */
  private from = 0;
  private to = -1;
  private readonly knots: Float64Array = new Float64Array(BLOCK + 1);

  /** Where the group ends that a segment is in; the segment's own end: it is in none. */
  endOf(motions: ResolvedMotions, segment: number): number {
    const block = segment - (segment % BLOCK);
    if (this.motions !== motions || this.block !== block) this.read(motions, block);
    return this.ends[segment - block];
  }

  /** Joins segments of one group. False: they are too different. */
  join(motions: ResolvedMotions, first: number, last: number): boolean {
    if (last - first < LEAST_JOINED || this.endOf(motions, first) < last) return false;
    return this.fits(first - this.block, last - this.block);
  }

  /** How many of the segments joined last, from the first on, are over at a time of what joins them. */
  before(time: number, first: number, last: number): number {
    let count = 0;
    while (count < last - first && this.knots[first - this.block + count + 1] <= time) count++;
    return count;
  }

  /** Forgets the path. */
  forget(): void {
    this.motions = null;
  }

  private read(motions: ResolvedMotions, block: number): void {
    const { ends, lengths, widths } = this;
    const count = Math.min(BLOCK, motions.segments - block);
    this.motions = motions;
    this.block = block;
    this.to = -1;
    for (let i = 0; i < count; i++) ends[i] = block + i + 1;
    if (count < LEAST_JOINED || !bodiesStand(motions, block, block + count)) return;
    if (this.robots.length !== motions.robots.length || this.robots.some(({ robot }, r) => robot !== motions.robots[r].robot))
      this.robots = motions.robots.map(({ robot }) => new JoinedSegments(robot));
    if (this.robots.length === 0 || !this.robots.every((robot, r) => robot.take(motions.robots[r], block, count))) return;
    const { seconds } = motions;
    // smooth trajectories are smooth by their seconds
    const timed = seconds !== null && this.robots.some((robot) => !robot.isStraight(count));
    for (let i = 0; i < count; i++) {
      lengths[i] = this.robots.reduce((sum, robot) => sum + robot.lengths[i], 0);
      widths[i] = timed ? seconds[block + i + 1] - seconds[block + i] : lengths[i];
    }
    this.group(0, BLOCK, count);
  }

  /** Groups of those from..to that there are: all, or halves, quarters and so on. */
  private group(from: number, to: number, count: number): void {
    const last = Math.min(to, count);
    if (last - from < LEAST_JOINED) return;
    if (this.fits(from, last)) this.ends.fill(this.block + last, from, last);
    else {
      const middle = from + (to - from) / 2;
      this.group(from, middle, count);
      this.group(middle, to, count);
    }
  }

  private fits(from: number, to: number): boolean {
    const { lengths, widths, knots, robots } = this;
    if (from === this.from && to === this.to) return true;
    this.to = -1;
    let way = 0;
    let sum = 0;
    for (let i = from; i < to; i++) {
      way += lengths[i];
      sum += widths[i];
    }
    const arm = robots.reduce((most, robot) => Math.max(most, robot.arm), 0);
    if (!(way > 0 && way * FEW_A_WAY <= arm * (to - from) * (to - from))) return false;
    let at = 0;
    for (let i = from; i < to; i++) {
      knots[i] = Math.min(1, at / sum);
      at += widths[i];
    }
    knots[to] = 1;
    if (!robots.every((robot) => robot.join(from, to, knots))) return false;
    this.from = from;
    this.to = to;
    return true;
  }
}

/** Bodies of their own move by motions that are not joined. */
function bodiesStand({ bodies }: ResolvedMotions, first: number, last: number): boolean {
  return bodies.every((list) => list === null || list.slice(first, last).every(({ still }) => still));
}
