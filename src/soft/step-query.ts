/**
 * One step of deforming meshes: does anything touch while every vertex moves straight from one frame to the next, when
 * first, and what else? Meshes against each other and against themselves. Reusable from frame to frame: boxes are
 * refitted.
 * Guarantee: without clearance and radii verdicts are exact: every pair of features that touches is found, no other is;
 * times are never late. With them, pairs up to clearance + tolerance apart may count.
 */

import { Budget, milliseconds } from '../contact/budget.ts';
import { checkSoftBody, type SoftBody } from '../contact/deformation.ts';
import { FINEST_TOLERANCE, KEEP_TOLERANCE, keep } from '../contact/elementary/keep-distance.ts';
import { beginProof, RELATIVE_TOLERANCE } from '../contact/options.ts';
import { checkByName, checkFlag, checkLimit, checkList, checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { joinedByNumber, requireClosed } from '../mesh/solid-parts.ts';
import type { Motion } from '../motion/motion.ts';
import { FOUND, KINDS } from './found-contacts.ts';
import { deformedHoldsPart } from './inside-at-start.ts';
import { checkCoordinates, isLinear, type LinearFrames, positionsAt } from './linear-frames.ts';
import { SoftShape } from './soft-shape.ts';
import { stepContact, stepRounding } from './step-contact.ts';
import type { StepContact, StepFirstContact, StepOptions, StepProof } from './step-result.ts';
import { EARLY, type SoftSide, type StepPairs, StepSearch } from './step-search.ts';

/** How the bodies of a step are tested. */
export interface StepQueryOptions {
  /**
   * Pairs of bodies, by name, that are not tested against each other. Default: none; `self` of a body is for itself.
   */
  readonly allowed?: readonly (readonly [string, string])[];
}

/**
 * How the bodies of a step move: the motion of the one body, or motions by name, made by `linearMotion(positions0,
 * positions1)`. A body that is not named stands where its mesh has it.
 */
export type StepMotions = LinearFrames | Readonly<Record<string, LinearFrames>>;

/** One question of those that maxStep asks. */
interface StepQuestion {
  readonly motions: StepMotions;
  readonly options: StepOptions;
}

/** A question about a step with all defaults filled in. */
export interface StepAsked extends Required<Omit<StepOptions, 'proof'>> {
  readonly proof?: StepProof;
  readonly frames: readonly LinearFrames[];
  readonly firstOnly: boolean;
}

const QUERY_OPTIONS: readonly string[] = ['allowed'];
/** With `deforming`, which a LinearMotion has. */
const FRAME_KEYS: readonly string[] = ['positions0', 'positions1', 'deforming'];
const OPTIONS: readonly string[] = [
  'clearance',
  'tolerance',
  'self',
  'startsFree',
  'maxContacts',
  'maxIterations',
  'maxMilliseconds',
  'proof',
];
/** How far before the first contact a step is cut, as shares of its time: the first that is proven free. */
const CUTS: readonly number[] = [2 ** -32, 2 ** -24, 2 ** -16, 2 ** -10, 2 ** -6, 2 ** -3, 2 ** -1];

/** Contacts that are told where time ran out, at most: their order takes time too. */
const MOST_WHEN_LATE = 1024;

/** Boxes are fitted anew when the earliest contact known leaves less than this of the time they were fitted to. */
const SHORT = 2 ** -4;

/**
 * One step of deforming meshes: does anything touch while every vertex moves straight from one frame to the next, when
 * first, and what else? Meshes are tested against each other and against themselves. Keep it from step to step: its
 * boxes are refitted, not built anew. Without clearance and radii the verdicts are exact: every pair of features that
 * touches is found and no other, and times are never late.
 * @example
 * const query = new StepQuery([{ shape: cloth }, { shape: table, self: false }]);
 * const motions = { cloth: linearMotion(before, after) }; // by name; the table stands
 * const { status, time, contacts } = query.firstContact(motions);
 * const safe = query.maxStep(motions); // the step cut there is proven free
 */
export class StepQuery {
  /** Names of the bodies, in their order: motions are given by them, contacts reported by them. */
  readonly names: readonly string[];
  /**
   * Shapes and frames of the bodies, as the last query took them.
   * @internal
   */
  readonly sides: readonly SoftSide[];
  private readonly self: readonly boolean[];
  private readonly allowed: ReadonlySet<string>;
  /** The tolerance that was in force in the last query, in the unit of length; it counts with a clearance only. */
  tolerance = 0;
  private readonly search: StepSearch = new StepSearch();
  private readonly budget: Budget = new Budget();
  private readonly guard: Exclusive = new Exclusive('StepQuery');

  /**
   * For these bodies, { shape } each, with a `name` where the mesh's will not do; an InputError says what is wrong with
   * one.
   */
  constructor(bodies: readonly SoftBody[], options: StepQueryOptions = {}) {
    if (!Array.isArray(bodies) || bodies.length === 0)
      throw new InputError(`step: needs a list of bodies, { shape } each, got ${shownValue(bodies)}`);
    checkList(bodies, 'step: bodies');
    const meshes = bodies.map((body: SoftBody, i) => {
      checkSoftBody(body, `step: body ${i}`);
      if (body.shape.solid) requireClosed(joinedByNumber(body.shape));
      return body.shape;
    });
    checkRecord(options, QUERY_OPTIONS, 'step');
    const { allowed = [] } = options;
    this.names = bodies.map(({ name }: SoftBody, i) => name ?? meshes[i].name);
    this.names.forEach((name, i) => {
      if (this.names.indexOf(name) !== i) throw new InputError(`step: two bodies are named '${name}'`);
    });
    checkList(allowed, 'step: allowed');
    for (const pair of allowed) {
      if (!Array.isArray(pair) || pair.length !== 2)
        throw new InputError(`step: an allowed pair must be two names, ['a', 'b'], got ${shownValue(pair)}`);
      for (const name of pair)
        if (!this.names.includes(name)) throw new InputError(`step: allowed pairs name ${shownValue(name)}, which is no body`);
      if (pair[0] === pair[1])
        throw new InputError(`step: an allowed pair names '${pair[0]}' twice; self: false leaves a body untested against itself`);
    }
    this.allowed = new Set(allowed.flatMap(([a, b]) => [JSON.stringify([a, b]), JSON.stringify([b, a])]));
    this.self = bodies.map(({ self }: SoftBody) => self ?? true);
    // a mesh given twice may deform in two ways
    this.sides = meshes.map((mesh, body) => ({ body, shape: new SoftShape(mesh), before: mesh.positions, after: mesh.positions }));
    // measured once for a mesh, so that no question has to
    for (const mesh of meshes) boundingRadius(mesh);
  }

  /**
   * The first contact of the step, and only that one listed. A motion alone is that of the one body; otherwise motions
   * by name.
   */
  firstContact(motions: StepMotions, options: StepOptions = {}): StepFirstContact {
    return this.ask(motions, options, true);
  }

  /**
   * All contacts of the step, by time: every pair of features that touches in it, as if nothing stopped at the first.
   */
  contacts(motions: StepMotions, options: StepOptions = {}): StepFirstContact {
    return this.ask(motions, options, false);
  }

  /**
   * The largest share s of the step, 0 to 1, that is safe: the step from positions0 to positionsAt(s), as these are
   * rounded, is proven free. 1 when all of it is, 0 when it starts in contact or the budget ran out.
   */
  maxStep(motions: StepMotions, options: StepOptions = {}): number {
    const search = this.safeShare(motions, options);
    let next = search.next();
    while (!next.done) next = search.next(this.firstContact(next.value.motions, next.value.options));
    return next.value;
  }

  /**
   * How maxStep goes on: questions about first contacts, which are to be answered one after the other, then the share.
   * @internal
   */
  *safeShare(motions: StepMotions, options: StepOptions): Generator<StepQuestion, number, StepFirstContact> {
    if (options?.proof !== undefined)
      throw new InputError('step: proof is for one question: ask firstContact about the step that is cut at maxStep');
    const deadline = milliseconds() + (options?.maxMilliseconds ?? Infinity);
    const whole = this.framesOf(motions);
    const first = yield { motions, options };
    if (first.status === 'free') return 1;
    if (first.status !== 'contact') return 0;
    let safe = first.time;
    for (const share of CUTS) {
      const s = safe - share * safe;
      if (!(s > 0)) return 0;
      const cut: [string, LinearFrames][] = [];
      whole.forEach(({ positions0, positions1 }, i) => {
        const end = positions0 === positions1 ? positions1 : positionsAt(positions0, positions1, s);
        cut.push([this.names[i], { positions0, positions1: end }]);
      });
      const { status, time } = yield {
        motions: Object.fromEntries(cut),
        options: { ...options, startsFree: true, maxMilliseconds: Math.max(0, deadline - milliseconds()) },
      };
      if (status === 'free') return s;
      if (status !== 'contact') return 0;
      safe = s * time;
    }
    return 0;
  }

  /** Bytes held for the boxes and the connectivity of all bodies. */
  get bytes(): number {
    return this.sides.reduce((sum, { shape }) => sum + shape.bytes, 0);
  }

  private ask(motions: StepMotions, options: StepOptions, firstOnly: boolean): StepFirstContact {
    this.guard.enter();
    try {
      const asked = this.asked(motions, options, firstOnly);
      this.begin(asked);
      this.requireNumbers(asked);
      return this.proven(this.makeAnswer(this.walk(asked), asked), asked);
    } finally {
      this.guard.leave();
    }
  }

  /**
   * A question, checked but for its coordinates: see requireNumbers.
   * @internal
   */
  asked(motions: StepMotions, options: StepOptions, firstOnly: boolean): StepAsked {
    const { clearance = 0, self = true, startsFree = false, maxContacts = Infinity } = checked(options);
    const { maxIterations = Infinity, maxMilliseconds = Infinity } = options;
    const frames = this.framesOf(motions);
    const tolerance = options.tolerance ?? this.defaultTolerance();
    const { proof } = options;
    return { frames, firstOnly, clearance, tolerance, self, startsFree, maxContacts, maxIterations, maxMilliseconds, proof };
  }

  /**
   * Throws where a coordinate of a motion is no number, or too large.
   * @internal
   */
  requireNumbers({ frames }: StepAsked): void {
    frames.forEach(({ positions0, positions1 }, i) => {
      const { positions } = this.sides[i].shape.mesh;
      if (positions0 === positions && positions1 === positions) return;
      checkCoordinates(positions0, `step: '${this.names[i]}' at t0`);
      checkCoordinates(positions1, `step: '${this.names[i]}' at t1`);
    });
  }

  /**
   * The answer where another search left only these pairs in doubt. What it ruled out must be farther apart, at every
   * time of the step, than `reach` of the two bodies together; nothing is ruled out that `isTested` does not want.
   * @internal
   */
  answerPairs(asked: StepAsked, pairs: StepPairs): StepFirstContact {
    this.guard.enter();
    try {
      this.begin(asked);
      return this.proven(this.makeAnswer(this.search.runPairs(this.sides, pairs, this.budget), asked), asked);
    } finally {
      this.guard.leave();
    }
  }

  /**
   * How far around a body something may count as its contact: half of the clearance and tolerance, and its radius.
   * @internal
   */
  reach(asked: StepAsked, body: number): number {
    return this.pad(asked) + this.sides[body].shape.widestRadius;
  }

  /**
   * Whether features of these two bodies, or of one with itself, are tested.
   * @internal
   */
  isTested({ self }: StepAsked, i: number, j: number): boolean {
    return i === j ? self && this.self[i] : this.areTested(i, j);
  }

  private begin(asked: StepAsked): void {
    const { frames, firstOnly, clearance, tolerance, startsFree, maxIterations, maxMilliseconds } = asked;
    this.sides.forEach((side, i) => {
      side.before = frames[i].positions0;
      side.after = frames[i].positions1;
    });
    this.tolerance = tolerance;
    keep[KEEP_TOLERANCE] = tolerance;
    this.budget.start(maxIterations, maxMilliseconds);
    this.search.begin(firstOnly, clearance, startsFree);
  }

  private walk(asked: StepAsked): boolean {
    const { sides, search, budget } = this;
    const pad = this.pad(asked);
    // once a contact is known, only what is swept before it matters: boxes that have become far too large are fitted
    // again
    for (let until = 1; ; until = search.found.earliest) {
      for (const { shape, before, after } of sides) if (!shape.fit(before, after, Math.min(1, until + EARLY), pad, budget)) return false;
      search.shortBelow = asked.firstOnly ? SHORT * until : -1;
      let complete = true;
      for (let i = 0; i < sides.length && complete; i++)
        for (let j = i; j < sides.length && complete; j++)
          if (this.isTested(asked, i, j)) complete = search.run(sides[i], sides[j], budget);
      if (!search.short) return complete;
    }
  }

  /**
   * Half of what pairs may be apart and still count: the clearance and the tolerance, which is at least FINEST of the
   * corners' spread. 0 where only touching counts.
   */
  private pad(asked: StepAsked): number {
    const reached = this.farthest(asked);
    return reached === 0 ? 0 : 0.5 * (asked.clearance + reached * (1 + 2 ** -40));
  }

  /** The tolerance that is kept to; 0 where only touching counts. */
  private farthest({ frames, clearance, tolerance }: StepAsked): number {
    let widest = 0;
    for (const { shape } of this.sides) widest = Math.max(widest, shape.widestRadius);
    const kept = clearance + 2 * widest;
    if (kept === 0) return 0;
    let most = 0;
    for (const { positions0, positions1 } of frames) most = Math.max(most, largestOf(positions0), largestOf(positions1));
    return Math.max(tolerance, FINEST_TOLERANCE * (2 * most + kept));
  }

  private areTested(i: number, j: number): boolean {
    return !this.allowed.has(JSON.stringify([this.names[i], this.names[j]]));
  }

  /** The first two bodies of which one starts inside the other, a solid; undefined: none, null: in doubt. */
  private findInside(): readonly [string, string] | undefined | null {
    const { sides, names } = this;
    let doubtful = false;
    for (const a of sides) {
      for (const b of sides) {
        if (a === b || !a.shape.mesh.solid || !this.areTested(a.body, b.body)) continue;
        const inside = deformedHoldsPart(a.shape.mesh, a.before, b.shape.mesh, b.before, this.budget);
        if (inside) return [names[b.body], names[a.body]];
        doubtful ||= inside === undefined;
      }
    }
    return doubtful ? null : undefined;
  }

  /** Motions of all bodies, in their order: where vertices are before and after. Coordinates are not looked at. */
  private framesOf(motions: StepMotions): readonly LinearFrames[] {
    const { sides, names } = this;
    if (typeof (motions as Partial<Motion> | null)?.writeState === 'function')
      throw new InputError(
        'step: the motion must be made by linearMotion(positions0, positions1); a body that moves rigidly is for a Scene, or firstContact',
      );
    if (isLinear(motions) && sides.length > 1)
      throw new InputError(`step: one motion for ${sides.length} bodies; give them by name: ${names.join(', ')}`);
    checkByName(motions, 'step: motions');
    const byName: Readonly<Record<string, LinearFrames>> = isLinear(motions) ? { [names[0]]: motions } : motions;
    for (const name in byName)
      if (!names.includes(name)) throw new InputError(`step: there is no body '${name}'; there are ${names.join(', ')}`);
    return sides.map(({ body, shape }) => {
      const { positions } = shape.mesh;
      if (!Object.hasOwn(byName, names[body])) return { positions0: positions, positions1: positions };
      const motion = entryOf(byName, names[body]);
      if (!isLinear(motion))
        throw new InputError(`step: the motion of '${names[body]}' must be made by linearMotion(positions0, positions1)`);
      checkRecord(motion, FRAME_KEYS, `step: the motion of '${names[body]}'`);
      if (motion.positions0.length !== positions.length || motion.positions1.length !== positions.length)
        throw new InputError(
          `step: the motion of '${names[body]}' has ${motion.positions0.length / 3} vertices, its mesh ${positions.length / 3}`,
        );
      return motion;
    });
  }

  private defaultTolerance(): number {
    let least = Infinity;
    for (const { shape } of this.sides) least = Math.min(least, boundingRadius(shape.mesh));
    return RELATIVE_TOLERANCE * least;
  }

  /** Tells the answer to who proves it, if anybody does. */
  private proven(answer: StepFirstContact, asked: StepAsked): StepFirstContact {
    if (asked.proof === undefined) return answer;
    const { sides, names, search } = this;
    const { count, features: f } = search.found;
    const [o] = count > 0 ? [FOUND * search.found.inOrder(1)[0]] : [];
    asked.proof.step({
      ...{ names, sides, answer, clearance: asked.clearance, startsFree: asked.startsFree },
      tolerance: this.farthest(asked) || asked.tolerance,
      isTested: (i, j) => this.isTested(asked, i, j),
      contactAt: o === undefined ? null : (t) => stepContact(KINDS[f[o + 4]], sides[f[o]], f[o + 1], sides[f[o + 2]], f[o + 3], t, names),
    });
    return answer;
  }

  private makeAnswer(complete: boolean, { firstOnly, maxContacts, clearance }: StepAsked): StepFirstContact {
    const { search, sides, names, budget } = this;
    const { count, features, times } = search.found;
    const order = search.found.inOrder(budget.late ? MOST_WHEN_LATE : Infinity);
    const contacts: StepContact[] = [];
    for (let k = 0; k < Math.min(order.length, maxContacts); k++) {
      if (k > 0 && budget.isLate()) break;
      const o = FOUND * order[k];
      const [a, b] = [sides[features[o]], sides[features[o + 2]]];
      contacts.push(stepContact(KINDS[features[o + 4]], a, features[o + 1], b, features[o + 3], times[order[k]], names));
    }
    const first = count > 0 ? times[order[0]] : 1;
    const result: { -readonly [K in keyof StepFirstContact]: StepFirstContact[K] } = {
      status: complete ? (count > 0 ? 'contact' : 'free') : 'unresolved',
      time: complete ? first : 0,
      gap: null,
      tolerance: this.tolerance,
      contacts,
      complete: complete && contacts.length === count && !(firstOnly && count > 0),
      contactCount: count,
      stats: { ...search.stats },
    };
    if (contacts.length > 0) {
      const [o] = [FOUND * order[0]];
      const rounding = stepRounding(contacts[0], sides[features[o]].shape.mesh, sides[features[o + 2]].shape.mesh);
      result.gap = [first === 0 ? 0 : clearance, Math.max(clearance, contacts[0].distance + rounding)];
    }
    if (count > 0 && first === 0) {
      result.status = 'overlap';
      result.time = 0;
      if (!complete) result.reason = this.budget.reason;
      return result;
    }
    const inside = this.findInside();
    if (inside === undefined) {
      if (!complete) result.reason = this.budget.reason;
      return result;
    }
    result.status = inside === null ? 'unresolved' : 'overlap';
    result.time = 0;
    if (inside === null) result.reason = budget.late ? 'milliseconds' : 'precision';
    else result.inside = inside;
    return result;
  }
}

function largestOf(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]));
  return most;
}

function checked(options: StepOptions): StepOptions {
  checkRecord(options, OPTIONS, 'step');
  for (const key in options) {
    const value = options[key as keyof StepOptions];
    if (value === undefined || key === 'proof') continue;
    if (key === 'self' || key === 'startsFree') {
      checkFlag(value, `step: ${key}`);
      continue;
    }
    checkLimit(value, key, `step: ${key}`);
    if ((key === 'clearance' || key === 'tolerance') && (value as number) > 2 ** 300)
      throw new InputError(`step: ${key} ${value} is too large${limitHint(value as number)}`);
  }
  beginProof(options.proof);
  return options;
}
