/**
 * The problem of a proof, read line by line: shapes, frames, bodies, pairs; and the motions of one segment at a time.
 */

import type { ClosureQuestion, Join } from './closure.ts';
import { abs, type Ball, BITS, ball, fixed, fixedUp, integers, minus, ONE, PI_200, plus, times, unit, ZERO } from './fixed.ts';
import { beyond, Gaps, type Jump, jumpBetween, NONE, scaled } from './gaps.ts';
import { isClosed, partsOf } from './inside.ts';
import { FRAME_UNITS } from './leaf.ts';
import { between, constant, Frames, partOf, type Step, still, turn, valueAt, way } from './motion.ts';
import { bytes, doubles, index, indices, list, number, numbers, pose, type Row, rowOf, word } from './record.ts';
import { Malformed, Shape } from './shape.ts';

const MOST_BODIES = 20_000;
const MOST_FRAMES = 1_000_000;
/** Frames that stand on one another. */
const DEEPEST = 1000;
/** Triangles, and corners, of all shapes. */
const MOST_TRIANGLES = 2 ** 23;
/** Kinds of pairs that were not tested: who said so, and why. */
const MOST_REASONS = 10_000;
/** Times that something is taken or laid down. */
const MOST_CARRIED = 100_000;
/** Screws on one another. */
const MOST_BLOCKS = 64;
const MOST_CLOSURES = 1000;
/** Values that follow in one closure, and joins. */
const MOST_UNKNOWN = 64;
const LARGEST_ANGLE = 2 ** 20;
/** 1/2π */
const PER_TURN: Ball = { m: (ONE << 200n) / (2n * PI_200), e: 1n };

export interface Body {
  readonly name: string;
  readonly shape: Shape;
  readonly frame: number;
  readonly solid: 'winding' | 'parity' | null;
}

export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly clearance: number;
  /** Who said that the two may touch where they start, until they have left, and where they end; null: nobody. */
  readonly leave: string | null;
  readonly arrive: string | null;
}

/** Pairs that were not tested, and who said so. */
export interface Untested {
  /** Who said so. */
  readonly by: string;
  /** Why, in words. */
  readonly why: string;
  /** How many they are; where bodies are carried, the most in any phase. */
  readonly pairs: number;
  /** Which they are, by names: each of `a` with each of `b`. */
  readonly between: readonly { readonly a: readonly string[]; readonly b: readonly string[] }[];
}

/** What is carried where, from a path time on. */
export interface Carried {
  /** The name of its frame. */
  readonly name: string;
  /** The name of the frame that it stands on; null: the world. */
  readonly on: string | null;
  /** From this path time on. */
  readonly from: number;
}

/** A frame that may be elsewhere than told, all along, and what stands on it with it. */
export interface Loose {
  /** The name of the frame. */
  readonly name: string;
  /** Its origin is within this of where it is told. */
  readonly length: number;
  /** It is turned by at most this against how it is told, in radians: about the axis of its joint, or whatever axis. */
  readonly angle: number;
}

/** Where a carried frame stands in a phase. */
interface Place {
  readonly on: number;
  readonly at: readonly number[];
}

interface Frame {
  readonly name: string;
  readonly parent: number;
  readonly at: readonly number[];
  readonly moves: string;
  readonly axis: readonly bigint[];
  readonly pitch: number;
  readonly value: number;
  readonly times: number;
  readonly plus: number;
  readonly loose: readonly Step[];
}

interface Value {
  readonly polynomial: readonly Ball[];
  readonly error: number;
}

/** The motion of a free frame, and its poses at both ends where they are those of doubles. */
interface FreeMotion {
  readonly steps: readonly Step[];
  /** Screws on one another; 1 where it is none. */
  readonly count: number;
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
}

/** A closure in a segment; `knot`: how far off its values can be at its start by what was before; null: nothing was. */
export interface Closed extends Omit<ClosureQuestion, 'until'> {
  readonly knot: readonly bigint[] | null;
}

interface Moves {
  readonly places: ReadonlyMap<number, Place>;
  readonly values: readonly Value[];
  readonly motions: readonly FreeMotion[];
  readonly frames: Frames;
}

