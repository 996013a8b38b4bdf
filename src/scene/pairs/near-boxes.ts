/**
 * Which bodies of a scene can come near each other in a part of a segment, without going through all pairs? Each body
 * of its own and each robot is a box around all it can reach, in a tree; robots whose boxes meet something, and every
 * robot with itself, are followed down along their chains [link-groups.ts]. Links of one robot are compared in the
 * frame of the deepest link that both hang on, so that what moves them together does not count.
 *
 * Guarantee: two bodies that are not found keep more than the margin from `from` to `until`. Over a whole segment from
 * its start on, all that the spheres of views leave [StartPairs.neverMeet] is found, so that a search sees the pairs,
 * and the order, that it would see in a list of all.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import { ADDING, SMALLEST, TURNING } from '../../contact/moving-pair.ts';
import { splitTriangles } from '../../hierarchy/split-triangles.ts';
import { PairList } from '../../math/pair-list.ts';
import { GROUP_STRIDE, type GroupedBody, LinkGroups } from './link-groups.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** More than the spheres of views are enlarged by, twice over [StartPairs.neverMeet, StateSearch]. */
const SLACK: number = 2 ** -18;
/** Rounding of sums and differences of few coordinates, a share of their magnitudes. */
const PLACING: number = 2 ** -45;

export class NearBoxes {
  /** Moving bodies that come near each other, the smaller number first, in order; not all of them are tested. */
  readonly found: PairList = new PairList();
  /** Movable bodies that come near something that stands, in order. */
  standingNear: number[] = [];
  /** Middle and radius of a sphere around each moving body, at the instant of the last `find`. */
  readonly spheres: Float64Array;
  /** Boxes and bodies looked at, since the scene was made. */
  looks = 0;
  private readonly pairs: ScenePairs;
  private readonly groups: readonly LinkGroups[];
  /** Bodies of their own come first among those that move. */
  private readonly own: number;
  /** One a body of its own, then one a robot with bodies: boxes around what it reaches, and of them in the tree. */
  private readonly robots: Int32Array;
  readonly boxes: Float64Array;
  private readonly nodes: Float64Array;
  /** What points of each unit move by at most, and what rounding does. */
  private readonly ways: Float64Array;
  readonly roundings: Float64Array;
  readonly radii: Float64Array;
  private readonly stack: PairList = new PairList();
  /** Around all that stands, what rounding does to it, and the largest of its radii. */
  readonly standingBox: Float64Array = new Float64Array(6);
  private standingRounding = 0;
  private standingRadius = 0;
  private readonly gap: Float64Array = new Float64Array(1);
  private segment = -1;
  private margin = 0;
  private width = 0;
  private most = 0;
  private budget: Budget = NO_LIMITS;

  constructor(pairs: ScenePairs) {
    this.pairs = pairs;
    const { moving, movingViews } = pairs;
    const bodies = pairs.chains.map((): GroupedBody[] => []);
    let own = 0;
    for (const [body, { robot, link }] of moving.entries()) {
      if (robot < 0) own++;
      else bodies[robot].push({ body, link, radius: movingViews[body].radius });
    }
    this.own = own;
    this.groups = pairs.chains.map((chain, r) => new LinkGroups(chain, bodies[r]));
    this.robots = Int32Array.from(this.groups.flatMap((group, r) => (group.child.length > 0 ? [r] : [])));
    const units = own + this.robots.length;
    this.spheres = new Float64Array(4 * moving.length);
    this.boxes = new Float64Array(6 * units);
    this.nodes = new Float64Array(6 * Math.max(0, 2 * units - 1));
    this.ways = new Float64Array(units);
    this.roundings = new Float64Array(units);
    this.radii = new Float64Array(units);
    this.boxStanding();
  }

  /**
   * From `from` to `until` of the segment that is loaded; everything is placed at `from`. False: more than `most` were
   * found, or the budget's time is over; then nothing is known.
   */
  find(from: number, until: number, margin: number, most: number, budget: Budget): boolean {
    const { pairs, found } = this;
    this.width = until - from;
    this.margin = margin;
    this.most = most;
    this.budget = budget;
    found.clear();
    this.standingNear = [];
    pairs.clock[0] = from;
    if (this.segment !== pairs.serial) {
      for (const group of this.groups) group.begin();
      this.segment = pairs.serial;
    }
    if (!(this.place() && this.boxUnits() && this.collectUnits())) return false;
    if (pairs.rules.self)
      for (let u = this.own; u < this.ways.length; u++) if (!this.collectWithin(u, this.groups[this.robots[u - this.own]])) return false;
    if (pairs.standing.length > 0) {
      for (let u = 0; u < this.ways.length; u++) if (!this.collectStanding(u)) return false;
      this.standingNear.sort((a, b) => a - b);
    }
    this.sort();
    return true;
  }

