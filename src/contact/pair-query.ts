/**
 * First contact of two bodies, reusable: owns the trees' scratch, so that one query after another allocates nothing but
 * its result. See docs/guarantee.md for what each status proves.
 */
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import { hullPointsOf } from '../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { treeInTime, treeOf } from '../hierarchy/tree-of.ts';
import { checkRecord } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { fromMatrix } from '../math/quat.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { requireClosed } from '../mesh/solid-parts.ts';
import { type Motion, STATE_P } from '../motion/motion.ts';
import { poseAt } from '../motion/pose-at.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { Budget, MOST_UNITS } from './budget.ts';
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import { collectContacts, contactOfLeaves, type LeavesWithin, listsAll } from './collect-contacts.ts';
import { isContained, prepareParts } from './containment.ts';
import { type Body, checkBody, type Deformation, type PairMotions, requireRigidMotion } from './deformation.ts';
import { RigidIntervalSearch } from './interval/interval-rigid.ts';
import { forLeavesWithin } from './leaves-within.ts';
import { findLeaving, GAVE_UP } from './leaving.ts';
import { searchBestFirst } from './methods/best-first.ts';
import { searchControlled } from './methods/c2a.ts';
import { PairFollower } from './methods/from-front.ts';
import { searchHierarchically } from './methods/hca.ts';
import { HullSearch } from './methods/hulls/hull-search.ts';
import { StraightSearch } from './methods/straight/straight-search.ts';
import { minimalContacts } from './minimal-contacts.ts';
import { MovingPair } from './moving-pair.ts';
import { checkOptions, DEFAULT_ITERATIONS, FIRST_CONTACT_DEFAULTS, type PairFirstContactOptions, RELATIVE_TOLERANCE } from './options.ts';
import type { Outcome } from './outcome.ts';
import { PairQueue } from './pair-queue.ts';
import { PairStack } from './pair-stack.ts';
import type { BodyPose, Gap, InitialPair, PairFirstContact, TriangleContact } from './result.ts';
import { OVERLAP_ROUNDING, StartRule } from './start-rule.ts';
import { LEAF_STEP } from './triangle-gap.ts';

/** A repeated contact that is not reached in so many steps is no help. */
const MOST_REPEATED_STEPS = 40;

/**
 * First contact of the same two rigid bodies, asked many times: trees and scratch memory are kept, so that a query
 * allocates nothing but its answer. One query at a time; asking again from within a motion is an InputError.
 *
 * @example
 * ```ts
 * const query = new PairQuery({ shape: cylinder(0.02, 0.3) }, { shape: box(0.1) });
 * for (const y of [0, 0.05, 0.08]) {
 *   const pass = rigidMotion({ position: [-1, y, 0] }, { position: [1, y, 0] });
 *   const { status, time } = query.firstContact({ a: pass }, { clearance: 0.005, contacts: 'none' });
 *   console.log(y, status, time);
 * }
 * ```
 */