export class Problem {
  readonly shapes: Shape[] = [];
  readonly bodies: Body[] = [];
  /** Those of the phase at hand. */
  pairs: Pair[] = [];
  /** The most pairs of any phase, and the least and the largest clearance of them all. */
  mostPairs = 0;
  clearances: readonly [number, number] | null = null;
  readonly carried: Carried[] = [];
  readonly uncertain: Loose[] = [];
  private readonly reasons: Map<
    string,
    { by: string; why: string; pairs: number; now: number; lists: Map<string, Untested['between'][0]> }
  > = new Map();
  private readonly closures: { readonly unknown: readonly number[]; readonly joins: readonly Join[]; readonly rows: number }[] = [];
  private readonly frames: Frame[] = [];
  private readonly depths: number[] = [];
  /** Where carried frames stand now. */
  private places: ReadonlyMap<number, Place> = new Map();
  /** What a phase takes beside its segments: frames that stand on one another, pairs that are named. */
  changes = 0;
  /** What was found out of shapes as solids, by shape. */
  private readonly closed: Map<Shape, { winding?: boolean; parity?: boolean }> = new Map();
  private readonly parts: Map<Shape, readonly number[]> = new Map();
  private triangles = 0;
  private corners = 0;
  private readonly clearance: number;
  /** One for every two bodies: 1 once they are named. */
  private named: Uint8Array | null = null;
  private left = 0;
  private values = 0;
  /** The segment before. */
  private before: Moves | null = null;

  constructor(clearance: number) {
    this.clearance = clearance;
  }

  get frameCount(): number {
    return this.frames.length;
  }

  get untested(): readonly Untested[] {
    return [...this.reasons.values()].map(({ by, why, pairs, lists }) => ({ by, why, pairs, between: [...lists.values()] }));
  }

  shape(line: Row): void {
    const row = rowOf(line, 'shape', 'kind corners triangles cuts? radius? radii?');
    const corners = doubles(row.corners, 'corners', -(2 ** 300));
    const triangles = indices(row.triangles, 'triangles', corners.length / 3);
    if (triangles.length === 0 || corners.length % 3 !== 0) throw new Malformed('shape: has no triangles, or a part of a corner');
    this.triangles += triangles.length / 3;
    this.corners += corners.length / 3;
    if (Math.max(this.triangles, this.corners) > MOST_TRIANGLES || this.shapes.length >= MOST_BODIES)
      throw new Malformed(`more than ${MOST_BODIES} shapes, or ${MOST_TRIANGLES} triangles or corners in all`);
    const radii = row.radii === undefined ? number(row.radius ?? 0, 'radius', 0) : doubles(row.radii, 'radii', 0);
    if (typeof radii !== 'number' && (radii.length !== triangles.length / 3 || row.radius !== undefined))
      throw new Malformed('shape: radii are not one for each triangle');
    this.shapes.push(new Shape(corners, triangles, row.cuts === undefined ? null : bytes(row.cuts, 'cuts'), radii));
  }

  frame(line: Row): void {
    const row = rowOf(line, 'frame', 'kind name? parent at? moves? axis? pitch? value? times? plus? off?');
    const parent = index(row.parent, 'parent', this.frames.length, -1);
    if (this.frames.length >= MOST_FRAMES) throw new Malformed(`more than ${MOST_FRAMES} frames`);
    this.place(this.frames.length, parent);
    const name = word(row.name ?? '', 'name');
    const moves = word(row.moves ?? '', 'moves');
    const isJoint = ['revolute', 'prismatic', 'helical'].includes(moves);
    if (!isJoint && !['', 'free', 'carried', 'guide'].includes(moves)) throw new Malformed(`frame: nothing moves '${moves.slice(0, 40)}'`);
    const needs = isJoint
      ? `kind name? parent at? moves axis ${moves === 'helical' ? 'pitch ' : ''}value times? plus? off?`
      : `kind name? parent ${moves === 'carried' ? '' : 'at? '}moves? off?`;
    rowOf(row, `${moves || 'standing'} frame`, needs);
    this.requireNoGuide(parent);
    if (moves === 'carried' && parent >= 0) throw new Malformed('frame: what a carried one stands on is told by phases');
    const axis = isJoint ? integers(numbers(row.axis, 'axis', 3)) : [0n, 0n, 1n];
    if (axis.every((x) => x === 0n)) throw new Malformed('frame: an axis is 0');
    const value = isJoint ? index(row.value, 'value', MOST_FRAMES) : -1;
    if (value >= this.values) this.values = value + 1;
    this.frames.push({
      name,
      parent,
      at: row.at === undefined ? [] : pose(row.at, 'at'),
      moves,
      axis,
      pitch: number(row.pitch ?? 0, 'pitch'),
      value,
      times: number(row.times ?? 1, 'times'),
      plus: number(row.plus ?? 0, 'plus'),
      loose: row.off === undefined ? [] : this.loose(name, numbers(row.off, 'off', 2, 5)),
    });
  }

