/**
 * The pairs of bodies of a scene, as numbers, and how each of the two sees the other. In scenes of few pairs all have
 * their numbers from the beginning: first those of links of one robot, of two robots, of moving bodies, then moving
 * body k against standing body s at `standingFrom + k · standing + s`, then moving body k against the tree over all
 * that stands. In larger ones a pair gets the next number when a query first meets it [near-pairs.ts], so that time and
 * memory grow with the pairs that come near, not with all.
 */
import type { Budget } from '../../contact/budget.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../hierarchy/tree-of.ts';
import { Outliner } from '../../hierarchy/tree-outline.ts';
import { planOf } from '../../hierarchy/tree-plan.ts';
import { doubled } from '../../math/enlarged.ts';
import type { Pose } from '../../math/pose.ts';
import { requireClosed } from '../../mesh/solid-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { STATE_SIZE } from '../../motion/motion.ts';
import { MANY_TURNS } from '../../motion/spin.ts';
import { Chain } from '../../robot/chain.ts';
import { ChainReach } from '../../robot/chain-reach.ts';
import { anySpins } from '../../robot/chain-spin.ts';
import { LongReach } from '../../robot/long-reach.ts';
import type { Robot } from '../../robot/robot.ts';
import { MANY_LINKS, type RobotModel } from '../../robot/robot-model.ts';
import { linkBodies } from '../content/link-bodies.ts';
import type { StandingBody } from '../content/obstacles.ts';
import { MOST_LISTED } from './most-listed.ts';
import { bodiesOfLeaves, MANY_STANDING, treeOver } from './standing-tree.ts';
import { clustersOf, type MovingBody, type PairRules, TestedPairs } from './tested-pairs.ts';
import { View } from './view.ts';

/** From so many standing bodies on, a tree over them pays. */
const WORTH_A_TREE = 5;
/** Triangles of standing bodies whose trees are built when a query first comes near them, where there are many. */
const MOST_LATER = 1024;
/** Numbers that a scene of many pairs keeps from one question to the next, and as many more for each moving body. */
const MOST_KEPT = 2 ** 16;
const MOST_KEPT_EACH = 64;

export class ScenePairs {
  readonly clock: Float64Array = new Float64Array(1);
  readonly reference: Float64Array = new Float64Array(3);
  readonly chains: readonly Chain[];
  readonly reaches: readonly (ChainReach | LongReach)[];
  /** The first ones can move against the world; the others are links that no joint moves. */
  readonly moving: readonly MovingBody[];
  /** How many of the moving bodies can move against what stands still. */
  readonly movable: number;
  readonly standing: readonly StandingBody[];
  /** One a moving body, in the world's frame; one a standing body. */
  readonly movingViews: readonly View[];
  readonly standingViews: readonly View[];
  /** Trees of what stands are built when they are needed. */
  readonly growsLater: boolean;
  /** Every pair has a number from the beginning; else they get them as they are met. */
  readonly listsAll: boolean;
  /** How many pairs are tested. */
  readonly tested: number;
  /** What can move against each other at all: links of one robot, and others. */
  readonly rules: PairRules;
  /** Where all pairs have numbers: those of two moving bodies, and where the others begin. */
  readonly listed: readonly { readonly a: View; readonly b: View }[];
  readonly standingFrom: number;
  readonly topFrom: number;
  /** Where all pairs have numbers, 1: never tested. */
  readonly ignored: Uint8Array;
  /** How the two bodies of every pair see each other, by number. */
  readonly viewsA: readonly View[];
  readonly viewsB: readonly View[];
  /** Over all that stands, or null when there is little. */
  readonly top: View | null;
  /** Standing body of each leaf of the tree over them. */
  readonly topBodies: Uint32Array;
  /** Grows with every segment that is loaded: views of other numbers have not begun it. */
  serial = 0;
  /** Grows when all numbers lose their meaning. */
  generation = 0;
  /** Segment for which each robot's reach was made ready. */
  private readonly begun: Float64Array;
  /** Segment for which each moving body that is a link of a long chain was settled. */
  private readonly settled: Float64Array;
  private readonly pairing: TestedPairs;
  private readonly numbered: { readonly a: View[]; readonly b: View[] };
  /**
   * Number of a pair by those of its bodies, −1: never tested; of body k against the tree over all that stands by −1 −
   * k.
   */
  private readonly numbers: Map<number, number> = new Map();
  /** The same of two moving bodies i < j at i · count + j where all have numbers. */
  private readonly table: Int32Array;
  /** Further views of links, in the frames of their ancestors. */
  private readonly relative: Map<number, View> = new Map();
  private readonly relativeViews: View[] = [];
  private readonly deepest: number;