export class PairQuery {
  /** The first body's name, as results show it. */
  readonly nameA: string;
  /** The second body's name, as results show it. */
  readonly nameB: string;
  /** The tree of the first body's mesh: the one given with the body, or the one kept with the mesh. */
  readonly treeA: SweptSphereTree;
  /** The tree of the second body's mesh: the one given with the body, or the one kept with the mesh. */
  readonly treeB: SweptSphereTree;
  private readonly motionA: Motion;
  private readonly motionB: Motion;
  private readonly pair: MovingPair;
  private readonly queue: PairQueue = new PairQueue();
  private readonly stack: PairStack = new PairStack();
  private readonly budget: Budget = new Budget();
  private readonly startRule: StartRule = new StartRule();
  private readonly outcome: Outcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1 };
  private readonly guard: Exclusive = new Exclusive('PairQuery');
  private intervals: RigidIntervalSearch | undefined;
  private straight: StraightSearch | undefined;
  /** Made where both bodies look convex. */
  private hulls: HullSearch | undefined;
  /** The hulls' search found the contact, and knows the leaves next to it. */
  private byHulls = false;
  /** What the search left in the queue holds every pair of leaves that is within tolerance at the contact. */
  private queueHasAll = false;
  /** Where searches of coherent motions ended; made when one is first asked for. */
  private madeFollower: PairFollower | undefined;
  private readonly leafNodes: Map<SweptSphereTree, Int32Array> = new Map();
  private readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };

  /**
   * Builds the meshes' trees where they have none yet. Motions and poses of the bodies are the defaults of every query.
   */
  constructor(a: Body, b: Body) {
    checkPairBody(a, 'first body');
    checkPairBody(b, 'second body');
    this.treeA = a.tree ?? treeOf(a.shape);
    this.treeB = b.tree ?? treeOf(b.shape);
    this.nameA = a.name ?? a.shape.name;
    this.nameB = b.name ?? b.shape.name;
    this.motionA = rigidly(a);
    this.motionB = rigidly(b);
    this.pair = new MovingPair(this.treeA, this.treeB);
    this.pair.budget = this.budget;
    // all that is done once for a mesh, so that no question has to
    for (const { mesh } of [this.treeA, this.treeB]) boundingRadius(mesh);
    if (hullPointsOf(this.treeA) !== null) hullPointsOf(this.treeB);
    if (this.treeA.mesh.solid || this.treeB.mesh.solid) for (const { mesh } of [this.treeA, this.treeB]) prepareParts(mesh);
  }

  /**
   * When do the two first touch while t runs from 0 to 1? Motions left out are the bodies' own. The answer's `time` is
   * never later than the exact one; `status` says what is proven.
   */
  firstContact(motions: PairMotions = {}, options: PairFirstContactOptions = {}): PairFirstContact {
    checkMotions(motions);
    const { a: motionA = this.motionA, b: motionB = this.motionB } = motions;
    checkMotion(motionA, this.nameA);
    checkMotion(motionB, this.nameB);
    checkOptions(options);
    this.guard.enter();
    try {
      return this.answer(motionA, motionB, options);
    } finally {
      this.guard.leave();
    }
  }

  private answer(motionA: Motion, motionB: Motion, options: PairFirstContactOptions): PairFirstContact {
    const { pair, outcome, startRule: start, budget } = this;
    const method = options.method ?? FIRST_CONTACT_DEFAULTS.method;
    budget.start(options.maxIterations ?? DEFAULT_ITERATIONS[method], options.maxMilliseconds ?? FIRST_CONTACT_DEFAULTS.maxMilliseconds);
    const clearance = options.clearance ?? FIRST_CONTACT_DEFAULTS.clearance;
    const tolerance = options.tolerance ?? this.defaultTolerance();
    pair.gapOnly = method !== 'auto';
    pair.stats.method = method;
    pair.begin(motionA, motionB, clearance);
    outcome.leafA = outcome.leafB = -1;
    this.queueHasAll = this.byHulls = false;
    start.begin(pair, 0, tolerance);

    let left: number | null | undefined;
    let initial: readonly InitialPair[] = [];
    if (pair.vanishing) {
      outcome.status = 'unresolved';
      outcome.reason = 'precision';
      outcome.time = 0;
      return this.makeAnswer(tolerance, initial, options);
    }
    if (options.start === 'leaving') {
      const inside = this.isInside(start);
      start.settle(pair);
      if (inside !== false || start.isNear(pair)) {
        const distance = inside === false ? start.closest.distance : 0;
        const time = findLeaving(pair, this.queue, start.apart(pair), this.closest);
        left = time >= 0 && time <= 1 ? time : null;
        initial = this.initialPair(distance, left);
        if (time === GAVE_UP) {
          outcome.status = 'unresolved';
          outcome.reason = budget.reason;
          outcome.time = 0;
          return this.makeAnswer(tolerance, initial, options);
        }
        start.begin(pair, left ?? 0, tolerance);
      }
    }
    const inHulls = method === 'auto' && left === undefined && this.searchHulls(start, tolerance, options);
    const inside = !inHulls && start.clear === start.from && (left === undefined || left === null) ? this.isInside(start) : false;
    if (inHulls) this.requireProvable(start);
    else if (inside !== false) {
      outcome.status = inside ? 'overlap' : 'unresolved';
      outcome.reason = budget.late ? 'milliseconds' : 'precision';
      outcome.time = start.from;
    } else this.search(method, start, tolerance, options);
    // exempt throughout: a contact on the way is no verdict
    if (left === null && outcome.status === 'contact') {
      outcome.status = 'unresolved';
      outcome.reason = 'leaving';
    }
    if (left === undefined && (inside === true || start.isNear(pair)))
      initial = this.initialPair(inside === true ? 0 : start.closest.distance);
    return this.makeAnswer(tolerance, initial, options);
  }

  /** Is one body wholly inside the other, a solid, at the start? Undefined when that cannot be decided. */
  private isInside(start: StartRule): boolean | undefined {
    const { pair, treeA, treeB, budget } = this;
    if (!treeA.mesh.solid && !treeB.mesh.solid) return false;
    pair.placeAt(start.from);
    // where surfaces touch, the search says so
    if (start.settle(pair)) return false;
    return budget.late ? undefined : isContained(pair);
  }

  private search(method: string, start: StartRule, tolerance: number, options: PairFirstContactOptions): void {
    const { pair, outcome, budget, queue, stack } = this;
    if (options.mode === 'any' && this.touchesAtEnd(start)) return;
    if (method === 'hca') searchHierarchically(pair, stack, budget, start, outcome);
    else if (method === 'interval') {
      this.intervals ??= new RigidIntervalSearch();
      this.intervals.search(pair, pair.motionA as Motion, pair.motionB as Motion, pair.together, start, {}, budget, outcome);
    } else if (method === 'c2a') searchControlled(pair, stack, budget, start, outcome, options.control ?? {});
    else if (!this.follows(options) || !this.follower.search(queue, budget, start, outcome)) {
      const until = options.previous === undefined || options.previous === null ? Infinity : this.contactAgain(options.previous, start);
      this.searchTimes(start, tolerance, until);
      // the start turned out nearer than the repeated contact was judged by
      if (outcome.status === 'contact' && outcome.time === until) {
        pair.placeAt(until);
        if (!start.touches(pair.leafDistance(outcome.leafA, outcome.leafB))) this.searchTimes(start, tolerance, Infinity);
      }
    }
    this.requireProvable(start);
  }

  private requireProvable({ provable }: StartRule): void {
    const { outcome } = this;
    // found, but finer than doubles can prove here
    if (outcome.status === 'contact' && !provable) {
      outcome.status = 'unresolved';
      outcome.reason = 'precision';
    }
  }

  /** True: the outcome says what two convex bodies do. False: start.clear may have moved on. */
  private searchHulls(start: StartRule, tolerance: number, { mode }: PairFirstContactOptions): boolean {
    const { pair, budget, outcome } = this;
    if (mode === 'any' || pair.spins) return false;
    const a = hullPointsOf(this.treeA);
    const b = a === null ? null : hullPointsOf(this.treeB);
    if (a === null || b === null) return false;
    // trees may have been fitted to new positions
    if (this.hulls?.a !== a || this.hulls.b !== b) this.hulls = new HullSearch(a, b);
    const done = this.hulls.search(pair, start, tolerance, budget, outcome);
    this.byHulls = done && outcome.status === 'contact' && !pair.together;
    return done;
  }

  private searchTimes(start: StartRule, tolerance: number, until: number): void {
    const { pair, outcome, budget, queue } = this;
    if (!pair.straight) searchBestFirst(pair, queue, budget, start, until, outcome);
    else {
      this.straight ??= new StraightSearch();
      this.straight.search(pair, queue, budget, start, tolerance, until, outcome);
      this.queueHasAll = outcome.status === 'contact' && until === Infinity && !pair.together;
    }
  }

  private follows({ previous, coherent = (previous ?? null) !== null }: PairFirstContactOptions): boolean {
    return coherent;
  }

  private get follower(): PairFollower {
    this.madeFollower ??= new PairFollower(this.pair);
    return this.madeFollower;
  }

  /**
   * The time at which the leaves that touched in the step before touch again, or Infinity: nothing later needs to be
   * looked at. Leaves their numbers in the outcome.
   */
  private contactAgain(previous: PairFirstContact, start: StartRule): number {
    const { pair, outcome } = this;
    const contact = previous.contacts.at(0);
    if (contact === undefined) return Infinity;
    const nodeA = this.leafNode(this.treeA, contact.a.triangle);
    const nodeB = this.leafNode(this.treeB, contact.b.triangle);
    if (nodeA < 0 || nodeB < 0) return Infinity;
    outcome.leafA = leafAt(this.treeA, nodeA);
    outcome.leafB = leafAt(this.treeB, nodeB);
    let t = start.from;
    for (let step = 0; step < MOST_REPEATED_STEPS; step++) {
      pair.placeAt(t);
      const distance = pair.leafDistance(outcome.leafA, outcome.leafB);
      if (start.touches(distance)) return t > start.from ? t : Infinity;
      pair.stepOfLeaves(nodeA, outcome.leafA, nodeB, outcome.leafB, start.reserve);
      const gain = pair.leaf[LEAF_STEP];
      if (!(t + gain > t) || gain === Infinity) return Infinity;
      t += gain;
    }
    return Infinity;
  }

  /** The leaf node of a triangle, −1 when there is none; the table is made at the first call. */
  private leafNode(tree: SweptSphereTree, triangle: number): number {
    let table = this.leafNodes.get(tree);
    if (table === undefined) {
      table = new Int32Array(tree.leafCount);
      for (let node = 0; node < tree.nodeCount; node++) {
        if (tree.nodes[(node << 4) + NODE_CHILD] < 0) table[tree.triangles[leafAt(tree, node)]] = node;
      }
      this.leafNodes.set(tree, table);
    }
    return table[triangle] ?? -1;
  }

  /** For 'any': the end is the cheapest place to look. */
  private touchesAtEnd(start: StartRule): boolean {
    const { pair, closest, outcome } = this;
    if (start.settle(pair)) {
      outcome.status = 'overlap';
      outcome.time = start.from;
      outcome.leafA = start.closest.leafA;
      outcome.leafB = start.closest.leafB;
      return true;
    }
    pair.placeAt(1);
    findClosestLeaves(pair, this.queue, start.limit, 0, Infinity, closest);
    // how close counts is known when all of the start was seen
    if (this.budget.late) return false;
    if (closest.leafA < 0 || !start.provable) return false;
    outcome.status = 'contact';
    outcome.time = 1;
    outcome.leafA = closest.leafA;
    outcome.leafB = closest.leafB;
    return true;
  }

  private makeAnswer(tolerance: number, initial: readonly InitialPair[], options: PairFirstContactOptions): PairFirstContact {
    const { pair, outcome } = this;
    const { status, time } = outcome;
    pair.returnToWorld();
    const { rounding, clearance } = pair;
    pair.placeAt(time);
    const contacts: TriangleContact[] = [];
    const which = options.contacts ?? FIRST_CONTACT_DEFAULTS.contacts;
    let more = false;
    let gap: Gap | null = null;
    if ((status === 'contact' || status === 'overlap') && outcome.leafA >= 0) {
      const distance = pair.leafDistance(outcome.leafA, outcome.leafB);
      gap = [status === 'contact' && options.mode !== 'any' ? clearance : 0, Math.max(clearance, distance + rounding)];
      if (which === 'first') contacts.push(contactOfLeaves(pair, outcome.leafA, outcome.leafB, this.nameA, this.nameB));
      else if (which !== 'none') more = this.listContacts(tolerance, which, contacts);
    }
    const { method, nodes, triangles, poses, iterations, steps, frontNodes } = pair.stats;
    // no spreads: they cost more memory than all the rest
    const result: { -readonly [K in keyof PairFirstContact]: PairFirstContact[K] } = {
      status,
      time,
      gap,
      excess: pair.treeA.mesh.excess + pair.treeB.mesh.excess,
      rounding: status === 'overlap' ? OVERLAP_ROUNDING * rounding : rounding,
      tolerance: this.startRule.effective,
      initial,
      contacts,
      complete: listsAll(status, which, more),
      poses: [this.placed(this.nameA, pair.stateA), this.placed(this.nameB, pair.stateB)],
      // with auto every look at a node pair is an advancement
      stats: { method, nodes, triangles, poses, iterations, steps: pair.gapOnly ? steps : steps + nodes, frontNodes },
    };
    if (status === 'unresolved') result.reason = outcome.reason;
    return result;
  }

  /** All contacts within the tolerance at the placed instant, the one found first; true: there are more. */
  private listContacts(tolerance: number, which: 'all' | 'minimal', contacts: TriangleContact[]): boolean {
    const { pair, outcome, nameA, nameB } = this;
    const all: TriangleContact[] = [];
    const { straight, stack, queue } = this;
    const leaves: LeavesWithin = this.byHulls
      ? (within, visit) => (this.hulls as HullSearch).forLeavesThere(pair, within, visit)
      : this.queueHasAll
        ? (within, visit) => (straight as StraightSearch).forLeavesLeft(pair, queue, outcome, within, visit)
        : (within, visit) => forLeavesWithin(pair, stack, within, visit);
    const more = collectContacts(pair, leaves, pair.clearance + tolerance, tolerance, nameA, nameB, all);
    if (all.length === 0) all.push(contactOfLeaves(pair, outcome.leafA, outcome.leafB, nameA, nameB));
    for (const contact of which === 'all' ? all : minimalContacts(all, tolerance, pair.budget)) contacts.push(contact);
    return more || pair.budget.late;
  }

  private placed(body: string, state: Float64Array): BodyPose {
    const { reference } = this.pair;
    return {
      body,
      position: [state[STATE_P] + reference[0], state[STATE_P + 1] + reference[1], state[STATE_P + 2] + reference[2]],
      quaternion: fromMatrix(state, 0),
    };
  }

  private initialPair(distance: number, left?: number | null): readonly InitialPair[] {
    const { rounding } = this.pair;
    const gap: Gap = [Math.max(0, distance - rounding), Math.max(0, distance + rounding)];
    const pair = { a: { body: this.nameA }, b: { body: this.nameB }, gap };
    return [left === undefined ? pair : { ...pair, left }];
  }

  /** 1e-6 of the smaller body's radius; of the larger one's where the smaller is a point. */
  private defaultTolerance(): number {
    const a = boundingRadius(this.treeA.mesh);
    const b = boundingRadius(this.treeB.mesh);
    const radius = Math.min(a, b) || Math.max(a, b);
    if (!(radius > 0)) throw new InputError('both bodies are single points: give a tolerance');
    return RELATIVE_TOLERANCE * radius;
  }
}