  private loose(name: string, [length, angle, ...about]: readonly number[]): readonly Step[] {
    number(length, 'off', 0);
    number(angle, 'off', 0);
    this.uncertain.push({ name, length, angle });
    if (about.length === 0) return [{ is: 'loose', place: fixedUp(length), angle: fixedUp(angle), axis: null }];
    if (about.length < 3 || about.every((x) => x === 0)) throw new Malformed('off: its axis has not three numbers, or is 0');
    return [{ is: 'loose', place: fixedUp(length), angle: fixedUp(angle), axis: unit(integers(about)) }];
  }

  /** A closure: joins of points, and the values that follow. */
  closure(line: Row): void {
    const row = rowOf(line, 'closure', 'kind unknown joins');
    if (this.closures.length >= MOST_CLOSURES) throw new Malformed(`more than ${MOST_CLOSURES} closures`);
    const unknown = list(row.unknown, 'unknown', 1, MOST_UNKNOWN).map((value) => index(value, 'unknown', this.values));
    if (new Set(unknown).size < unknown.length) throw new Malformed('closure: a value stands twice');
    const joins = list(row.joins, 'joins', 1, MOST_UNKNOWN).map((one): Join => {
      const join = rowOf(one, 'join', 'a b at');
      const [a, b] = [join.a, join.b].map((frame) => index(frame, 'frame', this.frames.length));
      return { a, b, at: list(join.at, 'at', 1, 3).map((x) => numbers(x, 'at', 3).map(fixed)) };
    });
    this.closures.push({ unknown, joins, rows: joins.reduce((sum, { at }) => sum + 3 * at.length, 0) });
  }

  /** What leads a tool has no other use: it may begin elsewhere in each segment. */
  private requireNoGuide(frame: number): void {
    if (this.frames[frame]?.moves === 'guide') throw new Malformed('a guide carries nothing');
  }

  /** A frame stands on another one. */
  private place(frame: number, on: number): void {
    this.depths[frame] = on < 0 ? 1 : this.depths[on] + 1;
    if (this.depths[frame] > DEEPEST) throw new Malformed(`more than ${DEEPEST} frames stand on one another`);
  }

  /** Carried frames stand somewhere else from a path time on, and pairs are told anew. */
  phase(line: Row, from: number): void {
    const row = rowOf(line, 'phase', 'kind carried? tolerance?');
    const moved = this.frames.flatMap(({ moves }, frame) => (moves === 'carried' ? [frame] : []));
    const places = new Map<number, Place>();
    this.changes = 0;
    for (const [k, one] of list(row.carried ?? [], 'carried', moved.length, moved.length).entries()) {
      const given = rowOf(one, 'carried', 'on at?');
      const frame = moved[k];
      const place = { on: index(given.on, 'on', frame, -1), at: pose(given.at ?? [0, 0, 0, 0, 0, 0, 1], 'at') };
      this.requireNoGuide(place.on);
      const before = this.places.get(frame);
      const isSame = before?.on === place.on && place.at.every((x, i) => x === before.at[i]);
      places.set(frame, isSame ? before : place);
      if (isSame) continue;
      if (before?.on !== place.on) this.carried.push({ name: this.frames[frame].name, on: this.frames[place.on]?.name ?? null, from });
      if (this.carried.length > MOST_CARRIED) throw new Malformed(`more than ${MOST_CARRIED} times something is carried`);
    }
    this.places = places;
    this.frames.forEach(({ parent }, frame) => {
      this.place(frame, places.get(frame)?.on ?? parent);
      if (places.has(frame)) this.changes += FRAME_UNITS * this.depths[frame];
    });
    this.pairs = [];
    this.changes += (this.named?.length ?? 0) >> 10;
    this.named?.fill(0);
    this.left = this.named?.length ?? 0;
    for (const reason of this.reasons.values()) reason.now = 0;
  }