  /** most: pairs that are listed at most. before: a tree over all that stands, taken where it is the right one. */
  constructor(
    robots: readonly Robot[],
    bodies: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly pose?: Pose }[],
    standing: readonly StandingBody[],
    rules: PairRules,
    most: number = MOST_LISTED,
    before: SweptSphereTree | null = null,
  ) {
    const { reference, clock } = this;
    reference.set(robots[0]?.base.position ?? standing[0]?.position ?? bodies[0]?.pose?.position ?? [0, 0, 0]);
    this.chains = robots.map((robot) => new Chain(robot, clock));
    for (const chain of this.chains) chain.refer(reference);
    this.reaches = this.chains.map((chain) => (chain.states.length > MANY_LINKS ? new LongReach(chain) : new ChainReach(chain)));
    this.begun = new Float64Array(robots.length);
    const clusters = robots.map(clustersOf);
    const links = robots.flatMap((robot, r) =>
      linkBodies(robot).map(({ link, mesh }) => ({ name: robot.links[link].name, mesh, robot: r, link })),
    );
    const own = bodies.map(({ name, mesh }) => ({ name, mesh, robot: -1, link: -1 }));
    const canMove = ({ robot, link }: MovingBody): boolean => clusters[robot][link] >= 0;
    const movers = links.filter(canMove);
    this.moving = [...own, ...movers, ...links.filter((body) => !canMove(body))];
    this.movable = own.length + movers.length;
    this.standing = standing;
    for (const { mesh } of this.moving) if (mesh.solid) requireClosed(mesh);
    const count = this.moving.length;
    this.settled = new Float64Array(count);
    this.deepest = robots.reduce((longest, robot) => Math.max(longest, robot.links.length), 0);
    this.movingViews = this.moving.map(
      ({ mesh, robot, link }, i) =>
        new View(i, treeOf(mesh), reference, clock, robot < 0 ? null : { chain: this.chains[robot], link, ancestor: -1, world: null }),
    );
    this.growsLater = standing.length >= MANY_STANDING;
    this.standingViews = this.viewsOfStanding();
    const topTree = standing.length >= WORTH_A_TREE && this.movable > 0 ? treeOver(this.standingViews, before) : null;
    this.top = topTree === null ? null : new View(-1, topTree, reference, clock);
    this.top?.stand([reference[0], reference[1], reference[2]], [0, 0, 0, 1]);
    this.topBodies = topTree === null ? new Uint32Array(0) : bodiesOfLeaves(topTree, standing.length);
    this.rules = rules;
    this.pairing = new TestedPairs(robots, this.moving, this.movable, standing, rules, clusters);
    this.numbered = { a: [], b: [] };
    this.viewsA = this.numbered.a;
    this.viewsB = this.numbered.b;
    this.listsAll = (count * (count - 1)) / 2 <= most && this.movable * standing.length <= 4 * most;
    this.table = new Int32Array(this.listsAll ? count * count : 0).fill(-1);
    const listed = this.listsAll ? this.listMoving() : 0;
    this.listed = this.viewsA.map((a, pair) => ({ a, b: this.viewsB[pair] }));
    this.standingFrom = listed;
    this.topFrom = this.listsAll ? listed + this.movable * standing.length : 0;
    this.ignored = new Uint8Array(this.listsAll ? this.topFrom + this.movable : 0);
    if (this.listsAll) this.listStanding();
    this.tested = this.listsAll ? this.ignored.reduce((sum, mark) => sum - mark, this.topFrom) : this.pairing.count();
  }

  /** What stands, placed once and for all; small ones are outlined only, until a query comes near them. */
  private viewsOfStanding(): View[] {
    const { standing, moving, reference, clock } = this;
    const outliner = new Outliner();
    const states = new Float64Array(standing.length * STATE_SIZE);
    const spheres = new Float64Array(standing.length * 4);
    return standing.map(({ mesh, position, quaternion }, s) => {
      const isLater = this.growsLater && mesh.triangleCount <= MOST_LATER && planOf(mesh) === undefined;
      const view = new View(
        moving.length + s,
        isLater ? outliner.outlineOf(mesh) : treeOf(mesh),
        reference,
        clock,
        null,
        states.subarray(s * STATE_SIZE, (s + 1) * STATE_SIZE),
        spheres.subarray(s * 4, s * 4 + 4),
      );
      view.stand(position, quaternion);
      return view;
    });
  }

  /** How many numbers there are, and how many there is room for at least. */
  get count(): number {
    return this.viewsA.length;
  }

  /** With the views of both begun in the segment that is loaded. */
  viewA(pair: number): View {
    const view = this.viewsA[pair];
    if (view.serial !== this.serial && view.chain !== null) this.ready(view);
    return view;
  }

  viewB(pair: number): View {
    const view = this.viewsB[pair];
    if (view.serial !== this.serial && view.chain !== null) this.ready(view);
    return view;
  }

  isTop(pair: number): boolean {
    return this.viewsB[pair] === this.top;
  }

  /** The number of the pair of two moving bodies; −1: it is never tested. */
  numberOf(a: number, b: number): number {
    const i = a < b ? a : b;
    const j = a < b ? b : a;
    if (this.listsAll) return this.table[i * this.moving.length + j];
    const key = i * (this.moving.length + this.standing.length) + j;
    return this.numbers.get(key) ?? this.meet(key, i, j);
  }

  /** The number of the pair of a movable and a standing body; −1: it is never tested. */
  standingNumber(k: number, s: number): number {
    const { standing, moving } = this;
    if (this.listsAll) {
      const pair = this.standingFrom + k * standing.length + s;
      return this.ignored[pair] === 1 ? -1 : pair;
    }
    const key = k * (moving.length + standing.length) + moving.length + s;
    return this.numbers.get(key) ?? this.meet(key, k, moving.length + s);
  }

  /** The number of a movable body against the tree over all that stands. */
  topNumber(k: number): number {
    if (this.listsAll) return this.topFrom + k;
    return this.numbers.get(-1 - k) ?? this.add(-1 - k, this.movingViews[k], this.top as View);
  }

  /** Chains are loaded with another segment: what has not begun it yet does when it is asked for. */
  loaded(): void {
    this.serial++;
  }

  /** The same, and where all pairs have numbers everything begins at once, unless it is late; the clock stands at 0. */
  begin(budget: Budget): void {
    this.loaded();
    if (!this.listsAll) return;
    const { movingViews, relativeViews } = this;
    for (let i = 0; i < movingViews.length; i++) {
      if (budget.isLate()) return;
      if (movingViews[i].chain !== null) this.start(movingViews[i]);
    }
    for (let i = 0; i < relativeViews.length; i++) {
      if (budget.isLate()) return;
      this.start(relativeViews[i]);
    }
  }

  /** How far any point of a link can be from the segment that is loaded, at most. */
  largestTube(): number {
    let most = 0;
    for (const { chain, link, radius } of this.movingViews) if (chain !== null) most = Math.max(most, chain.tube(link, -1, radius));
    return most;
  }

  /** Whether anything may turn more than once in the segment that is loaded. */
  isSpinning(): boolean {
    const { movingViews, relativeViews, chains, listsAll } = this;
    // bodies of their own come first
    for (let i = 0; i < movingViews.length && movingViews[i].chain === null; i++) if (movingViews[i].spin > MANY_TURNS) return true;
    // where no joint does, no link does; where views begin when they are asked for, only the chains tell
    if (!chains.some(anySpins)) return false;
    const spins = ({ spin }: View): boolean => spin > MANY_TURNS;
    return !listsAll || movingViews.some(spins) || relativeViews.some(spins);
  }

  /** A view takes over the segment that is loaded. */
  ready(view: View): void {
    const { chain, world } = view;
    const { clock } = this;
    if (view.serial === this.serial || chain === null) return;
    const reach = this.reaches[this.moving[view.body].robot];
    const now = clock[0];
    clock[0] = 0;
    if (!reach.isLong) {
      if (world !== null) this.ready(world);
      // each by itself: a link may stand at this instant already while what it stands on does not
      for (let j = view.link; j >= 0; j = chain.parents[j]) chain.place(j);
    }
    this.start(view);
    clock[0] = now;
  }

  private start(view: View): void {
    const { world, body } = view;
    const { robot } = this.moving[body];
    const reach = this.reaches[robot];
    if (this.begun[robot] !== this.serial) {
      this.begun[robot] = this.serial;
      reach.begin();
    }
    if (reach.isLong && world !== null && this.settled[body] !== this.serial) {
      this.settled[body] = this.serial;
      if (world.serial !== this.serial) world.settle(reach);
    }
    view.begin(reach);
    view.serial = this.serial;
  }

  /** Between questions: true where so many pairs were met that their numbers are given anew. */
  forgetMany(): boolean {
    if (this.listsAll || this.count <= MOST_KEPT + MOST_KEPT_EACH * this.moving.length) return false;
    this.numbers.clear();
    this.relative.clear();
    this.relativeViews.length = 0;
    this.numbered.a.length = this.numbered.b.length = 0;
    this.generation++;
    return true;
  }

  private meet(key: number, i: number, j: number): number {
    if (!this.pairing.isTested(i, j)) {
      this.numbers.set(key, -1);
      return -1;
    }
    const count = this.moving.length;
    if (j >= count) return this.add(key, this.movingViews[i], this.standingViews[j - count]);
    const [a, b] = this.seen(i, j);
    return this.add(key, a, b);
  }

  private add(key: number, a: View, b: View): number {
    const number = this.count;
    this.numbered.a.push(a);
    this.numbered.b.push(b);
    this.numbers.set(key, number);
    return number;
  }

  /** How two moving bodies see each other. */
  private seen(i: number, j: number): readonly [View, View] {
    const a = this.moving[i];
    const b = this.moving[j];
    if (a.robot < 0 || a.robot !== b.robot) return [this.movingViews[i], this.movingViews[j]];
    const ancestor = commonAncestor(this.chains[a.robot].robot, a.link, b.link);
    return [this.viewIn(i, ancestor), this.viewIn(j, ancestor)];
  }

  private listMoving(): number {
    const count = this.moving.length;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        if (!this.pairing.isTested(i, j)) continue;
        const [a, b] = this.seen(i, j);
        this.table[i * count + j] = this.count;
        this.numbered.a.push(a);
        this.numbered.b.push(b);
      }
    }
    return this.count;
  }

  private listStanding(): void {
    const { movingViews, standingViews, ignored, numbered, moving } = this;
    for (let k = 0; k < this.movable; k++) {
      for (const [s, view] of standingViews.entries()) {
        if (!this.pairing.isTested(k, moving.length + s)) ignored[this.count] = 1;
        numbered.a.push(movingViews[k]);
        numbered.b.push(view);
      }
    }
    for (let k = 0; this.top !== null && k < this.movable; k++) {
      numbered.a.push(movingViews[k]);
      numbered.b.push(this.top);
    }
  }

  private viewIn(body: number, ancestor: number): View {
    if (ancestor < 0) return this.movingViews[body];
    const key = body * (this.deepest + 1) + ancestor;
    let view = this.relative.get(key);
    if (view === undefined) {
      const { mesh, robot, link } = this.moving[body];
      const place = { chain: this.chains[robot], link, ancestor, world: this.movingViews[body] };
      view = new View(body, treeOf(mesh), this.reference, this.clock, place);
      this.relative.set(key, view);
      this.relativeViews.push(view);
    }
    return view;
  }
}

/** An array with room for all numbers of a scene; it begins with what the given one holds. */
export function roomFor<T extends Uint8Array | Int32Array | Float64Array>(array: T, { count }: Pick<ScenePairs, 'count'>): T {
  let out = array;
  while (out.length < count) out = doubled(out);
  return out;
}

/** The deepest link that both stand on, or are; −1: the base. */
export function commonAncestor(robot: Pick<RobotModel, 'links'>, a: number, b: number): number {
  let i = a;
  let j = b;
  while (i !== j) {
    if (i > j) i = robot.links[i].parent;
    else j = robot.links[j].parent;
  }
  return i;
}