  /** A sphere around each body where it is. */
  private place(): boolean {
    const { pairs, spheres, own } = this;
    const { moving, movingViews } = pairs;
    // every link of them: a link may stand at this instant already while what it stands on does not
    for (const chain of pairs.chains) chain.placeAll();
    for (let body = 0; body < moving.length; body++) {
      if (this.isLate()) return false;
      const view = movingViews[body];
      if (body < own) view.place();
      view.writeSphere(spheres, 4 * body);
    }
    return true;
  }

  /** What each unit is, and how far its points can go. */
  private boxUnits(): boolean {
    const { pairs, boxes, spheres, ways, roundings, radii, own, width } = this;
    const { movingViews } = pairs;
    for (let u = 0; u < own; u++) {
      if (this.isLate()) return false;
      const { way, adding, turn, radius } = movingViews[u];
      ways[u] = way * width;
      for (let k = 0; k < 3; k++) {
        boxes[6 * u + k] = spheres[4 * u + k] - spheres[4 * u + 3];
        boxes[6 * u + 3 + k] = spheres[4 * u + k] + spheres[4 * u + 3];
      }
      radii[u] = radius;
      roundings[u] = 2 * adding + 4 * TURNING * (1 + turn) * radius;
    }
    for (let u = own; u < ways.length; u++) {
      if (this.isLate()) return false;
      const group = this.groups[this.robots[u - own]];
      group.update(spheres, width);
      const speed = group.worldSpeed(0);
      ways[u] = speed * width;
      let away = 0;
      for (let k = 0; k < 6; k++) boxes[6 * u + k] = group.numbers[k];
      for (let k = 0; k < 3; k++) away += Math.max(Math.abs(boxes[6 * u + k]), Math.abs(boxes[6 * u + 3 + k]));
      let radius = 0;
      for (let b = 0; b < group.bodies.length; b++) radius = Math.max(radius, group.bodies[b].radius);
      radii[u] = radius;
      // origins are within some radii of what is around them, at the segment's start no farther than it goes
      const adding = ADDING * (away + 8 * radius + 4 * group.farthest) + group.error;
      roundings[u] = 2 * adding + 4 * TURNING * (1 + group.turn) * radius;
    }
    return true;
  }

  /** All that keeps two units apart beside what they go. */
  private allowance(u: number, v: number): number {
    const { roundings, radii } = this;
    const radius = radii[u] + radii[v];
    const turning = 4 * TURNING * (1 + this.turnOf(u) + this.turnOf(v)) * radius;
    return this.margin + roundings[u] + roundings[v] + turning + 2 * SLACK * radius;
  }

  /** Whether the two boxes measured last stay more than so much apart. */
  private isApart(allowance: number, ways: number): boolean {
    return this.gap[0] > (allowance + ways) * (1 + SLACK) + SMALLEST;
  }