  body(line: Row): void {
    const row = rowOf(line, 'body', 'kind name shape frame solid?');
    if (this.bodies.length >= MOST_BODIES) throw new Malformed(`more than ${MOST_BODIES} bodies`);
    const solid = row.solid ?? null;
    if (solid !== null && solid !== 'winding' && solid !== 'parity') throw new Malformed('body: solid is neither winding nor parity');
    const shape = this.shapes[index(row.shape, 'shape', this.shapes.length)];
    if (solid !== null && !this.isClosed(shape, solid)) throw new Malformed('body: a solid is not closed');
    const frame = index(row.frame, 'frame', this.frames.length, -1);
    this.requireNoGuide(frame);
    this.bodies.push({ name: word(row.name, 'name'), shape, frame, solid });
  }

  /** Bodies share shapes: what they are is found out once. */
  private isClosed(shape: Shape, solid: 'winding' | 'parity'): boolean {
    const known = this.closed.get(shape) ?? {};
    known[solid] ??= isClosed(shape, solid === 'winding');
    this.closed.set(shape, known);
    return known[solid];
  }

  /** One corner of each connected part of a shape. */
  partsOf(shape: Shape): readonly number[] {
    const parts = this.parts.get(shape) ?? partsOf(shape);
    this.parts.set(shape, parts);
    return parts;
  }

  pair(line: Row): void {
    const row = rowOf(line, 'pair', 'kind a b clearance? leave? arrive?');
    const [a, b] = [row.a, row.b].map((x) => index(x, 'body', this.bodies.length));
    if (a === b || !this.name(a, b)) throw new Malformed(`pair: ${a} and ${b} are one body, or stand twice`);
    const clearance = number(row.clearance ?? this.clearance, 'clearance', 0);
    const [leave, arrive] = [row.leave, row.arrive].map((by) => (by === undefined ? null : word(by, 'leave or arrive')));
    this.pairs.push({ a, b, clearance, leave, arrive });
    this.mostPairs = Math.max(this.mostPairs, this.pairs.length);
    const [least, most] = this.clearances ?? [clearance, clearance];
    this.clearances = [Math.min(least, clearance), Math.max(most, clearance)];
  }

  /** Every body of the one list with every one of the other. */
  leaveOut(line: Row): void {
    const row = rowOf(line, 'untested', 'kind a b by why');
    const [a, b] = [row.a, row.b].map((x) => list(x, 'bodies', 1, MOST_BODIES).map((one) => index(one, 'body', this.bodies.length)));
    let pairs = 0;
    const inB = new Set(b);
    // who stands twice would be looked at without end
    if (new Set(a).size < a.length || inB.size < b.length) throw new Malformed('untested: a body stands twice in a list');
    const both = new Set(a.filter((x) => inB.has(x)));
    for (const x of a)
      for (const y of b) {
        if (x === y || (x > y && both.has(x) && both.has(y))) continue;
        if (!this.name(x, y)) throw new Malformed(`untested: ${x} and ${y} stand twice`);
        pairs++;
      }
    if (pairs === 0) throw new Malformed('untested: there is no pair in it');
    const [by, why] = [word(row.by, 'by'), word(row.why, 'why')];
    const key = JSON.stringify([by, why]);
    this.changes += pairs >> 4;
    const known = this.reasons.get(key) ?? { by, why, pairs: 0, now: 0, lists: new Map() };
    known.now += pairs;
    known.pairs = Math.max(known.pairs, known.now);
    // phases name most of them again
    const [namesA, namesB] = [a, b].map((bodies) => bodies.map((body) => this.bodies[body].name));
    known.lists.set(JSON.stringify([a, b]), { a: namesA, b: namesB });
    this.reasons.set(key, known);
    if (this.reasons.size > MOST_REASONS) throw new Malformed(`untested: more than ${MOST_REASONS} reasons`);
  }