function checkPairBody(body: Body, what: string): void {
  checkBody(body, what);
  if (body.shape.solid) requireClosed(body.shape);
}

function deformationOf({ motion }: Body): Deformation | null {
  return (motion as Deformation | undefined)?.deforming === true ? (motion as Deformation) : null;
}

const INSTEAD = 'for deforming ones ask firstContact(a, b), a Scene or a StepQuery';

function rigidly(body: Body): Motion {
  if (deformationOf(body) === null) return (body.motion as Motion | undefined) ?? restMotion(body.pose);
  throw new InputError(`${body.name ?? body.shape.name}: a PairQuery is for rigid bodies; ${INSTEAD}`);
}

const MOTION_KEYS: readonly string[] = ['a', 'b'];

function checkMotions(motions: PairMotions): void {
  // a motion in the place of { a, b }
  if (typeof (motions as Partial<Motion> | null)?.writeState === 'function')
    throw new InputError('motions: give them by body, { a: motion, b: motion }');
  checkRecord(motions, MOTION_KEYS, 'motions');
}

function checkMotion(motion: Motion, body: string): void {
  requireRigidMotion(motion, body, INSTEAD);
}

/** Leaf number at a leaf node. */
function leafAt({ nodes }: SweptSphereTree, node: number): number {
  return -1 - nodes[(node << 4) + NODE_CHILD];
}

