/**
 * One step of deforming meshes: does anything touch while every vertex moves straight from one frame to the next, when
 * first, and what else? Meshes against each other and against themselves. Reusable from frame to frame: boxes are
 * refitted.
 * Guarantee: without clearance and radii verdicts are exact: every pair of features that touches is found, no other is;
 * times are never late. With them, pairs up to clearance + tolerance apart may count.
 */
import { Budget, milliseconds } from '../contact/budget.ts';
import { checkSoftBody, type SoftBody } from '../contact/deformation.ts';
import { KEEP_TOLERANCE, keep } from '../contact/elementary/keep-distance.ts';
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { joinedByNumber, requireClosed } from '../mesh/solid-parts.ts';
import type { Motion } from '../motion/motion.ts';
import { deformedHoldsPart } from './inside-at-start.ts';
import { checkCoordinates, isLinear, type LinearFrames, positionsAt } from './linear-frames.ts';
import { SoftShape } from './soft-shape.ts';
import { stepContact, stepRounding } from './step-contact.ts';
import type { StepContact, StepFirstContact, StepOptions } from './step-result.ts';
import { FOUND, KINDS, type SoftSide, StepSearch } from './step-search.ts';

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

const QUERY_OPTIONS: readonly string[] = ['allowed'];
/** With `deforming`, which a LinearMotion has. */
const FRAME_KEYS: readonly string[] = ['positions0', 'positions1', 'deforming'];
const OPTIONS: readonly string[] = ['clearance', 'tolerance', 'self', 'startsFree', 'maxContacts', 'maxIterations', 'maxMilliseconds'];
/** How far before the first contact a step is cut, as shares of its time: the first that is proven free. */
const CUTS: readonly number[] = [2 ** -32, 2 ** -24, 2 ** -16, 2 ** -10, 2 ** -6, 2 ** -3, 2 ** -1];

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
  /** Of the bodies, in their order: what motions are given by and contacts are reported by. */
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
    if (!Array.isArray(allowed)) throw new InputError(`step: allowed must be a list of pairs of names, got ${shownValue(allowed)}`);
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
    const deadline = milliseconds() + (options?.maxMilliseconds ?? Infinity);
    const first = this.firstContact(motions, options);
    if (first.status === 'free') return 1;
    if (first.status !== 'contact') return 0;
    const whole = this.sides.map(({ before, after }) => ({ before, after }));
    let safe = first.time;
    for (const share of CUTS) {
      const s = safe - share * safe;
      if (!(s > 0)) return 0;
      const cut: [string, LinearFrames][] = [];
      whole.forEach(({ before, after }, i) => {
        cut.push([this.names[i], { positions0: before, positions1: before === after ? after : positionsAt(before, after, s) }]);
      });
      const { status, time } = this.firstContact(Object.fromEntries(cut), {
        ...options,
        startsFree: true,
        maxMilliseconds: Math.max(0, deadline - milliseconds()),
      });
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
      return this.answer(motions, options, firstOnly);
    } finally {
      this.guard.leave();
    }
  }

  private answer(motions: StepMotions, options: StepOptions, firstOnly: boolean): StepFirstContact {
    const { clearance = 0, self = true, startsFree = false, maxContacts = Infinity, maxMilliseconds = Infinity } = checked(options);
    this.take(motions);
    const { sides, search, budget } = this;
    this.tolerance = options.tolerance ?? this.defaultTolerance();
    keep[KEEP_TOLERANCE] = this.tolerance;
    budget.start(options.maxIterations ?? Infinity, maxMilliseconds);
    search.begin(firstOnly, clearance, startsFree);
    let complete = true;
    // once a contact is known, only what is swept before it matters: boxes that have become far too large are fitted
    // again
    for (let until = 1; ; until = search.earliest) {
      for (const { shape, before, after } of sides) shape.fit(before, after, until, 0.5 * clearance);
      search.shortBelow = firstOnly ? SHORT * until : -1;
      complete = true;
      for (let i = 0; i < sides.length && complete; i++)
        for (let j = i; j < sides.length && complete; j++)
          if (i === j ? self && this.self[i] : this.areTested(i, j)) complete = search.run(sides[i], sides[j], budget);
      if (!search.short) break;
      complete = true;
      if (search.earliest === 0) break;
    }
    return this.makeAnswer(complete, firstOnly, maxContacts, clearance);
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
        const inside = deformedHoldsPart(a.shape.mesh, a.before, b.shape.mesh, b.before);
        if (inside) return [names[b.body], names[a.body]];
        doubtful ||= inside === undefined;
      }
    }
    return doubtful ? null : undefined;
  }

  /** The motions, checked, into the sides. */
  private take(motions: StepMotions): void {
    const { sides, names } = this;
    if (motions === null || typeof motions !== 'object')
      throw new InputError(`step: motions must be given by name, got ${shownValue(motions)}`);
    if (typeof (motions as Partial<Motion>).writeState === 'function')
      throw new InputError(
        'step: the motion must be made by linearMotion(positions0, positions1); a body that moves rigidly is for a Scene, or firstContact',
      );
    if (isLinear(motions) && sides.length > 1)
      throw new InputError(`step: one motion for ${sides.length} bodies; give them by name: ${names.join(', ')}`);
    const byName: Readonly<Record<string, LinearFrames>> = isLinear(motions) ? { [names[0]]: motions } : motions;
    for (const name in byName)
      if (!names.includes(name)) throw new InputError(`step: there is no body '${name}'; there are ${names.join(', ')}`);
    for (const side of sides) {
      const motion = Object.hasOwn(byName, names[side.body]) ? byName[names[side.body]] : undefined;
      const { positions } = side.shape.mesh;
      if (motion !== undefined && !isLinear(motion))
        throw new InputError(`step: the motion of '${names[side.body]}' must be made by linearMotion(positions0, positions1)`);
      if (motion !== undefined) checkRecord(motion, FRAME_KEYS, `step: the motion of '${names[side.body]}'`);
      if (motion !== undefined && (motion.positions0.length !== positions.length || motion.positions1.length !== positions.length))
        throw new InputError(
          `step: the motion of '${names[side.body]}' has ${motion.positions0.length / 3} vertices, its mesh ${positions.length / 3}`,
        );
      side.before = motion?.positions0 ?? positions;
      side.after = motion?.positions1 ?? positions;
      if (motion !== undefined) {
        checkCoordinates(side.before, `step: '${names[side.body]}' at t0`);
        checkCoordinates(side.after, `step: '${names[side.body]}' at t1`);
      }
    }
  }

  private defaultTolerance(): number {
    let least = Infinity;
    for (const { shape } of this.sides) least = Math.min(least, boundingRadius(shape.mesh));
    return RELATIVE_TOLERANCE * least;
  }

  private makeAnswer(complete: boolean, firstOnly: boolean, most: number, clearance: number): StepFirstContact {
    const { search, sides, names } = this;
    const { count, found, times, stats } = search;
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    if (count > 1) order.sort((x, y) => times[x] - times[y] || x - y);
    const contacts: StepContact[] = [];
    for (let k = 0; k < Math.min(count, most); k++) {
      const o = FOUND * order[k];
      const kind = KINDS[found[o + 4]];
      contacts.push(stepContact(kind, sides[found[o]], found[o + 1], sides[found[o + 2]], found[o + 3], times[order[k]], names));
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
      stats: { ...stats },
    };
    if (contacts.length > 0) {
      const [o] = [FOUND * order[0]];
      const rounding = stepRounding(contacts[0], sides[found[o]].shape.mesh, sides[found[o + 2]].shape.mesh);
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
    if (inside === null) result.reason = 'precision';
    else result.inside = inside;
    return result;
  }
}

function checked(options: StepOptions): StepOptions {
  checkRecord(options, OPTIONS, 'step');
  for (const key in options) {
    const value = options[key as keyof StepOptions];
    if (value === undefined) continue;
    if (key === 'self' || key === 'startsFree') {
      if (typeof value !== 'boolean') throw new InputError(`step: ${key} must be true or false, got ${shownValue(value)}`);
    } else if (!(typeof value === 'number' && value >= 0))
      throw new InputError(`step: ${key} must be a number ≥ 0, got ${shownValue(value)}`);
    else if ((key === 'clearance' || key === 'tolerance') && value > 2 ** 300) throw new InputError(`step: ${key} ${value} is too large`);
  }
  return options;
}