  private name(a: number, b: number): boolean {
    const n = this.bodies.length;
    if (this.named === null) {
      this.left = (n * (n - 1)) / 2;
      this.named = new Uint8Array(this.left);
    }
    const [low, high] = a < b ? [a, b] : [b, a];
    const at = (high * (high - 1)) / 2 + low;
    if (this.named[at] === 1) return false;
    this.named[at] = 1;
    this.left--;
    return true;
  }

  /** What is wrong unless every two bodies are tested, or said not to be, and it is known what is carried where. */
  requireAllPairs(): void {
    const n = this.bodies.length;
    if (this.places.size === 0 && this.frames.some(({ moves }) => moves === 'carried'))
      throw new Malformed('a phase must tell what is carried where');
    if (this.left > 0 || (this.named === null && n > 1)) {
      const at = this.named?.indexOf(0) ?? 0;
      const b = Math.floor((1 + Math.sqrt(1 + 8 * at)) / 2);
      throw new Malformed(
        `of ${n} bodies two, '${this.bodies[Math.min(b, n - 1)].name}' and another one, are neither tested nor said not to be`,
      );
    }
  }

  /** The frames as they move in a segment, and how far they jump where it begins; null: by nothing. */
  segment(row: Row): { readonly frames: Frames; readonly joined: boolean; readonly gaps: Gaps | null; readonly closed: readonly Closed[] } {
    const values = list(row.values ?? [], 'values', this.values, this.values).map((value) => this.value(value));
    const free = this.frames.filter(({ moves }) => moves === 'free' || moves === 'guide').length;
    const motions = list(row.motions ?? [], 'motions', free, free).map((motion) => freeMotion(motion));
    const { places } = this;
    let next = 0;
    const counts: number[] = [];
    const steps = this.frames.map(({ at: told, moves, axis, pitch, value, times: by, plus: more, loose }, frame) => {
      const at = places.get(frame)?.at ?? told;
      const motion = moves === 'free' || moves === 'guide' ? motions[next++] : null;
      const own = motion?.steps ?? [];
      counts.push(motion?.count ?? 1);
      const stand = at.length === 0 ? [] : [still(at.slice(3)), way(constant(at.slice(0, 3)))];
      if (value < 0) return [...loose, ...own, ...stand];
      const { polynomial, error } = values[value];
      const v = polynomial.map((c, m) => plus(times(c, ball(by)), m === 0 ? ball(more) : ZERO));
      const off = ((fixedUp(error) * fixedUp(Math.abs(by))) >> BITS) + 2n;
      const joint = [];
      if (moves !== 'prismatic') joint.push(turn(axis, checkedAngle(v), error === 0 ? 0n : off, { value, per: [ball(by)] }));
      if (moves !== 'revolute') {
        const slide = moves === 'helical' ? times(ball(pitch), PER_TURN) : ball(1);
        const along = unit(axis).map((u) => v.map((c) => times(times(c, slide), { m: u, e: 2n })));
        const per = unit(axis).map((u) => times(times(ball(by), slide), { m: u, e: 2n }));
        joint.push(way(along, error === 0 ? 0n : ((off * (abs(slide.m) + slide.e)) >> BITS) + 1n, { value, per }));
      }
      return [...loose, ...joint, ...stand];
    });
    const frames = new Frames(
      this.frames.map(({ parent }, frame) => places.get(frame)?.on ?? parent),
      steps,
      counts,
    );
    const before = this.before;
    this.before = { places, values, motions, frames };
    const closed = list(row.closed ?? [], 'closed', 0, MOST_UNKNOWN).map((one) => this.closedIn(one, before, this.before as Moves));
    if (new Set(closed.flatMap(({ unknown }) => unknown)).size < closed.reduce((sum, { unknown }) => sum + unknown.length, 0))
      throw new Malformed('closed: a value follows twice');
    return { frames, ...(before === null ? { joined: true, gaps: null } : this.joins(before, this.before)), closed };
  }