  /** The distance of two boxes, less what rounding may add to it. */
  private measure(a: Float64Array, o: number, b: Float64Array, p: number): void {
    let square = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      const gap = Math.max(a[o + k] - b[p + 3 + k], b[p + k] - a[o + 3 + k]);
      if (gap > 0) square += gap * gap;
      size += Math.abs(a[o + k]) + Math.abs(a[o + 3 + k]) + Math.abs(b[p + k]) + Math.abs(b[p + 3 + k]);
    }
    this.gap[0] = Math.sqrt(square) * (1 - SLACK) - PLACING * size;
  }

  /** Boxes of units enlarged by what these go, so that two that do not meet are apart for all of the time looked at. */
  private reachOfUnits(): Float64Array {
    const { boxes, ways, roundings, radii, margin } = this;
    const count = ways.length;
    const reach = new Float64Array(6 * count);
    let turn = 0;
    let radius = 0;
    for (let u = 0; u < count; u++) {
      turn = Math.max(turn, this.turnOf(u));
      radius = Math.max(radius, radii[u]);
    }
    const turning = 4 * TURNING * (1 + 2 * turn) * 2 * radius;
    for (let u = 0; u < count; u++) {
      const pad = (0.5 * (margin + turning) + roundings[u] + 2 * SLACK * radii[u] + ways[u]) * (1 + 2 * SLACK) + SMALLEST;
      for (let k = 0; k < 3; k++) {
        const low = boxes[6 * u + k];
        const high = boxes[6 * u + 3 + k];
        const more = pad + PLACING * 4 * (Math.abs(low) + Math.abs(high));
        reach[6 * u + k] = low - more;
        reach[6 * u + 3 + k] = high + more;
      }
    }
    return reach;
  }

  /** Units whose boxes, enlarged by what they go, meet. */
  private collectUnits(): boolean {
    const { boxes, ways, nodes, stack } = this;
    if (ways.length < 2 || !this.pairs.rules.movers) return true;
    const reach = this.reachOfUnits();
    const { child, order } = splitTriangles(reach);
    for (let node = child.length - 1; node >= 0; node--) {
      const c = child[node];
      const o = 6 * node;
      if (c < 0) for (let k = 0; k < 6; k++) nodes[o + k] = reach[6 * order[-1 - c] + k];
      else {
        for (let k = 0; k < 3; k++) {
          nodes[o + k] = Math.min(nodes[6 * c + k], nodes[6 * c + 6 + k]);
          nodes[o + 3 + k] = Math.max(nodes[6 * c + 3 + k], nodes[6 * c + 9 + k]);
        }
      }
    }
    stack.clear();
    stack.push(0, 0);
    const meeting: number[] = [];
    while (stack.pop()) {
      if (this.isLate()) return false;
      const a = stack.pairs[2 * stack.count];
      const b = stack.pairs[2 * stack.count + 1];
      const ca = child[a];
      const cb = child[b];
      if (a === b) {
        if (ca >= 0) this.halveOne(ca);
        continue;
      }
      if (!boxesMeet(nodes, 6 * a, 6 * b)) continue;
      if (ca < 0 && cb < 0) {
        const u = order[-1 - ca];
        const v = order[-1 - cb];
        if (u < this.own && v < this.own) {
          this.measure(boxes, 6 * u, boxes, 6 * v);
          if (!this.isApart(this.allowance(u, v), ways[u] + ways[v]) && !this.note(u, v)) return false;
        } else meeting.push(u, v);
        continue;
      }
      this.halve(a, b, ca, cb, girth(nodes, 6 * a) >= girth(nodes, 6 * b));
    }
    for (let k = 0; k < meeting.length; k += 2) if (!this.collectBetween(meeting[k], meeting[k + 1])) return false;
    return true;
  }

  /** The larger of two nodes is halved, unless only one has parts. */
  private halve(a: number, b: number, childA: number, childB: number, isLargerA: boolean): void {
    const { stack } = this;
    if (childB < 0 || (childA >= 0 && isLargerA)) {
      stack.push(childA, b);
      stack.push(childA + 1, b);
    } else {
      stack.push(a, childB);
      stack.push(a, childB + 1);
    }
  }

  /** A node against itself: its halves against each other, and each against itself. */
  private halveOne(child: number): void {
    const { stack } = this;
    stack.push(child + 1, child + 1);
    stack.push(child, child + 1);
    stack.push(child, child);
  }

  /** Bodies of two units, one of them a robot. */
  private collectBetween(u: number, v: number): boolean {
    const { stack, own, groups, robots } = this;
    const A = u < own ? null : groups[robots[u - own]];
    const B = v < own ? null : groups[robots[v - own]];
    const allowance = this.allowance(u, v);
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      if (this.isLate()) return false;
      const a = stack.pairs[2 * stack.count];
      const b = stack.pairs[2 * stack.count + 1];
      const boxesA = A === null ? this.boxes : A.numbers;
      const boxesB = B === null ? this.boxes : B.numbers;
      const o = A === null ? 6 * u : GROUP_STRIDE * a;
      const p = B === null ? 6 * v : GROUP_STRIDE * b;
      this.measure(boxesA, o, boxesB, p);
      if (this.gap[0] > allowance) {
        const ways =
          (A === null ? this.ways[u] : A.worldSpeed(a) * this.width) + (B === null ? this.ways[v] : B.worldSpeed(b) * this.width);
        if (this.isApart(allowance, ways)) continue;
      }
      const ca = A === null ? -1 : A.child[a];
      const cb = B === null ? -1 : B.child[b];
      if (ca < 0 && cb < 0) {
        if (!this.note(A === null ? u : A.bodies[-1 - ca].body, B === null ? v : B.bodies[-1 - cb].body)) return false;
      } else this.halve(a, b, ca, cb, girth(boxesA, o) >= girth(boxesB, p));
    }
    return true;
  }

  /** Links of one robot, in the frames of what they hang on. */
  private collectWithin(u: number, group: LinkGroups): boolean {
    const { stack, width } = this;
    const { child, numbers, bodies } = group;
    const allowance = this.allowance(u, u);
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      if (this.isLate()) return false;
      const a = stack.pairs[2 * stack.count];
      const b = stack.pairs[2 * stack.count + 1];
      const ca = child[a];
      const cb = child[b];
      if (a === b) {
        if (ca >= 0) this.halveOne(ca);
        continue;
      }
      this.measure(numbers, GROUP_STRIDE * a, numbers, GROUP_STRIDE * b);
      if (this.gap[0] > allowance) {
        const root = width > 0 ? group.commonRoot(a, b) : -1;
        const ways = width > 0 ? (group.speed(a, root) + group.speed(b, root)) * width : 0;
        if (this.isApart(allowance, ways)) continue;
      }
      if (ca < 0 && cb < 0) {
        if (!this.note(bodies[-1 - ca].body, bodies[-1 - cb].body)) return false;
      } else this.halve(a, b, ca, cb, girth(numbers, GROUP_STRIDE * a) >= girth(numbers, GROUP_STRIDE * b));
    }
    return true;
  }

  /** Bodies of a unit that come near the box around all that stands. */
  private collectStanding(u: number): boolean {
    const { own, groups, robots, standingBox, standingNear, stack } = this;
    const { movable } = this.pairs;
    const group = u < own ? null : groups[robots[u - own]];
    const radius = this.radii[u] + this.standingRadius;
    const turning = 4 * TURNING * (1 + this.turnOf(u)) * radius;
    const allowance = this.margin + this.roundings[u] + this.standingRounding + turning + 2 * SLACK * radius;
    if (group === null) {
      if (this.isLate()) return false;
      this.measure(this.boxes, 6 * u, standingBox, 0);
      if (!this.isApart(allowance, this.ways[u])) standingNear.push(u);
      return true;
    }
    const { child, numbers, bodies } = group;
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      if (this.isLate()) return false;
      const a = stack.pairs[2 * stack.count];
      this.measure(numbers, GROUP_STRIDE * a, standingBox, 0);
      if (this.gap[0] > allowance && this.isApart(allowance, group.worldSpeed(a) * this.width)) continue;
      const c = child[a];
      if (c >= 0) {
        stack.push(c, 0);
        stack.push(c + 1, 0);
      } else if (bodies[-1 - c].body < movable) standingNear.push(bodies[-1 - c].body);
    }
    return true;
  }

  private boxStanding(): void {
    const { standingBox: box } = this;
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3, 6);
    for (const { sphere, adding, radius } of this.pairs.standingViews) {
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k], sphere[k] - sphere[3]);
        box[3 + k] = Math.max(box[3 + k], sphere[k] + sphere[3]);
      }
      this.standingRounding = Math.max(this.standingRounding, 2 * adding + 4 * TURNING * radius);
      this.standingRadius = Math.max(this.standingRadius, radius);
    }
  }

  /** How far a unit turns in the segment. */
  turnOf(u: number): number {
    return u < this.own ? this.pairs.movingViews[u].turn : this.groups[this.robots[u - this.own]].turn;
  }

  /** False: there are more than wanted. */
  private note(i: number, j: number): boolean {
    this.found.pushSorted(i, j);
    return this.found.count <= this.most;
  }

  private isLate(): boolean {
    this.looks++;
    return this.budget.isLate();
  }

  /** In the order of a list of all pairs. */
  private sort(): void {
    const { found } = this;
    const count = this.pairs.moving.length;
    const keys = new Float64Array(found.count);
    for (let k = 0; k < keys.length; k++) keys[k] = found.pairs[2 * k] * count + found.pairs[2 * k + 1];
    keys.sort();
    for (let k = 0; k < keys.length; k++) {
      found.pairs[2 * k] = Math.floor(keys[k] / count);
      found.pairs[2 * k + 1] = keys[k] - found.pairs[2 * k] * count;
    }
  }
}

function boxesMeet(boxes: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (boxes[a + k] > boxes[b + 3 + k] || boxes[b + k] > boxes[a + 3 + k]) return false;
  return true;
}

/** The sum of a box's sides: what to split first. */
function girth(boxes: Float64Array, o: number): number {
  return boxes[o + 3] - boxes[o] + (boxes[o + 4] - boxes[o + 1]) + (boxes[o + 5] - boxes[o + 2]);
}
