/**
 * First contact of two bodies, reusable: owns the trees' scratch, so that one query after another allocates nothing but
 * its result. See docs/guarantee.md for what each status proves.
 */
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
import { collectContacts, contactOfLeaves, listsAll } from './collect-contacts.ts';
import { isContained, prepareParts } from './containment.ts';
import { type Body, checkBody, type Deformation, type PairMotions, requireRigidMotion } from './deformation.ts';
import { forLeavesWithin } from './leaves-within.ts';
import { findLeaving, GAVE_UP } from './leaving.ts';
import { checkOutcome, isBuiltIn, methodOf, type PairMethod, type PairQuestion, type PairSearch } from './method.ts';
import { AUTO } from './methods/auto.ts';
import { minimalContacts } from './minimal-contacts.ts';
import { MovingPair } from './moving-pair.ts';
import { checkOptions, FIRST_CONTACT_DEFAULTS, type PairFirstContactOptions, RELATIVE_TOLERANCE } from './options.ts';
import { type Outcome, undecided } from './outcome.ts';
import { PairQueue } from './pair-queue.ts';
import { PairStack } from './pair-stack.ts';
import type { BodyPose, Gap, InitialPair, PairFirstContact, TriangleContact } from './result.ts';
import { OVERLAP_ROUNDING, StartRule } from './start-rule.ts';

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
  /** What each method made, by the function that made it. */
  private readonly searches: WeakMap<PairMethod['pair'], PairSearch> = new WeakMap();
  private readonly question: { -readonly [K in keyof PairQuestion]: PairQuestion[K] };
  /** The search that found what the outcome says; null: none was needed. */
  private searched: PairSearch | null = null;
  private readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };

  /**
   * Builds the meshes' trees where they have none yet. Motions and poses of the bodies are the defaults of every query.
   */
  constructor(a: Body, b: Body) {
    checkPairBody(a, 'first body');
    checkPairBody(b, 'second body');
    this.treeA = a.tree ?? treeOf(a.shape);
    this.treeB = b.tree ?? treeOf(b.shape);
    this.nameA = nameOf(a);
    this.nameB = nameOf(b);
    this.motionA = rigidly(a);
    this.motionB = rigidly(b);
    this.pair = new MovingPair(this.treeA, this.treeB);
    this.pair.budget = this.budget;
    const { pair, startRule: start, budget, outcome, stack, queue, closest } = this;
    const nearest = (time: number, within: number): Closest => {
      pair.placeAt(time);
      findClosestLeaves(pair, queue, within, 0, 0, closest);
      return closest;
    };
    this.question = { pair, start, budget, outcome, stack, queue, nearest, tolerance: 0, mode: 'first', previous: null };
    // all that is done once for a mesh, so that no question has to
    for (const { mesh } of [this.treeA, this.treeB]) boundingRadius(mesh);
    for (const tree of [this.treeA, this.treeB]) hullPointsOf(tree);
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
    const method = methodOf(options.method, AUTO, 'pair');
    this.guard.enter();
    try {
      const answer = this.answer(motionA, motionB, method, options);
      const isAny = options.mode === 'any' && answer.status === 'contact';
      options.proof?.pair({
        names: [this.nameA, this.nameB],
        trees: [this.treeA, this.treeB],
        motions: [motionA, motionB],
        clearance: this.pair.clearance,
        tolerance: this.question.tolerance,
        mayLeave: options.start === 'leaving',
        // before any contact there may be another one
        answer: isAny ? this.answer(motionA, motionB, method, { ...options, mode: 'first' }) : answer,
      });
      return answer;
    } finally {
      this.guard.leave();
    }
  }

  private answer(motionA: Motion, motionB: Motion, method: PairMethod, options: PairFirstContactOptions): PairFirstContact {
    // One piece: an answer is one record, whose keys are filled from the same placement.
    const { pair, outcome, startRule: start, budget, question } = this;
    const search = this.searchOf(method);
    budget.start(options.maxIterations ?? method.maxIterations, options.maxMilliseconds ?? FIRST_CONTACT_DEFAULTS.maxMilliseconds);
    const clearance = options.clearance ?? FIRST_CONTACT_DEFAULTS.clearance;
    const tolerance = options.tolerance ?? this.defaultTolerance();
    const { previous = null, mode = FIRST_CONTACT_DEFAULTS.mode } = options;
    question.tolerance = tolerance;
    question.mode = mode;
    question.previous = previous;
    pair.gapOnly = search.gapOnly;
    pair.stats.method = method.name;
    pair.begin(motionA, motionB, clearance);
    outcome.leafA = outcome.leafB = -1;
    this.searched = null;
    start.begin(pair, 0, tolerance);

    let left: number | null | undefined;
    let initial: readonly InitialPair[] = [];
    if (pair.vanishing) {
      undecided(outcome, 0);
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
          undecided(outcome, 0, budget.reason);
          return this.makeAnswer(tolerance, initial, options);
        }
        start.begin(pair, left ?? 0, tolerance);
      }
    }
    undecided(outcome, start.from);
    const isEarly = left === undefined && search.early !== undefined && search.early(question);
    const inside = !isEarly && start.clear === start.from && (left === undefined || left === null) ? this.isInside(start) : false;
    if (isEarly) this.take(search, method);
    else if (inside !== false) {
      outcome.status = inside ? 'overlap' : 'unresolved';
      outcome.reason = budget.late ? 'milliseconds' : 'precision';
      outcome.time = start.from;
    } else if (mode !== 'any' || !this.touchesAtEnd(start)) {
      search.search(question);
      this.take(search, method);
    }
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

  private searchOf({ pair: make }: PairMethod): PairSearch {
    const { searches } = this;
    let search = searches.get(make);
    if (search === undefined) {
      search = make();
      searches.set(make, search);
    }
    return search;
  }

  /** The outcome is what a search found. */
  private take(search: PairSearch, method: PairMethod): void {
    const { outcome, startRule } = this;
    if (method !== AUTO && !isBuiltIn(method)) checkOutcome(method, outcome, startRule.from);
    this.searched = search;
    // found, but finer than doubles can prove here
    if (outcome.status === 'contact' && !startRule.provable) {
      outcome.status = 'unresolved';
      outcome.reason = 'precision';
    }
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
    const leaves = this.searched?.leavesThere?.(this.question) ?? ((within, visit) => forLeavesWithin(pair, this.stack, within, visit));
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

function nameOf({ name, shape }: Body): string {
  return name ?? shape.name;
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
  throw new InputError(`${nameOf(body)}: a PairQuery is for rigid bodies; ${INSTEAD}`);
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
  const method = methodOf(options.method, AUTO, 'pair');
  const budget = new Budget();
  if (deformation === null && options.maxMilliseconds !== undefined) budget.start(Infinity, options.maxMilliseconds);
  for (const { shape } of [a, b]) {
    if (shape.solid) requireClosed(shape);
    if (budget.isOver()) return nothingKnown(a, b, method.name, options);
  }
  if (deformation !== null && options.proof !== undefined)
    throw new InputError("proof: bodies that deform are proven as a step: StepQuery of 'inbetween/soft'");
  if (deformation !== null && method !== AUTO)
    throw new InputError(`method: '${method.name}' is for rigid bodies; ${nameOf(a)} and ${nameOf(b)} are searched by auto`);
  if (deformation !== null) return deformation.firstContact(a, b, options);
  if (options.maxMilliseconds === undefined) return new PairQuery(a, b).firstContact({}, options);
  const isLate = (): boolean => budget.isLate(MOST_UNITS);
  const hasTrees = (a.tree ?? treeInTime(a.shape, isLate)) !== null && (b.tree ?? treeInTime(b.shape, isLate)) !== null;
  if (!hasTrees) return nothingKnown(a, b, method.name, options);
  return new PairQuery(a, b).firstContact({}, { ...options, maxMilliseconds: budget.rest() });
}

/** Time ran out before the first look: while the trees were built, which the next question goes on with. */
function nothingKnown(a: Body, b: Body, method: string, { tolerance = 0 }: PairFirstContactOptions): PairFirstContact {
  const placed = (body: Body): BodyPose => ({ body: nameOf(body), ...poseAt(rigidly(body), 0) });
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