  /** A closure that holds in a segment, and, where a segment was before it, what values can be off where both meet. */
  private closedIn(one: unknown, before: Moves | null, { values, frames }: Moves): Closed {
    const row = rowOf(one, 'closed', 'closure rows open');
    const { unknown, joins, rows: count } = this.closures[index(row.closure, 'closure', this.closures.length)];
    const rows = list(row.rows, 'rows', unknown.length, unknown.length).map((x) => index(x, 'row', count));
    if (new Set(rows).size < rows.length) throw new Malformed('closed: a row stands twice');
    for (const frame of joins.flatMap(({ a, b }) => [a, b]))
      for (let f = frame; f >= 0; f = this.places.get(f)?.on ?? this.frames[f].parent)
        if (this.frames[f].loose.length > 0) throw new Malformed('closed: a frame may be elsewhere');
    const errors = unknown.map((value) => fixedUp(values[value].error));
    const knot = unknown.map((value, j) => {
      if (before === null) return errors[j];
      const was = before.values[value];
      const [end, start] = [valueAt(was.polynomial, { m: ONE, e: 0n }), values[value].polynomial[0]];
      const both = abs(end.m - start.m) + end.e + start.e + fixedUp(was.error);
      return both > errors[j] ? both : errors[j];
    });
    const open = fixedUp(number(row.open, 'open', 0));
    return { frames, joins, unknown, errors, rows, open, knot: before === null ? null : knot };
  }

  /** Whether a segment begins exactly where the one before ended, and how far bodies jump beyond what tubes explain. */
  private joins(before: Moves, after: Moves): { readonly joined: boolean; readonly gaps: Gaps | null } {
    let joined = true;
    const beyonds = after.values.map(({ polynomial, error }, i) => {
      const was = before.values[i];
      const off = minus(polynomial[0], valueAt(was.polynomial, { m: ONE, e: 0n }));
      if (off.m !== 0n || off.e > 0n) joined = false;
      return beyond(off, fixed(error) + fixed(was.error));
    });
    const jumps = new Map<number, Jump>();
    const note = (frame: number, jump: Jump) => {
      if (jump.angle.up > 0n || jump.length.up > 0n) jumps.set(frame, jump);
    };
    let free = 0;
    this.frames.forEach(({ moves, value, times: by, pitch }, frame) => {
      if (value >= 0 && beyonds[value].up > 0n) {
        const own = scaled(beyonds[value], ball(by));
        const length = moves === 'helical' ? scaled(own, times(ball(pitch), PER_TURN)) : moves === 'prismatic' ? own : NONE;
        note(frame, { angle: moves === 'prismatic' ? NONE : own, length, isWhole: false });
      }
      const place = after.places.get(frame);
      if (place !== undefined && place !== before.places.get(frame))
        note(frame, jumpBetween(before.frames.poseAt(frame, -1, ONE), after.frames.poseAt(frame, -1, 0n), 0n, true));
      if (moves === 'guide') free++;
      if (moves !== 'free') return;
      const [was, is] = [before.motions[free], after.motions[free++]];
      if (was.to?.every((x, k) => x === is.from?.[k])) return;
      joined = false;
      note(frame, jumpBetween(before.frames.ownAt(frame, ONE), after.frames.ownAt(frame, 0n), tubesOf(was) + tubesOf(is), false));
    });
    if (jumps.size === 0) return { joined, gaps: null };
    const parents = this.frames.map(({ parent }, frame) => after.places.get(frame)?.on ?? parent);
    return { joined: false, gaps: new Gaps(jumps, parents, (frame) => after.frames.distance(frame)) };
  }

  private value(row: unknown): Value {
    const { line, powers, part, error } = rowOf(row, 'value', 'line? powers? part? error?');
    if ((line === undefined) === (powers === undefined)) throw new Malformed('value: is neither a line nor powers');
    const [f, e] = partIn(part);
    const given = line === undefined ? numbers(powers, 'powers', 1, 8).map(ball) : lineOf(numbers(line, 'line', 2));
    return { polynomial: partOf(given, f, e), error: number(error ?? 0, 'error', 0) };
  }
}