/**
 * When do two bodies first touch while t runs from 0 to 1, and where? The answer's `time` is never later than the exact
 * one; `status` says what is proven. Both may move, turn or deform (`linearMotion`). The trees of a mesh are built at
 * its first query and kept with it, within the budget of milliseconds; for many queries of one pair keep a `PairQuery`.
 *
 * @example
 * ```ts
 * const hit = firstContact(
 *   { name: 'crate', shape: box(0.3), motion: rigidMotion({ position: [0, 0, 1] }, { position: [0, 0, 0] }) },
 *   { name: 'table', shape: box([2, 1, 0.1]) },
 * );
 * if (hit.status === 'contact') console.log(hit.time, hit.contacts[0].point); // 0.8 of the way
 * else if (hit.status === 'free') console.log('proven: they never touch');
 * ```
 */
export function firstContact(a: Body, b: Body, options: PairFirstContactOptions = {}): PairFirstContact {
  checkBody(a, 'first body');
  checkBody(b, 'second body');
  const deformation = deformationOf(a) ?? deformationOf(b);
  checkOptions(options);
  const budget = new Budget();
  if (deformation === null && options.maxMilliseconds !== undefined) budget.start(Infinity, options.maxMilliseconds);
  for (const { shape } of [a, b]) {
    if (shape.solid) requireClosed(shape);
    if (budget.isOver()) return nothingKnown(a, b, options);
  }
  if (deformation !== null) return deformation.firstContact(a, b, options);
  if (options.maxMilliseconds === undefined) return new PairQuery(a, b).firstContact({}, options);
  const isLate = (): boolean => budget.isLate(MOST_UNITS);
  const hasTrees = (a.tree ?? treeInTime(a.shape, isLate)) !== null && (b.tree ?? treeInTime(b.shape, isLate)) !== null;
  if (!hasTrees) return nothingKnown(a, b, options);
  return new PairQuery(a, b).firstContact({}, { ...options, maxMilliseconds: budget.rest() });
}

/** Time ran out before the first look: while the trees were built, which the next question goes on with. */
function nothingKnown(a: Body, b: Body, { method = 'auto', tolerance = 0 }: PairFirstContactOptions): PairFirstContact {
  const placed = (body: Body): BodyPose => ({ body: body.name ?? body.shape.name, ...poseAt(rigidly(body), 0) });
  return {
    status: 'unresolved',
    reason: 'milliseconds',
    time: 0,
    gap: null,
    excess: a.shape.excess + b.shape.excess,
    rounding: 0,
    tolerance,
    initial: [],
    contacts: [],
    complete: false,
    poses: [placed(a), placed(b)],
    stats: { method, nodes: 0, triangles: 0, poses: 0, iterations: 0, steps: 0, frontNodes: 0 },
  };
}
