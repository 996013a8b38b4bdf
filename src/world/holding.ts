/**
 * Bodies that are held: two that overlap, or touch, and would go deeper, are stopped against each other.
 * One of them goes on as the other moves now, as if it were a part of it: on a fixed body it stands still and without
 * weight. It stays so until somebody gives it another velocity, or the two are seen apart; then it has its own
 * acceleration again. Where others that nobody can stop hold it too, they push it aside. Against a body that turns, or
 * follows a motion, it goes straight on and has to be held again: the pair is reported then [let-through.ts].
 */

import { STATE_FALL } from '../convex/convex-approach.ts';
import type { Vec3 } from '../math/pose.ts';
import { lengthAt, vectorAt } from '../math/vec3.ts';
import { STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';
import type { Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldEngine } from './world-engine.ts';
import { poseOf, ThrownPath } from './world-path.ts';

/** Longer chains of bodies that hold each other count as not held; two may do so in a ring. */
export const LONGEST_CHAIN = 1000;
/** So often a pair is stopped again at one instant: what others send against each other without end is let go on. */
const MOST_AGAIN = 128;
/** So many turns have those that push one body: of an approach at 60° a billionth is left to the last of two. */
const MOST_TURNS = 32;

/**
 * Stops the two of a pair against each other, unless they part as they are. Gives the body that was stopped; null where
 * none had to be, undefined where none can be: both are fixed, steered or follow motions.
 */
export function hold(engine: WorldEngine, watch: Watch, again = false): BodyRecord | null | undefined {
  const { clearance } = engine.settings;
  watch.measureAt(engine.clock, clearance);
  if (partsByItself(watch, clearance)) return null;
  const { a, b } = watch;
  const [freedomA, freedomB] = [freedomOf(a), freedomOf(b)];
  if (freedomA === 0 && freedomB === 0) return undefined;
  // who was just pushed by a third one pushes the other along: stopped, it would be pushed again, without end
  const isLess = again && a.pathSince !== b.pathSince ? a.pathSince < b.pathSince : a.size < b.size;
  // who is held by the other stays so
  const isA = a.held?.by === b || (b.held?.by !== a && (freedomA > freedomB || (freedomA === freedomB && isLess)));
  const [body, by] = isA ? [a, b] : [b, a];
  // between two that nobody can stop, or that such ones hold: each would take it from the other, without end
  if (again && body.held !== null && body.held.by !== by && isBound(body) && isBound(by)) return null;
  const own = body.held?.acceleration ?? vectorAt(body.state, STATE_FALL);
  const { position, quaternion } = poseOf(body.state);
  const others = [...engine.watchesOf(body)].filter((other) => other !== watch && other.holds && isUnstoppable(other, body));
  for (const other of others) other.measureAt(engine.clock, clearance);
  const [v, w] = [vectorAt(by.state, STATE_V), vectorAt(by.state, STATE_OMEGA)];
  const [x, y, z] = [0, 1, 2].map((k) => position[k] - by.state[STATE_P + k]);
  // v + ω × r
  const velocity: Vec3 = [v[0] + w[1] * z - w[2] * y, v[1] + w[2] * x - w[0] * z, v[2] + w[0] * y - w[1] * x];
  const along = others.length === 0 ? velocity : pushed(body, velocity, w, [...others, watch]);
  engine.redirect(body, new ThrownPath(engine.clock, position, quaternion, along, w, vectorAt(by.state, STATE_FALL)), false);
  body.held = { by, acceleration: own };
  return body;
}

function isUnstoppable({ a, b }: Watch, body: BodyRecord): boolean {
  return freedomOf(a === body ? b : a) === 0;
}

/**
 * The velocity of what one carries along and others push: after looks at all of them, each takes its approach from it,
 * in turns. Crushed, it has nowhere to go.
 */
function pushed(body: BodyRecord, velocity: Vec3, w: Vec3, watches: readonly Watch[]): Vec3 {
  const { state } = body;
  state.set(velocity, STATE_V);
  state.set(w, STATE_OMEGA);
  for (let turn = 0, still = 0; turn < MOST_TURNS && still < watches.length; turn++) {
    const watch = watches[turn % watches.length];
    const rate = approach(watch);
    still = rate > 2 ** -40 * (watch.a.speed + watch.b.speed) ? 0 : still + 1;
    if (still > 0) continue;
    for (let k = 0; k < 3; k++) state[STATE_V + k] += rate * watch.normal[k] * (watch.a === body ? -1 : 1);
  }
  return vectorAt(state, STATE_V);
}

/**
 * After a check of a pair that is held: stops it again where one of the two was given another path that leads deeper,
 * as the answers to contacts with third ones do. Nothing goes deeper, so that there is nothing to report.
 */
export function holdAgain(engine: WorldEngine, watch: Watch): boolean {
  if (!watch.holds || !watch.redirected) return false;
  watch.heldAgain = watch.standsSince(watch.heldAgainAt) ? watch.heldAgain + 1 : 0;
  if (watch.heldAgain === 0) watch.heldAgainAt = engine.clock;
  const body = watch.heldAgain > MOST_AGAIN ? null : hold(engine, watch, true);
  // given up, too: as soon as it had moved, it would all begin again
  watch.redirected = false;
  return body !== null && body !== undefined;
}

/** After a check or boxes found two apart, or before one of them is taken away: whom it held has its own path again. */
export function letGo(engine: WorldEngine, { a, b }: Pick<Watch, 'a' | 'b'>): boolean {
  let isLetGo = false;
  for (const [body, by] of [
    [a, b],
    [b, a],
  ]) {
    const { held } = body;
    if (held?.by !== by) continue;
    body.place(engine.clock);
    const { state } = body;
    const { position, quaternion } = poseOf(state);
    const [v, w] = [vectorAt(state, STATE_V), vectorAt(state, STATE_OMEGA)];
    engine.redirect(body, new ThrownPath(engine.clock, position, quaternion, v, w, held.acceleration), false);
    isLetGo = true;
  }
  return isLetGo;
}

/** After a check: whether the two come apart, or stay as they are, without help. */
function partsByItself(watch: Watch, clearance: number): boolean {
  const { a, b, low, band, normal, pressing } = watch;
  if (low > band) return true;
  // nothing says which way is out: whatever moves may go deeper
  if (normal.every((x) => x === 0)) return movesAlike(a, b);
  const slow = 2 ** -40 * (a.speed + b.speed);
  const rate = approach(watch);
  if (rate > slow) return false;
  if (!(pressing > 0)) return true;
  // a hop of height u² / 2g
  return rate < -slow && rate * rate >= 2 * pressing * (watch.sunk(clearance) + band - clearance);
}

/** After a look: how fast the two close. */
function approach(watch: Watch): number {
  const closing = watch.closing();
  // deep in each other, no points may be known: their middles tell
  return closing > -Infinity ? closing : watch.approachAt(vectorAt(watch.a.state, STATE_P), vectorAt(watch.b.state, STATE_P));
}

function movesAlike({ state: A }: BodyRecord, { state: B }: BodyRecord): boolean {
  for (const o of [STATE_V, STATE_FALL]) for (let k = 0; k < 3; k++) if (A[o + k] !== B[o + k]) return false;
  return lengthAt(A, STATE_OMEGA) === 0 && lengthAt(B, STATE_OMEGA) === 0;
}

/** Whether nobody can stop a body. */
function cannotBeStopped({ fixed, path }: BodyRecord): boolean {
  return fixed || !(path instanceof ThrownPath);
}

/** The end of the chain of what holds a body, and how many links lead there: what nobody can stop, or nobody holds. */
function endOfChain(body: BodyRecord): { readonly end: BodyRecord; readonly links: number } {
  let end = body;
  let links = 0;
  for (; !cannotBeStopped(end) && end.held !== null && links < LONGEST_CHAIN; links++) end = end.held.by;
  return { end, links };
}

/** Whether nobody can stop a body, or what holds it, or what holds that, … */
function isBound(body: BodyRecord): boolean {
  return cannotBeStopped(endOfChain(body).end);
}

/**
 * How freely a body flies: 0 for what nobody can stop, more for what stands, or is held by what stands, most for what
 * nobody holds; of two the freer is stopped, so that stacks are held from below, and two that press a third from both
 * sides do not take it from each other.
 */
function freedomOf(body: BodyRecord): number {
  const { end, links } = endOfChain(body);
  if (links === LONGEST_CHAIN) return Infinity;
  if (cannotBeStopped(end)) return links;
  return end.path.still ? links + 1 : links === 0 ? Infinity : LONGEST_CHAIN + links;
}