/** Tubes of its screws, rounded down. */
function tubesOf({ steps }: FreeMotion): bigint {
  return steps.reduce((sum, step) => (step.is === 'way' && step.off > 0n ? sum + step.off - 1n : sum), 0n);
}

function lineOf([a, b]: readonly number[]): Ball[] {
  const [from, to] = [ball(a), ball(b)];
  return [from, { m: to.m - from.m, e: to.e + from.e }];
}

function partIn(part: unknown): readonly number[] {
  if (part === undefined) return [0, 1];
  const [f, e] = numbers(part, 'part', 2);
  if (!(f >= 0 && f < e && e <= 1)) throw new Malformed('part: is no part of [0, 1]');
  return [f, e];
}

function checkedAngle(angle: readonly Ball[]): readonly Ball[] {
  const largest = angle.reduce((sum, { m, e }) => sum + abs(m) + e, 0n);
  if (largest > BigInt(LARGEST_ANGLE) * ONE) throw new Malformed('an angle is larger than 2^20 radians');
  return angle;
}

function freeMotion(row: unknown): FreeMotion {
  if (Array.isArray(row)) {
    // one on the other, the first one in the parent
    const all = list(row, 'motion', 1, MOST_BLOCKS).map((one) => screwMotion(one));
    return { steps: all.reverse().flat(), count: all.length, from: null, to: null };
  }
  const given = rowOf(row, 'motion', 'between? turn? part?');
  const [f, e] = partIn(given.part);
  if ((given.between === undefined) === (given.turn === undefined)) throw new Malformed('motion: is neither between two poses nor a turn');
  if (given.between !== undefined) {
    const two = numbers(given.between, 'between', 14);
    pose(two.slice(0, 7), 'between');
    pose(two.slice(7), 'between');
    return { steps: between(two, f, e), count: 1, from: f === 0 ? two.slice(0, 7) : null, to: e === 1 ? two.slice(7) : null };
  }
  const spun = rowOf(given.turn, 'turn', 'pose way? axis? angle? offset?');
  const start = pose(spun.pose, 'pose');
  const [w, u, o] = [spun.way ?? [0, 0, 0], spun.axis ?? [0, 0, 1], spun.offset ?? [0, 0, 0]].map((x) => numbers(x, 'turn', 3));
  if (u.every((x) => x === 0)) throw new Malformed('turn: an axis is 0');
  const angle = number(spun.angle ?? 0, 'angle', -LARGEST_ANGLE, LARGEST_ANGLE);
  const offset = angle === 0 ? [0, 0, 0] : o;
  const path = way([0, 1, 2].map((k) => partOf([plus(ball(start[k]), ball(offset[k])), ball(w[k])], f, e)));
  const spin = angle === 0 ? [] : [way(constant(offset.map((x) => -x))), turn(integers(u), partOf([ZERO, ball(angle)], f, e))];
  return { steps: [still(start.slice(3)), ...spin, path], count: 1, from: null, to: null };
}

/** Its place and its angle are polynomials. */
function screwMotion(row: unknown): readonly Step[] {
  const { pose: at, way: w, axis, angle, part, tube } = rowOf(row, 'screw', 'pose way? axis? angle? part? tube?');
  const [f, e] = partIn(part);
  const start = pose(at, 'pose');
  const off = fixedUp(number(tube ?? 0, 'tube', 0));
  const more = list(w ?? [], 'way', 0, 7).map((one) => numbers(one, 'way', 3));
  const path = way(
    [0, 1, 2].map((k) =>
      partOf(
        [start, ...more].map((one) => ball(one[k])),
        f,
        e,
      ),
    ),
    off,
  );
  const u = numbers(axis ?? [0, 0, 1], 'axis', 3);
  if (u.every((x) => x === 0)) throw new Malformed('screw: an axis is 0');
  const turned = numbers(angle ?? [0], 'angle', 1, 8).map(ball);
  return [still(start.slice(3)), turn(integers(u), checkedAngle(partOf(turned, f, e))), path];
}
